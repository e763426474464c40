#include "src/dxgk/memory/named.h"

#include "src/dxgk/work/process.h"

namespace drydock::dxgk {

Binding* look_up_binding(Process& process, Handle handle) {
  return as<Binding>(process.handles().look_up(without_instance(handle)));
}

bool has_instance(const Binding& binding, Handle handle) {
  const RenamingList* const list = binding.allocation().renaming.get();
  return instance_number(handle) <= (list == nullptr ? 0 : list->count);
}

Binding* find_binding(Device& device, Handle handle) {
  Binding* const binding = look_up_binding(device.process(), handle);
  const bool is_here = binding != nullptr && &binding->device() == &device &&
                       binding->claims.is_open() && has_instance(*binding, handle);
  return is_here ? binding : nullptr;
}

Resource* find_resource(Device& device, Handle handle) {
  auto* const resource = as<Resource>(device.process().handles().look_up(handle));
  const bool is_here = resource != nullptr && &resource->device() == &device && resource->is_live();
  return is_here ? resource : nullptr;
}

}  // namespace drydock::dxgk
