// Requests that a driver takes one at a time, in its StartIo routine.
#include "src/nt/io/start_io.h"

#include <deque>
#include <optional>
#include <unordered_map>

#include "src/nt/base/thread.h"
#include "src/nt/io/device.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

// A call for the next request that came while the routine was running.
struct Next {
  bool cancelable;
  std::optional<ULONG> key;
};

struct Attributes {
  bool deferred = false;
  bool non_cancelable = false;
  bool inside = false;
  std::deque<Next> waiting;
};

struct StartIoDevices {
  sim::Lock mutex;
  std::unordered_map<PDEVICE_OBJECT, Attributes> all DRYDOCK_GUARDED_BY(mutex);
};

StartIoDevices& start_io_devices() {
  static sim::NeverDestroyed<StartIoDevices> instance;
  return *instance;
}

bool is_non_cancelable(PDEVICE_OBJECT device) {
  const sim::Hold hold(start_io_devices().mutex);
  const auto at = start_io_devices().all.find(device);
  return at != start_io_devices().all.end() && at->second.non_cancelable;
}

void call_start_io(PDEVICE_OBJECT device, PIRP irp) {
  run_in(driver_of(device), "StartIo", [=] { device->DriverObject->DriverStartIo(device, irp); });
}

// True when the routine may be called now; else the call waits for the one that is inside.
bool enter(PDEVICE_OBJECT device, const Next& next) {
  const sim::Hold hold(start_io_devices().mutex);
  const auto at = start_io_devices().all.find(device);
  if (at == start_io_devices().all.end() || !at->second.deferred) return true;
  if (at->second.inside) at->second.waiting.push_back(next);
  return !at->second.inside;
}

// Says that a deferred routine begins or ends; gives what came for it meanwhile.
std::optional<Next> set_inside(PDEVICE_OBJECT device, bool inside) {
  const sim::Hold hold(start_io_devices().mutex);
  const auto at = start_io_devices().all.find(device);
  if (at == start_io_devices().all.end() || !at->second.deferred) return std::nullopt;
  at->second.inside = inside;
  if (inside || at->second.waiting.empty()) return std::nullopt;
  const Next next = at->second.waiting.front();
  at->second.waiting.pop_front();
  return next;
}

PIRP take_next(PDEVICE_OBJECT device, const Next& next) {
  KIRQL irql = DISPATCH_LEVEL;
  if (next.cancelable) IoAcquireCancelSpinLock(&irql);
  device->CurrentIrp = nullptr;
  const PKDEVICE_QUEUE_ENTRY entry = next.key
                                         ? KeRemoveByKeyDeviceQueue(&device->DeviceQueue, *next.key)
                                         : KeRemoveDeviceQueue(&device->DeviceQueue);
  const PIRP irp =
      entry == nullptr ? nullptr : CONTAINING_RECORD(entry, IRP, Tail.Overlay.DeviceQueueEntry);
  device->CurrentIrp = irp;
  if (irp != nullptr && is_non_cancelable(device)) IoSetCancelRoutine(irp, nullptr);
  if (next.cancelable) IoReleaseCancelSpinLock(irql);
  return irp;
}

void start(PDEVICE_OBJECT device, PIRP irp) {
  std::optional<Next> next;
  for (;;) {
    set_inside(device, true);
    call_start_io(device, irp);
    // The routine may have asked for more than one.
    irp = nullptr;
    while (irp == nullptr) {
      next = set_inside(device, false);
      if (!next) return;
      irp = take_next(device, *next);
    }
  }
}

void start_next(PDEVICE_OBJECT device, const Next& next, const char* call) {
  require_irql_at_least(DISPATCH_LEVEL, call);
  require_irql_at_most(DISPATCH_LEVEL, call);
  if (!enter(device, next)) return;
  if (const PIRP irp = take_next(device, next)) start(device, irp);
}

// The cancel routine that is set in an IRP that was cancelled already is called at once.
void cancel_queued(PDEVICE_OBJECT device, PIRP irp, KIRQL irql) {
  irp->CancelIrql = irql;
  const PDRIVER_CANCEL routine = IoSetCancelRoutine(irp, nullptr);
  run_in(driver_of(device), "cancel routine", [=] { routine(device, irp); });
}

void start_packet(PDEVICE_OBJECT device, PIRP irp, const ULONG* key, PDRIVER_CANCEL cancel) {
  KIRQL irql = DISPATCH_LEVEL;
  if (cancel != nullptr) {
    IoAcquireCancelSpinLock(&irql);
    IoSetCancelRoutine(irp, cancel);
  }
  PKDEVICE_QUEUE_ENTRY entry = &irp->Tail.Overlay.DeviceQueueEntry;
  const bool queued = key == nullptr ? KeInsertDeviceQueue(&device->DeviceQueue, entry)
                                     : KeInsertByKeyDeviceQueue(&device->DeviceQueue, entry, *key);
  if (queued) {
    if (cancel == nullptr) return;
    if (irp->Cancel && irp->CancelRoutine != nullptr) return cancel_queued(device, irp, irql);
    return IoReleaseCancelSpinLock(irql);
  }
  device->CurrentIrp = irp;
  if (cancel != nullptr) {
    if (is_non_cancelable(device)) IoSetCancelRoutine(irp, nullptr);
    IoReleaseCancelSpinLock(irql);
  }
  start(device, irp);
}

}  // namespace

void remove_start_io(PDEVICE_OBJECT device) {
  const sim::Hold hold(start_io_devices().mutex);
  start_io_devices().all.erase(device);
}

}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

VOID IoStartPacket(PDEVICE_OBJECT DeviceObject, PIRP Irp, PULONG Key,
                   PDRIVER_CANCEL CancelFunction) {
  require_irql_at_most(DISPATCH_LEVEL, "IoStartPacket");
  KIRQL irql = PASSIVE_LEVEL;
  KeRaiseIrql(DISPATCH_LEVEL, &irql);
  start_packet(DeviceObject, Irp, Key, CancelFunction);
  KeLowerIrql(irql);
}

VOID IoStartNextPacket(PDEVICE_OBJECT DeviceObject, BOOLEAN Cancelable) {
  start_next(DeviceObject, {Cancelable != FALSE, std::nullopt}, "IoStartNextPacket");
}

VOID IoStartNextPacketByKey(PDEVICE_OBJECT DeviceObject, BOOLEAN Cancelable, ULONG Key) {
  start_next(DeviceObject, {Cancelable != FALSE, Key}, "IoStartNextPacketByKey");
}

VOID IoSetStartIoAttributes(PDEVICE_OBJECT DeviceObject, BOOLEAN DeferredStartIo,
                            BOOLEAN NonCancelable) {
  const sim::Hold hold(start_io_devices().mutex);
  Attributes& attributes = start_io_devices().all[DeviceObject];
  attributes.deferred = DeferredStartIo != FALSE;
  attributes.non_cancelable = NonCancelable != FALSE;
}

}  // extern "C"
