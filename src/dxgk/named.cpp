#include "src/dxgk/named.h"

#include "src/dxgk/process.h"

namespace drydock::dxgk {

Binding* find_binding(Device& device, Handle handle) {
  auto* const binding = as<Binding>(device.process().handles().look_up(handle));
  const bool is_here =
      binding != nullptr && &binding->device() == &device && binding->claims.is_open();
  return is_here ? binding : nullptr;
}

Resource* find_resource(Device& device, Handle handle) {
  auto* const resource = as<Resource>(device.process().handles().look_up(handle));
  const bool is_here = resource != nullptr && &resource->device() == &device &&
                       !resource->detached && !resource->stopped;
  return is_here ? resource : nullptr;
}

}  // namespace drydock::dxgk
