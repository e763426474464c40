// Events and waits by handle.
#include <fmt/format.h>

#include "src/nt/handle.h"
#include "src/nt/thread.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"

using namespace drydock::nt;
namespace sim = drydock::sim;

namespace {

bool fault() {
  return sim::injecting() &&
         sim::fail_here(sim::FaultKind::kObject, drydock::rules::Stack::capture().hash());
}

PKEVENT make_event(const std::u16string& name, EVENT_TYPE type, bool signalled) {
  auto* event = new KEVENT{};
  KeInitializeEvent(event, type, signalled ? TRUE : FALSE);
  add_object(event, &event_type, name.empty() ? "event" : "event " + to_utf8(name), [event] {
    unname_object(event);
    delete event;
  });
  if (!name.empty()) name_object(name, event);
  return event;
}

void* named_event(const std::u16string& name) {
  const std::optional<Found> found = name.empty() ? std::nullopt : find_named(name);
  return found && found->rest.empty() ? found->object : nullptr;
}

// The event of that name, or a new one. wdm/nf-wdm-iocreatenotificationevent.md: "If the event does
// not exist it is created and initialized to the signaled state."
PKEVENT open_or_make(PUNICODE_STRING name, EVENT_TYPE type, PHANDLE handle, const char* call) {
  require_irql_at_most(PASSIVE_LEVEL, call);
  if (fault()) return nullptr;
  const std::u16string text = text_of(name);
  void* object = named_event(text);
  const bool fresh = object == nullptr;
  if (fresh) object = make_event(text, type, true);
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
  if (fault()) return STATUS_INSUFFICIENT_RESOURCES;
  const ULONG attributes = ObjectAttributes == nullptr ? 0 : ObjectAttributes->Attributes;
  const std::u16string name =
      ObjectAttributes == nullptr ? std::u16string() : text_of(ObjectAttributes->ObjectName);
  if (!name.empty() && name.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  if (void* object = named_event(name)) {
    if (type_of_object(object) != &event_type) return STATUS_OBJECT_TYPE_MISMATCH;
    if ((attributes & OBJ_OPENIF) == 0) return STATUS_OBJECT_NAME_COLLISION;
    *EventHandle = make_handle(object, &event_type, DesiredAccess, attributes);
    return STATUS_OBJECT_NAME_EXISTS;
  }
  const PKEVENT event = make_event(name, EventType, InitialState != FALSE);
  *EventHandle = make_handle(event, &event_type, DesiredAccess, attributes);
  release_object(event);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ZwOpenEvent(PHANDLE EventHandle, ACCESS_MASK DesiredAccess,
                                POBJECT_ATTRIBUTES ObjectAttributes) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenEvent");
  void* object = named_event(text_of(ObjectAttributes->ObjectName));
  if (object == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
  if (type_of_object(object) != &event_type) return STATUS_OBJECT_TYPE_MISMATCH;
  *EventHandle = make_handle(object, &event_type, DesiredAccess, ObjectAttributes->Attributes);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ZwSetEvent(HANDLE EventHandle, PLONG PreviousState) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwSetEvent");
  HandleEntry entry;
  const NTSTATUS status = pin_by_handle(EventHandle, &event_type, entry);
  if (!NT_SUCCESS(status)) return status;
  const LONG before = KeSetEvent(static_cast<PKEVENT>(entry.object), 0, FALSE);
  unpin_object(entry.object);
  if (PreviousState != nullptr) *PreviousState = before;
  return STATUS_SUCCESS;
}

// A file is waited for by the event inside it.
extern "C" NTSTATUS ZwWaitForSingleObject(HANDLE Handle, BOOLEAN Alertable,
                                          PLARGE_INTEGER Timeout) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwWaitForSingleObject");
  HandleEntry entry;
  NTSTATUS status = pin_by_handle(Handle, nullptr, entry);
  if (!NT_SUCCESS(status)) return status;
  void* waited = entry.object;
  if (entry.type == &file_type) waited = &static_cast<PFILE_OBJECT>(entry.object)->Event;
  const bool waitable = entry.type == &file_type || entry.type == &event_type ||
                        entry.type == &thread_type || entry.type == &semaphore_type ||
                        entry.type == &timer_type;
  status = waitable ? KeWaitForSingleObject(waited, UserRequest, KernelMode, Alertable, Timeout)
                    : STATUS_OBJECT_TYPE_MISMATCH;
  unpin_object(entry.object);
  return status;
}
