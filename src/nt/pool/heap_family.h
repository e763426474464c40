// Blocks of pool that are blocks of a user-mode driver's heap: by which functions they are
// allocated and freed. The heap itself is built on pool, above the executive.
//
// Cost: none; a block's family stands in its type. Threads: any.
#pragma once

#include <cstdint>

namespace drydock::nt {

// By which functions a block was taken, so by which it is given back.
enum class HeapFamily : std::uint8_t {
  kMalloc,
  kNew,
  kNewArray,
  kAligned,  // _aligned_malloc
  kHeap,     // HeapAlloc
  kHeapObject,
  kLocal,
  kGlobal,
  kVirtual,
  kTask,  // CoTaskMemAlloc
};

// The function that takes, and the one that gives back.
const char* taker_of(HeapFamily family);
const char* giver_of(HeapFamily family);

// PoolBlock::type of such blocks. What PoolBlock::tag and PoolBlock::link mean for them is said
// where the heap is made.
inline constexpr std::uint32_t kUserHeap = 0x8000'0000;
inline bool is_user_heap(std::uint32_t type) { return (type & kUserHeap) != 0; }
inline HeapFamily family_of(std::uint32_t type) {
  return static_cast<HeapFamily>(type & ~kUserHeap);
}

}  // namespace drydock::nt
