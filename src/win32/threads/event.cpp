// Events of Win32.
#include "src/win32/base/object.h"

namespace drydock::win32 {
namespace {

constexpr ULONG kManualReset = 0x1;  // CREATE_EVENT_MANUAL_RESET
constexpr ULONG kInitialSet = 0x2;   // CREATE_EVENT_INITIAL_SET

HANDLE create_event(ObjectName name, ULONG flags, ACCESS_MASK access) {
  return as_win32_call<HANDLE>(nullptr, [&]() -> HANDLE {
    if ((flags & ~(kManualReset | kInitialSet)) != 0) {
      fail_call(error::kInvalidParameter);
      return nullptr;
    }
    return create_named_object(name, [=](PHANDLE handle, POBJECT_ATTRIBUTES attributes) {
      return ZwCreateEvent(handle, access, attributes,
                           (flags & kManualReset) != 0 ? NotificationEvent : SynchronizationEvent,
                           (flags & kInitialSet) != 0);
    });
  });
}

ULONG flags_of_event(LOGICAL manual_reset, LOGICAL initial_state) {
  return (manual_reset != FALSE ? kManualReset : 0) | (initial_state != FALSE ? kInitialSet : 0);
}

HANDLE open_event(ObjectName name, ACCESS_MASK access) {
  return as_win32_call<HANDLE>(nullptr, [&] {
    return open_named_object(name, [=](PHANDLE handle, POBJECT_ATTRIBUTES attributes) {
      return ZwOpenEvent(handle, access, attributes);
    });
  });
}

LOGICAL change_event(HANDLE handle, void (*change)(PKEVENT)) {
  return as_win32_call<LOGICAL>(FALSE, [&] {
    nt::end_call_if_dead();
    const PinnedObject event(handle, &nt::event_type, kModifyState);
    if (NT_SUCCESS(event.status())) change(event.as<KEVENT>());
    return succeed_or_fail(event.status());
  });
}

}  // namespace
}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

extern "C" {

HANDLE CreateEventW(PVOID, LOGICAL bManualReset, LOGICAL bInitialState, PCWSTR lpName) {
  return create_event(ObjectName(lpName), flags_of_event(bManualReset, bInitialState),
                      EVENT_ALL_ACCESS);
}

HANDLE CreateEventA(PVOID, LOGICAL bManualReset, LOGICAL bInitialState, const char* lpName) {
  return create_event(ObjectName(lpName), flags_of_event(bManualReset, bInitialState),
                      EVENT_ALL_ACCESS);
}

HANDLE CreateEventExW(PVOID, PCWSTR lpName, ULONG dwFlags, ULONG dwDesiredAccess) {
  return create_event(ObjectName(lpName), dwFlags, dwDesiredAccess);
}

HANDLE CreateEventExA(PVOID, const char* lpName, ULONG dwFlags, ULONG dwDesiredAccess) {
  return create_event(ObjectName(lpName), dwFlags, dwDesiredAccess);
}

HANDLE OpenEventW(ULONG dwDesiredAccess, LOGICAL, PCWSTR lpName) {
  return open_event(ObjectName(lpName), dwDesiredAccess);
}

HANDLE OpenEventA(ULONG dwDesiredAccess, LOGICAL, const char* lpName) {
  return open_event(ObjectName(lpName), dwDesiredAccess);
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
