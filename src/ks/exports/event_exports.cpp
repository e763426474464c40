// Events as drivers enable, generate and free them.
#include <fmt/format.h>

#include <memory>

#include "src/ks/base/event.h"
#include "src/ks/exports/exports.h"
#include "src/ks/object/header.h"
#include "src/ks/object/object.h"
#include "src/nt/pool/pool.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/time/dpc.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

using namespace drydock::ks;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

namespace {

// S-249: the list is walked at DISPATCH_LEVEL.
void require_nonpaged(const void* memory, const char* what) {
  if (memory == nullptr) return;
  const auto block = nt::find_pool_block(memory);
  if (!block || !block->live || !rules::breaks("S-249", (block->type & 1) != 0)) return;
  nt::Breach("S-249", nt::Offender::running())
      .message("KsGenerateEvents: {} lies in paged pool", what)
      .raise();
}

std::span<const std::byte> bytes_at(const void* data, ULONG size) {
  return {static_cast<const std::byte*>(data), data == nullptr ? 0 : size};
}

}  // namespace

extern "C" NTSTATUS KsEnableEventWithAllocator(PIRP Irp, ULONG EventSetsCount,
                                               const KSEVENT_SET* EventSet, PLIST_ENTRY EventsList,
                                               KSEVENTS_LOCKTYPE EventsFlags, PVOID EventsLock,
                                               PFNKSALLOCATOR Allocator, ULONG EventItemSize) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsEnableEventWithAllocator");
  if (EventItemSize % 8 != 0) return STATUS_INVALID_PARAMETER;
  return enable_event(Irp, {EventSet, EventSetsCount},
                      EventItemSize == 0 ? ULONG{sizeof(KSEVENT_ITEM)} : EventItemSize,
                      {EventsList, EventsFlags, EventsLock}, Allocator);
}

extern "C" NTSTATUS KsEnableEvent(PIRP Irp, ULONG EventSetsCount, const KSEVENT_SET* EventSet,
                                  PLIST_ENTRY EventsList, KSEVENTS_LOCKTYPE EventsFlags,
                                  PVOID EventsLock) {
  return KsEnableEventWithAllocator(Irp, EventSetsCount, EventSet, EventsList, EventsFlags,
                                    EventsLock, nullptr, 0);
}

extern "C" NTSTATUS KsDisableEvent(PIRP Irp, PLIST_ENTRY EventsList, KSEVENTS_LOCKTYPE EventsFlags,
                                   PVOID EventsLock) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsDisableEvent");
  return disable_event(Irp, {EventsList, EventsFlags, EventsLock});
}

extern "C" VOID KsFreeEventList(PFILE_OBJECT FileObject, PLIST_ENTRY EventsList,
                                KSEVENTS_LOCKTYPE EventsFlags, PVOID EventsLock) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFreeEventList");
  free_events({EventsList, EventsFlags, EventsLock}, FileObject);
}

extern "C" VOID KsDiscardEvent(PKSEVENT_ENTRY EventEntry) { discard_event(EventEntry); }

namespace {

struct LateEvent {
  KDPC dpc;
  PKSEVENT_ENTRY entry;
};

VOID generate_late(PKDPC, PVOID context, PVOID, PVOID) {
  const std::unique_ptr<LateEvent> late(static_cast<LateEvent*>(context));
  generate_event(late->entry, {});
}

}  // namespace

// ks/nf-ks-ksgenerateevent.md: any IRQL; above DISPATCH_LEVEL a DPC signals.
extern "C" NTSTATUS KsGenerateEvent(PKSEVENT_ENTRY EventEntry) {
  if (KeGetCurrentIrql() <= DISPATCH_LEVEL) return generate_event(EventEntry, {});
  nt::touch(EventEntry);
  auto* late = new LateEvent{{}, EventEntry};
  KeInitializeDpc(&late->dpc, generate_late, late);
  nt::queue_dpc(late->dpc, {});
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS KsGenerateDataEvent(PKSEVENT_ENTRY EventEntry, ULONG DataSize, PVOID Data) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsGenerateDataEvent");
  return generate_event(EventEntry, bytes_at(Data, DataSize));
}

extern "C" VOID KsGenerateEventList(GUID* Set, ULONG EventId, PLIST_ENTRY EventsList,
                                    KSEVENTS_LOCKTYPE EventsFlags, PVOID EventsLock) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsGenerateEventList");
  generate_events({EventsList, EventsFlags, EventsLock}, *Set, EventId, {}, nullptr, nullptr);
}

extern "C" VOID KsGenerateEvents(PVOID Object_, const GUID* EventSet, ULONG EventId, ULONG DataSize,
                                 PVOID Data, PFNKSGENERATEEVENTCALLBACK CallBack,
                                 PVOID CallBackContext) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsGenerateEvents");
  const auto object = object_of(Object_, "KsGenerateEvents");
  if (object == nullptr) return;
  require_nonpaged(DataSize == 0 ? nullptr : Data, "Data");
  require_nonpaged(CallBack == nullptr ? nullptr : CallBackContext, "CallBackContext");
  object->events().generate(*EventSet, EventId, bytes_at(Data, DataSize), CallBack,
                            CallBackContext);
}

extern "C" VOID KsAddEvent(PVOID Object_, PKSEVENT_ENTRY EventEntry) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsAddEvent");
  if (const auto object = object_of(Object_, "KsAddEvent")) object->events().add(EventEntry);
}

extern "C" NTSTATUS KsDefaultAddEventHandler(PIRP Irp, PKSEVENTDATA, PKSEVENT_ENTRY EventEntry) {
  const ObjectHeader* header = header_of(IoGetCurrentIrpStackLocation(Irp)->FileObject);
  Object* object = header == nullptr ? nullptr : header->target->object();
  if (object == nullptr) return STATUS_INVALID_DEVICE_REQUEST;
  object->events().add(EventEntry);
  return STATUS_SUCCESS;
}

// Signals the events of the device's thermal state.
extern "C" NTSTATUS KsGenerateThermalEvent(PVOID Object_, KSDEVICE_THERMAL_STATE Value) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsGenerateThermalEvent");
  const auto object = object_of(Object_, "KsGenerateThermalEvent");
  if (object == nullptr) return STATUS_INVALID_PARAMETER;
  object->events().generate(KSEVENTSETID_Device, Value == KSDEVICE_THERMAL_STATE_HIGH
                                                     ? KSEVENT_DEVICE_THERMAL_HIGH
                                                     : KSEVENT_DEVICE_THERMAL_LOW);
  return STATUS_SUCCESS;
}
