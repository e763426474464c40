// How the GPU of an adapter translates virtual addresses, as its driver described it at its start.
// The description is constant: any thread may read it.
#pragma once

#include <cstdint>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::vidmm {

struct GpuMmu {
  DXGK_GPUMMUCAPS caps{};
  std::vector<DXGK_PAGE_TABLE_LEVEL_DESC> levels;  // the level of the leaves first, the root's last

  UINT bits() const { return caps.VirtualAddressBitCount; }
  // How many bytes one entry of a table of this level covers; at level 0 that is a page.
  std::uint64_t bytes_of_entry(std::size_t level) const;
  // How many bytes one leaf covers.
  std::uint64_t bytes_of_leaf() const { return bytes_of_entry(1); }
  // The first address that can be mapped: the root's first entry leads nowhere (K-079).
  std::uint64_t first_address() const { return bytes_of_entry(levels.size() - 1); }
  // True when the levels together cover every address. With two levels the root has as many entries
  // as are needed. A description that is not whole is not used.
  bool is_whole() const;
};

}  // namespace drydock::vidmm
