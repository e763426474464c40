// Memory of a process that a driver reserves and commits for it.
#include <fmt/format.h>
#include <sys/mman.h>

#include <map>
#include <optional>

#include "src/nt/base/address.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/page_protection.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/mm/secured_memory.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr ULONG kWriteWatch = 0x200000;  // MEM_WRITE_WATCH
constexpr SIZE_T kLargestRegion = SIZE_T{1} << 40;
// Addresses of clients end here.
constexpr std::uintptr_t kHighestAddress = 0x7FFF'FFFE'FFFF;

// Reserved ranges, by their beginning.
struct ReservedRanges {
  sim::Lock mutex;
  std::map<std::uintptr_t, std::size_t> all DRYDOCK_GUARDED_BY(mutex);
};

ReservedRanges& reserved_ranges() {
  static sim::NeverDestroyed<ReservedRanges> instance;
  return *instance;
}

struct Range {
  std::uintptr_t begin;
  std::size_t bytes;
};

// The reserved range that holds all of these bytes.
std::optional<Range> find(std::uintptr_t begin, std::size_t bytes) {
  const sim::Hold hold(reserved_ranges().mutex);
  auto at = reserved_ranges().all.upper_bound(begin);
  if (at == reserved_ranges().all.begin()) return std::nullopt;
  --at;
  const std::size_t offset = begin - at->first;
  if (offset >= at->second || bytes > at->second - offset) return std::nullopt;
  return Range{at->first, at->second};
}

void release(std::uintptr_t begin) {
  std::size_t bytes = 0;
  {
    const sim::Hold hold(reserved_ranges().mutex);
    const auto at = reserved_ranges().all.find(begin);
    if (at == reserved_ranges().all.end()) return;
    bytes = at->second;
    reserved_ranges().all.erase(at);
  }
  settle_undoing(as_pointer(begin));
  remove_user_view(as_pointer(begin));
  munmap(as_pointer(begin), bytes);
}

// Reserves whole pages, at an address or anywhere; 0 when that cannot be had.
std::uintptr_t reserve(std::uintptr_t at, std::size_t bytes) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (at != 0) {
    void* const room = mmap(as_pointer(at), bytes, PROT_NONE, flags | MAP_FIXED_NOREPLACE, -1, 0);
    return room == MAP_FAILED ? 0 : as_number(room);
  }
  // More than is needed, so that it can begin at a multiple of 64 KB.
  void* const room = mmap(nullptr, bytes + kAllocationGranularity, PROT_NONE, flags, -1, 0);
  if (room == MAP_FAILED) return 0;
  const std::uintptr_t from = as_number(room);
  const std::uintptr_t begin =
      (from + kAllocationGranularity - 1) / kAllocationGranularity * kAllocationGranularity;
  if (begin != from) munmap(room, begin - from);
  if (const std::size_t rest = from + kAllocationGranularity - begin)
    munmap(as_pointer(begin + bytes), rest);
  return begin;
}

NTSTATUS reserve_range(std::uintptr_t& begin, std::size_t bytes) {
  const bool placed = begin != 0;
  const std::uintptr_t got = reserve(begin, bytes);
  if (got == 0) return placed ? STATUS_CONFLICTING_ADDRESSES : STATUS_NO_MEMORY;
  begin = got;
  {
    const sim::Hold hold(reserved_ranges().mutex);
    reserved_ranges().all[begin] = bytes;
  }
  note_user_view(as_pointer(begin), bytes);
  add_debt_with_undo(as_pointer(begin), fmt::format("{} bytes of ZwAllocateVirtualMemory", bytes),
                     [begin] { release(begin); });
  return STATUS_SUCCESS;
}

