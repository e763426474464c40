// By which functions a user-mode driver took a block of pool: the heap of user-mode drivers
// (src/win32/memory/heap.h) is made of blocks of pool, and their records say it.
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

// PoolBlock::type of such blocks; PoolBlock::tag is their account and PoolBlock::link the record of
// their heap, if HeapCreate made one.
inline constexpr std::uint32_t kUserHeap = 0x8000'0000;
inline bool is_user_heap(std::uint32_t type) { return (type & kUserHeap) != 0; }
inline HeapFamily family_of(std::uint32_t type) {
  return static_cast<HeapFamily>(type & ~kUserHeap);
}

}  // namespace drydock::nt
