#include "src/nt/pool/pool_blocks.h"

#include "src/nt/pool/pool_shadow.h"
#include "src/sim/happens_before.h"

namespace drydock::nt {

std::atomic<bool> blocks_are_watched = has_shadow();

namespace {

std::size_t to_pages(std::size_t bytes) { return (bytes + kPoolPage - 1) / kPoolPage * kPoolPage; }

}  // namespace

PoolSlot take_span(const BlockNeed& need) {
  const bool special = need.special != SpecialPool::kNone;
  const std::size_t guard = special ? 0 : kPoolGuard;
  if (need.bytes > SIZE_MAX / 2) return {};
  const std::size_t data = std::max(to_pages(need.bytes + guard), kPoolPage);
  // A span begins at a multiple of kMostAligned.
  const std::size_t lead = special ? std::max(kPoolPage, need.alignment) : 0;
  PoolChunk* chunk = PoolRegion::get().make_span(lead, data, need.executable);
  if (chunk == nullptr) return {};
  PoolBlock& block = *chunk->blocks;
  block.address = chunk->data;
  if (need.special == SpecialPool::kGuardAfter && need.bytes < kPoolPage &&
      need.alignment < kPoolPage)
    block.address += (kPoolPage - need.bytes) / need.alignment * need.alignment;
  block.bin = kSpanBin;
  block.size = need.bytes;
  write_span_guard(block);
  close_in_shadow(chunk->data, chunk->data_bytes);
  return {&block, block.address};
}

void end_watched_life(PoolBlock& block) {
  if (block.bin == kSpanBin) {
    const PoolChunk& chunk = *PoolRegion::get().chunk_of(block.address);
    open_in_shadow(chunk.data, chunk.data_bytes);
    PoolRegion::get().retire_span(block);
    return;
  }
  close_in_shadow(block.address, block.size);
  end_life_in_bin(block, block.bin - kShadowedBin);
}

void announce_block(const void* begin, std::size_t bytes) {
  open_in_shadow(begin, bytes);
  if (sim::is_recording_order()) pool_listeners.remove_accesses(begin, bytes);
}

PoolSlot take_seldom(BlockNeed need) {
  PoolSlot slot = take_span(need);
  if (slot.block != nullptr || need.special == SpecialPool::kNone) return slot;
  // Falls back to plain pool when there are no pages for special pool.
  need.special = SpecialPool::kNone;
  slot = take_slot(need);
  return slot.block != nullptr ? slot : take_span(need);
}

}  // namespace drydock::nt
