// Names and patterns of pool blocks, and the findings about them.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>

#include "src/nt/pool/pool_heap.h"
#include "src/nt/watch/breach.h"

namespace drydock::nt {

// The tag as a debugger prints it, with the first byte in memory first.
std::string pool_tag_text(ULONG tag);

// "pool block 'abcd' of 64 bytes"
std::string name_of(const PoolBlock& block);

// Describes the block, with the stack of its allocation and, if it was freed, of its free.
Concerning concerning(const PoolBlock& block);

inline bool was_freed(BlockState state) {
  return state != BlockState::kFresh && state != BlockState::kLive && state != BlockState::kCached;
}

// The guard behind a block in a slot.
inline constexpr std::uint64_t kGuardWord =
    0x0101010101010101 * std::to_integer<std::uint64_t>(kGuardByte);

inline void write_guard(std::byte* end) {
  std::memcpy(end, &kGuardWord, sizeof kGuardWord);
  std::memcpy(end + sizeof kGuardWord, &kGuardWord, sizeof kGuardWord);
}

inline bool slot_guard_intact(const PoolBlock& block) {
  std::uint64_t first, second;
  std::memcpy(&first, block.end(), sizeof first);
  std::memcpy(&second, block.end() + sizeof first, sizeof second);
  return ((first ^ kGuardWord) | (second ^ kGuardWord)) == 0;
}

// Writes the guard into all bytes of a span that the block does not use. Works for any block.
void write_span_guard(const PoolBlock& block);

// Returns what was written outside a live block, as the end of a sentence; empty when nothing was.
std::string written_outside(const PoolBlock& block);

// N-006 and N-007.
void check_pool_irql(const char* call, KIRQL irql, bool paged);

// N-009, N-010 and N-011. The first two once for each place in the driver.
void check_request(const char* call, std::size_t bytes, ULONG tag, bool untagged, bool must_succeed,
                   const rules::Stack& stack);

// Raises N-001 or N-003 for an address that is no block, or a block that was freed already.
void refuse_free(const char* call, const void* address);

// N-005 for each of the chain, which the heap gave.
void raise_late_writes(PoolBlock* chain);

}  // namespace drydock::nt
