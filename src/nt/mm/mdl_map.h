// Mappings of the pages of an MDL, for the routines that make them.
//
// Cost: a system call for each run of neighbouring frames, and a short lock. Owner: the caller
// unmaps what it mapped. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>

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

// How the memory of devices is mapped: the room of buses sets it before an MDL with MDL_IO_SPACE
// exists. `map` returns null when the pages cannot be mapped.
struct DevicePages {
  void* (*map)(std::uint64_t physical, std::size_t bytes, bool writable);
  bool (*unmap)(const void* address, std::size_t bytes);
};
void set_device_pages(const DevicePages& pages);

}  // namespace drydock::nt
