#include "src/dxgk/adapter/gpu_driver.h"

#include <algorithm>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/adapter/swizzling.h"

namespace drydock::dxgk {
namespace {

using Table = DRIVER_INITIALIZATION_DATA;

const Ddi kBuildUnknown{
    "DxgkDdiBuildPagingBuffer", Level::kScheduler, PASSIVE_LEVEL, {}, "K-347"_rule};
// Video memory checks the answer itself.
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
      .has_processes = adapter_.has_processes(),
      .has_contexts = adapter_.has_contexts(),
      .submits_by_address = table.DxgkDdiSubmitCommandVirtual != nullptr,
      .maps_address_lists = adapter_.version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_9 &&
                            adapter_.caps().driver.MemoryManagementCaps.MapAperture2Supported != 0};
}

bool GpuDriver::is_alive() const { return adapter_.driver().alive(); }

HANDLE GpuDriver::system_process() const { return adapter_.system_seat().driver_process(); }

// Calls an entry point of the adapter's table in the name of the seat.
template <typename Entry, typename Arguments>
NTSTATUS GpuDriver::call(const Ddi& ddi, Entry entry, Arguments& arguments) {
  return adapter_.call(ddi, seat_,
                       [&] { return (adapter_.table().*entry)(adapter_.context(), &arguments); });
}

NTSTATUS GpuDriver::build_paging_buffer(DXGKARG_BUILDPAGINGBUFFER& operation) {
  return call(ddi_for(operation.Operation), &Table::DxgkDdiBuildPagingBuffer, operation);
}

NTSTATUS GpuDriver::map_cpu_host_aperture(DXGKARG_MAPCPUHOSTAPERTURE& pages) {
  return call(ddi::kMapCpuHostAperture, &Table::DxgkDdiMapCpuHostAperture, pages);
}

void GpuDriver::unmap_cpu_host_aperture(DXGKARG_UNMAPCPUHOSTAPERTURE& pages) {
  call(ddi::kUnmapCpuHostAperture, &Table::DxgkDdiUnmapCpuHostAperture, pages);
}

SIZE_T GpuDriver::root_page_table_size(DXGKARG_GETROOTPAGETABLESIZE& entries) {
  SIZE_T bytes = 0;
  adapter_.call(ddi::kGetRootPageTableSize, seat_, [&] {
    bytes = adapter_.table().DxgkDdiGetRootPageTableSize(adapter_.context(), &entries);
  });
  return bytes;
}

void GpuDriver::set_root_page_table(const DXGKARG_SETROOTPAGETABLE& root) {
  call(ddi::kSetRootPageTable, &Table::DxgkDdiSetRootPageTable, root);
}

void GpuDriver::release_swizzling_ranges(const vidmm::Tenant& tenant) {
  if (adapter_.swizzling() != nullptr) adapter_.swizzling()->release_all(tenant, seat_);
}

nt::Offender GpuDriver::offender() { return adapter_.offender(); }

sched::EngineCaps GpuDriver::engine_caps() const {
  const Table& table = adapter_.table();
  const DXGK_DRIVERCAPS& caps = adapter_.caps().driver;
  return {
      .nodes = std::max<UINT>(caps.GpuEngineTopology.NbAsymetricProcessingNodes, 1),
      .paging_buffer_size = adapter_.caps().paging_buffer_size,
      .paging_buffer_private_size = adapter_.caps().paging_buffer_private_data_size,
      .patches = table.DxgkDdiPatch != nullptr,
      .preempts =
          table.DxgkDdiPreemptCommand != nullptr && caps.SchedulingCaps.PreemptionAware != 0,
      .cancels =
          table.DxgkDdiCancelCommand != nullptr && caps.SchedulingCaps.CancelCommandAware != 0,
      .suspends = table.DxgkDdiSuspendContext != nullptr,
      .has_fence_query = table.DxgkDdiQueryCurrentFence != nullptr,
      .resets_engines = table.DxgkDdiResetEngine != nullptr &&
                        table.DxgkDdiQueryDependentEngineGroup != nullptr &&
                        table.DxgkDdiQueryEngineStatus != nullptr &&
                        caps.SupportPerEngineTDR != FALSE,
      .resets_adapter = table.DxgkDdiResetFromTimeout != nullptr,
      .restarts_adapter = table.DxgkDdiRestartFromTimeout != nullptr,
      .switches_contexts = adapter_.version() >= DXGKDDI_INTERFACE_VERSION_WIN8,
      .marks_resubmission = adapter_.version() >= DXGKDDI_INTERFACE_VERSION_WDDM2_0,
  };
}

