// The companion of a context that pages: changes of its process's addresses which wait for a fence,
// in the order of the calls.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "src/dxgk/object/object.h"
#include "src/sim/gate.h"
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
  vidmm::AddressSpace::Reservations reservations;   // that they are for
  std::vector<std::shared_ptr<const void>> memory;  // that they lead to; claimed until it is over
  std::unique_ptr<SyncUse> fence;                   // comes to the value, and then to the next
  UINT64 value = 0;
  bool waits = true;
};

class AddressUpdates {
 public:
  // More wait only inside the call (K-311).
  static constexpr std::size_t kMost = 128;

  // Inside an operation on the context's device.
  NTSTATUS queue(Context& context, AddressUpdate update);

  // Nothing more comes, and those who wait for room do not any more.
  void refuse();
  bool was_used() const { return was_used_.load(std::memory_order_acquire); }
  // On the scheduler's strand: what is left is dropped.
  void drop_all();

 private:
  bool serve(Context& context);
  static bool may_run(Context& context, const AddressUpdate& update);
  static void run(Context& context, const AddressUpdate& update);

  sim::Lock lock_;
  // The strand alone takes out.
  std::deque<AddressUpdate> pending_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<sim::Completion*> waiters_ DRYDOCK_GUARDED_BY(lock_);
  bool is_served_ DRYDOCK_GUARDED_BY(lock_) = false;
  bool is_closed_ DRYDOCK_GUARDED_BY(lock_) = false;
  std::atomic<bool> was_used_ = false;
};

}  // namespace drydock::dxgk
