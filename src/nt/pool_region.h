// The address space of the pool, and the record of each block in it.
//
// All pool lies in one reserved range. It is cut into chunks: a chunk holds slots of one size, or
// is, with its neighbours, a span: one large block, or one of special pool. Records lie elsewhere,
// so a driver that writes where it should not cannot reach them.
//
// Cost: from any address to its record, two loads and a multiplication, without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "src/nt/driver.h"
#include "src/rules/stack.h"

namespace drydock::nt {

inline constexpr std::size_t kPoolPage = 4096;
inline constexpr std::size_t kPoolChunk = 256 * 1024;
inline constexpr std::size_t kPoolGuard = 16;  // bytes of pattern behind every block

enum class BlockState : std::uint32_t {
  kFresh,        // never handed out
  kLive,         // the driver's
  kFreeing,      // being poisoned
  kQuarantined,  // freed and poisoned
  kIdle,         // freed, may be handed out again
  kRetired,      // freed, never handed out again, because something still lives in it
};

struct PoolStacks {
  rules::Stack allocated;
  rules::Stack freed;
};

// One cache line, in a dense array: it is read by every call, the stacks are only written.
struct alignas(64) PoolBlock {
  // Pairs: a release store of kLive or kQuarantined publishes the other members to whoever loads it
  // with acquire.
  std::atomic<BlockState> state;
  std::uint32_t tag;
  std::size_t size;
  std::atomic<const Driver*> owner;  // compared, never followed, once the driver may be gone
  std::byte* address;
  void* link;  // live: the lookaside list it came from; quarantined: whose; idle: the next
  PoolStacks* stacks;
  std::uint32_t type;      // as the caller gave it
  std::uint8_t bin;        // kSpanBin for spans
  std::atomic<bool> owed;  // something inside is known elsewhere; set while the block is live
  bool cached;             // lies on its lookaside list
  // A write after its free was reported; set at unload, read when it leaves the quarantine.
  std::atomic<bool> told;

  std::byte* end() const { return address + size; }
};
static_assert(sizeof(PoolBlock) == 64);

inline constexpr std::uint8_t kSpanBin = 0xff;

// Never given back once made, so that a record can be read at any time.
struct PoolChunk {
  std::byte* base;
  std::size_t bytes;
  PoolBlock* blocks;
  PoolStacks* stacks;  // one for each block
  // Slots do not cross a group: a page for small ones.
  std::uint32_t group_shift;
  std::uint32_t per_group;
  std::uint32_t slot_bytes;
  std::uint32_t slots;
  std::uint64_t reciprocal;           // 2^40 / slot_bytes, rounded up
  std::atomic<std::uint32_t> carved;  // slots that were ever handed out
  // Spans: the accessible pages.
  std::byte* data;
  std::size_t data_bytes;
  PoolChunk* next;
};

class PoolRegion {
 public:
  static PoolRegion& get();

  // The record whose slot holds the address; null when there is none.
  PoolBlock* find(const void* address) const {
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - base_);
    if (offset >= bytes_) return nullptr;
    // Acquire pairs with the release in publish(): the chunk is complete.
    const PoolChunk* chunk = table_[offset / kPoolChunk].load(std::memory_order_acquire);
    if (chunk == nullptr) return nullptr;
    if (chunk->slots == 1) return chunk->blocks;
    const std::size_t inner = offset % kPoolChunk;
    const std::size_t group = inner >> chunk->group_shift;
    const std::uint64_t rest = inner & ((std::size_t{1} << chunk->group_shift) - 1);
    const std::size_t index = (rest * chunk->reciprocal) >> 40;
    return index < chunk->per_group ? chunk->blocks + group * chunk->per_group + index : nullptr;
  }

  const PoolChunk* chunk_of(const void* address) const;

  // A chunk of slots; null when there is no memory.
  PoolChunk* make_slots(std::size_t slot_bytes, bool executable);

  // A span with `data` accessible bytes behind `lead` inaccessible ones, and an inaccessible page
  // at its end.
  PoolChunk* make_span(std::size_t lead, std::size_t data, bool executable);

  // Makes a span inaccessible; its record stays until the range is used again, which is long after.
  void retire_span(PoolBlock& block);

  // Calls with every chunk there is.
  template <typename Visit>
  void for_each_chunk(Visit visit) const {
    const std::size_t end = used_.load(std::memory_order_acquire);
    const PoolChunk* last = nullptr;
    for (std::size_t i = 0; i < end; ++i) {
      PoolChunk* chunk = table_[i].load(std::memory_order_acquire);
      if (chunk != nullptr && chunk != last) visit(*chunk);
      last = chunk;
    }
  }

 private:
  PoolRegion();
  std::byte* take_range(std::size_t chunks);
  void publish(PoolChunk& chunk);

  struct Spans;  // free and lately freed ranges, behind the lock
  std::byte* base_ = nullptr;
  std::size_t bytes_ = 0;
  std::atomic<PoolChunk*>* table_ = nullptr;
  std::atomic<std::size_t> used_ = 0;  // chunks of the range that were ever taken
  Spans* spans_ = nullptr;
};

}  // namespace drydock::nt
