// What a client's handles mean on a device. All inside a Visit and under the device's lock; what is
// found stays as long as both last.
#pragma once

#include "src/dxgk/device.h"

namespace drydock::dxgk {

// The allocation that a handle names; null when it is none of this device, or on its way out.
Binding* find_binding(Device& device, Handle handle) DRYDOCK_REQUIRES(device.lock);

// The resource likewise.
Resource* find_resource(Device& device, Handle handle) DRYDOCK_REQUIRES(device.lock);

}  // namespace drydock::dxgk
