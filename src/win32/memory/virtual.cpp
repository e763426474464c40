// VirtualAlloc and its kin: pages that a user-mode driver reserves, commits and releases. A range
// is a block of the heap with pages of its own, so that what is used after its release stops at the
// instruction.
#include "src/win32/memory/virtual.h"

#include <sys/mman.h>

#include <optional>

#include "src/nt/base/address.h"
#include "src/nt/base/page_protection.h"
#include "src/nt/driver/driver.h"
#include "src/nt/mm/secured_memory.h"
#include "src/nt/pool/pool_blocks.h"
#include "src/nt/watch/breach.h"
#include "src/win32/memory/heap_calls.h"

namespace drydock::win32 {
namespace {

constexpr SIZE_T kLargestAsked = SIZE_T{1} << 40;
constexpr ULONG kInvalidParameter = 87;  // ERROR_INVALID_PARAMETER
constexpr ULONG kNotEnoughMemory = 8;    // ERROR_NOT_ENOUGH_MEMORY
constexpr ULONG kInvalidAddress = 487;   // ERROR_INVALID_ADDRESS

thread_local ULONG last_error = 0;

// Sets the error of the call that fails.
std::nullptr_t fail(ULONG error) {
  last_error = error;
  return nullptr;
}

const nt::PoolBlock* live_range(const void* address) {
  const nt::PoolBlock* const block = nt::PoolRegion::get().find(address);
  const bool lives =
      block != nullptr && block->state.load(std::memory_order_acquire) == nt::BlockState::kLive &&
      block->type == (nt::kUserHeap | static_cast<std::uint32_t>(nt::HeapFamily::kVirtual));
  return lives ? block : nullptr;
}

[[gnu::always_inline]] inline void* reserve(std::size_t bytes, int protection) {
  leave_if_dead();
  if (sim::injecting() && nt::fails_at(sim::FaultKind::kMapping, rules::Stack::capture()))
    return fail(kNotEnoughMemory);
  const std::size_t whole = (bytes + nt::kPoolPage - 1) / nt::kPoolPage * nt::kPoolPage;
  const nt::PoolSlot slot = nt::take_span({.bytes = whole,
                                           .alignment = nt::kAllocationGranularity,
                                           .special = nt::SpecialPool::kGuardBefore});
  if (slot.block == nullptr) return fail(kNotEnoughMemory);
  mprotect(slot.address, whole, protection);
  nt::begin_life(*slot.block,
                 {.bytes = whole,
                  .tag = current_heap_account(),
                  .type = nt::kUserHeap | static_cast<std::uint32_t>(nt::HeapFamily::kVirtual),
                  .owner = nt::current_driver(),
                  .link = nullptr,
                  .allocated = &rules::stored_stack()});
  return slot.address;
}

}  // namespace

VirtualPages pages_of_range(const void* address, std::size_t bytes) {
  const nt::PoolBlock* const block = live_range(address);
  if (block == nullptr) return {};
  const auto offset =
      static_cast<std::size_t>(static_cast<const std::byte*>(address) - block->address);
  if (offset >= block->size || bytes > block->size - offset) return {};
  const std::size_t first = offset / nt::kPoolPage * nt::kPoolPage;
  const std::size_t end = (offset + bytes + nt::kPoolPage - 1) / nt::kPoolPage * nt::kPoolPage;
  return {block->address + first, end - first};
}

std::byte* range_around(const void* address) {
  const nt::PoolBlock* const block = live_range(address);
  return block == nullptr ? nullptr : block->address;
}

}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

ULONG GetLastError(void) { return last_error; }
VOID SetLastError(ULONG dwErrCode) { last_error = dwErrCode; }

PVOID VirtualAlloc(PVOID lpAddress, SIZE_T dwSize, ULONG flAllocationType, ULONG flProtect) {
  const std::optional<int> protection = nt::protection_of(flProtect);
  const bool commits = (flAllocationType & MEM_COMMIT) != 0;
  const bool reserves = (flAllocationType & MEM_RESERVE) != 0;
  if (!protection || dwSize == 0 || dwSize > kLargestAsked || (!commits && !reserves))
    return fail(kInvalidParameter);
  // An address of the driver's choice may always be in use.
  if (reserves && lpAddress != nullptr) return fail(kInvalidAddress);
  if (lpAddress == nullptr) return reserve(dwSize, commits ? *protection : PROT_NONE);
  const VirtualPages pages = pages_of_range(lpAddress, dwSize);
  if (pages.begin == nullptr) return fail(kInvalidAddress);
  if (nt::is_secured(pages.begin, pages.bytes)) return fail(kInvalidParameter);
  if (mprotect(pages.begin, pages.bytes, *protection) != 0) return fail(kNotEnoughMemory);
  return pages.begin;
}

LOGICAL VirtualFree(PVOID lpAddress, SIZE_T dwSize, ULONG dwFreeType) {
  if (dwFreeType == MEM_RELEASE) {
    const nt::PoolBlock* const released = nt::PoolRegion::get().find(lpAddress);
    const bool is_held = released != nullptr && nt::is_secured(released->address, released->size);
    if (dwSize != 0 || is_held) return fail(kInvalidParameter) != nullptr;
    return free_heap_block("VirtualFree", lpAddress, nt::HeapFamily::kVirtual);
  }
  // A size of 0 means the whole range.
  const nt::PoolBlock* const block = nt::PoolRegion::get().find(lpAddress);
  const bool whole = dwSize == 0 && block != nullptr && block->address == lpAddress;
  const VirtualPages pages = pages_of_range(lpAddress, whole ? block->size : dwSize);
  if (dwFreeType != MEM_DECOMMIT || pages.begin == nullptr ||
      nt::is_secured(pages.begin, pages.bytes))
    return fail(kInvalidParameter) != nullptr;
  madvise(pages.begin, pages.bytes, MADV_DONTNEED);
  return mprotect(pages.begin, pages.bytes, PROT_NONE) == 0;
}

}  // extern "C"
