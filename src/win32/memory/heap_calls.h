// How the functions of the heap allocate and free. Inlined into each of them, so that stacks begin
// at the driver's call.
#pragma once

#include <cstring>
#include <exception>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/crash.h"
#include "src/nt/driver/driver.h"
#include "src/nt/pool/pool_blocks.h"
#include "src/rules/stored_stack.h"
#include "src/sim/schedule.h"
#include "src/win32/memory/heap.h"

namespace drydock::win32 {

struct HeapRequest {
  nt::HeapFamily family;
  std::size_t bytes;
  bool zero = false;
  std::size_t alignment = 16;
  nt::PoolBlock* heap = nullptr;  // that HeapCreate made
};

// A dead driver comes no further than its next call.
inline void leave_if_dead() {
  const nt::Driver* const driver = nt::current_driver();
  if (driver != nullptr && !driver->alive() && std::uncaught_exceptions() == 0)
    nt::leave_current_driver();
}

// Null when there is no memory.
[[gnu::always_inline]] inline void* take_from_heap(const HeapRequest& request) {
  leave_if_dead();
  if (sim::injecting()) [[unlikely]] {
    if (nt::fails_at(sim::FaultKind::kPool, rules::Stack::capture())) return nullptr;
  }
  if (request.alignment > nt::kMostAligned) return nullptr;
  const nt::PoolSlot slot =
      nt::take_block({.bytes = request.bytes,
                      .alignment = std::max<std::size_t>(request.alignment, 16),
                      .special = nt::pool_options().special});
  if (slot.block == nullptr) return nullptr;
  nt::begin_life(*slot.block, {.bytes = request.bytes,
                               .tag = current_heap_account(),
                               .type = nt::kUserHeap | static_cast<std::uint32_t>(request.family),
                               .owner = nt::current_driver(),
                               .link = request.heap,
                               .allocated = &rules::stored_stack()});
  if (request.zero) std::memset(slot.address, 0, request.bytes);
  return slot.address;
}

// The live block that begins here and that this family, and this heap, may free or query;
// null after a finding. The end of the driver is not thrown, as everywhere here.
nt::PoolBlock* expect_heap_block(const char* call, const void* address, nt::HeapFamily family,
                                 const nt::PoolBlock* heap);

// N-004 for a block that was freed.
void raise_written_outside(const char* call, const nt::PoolBlock& block,
                           const std::string& written);

[[gnu::always_inline]] inline bool free_heap_block_unguarded(const char* call, nt::PoolBlock* block,
                                                             void* address) {
  if (!block->claim()) {
    nt::refuse_free(call, address);
    return false;
  }
  block->freed = &rules::stored_stack();
  const std::string written = nt::written_outside(*block);
  nt::end_life(*block);
  if (written.empty()) return true;
  raise_written_outside(call, *block, written);
  return false;
}

// False after a finding. Destructors call it, so the end of a driver is not thrown from here.
[[gnu::always_inline]] inline bool free_heap_block(const char* call, void* address,
                                                   nt::HeapFamily family,
                                                   const nt::PoolBlock* heap = nullptr) {
  sim::switch_point();
  leave_if_dead();
  nt::PoolBlock* const block = expect_heap_block(call, address, family, heap);
  if (block == nullptr) return false;
  try {
    return free_heap_block_unguarded(call, block, address);
  } catch (const nt::DriverEnded&) {
    // Left below, after the exception was destroyed.
  }
  nt::leave_current_driver();
}

// Resizes like realloc(): the contents move to a block of another size. When there is no memory,
// the old block stays.
[[gnu::always_inline]] inline void* resize(const char* call, void* address,
                                           const HeapRequest& request) {
  const nt::PoolBlock* const block = expect_heap_block(call, address, request.family, request.heap);
  if (block == nullptr) return nullptr;
  const std::size_t old_bytes = block->size;
  void* const moved = take_from_heap(request);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, address, std::min(old_bytes, request.bytes));
  free_heap_block(call, address, request.family, request.heap);
  return moved;
}

}  // namespace drydock::win32
