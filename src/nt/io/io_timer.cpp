// The timer of a device: its routine is called about once a second, at DISPATCH_LEVEL.
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/io/start_io.h"

// The object behind DEVICE_OBJECT.Timer.
struct _IO_TIMER {
  KTIMER timer;
  KDPC dpc;
  PDEVICE_OBJECT device;
  PIO_TIMER_ROUTINE routine;
  PVOID context;
};

namespace {

constexpr LONG kSecond = 1000;  // milliseconds

VOID tick(PKDPC, PVOID context, PVOID, PVOID) {
  const auto* timer = static_cast<const _IO_TIMER*>(context);
  timer->routine(timer->device, timer->context);
}

}  // namespace

namespace drydock::nt {

void remove_device_timer(PDEVICE_OBJECT device) {
  if (device->Timer == nullptr) return;
  KeCancelTimer(&device->Timer->timer);
  KeRemoveQueueDpcEx(&device->Timer->dpc, TRUE);
  delete device->Timer;
  device->Timer = nullptr;
}

}  // namespace drydock::nt

using namespace drydock::nt;
namespace sim = drydock::sim;

extern "C" {

NTSTATUS IoInitializeTimer(PDEVICE_OBJECT DeviceObject, PIO_TIMER_ROUTINE TimerRoutine,
                           PVOID Context) {
  require_irql_at_most(PASSIVE_LEVEL, "IoInitializeTimer");
  if (DeviceObject->Timer == nullptr) {
    if (fails_here(sim::FaultKind::kPool)) return STATUS_INSUFFICIENT_RESOURCES;
    auto* timer = new _IO_TIMER{};
    KeInitializeTimer(&timer->timer);
    KeInitializeDpc(&timer->dpc, tick, timer);
    timer->device = DeviceObject;
    DeviceObject->Timer = timer;
  }
  DeviceObject->Timer->routine = TimerRoutine;
  DeviceObject->Timer->context = Context;
  return STATUS_SUCCESS;
}

VOID IoStartTimer(PDEVICE_OBJECT DeviceObject) {
  require_irql_at_most(DISPATCH_LEVEL, "IoStartTimer");
  LARGE_INTEGER due;
  due.QuadPart = -10'000LL * kSecond;
  KeSetTimerEx(&DeviceObject->Timer->timer, due, kSecond, &DeviceObject->Timer->dpc);
}

VOID IoStopTimer(PDEVICE_OBJECT DeviceObject) {
  require_irql_at_most(DISPATCH_LEVEL, "IoStopTimer");
  KeCancelTimer(&DeviceObject->Timer->timer);
  KeRemoveQueueDpc(&DeviceObject->Timer->dpc);
}

}  // extern "C"
