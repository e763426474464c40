// What a client leaves on a device that it destroys.
#pragma once

namespace drydock::dxgk {

class Device;

// Counts allocations that were never destroyed, and resources whose allocations were destroyed one
// by one, among the client's lints. Before the end of the device begins; no lock is held.
void note_leftovers(Device& device);

}  // namespace drydock::dxgk
