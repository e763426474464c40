#include "src/nt/pool/pool_region.h"

#include <sys/mman.h>

#include <bit>
#include <deque>
#include <map>

#include "src/nt/base/mutex.h"

// Pointers to the host's memory may lie in pool only; the leak sanitizer must look there.
extern "C" __attribute__((weak)) void __lsan_ignore_object(const void* object);
extern "C" __attribute__((weak)) void __lsan_register_root_region(const void* begin,
                                                                  std::size_t size);
extern "C" __attribute__((weak)) void __lsan_unregister_root_region(const void* begin,
                                                                    std::size_t size);

namespace drydock::nt {
namespace {

constexpr std::size_t kLargestRange = std::size_t{64} << 30;
constexpr std::size_t kSmallestRange = std::size_t{1} << 30;
constexpr std::size_t kSpansHeldBack = 1024;
constexpr std::uint32_t kPageShift = std::countr_zero(kPoolPage);
constexpr std::uint32_t kChunkShift = std::countr_zero(kPoolChunk);

// The same addresses in every run where the system allows it, outside what the sanitizers use.
void* const kPreferredBase = reinterpret_cast<void*>(0x7e9000000000);

void* map_pages(void* hint, std::size_t bytes, int protection) {
  void* out = mmap(hint, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return out == MAP_FAILED ? nullptr : out;
}

template <typename T>
T* map_array(std::size_t count) {
  return static_cast<T*>(map_pages(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE));
}

bool open_pages(std::byte* begin, std::size_t bytes, bool executable) {
  const int data = PROT_READ | PROT_WRITE;
  // Some systems forbid pages that are writable and executable. There executable pool is plain.
  const bool opened = executable && mprotect(begin, bytes, data | PROT_EXEC) == 0;
  if (!opened && mprotect(begin, bytes, data) != 0) return false;
  if (__lsan_register_root_region != nullptr) __lsan_register_root_region(begin, bytes);
  return true;
}

void close_pages(std::byte* begin, std::size_t bytes) {
  if (__lsan_unregister_root_region != nullptr) __lsan_unregister_root_region(begin, bytes);
  mmap(begin, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

}  // namespace

struct PoolRegion::Spans {
  Mutex mutex;
  std::multimap<std::size_t, PoolChunk*> free DRYDOCK_GUARDED_BY(mutex);  // by bytes
  std::deque<PoolChunk*> held_back DRYDOCK_GUARDED_BY(mutex);             // oldest first

  // A range that is neither too small nor much too large.
  PoolChunk* reuse(std::size_t bytes) {
    const MutexHold hold(mutex);
    const auto at = free.lower_bound(bytes);
    if (at == free.end() || at->first > 2 * bytes) return nullptr;
    PoolChunk* chunk = at->second;
    free.erase(at);
    return chunk;
  }

  void recycle(PoolChunk* chunk) {
    const MutexHold hold(mutex);
    free.emplace(chunk->bytes, chunk);
  }

  void hold_back(PoolChunk* chunk) {
    const MutexHold hold(mutex);
    held_back.push_back(chunk);
    if (held_back.size() <= kSpansHeldBack) return;
    PoolChunk* oldest = held_back.front();
    held_back.pop_front();
    oldest->blocks->state.store(BlockState::kIdle, std::memory_order_release);
    free.emplace(oldest->bytes, oldest);
  }
};

PoolRegion PoolRegion::instance_;

PoolRegion::PoolRegion() : spans_(new Spans) {
  for (bytes_ = kLargestRange; bytes_ >= kSmallestRange; bytes_ /= 2) {
    void* range = map_pages(kPreferredBase, bytes_ + kPoolChunk, PROT_NONE);
    if (range == nullptr) continue;
    const auto start = reinterpret_cast<std::uintptr_t>(range);
    base_ = static_cast<std::byte*>(range) + (kPoolChunk - start % kPoolChunk) % kPoolChunk;
    table_ = map_array<Place>(bytes_ / kPoolChunk);
    if (table_ != nullptr) return;
  }
  bytes_ = 0;  // every allocation fails, as without memory
}

std::byte* PoolRegion::take_range(std::size_t chunks) {
  const std::size_t all = bytes_ / kPoolChunk;
  std::size_t first = used_.load(std::memory_order_relaxed);
  do {
    if (chunks > all - first) return nullptr;
  } while (!used_.compare_exchange_weak(first, first + chunks, std::memory_order_acq_rel));
  return base_ + first * kPoolChunk;
}

void PoolRegion::publish(PoolChunk& chunk) {
  // Named only by tables that the leak sanitizer does not read; it lives as long as the process.
  if (__lsan_ignore_object != nullptr) __lsan_ignore_object(&chunk);
  const auto first = static_cast<std::size_t>(chunk.base - base_) / kPoolChunk;
  const bool span = chunk.slots == 1;
  for (std::size_t i = 0; i < chunk.bytes / kPoolChunk; ++i) {
    Place& place = table_[first + i];
    place.reciprocal = span ? 0 : (std::uint64_t{1} << kReciprocalShift) / chunk.slot_bytes + 1;
    place.group_shift = chunk.group_shift;
    place.per_group = chunk.per_group;
    place.chunk = &chunk;
    place.blocks.store(chunk.blocks, std::memory_order_release);
  }
}

PoolChunk* PoolRegion::make_slots(std::size_t slot_bytes, bool executable) {
  std::byte* base = take_range(1);
  if (base == nullptr || !open_pages(base, kPoolChunk, executable)) return nullptr;
  const bool small = slot_bytes <= kPoolPage;
  const std::size_t group = small ? kPoolPage : kPoolChunk;
  const auto per_group = static_cast<std::uint32_t>(group / slot_bytes);
  const auto slots = static_cast<std::uint32_t>(kPoolChunk / group * per_group);
  // Most records of a chunk are never used, and cost no memory then.
  auto* blocks = map_array<PoolBlock>(slots);
  if (blocks == nullptr) return nullptr;
  auto* chunk = new PoolChunk{
      .base = base,
      .bytes = kPoolChunk,
      .blocks = blocks,
      .group_shift = small ? kPageShift : kChunkShift,
      .per_group = per_group,
      .slot_bytes = static_cast<std::uint32_t>(slot_bytes),
      .slots = slots,
      .carved = 0,
      .data = base,
      .data_bytes = kPoolChunk,
  };
  publish(*chunk);
  return chunk;
}

PoolChunk* PoolRegion::make_span(std::size_t lead, std::size_t data, bool executable) {
  const std::size_t needed = lead + data + kPoolPage;
  if (needed < data || needed > bytes_) return nullptr;
  const std::size_t bytes = (needed + kPoolChunk - 1) / kPoolChunk * kPoolChunk;
  PoolChunk* chunk = spans_->reuse(bytes);
  if (chunk == nullptr) {
    std::byte* base = take_range(bytes / kPoolChunk);
    if (base == nullptr) return nullptr;
    chunk = new PoolChunk{};
    chunk->base = base;
    chunk->bytes = bytes;
    chunk->blocks = new PoolBlock{};
    chunk->group_shift = kChunkShift;
    chunk->per_group = 1;
    chunk->slots = 1;
    chunk->carved = 1;
    publish(*chunk);
  }
  chunk->data = chunk->base + lead;
  chunk->data_bytes = data;
  if (open_pages(chunk->data, data, executable)) return chunk;
  spans_->recycle(chunk);
  return nullptr;
}

void PoolRegion::retire_span(PoolBlock& block) {
  PoolChunk* chunk = chunk_of(block.address);
  close_pages(chunk->data, chunk->data_bytes);
  block.state.store(BlockState::kQuarantined, std::memory_order_release);
  spans_->hold_back(chunk);
}

}  // namespace drydock::nt
