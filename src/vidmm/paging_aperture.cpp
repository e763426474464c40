// Apertures: system memory that the GPU sees at consecutive addresses.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/vidmm/paging.h"
#include "src/wdk/hostile.h"

namespace drydock::vidmm {
namespace {

bool is_in_a_row(const std::vector<DXGK_PAGE_NUMBER>& pages) {
  return std::ranges::adjacent_find(pages, [](DXGK_PAGE_NUMBER one, DXGK_PAGE_NUMBER next) {
           return next != one + 1;
         }) == pages.end();
}

// The part of an operation on an aperture that says whose pages it is about, and where they are.
template <typename Operation>
void describe(Operation& operation, const Tenant& tenant, const Paging::Window& window) {
  operation.hDevice = tenant.device();
  operation.hAllocation = tenant.driver;
  operation.SegmentId = window.segment;
  operation.OffsetInPages = window.range->first;
  operation.NumberOfPages = window.range->pages;
}

}  // namespace

// K-319: a driver with an aperture must map and unmap. K-338: it must accept any list. A driver
// that has failed is not checked.
void Paging::check_aperture(const DXGKARG_BUILDPAGINGBUFFER& operation, NTSTATUS status) {
  rules::evaluated(operation.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT2 ? "K-338"_rule
                                                                               : "K-319"_rule);
  if (status == STATUS_SUCCESS || status == STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER ||
      status == STATUS_DEVICE_REMOVED)
    return;
  const auto value = static_cast<ULONG>(status);
  if (operation.Operation != DXGK_OPERATION_MAP_APERTURE_SEGMENT2) {
    const bool maps = operation.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT;
    nt::Breach("K-319", driver_.offender())
        .message(
            "DxgkDdiBuildPagingBuffer ({} aperture) returned {:#010x} "
            "for an aperture segment",
            maps ? "map" : "unmap", value)
        .raise_later();
    return;
  }
  const DXGK_ADL& list = operation.MapApertureSegment2.Adl;
  nt::Breach("K-338", driver_.offender())
      .message(
          "DxgkDdiBuildPagingBuffer (map aperture) returned {:#010x} "
          "for an address descriptor list of {} pages, {}",
          value, list.PageCount,
          list.Flags.Contiguous != 0 ? "which are contiguous" : "as an array")
      .raise_later();
}

bool Paging::maps_lists() const { return driver_.abilities().maps_address_lists; }

bool Paging::map_aperture(Tenant& tenant) {
  return map(tenant, {tenant.place.segment(), tenant.place.range(), tenant.place.address()});
}

bool Paging::unmap_aperture(Tenant& tenant) {
  return unmap(tenant, {tenant.place.segment(), tenant.place.range(), tenant.place.address()});
}

bool Paging::map(Tenant& tenant, const Window& window) {
  PMDL const mdl = tenant.backing.mdl(tenant.size());
  if (mdl == nullptr) return false;
  return maps_lists() ? map_list(tenant, window, mdl) : map_mdl(tenant, window, mdl);
}

bool Paging::map_mdl(Tenant& tenant, const Window& window, PMDL mdl) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_MAP_APERTURE_SEGMENT;
  auto& map = operation.MapApertureSegment;
  describe(map, tenant, window);
  map.pMdl = mdl;
  map.Flags.CacheCoherent = tenant.shape().is_cached ? 1 : 0;
  return run(operation, tenant);
}

bool Paging::map_list(Tenant& tenant, const Window& window, PMDL mdl) {
  const PFN_NUMBER* const frames = MmGetMdlPfnArray(mdl);
  const std::vector<DXGK_PAGE_NUMBER> pages(frames, frames + tenant.size() / PAGE_SIZE);
  const Passed<const DXGK_PAGE_NUMBER> passed(pages);
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_MAP_APERTURE_SEGMENT2;
  auto& map = operation.MapApertureSegment2;
  describe(map, tenant, window);
  map.Adl.PageCount = static_cast<UINT32>(pages.size());
  if (is_in_a_row(pages)) {
    map.Adl.Flags.Contiguous = 1;
    map.Adl.BasePageNumber = pages.front();
  } else {
    map.Adl.Pages = passed.data();
  }
  map.Flags.CacheCoherent = tenant.shape().is_cached ? 1 : 0;
  if (tenant.shape().shows_mapping) {
    tenant.place.mapping = BackingView(tenant.backing);
    map.CpuVisibleAddress = tenant.place.mapping.address();
    if (map.CpuVisibleAddress == nullptr) return false;
  }
  return run(operation, tenant);
}

// K-337: the address that the driver got ends with the mapping.
bool Paging::unmap(Tenant& tenant, const Window& window) {
  DXGKARG_BUILDPAGINGBUFFER operation{};
  operation.Operation = DXGK_OPERATION_UNMAP_APERTURE_SEGMENT;
  auto& unmap = operation.UnmapApertureSegment;
  describe(unmap, tenant, window);
  unmap.DummyPage.QuadPart = static_cast<LONGLONG>(dummy_frame() * nt::kPageBytes);
  const bool is_done = run(operation, tenant);
  tenant.place.mapping = {};
  return is_done;
}

// The page frame that unmapped parts of an aperture lead to.
nt::PageFrame Paging::dummy_frame() {
  if (!dummy_) dummy_ = nt::take_run(1, {});
  return dummy_.value_or(0);
}

}  // namespace drydock::vidmm
