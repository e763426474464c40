// DXGKRNL_INTERFACE: what a miniport can call.
//
// Every callback of the documented table is there, as far as the driver's version knows it. Those
// of parts that Drydock leaves out (display modes, content protection, partitions) check their
// arguments and return the documented failure.
//
// Contract: every callback checks where it is called from, then its arguments; what a driver did
// wrong is a Breach against the running driver, which may end it. Cost: a look-up of the device by
// its handle. Owner: the driver has a copy of the table. Threads: those of the driver, at the IRQL
// that each callback's page allows.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// The table for a driver of this version. Functions that the version does not know are null.
DXGKRNL_INTERFACE kernel_interface(ULONG version, HANDLE device_handle);

}  // namespace drydock::dxgk
