// The I/O manager's record of devices that use StartIo routines or device timers.
//
// Cost: a short lock. Owner: the device. Threads: any.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// A device object is destroyed: its StartIo attributes and its timer are removed.
void remove_start_io(PDEVICE_OBJECT device);
void remove_device_timer(PDEVICE_OBJECT device);

}  // namespace drydock::nt
