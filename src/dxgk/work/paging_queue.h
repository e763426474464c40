// Paging queues: operations on the memory of a device, which run in order, one after the other.
//
// Every operation has a value of the queue's fence. The fence reaches it when the operation is
// done. What can be done at once needs no operation; clients get the value 0 for it.
#pragma once

#include <functional>
#include <vector>

#include "src/dxgk/object/object.h"
#include "src/dxgk/work/queue_fence.h"
#include "src/sched/work/served_queue.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::vidmm {
class VideoMemory;
}  // namespace drydock::vidmm

namespace drydock::dxgk {

class Device;
class PagingQueues;
class Process;

// One operation, on the scheduler's strand, where memory may move and the driver may be called. If
// it returns false, work at the hardware has to end first, and it is called again then.
using PagingWork = std::function<bool(vidmm::VideoMemory& memory)>;

class PagingQueue final : public Object {
 public:
  static constexpr ObjectType kType = ObjectType::kPagingQueue;

  static NTSTATUS create(Device& device, D3DDDI_PAGINGQUEUE_PRIORITY priority, QueueNames& out);

  // Detaches the handle, waits for the queued operations, and then destroys the fence (K-295).
  // False when another thread was first.
  bool destroy();

  // Queues work behind everything else here. Returns STATUS_PENDING and the value that the fence
  // reaches when the work is done. Inside an operation on the device. If the queue returns anything
  // else, it has dropped the work without running it.
  NTSTATUS queue(PagingWork work, UINT64& value);

  // The operation of a value has ended.
  bool is_done(UINT64 value) const { return fence_.has_reached(value); }

  Device& device() const { return *device_; }
  // Only to compare, when the queue may be destroyed already.
  const SyncObject* fence() const { return fence_.object(); }
  D3DDDI_PAGINGQUEUE_PRIORITY priority() const { return priority_; }

 private:
  friend class PagingQueues;
  struct Queued {
    PagingWork work;
    UINT64 value = 0;
  };

  PagingQueue(Device& device, D3DDDI_PAGINGQUEUE_PRIORITY priority);
  bool run_first(vidmm::VideoMemory& memory);
  void wait_idle() { pending_.wait_until_empty(); }
  // For PagingQueues, whose lock this queue has too.
  bool has_work() const {
    pending_.lock().assert_held();
    return !pending_.is_empty();
  }
  PagingQueues& all() const;

  Device* const device_;  // outlives its queues
  const D3DDDI_PAGINGQUEUE_PRIORITY priority_;
  QueueFence fence_;
  sched::ServedQueue<Queued> pending_;
};

// The paging queues of a device. The one of the highest priority with an operation is served first
// (K-298).
class PagingQueues {
 public:
  explicit PagingQueues(Device& device) : device_(device) {}
  PagingQueues(const PagingQueues&) = delete;
  PagingQueues& operator=(const PagingQueues&) = delete;

  // Both are for the thread that is alone on the device: no operation and no queue is added.
  void wait_idle();
  void destroy_all();

 private:
  friend class PagingQueue;

  void add(PagingQueue& queue);
  void remove(PagingQueue& queue);
  void serve_soon();
  bool serve(vidmm::VideoMemory& memory);
  bool serve_one(vidmm::VideoMemory& memory);
  std::vector<Ref<PagingQueue>> all();

  Device& device_;
  sim::Lock lock_;
  std::vector<PagingQueue*> by_priority_ DRYDOCK_GUARDED_BY(lock_);
  bool is_served_ DRYDOCK_GUARDED_BY(lock_) = false;  // the scheduler serves the device
};

}  // namespace drydock::dxgk
