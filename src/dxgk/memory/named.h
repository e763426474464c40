// Resolves a client's handles on a device. Inside a ReadSection and under the device's lock; the
// result is valid while both last.
#pragma once

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// The allocation that a handle names, on any device, by any of its instances; the instance may not
// exist. Inside a ReadSection, under no lock.
Binding* look_up_binding(Process& process, Handle handle);
bool has_instance(const Binding& binding, Handle handle) DRYDOCK_REQUIRES(some_device_lock);

// The allocation that a handle names, by any of its instances. Null when it is not of this device,
// or is being destroyed.
Binding* find_binding(Device& device, Handle handle)
    DRYDOCK_REQUIRES(device.lock, some_device_lock);

// The same for a resource.
Resource* find_resource(Device& device, Handle handle)
    DRYDOCK_REQUIRES(device.lock, some_device_lock);

// The list of its device that a binding or resource is in.
inline List<Binding>& list_of(Device& device, const Binding& binding)
    DRYDOCK_REQUIRES(device.lock, some_device_lock) {
  if (binding.resource != nullptr) return binding.resource->bindings;
  return binding.is_stopped ? device.stopped_loose : device.loose;
}
inline List<Resource>& list_of(Device& device, const Resource& resource)
    DRYDOCK_REQUIRES(device.lock, some_device_lock) {
  return resource.state() == Resource::State::kStopped ? device.stopped_resources
                                                       : device.resources;
}

}  // namespace drydock::dxgk
