// Mapping the pages of an MDL.
//
// Pages that the executive handed out get a second, real mapping. Other pages of the process are
// seen at their own address: unmapping those does not make them inaccessible, and they cannot be
// protected.
#include "src/nt/mm/mdl_map.h"

#include <sys/mman.h>

#include <atomic>
#include <map>

#include "src/nt/base/address.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/page_protection.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/mm/mdl.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/watch/history.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr int kDescribesPages = MDL_PAGES_LOCKED | MDL_SOURCE_IS_NONPAGED_POOL | MDL_PARTIAL;

// Mappings made here, by address of the first page. Others, such as those of contiguous memory, are
// not ours to end.
struct Views {
  Mutex mutex;
  std::map<std::uintptr_t, MdlView> by_page DRYDOCK_GUARDED_BY(mutex);
};

Views& views() {
  static sim::NeverDestroyed<Views> instance;
  return *instance;
}

void note_view(const void* page, MdlView view) {
  const MutexHold hold(views().mutex);
  views().by_page.emplace(as_number(page), view);
}

// Takes the view that holds an address off the list.
std::optional<MdlView> drop_view(const void* address) {
  const MutexHold hold(views().mutex);
  auto at = views().by_page.upper_bound(as_number(address));
  if (at == views().by_page.begin()) return std::nullopt;
  --at;
  if (as_number(address) - at->first >= at->second.pages * kPageBytes) return std::nullopt;
  MdlView view = at->second;
  view.page = reinterpret_cast<void*>(at->first);
  views().by_page.erase(at);
  return view;
}

// Set once, by the room of buses.
constinit std::atomic<const DevicePages*> device_pages = nullptr;

// Device memory is mapped in one piece.
void* map_device(std::span<const PageFrame> frames, const ViewOptions& options) {
  for (std::size_t i = 1; i < frames.size(); ++i) {
    if (frames[i] != frames[0] + i) return nullptr;
  }
  const DevicePages* const device = device_pages.load();
  if (device == nullptr || frames.empty()) return nullptr;
  return device->map(frames[0] * kPageBytes, frames.size() * kPageBytes, options.writable);
}

bool holds_address(const MDL& mdl, const void* address) {
  const std::uintptr_t begin = as_number(PAGE_ALIGN(mdl.MappedSystemVa));
  return as_number(address) >= begin && as_number(address) - begin < span_of(mdl) * kPageBytes;
}

void* system_view(MDL& mdl, const ViewOptions& options) {
  if ((mdl.MdlFlags & (MDL_MAPPED_TO_SYSTEM_VA | MDL_SOURCE_IS_NONPAGED_POOL)) != 0)
    return mdl.MappedSystemVa;
  void* const address = map_mdl(mdl, options, KernelMode);
  if (address == nullptr) return nullptr;
  mdl.MappedSystemVa = address;
  mdl.MdlFlags |= MDL_MAPPED_TO_SYSTEM_VA;
  note_event(&mdl, "mapped");
  if ((mdl.MdlFlags & MDL_PARTIAL) != 0) mdl.MdlFlags |= MDL_PARTIAL_HAS_BEEN_MAPPED;
  return address;
}

}  // namespace

void set_device_pages(const DevicePages& pages) { device_pages.store(&pages); }

void* map_mdl(MDL& mdl, const ViewOptions& options, KPROCESSOR_MODE mode) {
  if ((mdl.MdlFlags & kDescribesPages) == 0) return nullptr;
  const std::span<PFN_NUMBER> numbers = frames_in(mdl);
  const std::vector<PageFrame> frames(numbers.begin(), numbers.end());
  const bool is_device = (mdl.MdlFlags & MDL_IO_SPACE) != 0;
  void* const page = is_device ? map_device(frames, options) : map_frames(frames, options);
  if (page == nullptr) return nullptr;
  if (is_device || in_view(page, 1)) {
    note_view(page, {nullptr, frames.size(), mode});
    if (mode == UserMode) note_user_view(page, frames.size() * kPageBytes);
  }
  return static_cast<char*>(page) + mdl.ByteOffset;
}

void unmap_mdl(const void* address) {
  const auto view = drop_view(address);
  if (!view) return;
  if (view->mode == UserMode) remove_user_view(view->page);
  const DevicePages* const device = device_pages.load();
  if (!unmap_view(view->page) && device != nullptr)
    device->unmap(view->page, view->pages * kPageBytes);
}

