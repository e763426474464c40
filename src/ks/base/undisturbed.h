// Lets destructors finish on the thread of a driver that has ended.
//
// The executive ends the call of a dead driver by an exception, and no destructor may let one out.
// `undisturbed` runs a body and drops that exception. What the body left undone belongs to the dead
// driver; its call ends at its next call of the host.
#pragma once

#include "src/nt/driver/driver.h"

namespace drydock::ks {

template <class Body>
void undisturbed(const Body& body) noexcept {
  try {
    body();
  } catch (const nt::DriverEnded&) {
  }
}

}  // namespace drydock::ks
