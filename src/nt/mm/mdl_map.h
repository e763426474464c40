// Mappings of the pages of an MDL, for the routines that make them.
//
// Cost: a system call for each run of neighbouring frames, and a short lock. Owner: the caller
// unmaps what it mapped. Threads: any.
#pragma once

#include <cstddef>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"

namespace drydock::nt {

struct MdlView {
  void* page;
  std::size_t pages;
  KPROCESSOR_MODE mode;
};

// Maps the pages of an MDL and returns the address of its first byte; the MDL is not changed. Null
// when the MDL does not describe pages that stay, or they cannot be mapped.
void* map_mdl(MDL& mdl, const ViewOptions& options, KPROCESSOR_MODE mode);

// Ends the mapping of map_mdl() that holds an address; nothing when there is none.
void unmap_mdl(const void* address);

}  // namespace drydock::nt
