// DXGKRNL_INTERFACE: what a miniport can call.
//
// Every callback of the documented table is there, as far as the driver's version knows it. Those
// of parts that Drydock leaves out (display modes, content protection, partitions) check their
// arguments and return the documented failure.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// For a driver of this version; what it does not know is null.
DXGKRNL_INTERFACE kernel_interface(ULONG version, HANDLE device_handle);

}  // namespace drydock::dxgk
