// What the I/O manager keeps for devices that use StartIo routines or device timers.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// A device object goes: its StartIo attributes and its timer go too.
void forget_start_io(PDEVICE_OBJECT device);
void forget_device_timer(PDEVICE_OBJECT device);

}  // namespace drydock::nt
