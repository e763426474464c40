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

// The context waits until it has all of the objects at once.
NTSTATUS queue_wait(Context& context, SyncTargets objects);

struct SignalRequest {
  bool at_submission = false;  // at the signal's turn, without a wait for earlier work
  PKEVENT event = nullptr;     // set as well; pinned, and the pin is taken over
};
NTSTATUS queue_signal(Context& context, SyncTargets objects, const SignalRequest& request);

// A CPU signals monitored fences. If a value would go back and that is not allowed, it returns
// STATUS_INVALID_PARAMETER and changes nothing.
NTSTATUS signal_fences(const SyncTargets& fences, bool may_rewind);
// The kernel signals a fence, which the caller keeps live.
void signal_fence(SyncObject& fence, UINT64 value);
// The GPU may have written the fence, which the caller keeps live: wakes its waiters, and returns
// its value.
UINT64 follow_fence(SyncObject& fence);
// Sets the event (pinned, and the pin is taken over) or returns when all fences, or any of them,
// have reached their values.
NTSTATUS wait_for_fences(const SyncTargets& fences, bool any, PKEVENT event);

// K-437: the GPU was reset under the device. Sets the fences that it could have signalled to their
// last value, so that no thread waits for them.
void end_fences(Device& device);

// The context ends: releases the mutexes that it owns.
void abandon_owned(Context& context);
// K-356: true when the context owns a mutex.
bool owns_sync(const Context& context);

}  // namespace drydock::dxgk
