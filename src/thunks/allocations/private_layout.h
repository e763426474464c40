// Lays out the private data of all allocations in the one buffer that the opening client passes
// (K-202).
//
// The parts follow one another. But the client must not rely on that: only the pointers to the
// parts count. So while arguments are hostile the parts lie in any order, with gaps where the
// buffer is larger than needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "src/sim/schedule.h"
#include "src/wdk/graphics.h"
#include "src/wdk/hostile.h"

namespace drydock::thunks {

inline void shuffle_parts(std::span<const UINT> sizes, UINT spare, std::span<UINT> offsets) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 draw(sim::is_seeded() ? sim::random() : 0);
  std::ranges::shuffle(order, draw);
  UINT at = 0;
  for (const std::size_t part : order) {
    constexpr UINT kStep = 8;  // keeps the alignment that the parts have without gaps
    const UINT gap = static_cast<UINT>(draw() % (spare / kStep + 1)) * kStep;
    spare -= gap;
    offsets[part] = at + gap;
    at = offsets[part] + sizes[part];
  }
}

// Returns the offset of each part. The sum of the sizes is at most `room`.
inline std::vector<UINT> lay_out(std::span<const UINT> sizes, UINT room) {
  std::vector<UINT> offsets(sizes.size());
  UINT used = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    offsets[i] = used;
    used += sizes[i];
  }
  if (are_arguments_hostile()) shuffle_parts(sizes, room - used, offsets);
  return offsets;
}

}  // namespace drydock::thunks
