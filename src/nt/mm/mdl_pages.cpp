// Physical pages that an MDL owns.
#include <fmt/format.h>

#include <bit>
#include <unordered_map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/mm/mdl.h"
#include "src/nt/watch/ledger.h"
#include "src/sim/never_destroyed.h"

using namespace drydock;
using namespace drydock::nt;

namespace {

constexpr ULONG kMdlTag = 0x4D6D4D64;  // "dMmM"
constexpr std::uint64_t kMostBytes = (std::uint64_t{1} << 32) - kPageBytes;

struct Owners {
  Mutex mutex;
  std::unordered_map<const MDL*, std::vector<PageFrame>> frames DRYDOCK_GUARDED_BY(mutex);
};

Owners& owners() {
  static sim::NeverDestroyed<Owners> instance;
  return *instance;
}

struct PageRequest {
  std::uint64_t low, high, skip;
  std::size_t pages;
  ULONG flags;
};

void append_run(std::vector<PageFrame>& frames, PageFrame first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) frames.push_back(first + i);
}

// Takes one block or, with a skip, several blocks of that size and alignment.
std::vector<PageFrame> take_chunks(const PageRequest& request) {
  std::vector<PageFrame> frames;
  const std::size_t chunk = request.skip == 0 ? request.pages : request.skip / kPageBytes;
  if (request.skip != 0 &&
      (!std::has_single_bit(request.skip) || chunk == 0 || request.pages % chunk != 0))
    return frames;
  while (frames.size() < request.pages) {
    const auto run = take_run(chunk, {request.low, request.high, request.skip});
    if (!run) break;
    append_run(frames, *run, chunk);
  }
  return frames;
}

// Takes pages from each range in turn while pages are missing.
std::vector<PageFrame> take_scattered(const PageRequest& request) {
  std::vector<PageFrame> frames;
  std::uint64_t low = request.low, high = request.high;
  while (frames.size() < request.pages && low < kHighMemoryEnd) {
    const auto more = take_frames(request.pages - frames.size(), {low, high, 0});
    frames.insert(frames.end(), more.begin(), more.end());
    if (request.skip == 0) break;
    low += request.skip;
    if (__builtin_add_overflow(high, request.skip, &high)) high = UINT64_MAX;
  }
  return frames;
}

std::vector<PageFrame> take(const PageRequest& request) {
  if (request.low > request.high || request.skip % kPageBytes != 0) return {};
  const bool chunks = (request.flags & MM_ALLOCATE_REQUIRE_CONTIGUOUS_CHUNKS) != 0;
  std::vector<PageFrame> frames = chunks ? take_chunks(request) : take_scattered(request);
  if ((request.flags & MM_ALLOCATE_FULLY_REQUIRED) != 0 && frames.size() < request.pages) {
    free_frames(frames);
    frames.clear();
  }
  return frames;
}

// The MDL is pool: the driver frees it with ExFreePool.
PMDL make_mdl(const std::vector<PageFrame>& frames) {
  const std::size_t bytes = sizeof(MDL) + frames.size() * sizeof(PFN_NUMBER);
  auto* const mdl = static_cast<PMDL>(ExAllocatePoolWithTag(NonPagedPool, bytes, kMdlTag));
  if (mdl == nullptr) return nullptr;
  std::memset(mdl, 0, sizeof(MDL));
  describe(*mdl, nullptr, frames.size() * kPageBytes);
  mdl->MdlFlags = MDL_PAGES_LOCKED;
  std::copy(frames.begin(), frames.end(), MmGetMdlPfnArray(mdl));
  return mdl;
}

PMDL allocate_pages(const PageRequest& request) {
  std::vector<PageFrame> frames = take(request);
  if (frames.empty()) return nullptr;
  PMDL const mdl = make_mdl(frames);
  if (mdl == nullptr) {
    free_frames(frames);
    return nullptr;
  }
  add_debt(Resource::kMdl, mdl, frames.size() * kPageBytes,
           fmt::format("MDL with {} pages of its own", frames.size()));
  const MutexHold hold(owners().mutex);
  owners().frames.insert_or_assign(mdl, std::move(frames));
  return mdl;
}

std::vector<PageFrame> remove_pages(const MDL* mdl) {
  const MutexHold hold(owners().mutex);
  auto node = owners().frames.extract(mdl);
  return node.empty() ? std::vector<PageFrame>{} : std::move(node.mapped());
}

PMDL allocate(PHYSICAL_ADDRESS low, PHYSICAL_ADDRESS high, PHYSICAL_ADDRESS skip, SIZE_T bytes,
              ULONG flags, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  if (bytes == 0 || bytes > kMostBytes || fails_here(sim::FaultKind::kMdl)) return nullptr;
  return allocate_pages({static_cast<std::uint64_t>(low.QuadPart),
                         static_cast<std::uint64_t>(high.QuadPart),
                         static_cast<std::uint64_t>(skip.QuadPart), pages_of(bytes), flags});
}

}  // namespace

extern "C" {

PMDL MmAllocatePagesForMdl(PHYSICAL_ADDRESS LowAddress, PHYSICAL_ADDRESS HighAddress,
                           PHYSICAL_ADDRESS SkipBytes, SIZE_T TotalBytes) {
  return allocate(LowAddress, HighAddress, SkipBytes, TotalBytes, 0, "MmAllocatePagesForMdl");
}

PMDL MmAllocatePagesForMdlEx(PHYSICAL_ADDRESS LowAddress, PHYSICAL_ADDRESS HighAddress,
                             PHYSICAL_ADDRESS SkipBytes, SIZE_T TotalBytes, MEMORY_CACHING_TYPE,
                             ULONG Flags) {
  return allocate(LowAddress, HighAddress, SkipBytes, TotalBytes, Flags, "MmAllocatePagesForMdlEx");
}

PMDL MmAllocateNodePagesForMdlEx(PHYSICAL_ADDRESS LowAddress, PHYSICAL_ADDRESS HighAddress,
                                 PHYSICAL_ADDRESS SkipBytes, SIZE_T TotalBytes, MEMORY_CACHING_TYPE,
                                 ULONG, ULONG Flags) {
  return allocate(LowAddress, HighAddress, SkipBytes, TotalBytes, Flags,
                  "MmAllocateNodePagesForMdlEx");
}

VOID MmFreePagesFromMdl(PMDLX MemoryDescriptorList) {
  require_irql_at_most(DISPATCH_LEVEL, "MmFreePagesFromMdl");
  const std::vector<PageFrame> frames = remove_pages(MemoryDescriptorList);
  if (frames.empty()) {
    stop_driver(PFN_LIST_CORRUPT, MemoryDescriptorList, 0, 0);
    return;
  }
  settle(Resource::kMdl, MemoryDescriptorList);
  if ((MemoryDescriptorList->MdlFlags & MDL_MAPPED_TO_SYSTEM_VA) != 0)
    unmap_system_view(*MemoryDescriptorList);
  MemoryDescriptorList->MdlFlags &= static_cast<CSHORT>(~MDL_PAGES_LOCKED);
  free_frames(frames);
}

VOID MmFreePagesFromMdlEx(PMDL MemoryDescriptorList, ULONG) {
  MmFreePagesFromMdl(MemoryDescriptorList);
}

}  // extern "C"
