#include "src/nt/pool/pool_blocks.h"

namespace drydock::nt {
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
  return {&block, block.address};
}

PoolSlot take_seldom(BlockNeed need) {
  PoolSlot slot = take_span(need);
  if (slot.block != nullptr || need.special == SpecialPool::kNone) return slot;
  // Pages that cannot be had for special pool leave the plain one.
  need.special = SpecialPool::kNone;
  slot = take_slot(need);
  return slot.block != nullptr ? slot : take_span(need);
}

}  // namespace drydock::nt
