// Events and waits by handle.
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object_create.h"

using namespace drydock::nt;
namespace sim = drydock::sim;

namespace {

PKEVENT make_event(const std::u16string& name, EVENT_TYPE type, bool signalled) {
  auto* event = new KEVENT{};
  KeInitializeEvent(event, type, signalled ? TRUE : FALSE);
  add_object(event, &event_type, description_of("event", name), [event] {
    unname_object(event);
    delete event;
  });
  return event;
}

// The event of that name, or a new one. wdm/nf-wdm-iocreatenotificationevent.md: "If the event does
// not exist it is created and initialized to the signaled state."
PKEVENT open_or_make(PUNICODE_STRING name, EVENT_TYPE type, PHANDLE handle, const char* call) {
  require_irql_at_most(PASSIVE_LEVEL, call);
  if (fails_here(sim::FaultKind::kObject)) return nullptr;
  const std::u16string text = text_of(name);
  void* object = object_named(text);
  const bool fresh = object == nullptr;
  if (fresh) object = make_event(text, type, true);
  if (fresh && !text.empty()) name_object(text, object);
  if (type_of_object(object) != &event_type) return nullptr;
  *handle = make_handle(object, &event_type, EVENT_ALL_ACCESS, OBJ_KERNEL_HANDLE);
  if (fresh) release_object(object);
  return static_cast<PKEVENT>(object);
}

}  // namespace

extern "C" PKEVENT IoCreateNotificationEvent(PUNICODE_STRING EventName, PHANDLE EventHandle) {
  return open_or_make(EventName, NotificationEvent, EventHandle, "IoCreateNotificationEvent");
}

extern "C" PKEVENT IoCreateSynchronizationEvent(PUNICODE_STRING EventName, PHANDLE EventHandle) {
  return open_or_make(EventName, SynchronizationEvent, EventHandle, "IoCreateSynchronizationEvent");
}

extern "C" NTSTATUS ZwCreateEvent(PHANDLE EventHandle, ACCESS_MASK DesiredAccess,
                                  POBJECT_ATTRIBUTES ObjectAttributes, EVENT_TYPE EventType,
                                  BOOLEAN InitialState) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwCreateEvent");
  if (EventType != NotificationEvent && EventType != SynchronizationEvent) {
    return STATUS_INVALID_PARAMETER;
  }
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  return create_object(EventHandle, DesiredAccess, ObjectAttributes, &event_type,
                       [=](const std::u16string& name) {
                         return make_event(name, EventType, InitialState != FALSE);
                       });
}

extern "C" NTSTATUS ZwOpenEvent(PHANDLE EventHandle, ACCESS_MASK DesiredAccess,
                                POBJECT_ATTRIBUTES ObjectAttributes) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenEvent");
  return open_object(EventHandle, DesiredAccess, ObjectAttributes, &event_type);
}

extern "C" NTSTATUS ZwSetEvent(HANDLE EventHandle, PLONG PreviousState) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwSetEvent");
  LONG before = 0;
  const NTSTATUS status = with_object(EventHandle, &event_type, [&](const HandleEntry& entry) {
    before = KeSetEvent(static_cast<PKEVENT>(entry.object), 0, FALSE);
    return STATUS_SUCCESS;
  });
  if (NT_SUCCESS(status) && PreviousState != nullptr) *PreviousState = before;
  return status;
}

extern "C" NTSTATUS ZwWaitForSingleObject(HANDLE Handle, BOOLEAN Alertable,
                                          PLARGE_INTEGER Timeout) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwWaitForSingleObject");
  return with_object(Handle, nullptr, [&](const HandleEntry& entry) {
    DISPATCHER_HEADER* const waited = waited_by(entry);
    return waited == nullptr
               ? STATUS_OBJECT_TYPE_MISMATCH
               : KeWaitForSingleObject(waited, UserRequest, KernelMode, Alertable, Timeout);
  });
}
