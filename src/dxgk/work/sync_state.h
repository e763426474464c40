// The state of a synchronization object: its value, its owner, and its waiters.
//
// All objects share one lock, because a context takes several of them at once or none. Nothing is
// called under it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "src/dxgk/object/object.h"
#include "src/dxgk/pages/fence_page.h"
#include "src/dxgk/work/fence_wait.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Context;

using FenceWaits = std::vector<std::shared_ptr<FenceWait>>;

class SyncState {
 public:
  explicit SyncState(const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info);
  ~SyncState();
  SyncState(const SyncState&) = delete;
  SyncState& operator=(const SyncState&) = delete;

  // K-437: where a fence goes whose signal is lost, so that nobody waits for it.
  static constexpr std::uint64_t kAbandoned = std::numeric_limits<std::uint64_t>::max();

  // Returns whether a wait of the context passes: a mutex is free or its own, a semaphore has a
  // count left, a fence has come to the value.
  bool is_satisfied(const Context& context, std::uint64_t value) const
      DRYDOCK_REQUIRES(sync_lock());
  // Passes a wait. True when the context owns the object from now on.
  bool take(const Context& context) DRYDOCK_REQUIRES(sync_lock());
  // Signals. True when the context does not own the object any more.
  bool give(const Context& context, std::uint64_t value) DRYDOCK_REQUIRES(sync_lock());
  // Its owner was destroyed.
  void abandon() DRYDOCK_REQUIRES(sync_lock()) {
    owner_ = nullptr;
    is_owned_ = false;
  }

  // A fence: where it is, and where it is to be.
  std::uint64_t value() const DRYDOCK_REQUIRES(sync_lock()) { return value_; }
  void set_value(std::uint64_t value) DRYDOCK_REQUIRES(sync_lock());
  // The GPU has written a monitored fence: reads the value from its page. The value never goes
  // back.
  std::uint64_t follow_page() DRYDOCK_REQUIRES(sync_lock());
  // The addresses at which clients read a monitored fence and the GPU writes it; null for other
  // objects.
  void* address() const { return page_ ? page_->address() : nullptr; }
  void* kernel_address() const { return page_ ? page_->kernel_address() : nullptr; }

  // CPUs that wait for a monitored fence. The thread that takes a wait fires it, without the lock.
  void add_wait(std::shared_ptr<FenceWait> wait) DRYDOCK_REQUIRES(sync_lock()) {
    waits_.push_back(std::move(wait));
  }
  FenceWaits take_over() DRYDOCK_REQUIRES(sync_lock());
  FenceWaits take_made_by(const Object& opening) DRYDOCK_REQUIRES(sync_lock());

  // Contexts that stopped at this object; each is woken once when something changed.
  void add_waiter(Context& context) DRYDOCK_REQUIRES(sync_lock());
  std::vector<Ref<Context>> take_waiters() DRYDOCK_REQUIRES(sync_lock());

 private:
  const D3DDDI_SYNCHRONIZATIONOBJECT_TYPE type_;
  const std::uint64_t most_;                                 // for a semaphore
  std::uint64_t value_ DRYDOCK_GUARDED_BY(sync_lock()) = 0;  // a semaphore's count, a fence's value
  bool is_owned_ DRYDOCK_GUARDED_BY(sync_lock()) = false;    // for a mutex
  const Context* owner_ DRYDOCK_GUARDED_BY(sync_lock()) =
      nullptr;  // only compared; null when no context in particular owns it
  std::vector<Ref<Context>> waiters_ DRYDOCK_GUARDED_BY(sync_lock());
  std::unique_ptr<FencePage> page_;  // for a monitored fence
  FenceWaits waits_ DRYDOCK_GUARDED_BY(sync_lock());
};

}  // namespace drydock::dxgk
