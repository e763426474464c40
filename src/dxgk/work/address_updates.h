// Changes of a process's GPU addresses that wait for a fence, in the order of the calls. Each
// context has one such queue.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "src/dxgk/object/object.h"
#include "src/sched/work/served_queue.h"
#include "src/sim/lock.h"
#include "src/vidmm/address_space.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Context;
class SyncUse;

struct AddressUpdate {
  AddressUpdate();
  AddressUpdate(AddressUpdate&&) noexcept;
  AddressUpdate& operator=(AddressUpdate&&) noexcept;
  ~AddressUpdate();

  std::vector<vidmm::AddressSpace::Change> changes;
  vidmm::AddressSpace::Reservations reservations;  // the reservations that it changes
  // The memory that it leads to; claimed until it has ended.
  std::vector<std::shared_ptr<const void>> memory;
  std::unique_ptr<SyncUse> fence;  // reaches the value before the update, and the next one after it
  UINT64 value = 0;
  bool waits = true;
};

class AddressUpdates {
 public:
  // When so many are queued, further calls wait (K-311).
  static constexpr std::size_t kMost = 128;

  // Called inside an operation on the context's device.
  NTSTATUS queue(Context& context, AddressUpdate update);

  // Accepts no more updates, and wakes the threads that wait for room.
  void refuse() { pending_.close(); }
  bool was_used() const { return was_used_.load(std::memory_order_acquire); }
  // On the scheduler's strand. Drops the updates that are left.
  void drop_all() { pending_.drop_all(); }

 private:
  bool serve(Context& context);
  static bool may_run(Context& context, const AddressUpdate& update);
  static void run(Context& context, const AddressUpdate& update);

  sim::Lock lock_;
  sched::ServedQueue<AddressUpdate> pending_{lock_};
  bool is_served_ DRYDOCK_GUARDED_BY(pending_.lock()) = false;
  std::atomic<bool> was_used_ = false;
};

}  // namespace drydock::dxgk
