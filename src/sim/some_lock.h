// The lock of some object of a kind, as a capability for the compiler.
//
// A lock may guard fields of other objects than its own. These reach its owner through a pointer,
// if at all, and the compiler cannot see that it is this owner's lock that a caller holds. So the
// fields name a constant of this class, one for each kind of owner, and the class that holds the
// lock of such an owner takes the constant together with the lock. The compiler proves that the
// lock of some owner is held; that it is the right owner's is for the code to get right.
//
// Cost: none at run time. Owner: nobody. Threads: any.
#pragma once

#include "src/sim/thread_annotations.h"

namespace drydock::sim {

class DRYDOCK_ANNOTATION(capability("lock of an owner")) SomeLock {
 public:
  constexpr void acquire() const DRYDOCK_ANNOTATION(acquire_capability()) {}
  constexpr void release() const DRYDOCK_ANNOTATION(release_capability()) {}
  // For a thread that has the object alone: nobody else has it yet, or any more.
  constexpr void is_not_needed() const DRYDOCK_ANNOTATION(assert_capability(this)) {}
};

}  // namespace drydock::sim
