// The heaps of Win32: HeapAlloc, LocalAlloc and GlobalAlloc with their kin.
#include <fmt/format.h>

#include <vector>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/win32/memory/heap_calls.h"

namespace drydock::win32 {
namespace {

constexpr ULONG kZeroMemory = 0x8;    // HEAP_ZERO_MEMORY
constexpr ULONG kInPlaceOnly = 0x10;  // HEAP_REALLOC_IN_PLACE_ONLY
constexpr UINT kZeroInit = 0x40;      // LMEM_ZEROINIT, GMEM_ZEROINIT

// The heap of GetProcessHeap(). It is never destroyed and has no record.
constinit std::byte process_heap{};

// A heap as a call names it.
struct NamedHeap {
  bool found = false;
  nt::PoolBlock* record = nullptr;  // null for the process's own
};

NamedHeap find_unguarded(const char* call, void* handle) {
  if (handle == &process_heap) return {true, nullptr};
  nt::PoolBlock* const block = nt::PoolRegion::get().find(handle);
  const bool is_heap = block != nullptr && block->address == handle &&
                       nt::is_user_heap(block->type) &&
                       nt::family_of(block->type) == nt::HeapFamily::kHeapObject;
  if (is_heap && block->is_live_at(handle)) return {true, block};
  if (is_heap &&
      rules::breaks("N-005", nt::was_freed(block->state.load(std::memory_order_acquire)))) {
    nt::Breach("N-005", nt::Offender::running())
        .message("{} is given a heap that was destroyed", call)
        .about(nt::concerning(*block))
        .raise();
  } else {
    nt::Breach("N-003", nt::Offender::running())
        .message("{} is given {}, which is no heap", call, handle)
        .raise();
  }
  return {};
}

// Returns an empty result after raising a finding. It never throws the end of the driver.
NamedHeap find_heap(const char* call, void* handle) {
  leave_if_dead();
  try {
    return find_unguarded(call, handle);
  } catch (const nt::DriverEnded&) {
    // Left below, after the exception was destroyed.
  }
  nt::leave_current_driver();
}

std::vector<nt::PoolBlock*> blocks_in(const nt::PoolBlock* heap) {
  std::vector<nt::PoolBlock*> out;
  nt::PoolRegion::get().for_each_chunk([&](nt::PoolChunk& chunk) {
    const std::uint32_t carved = chunk.carved.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i < carved; ++i) {
      nt::PoolBlock& block = chunk.blocks[i];
      if (block.state.load(std::memory_order_acquire) == nt::BlockState::kLive &&
          block.link == heap && nt::is_user_heap(block.type))
        out.push_back(&block);
    }
  });
  return out;
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

HANDLE GetProcessHeap(void) { return &process_heap; }

HANDLE HeapCreate(ULONG, SIZE_T, SIZE_T) {
  return take_from_heap(
      {.family = nt::HeapFamily::kHeapObject, .bytes = sizeof(void*), .zero = true});
}

// Frees all blocks of the heap with it.
LOGICAL HeapDestroy(HANDLE hHeap) {
  if (hHeap == &process_heap) return FALSE;
  const NamedHeap heap = find_heap("HeapDestroy", hHeap);
  if (!heap.found) return FALSE;
  for (nt::PoolBlock* block : blocks_in(heap.record))
    free_heap_block("HeapDestroy", block->address, nt::HeapFamily::kHeap, heap.record);
  return free_heap_block("HeapDestroy", hHeap, nt::HeapFamily::kHeapObject);
}

PVOID HeapAlloc(HANDLE hHeap, ULONG dwFlags, SIZE_T dwBytes) {
  const NamedHeap heap = find_heap("HeapAlloc", hHeap);
  if (!heap.found) return nullptr;
  return take_from_heap({.family = nt::HeapFamily::kHeap,
                         .bytes = dwBytes,
                         .zero = (dwFlags & kZeroMemory) != 0,
                         .heap = heap.record});
}

LOGICAL HeapFree(HANDLE hHeap, ULONG, PVOID lpMem) {
  const NamedHeap heap = find_heap("HeapFree", hHeap);
  if (!heap.found) return FALSE;
  if (lpMem == nullptr) return TRUE;
  return free_heap_block("HeapFree", lpMem, nt::HeapFamily::kHeap, heap.record);
}

PVOID HeapReAlloc(HANDLE hHeap, ULONG dwFlags, PVOID lpMem, SIZE_T dwBytes) {
  const NamedHeap heap = find_heap("HeapReAlloc", hHeap);
  // Blocks never change their size where they are.
  if (!heap.found || lpMem == nullptr || (dwFlags & kInPlaceOnly) != 0) return nullptr;
  return resize("HeapReAlloc", lpMem,
                {.family = nt::HeapFamily::kHeap,
                 .bytes = dwBytes,
                 .zero = (dwFlags & kZeroMemory) != 0,
                 .heap = heap.record});
}

SIZE_T HeapSize(HANDLE hHeap, ULONG, PVOID lpMem) {
  const NamedHeap heap = find_heap("HeapSize", hHeap);
  if (!heap.found) return ~SIZE_T{0};
  const nt::PoolBlock* const block =
      expect_heap_block("HeapSize", lpMem, nt::HeapFamily::kHeap, heap.record);
  return block == nullptr ? ~SIZE_T{0} : block->size;
}

// A query: it raises nothing.
LOGICAL HeapValidate(HANDLE hHeap, ULONG, PVOID lpMem) {
  if (lpMem == nullptr) return TRUE;
  const nt::PoolBlock* const block = nt::PoolRegion::get().find(lpMem);
  if (block == nullptr || !block->is_live_at(lpMem) || !nt::is_user_heap(block->type)) return FALSE;
  const void* const heap =
      block->link == nullptr ? &process_heap : static_cast<nt::PoolBlock*>(block->link)->address;
  return heap == hHeap && nt::written_outside(*block).empty();
}

// Movable memory is not moved: its handle is its address, as for fixed memory.
HANDLE LocalAlloc(UINT uFlags, SIZE_T uBytes) {
  return take_from_heap(
      {.family = nt::HeapFamily::kLocal, .bytes = uBytes, .zero = (uFlags & kZeroInit) != 0});
}

HANDLE LocalFree(HANDLE hMem) {
  if (hMem == nullptr) return nullptr;
  return free_heap_block("LocalFree", hMem, nt::HeapFamily::kLocal) ? nullptr : hMem;
}

HANDLE GlobalAlloc(UINT uFlags, SIZE_T dwBytes) {
  return take_from_heap(
      {.family = nt::HeapFamily::kGlobal, .bytes = dwBytes, .zero = (uFlags & kZeroInit) != 0});
}

HANDLE GlobalFree(HANDLE hMem) {
  if (hMem == nullptr) return nullptr;
  return free_heap_block("GlobalFree", hMem, nt::HeapFamily::kGlobal) ? nullptr : hMem;
}

}  // extern "C"
