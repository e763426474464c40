// The fence of a queue, which shows clients how much of the queue's work has ended.
//
// Each piece of work has a value, and the values rise in the order of the work. When work ends, the
// fence reaches its value. When the work is lost, the fence is abandoned: it goes to its last
// value, so that nobody waits for it.
//
//   values   issue_next() or take() ──► reach() by the host, or follow() what the GPU wrote
//                                  └──► abandon()
//   names    name() ──► end_names()
//
// Clients have a handle for the fence and may wait for it, but neither signal nor destroy it: it is
// detached together with its queue.
//
// Owner: the queue. Threads: any; reach() on one at a time. Cost: a value is one atomic operation;
// a change of the fence takes the lock of all synchronization objects once.
#pragma once

#include <atomic>
#include <cstdint>

#include "src/dxgk/object/object.h"
#include "src/dxgk/work/sync_object.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Device;

// The handles and addresses that a client gets for a new queue.
struct QueueNames {
  Handle queue = 0;
  Handle fence = 0;
  void* fence_value = nullptr;  // the address at which clients read it
};

class QueueFence {
 public:
  // How long the fence itself lives: until its names end, so that only its address is left then; or
  // as long as the queue, for a GPU that still writes it.
  enum class Life : std::uint8_t { kUntilNamesEnd, kWithQueue };

  QueueFence(Device& device, Life life);
  ~QueueFence();
  QueueFence(const QueueFence&) = delete;
  QueueFence& operator=(const QueueFence&) = delete;

  // Issues the handles of the fence and of its queue: both or none.
  NTSTATUS name(HandleTable& handles, Object& queue, QueueNames& out);
  // Ends the fence's handle, and the waits by it.
  void end_names(HandleTable& handles) { end_openings(handles, opening_); }

  // The value of the next work.
  UINT64 issue_next() { return last_issued_.fetch_add(1, std::memory_order_relaxed) + 1; }
  // Takes a value that the client has chosen. False when it is not greater than all before.
  bool take(UINT64 value);

  // The work of a value has ended. Values are reached in the order of their issue.
  void reach(UINT64 value);
  // True when reach() has been called for the value. Even after the fence has ended.
  bool has_reached(UINT64 value) const { return reached_.load(std::memory_order_acquire) >= value; }
  // The GPU may have written the fence: wakes those that wait for it, and returns its value.
  UINT64 follow();
  // K-437: the work is lost. Releases the threads that wait for the fence.
  void abandon();

  // Only to compare when its names have ended, unless it lives with its queue.
  SyncObject* object() const { return object_; }
  void* kernel_address() const { return object_->state.kernel_address(); }

 private:
  void withdraw_fence(HandleTable& handles);

  const Life life_;
  OpenSyncs opening_;
  SyncObject* const object_;
  // Only the value itself matters, so relaxed order suffices: the work is passed on under a lock.
  std::atomic<UINT64> last_issued_ = 0;
  // The release in reach() pairs with the acquire in has_reached(): a thread that sees the value
  // sees what the work did.
  std::atomic<UINT64> reached_ = 0;
};

}  // namespace drydock::dxgk
