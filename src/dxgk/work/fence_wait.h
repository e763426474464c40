// A wait of a CPU for monitored fences: for all of them or for any, by an event or by a thread.
//
// It belongs to the handles by which it was made: it ends when one of them is detached.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "src/dxgk/object/object.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class SyncState;

// The lock of all synchronization objects and of the waits for them. There is one, because a wait
// may be for several objects.
sim::Lock& sync_lock();

class FenceWait {
 public:
  // `event` is pinned, and the wait takes the pin over. If it is null, a thread calls wait().
  FenceWait(PKEVENT event, bool any) : event_(event), any_(any) {}
  ~FenceWait();
  FenceWait(const FenceWait&) = delete;
  FenceWait& operator=(const FenceWait&) = delete;

  // Adds a fence, as an opening names it.
  void add(const SyncState& fence, const Object& opening, std::uint64_t value)
      DRYDOCK_REQUIRES(sync_lock()) {
    marks_.push_back({.fence = &fence, .opening = &opening, .value = value});
  }
  // The fence has reached a value. That counts even if the fence is rewound later.
  void reached(const SyncState& fence, std::uint64_t value) DRYDOCK_REQUIRES(sync_lock());
  bool is_over() const DRYDOCK_REQUIRES(sync_lock());
  bool is_made_by(const Object& opening) const DRYDOCK_REQUIRES(sync_lock());

  // Wakes the waiter; sets an event only on success. Only the first call counts. No lock is held.
  void fire(NTSTATUS status);
  NTSTATUS wait();

 private:
  struct Mark {
    const SyncState* fence;
    const Object* opening;
    std::uint64_t value;
    bool is_reached = false;
  };

  PKEVENT event_;  // released when it fires, or at the end
  const bool any_;
  std::vector<Mark> marks_ DRYDOCK_GUARDED_BY(sync_lock());
  std::atomic<bool> is_fired_ = false;
  NTSTATUS status_ = STATUS_TIMEOUT;  // written before done_ is
  sim::Completion done_;
};

}  // namespace drydock::dxgk
