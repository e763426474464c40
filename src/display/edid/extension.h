// The timings in extension blocks of an EDID: CTA-861 and DisplayID. Other blocks are left out.
//
// The bytes are hostile: a block with a wrong checksum says nothing, and a part that does not fit
// into its block ends the reading. Owner: the caller. Threads: any. Cost: one pass over 128 bytes.
#pragma once

#include <vector>

#include "src/display/edid/timing.h"
#include "src/display/vidpn/monitors.h"

namespace drydock::display {

struct Extension {
  bool is_television = false;  // it has a CTA-861 extension
  std::vector<Timing> timings;
};

Extension parse_extension(const EdidBlock& block);

}  // namespace drydock::display
