// A thread's store of pool: for each size the slots that are idle, and the quarantine of those that
// the thread freed last.
//
// Cost: taking and releasing a slot touch nothing that other threads write, and taking one does not
// wait for its record. Slots leave the quarantine some at a time, so that the memory that is then
// read is asked for at once. A lock is taken only to make a chunk, and to move slots in bulk
// between threads of which one allocates and another frees.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/nt/pool/pool_region.h"

namespace drydock::nt {

inline constexpr std::byte kUninitialised{0xcd};  // new memory that was not asked to be zero
inline constexpr std::byte kGuardByte{0xfd};

// Slots of up to a page lie within one; larger ones begin at a page.
inline constexpr std::uint32_t kSlotBytes[] = {
    64,  80,  96,   112,  128,  160,  192,  224,   256,   320,   384,   448,   512,   576,
    640, 768, 1024, 1344, 2048, 4096, 8192, 12288, 16384, 20480, 24576, 32768, 40960, 65536};
inline constexpr std::size_t kSlotSizes = sizeof kSlotBytes / sizeof kSlotBytes[0];
inline constexpr std::size_t kLargestSlot = kSlotBytes[kSlotSizes - 1];

// The requirements of a block for its slot.
struct SlotNeed {
  std::size_t bytes;  // without the guard
  bool cache_aligned;
  bool executable;
};

// A slot and its record.
struct PoolSlot {
  PoolBlock* block = nullptr;
  std::byte* address = nullptr;
};

class PoolHeap {
 public:
  // The calling thread's.
  static PoolHeap& mine() { return current_ != nullptr ? *current_ : adopt(); }

  // An idle slot; none when none is that large, or there is no memory. Its record says where it is;
  // the rest of it is to be filled in.
  PoolSlot take(const SlotNeed& need) {
    if (need.bytes > kLargestSlot - kPoolGuard) [[unlikely]]
      return {};
    const std::size_t index = bin_for(need);
    Bin& bin = bins_[index];
    if (bin.idle_count == 0 && !refill(index)) [[unlikely]]
      return {};
    return bin.idle[--bin.idle_count];
  }

  // Takes a freed slot that is poisoned into quarantine. What leaves the quarantine for it and was
  // written to meanwhile comes back, linked by PoolBlock::link; such slots are not used again.
  PoolBlock* release(PoolBlock& block, std::size_t index) {
    Bin& bin = bins_[index];
    block.state.store(BlockState::kQuarantined, std::memory_order_release);
    bin.held[(bin.oldest + bin.held_count) % kMostHeld] = &block;
    if (++bin.held_count < bin.limit) [[likely]]
      return nullptr;
    return recycle(index);
  }

 private:
  static constexpr std::uint32_t kMostHeld = 64;
  static constexpr std::uint32_t kMostIdle = 32;

  struct Bin {
    std::uint32_t idle_count = 0;
    std::uint32_t oldest = 0;  // in `held`
    std::uint32_t held_count = 0;
    std::uint32_t limit = 0;     // some leave when so many are held
    PoolChunk* chunk = nullptr;  // slots of it were never used yet
    std::array<PoolSlot, kMostIdle> idle;
    std::array<PoolBlock*, kMostHeld> held{};  // the quarantine, a ring
  };
  struct Shared;

  // The sizes are multiples of 16 bytes, up to a page.
  static constexpr auto kSizeOf = [] {
    std::array<std::uint8_t, kPoolPage / 16 + 1> out{};
    std::uint8_t size = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      while (kSlotBytes[size] < i * 16) ++size;
      out[i] = size;
    }
    return out;
  }();

  static std::size_t bin_for(const SlotNeed& need) {
    const std::size_t bytes = need.bytes + kPoolGuard;
    std::size_t size = kSizeOf[(std::min(bytes, kPoolPage) + 15) / 16];
    while (kSlotBytes[size] < bytes) ++size;
    if (need.cache_aligned) {
      while (kSlotBytes[size] % 64 != 0) ++size;
    }
    return need.executable ? size + kSlotSizes : size;
  }

  PoolHeap();
  static PoolHeap& adopt();
  static Shared& shared();
  bool refill(std::size_t index);
  bool carve(std::size_t index);
  PoolBlock* recycle(std::size_t index);
  void share(std::size_t index);

  // Initial-exec: the library is loaded with the program, and this is on every path.
  [[gnu::tls_model("initial-exec")]] static constinit thread_local PoolHeap* current_;

  std::array<Bin, 2 * kSlotSizes> bins_;  // not executable, then executable
  PoolHeap* next_ = nullptr;
};

}  // namespace drydock::nt
