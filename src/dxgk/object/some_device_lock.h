// The lock of a device, as the fields of its bindings, resources and contexts name it. A DeviceHold
// (work/device.h) takes it.
#pragma once

#include "src/sim/some_lock.h"

namespace drydock::dxgk {

inline constexpr sim::SomeLock some_device_lock;

}  // namespace drydock::dxgk
