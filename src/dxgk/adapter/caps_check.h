// Checks that what a driver reports about itself is consistent: K-047, K-316 to K-318, K-320 to
// K-322.
#pragma once

#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

// Each returns false when it raised a breach for which the adapter must not start.
bool check_driver_caps(const Adapter& adapter, const DXGK_DRIVERCAPS& caps);
bool check_entry_points(const Adapter& adapter, const AdapterCaps& caps);
bool check_segments(const Adapter& adapter, const AdapterCaps& caps);

// The banks of a segment in the older forms: lengths, from the first entry of the range table.
bool check_banks(const Adapter& adapter, std::size_t index, SIZE_T size, UINT banks,
                 const SIZE_T* ends);

}  // namespace drydock::dxgk
