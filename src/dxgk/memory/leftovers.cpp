#include "src/dxgk/memory/leftovers.h"

#include "src/dxgk/memory/resource.h"
#include "src/dxgk/work/device.h"

namespace drydock::dxgk {

void note_leftovers(Device& device) {
  std::uint32_t allocations = 0;
  std::uint32_t resources = 0;
  {
    const sim::SpinHold hold(device.lock);
    for (Binding* each = device.loose.first(); each != nullptr; each = device.loose.after(*each))
      ++allocations;
    for (Resource* resource = device.resources.first(); resource != nullptr;
         resource = device.resources.after(*resource)) {
      if (resource->bindings.empty()) ++resources;
      for (Binding* each = resource->bindings.first(); each != nullptr;
           each = resource->bindings.after(*each))
        ++allocations;
    }
  }
  if (allocations != 0) device.lints.note(ClientLint::kAllocationLeft, allocations);
  if (resources != 0) device.lints.note(ClientLint::kResourceLeft, resources);
}

}  // namespace drydock::dxgk
