// Holds a lock while it lives: the one shape of the holders of src/sim.
//
// Cost: that of the two functions. Owner: the function whose section it is. Threads: one.
#pragma once

#include "src/sim/thread_annotations.h"

namespace drydock::sim {

template <typename Held, void (Held::*kAcquire)(), void (Held::*kRelease)()>
class DRYDOCK_ANNOTATION(scoped_lockable) ScopedHold {
 public:
  explicit ScopedHold(Held& held) DRYDOCK_ANNOTATION(acquire_capability(held)) : held_(held) {
    (held_.*kAcquire)();
  }
  ~ScopedHold() DRYDOCK_ANNOTATION(release_capability()) { (held_.*kRelease)(); }
  ScopedHold(const ScopedHold&) = delete;
  ScopedHold& operator=(const ScopedHold&) = delete;

 private:
  Held& held_;
};

}  // namespace drydock::sim
