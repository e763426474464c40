// Mutexes of Win32. A driver may keep one beyond a call, so none of them counts among the locks
// that a call must give back.
#include "src/nt/base/fault_point.h"
#include "src/nt/ob/object_create.h"
#include "src/nt/sync/dispatcher.h"
#include "src/win32/object.h"

namespace drydock::nt {
namespace {

constexpr ACCESS_MASK kAllOfMutex = 0x1F0001;  // MUTEX_ALL_ACCESS

void* make_mutex(const std::u16string& name, bool owned) {
  auto* mutex = new KMUTANT{};
  KeInitializeMutex(mutex, 0);
  if (owned) {
    DISPATCHER_HEADER* objects[] = {&mutex->Header};
    wait_for(objects, false, sim::now());
  }
  add_object(mutex, &mutant_type, description_of("mutex", name), [mutex] {
    forget_mutex(*mutex);
    unname_object(mutex);
    delete mutex;
  });
  return mutex;
}

HANDLE create_user_mutex(UserObjectName name, LOGICAL initial_owner) {
  return as_user_call<HANDLE>(nullptr, [&] {
    end_call_if_dead();
    return create_user_object(name, [=](PHANDLE handle, POBJECT_ATTRIBUTES attributes) {
      if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
      return create_object(
          handle, kAllOfMutex, attributes, &mutant_type,
          [=](const std::u16string& text) { return make_mutex(text, initial_owner != FALSE); });
    });
  });
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

HANDLE CreateMutexW(PVOID, LOGICAL bInitialOwner, PCWSTR lpName) {
  return create_user_mutex(UserObjectName(lpName), bInitialOwner);
}

HANDLE CreateMutexA(PVOID, LOGICAL bInitialOwner, const char* lpName) {
  return create_user_mutex(UserObjectName(lpName), bInitialOwner);
}

LOGICAL ReleaseMutex(HANDLE hMutex) {
  return as_user_call<LOGICAL>(FALSE, [&] {
    end_call_if_dead();
    const UserObject mutex(hMutex, &mutant_type);
    if (!NT_SUCCESS(mutex.status())) return succeed_or_fail(mutex.status());
    const bool owned = release_mutex(*mutex.as<KMUTANT>()).has_value();
    drydock::sim::switch_point();
    return succeed_or_fail(owned ? STATUS_SUCCESS : STATUS_MUTANT_NOT_OWNED);
  });
}

}  // extern "C"
