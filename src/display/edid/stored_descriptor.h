// Blocks of an EDID that are stored in the registry and replace what a monitor says of itself:
//
//   HKLM\System\CurrentControlSet\Enum\DISPLAY\<monitor>\0&0&UID<target>\Device Parameters
//       EDID_OVERRIDE
//     "0" REG_BINARY, 128 bytes      the base block
//     "1" REG_BINARY, 128 bytes      the first extension, and so on
//
// <monitor> is the manufacturer and the product in four hexadecimal digits, as in DYD1234, or
// Default_Monitor for one that does not describe itself. Values of another type or size are left
// out.
//
// Owner: the caller. Threads: any. Cost: a look into the registry for each block that may be.
#pragma once

#include <map>
#include <string>

#include "src/display/edid/edid.h"

namespace drydock::display {

// By number.
std::map<UINT, EdidBlock> stored_blocks(const std::optional<Edid>& monitor, UINT target);

}  // namespace drydock::display
