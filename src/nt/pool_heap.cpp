#include "src/nt/pool_heap.h"

#include <algorithm>
#include <array>
#include <mutex>

namespace drydock::nt {
namespace {

constexpr std::uint32_t kBatch = 32;
constexpr std::uint32_t kIdleBytes = 1024 * 1024;

// By 16 bytes, up to a page.
constexpr auto kSizeOf = [] {
  std::array<std::uint8_t, kPoolPage / 16 + 1> out{};
  std::uint8_t size = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    while (kSlotBytes[size] < i * 16) ++size;
    out[i] = size;
  }
  return out;
}();

// Slots that a thread keeps of a size, before it shares.
constexpr auto kMostIdle = [] {
  std::array<std::uint32_t, kSlotSizes> out{};
  for (std::size_t i = 0; i < kSlotSizes; ++i)
    out[i] = std::max<std::uint32_t>(8, kIdleBytes / kSlotBytes[i]);
  return out;
}();

std::size_t size_for(std::size_t bytes) {
  if (bytes <= kPoolPage) return kSizeOf[(bytes + 15) / 16];
  return static_cast<std::size_t>(std::ranges::lower_bound(kSlotBytes, bytes) - kSlotBytes);
}

}  // namespace

constinit thread_local PoolHeap* PoolHeap::current_ = nullptr;

struct PoolHeap::Shared {
  struct Stock {
    PoolBlock* idle = nullptr;
    std::atomic<std::uint32_t> count = 0;  // written under the lock; read without, as a hint
  };
  std::mutex mutex;
  PoolHeap* orphans = nullptr;
  Stock stocks[2 * kSlotSizes];
};

PoolHeap::Shared& PoolHeap::shared() {
  // Never destroyed: threads may end after the program's statics.
  static Shared& instance = *new Shared;
  return instance;
}

// A thread that is new here goes on with what an ended one left.
PoolHeap& PoolHeap::adopt() {
  struct Holder {
    PoolHeap* heap = nullptr;
    ~Holder() {
      if (heap == nullptr) return;
      Shared& all = shared();
      const std::lock_guard lock(all.mutex);
      heap->next_ = all.orphans;
      all.orphans = heap;
      current_ = nullptr;
    }
  };
  thread_local Holder holder;
  Shared& all = shared();
  {
    const std::lock_guard lock(all.mutex);
    holder.heap = all.orphans;
    if (holder.heap != nullptr) all.orphans = holder.heap->next_;
  }
  if (holder.heap == nullptr) holder.heap = new PoolHeap;
  current_ = holder.heap;
  return *current_;
}

PoolBlock* PoolHeap::take(std::size_t bytes, bool cache_aligned, bool executable) {
  if (bytes > kLargestSlot - kPoolGuard) [[unlikely]]
    return nullptr;
  std::size_t size = size_for(bytes + kPoolGuard);
  if (cache_aligned) {
    while (kSlotBytes[size] % 64 != 0) ++size;
  }
  const std::size_t index = executable ? size + kSlotSizes : size;
  Bin& bin = bins_[index];
  PoolBlock* block = bin.idle;
  if (block == nullptr) [[unlikely]]
    return refill(index);
  bin.idle = static_cast<PoolBlock*>(block->link);
  --bin.count;
  return block;
}

PoolBlock* PoolHeap::refill(std::size_t index) {
  Shared& all = shared();
  Shared::Stock& stock = all.stocks[index];
  Bin& bin = bins_[index];
  if (stock.count.load(std::memory_order_relaxed) > 0) {
    const std::lock_guard lock(all.mutex);
    while (stock.idle != nullptr && bin.count < kBatch) {
      PoolBlock* block = stock.idle;
      stock.idle = static_cast<PoolBlock*>(block->link);
      stock.count.fetch_sub(1, std::memory_order_relaxed);
      block->link = bin.idle;
      bin.idle = block;
      ++bin.count;
    }
  }
  if (bin.idle == nullptr) return carve(index);
  PoolBlock* block = bin.idle;
  bin.idle = static_cast<PoolBlock*>(block->link);
  --bin.count;
  return block;
}

