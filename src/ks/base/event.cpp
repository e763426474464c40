#include "src/ks/base/event.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <vector>

#include "src/ks/base/handler.h"
#include "src/ks/base/mutex.h"
#include "src/ks/base/undisturbed.h"
#include "src/nt/io/device.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

constexpr ULONG kEventTag = 0x7665734B;  // "Ksev"

// The data of generated events that the client has not fetched yet.
using Buffers = std::deque<std::vector<std::byte>>;
constexpr std::size_t kMostBuffers = 1024;

// The part of an entry's block that lies before the entry. The caller may change its structure
// after the request, so the host copies from it once what it has to signal.
struct Private {
  KSEVENTDATA data;
  void* object;  // an event or semaphore that a handle named: pinned
  nt::Driver* driver;
  Buffers* buffers;  // the buffers of a buffered event; else null
};

constexpr std::size_t kPrivate = (sizeof(Private) + 15) / 16 * 16;

Private& private_of(KSEVENT_ENTRY* entry) {
  return *reinterpret_cast<Private*>(reinterpret_cast<std::uint8_t*>(entry) - kPrivate);
}

void free_entry(KSEVENT_ENTRY* entry) {
  Private& own = private_of(entry);
  if (own.object != nullptr) nt::unpin_object(own.object);
  delete own.buffers;
  ExFreePoolWithTag(&own, kEventTag);
}

// The lock of a list, held while it lives.
class Locked {
 public:
  explicit Locked(const GuardedEvents& events) : events_(events) {
    switch (events_.type) {
      case KSEVENTS_SPINLOCK:
        KeAcquireSpinLock(static_cast<PKSPIN_LOCK>(events_.lock), &irql_);
        break;
      case KSEVENTS_MUTEX:
        KeWaitForSingleObject(events_.lock, Executive, KernelMode, FALSE, nullptr);
        break;
      case KSEVENTS_FMUTEX:
        ExAcquireFastMutex(static_cast<PFAST_MUTEX>(events_.lock));
        break;
      case KSEVENTS_FMUTEXUNSAFE:
        KeEnterCriticalRegion();
        ExAcquireFastMutexUnsafe(static_cast<PFAST_MUTEX>(events_.lock));
        break;
      case KSEVENTS_INTERRUPT:
        irql_ = KeAcquireInterruptSpinLock(static_cast<PKINTERRUPT>(events_.lock));
        break;
      case KSEVENTS_ERESOURCE:
        KeEnterCriticalRegion();
        ExAcquireResourceExclusiveLite(static_cast<PERESOURCE>(events_.lock), TRUE);
        break;
      case KSEVENTS_NONE:
        break;
    }
  }
  ~Locked() {
    undisturbed([this] { release(); });
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  void release() const {
    switch (events_.type) {
      case KSEVENTS_SPINLOCK:
        KeReleaseSpinLock(static_cast<PKSPIN_LOCK>(events_.lock), irql_);
        break;
      case KSEVENTS_MUTEX:
        KeReleaseMutex(static_cast<PRKMUTEX>(events_.lock), FALSE);
        break;
      case KSEVENTS_FMUTEX:
        ExReleaseFastMutex(static_cast<PFAST_MUTEX>(events_.lock));
        break;
      case KSEVENTS_FMUTEXUNSAFE:
        ExReleaseFastMutexUnsafe(static_cast<PFAST_MUTEX>(events_.lock));
        KeLeaveCriticalRegion();
        break;
      case KSEVENTS_INTERRUPT:
        KeReleaseInterruptSpinLock(static_cast<PKINTERRUPT>(events_.lock), irql_);
        break;
      case KSEVENTS_ERESOURCE:
        ExReleaseResourceLite(static_cast<PERESOURCE>(events_.lock));
        KeLeaveCriticalRegion();
        break;
      case KSEVENTS_NONE:
        break;
    }
  }

  const GuardedEvents events_;
  KIRQL irql_ = PASSIVE_LEVEL;
};

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

bool is_linked(const LIST_ENTRY* list, const KSEVENT_ENTRY* entry) {
  for (const LIST_ENTRY* at = list->Flink; at != list; at = at->Flink) {
    if (at == &entry->ListEntry) return true;
  }
  return false;
}

// Unlinks by the handler when there is one, under the list's lock. True when it did not (S-248):
// then we do.
bool unlink(const LIST_ENTRY* list, KSEVENT_ENTRY* entry) {
  const PFNKSREMOVEEVENT handler = entry->EventItem->RemoveHandler;
  if (handler != nullptr) {
    const InCallback marked("event's RemoveHandler");
    nt::run_in(private_of(entry).driver, "event's RemoveHandler", [&] {
      trace::recorded_call("event's RemoveHandler", handler, "PFNKSREMOVEEVENT")(entry->FileObject,
                                                                                 entry);
    });
    if (!rules::breaks("S-248", is_linked(list, entry))) return false;
  }
  RemoveEntryList(&entry->ListEntry);
  return handler != nullptr;
}

void raise_still_linked(const nt::Driver* driver) {
  nt::Breach("S-248", nt::Offender::named(driver == nullptr ? "" : driver->name()))
      .message("a RemoveHandler left its entry on the list")
      .raise_later();
}

// Entries that were removed from a list. They are freed when no lock is held.
struct Removed {
  std::vector<KSEVENT_ENTRY*> entries;
  std::vector<const nt::Driver*> offenders;

