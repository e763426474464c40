// The address space of the pool, and the record of each block in it.
//
// All pool lies in one reserved range. It is cut into chunks: a chunk holds slots of one size, or
// is, with its neighbours, a span: one large block, or one of special pool. Records lie elsewhere,
// so a driver that writes where it should not cannot reach them.
//
// Cost: from any address to its record, one cache line of a table and a multiplication, without a
// lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "src/nt/base/driver_life.h"
#include "src/rules/stack.h"

namespace drydock::nt {

inline constexpr std::size_t kPoolPage = 4096;
inline constexpr std::size_t kPoolChunk = 256 * 1024;
inline constexpr std::size_t kPoolGuard = 16;  // bytes of pattern behind every block

enum class BlockState : std::uint32_t {
  kFresh,        // never handed out
  kLive,         // the driver's
  kCached,       // lies on its lookaside list, and is live again when it is taken from there
  kFreeing,      // one thread has claimed the free and is about it, which is short
  kQuarantined,  // freed and poisoned
  kIdle,         // freed, may be handed out again
  kRetired,      // freed, never handed out again, because something still lives in it
};

// The record of a block. It fills one cache line of a dense array.
struct alignas(64) PoolBlock {
  // A release store publishes the other members to a thread that loads it with acquire. A thread
  // that frees a block claims it by a compare-exchange from kLive, so that of two threads that free
  // it at the same moment one fails.
  std::atomic<BlockState> state;
  std::uint32_t tag;
  std::size_t size;
  std::atomic<const DriverLife*> owner;  // only compared once the driver may be destroyed
  std::byte* address;
  // Live or cached: the lookaside list it came from, or null. Else the next in a chain of blocks.
  void* link;
  const rules::Stack* allocated;
  const rules::Stack* freed;    // to pool, or to its lookaside list
  std::uint32_t type;           // as the caller gave it
  std::uint8_t bin;             // kSpanBin for spans; else with kShadowedBin or without
  std::atomic<bool> has_debts;  // something inside is known elsewhere; set while the block is live
  // A write after its free was reported; set at unload, read when it leaves the quarantine.
  std::atomic<bool> is_raised;
  std::atomic<std::uint8_t> life;  // counts how often the block became live; wraps around

  std::byte* end() const { return address + size; }
  PoolBlock* next() const { return static_cast<PoolBlock*>(link); }

  bool is_live_at(const void* where) const {
    return state.load(std::memory_order_acquire) == BlockState::kLive && address == where;
  }

  // Only the thread that makes it live calls this; its store of the state publishes the number.
  void begin_another_life() {
    const auto next = static_cast<std::uint8_t>(life.load(std::memory_order_relaxed) + 1);
    life.store(next, std::memory_order_relaxed);
  }

  // True when the block was live and is the caller's to free now.
  bool claim() {
    BlockState live = BlockState::kLive;
    return state.compare_exchange_strong(live, BlockState::kFreeing, std::memory_order_acq_rel);
  }
};
static_assert(sizeof(PoolBlock) == 64);

inline constexpr std::uint8_t kSpanBin = 0xff;
// Added to the bin of a slot that the address sanitizer watches (src/nt/pool/pool_shadow.h).
inline constexpr std::uint8_t kShadowedBin = 0x80;

// A chunk is never freed, so that its records can be read at any time.
struct PoolChunk {
  std::byte* base;
  std::size_t bytes;
  PoolBlock* blocks;
  // Slots do not cross a group: a page for small ones, else the chunk. A span is one slot.
  std::uint32_t group_shift;
  std::uint32_t per_group;
  std::uint32_t slot_bytes;
  std::uint32_t slots;
  std::atomic<std::uint32_t> carved;  // slots that were ever made idle
  // Spans: the accessible pages.
  std::byte* data;
  std::size_t data_bytes;

  std::byte* address_of(std::uint32_t slot) const {
    const std::size_t group = slot / per_group;
    return base + (group << group_shift) + (slot % per_group) * slot_bytes;
  }
};

class PoolRegion {
 public:
  static PoolRegion& get() { return instance_; }

  // The record whose slot holds the address; null when there is none.
  PoolBlock* find(const void* address) const {
    const Place* place = place_of(address);
    if (place == nullptr) return nullptr;
    // Acquire pairs with the release in publish(): the rest is complete.
    PoolBlock* blocks = place->blocks.load(std::memory_order_acquire);
    if (blocks == nullptr) return nullptr;
    const std::size_t inner =
        static_cast<std::size_t>(static_cast<const std::byte*>(address) - base_) % kPoolChunk;
    const std::size_t group = inner >> place->group_shift;
    const std::uint64_t rest = inner & ((std::size_t{1} << place->group_shift) - 1);
    const std::size_t index = (rest * place->reciprocal) >> kReciprocalShift;
    return index < place->per_group ? blocks + group * place->per_group + index : nullptr;
  }

  // The chunk of an address; null when there is none.
  PoolChunk* chunk_of(const void* address) const {
    const Place* place = place_of(address);
    if (place == nullptr || place->blocks.load(std::memory_order_acquire) == nullptr)
      return nullptr;
    return place->chunk;
  }

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
      PoolChunk* chunk = chunk_of(base_ + i * kPoolChunk);
      if (chunk != nullptr && chunk != last) visit(*chunk);
      last = chunk;
    }
  }

 private:
  static constexpr unsigned kReciprocalShift = 40;

  // The part of a chunk that find() needs, by the chunk's place in the range.
  struct Place {
    std::atomic<PoolBlock*> blocks;
    std::uint64_t reciprocal;  // the reciprocal of slot_bytes, rounded up; 0 for a span
    std::uint32_t group_shift;
    std::uint32_t per_group;
    PoolChunk* chunk;
  };

  PoolRegion();

  const Place* place_of(const void* address) const {
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - base_);
    return offset < bytes_ ? &table_[offset / kPoolChunk] : nullptr;
  }

  std::byte* take_range(std::size_t chunks);
  void publish(PoolChunk& chunk);

  // It is constructed when the library is loaded and never destroyed, because threads may use pool
  // until the process ends.
  [[gnu::visibility("hidden")]] static PoolRegion instance_;

  struct Spans;  // free and lately freed ranges, behind the lock
  std::byte* base_ = nullptr;
  std::size_t bytes_ = 0;
  Place* table_ = nullptr;
  std::atomic<std::size_t> used_ = 0;  // chunks of the range that were ever taken
  Spans* spans_ = nullptr;
};

}  // namespace drydock::nt
