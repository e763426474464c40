// Semaphores of Win32.
#include "src/nt/base/fault_point.h"
#include "src/nt/ob/object_create.h"
#include "src/nt/sync/dispatcher.h"
#include "src/win32/base/object.h"

namespace drydock::win32 {
namespace {

constexpr ACCESS_MASK kAllOfSemaphore = 0x1F0003;  // SEMAPHORE_ALL_ACCESS

void* make_semaphore(const std::u16string& name, LONG count, LONG limit) {
  auto* semaphore = new KSEMAPHORE{};
  KeInitializeSemaphore(semaphore, count, limit);
  nt::add_object(semaphore, &nt::semaphore_type, nt::description_of("semaphore", name),
                 [semaphore] {
                   nt::unname_object(semaphore);
                   delete semaphore;
                 });
  return semaphore;
}

HANDLE create_semaphore(ObjectName name, LONG count, LONG limit) {
  return as_win32_call<HANDLE>(nullptr, [&] {
    nt::end_call_if_dead();
    return create_named_object(name, [=](PHANDLE handle, POBJECT_ATTRIBUTES attributes) {
      if (limit <= 0 || count < 0 || count > limit) return STATUS_INVALID_PARAMETER;
      if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
      return nt::create_object(
          handle, kAllOfSemaphore, attributes, &nt::semaphore_type,
          [=](const std::u16string& text) { return make_semaphore(text, count, limit); });
    });
  });
}

// A count above the limit is the call's failure here, not a finding as in the kernel.
NTSTATUS raise_count(KSEMAPHORE& semaphore, LONG by, LONG& before) {
  if (by <= 0) return STATUS_INVALID_PARAMETER;
  nt::Dispatching dispatching;
  before = semaphore.Header.SignalState;
  if (before > semaphore.Limit - by) return STATUS_SEMAPHORE_LIMIT_EXCEEDED;
  semaphore.Header.SignalState += by;
  dispatching.wake_waiters(semaphore.Header);
  return STATUS_SUCCESS;
}

}  // namespace
}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

HANDLE CreateSemaphoreW(PVOID, LONG lInitialCount, LONG lMaximumCount, PCWSTR lpName) {
  return create_semaphore(ObjectName(lpName), lInitialCount, lMaximumCount);
}

HANDLE CreateSemaphoreA(PVOID, LONG lInitialCount, LONG lMaximumCount, const char* lpName) {
  return create_semaphore(ObjectName(lpName), lInitialCount, lMaximumCount);
}

LOGICAL ReleaseSemaphore(HANDLE hSemaphore, LONG lReleaseCount, LONG* lpPreviousCount) {
  return as_win32_call<LOGICAL>(FALSE, [&] {
    nt::end_call_if_dead();
    NTSTATUS status = STATUS_SUCCESS;
    LONG before = 0;
    {
      const PinnedObject semaphore(hSemaphore, &nt::semaphore_type, kModifyState);
      status = semaphore.status();
      if (NT_SUCCESS(status))
        status = raise_count(*semaphore.as<KSEMAPHORE>(), lReleaseCount, before);
    }
    drydock::sim::switch_point();
    if (NT_SUCCESS(status) && lpPreviousCount != nullptr) *lpPreviousCount = before;
    return succeed_or_fail(status);
  });
}

}  // extern "C"
