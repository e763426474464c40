// List operations under a spin lock at any IRQL, and sequenced lists.
#include <atomic>
#include <thread>

#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/sync/spin_lock.h"
#include "src/sim/happens_before.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

// The documents call these safe at any IRQL: nothing on the processor interrupts them.
template <class Body>
auto under(PKSPIN_LOCK lock, const char* call, Body body) {
  const KIRQL previous = acquire_spin_lock_at(lock, HIGH_LEVEL, call);
  const auto result = body();
  release_spin_lock_to(lock, previous, call);
  return result;
}

// A sequenced list keeps its first entry in the second half of the header, whose low four bits
// entries never use: bit 0 locks the list. No thread sleeps while it is set, and under a seed no
// other strand runs.
class LockedList {
 public:
  explicit LockedList(PSLIST_HEADER head) : head_(*head), region_(head->Region) {
    for (;;) {
      ULONGLONG seen = region_.load(std::memory_order_relaxed) & ~kLocked;
      if (region_.compare_exchange_weak(seen, seen | kLocked, std::memory_order_acquire,
                                        std::memory_order_relaxed)) {
        first_ = seen & ~kNotAddress;
        sim::observe(&head_);
        return;
      }
      give_up_if_ended();
      std::this_thread::yield();
    }
  }
  LockedList(const LockedList&) = delete;
  LockedList& operator=(const LockedList&) = delete;

  // It is not called during unwinding, because a driver that crashed inside left the list in an
  // unknown state.
  void unlock() {
    sim::publish(&head_);
    region_.store(first_, std::memory_order_release);
  }

  PSLIST_ENTRY first() const { return reinterpret_cast<PSLIST_ENTRY>(first_); }
  void set_first(PSLIST_ENTRY entry) { first_ = reinterpret_cast<ULONGLONG>(entry); }

  USHORT depth() const { return static_cast<USHORT>(head_.HeaderX64.Depth); }
  void set_depth(USHORT depth) {
    // Read by ExQueryDepthSList without the lock.
    const ULONGLONG sequence = head_.HeaderX64.Sequence + 1;
    std::atomic_ref<ULONGLONG>(head_.Alignment)
        .store(sequence << 16 | depth, std::memory_order_relaxed);
  }

 private:
  static constexpr ULONGLONG kLocked = 1;
  static constexpr ULONGLONG kNotAddress = 15;

  static void give_up_if_ended() {
    const Driver* driver = current_driver();
    if (driver != nullptr && !driver->alive()) throw DriverEnded{};
  }

  SLIST_HEADER& head_;
  std::atomic_ref<ULONGLONG> region_;
  ULONGLONG first_ = 0;
};

PLIST_ENTRY null_if_head(PLIST_ENTRY entry, PLIST_ENTRY head) {
  return entry == head ? nullptr : entry;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

PLIST_ENTRY ExInterlockedInsertHeadList(PLIST_ENTRY ListHead, PLIST_ENTRY ListEntry,
                                        PKSPIN_LOCK Lock) {
  return under(Lock, "ExInterlockedInsertHeadList", [&] {
    PLIST_ENTRY first = ListHead->Flink;
    InsertHeadList(ListHead, ListEntry);
    return null_if_head(first, ListHead);
  });
}

PLIST_ENTRY ExInterlockedInsertTailList(PLIST_ENTRY ListHead, PLIST_ENTRY ListEntry,
                                        PKSPIN_LOCK Lock) {
  return under(Lock, "ExInterlockedInsertTailList", [&] {
    PLIST_ENTRY last = ListHead->Blink;
    InsertTailList(ListHead, ListEntry);
    return null_if_head(last, ListHead);
  });
}

PLIST_ENTRY ExInterlockedRemoveHeadList(PLIST_ENTRY ListHead, PKSPIN_LOCK Lock) {
  return under(Lock, "ExInterlockedRemoveHeadList",
               [&] { return IsListEmpty(ListHead) ? nullptr : RemoveHeadList(ListHead); });
}

PSINGLE_LIST_ENTRY ExInterlockedPopEntryList(PSINGLE_LIST_ENTRY ListHead, PKSPIN_LOCK Lock) {
  return under(Lock, "ExInterlockedPopEntryList", [&] { return PopEntryList(ListHead); });
}

PSINGLE_LIST_ENTRY ExInterlockedPushEntryList(PSINGLE_LIST_ENTRY ListHead,
                                              PSINGLE_LIST_ENTRY ListEntry, PKSPIN_LOCK Lock) {
  return under(Lock, "ExInterlockedPushEntryList", [&] {
    PSINGLE_LIST_ENTRY first = ListHead->Next;
    PushEntryList(ListHead, ListEntry);
    return first;
  });
}

LARGE_INTEGER ExInterlockedAddLargeInteger(PLARGE_INTEGER Addend, LARGE_INTEGER Increment,
                                           PKSPIN_LOCK Lock) {
  return under(Lock, "ExInterlockedAddLargeInteger", [&] {
    const LARGE_INTEGER before = *Addend;
    Addend->QuadPart = static_cast<LONGLONG>(static_cast<ULONGLONG>(before.QuadPart) +
                                             static_cast<ULONGLONG>(Increment.QuadPart));
    return before;
  });
}

ULONG ExInterlockedAddUlong(PULONG Addend, ULONG Increment, PKSPIN_LOCK Lock) {
  return under(Lock, "ExInterlockedAddUlong",
               [&] { return std::exchange(*Addend, *Addend + Increment); });
}

VOID InitializeSListHead(PSLIST_HEADER SListHead) { *SListHead = {}; }

PSLIST_ENTRY ExpInterlockedPopEntrySList(PSLIST_HEADER ListHead) {
  drydock::sim::switch_point();
  LockedList list(ListHead);
  PSLIST_ENTRY first = list.first();
  if (first != nullptr) {
    list.set_first(first->Next);
    list.set_depth(static_cast<USHORT>(list.depth() - 1));
  }
  list.unlock();
  return first;
}

PSLIST_ENTRY ExpInterlockedPushEntrySList(PSLIST_HEADER ListHead, PSLIST_ENTRY ListEntry) {
  if (reinterpret_cast<ULONG_PTR>(ListEntry) % MEMORY_ALLOCATION_ALIGNMENT != 0)
    ExRaiseDatatypeMisalignment();
  drydock::sim::switch_point();
  LockedList list(ListHead);
  PSLIST_ENTRY first = list.first();
  ListEntry->Next = first;
  list.set_first(ListEntry);
  list.set_depth(static_cast<USHORT>(list.depth() + 1));
  list.unlock();
  return first;
}

PSLIST_ENTRY ExpInterlockedFlushSList(PSLIST_HEADER ListHead) {
  drydock::sim::switch_point();
  LockedList list(ListHead);
  PSLIST_ENTRY first = list.first();
  list.set_first(nullptr);
  list.set_depth(0);
  list.unlock();
  return first;
}

USHORT ExQueryDepthSList(PSLIST_HEADER SListHead) {
  require_irql_at_most(DISPATCH_LEVEL, "ExQueryDepthSList");
  return static_cast<USHORT>(
      std::atomic_ref<ULONGLONG>(SListHead->Alignment).load(std::memory_order_relaxed));
}

PSLIST_ENTRY FirstEntrySList(const SLIST_HEADER* SListHead) {
  LockedList list(const_cast<PSLIST_HEADER>(SListHead));
  PSLIST_ENTRY first = list.first();
  list.unlock();
  return first;
}

}  // extern "C"
