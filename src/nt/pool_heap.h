// A thread's store of pool: idle slots by size, and the quarantine of what the thread freed last.
//
// Cost: taking and releasing a slot touch nothing that other threads write. A lock is taken only to
// make a chunk, and to move slots in bulk between threads of which one allocates and another frees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/nt/pool_region.h"

namespace drydock::nt {

inline constexpr std::byte kUninitialised{0xcd};  // new memory that was not asked to be zero
inline constexpr std::byte kPoison{0xdd};         // freed memory; as a pointer it leads nowhere
inline constexpr std::byte kGuardByte{0xfd};

// Slots of up to a page lie within one; larger ones begin at a page.
inline constexpr std::uint32_t kSlotBytes[] = {
    32,  48,  64,  80,   96,   112,  128,  160,  192,   224,   256,   320,   384,   448,   512,
    576, 640, 768, 1024, 1344, 2048, 4096, 8192, 12288, 16384, 20480, 24576, 32768, 40960, 65536};
inline constexpr std::size_t kSlotSizes = sizeof kSlotBytes / sizeof kSlotBytes[0];
inline constexpr std::size_t kLargestSlot = kSlotBytes[kSlotSizes - 1];

// The bytes of a freed block that hold poison: the block and its guard, up to the next multiple of
// the guard.
inline std::size_t poisoned_bytes(const PoolBlock& block) {
  return (block.size + 2 * kPoolGuard - 1) / kPoolGuard * kPoolGuard;
}

class PoolHeap {
 public:
  // The calling thread's.
  static PoolHeap& mine() { return current_ != nullptr ? *current_ : adopt(); }

  PoolRegion& region() const { return *region_; }

  // A slot for so many bytes and their guard; null when none is that large, or there is no memory.
  // Its record says where it is; the rest of it is to be filled in.
  PoolBlock* take(std::size_t bytes, bool cache_aligned, bool executable);

  // Takes a freed slot that is poisoned into quarantine. What leaves the quarantine for it and was
  // written to meanwhile comes back, linked by PoolBlock::link; such slots are not used again.
  PoolBlock* release(PoolBlock& block);

 private:
  static constexpr std::uint32_t kHeldBlocks = 128;
  static constexpr std::size_t kHeldBytes = 512 * 1024;

  struct Bin {
    PoolBlock* idle = nullptr;
    std::uint32_t count = 0;
    PoolChunk* chunk = nullptr;  // slots of it were never used yet
  };
  struct Shared;

  static PoolHeap& adopt();
  static Shared& shared();
  PoolBlock* refill(std::size_t index);
  PoolBlock* carve(std::size_t index);
  void share(std::size_t index);
  void make_idle(PoolBlock& block);
  bool is_mine(const PoolBlock& block) const;
  void prefetch() const;

  // Initial-exec: the library is loaded with the program, and this is on every path.
  [[gnu::tls_model("initial-exec")]] static constinit thread_local PoolHeap* current_;

  PoolRegion* region_ = &PoolRegion::get();
  Bin bins_[2 * kSlotSizes];  // not executable, then executable
  PoolBlock* held_[kHeldBlocks] = {};
  std::uint32_t oldest_ = 0;
  std::uint32_t count_ = 0;
  std::size_t held_bytes_ = 0;
  PoolHeap* next_ = nullptr;
};

// True when all of it holds poison. `bytes` is a multiple of 16.
bool is_poisoned(const std::byte* begin, std::size_t bytes);

}  // namespace drydock::nt
