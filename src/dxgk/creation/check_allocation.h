// Checks what a miniport reports about an allocation that it has created.
#pragma once

#include <optional>

#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

// The purpose of an allocation.
struct AllocationKind {
  bool is_primary = false;
  bool is_shared = false;
  bool is_existing = false;  // it uses memory of a client, which is cached
  bool is_cross_adapter = false;
  bool has_memory = false;  // it uses memory of a client, or a section
  // Of a surface that the driver described for Windows.
  std::optional<DescribedRows> rows = {};
};

// Raises a breach for each wrong answer, and leaves out of `info` what is wrong. False when nothing
// is left that can be created.
bool check_allocation(Adapter& adapter, DXGK_ALLOCATIONINFO& info, UINT index,
                      const AllocationKind& kind);

// False when no segment that the allocation may lie in can ever hold it.
bool fits_segments(const Adapter& adapter, const DXGK_ALLOCATIONINFO& info);

}  // namespace drydock::dxgk
