// What a miniport may and may not say of an allocation that it has created.
#pragma once

#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

// Findings for what is wrong with the answer, by rule; false when the allocation cannot be used and
// the creation has to fail.
struct AllocationKind {
  bool is_primary = false;
  bool is_shared = false;
  bool is_existing = false;  // over memory of a client, which is cached
  bool is_cross_adapter = false;
  bool has_memory = false;  // of its client's, or a section
};
bool check_allocation(Adapter& adapter, const DXGK_ALLOCATIONINFO& info, UINT index,
                      const AllocationKind& kind);

// False when no segment that the allocation may be in has room for it, ever.
bool fits_segments(const Adapter& adapter, const DXGK_ALLOCATIONINFO& info);

}  // namespace drydock::dxgk
