// A monitor as drivers may ask about it, made from what it says of itself.
//
// Owner: the caller. Threads: any. Cost: a pass over the blocks.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "src/display/edid/edid.h"
#include "src/display/vidpn/monitors.h"

namespace drydock::display {

// `blocks` are those of its EDID, the base block first. Without a usable base block the monitor has
// the modes that every monitor can show. A monitor of a television standard begins without modes.
std::shared_ptr<Monitor> make_monitor(UINT target, std::vector<DescriptorBlock> blocks,
                                      bool supports_television);

}  // namespace drydock::display
