#include "src/sched/memory/context_updates.h"

#include <utility>

namespace drydock::sched {

void ContextUpdates::run(Update& update, vidmm::Tenant& tenant, void* data, UINT bytes) {
  if (are_refused_) return update.is_over.complete();
  running_ = &update;
  memory_.pin(tenant);
  const bool is_done = memory_.make_resident(tenant) == vidmm::Placed::kYes &&
                       running_ != nullptr &&
                       memory_.update_context_allocation(tenant, data, bytes);
  memory_.unpin(tenant);
  if (std::exchange(running_, nullptr) == nullptr) return;  // the caller has stopped waiting
  update.is_done = is_done;
  update.is_over.complete();
}

ContextUpdates::Refusal::Refusal(ContextUpdates& updates)
    : updates_(updates), before_(std::exchange(updates.are_refused_, true)) {
  if (Update* const update = std::exchange(updates.running_, nullptr)) update->is_over.complete();
}

}  // namespace drydock::sched
