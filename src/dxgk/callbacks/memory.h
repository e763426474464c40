// The common part of the callbacks that allocate system memory.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// Raises K-427 or K-402 when the call is not allowed here, and returns false when the host refuses
// it.
bool check_memory_call(const char* call);

MEMORY_CACHING_TYPE caching_of(DXGK_MEMORY_CACHING_TYPE type);

// Frees the pages of MmAllocatePagesForMdlEx and the MDL.
void free_pages(PMDL mdl);

}  // namespace drydock::dxgk
