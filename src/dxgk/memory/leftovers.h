// Raises the objects that a client leaves on a device that it destroys.
#pragma once

namespace drydock::dxgk {

class Device;

// Reports allocations that were never destroyed (K-027), and resources whose allocations were
// destroyed one by one (K-010). Called before the end of the device begins, with no lock held.
void report_leftovers(Device& device);

}  // namespace drydock::dxgk
