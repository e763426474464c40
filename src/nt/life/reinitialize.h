// Routines that a driver wants to be called after its DriverEntry.
//
// Owner: the driver's entries go when they are called or when the driver ends. Threads: any.
// Cost: a short lock.
#pragma once

#include "src/nt/driver/driver.h"

namespace drydock::nt {

// Calls what the driver registered in its DriverEntry, which has succeeded. A routine may register
// again, and is then called once more.
void reinitialize(Driver& driver);

// DriverEntry has failed: nothing is called.
void drop_reinitialization(const Driver& driver);

}  // namespace drydock::nt
