// What destructors do in the thread of a driver that is dead by now.
//
// The executive ends the call of a dead driver by an exception, which no destructor may let out.
// What is left undone then is the dead driver's; its call ends at its next call of the host.
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
