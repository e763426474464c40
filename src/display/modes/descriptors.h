// Reads, through the driver, the descriptions of the monitors at the outputs of an adapter.
//
// Cost: one call of the driver for each question. Threads: as the driver's calls.
#pragma once

#include <optional>
#include <vector>

#include "src/display/modes/mode_driver.h"
#include "src/display/vidpn/monitors.h"

namespace drydock::display {

// DxgkDdiQueryDeviceDescriptor. Returns nothing when the monitor does not describe itself.
std::optional<EdidBlock> read_block(const DXGK_CHILD_DESCRIPTOR& output, UINT block,
                                    ModeDriver& driver);
// The base block of a monitor that gave it before (D-035).
std::optional<EdidBlock> read_base_block_again(const DXGK_CHILD_DESCRIPTOR& output,
                                               ModeDriver& driver);
// The same for a child that is no video output, which describes itself by four strings.
void read_generic_descriptor(const DXGK_CHILD_DESCRIPTOR& child, ModeDriver& driver);

// The whole description of a monitor: blocks that are stored take the place of its own. Empty when
// it has none. `was_described` when it gave its base block before.
std::vector<DescriptorBlock> read_descriptor(const DXGK_CHILD_DESCRIPTOR& output,
                                             bool was_described, ModeDriver& driver);

}  // namespace drydock::display