// Pages that hold any of the bytes.
Range pages_around(const void* address, std::size_t bytes) {
  const std::uintptr_t begin = as_number(address) / kPageBytes * kPageBytes;
  return {begin, pages_of(as_number(address) - begin + bytes) * kPageBytes};
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

NTSTATUS ZwAllocateVirtualMemory(HANDLE ProcessHandle, PVOID* BaseAddress, ULONG_PTR ZeroBits,
                                 PSIZE_T RegionSize, ULONG AllocationType, ULONG Protect) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwAllocateVirtualMemory");
  const std::optional<int> protection = protection_of(Protect);
  if (!protection) return STATUS_INVALID_PAGE_PROTECTION;
  if (ZeroBits >= 21) return STATUS_INVALID_PARAMETER_3;
  constexpr ULONG kKnownTypes = MEM_RESERVE | MEM_COMMIT | MEM_TOP_DOWN | kWriteWatch;
  if ((AllocationType & (MEM_RESERVE | MEM_COMMIT)) == 0 || (AllocationType & ~kKnownTypes) != 0)
    return STATUS_INVALID_PARAMETER_5;
  if (as_number(*BaseAddress) > kHighestAddress) return STATUS_INVALID_PARAMETER_2;
  if (*RegionSize == 0 || *RegionSize > kHighestAddress - as_number(*BaseAddress))
    return STATUS_INVALID_PARAMETER_4;
  if (*RegionSize > kLargestRegion) return STATUS_NO_MEMORY;
  NTSTATUS status = check_handle(ProcessHandle, &process_type);
  if (!NT_SUCCESS(status)) return status;
  if (fails_here(sim::FaultKind::kMapping)) return STATUS_NO_MEMORY;
  Range range = pages_around(*BaseAddress, *RegionSize);
  // Committing without an address also reserves.
  if ((AllocationType & MEM_RESERVE) != 0 || *BaseAddress == nullptr) {
    const std::uintptr_t whole = range.begin / kAllocationGranularity * kAllocationGranularity;
    range = {whole, range.bytes + (range.begin - whole)};
    status = reserve_range(range.begin, range.bytes);
    if (!NT_SUCCESS(status)) return status;
  } else if (!find(range.begin, range.bytes)) {
    return STATUS_CONFLICTING_ADDRESSES;
  } else if (is_secured(as_pointer(range.begin), range.bytes)) {
    return STATUS_INVALID_PAGE_PROTECTION;
  }
  if ((AllocationType & MEM_COMMIT) != 0)
    mprotect(as_pointer(range.begin), range.bytes, *protection);
  *BaseAddress = as_pointer(range.begin);
  *RegionSize = range.bytes;
  return STATUS_SUCCESS;
}

NTSTATUS ZwFreeVirtualMemory(HANDLE ProcessHandle, PVOID* BaseAddress, PSIZE_T RegionSize,
                             ULONG FreeType) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwFreeVirtualMemory");
  if (FreeType != MEM_RELEASE && FreeType != MEM_DECOMMIT) return STATUS_INVALID_PARAMETER_4;
  const NTSTATUS status = check_handle(ProcessHandle, &process_type);
  if (!NT_SUCCESS(status)) return status;
  const std::optional<Range> whole = find(as_number(*BaseAddress), 1);
  if (!whole) return STATUS_MEMORY_NOT_ALLOCATED;
  const bool all = *RegionSize == 0;
  if (all && as_number(*BaseAddress) != whole->begin) return STATUS_FREE_VM_NOT_AT_BASE;
  const Range range =
      all ? *whole : pages_around(*BaseAddress, std::min(*RegionSize, kLargestRegion));
  if (!find(range.begin, range.bytes)) return STATUS_UNABLE_TO_FREE_VM;
  if (is_secured(as_pointer(range.begin), range.bytes)) return STATUS_INVALID_PAGE_PROTECTION;
  if (FreeType == MEM_RELEASE) {
    // ntifs/nf-ntifs-ntfreevirtualmemory.md: what was reserved together is released together.
    if (range.begin != whole->begin || range.bytes != whole->bytes) return STATUS_UNABLE_TO_FREE_VM;
    release(range.begin);
  } else {
    madvise(as_pointer(range.begin), range.bytes, MADV_DONTNEED);
    mprotect(as_pointer(range.begin), range.bytes, PROT_NONE);
  }
  *BaseAddress = as_pointer(range.begin);
  *RegionSize = range.bytes;
  return STATUS_SUCCESS;
}

}  // extern "C"
