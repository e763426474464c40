// What a client's handles mean on a device. All inside a ReadSection and under the device's lock;
// what is found stays as long as both last.
#pragma once

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

// The allocation that a handle names, whatever its device, and whichever of its instances; it may
// have no such instance. Inside a ReadSection, under no lock.
Binding* look_up_binding(Process& process, Handle handle);
bool has_instance(const Binding& binding, Handle handle);

// The allocation that a handle names, by any of its instances; null when it is none of this device,
// or on its way out.
Binding* find_binding(Device& device, Handle handle) DRYDOCK_REQUIRES(device.lock);

// The resource likewise.
Resource* find_resource(Device& device, Handle handle) DRYDOCK_REQUIRES(device.lock);

// The list of its device that a binding or resource is in.
inline List<Binding>& list_of(Device& device, const Binding& binding)
    DRYDOCK_REQUIRES(device.lock) {
  if (binding.resource != nullptr) return binding.resource->bindings;
  return binding.is_stopped ? device.stopped_loose : device.loose;
}
inline List<Resource>& list_of(Device& device, const Resource& resource)
    DRYDOCK_REQUIRES(device.lock) {
  return resource.state() == Resource::State::kStopped ? device.stopped_resources
                                                       : device.resources;
}

}  // namespace drydock::dxgk
