// The beginning and end of a block's life, for kernel pool and for the heap of user-mode drivers.
//
// Cost: in the plain case no lock; inlined into every entry point.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>

#include "src/nt/pool/listeners.h"
#include "src/nt/pool/pool.h"
#include "src/nt/pool/pool_check.h"
#include "src/nt/pool/pool_heap.h"
#include "src/nt/pool/pool_poison.h"
#include "src/nt/pool/pool_region.h"

namespace drydock::nt {

// The requirements of a block for its place.
struct BlockNeed {
  std::size_t bytes;
  std::size_t alignment = 16;  // a power of two, at most kMostAligned
  bool executable = false;
  SpecialPool special = SpecialPool::kNone;
};

inline constexpr std::size_t kMostAligned = kPoolChunk;

// Pages of its own for a block. Special pool puts a small one against the guard page behind it.
PoolSlot take_span(const BlockNeed& need);

// When there is no slot for it: a span, or what is left when special pool cannot be had.
PoolSlot take_seldom(BlockNeed need);

[[gnu::always_inline]] inline PoolSlot take_slot(const BlockNeed& need) {
  if (need.alignment > 64) [[unlikely]]
    return {};
  const PoolSlot slot = PoolHeap::mine().take({need.bytes, need.alignment > 16, need.executable});
  if (slot.block != nullptr) [[likely]]
    write_guard(slot.address + need.bytes);
  return slot;
}

// No block when there is no memory.
[[gnu::always_inline]] inline PoolSlot take_block(const BlockNeed& need) {
  PoolSlot slot;
  if (need.special == SpecialPool::kNone) [[likely]]
    slot = take_slot(need);
  if (slot.block == nullptr) [[unlikely]]
    slot = take_seldom(need);
  return slot;
}

// The values of a new block's record.
struct BlockRecord {
  std::size_t bytes;
  ULONG tag;
  std::uint32_t type;
  const DriverLife* owner;
  void* link;
  const rules::Stack* allocated;
};

[[gnu::always_inline]] inline void begin_life(PoolBlock& block, const BlockRecord& record) {
  // No other thread has the block: it was never allocated, or was freed and has left the
  // quarantine.
  assert(block.state.load(std::memory_order_relaxed) == BlockState::kFresh ||
         block.state.load(std::memory_order_relaxed) == BlockState::kIdle);
  block.tag = record.tag;
  block.size = record.bytes;
  block.owner.store(record.owner, std::memory_order_relaxed);
  block.link = record.link;
  block.type = record.type;
  block.has_debts.store(false, std::memory_order_relaxed);
  block.is_raised.store(false, std::memory_order_relaxed);
  block.allocated = record.allocated;
  block.begin_another_life();
  if (blocks_are_watched.load(std::memory_order_relaxed)) [[unlikely]]
    announce_block(block.address, record.bytes);
  block.state.store(BlockState::kLive, std::memory_order_release);
}

inline void end_life_in_bin(PoolBlock& block, std::size_t bin) {
  poison(block);
  if (PoolBlock* written = PoolHeap::mine().release(block, bin); written != nullptr) [[unlikely]]
    raise_late_writes(written);
}

// As end_life(), of a span or of a slot that the address sanitizer watches.
void end_watched_life(PoolBlock& block);

// The block is claimed and its stack is taken.
inline void end_life(PoolBlock& block) {
  assert(block.state.load(std::memory_order_relaxed) == BlockState::kFreeing);
  if (block.bin >= kShadowedBin) [[unlikely]] {
    end_watched_life(block);
    return;
  }
  end_life_in_bin(block, block.bin);
}

}  // namespace drydock::nt
