// The entry points that a miniport has.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// Records each entry point of the table, for the coverage of a verification (src/nt/base/called.h).
void note_entry_points(const DRIVER_INITIALIZATION_DATA& table);

}  // namespace drydock::dxgk
