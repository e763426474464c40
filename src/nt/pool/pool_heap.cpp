#include "src/nt/pool/pool_heap.h"

#include <algorithm>
#include <cassert>

#include "src/nt/base/mutex.h"
#include "src/nt/pool/pool_poison.h"
#include "src/nt/pool/pool_shadow.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr std::uint32_t kHeldBytes = 64 * 1024;  // in quarantine, of one size
constexpr std::uint32_t kLeaving = 8;            // at a time, at most
constexpr std::uint32_t kCarved = 8;             // slots that are made idle at a time, at most
constexpr std::uint32_t kCarvedBytes = 4096;

}  // namespace

constinit thread_local PoolHeap* PoolHeap::current_ = nullptr;

// Idle slots that threads had too many of, and heaps of threads that ended.
struct PoolHeap::Shared {
  Mutex mutex;
  PoolHeap* orphans DRYDOCK_GUARDED_BY(mutex) = nullptr;
  std::array<PoolBlock*, 2 * kSlotSizes> idle DRYDOCK_GUARDED_BY(mutex) = {};  // linked
  // The number of slots of each size. It is written under the mutex, and read without it as a hint.
  std::array<std::atomic<std::uint32_t>, 2 * kSlotSizes> counts = {};
};

PoolHeap::Shared& PoolHeap::shared() {
  static sim::NeverDestroyed<Shared> instance;
  return *instance;
}

PoolHeap::PoolHeap() {
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    bins_[i].limit = std::clamp(kHeldBytes / kSlotBytes[i % kSlotSizes], 4U, kMostHeld);
  }
}

// A new thread takes over the heap of a thread that has ended.
PoolHeap& PoolHeap::adopt() {
  struct Holder {
    PoolHeap* heap = nullptr;
    ~Holder() {
      if (heap == nullptr) return;
      Shared& all = shared();
      const MutexHold hold(all.mutex);
      heap->next_ = all.orphans;
      all.orphans = heap;
      current_ = nullptr;
    }
  };
  thread_local Holder holder;
  Shared& all = shared();
  {
    const MutexHold hold(all.mutex);
    holder.heap = all.orphans;
    if (holder.heap != nullptr) all.orphans = holder.heap->next_;
  }
  if (holder.heap == nullptr) holder.heap = new PoolHeap;
  current_ = holder.heap;
  return *current_;
}

// False when there is no memory.
bool PoolHeap::refill(std::size_t index) {
  Shared& all = shared();
  if (all.counts[index].load(std::memory_order_relaxed) == 0) return carve(index);
  Bin& bin = bins_[index];
  {
    const MutexHold hold(all.mutex);
    while (all.idle[index] != nullptr && bin.idle_count < kMostIdle / 2) {
      PoolBlock& block = *all.idle[index];
      all.idle[index] = block.next();
      all.counts[index].fetch_sub(1, std::memory_order_relaxed);
      bin.idle[bin.idle_count++] = {&block, block.address};
    }
  }
  return bin.idle_count != 0 || carve(index);
}

// Makes some slots of a chunk idle that were never handed out.
bool PoolHeap::carve(std::size_t index) {
  Bin& bin = bins_[index];
  const std::uint32_t slot_bytes = kSlotBytes[index % kSlotSizes];
  if (bin.chunk == nullptr || bin.chunk->carved.load(std::memory_order_relaxed) == bin.chunk->slots)
    bin.chunk = PoolRegion::get().make_slots(slot_bytes, index >= kSlotSizes);
  if (bin.chunk == nullptr) return false;
  PoolChunk& chunk = *bin.chunk;
  const std::uint32_t first = chunk.carved.load(std::memory_order_relaxed);
  const std::uint32_t count =
      std::min(std::clamp(kCarvedBytes / slot_bytes, 1U, kCarved), chunk.slots - first);
  // The lowest address is to be taken first.
  for (std::uint32_t slot = first + count; slot-- > first;) {
    PoolBlock& block = chunk.blocks[slot];
    block.address = chunk.address_of(slot);
    block.bin = static_cast<std::uint8_t>(index | (has_shadow() ? kShadowedBin : 0));
    std::memset(block.address, std::to_integer<int>(kUninitialised), slot_bytes);
    close_in_shadow(block.address, slot_bytes);
    bin.idle[bin.idle_count++] = {&block, block.address};
  }
  // The release lets a thread that walks the chunk see the records.
  chunk.carved.store(first + count, std::memory_order_release);
  return true;
}

// Lets the oldest leave the quarantine.
PoolBlock* PoolHeap::recycle(std::size_t index) {
  Bin& bin = bins_[index];
  if (bin.idle_count > kMostIdle - kLeaving) share(index);
  const std::uint32_t count = std::max(1U, std::min(bin.limit / 2, kLeaving));
  std::array<PoolBlock*, kLeaving> leaving;
  for (std::uint32_t i = 0; i < count; ++i) {
    leaving[i] = bin.held[(bin.oldest + i) % kMostHeld];
    __builtin_prefetch(leaving[i]);
  }
  bin.oldest += count;
  bin.held_count -= count;
  for (std::uint32_t i = 0; i < count; ++i) {
    __builtin_prefetch(leaving[i]->address);
    __builtin_prefetch(leaving[i]->end());
  }
  PoolBlock* written = nullptr;
  for (std::uint32_t i = 0; i < count; ++i) {
    PoolBlock& block = *leaving[i];
    assert(block.state.load(std::memory_order_relaxed) == BlockState::kQuarantined);
    if (is_poisoned(block)) [[likely]] {
      block.state.store(BlockState::kIdle, std::memory_order_release);
      bin.idle[bin.idle_count++] = {&block, block.address};
    } else {
      block.state.store(BlockState::kRetired, std::memory_order_release);
      block.link = written;
      written = &block;
    }
  }
  return written;
}

// A thread that frees more than it allocates gives others its idle slots.
void PoolHeap::share(std::size_t index) {
  Bin& bin = bins_[index];
  Shared& all = shared();
  const MutexHold hold(all.mutex);
  all.counts[index].fetch_add(bin.idle_count, std::memory_order_relaxed);
  while (bin.idle_count > 0) {
    PoolBlock& block = *bin.idle[--bin.idle_count].block;
    block.link = all.idle[index];
    all.idle[index] = &block;
  }
}

}  // namespace drydock::nt