  void take(const LIST_ENTRY* list, KSEVENT_ENTRY* entry) {
    if (unlink(list, entry)) offenders.push_back(private_of(entry).driver);
    entries.push_back(entry);
  }
  void dispose() {
    for (KSEVENT_ENTRY* entry : entries) free_entry(entry);
    for (const nt::Driver* driver : offenders) raise_still_linked(driver);
  }
};

KSEVENT_ENTRY* entry_at(LIST_ENTRY* link) {
  return CONTAINING_RECORD(link, KSEVENT_ENTRY, ListEntry);
}

struct Found {
  const KSEVENT_SET* set = nullptr;
  const KSEVENT_ITEM* item = nullptr;
};

NTSTATUS find(std::span<const KSEVENT_SET> sets, ULONG item_size, const KSIDENTIFIER& asked,
              Found& found) {
  for (const KSEVENT_SET& set : sets) {
    if (!same(*set.Set, asked.Set)) continue;
    found.set = &set;
    found.item = kEvents.find(set, item_size, asked.Id);
    return STATUS_SUCCESS;
  }
  return STATUS_PROPSET_NOT_FOUND;
}

NTSTATUS support(PIRP irp, std::span<const KSEVENT_SET> sets, ULONG item_size,
                 const KSIDENTIFIER& asked, ULONG flags) {
  static constexpr GUID kAllSets{};
  if (flags == KSEVENT_TYPE_SETSUPPORT && same(asked.Set, kAllSets)) {
    std::vector<GUID> all;
    for (const KSEVENT_SET& set : sets) all.push_back(*set.Set);
    return answer_guids(irp, all);
  }
  Found found;
  const NTSTATUS status = find(sets, item_size, asked, found);
  if (!NT_SUCCESS(status) || flags == KSEVENT_TYPE_SETSUPPORT) return status;
  if (found.item == nullptr) return STATUS_NOT_FOUND;
  if (found.item->SupportHandler == nullptr) return STATUS_SUCCESS;
  Request request;
  const NTSTATUS captured = capture(irp, sizeof(KSEVENT), DataFlow::kOut, request);
  if (!NT_SUCCESS(captured)) return captured;
  return call_handler(request, found.item->SupportHandler, "event's support handler");
}

KSEVENT_ENTRY* make_entry(PIRP irp, const Found& found, const KSEVENTDATA& data, ULONG flags,
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
  if (flags == KSEVENT_TYPE_ONESHOT) entry->Flags = KSEVENT_ENTRY_ONESHOT;
  if (flags == KSEVENT_TYPE_ENABLEBUFFERED) {
    entry->Flags = KSEVENT_ENTRY_BUFFERED;
    own.buffers = new Buffers;
  }
  return entry;
}

KSEVENT_ENTRY* find_entry(const LIST_ENTRY* list, const void* data, PFILE_OBJECT file) {
  for (LIST_ENTRY* at = list->Flink; at != list; at = at->Flink) {
    KSEVENT_ENTRY* entry = entry_at(at);
    if (entry->EventData == data && entry->FileObject == file) return entry;
  }
  return nullptr;
}

// KSEVENT_TYPE_QUERYBUFFER: the oldest data that a buffered event came with.
NTSTATUS fetch_buffer(PIRP irp, const GuardedEvents& events) {
  Request request;
  const NTSTATUS status = capture(irp, sizeof(KSQUERYBUFFER), DataFlow::kOut, request);
  if (!NT_SUCCESS(status)) return status;
  const void* wanted = reinterpret_cast<const KSQUERYBUFFER*>(request.identifier)->EventData;
  std::vector<std::byte> oldest;
  {
    const Locked hold(events);
    KSEVENT_ENTRY* entry = find_entry(events.list, wanted, request.location->FileObject);
    if (entry == nullptr || private_of(entry).buffers == nullptr) return STATUS_NOT_FOUND;
    Buffers& buffers = *private_of(entry).buffers;
    if (buffers.empty()) return STATUS_NO_MORE_ENTRIES;
    const bool fits = request.data_size >= buffers.front().size();
    oldest = buffers.front();
    if (fits) buffers.pop_front();
  }
  return answer(irp, request.data, oldest);
}

void fire(KSEVENT_ENTRY* entry, std::span<const std::byte> data) {
  Private& own = private_of(entry);
  if (own.buffers != nullptr && !data.empty() && own.buffers->size() < kMostBuffers) {
    own.buffers->emplace_back(data.begin(), data.end());
  }
  signal(entry);
}

}  // namespace

