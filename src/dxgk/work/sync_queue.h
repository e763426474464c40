// Waits and signals of a context on synchronization objects, in order with its other work.
#pragma once

#include <memory>
#include <span>

#include "src/dxgk/work/context.h"
#include "src/dxgk/work/sync_object.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

struct SyncTarget {
  std::unique_ptr<SyncUse> object;
  UINT64 value = 0;  // for fences: to wait for, or to signal
};
using SyncTargets = std::vector<SyncTarget>;

// The context goes no further until it has all of the objects at once.
NTSTATUS queue_wait(Context& context, SyncTargets objects);

struct SignalRequest {
  bool at_submission = false;  // when it is the signal's turn, not when earlier work is over
  PKEVENT event = nullptr;     // set as well; a pinned one, taken over
};
NTSTATUS queue_signal(Context& context, SyncTargets objects, const SignalRequest& request);

// From a CPU, on monitored fences. Backwards only when that is allowed: else
// STATUS_INVALID_PARAMETER, and nothing happens.
NTSTATUS signal_fences(const SyncTargets& fences, bool may_rewind);
// The kernel's own signal of a fence that is kept.
void signal_fence(SyncObject& fence, UINT64 value);
// The GPU may have written a fence that is kept: who waits hears of it. Its value.
UINT64 follow_fence(SyncObject& fence);
// Sets the event, a pinned one that is taken over, or returns, once all the fences or any of them
// are there.
NTSTATUS wait_for_fences(const SyncTargets& fences, bool any, PKEVENT event);

// K-437: the GPU was reset under the device. What it could have signalled is at its end, so that
// nobody waits for it.
void end_fences(Device& device);

// The context ends: what it owns is free.
void abandon_owned(Context& context);
// K-356.
bool owns_sync(const Context& context);

}  // namespace drydock::dxgk
