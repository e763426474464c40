// The entry points that a minidriver has.
#pragma once

#include "src/ks/base/wdk.h"

namespace drydock::ks {

// Records each entry point that the tables fill, for the coverage of a verification
// (src/nt/base/called.h).
void note_entry_points(const KSDEVICE_DISPATCH* device);
void note_entry_points(const KSFILTER_DESCRIPTOR& filter);

}  // namespace drydock::ks
