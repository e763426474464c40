// The companion of a context that pages: changes of its process's addresses which wait for a fence,
// in the order of the calls.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "src/dxgk/adapter/address_space.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/object/wdk.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"

namespace drydock::dxgk {
class Context;
class SyncUse;
class TileClaim;
}  // namespace drydock::dxgk

namespace drydock::sched {

struct AddressUpdate {
  AddressUpdate();
  AddressUpdate(AddressUpdate&&) noexcept;
  AddressUpdate& operator=(AddressUpdate&&) noexcept;
  ~AddressUpdate();

  std::vector<dxgk::AddressSpace::Change> changes;
  dxgk::AddressSpace::Reservations reservations;         // that they are for
  std::vector<std::unique_ptr<dxgk::TileClaim>> memory;  // that they lead to
  std::unique_ptr<dxgk::SyncUse> fence;                  // comes to the value, and then to the next
  UINT64 value = 0;
  bool waits = true;
};

class AddressUpdates {
 public:
  // More wait only inside the call (K-311).
  static constexpr std::size_t kMost = 128;

  // Inside an operation on the context's device.
  NTSTATUS queue(dxgk::Context& context, AddressUpdate update);

  // Nothing more comes, and those who wait for room do not any more.
  void refuse();
  bool was_used() const { return was_used_.load(std::memory_order_acquire); }
  // On the scheduler's strand: what is left is dropped.
  void drop_all();

 private:
  bool serve(dxgk::Context& context);
  static bool may_run(dxgk::Context& context, const AddressUpdate& update);
  static void run(dxgk::Context& context, const AddressUpdate& update);

  sim::Lock lock_;
  // The strand alone takes out.
  std::deque<AddressUpdate> pending_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<sim::Completion*> waiters_ DRYDOCK_GUARDED_BY(lock_);
  bool is_served_ DRYDOCK_GUARDED_BY(lock_) = false;
  bool is_closed_ DRYDOCK_GUARDED_BY(lock_) = false;
  std::atomic<bool> was_used_ = false;
};

}  // namespace drydock::sched
