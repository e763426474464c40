// Checks that what a driver reports about itself is consistent: K-047, K-316 to K-318, K-320 to
// K-322.
#pragma once

#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

// Raises the breaches, and leaves out what contradicts itself.
void check_driver_caps(const Adapter& adapter, DXGK_DRIVERCAPS& caps);
// These return false when the adapter cannot start for what they raised.
bool check_entry_points(const Adapter& adapter, const AdapterCaps& caps);
bool check_segments(const Adapter& adapter, AdapterCaps& caps);

// The banks of a segment in the older forms: lengths, from the first entry of the range table.
// False when they are wrong.
bool check_banks(const Adapter& adapter, std::size_t index, SIZE_T size, UINT banks,
                 const SIZE_T* ends);

}  // namespace drydock::dxgk
