// How the GPU of an adapter finds memory by virtual addresses, as its driver told when it started.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;

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
};

// Nothing for a driver without one, or whose answers make none.
std::optional<GpuMmu> ask_gpu_mmu(Adapter& adapter);

}  // namespace drydock::dxgk
