// Events of Win32.
#include "src/win32/object.h"

namespace drydock::nt {
namespace {

constexpr ULONG kManualReset = 0x1;  // CREATE_EVENT_MANUAL_RESET
constexpr ULONG kInitialSet = 0x2;   // CREATE_EVENT_INITIAL_SET

HANDLE create_user_event(UserObjectName name, ULONG flags, ACCESS_MASK access) {
  return as_user_call<HANDLE>(nullptr, [&]() -> HANDLE {
    if ((flags & ~(kManualReset | kInitialSet)) != 0) {
      fail_call(win32::kInvalidParameter);
      return nullptr;
    }
    return create_user_object(name, [=](PHANDLE handle, POBJECT_ATTRIBUTES attributes) {
      return ZwCreateEvent(handle, access, attributes,
                           (flags & kManualReset) != 0 ? NotificationEvent : SynchronizationEvent,
                           (flags & kInitialSet) != 0);
    });
  });
}

ULONG flags_of_event(LOGICAL manual_reset, LOGICAL initial_state) {
  return (manual_reset != FALSE ? kManualReset : 0) | (initial_state != FALSE ? kInitialSet : 0);
}

HANDLE open_user_event(UserObjectName name, ACCESS_MASK access) {
  return as_user_call<HANDLE>(nullptr, [&] {
    return open_user_object(name, [=](PHANDLE handle, POBJECT_ATTRIBUTES attributes) {
      return ZwOpenEvent(handle, access, attributes);
    });
  });
}

LOGICAL change_event(HANDLE handle, void (*change)(PKEVENT)) {
  return as_user_call<LOGICAL>(FALSE, [&] {
    end_call_if_dead();
    const UserObject event(handle, &event_type, kModifyState);
    if (NT_SUCCESS(event.status())) change(event.as<KEVENT>());
    return succeed_or_fail(event.status());
  });
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

HANDLE CreateEventW(PVOID, LOGICAL bManualReset, LOGICAL bInitialState, PCWSTR lpName) {
  return create_user_event(UserObjectName(lpName), flags_of_event(bManualReset, bInitialState),
                           EVENT_ALL_ACCESS);
}

HANDLE CreateEventA(PVOID, LOGICAL bManualReset, LOGICAL bInitialState, const char* lpName) {
  return create_user_event(UserObjectName(lpName), flags_of_event(bManualReset, bInitialState),
                           EVENT_ALL_ACCESS);
}

HANDLE CreateEventExW(PVOID, PCWSTR lpName, ULONG dwFlags, ULONG dwDesiredAccess) {
  return create_user_event(UserObjectName(lpName), dwFlags, dwDesiredAccess);
}

HANDLE CreateEventExA(PVOID, const char* lpName, ULONG dwFlags, ULONG dwDesiredAccess) {
  return create_user_event(UserObjectName(lpName), dwFlags, dwDesiredAccess);
}

HANDLE OpenEventW(ULONG dwDesiredAccess, LOGICAL, PCWSTR lpName) {
  return open_user_event(UserObjectName(lpName), dwDesiredAccess);
}

HANDLE OpenEventA(ULONG dwDesiredAccess, LOGICAL, const char* lpName) {
  return open_user_event(UserObjectName(lpName), dwDesiredAccess);
}

LOGICAL SetEvent(HANDLE hEvent) {
  return change_event(hEvent, [](PKEVENT event) { KeSetEvent(event, 0, FALSE); });
}

LOGICAL ResetEvent(HANDLE hEvent) {
  return change_event(hEvent, [](PKEVENT event) { KeResetEvent(event); });
}

LOGICAL PulseEvent(HANDLE hEvent) {
  return change_event(hEvent, [](PKEVENT event) { KePulseEvent(event, 0, FALSE); });
}

}  // extern "C"
