// Hardware queues: work for a GPU that schedules itself, and the fence that shows its progress.
//
// A queue belongs to a context. The GPU writes its progress fence; the value says which work of the
// queue has ended. Work comes by DxgkDdiSubmitCommandToHwQueue. In a queue for user-mode submission
// it comes by a ring buffer and a doorbell (doorbell.h): of that the kernel sees only a word, in
// which the client stores how far it has queued.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "src/dxgk/object/claims.h"
#include "src/dxgk/object/list.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/object/two_ends.h"
#include "src/dxgk/pages/fence_page.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/queue_fence.h"
#include "src/sched/work/work_source.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class Doorbell;
class Seat;

struct HwQueueRequest {
  D3DDDI_CREATEHWQUEUEFLAGS flags{};
  std::span<std::byte> private_data;  // in and out
};

// True when the driver has hardware queues; and, for a node, queues for user-mode submission.
bool has_hw_queues(const Adapter& adapter);
bool has_user_mode_submission(const Adapter& adapter, UINT node);

class HwQueue final : public Object, public Linked<HwQueue>, public sched::HardwareQueue {
 public:
  static constexpr ObjectType kType = ObjectType::kHwQueue;

  // DxgkDdiCreateHwQueue. The context must not be destroyed meanwhile (HostClaim).
  static NTSTATUS create(Context& context, const HwQueueRequest& request, QueueNames& out);

  // Its handles are detached and the driver's half is destroyed. False when another thread was
  // first.
  bool destroy();
  // K-462: its doorbell is disconnected, its work ends, then the driver destroys both. The handles
  // stay.
  void destroy_in_driver();

  // Its last work, or the last call of a client on it, has ended, and no more can begin.
  void drained() { idle_.complete(); }

  Context& context() const { return *context_; }
  // sched::HardwareQueue
  void add_ref() override { Object::add_ref(); }
  void release() override { Object::release(); }
  bool claim_by_gpu() override { return claims.claim(Claims::By::kGpu); }
  void release_by_gpu() override {
    if (claims.release(Claims::By::kGpu)) drained();
  }
  sched::WorkSource& source() const override { return *context_; }
  HANDLE driver() const override { return driver_; }
  std::uint32_t label() const override { return handle(); }
  UINT64 follow_progress() override { return fence_.follow(); }
  void end_progress() override { fence_.abandon(); }
  void* progress_address() const override { return fence_.kernel_address(); }
  void disconnect_if_lost() override;
  bool is_for_user_mode() const { return queued_ != nullptr; }
  // True when its work may take longer than the time-out.
  bool has_no_timeout() const override { return flags_.DisableGpuTimeout != 0; }

  // Reserves the value for the next work. False when it is not greater than all before.
  bool take_value(UINT64 value) { return fence_.take(value); }
  // How far the client has queued by itself, and where it stores that. 0 and null without user-mode
  // submission.
  UINT64 last_queued() const { return queued_ ? queued_->get() : 0; }
  void* last_queued_address() const { return queued_ ? queued_->address() : nullptr; }

  // For threads that make, connect or end its doorbell. The doorbell; null when it has none.
  sim::Gate doorbell_turn DRYDOCK_ACQUIRED_BEFORE(doorbell_lock_);
  Ref<Doorbell> doorbell() const;
  // False when it has a doorbell, or is being destroyed.
  bool set_doorbell(Doorbell& doorbell);
  void remove_doorbell(const Doorbell& doorbell);

  Claims claims;

 private:
  HwQueue(Context& context, D3DDDI_CREATEHWQUEUEFLAGS flags);
  ~HwQueue() override;
  NTSTATUS create_in_driver(const HwQueueRequest& request, Handle fence);
  void call_destroy();
  bool join_context();
  void await_queued_work();

  const Ref<Context> context_;
  const D3DDDI_CREATEHWQUEUEFLAGS flags_;
  HANDLE driver_ = nullptr;
  QueueFence fence_;                         // for its progress
  const std::unique_ptr<FencePage> queued_;  // for user-mode submission
  sim::Completion idle_;
  TwoEnds ends_;

  mutable sim::Lock doorbell_lock_;
  Ref<Doorbell> doorbell_ DRYDOCK_GUARDED_BY(doorbell_lock_);
  bool refuses_doorbells_ DRYDOCK_GUARDED_BY(doorbell_lock_) = false;
};

// The queues that exist in an adapter's driver, by the handles that it got and returned.
class HwQueues {
 public:
  HANDLE introduce(HwQueue& queue);
  void set_driver(const HwQueue& queue, HANDLE driver);
  void remove(const HwQueue& queue);

  // Null when the driver has no queue of that handle.
  Ref<HwQueue> find(HANDLE handle);

 private:
  struct Known {
    HwQueue* queue = nullptr;  // valid while it is listed
    HANDLE driver = nullptr;
  };

  // As for ContextAllocations: no pointer or index of a driver's own has such a value.
  static constexpr std::uintptr_t kFirstHandle = 0xFFFF'A000'0000'0000;
  static constexpr std::uintptr_t kHandleStep = 0x10;

  sim::Lock lock_;
  std::uintptr_t last_handle_ DRYDOCK_GUARDED_BY(lock_) = kFirstHandle;
  std::map<HANDLE, Known> all_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::dxgk
