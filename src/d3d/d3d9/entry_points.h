// The entry points that a user-mode driver has.
#pragma once

#include "src/d3d/driver/wdk.h"

namespace drydock::d3d {

// Notes each entry point of the table, for the coverage of a verification (src/nt/base/called.h).
void note_entry_points(const D3DDDI_DEVICEFUNCS& table);

}  // namespace drydock::d3d
