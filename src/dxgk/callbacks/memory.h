// What the callbacks that give system memory share.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// K-427 and K-402: false when the call is refused.
bool check_memory_call(const char* call);

MEMORY_CACHING_TYPE caching_of(DXGK_MEMORY_CACHING_TYPE type);

// Frees the pages of MmAllocatePagesForMdlEx and the MDL.
void free_pages(PMDL mdl);

}  // namespace drydock::dxgk
