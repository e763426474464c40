// How the GPU of an adapter finds memory by virtual addresses, as its driver described it when it
// started. A constant description: any thread may read it.
#pragma once

#include <cstdint>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::vidmm {

struct GpuMmu {
  DXGK_GPUMMUCAPS caps{};
  std::vector<DXGK_PAGE_TABLE_LEVEL_DESC> levels;  // that of the leaves first, the root's last

  UINT bits() const { return caps.VirtualAddressBitCount; }
  // How much one entry of a table of this level leads to; of level 0 a page.
  std::uint64_t bytes_of_entry(std::size_t level) const;
  // How much one leaf leads to.
  std::uint64_t bytes_of_leaf() const { return bytes_of_entry(1); }
  // Where addresses begin: the root's first entry leads nowhere (K-079).
  std::uint64_t first_address() const { return bytes_of_entry(levels.size() - 1); }
  // Each address has its entry: the root has what the other levels leave, of two levels as many
  // entries as are asked for. A description that is not whole is not used.
  bool is_whole() const;
};

}  // namespace drydock::vidmm
