// The pattern of freed pool: a late read gets nonsense, and the host detects a late write.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/nt/pool/pool_region.h"

namespace drydock::nt {

inline constexpr std::byte kPoison{0xdd};  // as a pointer it leads nowhere

using PoolLine [[gnu::vector_size(64), gnu::may_alias, gnu::aligned(16)]] = std::uint64_t;

// The bytes of a freed slot that hold poison: the block and its guard, up to the next multiple of
// the guard, and at least a line, which the smallest slot is.
inline std::size_t poisoned_bytes(const PoolBlock& block) {
  const std::size_t guarded = (block.size + 2 * kPoolGuard - 1) / kPoolGuard * kPoolGuard;
  return std::max(guarded, sizeof(PoolLine));
}

// Calls with lines that together are all of the poisoned bytes. For small blocks there are always
// three, which may overlap: a loop whose end the processor cannot foretell would cost more.
template <typename Visit>
[[gnu::always_inline]] inline void for_each_poisoned_line(const PoolBlock& block, Visit visit) {
  const auto line = [&](std::size_t offset) {
    return reinterpret_cast<PoolLine*>(block.address + offset);
  };
  const std::size_t last = poisoned_bytes(block) - sizeof(PoolLine);
  visit(line(0));
  visit(line(std::min(last, sizeof(PoolLine))));
  for (std::size_t offset = 2 * sizeof(PoolLine); offset < last; offset += sizeof(PoolLine))
    visit(line(offset));
  visit(line(last));
}

inline constexpr std::uint64_t kPoisonWord =
    0x0101010101010101 * std::to_integer<std::uint64_t>(kPoison);

inline void poison(const PoolBlock& block) {
  for_each_poisoned_line(block, [](PoolLine* line) { *line = PoolLine{} + kPoisonWord; });
}

// Nearly always it is, so nothing is gained by an exit on the way. A driver may write to it in the
// same moment, which is its fault, not a race of ours.
inline bool is_poisoned(const PoolBlock& block) {
  PoolLine differs{};
  const auto compare = [&](const PoolLine* line) __attribute__((no_sanitize("thread"))) {
    differs |= *line ^ kPoisonWord;
  };
  for_each_poisoned_line(block, compare);
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < sizeof(PoolLine) / sizeof any; ++i) any |= differs[i];
  return any == 0;
}

}  // namespace drydock::nt
