#include "src/dxgk/adapter/gpu_driver.h"

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/adapter/swizzling.h"

namespace drydock::dxgk {
namespace {

const Ddi kBuildUnknown{
    "DxgkDdiBuildPagingBuffer", Level::kScheduler, PASSIVE_LEVEL, {}, "K-347"_rule};
// Video memory looks at its answer itself.
const Ddi kBuildMapping{"DxgkDdiBuildPagingBuffer", Level::kScheduler, PASSIVE_LEVEL};

const Ddi& ddi_for(DXGK_BUILDPAGINGBUFFER_OPERATION operation) {
  if (operation == vidmm::kUnknownOperation) return kBuildUnknown;
  return operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT2 ? kBuildMapping
                                                           : ddi::kBuildPagingBuffer;
}

}  // namespace

const vidmm::MemoryCaps& GpuDriver::caps() const { return adapter_.caps(); }

vidmm::Abilities GpuDriver::abilities() const {
  const DRIVER_INITIALIZATION_DATA& table = adapter_.table();
  return {
      .builds_paging_buffers = table.DxgkDdiBuildPagingBuffer != nullptr,
      .sets_root_page_tables = table.DxgkDdiSetRootPageTable != nullptr,
      .sizes_root_page_tables = table.DxgkDdiGetRootPageTableSize != nullptr,
      .has_processes = table.DxgkDdiCreateProcess != nullptr,
      .has_contexts = adapter_.has_contexts(),
      .submits_by_address = table.DxgkDdiSubmitCommandVirtual != nullptr,
      .maps_address_lists = adapter_.version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_9 &&
                            adapter_.caps().driver.MemoryManagementCaps.MapAperture2Supported != 0};
}

bool GpuDriver::is_alive() const { return adapter_.driver().alive(); }

HANDLE GpuDriver::system_process() const { return adapter_.system_seat().driver_process(); }

NTSTATUS GpuDriver::build_paging_buffer(DXGKARG_BUILDPAGINGBUFFER& operation) {
  return adapter_.call(ddi_for(operation.Operation), seat_, [&] {
    return adapter_.table().DxgkDdiBuildPagingBuffer(adapter_.context(), &operation);
  });
}

NTSTATUS GpuDriver::map_cpu_host_aperture(DXGKARG_MAPCPUHOSTAPERTURE& pages) {
  return adapter_.call(ddi::kMapCpuHostAperture, seat_, [&] {
    return adapter_.table().DxgkDdiMapCpuHostAperture(adapter_.context(), &pages);
  });
}

void GpuDriver::unmap_cpu_host_aperture(DXGKARG_UNMAPCPUHOSTAPERTURE& pages) {
  adapter_.call(ddi::kUnmapCpuHostAperture, seat_, [&] {
    return adapter_.table().DxgkDdiUnmapCpuHostAperture(adapter_.context(), &pages);
  });
}

SIZE_T GpuDriver::root_page_table_size(DXGKARG_GETROOTPAGETABLESIZE& entries) {
  SIZE_T bytes = 0;
  adapter_.call(ddi::kGetRootPageTableSize, seat_, [&] {
    bytes = adapter_.table().DxgkDdiGetRootPageTableSize(adapter_.context(), &entries);
  });
  return bytes;
}

void GpuDriver::set_root_page_table(const DXGKARG_SETROOTPAGETABLE& root) {
  adapter_.call(ddi::kSetRootPageTable, seat_,
                [&] { adapter_.table().DxgkDdiSetRootPageTable(adapter_.context(), &root); });
}

void GpuDriver::release_swizzling_ranges(const vidmm::Tenant& tenant) {
  if (adapter_.swizzling() != nullptr) adapter_.swizzling()->release_all(tenant, seat_);
}

nt::Offender GpuDriver::offender() { return adapter_.offender(); }

}  // namespace drydock::dxgk
