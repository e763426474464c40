// Timers by handle, and numbers that are given once.
#include <atomic>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/ob/object_create.h"
#include "src/nt/sync/dispatcher.h"

using namespace drydock;
using namespace drydock::nt;

namespace {

void* make_timer(const std::u16string& name, TIMER_TYPE type) {
  auto* timer = new KTIMER{};
  KeInitializeTimerEx(timer, type);
  add_object(timer, &timer_type, description_of("timer", name), [timer] {
    KeCancelTimer(timer);
    unname_object(timer);
    delete timer;
  });
  return timer;
}

}  // namespace

extern "C" {

NTSTATUS ZwCreateTimer(PHANDLE TimerHandle, ACCESS_MASK DesiredAccess,
                       POBJECT_ATTRIBUTES ObjectAttributes, TIMER_TYPE TimerType) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwCreateTimer");
  if (TimerType != NotificationTimer && TimerType != SynchronizationTimer)
    return STATUS_INVALID_PARAMETER_4;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  return create_object(TimerHandle, DesiredAccess, ObjectAttributes, &timer_type,
                       [=](const std::u16string& name) { return make_timer(name, TimerType); });
}

NTSTATUS ZwOpenTimer(PHANDLE TimerHandle, ACCESS_MASK DesiredAccess,
                     POBJECT_ATTRIBUTES ObjectAttributes) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenTimer");
  return open_object(TimerHandle, DesiredAccess, ObjectAttributes, &timer_type);
}

// Threads of the system take no APCs of their own: a routine is refused.
NTSTATUS ZwSetTimer(HANDLE TimerHandle, PLARGE_INTEGER DueTime, PTIMER_APC_ROUTINE TimerApcRoutine,
                    PVOID, BOOLEAN, LONG Period, PBOOLEAN PreviousState) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwSetTimer");
  if (Period < 0) return STATUS_INVALID_PARAMETER_6;
  if (TimerApcRoutine != nullptr) return STATUS_NOT_SUPPORTED;
  BOOLEAN before = FALSE;
  const NTSTATUS status = with_object(TimerHandle, &timer_type, [&](const HandleEntry& entry) {
    auto* timer = static_cast<PKTIMER>(entry.object);
    before = KeReadStateTimer(timer);
    KeSetTimerEx(timer, *DueTime, Period, nullptr);
    return STATUS_SUCCESS;
  });
  if (NT_SUCCESS(status) && PreviousState != nullptr) *PreviousState = before;
  return status;
}

NTSTATUS ZwCancelTimer(HANDLE TimerHandle, PBOOLEAN CurrentState) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwCancelTimer");
  return with_object(TimerHandle, &timer_type, [&](const HandleEntry& entry) {
    auto* timer = static_cast<PKTIMER>(entry.object);
    KeCancelTimer(timer);
    if (CurrentState != nullptr) *CurrentState = KeReadStateTimer(timer);
    return STATUS_SUCCESS;
  });
}

// Unique until the machine starts again.
NTSTATUS ZwAllocateLocallyUniqueId(PLUID Luid) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwAllocateLocallyUniqueId");
  static std::atomic<std::uint64_t> next = 0x10000;  // relaxed: only the number matters
  const std::uint64_t value = next.fetch_add(1, std::memory_order_relaxed);
  Luid->LowPart = static_cast<ULONG>(value);
  Luid->HighPart = static_cast<LONG>(value >> 32);
  return STATUS_SUCCESS;
}

}  // extern "C"
