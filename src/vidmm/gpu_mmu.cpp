#include "src/vidmm/gpu_mmu.h"

#include <cassert>

namespace drydock::vidmm {
namespace {

constexpr UINT kPageBits = 12;

}  // namespace

std::uint64_t GpuMmu::bytes_of_entry(std::size_t level) const {
  assert(level < levels.size());
  UINT bits = kPageBits;
  for (std::size_t below = 0; below < level; ++below) bits += levels[below].PageTableIndexBitCount;
  return std::uint64_t{1} << bits;
}

bool GpuMmu::is_whole() const {
  if (bits() <= kPageBits || bits() > DXGK_MAX_GPU_VA_BIT_COUNT) return false;
  UINT reached = kPageBits;
  for (std::size_t level = 0; level + 1 < levels.size(); ++level) {
    const UINT of_level = levels[level].PageTableIndexBitCount;
    if (of_level == 0 || of_level > bits() || levels[level].PageTableSizeInBytes == 0) return false;
    reached += of_level;
  }
  return reached < bits();
}

}  // namespace drydock::vidmm
