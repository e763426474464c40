// KeWaitForSingleObject, KeWaitForMultipleObjects, KeDelayExecutionThread.
#include <fmt/format.h>

#include "src/nt/driver/driver.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/sync/listeners.h"
#include "src/nt/sync/lock_order.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::nt {
namespace {

// N-020: a wait that can block is made below DISPATCH_LEVEL.
void check_irql(const LARGE_INTEGER* timeout, const char* call) {
  const bool can_block = timeout == nullptr || timeout->QuadPart != 0;
  rules::evaluated("N-020");
  const KIRQL irql = self().irql;
  if (irql > DISPATCH_LEVEL || (can_block && irql == DISPATCH_LEVEL)) {
    Breach("N-020", Offender::running())
        .message("{} with {} called at IRQL {}", call,
                 can_block ? "a time-out that is not zero" : "a time-out of zero", irql)
        .raise();
  }
}

// N-021: only what was initialised as a dispatcher object can be waited on.
bool is_object(PVOID object, const char* call) {
  rules::evaluated("N-021");
  if (object != nullptr) {
    const auto& header = *static_cast<DISPATCHER_HEADER*>(object);
    const bool linked = header.WaitListHead.Flink != nullptr;
    if (linked && std::string_view(name_of(type_of(header))) != "object of unknown type")
      return true;
  }
  const char* const what = object == nullptr ? "NULL" : "an object that is not initialised";
  Breach("N-021", Offender::running()).message("{} was given {}", call, what).raise();
  return false;
}

// wdm/nf-wdm-kewaitforsingleobject.md: who takes a mutex too often gets an exception.
void check_mutex_limit(const DISPATCHER_HEADER& header) {
  if (is_mutex_at_limit(reinterpret_cast<const KMUTANT&>(header)))
    ExRaiseStatus(STATUS_MUTANT_LIMIT_EXCEEDED);
}

Interruptible interruptible(KPROCESSOR_MODE mode, BOOLEAN alertable) {
  return {.alertable = alertable != FALSE, .user_mode = mode == UserMode};
}

// The wait ended because an object was signalled.
bool took_object(NTSTATUS status) {
  return status != STATUS_TIMEOUT && status != STATUS_ALERTED && status != STATUS_USER_APC;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" NTSTATUS KeWaitForSingleObject(PVOID Object, KWAIT_REASON, KPROCESSOR_MODE WaitMode,
                                          BOOLEAN Alertable, PLARGE_INTEGER Timeout) {
  check_irql(Timeout, "KeWaitForSingleObject");
  if (!is_object(Object, "KeWaitForSingleObject")) return STATUS_INVALID_PARAMETER_1;
  DISPATCHER_HEADER* objects[] = {static_cast<DISPATCHER_HEADER*>(Object)};
  const bool can_block = Timeout == nullptr || Timeout->QuadPart != 0;
  if (type_of(*objects[0]) == ObjectType::kMutant) check_mutex_limit(*objects[0]);
  if (can_block && type_of(*objects[0]) == ObjectType::kMutant) about_to_acquire(Object, "mutex");
  const NTSTATUS status =
      wait_for(objects, false, deadline_of(Timeout), interruptible(WaitMode, Alertable));
  if (took_object(status) && type_of(*objects[0]) == ObjectType::kMutant)
    note_acquired(Object, "mutex");
  return status;
}

extern "C" NTSTATUS KeWaitForMultipleObjects(ULONG Count, PVOID Object[], WAIT_TYPE WaitType,
                                             KWAIT_REASON, KPROCESSOR_MODE WaitMode,
                                             BOOLEAN Alertable, PLARGE_INTEGER Timeout,
                                             PKWAIT_BLOCK WaitBlockArray) {
  check_irql(Timeout, "KeWaitForMultipleObjects");
  const ULONG limit = WaitBlockArray == nullptr ? THREAD_WAIT_OBJECTS : MAXIMUM_WAIT_OBJECTS;
  if (drydock::rules::breaks("N-025", Count == 0 || Count > limit)) {
    Breach("N-025", Offender::running())
        .message("KeWaitForMultipleObjects was given {} objects; {} are allowed {} wait blocks",
                 Count, limit, WaitBlockArray == nullptr ? "without" : "with")
        .raise();
    return STATUS_INVALID_PARAMETER_1;
  }
  DISPATCHER_HEADER* objects[MAXIMUM_WAIT_OBJECTS];
  for (ULONG i = 0; i < Count; ++i) {
    if (!is_object(Object[i], "KeWaitForMultipleObjects")) return STATUS_INVALID_PARAMETER_2;
    objects[i] = static_cast<DISPATCHER_HEADER*>(Object[i]);
    if (type_of(*objects[i]) == ObjectType::kMutant) check_mutex_limit(*objects[i]);
  }
  const bool all = WaitType == WaitAll;
  const NTSTATUS status =
      wait_for({objects, Count}, all, deadline_of(Timeout), interruptible(WaitMode, Alertable));
  if (!took_object(status)) return status;
  for (ULONG i = 0; i < Count; ++i) {
    const bool taken = all || (static_cast<ULONG>(status) & 0x3F) == i;
    if (taken && type_of(*objects[i]) == ObjectType::kMutant) note_acquired(Object[i], "mutex");
  }
  return status;
}

// Sleeping is waiting for something that never comes.
extern "C" NTSTATUS KeDelayExecutionThread(KPROCESSOR_MODE WaitMode, BOOLEAN Alertable,
                                           PLARGE_INTEGER Interval) {
  if (drydock::rules::breaks("N-020", self().irql > APC_LEVEL)) {
    Breach("N-020", Offender::running())
        .message("KeDelayExecutionThread called at IRQL {}", self().irql)
        .raise();
    return STATUS_UNSUCCESSFUL;
  }
  LARGE_INTEGER interval = *Interval;
  const NTSTATUS status =
      wait_for({}, false, deadline_of(&interval), interruptible(WaitMode, Alertable));
  return status == STATUS_TIMEOUT ? STATUS_SUCCESS : status;
}