// The next slot of a chunk that was never handed out.
PoolBlock* PoolHeap::carve(std::size_t index) {
  Bin& bin = bins_[index];
  const bool executable = index >= kSlotSizes;
  if (bin.chunk == nullptr ||
      bin.chunk->carved.load(std::memory_order_relaxed) == bin.chunk->slots) {
    bin.chunk = region_->make_slots(kSlotBytes[index % kSlotSizes], executable);
    if (bin.chunk == nullptr) return nullptr;
  }
  PoolChunk& chunk = *bin.chunk;
  const std::uint32_t slot = chunk.carved.load(std::memory_order_relaxed);
  PoolBlock& block = chunk.blocks[slot];
  const std::size_t group = slot / chunk.per_group;
  block.address =
      chunk.base + (group << chunk.group_shift) + (slot % chunk.per_group) * chunk.slot_bytes;
  block.stacks = chunk.stacks + slot;
  block.bin = static_cast<std::uint8_t>(index);
  std::memset(block.address, std::to_integer<int>(kUninitialised), chunk.slot_bytes);
  // Release: who walks the chunk sees the record.
  chunk.carved.store(slot + 1, std::memory_order_release);
  return &block;
}

PoolBlock* PoolHeap::release(PoolBlock& block) {
  block.link = this;
  block.state.store(BlockState::kQuarantined, std::memory_order_release);
  held_[(oldest_ + count_) % kHeldBlocks] = &block;
  ++count_;
  held_bytes_ += block.size;
  PoolBlock* bad = nullptr;
  while (count_ == kHeldBlocks || (held_bytes_ > kHeldBytes && count_ > 1)) {
    PoolBlock& leaving = *held_[oldest_];
    oldest_ = (oldest_ + 1) % kHeldBlocks;
    --count_;
    held_bytes_ -= leaving.size;
    if (is_mine(leaving) && is_poisoned(leaving.address, poisoned_bytes(leaving))) [[likely]] {
      make_idle(leaving);
    } else if (is_mine(leaving)) {
      leaving.state.store(BlockState::kRetired, std::memory_order_release);
      leaving.link = bad;
      bad = &leaving;
    }
  }
  prefetch();
  return bad;
}

// False when two threads freed the block in the same moment: the other one has it too, and keeps
// it.
bool PoolHeap::is_mine(const PoolBlock& block) const {
  return block.link == this &&
         block.state.load(std::memory_order_relaxed) == BlockState::kQuarantined;
}

// What leaves at the next frees: records first, then, when they are there, the memory that will be
// read.
void PoolHeap::prefetch() const {
  __builtin_prefetch(held_[(oldest_ + 3) % kHeldBlocks]);
  const PoolBlock* next = held_[oldest_];
  if (next == nullptr) return;
  __builtin_prefetch(next->address);
  __builtin_prefetch(next->address + 64);
  __builtin_prefetch(next->address + next->size);
}

void PoolHeap::make_idle(PoolBlock& block) {
  Bin& bin = bins_[block.bin];
  block.link = bin.idle;
  bin.idle = &block;
  block.state.store(BlockState::kIdle, std::memory_order_release);
  if (++bin.count > kMostIdle[block.bin % kSlotSizes]) [[unlikely]]
    share(block.bin);
}

void PoolHeap::share(std::size_t index) {
  Shared& all = shared();
  Shared::Stock& stock = all.stocks[index];
  Bin& bin = bins_[index];
  const std::lock_guard lock(all.mutex);
  for (std::uint32_t i = bin.count / 2; i > 0; --i) {
    PoolBlock* block = bin.idle;
    bin.idle = static_cast<PoolBlock*>(block->link);
    --bin.count;
    block->link = stock.idle;
    stock.idle = block;
    stock.count.fetch_add(1, std::memory_order_relaxed);
  }
}

// Equal to itself one word on, and poison in the first word: then all of it is.
bool is_poisoned(const std::byte* begin, std::size_t bytes) {
  constexpr std::uint64_t kWord = 0x0101010101010101 * std::to_integer<std::uint64_t>(kPoison);
  std::uint64_t first;
  std::memcpy(&first, begin, sizeof first);
  return first == kWord && std::memcmp(begin, begin + sizeof first, bytes - sizeof first) == 0;
}

}  // namespace drydock::nt