EventList::EventList() {
  InitializeListHead(&list_);
  KeInitializeSpinLock(&lock_);
}

EventList::~EventList() {
  undisturbed([this] { free_all(nullptr); });
}

void EventList::add(KSEVENT_ENTRY* entry) {
  const Locked hold(guarded());
  InsertTailList(&list_, &entry->ListEntry);
}

NTSTATUS EventList::enable(PIRP irp, const KSAUTOMATION_TABLE& table) {
  return enable_event(irp, {table.EventSets, table.EventSetsCount}, table.EventItemSize, guarded(),
                      nullptr);
}

namespace {

// S-247: the minidriver's handler puts the entry where it belongs; without one we do.
NTSTATUS add_entry(PIRP irp, const Found& found, PKSEVENTDATA data, KSEVENT_ENTRY* entry,
                   const GuardedEvents& events) {
  if (found.item->AddHandler == nullptr) {
    const Locked hold(events);
    InsertTailList(events.list, &entry->ListEntry);
    return STATUS_SUCCESS;
  }
  NTSTATUS status = STATUS_DEVICE_REMOVED;
  const InCallback marked("event's AddHandler");
  nt::run_in(private_of(entry).driver, "event's AddHandler", [&] {
    status = trace::recorded_call("event's AddHandler", found.item->AddHandler, "PFNKSADDEVENT")(
        irp, data, entry);
  });
  if (!NT_SUCCESS(status)) free_entry(entry);
  return status;
}

}  // namespace

