#include "src/dxgk/work/address_updates.h"

#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/context_work.h"
#include "src/dxgk/work/device.h"
#include "src/dxgk/work/sync_object.h"
#include "src/dxgk/work/sync_queue.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"
#include "src/vidmm/page_tables.h"

namespace drydock::dxgk {

AddressUpdate::AddressUpdate() = default;
AddressUpdate::AddressUpdate(AddressUpdate&&) noexcept = default;
AddressUpdate& AddressUpdate::operator=(AddressUpdate&&) noexcept = default;
AddressUpdate::~AddressUpdate() = default;

NTSTATUS AddressUpdates::queue(Context& context, AddressUpdate update) {
  bool is_known = false;
  for (;;) {
    if (!context.device().is_working() || context.device().is_going()) return STATUS_DEVICE_REMOVED;
    sim::Completion has_room;
    {
      const sim::Hold hold(pending_.lock());
      if (pending_.is_closed()) return STATUS_INVALID_PARAMETER;
      if (pending_.size() < kMost) {
        pending_.add(std::move(update));
        is_known = std::exchange(is_served_, true);
        was_used_.store(true, std::memory_order_release);
        break;
      }
      pending_.await_room(kMost - 1, has_room);
    }
    has_room.wait();
  }
  sched::Scheduler& gpu = *context.device().adapter().scheduler();
  if (is_known) {
    gpu.look_again();
  } else {
    gpu.run_until_done([this, reference = Ref<Context>(context)](vidmm::VideoMemory&) {
      return serve(*reference);
    });
  }
  return STATUS_SUCCESS;
}

bool AddressUpdates::may_run(Context& context, const AddressUpdate& update) {
  if (!update.waits) return true;
  SyncState& fence = (*update.fence)->state;
  const sim::Hold hold(sync_lock());
  if (fence.value() >= update.value) return true;
  fence.add_waiter(context);  // the thread that changes the value wakes the strand
  return false;
}

// The client may have freed the reservations meanwhile (K-309).
void AddressUpdates::run(Context& context, const AddressUpdate& update) {
  Seat& seat = context.device().seat();
  seat.addresses()->update(update.changes, update.reservations);
  if (seat.tables() != nullptr) seat.tables()->bring(vidmm::PageTables::For::kLater);
  trace::event("addresses", "updated",
               {{"context", context.handle()}, {"fence", update.value + 1}});
  signal_fence(**update.fence, update.value + 1);
}

// True when nothing is left.
bool AddressUpdates::serve(Context& context) {
  for (;;) {
    const AddressUpdate* first = nullptr;
    {
      const sim::Hold hold(pending_.lock());
      first = pending_.first();
      if (first == nullptr) {
        is_served_ = false;
        return true;
      }
    }
    if (!context.device().is_working() || context.device().is_going()) {
      drop_all();
      continue;
    }
    if (!may_run(context, *first)) return false;
    run(context, *first);
    pending_.end_first();
  }
}

}  // namespace drydock::dxgk
