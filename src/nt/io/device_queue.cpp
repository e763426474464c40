// Device queues: a request that comes while the device is busy waits here, in order of coming or by
// key.
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"

namespace {

using drydock::nt::require_irql_at_least;
using drydock::nt::require_irql_at_most;

constexpr CSHORT kDeviceQueueObject = 20;

PKDEVICE_QUEUE_ENTRY entry_at(PLIST_ENTRY link) {
  return CONTAINING_RECORD(link, KDEVICE_QUEUE_ENTRY, DeviceListEntry);
}

// Holds the queue's own lock.
class Locked {
 public:
  explicit Locked(KDEVICE_QUEUE& queue) : queue_(queue) {
    KeAcquireInStackQueuedSpinLock(&queue_.Lock, &handle_);
  }
  ~Locked() noexcept(false) { KeReleaseInStackQueuedSpinLock(&handle_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  KDEVICE_QUEUE& queue_;
  KLOCK_QUEUE_HANDLE handle_{};
};

// False when the device was idle: the entry is the caller's to work on.
bool insert(KDEVICE_QUEUE& queue, KDEVICE_QUEUE_ENTRY& entry, const ULONG* key) {
  const Locked locked(queue);
  entry.SortKey = key == nullptr ? 0 : *key;
  entry.Inserted = queue.Busy;
  if (!queue.Busy) {
    queue.Busy = TRUE;
    return false;
  }
  PLIST_ENTRY before = &queue.DeviceListHead;
  if (key != nullptr) {
    // The entry is inserted behind all entries whose key is not greater.
    for (PLIST_ENTRY at = queue.DeviceListHead.Flink; at != &queue.DeviceListHead; at = at->Flink) {
      if (entry_at(at)->SortKey <= *key) continue;
      before = at;
      break;
    }
  }
  InsertTailList(before, &entry.DeviceListEntry);
  return true;
}

PKDEVICE_QUEUE_ENTRY take(KDEVICE_QUEUE& queue, const ULONG* key) {
  const Locked locked(queue);
  if (IsListEmpty(&queue.DeviceListHead)) {
    queue.Busy = FALSE;
    return nullptr;
  }
  PLIST_ENTRY chosen = queue.DeviceListHead.Flink;
  if (key != nullptr) {
    for (PLIST_ENTRY at = chosen; at != &queue.DeviceListHead; at = at->Flink) {
      if (entry_at(at)->SortKey < *key) continue;
      chosen = at;
      break;
    }
  }
  RemoveEntryList(chosen);
  entry_at(chosen)->Inserted = FALSE;
  return entry_at(chosen);
}

}  // namespace

extern "C" {

VOID KeInitializeDeviceQueue(PKDEVICE_QUEUE DeviceQueue) {
  drydock::nt::advise_irql_at_most(DISPATCH_LEVEL, "KeInitializeDeviceQueue");
  *DeviceQueue = {};
  DeviceQueue->Type = kDeviceQueueObject;
  DeviceQueue->Size = sizeof *DeviceQueue;
  InitializeListHead(&DeviceQueue->DeviceListHead);
  KeInitializeSpinLock(&DeviceQueue->Lock);
}

BOOLEAN KeInsertDeviceQueue(PKDEVICE_QUEUE DeviceQueue, PKDEVICE_QUEUE_ENTRY DeviceQueueEntry) {
  require_irql_at_least(DISPATCH_LEVEL, "KeInsertDeviceQueue");
  return insert(*DeviceQueue, *DeviceQueueEntry, nullptr);
}

BOOLEAN KeInsertByKeyDeviceQueue(PKDEVICE_QUEUE DeviceQueue, PKDEVICE_QUEUE_ENTRY DeviceQueueEntry,
                                 ULONG SortKey) {
  require_irql_at_least(DISPATCH_LEVEL, "KeInsertByKeyDeviceQueue");
  return insert(*DeviceQueue, *DeviceQueueEntry, &SortKey);
}

PKDEVICE_QUEUE_ENTRY KeRemoveDeviceQueue(PKDEVICE_QUEUE DeviceQueue) {
  require_irql_at_least(DISPATCH_LEVEL, "KeRemoveDeviceQueue");
  return take(*DeviceQueue, nullptr);
}

PKDEVICE_QUEUE_ENTRY KeRemoveByKeyDeviceQueue(PKDEVICE_QUEUE DeviceQueue, ULONG SortKey) {
  require_irql_at_least(DISPATCH_LEVEL, "KeRemoveByKeyDeviceQueue");
  return take(*DeviceQueue, &SortKey);
}

// wdm/nf-wdm-keremovebykeydevicequeueifbusy.md: the same, but an idle queue is no error.
PKDEVICE_QUEUE_ENTRY KeRemoveByKeyDeviceQueueIfBusy(PKDEVICE_QUEUE DeviceQueue, ULONG SortKey) {
  require_irql_at_least(DISPATCH_LEVEL, "KeRemoveByKeyDeviceQueueIfBusy");
  return DeviceQueue->Busy ? take(*DeviceQueue, &SortKey) : nullptr;
}

BOOLEAN KeRemoveEntryDeviceQueue(PKDEVICE_QUEUE DeviceQueue,
                                 PKDEVICE_QUEUE_ENTRY DeviceQueueEntry) {
  require_irql_at_most(DISPATCH_LEVEL, "KeRemoveEntryDeviceQueue");
  const Locked locked(*DeviceQueue);
  if (!DeviceQueueEntry->Inserted) return FALSE;
  DeviceQueueEntry->Inserted = FALSE;
  RemoveEntryList(&DeviceQueueEntry->DeviceListEntry);
  return TRUE;
}

}  // extern "C"