bool GpuDriver::is_reachable() const {
  return is_alive() && adapter_.is_called() && !adapter_.hardware().has_vanished();
}

NTSTATUS GpuDriver::submit_command(const DXGKARG_SUBMITCOMMAND& work) {
  return call(ddi::kSubmitCommand, &Table::DxgkDdiSubmitCommand, work);
}

NTSTATUS GpuDriver::submit_command_virtual(const DXGKARG_SUBMITCOMMANDVIRTUAL& work) {
  return call(ddi::kSubmitCommandVirtual, &Table::DxgkDdiSubmitCommandVirtual, work);
}

NTSTATUS GpuDriver::submit_command_to_hw_queue(const DXGKARG_SUBMITCOMMANDTOHWQUEUE& work) {
  return call(ddi::kSubmitCommandToHwQueue, &Table::DxgkDdiSubmitCommandToHwQueue, work);
}

NTSTATUS GpuDriver::patch(const DXGKARG_PATCH& work) {
  return call(ddi::kPatch, &Table::DxgkDdiPatch, work);
}

NTSTATUS GpuDriver::preempt_command(const DXGKARG_PREEMPTCOMMAND& node) {
  return call(ddi::kPreemptCommand, &Table::DxgkDdiPreemptCommand, node);
}

void GpuDriver::cancel_command(const DXGKARG_CANCELCOMMAND& work) {
  call(ddi::kCancelCommand, &Table::DxgkDdiCancelCommand, work);
}

NTSTATUS GpuDriver::suspend_context(DXGKARG_SUSPENDCONTEXT& context) {
  return call(ddi::kSuspendContext, &Table::DxgkDdiSuspendContext, context);
}

NTSTATUS GpuDriver::query_current_fence(DXGKARG_QUERYCURRENTFENCE& node) {
  return call(ddi::kQueryCurrentFence, &Table::DxgkDdiQueryCurrentFence, node);
}

NTSTATUS GpuDriver::query_dependent_engine_group(DXGKARG_QUERYDEPENDENTENGINEGROUP& node) {
  return call(ddi::kQueryDependentEngineGroup, &Table::DxgkDdiQueryDependentEngineGroup, node);
}

void GpuDriver::query_engine_status(DXGKARG_QUERYENGINESTATUS& node) {
  call(ddi::kQueryEngineStatus, &Table::DxgkDdiQueryEngineStatus, node);
}

NTSTATUS GpuDriver::reset_engine(DXGKARG_RESETENGINE& node) {
  return call(ddi::kResetEngine, &Table::DxgkDdiResetEngine, node);
}

void GpuDriver::collect_debug_info(ULONG reason) { adapter_.collect_debug_info(reason); }

NTSTATUS GpuDriver::reset_from_timeout(const std::function<void()>& when_alone) {
  return adapter_.call(ddi::kResetFromTimeout, seat_, [&] {
    when_alone();
    return adapter_.table().DxgkDdiResetFromTimeout(adapter_.context());
  });
}

NTSTATUS GpuDriver::restart_from_timeout(const std::function<void()>& when_alone) {
  return adapter_.call(ddi::kRestartFromTimeout, seat_, [&] {
    when_alone();
    return adapter_.table().DxgkDdiRestartFromTimeout(adapter_.context());
  });
}

void GpuDriver::expect_untouched(bool is_expected) {
  adapter_.hardware().expect_untouched(is_expected);
}

void GpuDriver::end_life() { adapter_.driver().die(); }

}  // namespace drydock::dxgk