NTSTATUS enable_event(PIRP irp, std::span<const KSEVENT_SET> sets, ULONG item_size,
                      const GuardedEvents& events, PFNKSALLOCATOR allocator) {
  KSIDENTIFIER asked;
  NTSTATUS status = peek(irp, &asked, sizeof asked);
  if (!NT_SUCCESS(status)) return status;
  const ULONG flags = asked.Flags & ~static_cast<ULONG>(KSEVENT_TYPE_TOPOLOGY);
  switch (flags) {
    case KSEVENT_TYPE_SETSUPPORT:
    case KSEVENT_TYPE_BASICSUPPORT:
      return support(irp, sets, item_size, asked, flags);
    case KSEVENT_TYPE_QUERYBUFFER:
      return fetch_buffer(irp, events);
    case KSEVENT_TYPE_ENABLE:
    case KSEVENT_TYPE_ONESHOT:
    case KSEVENT_TYPE_ENABLEBUFFERED:
      break;
    default:
      return STATUS_INVALID_PARAMETER;
  }
  Found found;
  status = find(sets, item_size, asked, found);
  if (!NT_SUCCESS(status)) return status;
  if (found.item == nullptr) return STATUS_NOT_FOUND;
  const auto& control = IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl;
  const ULONG least = std::max<ULONG>(found.item->DataInput, sizeof(KSEVENTDATA));
  if (control.OutputBufferLength < least) return STATUS_BUFFER_TOO_SMALL;
  Request request;
  status = capture(irp, sizeof(KSEVENT), DataFlow::kIn, request, allocator);
  if (!NT_SUCCESS(status)) return status;
  auto* data = static_cast<PKSEVENTDATA>(request.data);
  KSEVENT_SET_IRP_STORAGE(irp) = found.set;
  KSEVENT_ITEM_IRP_STORAGE(irp) = found.item;
  KSEVENT_ENTRY* entry = make_entry(irp, found, *data, flags, status);
  return entry == nullptr ? status : add_entry(irp, found, data, entry, events);
}

// S-250: by the pointer that enabled it; without one, all of the file.
NTSTATUS disable_event(PIRP irp, const GuardedEvents& events) {
  const PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  const auto& control = location->Parameters.DeviceIoControl;
  if (control.InputBufferLength == 0) {
    free_events(events, location->FileObject);
    return STATUS_SUCCESS;
  }
  if (control.InputBufferLength < sizeof(KSEVENTDATA)) return STATUS_INVALID_BUFFER_SIZE;
  Removed gone;
  {
    const Locked hold(events);
    KSEVENT_ENTRY* entry = find_entry(events.list, control.Type3InputBuffer, location->FileObject);
    if (entry != nullptr) gone.take(events.list, entry);
  }
  if (rules::breaks("S-250", gone.entries.empty())) {
    nt::Breach("S-250", nt::Offender::running())
        .message("an event is disabled that is not enabled with this KSEVENTDATA")
        .raise();
    return STATUS_UNSUCCESSFUL;
  }
  gone.dispose();
  return STATUS_SUCCESS;
}

void generate_events(const GuardedEvents& events, const GUID& set, ULONG id,
                     std::span<const std::byte> data, PFNKSGENERATEEVENTCALLBACK wanted,
                     void* context) {
  Removed fired;
  {
    const Locked hold(events);
    for (LIST_ENTRY* at = events.list->Flink; at != events.list;) {
      KSEVENT_ENTRY* entry = entry_at(at);
      at = at->Flink;
      if (!same(*entry->EventSet->Set, set) || entry->EventItem->EventId != id) continue;
      if (wanted != nullptr && !wanted(context, entry)) continue;
      fire(entry, data);
      if ((entry->Flags & KSEVENT_ENTRY_ONESHOT) != 0) fired.take(events.list, entry);
    }
  }
  fired.dispose();
}

void free_events(const GuardedEvents& events, PFILE_OBJECT file) {
  Removed gone;
  {
    const Locked hold(events);
    for (LIST_ENTRY* at = events.list->Flink; at != events.list;) {
      KSEVENT_ENTRY* entry = entry_at(at);
      at = at->Flink;
      if (file == nullptr || entry->FileObject == file) gone.take(events.list, entry);
    }
  }
  gone.dispose();
}

NTSTATUS generate_event(KSEVENT_ENTRY* entry, std::span<const std::byte> data) {
  fire(entry, data);
  if ((entry->Flags & KSEVENT_ENTRY_ONESHOT) == 0) return STATUS_SUCCESS;
  RemoveEntryList(&entry->ListEntry);
  free_entry(entry);
  return STATUS_SUCCESS;
}

void discard_event(KSEVENT_ENTRY* entry) { free_entry(entry); }

}  // namespace drydock::ks
