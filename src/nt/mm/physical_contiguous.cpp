#include "src/nt/mm/physical_contiguous.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/page_protection.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr char kContiguous[] = "contiguous memory";
constexpr std::string_view kCommonBuffer = "common buffer";  // as dma.cpp names its own
constexpr char kNonCached[] = "non-cached memory";

// The contents of new memory are not defined; a driver that relies on zeros is to notice. Large
// blocks are left alone, because filling them would make all of their pages real.
constexpr int kFill = 0xCD;
constexpr std::size_t kLargestFilled = std::size_t{16} << 20;

struct Blocks {
  Mutex mutex;
  std::unordered_map<const void*, ContiguousBlock> by_base DRYDOCK_GUARDED_BY(mutex);
};

Blocks& blocks() {
  static sim::NeverDestroyed<Blocks> instance;
  return *instance;
}

std::vector<PageFrame> frames_of(const ContiguousBlock& block) {
  std::vector<PageFrame> frames(pages_of(block.bytes));
  std::iota(frames.begin(), frames.end(), block.first);
  return frames;
}

// A block that starts on a page and is no larger than a boundary below the page size never crosses
// it.
std::optional<std::uint64_t> boundary_in_pages(std::uint64_t boundary, std::size_t bytes) {
  if (boundary == 0) return 0;
  if (!std::has_single_bit(boundary) || bytes > boundary) return std::nullopt;
  return boundary < kPageBytes ? 0 : boundary;
}

FrameLimits limits_of(PHYSICAL_ADDRESS lowest, PHYSICAL_ADDRESS highest,
                      PHYSICAL_ADDRESS boundary) {
  return {static_cast<std::uint64_t>(lowest.QuadPart), static_cast<std::uint64_t>(highest.QuadPart),
          static_cast<std::uint64_t>(boundary.QuadPart)};
}

void* allocate(SIZE_T bytes, const FrameLimits& limits, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  if (fails_here(sim::FaultKind::kContiguous)) return nullptr;
  return allocate_contiguous(bytes, limits, kContiguous);
}

}  // namespace

void* allocate_contiguous(std::size_t bytes, const FrameLimits& limits, const char* kind) {
  const auto boundary = boundary_in_pages(limits.boundary, bytes);
  if (bytes == 0 || !boundary) return nullptr;
  const auto first = take_run(pages_of(bytes), {limits.lowest, limits.highest, *boundary});
  if (!first) return nullptr;
  const ContiguousBlock block{bytes, *first, kind};
  const std::vector<PageFrame> frames = frames_of(block);
  void* const base = map_frames(frames);
  if (base == nullptr) {
    free_frames(frames);
    return nullptr;
  }
  if (bytes <= kLargestFilled) std::memset(base, kFill, bytes);
  {
    const MutexHold hold(blocks().mutex);
    blocks().by_base.emplace(base, block);
  }
  add_debt(Resource::kContiguous, base, bytes, fmt::format("{} of {} bytes", kind, bytes));
  return base;
}

bool is_in_common_buffer(const void* address) {
  const MutexHold hold(blocks().mutex);
  return std::ranges::any_of(blocks().by_base, [&](const auto& one) {
    const auto offset =
        reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(one.first);
    return offset < one.second.bytes && one.second.kind == kCommonBuffer;
  });
}

std::optional<ContiguousBlock> find_contiguous(const void* base) {
  const MutexHold hold(blocks().mutex);
  const auto at = blocks().by_base.find(base);
  if (at == blocks().by_base.end()) return std::nullopt;
  return at->second;
}

bool free_contiguous(void* base, const char* kind, std::optional<std::size_t> bytes,
                     const char* call) {
  rules::evaluated("N-057");
  const auto block = find_contiguous(base);
  if (!block || std::string_view(block->kind) != kind) {
    Breach("N-057", Offender::running())
        .message("{}: {} is not the base of {} that is allocated", call, base, kind)
        .object(block ? block->kind : "")
        .at(base)
        .raise();
    return false;
  }
  if (bytes && *bytes != block->bytes) {
    Breach("N-057", Offender::running())
        .message("{}: NumberOfBytes is {}, but {} were allocated", call, *bytes, block->bytes)
        .object(kind)
        .at(base)
        .raise();
    return false;
  }
  {
    const MutexHold hold(blocks().mutex);
    blocks().by_base.erase(base);
  }
  settle(Resource::kContiguous, base);
  unmap_view(base);
  free_frames(frames_of(*block));
  return true;
}

}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

PVOID MmAllocateContiguousMemory(SIZE_T NumberOfBytes, PHYSICAL_ADDRESS HighestAcceptableAddress) {
  return allocate(NumberOfBytes, limits_of({}, HighestAcceptableAddress, {}),
                  "MmAllocateContiguousMemory");
}

