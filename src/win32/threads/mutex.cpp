// Mutexes of Win32. A driver may own one beyond a call, so none of them counts among the locks that
// a call must release.
#include "src/nt/base/fault_point.h"
#include "src/nt/ob/object_create.h"
#include "src/nt/sync/dispatcher.h"
#include "src/win32/base/object.h"

namespace drydock::win32 {
namespace {

constexpr ACCESS_MASK kAllOfMutex = 0x1F0001;  // MUTEX_ALL_ACCESS

void* make_mutex(const std::u16string& name, bool owned) {
  auto* mutex = new KMUTANT{};
  KeInitializeMutex(mutex, 0);
  mutex->ApcDisable = 0;  // a process owns it, which takes APCs all the same
  if (owned) {
    DISPATCHER_HEADER* objects[] = {&mutex->Header};
    nt::wait_for(objects, false, sim::now());
  }
  nt::add_object(mutex, &nt::mutant_type, nt::description_of("mutex", name), [mutex] {
    nt::disown_mutex(*mutex);
    nt::unname_object(mutex);
    delete mutex;
  });
  return mutex;
}

HANDLE create_mutex(ObjectName name, LOGICAL initial_owner) {
  return as_win32_call<HANDLE>(nullptr, [&] {
    nt::end_call_if_dead();
    return create_named_object(name, [=](PHANDLE handle, POBJECT_ATTRIBUTES attributes) {
      if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
      return nt::create_object(
          handle, kAllOfMutex, attributes, &nt::mutant_type,
          [=](const std::u16string& text) { return make_mutex(text, initial_owner != FALSE); });
    });
  });
}

}  // namespace
}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

HANDLE CreateMutexW(PVOID, LOGICAL bInitialOwner, PCWSTR lpName) {
  return create_mutex(ObjectName(lpName), bInitialOwner);
}

HANDLE CreateMutexA(PVOID, LOGICAL bInitialOwner, const char* lpName) {
  return create_mutex(ObjectName(lpName), bInitialOwner);
}

LOGICAL ReleaseMutex(HANDLE hMutex) {
  return as_win32_call<LOGICAL>(FALSE, [&] {
    nt::end_call_if_dead();
    const PinnedObject mutex(hMutex, &nt::mutant_type);
    if (!NT_SUCCESS(mutex.status())) return succeed_or_fail(mutex.status());
    const bool owned = nt::release_mutex(*mutex.as<KMUTANT>()).has_value();
    drydock::sim::switch_point();
    return succeed_or_fail(owned ? STATUS_SUCCESS : STATUS_MUTANT_NOT_OWNED);
  });
}

}  // extern "C"
