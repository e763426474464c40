// Waits and signals of a context on synchronization objects, in order with its other work.
#pragma once

#include <memory>
#include <span>

#include "src/dxgk/context.h"
#include "src/dxgk/sync_object.h"
#include "src/dxgk/wdk.h"

namespace drydock::sched {

using SyncUses = std::vector<std::unique_ptr<dxgk::SyncUse>>;

// The context goes no further until it has all of the objects at once. `value` is for fences.
NTSTATUS queue_wait(dxgk::Context& context, SyncUses objects, UINT64 value);

struct SignalRequest {
  UINT64 value = 0;            // for fences
  bool at_submission = false;  // when it is the signal's turn, not when earlier work is over
  PKEVENT event = nullptr;     // set as well; a pinned one, taken over
};
NTSTATUS queue_signal(dxgk::Context& context, SyncUses objects, const SignalRequest& request);

// The context ends: what it owns is free.
void abandon_owned(dxgk::Context& context);
// K-356.
bool owns_sync(const dxgk::Context& context);

}  // namespace drydock::sched