PVOID MmAllocateContiguousMemorySpecifyCache(SIZE_T NumberOfBytes,
                                             PHYSICAL_ADDRESS LowestAcceptableAddress,
                                             PHYSICAL_ADDRESS HighestAcceptableAddress,
                                             PHYSICAL_ADDRESS BoundaryAddressMultiple,
                                             MEMORY_CACHING_TYPE) {
  return allocate(
      NumberOfBytes,
      limits_of(LowestAcceptableAddress, HighestAcceptableAddress, BoundaryAddressMultiple),
      "MmAllocateContiguousMemorySpecifyCache");
}

PVOID MmAllocateContiguousMemorySpecifyCacheNode(SIZE_T NumberOfBytes,
                                                 PHYSICAL_ADDRESS LowestAcceptableAddress,
                                                 PHYSICAL_ADDRESS HighestAcceptableAddress,
                                                 PHYSICAL_ADDRESS BoundaryAddressMultiple,
                                                 MEMORY_CACHING_TYPE, NODE_REQUIREMENT) {
  return allocate(
      NumberOfBytes,
      limits_of(LowestAcceptableAddress, HighestAcceptableAddress, BoundaryAddressMultiple),
      "MmAllocateContiguousMemorySpecifyCacheNode");
}

PVOID MmAllocateContiguousNodeMemory(SIZE_T NumberOfBytes, PHYSICAL_ADDRESS LowestAcceptableAddress,
                                     PHYSICAL_ADDRESS HighestAcceptableAddress,
                                     PHYSICAL_ADDRESS BoundaryAddressMultiple, ULONG,
                                     NODE_REQUIREMENT) {
  return allocate(
      NumberOfBytes,
      limits_of(LowestAcceptableAddress, HighestAcceptableAddress, BoundaryAddressMultiple),
      "MmAllocateContiguousNodeMemory");
}

// wdm/nf-wdm-mmallocatecontiguousmemoryex.md: the size that was allocated is whole pages. There is
// one partition.
NTSTATUS MmAllocateContiguousMemoryEx(PSIZE_T NumberOfBytes,
                                      PHYSICAL_ADDRESS LowestAcceptableAddress,
                                      PHYSICAL_ADDRESS HighestAcceptableAddress,
                                      PHYSICAL_ADDRESS BoundaryAddressMultiple, NODE_REQUIREMENT,
                                      ULONG Protect, PVOID, ULONG Tag, ULONG, PVOID* BaseAddress) {
  require_irql_at_most(DISPATCH_LEVEL, "MmAllocateContiguousMemoryEx");
  *BaseAddress = nullptr;
  if (*NumberOfBytes == 0) return STATUS_INVALID_PARAMETER_1;
  if (Tag == 0) return STATUS_INVALID_PARAMETER_8;
  if (!protection_of(Protect)) return STATUS_INVALID_PARAMETER_6;
  *BaseAddress = allocate(
      *NumberOfBytes,
      limits_of(LowestAcceptableAddress, HighestAcceptableAddress, BoundaryAddressMultiple),
      "MmAllocateContiguousMemoryEx");
  if (*BaseAddress == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  *NumberOfBytes = pages_of(*NumberOfBytes) * kPageBytes;
  return STATUS_SUCCESS;
}

VOID MmFreeContiguousMemory(PVOID BaseAddress) {
  require_irql_at_most(DISPATCH_LEVEL, "MmFreeContiguousMemory");
  free_contiguous(BaseAddress, kContiguous, std::nullopt, "MmFreeContiguousMemory");
}

VOID MmFreeContiguousMemorySpecifyCache(PVOID BaseAddress, SIZE_T NumberOfBytes,
                                        MEMORY_CACHING_TYPE) {
  require_irql_at_most(DISPATCH_LEVEL, "MmFreeContiguousMemorySpecifyCache");
  free_contiguous(BaseAddress, kContiguous, NumberOfBytes, "MmFreeContiguousMemorySpecifyCache");
}

PVOID MmAllocateNonCachedMemory(SIZE_T NumberOfBytes) {
  require_irql_at_most(APC_LEVEL, "MmAllocateNonCachedMemory");
  if (fails_here(sim::FaultKind::kContiguous)) return nullptr;
  return allocate_contiguous(NumberOfBytes, {}, kNonCached);
}

VOID MmFreeNonCachedMemory(PVOID BaseAddress, SIZE_T NumberOfBytes) {
  require_irql_at_most(APC_LEVEL, "MmFreeNonCachedMemory");
  free_contiguous(BaseAddress, kNonCached, NumberOfBytes, "MmFreeNonCachedMemory");
}

}  // extern "C"
