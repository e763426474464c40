// Families of functions that allocate and free heap blocks of user-mode drivers. The heap
// (src/win32/memory/heap.h) consists of blocks of pool, whose records name the family.
#pragma once

#include <cstdint>

namespace drydock::nt {

// The functions that allocated a block, and so those that must free it.
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
  kBlob,  // D3DCreateBlob
};

// The names of the function that allocates and of the one that frees.
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