void unmap_system_view(MDL& mdl) {
  unmap_mdl(mdl.MappedSystemVa);
  mdl.MdlFlags &= static_cast<CSHORT>(~(MDL_MAPPED_TO_SYSTEM_VA | MDL_PARTIAL_HAS_BEEN_MAPPED));
  note_event(&mdl, "unmapped");
}

}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

PVOID MmMapLockedPagesSpecifyCache(PMDL MemoryDescriptorList, KPROCESSOR_MODE AccessMode,
                                   MEMORY_CACHING_TYPE, PVOID, ULONG BugCheckOnFailure,
                                   ULONG Priority) {
  require_irql_at_most(AccessMode == UserMode ? APC_LEVEL : DISPATCH_LEVEL,
                       "MmMapLockedPagesSpecifyCache");
  const ViewOptions options{
      .writable = (Priority & MdlMappingNoWrite) == 0, .executable = false, .at = nullptr};
  void* address = nullptr;
  if (!fails_here(sim::FaultKind::kMapping)) {
    address = AccessMode == UserMode ? map_mdl(*MemoryDescriptorList, options, UserMode)
                                     : system_view(*MemoryDescriptorList, options);
  }
  if (address != nullptr) return address;
  if (AccessMode == UserMode) ExRaiseStatus(STATUS_INSUFFICIENT_RESOURCES);
  if (BugCheckOnFailure != 0)
    stop_driver(NO_MORE_SYSTEM_PTES, MemoryDescriptorList, span_of(*MemoryDescriptorList), 0);
  return nullptr;
}

// Fails softly only when the MDL says MDL_MAPPING_CAN_FAIL.
PVOID MmMapLockedPages(PMDL MemoryDescriptorList, KPROCESSOR_MODE AccessMode) {
  require_irql_at_most(DISPATCH_LEVEL, "MmMapLockedPages");
  const ULONG stop = (MemoryDescriptorList->MdlFlags & MDL_MAPPING_CAN_FAIL) == 0 ? TRUE : FALSE;
  return MmMapLockedPagesSpecifyCache(MemoryDescriptorList, AccessMode, MmCached, nullptr, stop,
                                      HighPagePriority);
}

// The mapping exists while the routine runs, and cannot fail for want of resources.
NTSTATUS MmMapMdl(PMDL MemoryDescriptorList, ULONG Protection, PMM_MDL_ROUTINE DriverRoutine,
                  PVOID DriverContext) {
  require_irql_at_most(DISPATCH_LEVEL, "MmMapMdl");
  const auto protection = protection_of(Protection);
  if (!protection) return STATUS_INVALID_PAGE_PROTECTION;
  if (fails_here(sim::FaultKind::kMapping)) return STATUS_INSUFFICIENT_RESOURCES;
  const ViewOptions options{.writable = (*protection & PROT_WRITE) != 0,
                            .executable = (*protection & PROT_EXEC) != 0,
                            .at = nullptr};
  void* const address = map_mdl(*MemoryDescriptorList, options, KernelMode);
  if (address == nullptr) return STATUS_INVALID_PARAMETER_1;
  DriverRoutine(DriverContext, address);
  unmap_mdl(address);
  return STATUS_SUCCESS;
}

VOID MmUnmapLockedPages(PVOID BaseAddress, PMDL MemoryDescriptorList) {
  require_irql_at_most(DISPATCH_LEVEL, "MmUnmapLockedPages");
  MDL& mdl = *MemoryDescriptorList;
  if ((mdl.MdlFlags & MDL_MAPPED_TO_SYSTEM_VA) != 0 && holds_address(mdl, BaseAddress)) {
    unmap_system_view(mdl);
  } else {
    unmap_mdl(BaseAddress);
  }
}

NTSTATUS MmProtectMdlSystemAddress(PMDL MemoryDescriptorList, ULONG NewProtect) {
  require_irql_at_most(DISPATCH_LEVEL, "MmProtectMdlSystemAddress");
  const auto protection = plain_protection_of(NewProtect);
  if (!protection) return STATUS_INVALID_PAGE_PROTECTION;
  if ((MemoryDescriptorList->MdlFlags & MDL_MAPPED_TO_SYSTEM_VA) == 0)
    return STATUS_NOT_MAPPED_VIEW;
  protect_view(MemoryDescriptorList->MappedSystemVa, *protection);
  return STATUS_SUCCESS;
}

}  // extern "C"
