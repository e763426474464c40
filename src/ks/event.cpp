#include "src/ks/event.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "src/ks/automation.h"
#include "src/ks/handler.h"
#include "src/ks/mutex.h"
#include "src/nt/device.h"
#include "src/nt/handle.h"
#include "src/nt/object.h"

namespace drydock::ks {
namespace {

constexpr ULONG kEventTag = 0x7665734B;  // "Ksev"

// What lies before an entry in its block. The caller's structure may change after the request: what
// is to be signalled is taken from it once.
struct Private {
  KSEVENTDATA data;
  void* object;  // an event or semaphore that a handle named: pinned
  nt::Driver* driver;
};

constexpr std::size_t kPrivate = (sizeof(Private) + 15) / 16 * 16;

Private& private_of(KSEVENT_ENTRY* entry) {
  return *reinterpret_cast<Private*>(reinterpret_cast<std::uint8_t*>(entry) - kPrivate);
}

void free_entry(KSEVENT_ENTRY* entry) {
  Private& own = private_of(entry);
  if (own.object != nullptr) nt::unpin_object(own.object);
  ExFreePoolWithTag(&own, kEventTag);
}

// Kernel objects only from kernel mode; handles from either.
NTSTATUS take_target(const KSEVENTDATA& data, KPROCESSOR_MODE mode, Private& own) {
  nt::HandleEntry entry;
  NTSTATUS status = STATUS_SUCCESS;
  switch (data.NotificationType) {
    case KSEVENTF_EVENT_HANDLE:
      status = nt::pin_by_handle(data.EventHandle.Event, &nt::event_type, entry);
      break;
    case KSEVENTF_SEMAPHORE_HANDLE:
      status = nt::pin_by_handle(data.SemaphoreHandle.Semaphore, &nt::semaphore_type, entry);
      break;
    case KSEVENTF_EVENT_OBJECT:
    case KSEVENTF_SEMAPHORE_OBJECT:
    case KSEVENTF_DPC:
    case KSEVENTF_WORKITEM:
    case KSEVENTF_KSWORKITEM:
      return mode == KernelMode ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
    default:
      return STATUS_INVALID_PARAMETER;
  }
  if (NT_SUCCESS(status)) own.object = entry.object;
  return status;
}

void signal(KSEVENT_ENTRY* entry) {
  const Private& own = private_of(entry);
  const KSEVENTDATA& data = own.data;
  switch (data.NotificationType) {
    case KSEVENTF_EVENT_HANDLE:
      KeSetEvent(static_cast<PKEVENT>(own.object), IO_NO_INCREMENT, FALSE);
      break;
    case KSEVENTF_SEMAPHORE_HANDLE:
      KeReleaseSemaphore(static_cast<PKSEMAPHORE>(own.object), IO_NO_INCREMENT,
                         data.SemaphoreHandle.Adjustment, FALSE);
      break;
    case KSEVENTF_EVENT_OBJECT:
      KeSetEvent(static_cast<PKEVENT>(data.EventObject.Event), data.EventObject.Increment, FALSE);
      break;
    case KSEVENTF_SEMAPHORE_OBJECT:
      KeReleaseSemaphore(static_cast<PKSEMAPHORE>(data.SemaphoreObject.Semaphore),
                         data.SemaphoreObject.Increment, data.SemaphoreObject.Adjustment, FALSE);
      break;
    case KSEVENTF_DPC:
      KeInsertQueueDpc(data.Dpc.Dpc, entry->EventData, nullptr);
      break;
    case KSEVENTF_WORKITEM:
      ExQueueWorkItem(data.WorkItem.WorkQueueItem, data.WorkItem.WorkQueueType);
      break;
    case KSEVENTF_KSWORKITEM:
      KsQueueWorkItem(data.KsWorkItem.KsWorkerObject, data.KsWorkItem.WorkQueueItem);
      break;
    default:
      break;
  }
}

// Unlinks by the handler when there is one (S-248), under the list's lock.
void remove_locked(KSEVENT_ENTRY* entry) {
  const PFNKSREMOVEEVENT handler = entry->EventItem->RemoveHandler;
  if (handler == nullptr) {
    RemoveEntryList(&entry->ListEntry);
    return;
  }
  const InCallback marked("event's RemoveHandler");
  nt::run_in(private_of(entry).driver, "event's RemoveHandler",
             [&] { handler(entry->FileObject, entry); });
}

KSEVENT_ENTRY* entry_at(LIST_ENTRY* link) {
  return CONTAINING_RECORD(link, KSEVENT_ENTRY, ListEntry);
}

struct Found {
  const KSEVENT_SET* set = nullptr;
  const KSEVENT_ITEM* item = nullptr;
};

NTSTATUS find(const KSAUTOMATION_TABLE& table, const KSIDENTIFIER& asked, Found& found) {
  for (ULONG i = 0; i < table.EventSetsCount; ++i) {
    const KSEVENT_SET& set = table.EventSets[i];
    if (!same(*set.Set, asked.Set)) continue;
    found.set = &set;
    found.item = find_item(set.EventItem, set.EventsCount, table.EventItemSize,
                           &KSEVENT_ITEM::EventId, asked.Id);
    return STATUS_SUCCESS;
  }
  return STATUS_PROPSET_NOT_FOUND;
}

NTSTATUS support(PIRP irp, const KSAUTOMATION_TABLE& table, const KSIDENTIFIER& asked,
                 ULONG flags) {
  static constexpr GUID kAllSets{};
  if (flags == KSEVENT_TYPE_SETSUPPORT && same(asked.Set, kAllSets)) {
    std::vector<GUID> all;
    for (ULONG i = 0; i < table.EventSetsCount; ++i) all.push_back(*table.EventSets[i].Set);
    return answer_guids(irp, all);
  }
  Found found;
  const NTSTATUS status = find(table, asked, found);
  if (!NT_SUCCESS(status) || flags == KSEVENT_TYPE_SETSUPPORT) return status;
  if (found.item == nullptr) return STATUS_NOT_FOUND;
  if (found.item->SupportHandler == nullptr) return STATUS_SUCCESS;
  Request request;
  const NTSTATUS captured = capture(irp, sizeof(KSEVENT), DataFlow::kOut, request);
  if (!NT_SUCCESS(captured)) return captured;
  return call_handler(request, found.item->SupportHandler, "event's support handler");
}

KSEVENT_ENTRY* make_entry(PIRP irp, const Found& found, const KSEVENTDATA& data, bool one_shot,
                          NTSTATUS& status) {
  const PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  const std::size_t bytes = kPrivate + sizeof(KSEVENT_ENTRY) + found.item->ExtraEntryData;
  auto* block = static_cast<std::uint8_t*>(ExAllocatePoolWithTag(NonPagedPool, bytes, kEventTag));
  status = STATUS_INSUFFICIENT_RESOURCES;
  if (block == nullptr) return nullptr;
  std::memset(block, 0, bytes);
  auto* entry = reinterpret_cast<KSEVENT_ENTRY*>(block + kPrivate);
  Private& own = private_of(entry);
  own.data = data;
  own.driver = nt::driver_of(location->DeviceObject);
  status = take_target(data, irp->RequestorMode, own);
  if (!NT_SUCCESS(status)) {
    ExFreePoolWithTag(block, kEventTag);
    return nullptr;
  }
  InitializeListHead(&entry->ListEntry);
  entry->EventData = static_cast<PKSEVENTDATA>(irp->UserBuffer);
  entry->NotificationType = data.NotificationType;
  entry->EventSet = found.set;
  entry->EventItem = found.item;
  entry->FileObject = location->FileObject;
  entry->Object = own.object;
  entry->Flags = one_shot ? KSEVENT_ENTRY_ONESHOT : 0;
  return entry;
}

}  // namespace

EventList::EventList() {
  InitializeListHead(&list_);
  KeInitializeSpinLock(&lock_);
}

EventList::~EventList() { free_all(nullptr); }

void EventList::add(KSEVENT_ENTRY* entry) {
  KIRQL irql = PASSIVE_LEVEL;
  KeAcquireSpinLock(&lock_, &irql);
  InsertTailList(&list_, &entry->ListEntry);
  KeReleaseSpinLock(&lock_, irql);
}

NTSTATUS EventList::enable(PIRP irp, const KSAUTOMATION_TABLE& table) {
  KSIDENTIFIER asked;
  NTSTATUS status = peek(irp, &asked, sizeof asked);
  if (!NT_SUCCESS(status)) return status;
  const ULONG flags = asked.Flags & ~static_cast<ULONG>(KSEVENT_TYPE_TOPOLOGY);
  if (flags == KSEVENT_TYPE_SETSUPPORT || flags == KSEVENT_TYPE_BASICSUPPORT) {
    return support(irp, table, asked, flags);
  }
  const bool one_shot = flags == KSEVENT_TYPE_ONESHOT;
  if (!one_shot && flags != KSEVENT_TYPE_ENABLE) return STATUS_INVALID_PARAMETER;
  Found found;
  status = find(table, asked, found);
  if (!NT_SUCCESS(status)) return status;
  if (found.item == nullptr) return STATUS_NOT_FOUND;
  const auto& control = IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl;
  const ULONG least = std::max<ULONG>(found.item->DataInput, sizeof(KSEVENTDATA));
  if (control.OutputBufferLength < least) return STATUS_BUFFER_TOO_SMALL;
  Request request;
  status = capture(irp, sizeof(KSEVENT), DataFlow::kIn, request);
  if (!NT_SUCCESS(status)) return status;
  auto* data = static_cast<PKSEVENTDATA>(request.data);
  KSEVENT_ENTRY* entry = make_entry(irp, found, *data, one_shot, status);
  if (entry == nullptr) return status;
  if (found.item->AddHandler == nullptr) {
    add(entry);
    return STATUS_SUCCESS;
  }
  const InCallback marked("event's AddHandler");
  const bool lived = nt::run_in(private_of(entry).driver, "event's AddHandler",
                                [&] { status = found.item->AddHandler(irp, data, entry); });
  if (!lived) status = STATUS_DEVICE_REMOVED;
  if (!NT_SUCCESS(status)) free_entry(entry);
  return status;
}

// S-250: by the pointer that enabled it; without one, all of the file.
NTSTATUS EventList::disable(PIRP irp) {
  const PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  const auto& control = location->Parameters.DeviceIoControl;
  if (control.InputBufferLength == 0) {
    free_all(location->FileObject);
    return STATUS_SUCCESS;
  }
  if (control.InputBufferLength < sizeof(KSEVENTDATA)) return STATUS_INVALID_BUFFER_SIZE;
  const void* wanted = control.Type3InputBuffer;
  KSEVENT_ENTRY* gone = nullptr;
  KIRQL irql = PASSIVE_LEVEL;
  KeAcquireSpinLock(&lock_, &irql);
  for (LIST_ENTRY* at = list_.Flink; at != &list_ && gone == nullptr; at = at->Flink) {
    KSEVENT_ENTRY* entry = entry_at(at);
    if (entry->EventData == wanted && entry->FileObject == location->FileObject) gone = entry;
  }
  if (gone != nullptr) remove_locked(gone);
  KeReleaseSpinLock(&lock_, irql);
  if (gone == nullptr) return STATUS_UNSUCCESSFUL;
  free_entry(gone);
  return STATUS_SUCCESS;
}

void EventList::generate(const GUID& set, ULONG id, ULONG, void*, PFNKSGENERATEEVENTCALLBACK wanted,
                         void* context) {
  std::vector<KSEVENT_ENTRY*> fired;
  KIRQL irql = PASSIVE_LEVEL;
  KeAcquireSpinLock(&lock_, &irql);
  for (LIST_ENTRY* at = list_.Flink; at != &list_;) {
    KSEVENT_ENTRY* entry = entry_at(at);
    at = at->Flink;
    if (!same(*entry->EventSet->Set, set) || entry->EventItem->EventId != id) continue;
    if (wanted != nullptr && !wanted(context, entry)) continue;
    signal(entry);
    if ((entry->Flags & KSEVENT_ENTRY_ONESHOT) == 0) continue;
    remove_locked(entry);
    fired.push_back(entry);
  }
  KeReleaseSpinLock(&lock_, irql);
  for (KSEVENT_ENTRY* entry : fired) free_entry(entry);
}

void EventList::free_all(PFILE_OBJECT file) {
  std::vector<KSEVENT_ENTRY*> gone;
  KIRQL irql = PASSIVE_LEVEL;
  KeAcquireSpinLock(&lock_, &irql);
  for (LIST_ENTRY* at = list_.Flink; at != &list_;) {
    KSEVENT_ENTRY* entry = entry_at(at);
    at = at->Flink;
    if (file != nullptr && entry->FileObject != file) continue;
    remove_locked(entry);
    gone.push_back(entry);
  }
  KeReleaseSpinLock(&lock_, irql);
  for (KSEVENT_ENTRY* entry : gone) free_entry(entry);
}

}  // namespace drydock::ks
