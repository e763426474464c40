// What a miniport may and may not say of an allocation that it has created.
#pragma once

#include "src/dxgk/adapter.h"

namespace drydock::dxgk {

// Findings for what is wrong with the answer, by rule; false when the allocation cannot be used and
// the creation has to fail.
bool check_allocation(const Adapter& adapter, const DXGK_ALLOCATIONINFO& info, UINT index,
                      bool is_primary);

}  // namespace drydock::dxgk
