// Queues of the dispatcher: entries that threads wait for.
//
// A wait that ends takes one from the count of entries, and its thread then takes the first entry.
// The limit of threads that run at a time is kept in the queue for drivers to read. It is not
// enforced: a thread that Windows would hold back is one that has not run yet.
#include <array>

#include "ntifs.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/thread.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/schedule.h"

using namespace drydock::nt;

namespace {

bool is_queue(const KQUEUE* queue, const char* call) {
  const bool known =
      type_of(queue->Header) == ObjectType::kQueue && queue->EntryListHead.Flink != nullptr;
  if (!drydock::rules::breaks("N-021", !known)) return true;
  Breach("N-021", Offender::running())
      .message("{} was given a queue that is not initialised", call)
      .raise();
  return false;
}

// Links without the checks of InsertTailList, because no finding is raised under the dispatcher's
// mutex.
void link_behind(LIST_ENTRY& at, LIST_ENTRY& entry) {
  entry.Flink = at.Flink;
  entry.Blink = &at;
  at.Flink->Blink = &entry;
  at.Flink = &entry;
}
void unlink(const LIST_ENTRY& entry) {
  entry.Blink->Flink = entry.Flink;
  entry.Flink->Blink = entry.Blink;
}

// The number of entries before.
LONG insert(PRKQUEUE queue, PLIST_ENTRY entry, bool is_first, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  if (!is_queue(queue, call)) return 0;
  LONG before = 0;
  {
    Dispatching dispatching(entry);
    before = queue->Header.SignalState++;
    link_behind(is_first ? queue->EntryListHead : *queue->EntryListHead.Blink, *entry);
    dispatching.wake_waiters(queue->Header);
  }
  drydock::sim::switch_point();
  return before;
}

}  // namespace

extern "C" {

VOID KeInitializeQueue(PRKQUEUE Queue, ULONG Count) {
  advise_irql_at_most(DISPATCH_LEVEL, "KeInitializeQueue");
  initialise(Queue->Header, ObjectType::kQueue, sizeof(KQUEUE), 0);
  InitializeListHead(&Queue->EntryListHead);
  InitializeListHead(&Queue->ThreadListHead);
  Queue->CurrentCount = 0;
  Queue->MaximumCount = Count == 0 ? KeQueryActiveProcessorCount(nullptr) : Count;
}

LONG KeInsertQueue(PRKQUEUE Queue, PLIST_ENTRY Entry) {
  return insert(Queue, Entry, false, "KeInsertQueue");
}

LONG KeInsertHeadQueue(PRKQUEUE Queue, PLIST_ENTRY Entry) {
  return insert(Queue, Entry, true, "KeInsertHeadQueue");
}

// A status in place of the entry says that there was none.
PLIST_ENTRY KeRemoveQueue(PRKQUEUE Queue, KPROCESSOR_MODE WaitMode, PLARGE_INTEGER Timeout) {
  require_irql_at_most(APC_LEVEL, "KeRemoveQueue");
  if (!is_queue(Queue, "KeRemoveQueue")) return nullptr;
  const std::array<DISPATCHER_HEADER*, 1> objects = {&Queue->Header};
  const NTSTATUS status =
      wait_for(objects, false, deadline_of(Timeout), {.user_mode = WaitMode == UserMode});
  if (status != STATUS_WAIT_0) return reinterpret_cast<PLIST_ENTRY>(LONG_PTR{status});
  const Dispatching dispatching;
  // A rundown may have taken all that was there.
  if (IsListEmpty(&Queue->EntryListHead))
    return reinterpret_cast<PLIST_ENTRY>(LONG_PTR{STATUS_ABANDONED});
  const PLIST_ENTRY first = Queue->EntryListHead.Flink;
  unlink(*first);
  return first;
}

LONG KeReadStateQueue(PRKQUEUE Queue) {
  const Dispatching dispatching(Queue);
  return Queue->Header.SignalState;
}

// The entries that are left, as a list without a head; null when there are none.
PLIST_ENTRY KeRundownQueue(PRKQUEUE Queue) {
  require_irql_at_most(DISPATCH_LEVEL, "KeRundownQueue");
  if (!is_queue(Queue, "KeRundownQueue")) return nullptr;
  const Dispatching dispatching;
  Queue->Header.SignalState = 0;
  if (IsListEmpty(&Queue->EntryListHead)) return nullptr;
  const PLIST_ENTRY first = Queue->EntryListHead.Flink;
  unlink(Queue->EntryListHead);
  InitializeListHead(&Queue->EntryListHead);
  return first;
}

}  // extern "C"
