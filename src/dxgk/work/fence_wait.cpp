#include "src/dxgk/work/fence_wait.h"

#include <algorithm>
#include <utility>

#include "src/nt/ob/object.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {

sim::Lock& sync_lock() {
  static sim::NeverDestroyed<sim::Lock> all;
  return *all;
}

FenceWait::~FenceWait() {
  if (event_ != nullptr) nt::unpin_object(event_);
}

void FenceWait::reached(const SyncState& fence, std::uint64_t value) {
  for (Mark& mark : marks_) {
    if (mark.fence == &fence && mark.value <= value) mark.is_reached = true;
  }
}

bool FenceWait::is_over() const {
  return any_ ? std::ranges::any_of(marks_, &Mark::is_reached)
              : std::ranges::all_of(marks_, &Mark::is_reached);
}

bool FenceWait::is_made_by(const Object& opening) const {
  return std::ranges::any_of(marks_, [&](const Mark& mark) { return mark.opening == &opening; });
}

void FenceWait::fire(NTSTATUS status) {
  // It may wait for several fences, which can change at the same time.
  if (is_fired_.exchange(true, std::memory_order_acq_rel)) return;
  status_ = status;
  if (PKEVENT const event = std::exchange(event_, nullptr)) {
    if (NT_SUCCESS(status)) KeSetEvent(event, IO_NO_INCREMENT, FALSE);
    nt::unpin_object(event);
  }
  done_.complete();
}

NTSTATUS FenceWait::wait() { return done_.wait() ? status_ : STATUS_TIMEOUT; }

}  // namespace drydock::dxgk
