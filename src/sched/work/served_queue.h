// A queue whose entries the scheduler's strand ends in the order in which they came.
//
//   add() ──► first() ──► (the strand works on the entry) ──► end_first()
//                                   └──► drop_all(), when nothing of it is wanted any more
//
// Contract: any thread adds entries; only the strand looks at them and takes them out, so the first
// entry stays where it is while the strand works on it without the lock. A thread may wait until
// only so many entries are left. close() refuses further entries. Those that are queued still end,
// and a thread that waits for all of them goes on waiting; a thread that waits for room is woken,
// because it would get none.
//
// Entries are destroyed without the lock, because they may have the last reference to an object.
//
// Owner: the object whose work is queued. Threads: any, under a lock of the owner's, which several
// queues may share. Cost: none beside the queue's own memory; a wait is one completion.
#pragma once

#include <cassert>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "src/sim/gate.h"
#include "src/sim/lock.h"

namespace drydock::sched {

template <typename Entry>
class ServedQueue {
 public:
  // `lock` guards the queue, and outlives it.
  explicit ServedQueue(sim::Lock& lock) : lock_(lock) {}
  ~ServedQueue() { assert(waits_.empty()); }
  ServedQueue(const ServedQueue&) = delete;
  ServedQueue& operator=(const ServedQueue&) = delete;

  sim::Lock& lock() const DRYDOCK_RETURNS_LOCK(lock_) { return lock_; }

  bool is_closed() const DRYDOCK_REQUIRES(lock_) { return is_closed_; }
  bool is_empty() const DRYDOCK_REQUIRES(lock_) { return entries_.empty(); }
  std::size_t size() const DRYDOCK_REQUIRES(lock_) { return entries_.size(); }

  // Adds an entry behind all others. The queue is not closed.
  void add(Entry entry) DRYDOCK_REQUIRES(lock_) {
    assert(!is_closed_);
    entries_.push_back(std::move(entry));
  }
  // `room` is completed when at most `most` entries are left, or when none is accepted any more.
  // The caller waits for it without the lock.
  void await_room(std::size_t most, sim::Completion& room) DRYDOCK_REQUIRES(lock_) {
    assert(!is_closed_ && entries_.size() > most);
    waits_.push_back({.completion = &room, .most = most, .is_for_room = true});
  }

  // Accepts no more entries.
  void close() DRYDOCK_EXCLUDES(lock_) {
    const sim::Hold hold(lock_);
    is_closed_ = true;
    wake([](const Wait& wait) { return wait.is_for_room; });
  }
  // Waits until no entry is left.
  void wait_until_empty() DRYDOCK_EXCLUDES(lock_) {
    sim::Completion empty;
    {
      const sim::Hold hold(lock_);
      if (entries_.empty()) return;
      waits_.push_back({.completion = &empty, .most = 0, .is_for_room = false});
    }
    empty.wait();
  }

  // Called on the strand. Returns the first entry, which stays until end_first(), without the lock
  // too; null when there is none.
  const Entry* first() const DRYDOCK_REQUIRES(lock_) {
    return entries_.empty() ? nullptr : &entries_.front();
  }
  // Called on the strand when the first entry has ended.
  void end_first() DRYDOCK_EXCLUDES(lock_) {
    Entry ended;  // destroyed without the lock
    const sim::Hold hold(lock_);
    assert(!entries_.empty());
    ended = std::move(entries_.front());
    entries_.pop_front();
    const std::size_t left = entries_.size();
    wake([left](const Wait& wait) { return left <= wait.most; });
  }
  // Called on the strand. Drops all entries that are left.
  void drop_all() DRYDOCK_EXCLUDES(lock_) {
    std::deque<Entry> dropped;  // destroyed without the lock
    const sim::Hold hold(lock_);
    dropped.swap(entries_);
    wake([](const Wait&) { return true; });
  }

 private:
  struct Wait {
    sim::Completion* completion;
    std::size_t most;
    bool is_for_room;
  };

  template <typename Which>
  void wake(Which which) DRYDOCK_REQUIRES(lock_) {
    std::erase_if(waits_, [&](const Wait& wait) {
      if (!which(wait)) return false;
      wait.completion->complete();
      return true;
    });
  }

  sim::Lock& lock_;
  std::deque<Entry> entries_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<Wait> waits_ DRYDOCK_GUARDED_BY(lock_);
  bool is_closed_ DRYDOCK_GUARDED_BY(lock_) = false;
};

}  // namespace drydock::sched
