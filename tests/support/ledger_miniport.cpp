#include "tests/support/ledger_miniport.h"

#include <fmt/format.h>

namespace drydock::testing {
namespace {

LedgerMiniport* the_ledger = nullptr;  // AddDevice has no context of its own

constexpr SIZE_T kSegmentBytes = 64 << 20;

void* handle_of(std::uintptr_t id) { return reinterpret_cast<void*>(id); }
std::uintptr_t id_of(const void* handle) { return reinterpret_cast<std::uintptr_t>(handle); }

}  // namespace

// The entry points.
struct LedgerDdi {
  using Guard = std::lock_guard<std::mutex>;

  static NTSTATUS add_device(PDEVICE_OBJECT, PVOID* context) {
    *context = the_ledger;
    return STATUS_SUCCESS;
  }
  static NTSTATUS start_device(PVOID, PDXGK_START_INFO, PDXGKRNL_INTERFACE kernel, PULONG sources,
                               PULONG children) {
    the_ledger->kernel_ = *kernel;
    *sources = *children = 0;
    DXGK_DEVICE_INFO info{};
    return kernel->DxgkCbGetDeviceInformation(kernel->DeviceHandle, &info);
  }
  static NTSTATUS nothing(PVOID) { return STATUS_SUCCESS; }
  static BOOLEAN interrupt(PVOID, ULONG) { return FALSE; }
  static VOID dpc(PVOID) {}
  static NTSTATUS set_power_state(PVOID, ULONG, DEVICE_POWER_STATE, POWER_ACTION) {
    return STATUS_SUCCESS;
  }
  static NTSTATUS surprise_removal(PVOID, DXGK_SURPRISE_REMOVAL_TYPE) { return STATUS_SUCCESS; }

  static NTSTATUS query(HANDLE, const DXGKARG_QUERYADAPTERINFO* query) {
    if (query->Type == DXGKQAITYPE_DRIVERCAPS) {
      auto& caps = *static_cast<DXGK_DRIVERCAPS*>(query->pOutputData);
      caps.SchedulingCaps.MultiEngineAware = 1;
      caps.GpuEngineTopology.NbAsymetricProcessingNodes = 1;
      caps.WDDMVersion = DXGKDDI_WDDMv1_2;
      return STATUS_SUCCESS;
    }
    if (query->Type != DXGKQAITYPE_QUERYSEGMENT3) return STATUS_NOT_SUPPORTED;
    auto& out = *static_cast<DXGK_QUERYSEGMENTOUT3*>(query->pOutputData);
    out.NbSegment = 1;
    if (out.pSegmentDescriptor == nullptr) return STATUS_SUCCESS;
    out.pSegmentDescriptor[0].Flags.Aperture = 1;
    out.pSegmentDescriptor[0].Flags.CacheCoherent = 1;
    out.pSegmentDescriptor[0].Size = kSegmentBytes;
    out.pSegmentDescriptor[0].CommitLimit = kSegmentBytes;
    out.PagingBufferSize = 4096;
    return STATUS_SUCCESS;
  }

  static NTSTATUS render(HANDLE, DXGKARG_RENDER*) { return STATUS_ILLEGAL_INSTRUCTION; }
  static NTSTATUS patch(HANDLE, const DXGKARG_PATCH*) { return STATUS_INVALID_PARAMETER; }
  static NTSTATUS submit(HANDLE, const DXGKARG_SUBMITCOMMAND*) { return STATUS_INVALID_PARAMETER; }

  static NTSTATUS create_device(HANDLE, DXGKARG_CREATEDEVICE* wanted) {
    LedgerMiniport& all = *the_ledger;
    const Guard guard(all.mutex_);
    if (all.fails()) return STATUS_NO_MEMORY;
    const auto id = all.next();
    all.devices_[id] = {};
    wanted->hDevice = handle_of(id);
    return STATUS_SUCCESS;
  }

  static NTSTATUS destroy_device(HANDLE device) {
    LedgerMiniport& all = *the_ledger;
    const Guard guard(all.mutex_);
    all.note("destroy device");
    const auto found = all.devices_.find(id_of(device));
    if (found == all.devices_.end()) {
      all.fault("a device is destroyed that is not there");
      return STATUS_SUCCESS;
    }
    if (found->second.parts != 0)
      all.fault(fmt::format("a device is destroyed with {} parts", found->second.parts));
    all.devices_.erase(found);
    return STATUS_SUCCESS;
  }

  static NTSTATUS create_context(HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
    LedgerMiniport& all = *the_ledger;
    const Guard guard(all.mutex_);
    if (all.fails()) return STATUS_NO_MEMORY;
    const auto id = all.next();
    if (!all.devices_.contains(id_of(device))) all.fault("a context on no device");
    ++all.devices_[id_of(device)].parts;
    all.contexts_[id] = {id_of(device), 0};
    wanted->hContext = handle_of(id);
    wanted->ContextInfo.DmaBufferSize = PAGE_SIZE;
    wanted->ContextInfo.AllocationListSize = wanted->ContextInfo.PatchLocationListSize = 16;
    return STATUS_SUCCESS;
  }

  static NTSTATUS destroy_context(HANDLE context) {
    LedgerMiniport& all = *the_ledger;
    const Guard guard(all.mutex_);
    all.note("destroy context");
    const auto found = all.contexts_.find(id_of(context));
    if (found == all.contexts_.end()) {
      all.fault("a context is destroyed that is not there");
      return STATUS_SUCCESS;
    }
    --all.devices_[found->second.device].parts;
    all.contexts_.erase(found);
    return STATUS_SUCCESS;
  }

  static void describe(DXGK_ALLOCATIONINFO& info, HANDLE handle) {
    info.hAllocation = handle;
    info.Size = 4096;
    info.PreferredSegment.SegmentId0 = 1;
    info.SupportedReadSegmentSet = info.SupportedWriteSegmentSet = 1;
    info.Flags.CpuVisible = 1;
    info.AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
  }

  static NTSTATUS create_allocation(HANDLE, DXGKARG_CREATEALLOCATION* wanted) {
    LedgerMiniport& all = *the_ledger;
    const Guard guard(all.mutex_);
    if (all.fails()) return STATUS_NO_MEMORY;
    LedgerMiniport::Id resource = id_of(wanted->hResource);
    if (wanted->Flags.Resource != 0 && resource == 0) {
      resource = all.next();
      all.resources_[resource] = {};
      wanted->hResource = handle_of(resource);
    } else if (resource != 0 && !all.resources_.contains(resource)) {
      all.fault("allocations are added to a resource that is not there");
    }
    for (UINT i = 0; i < wanted->NumAllocations; ++i) {
      const auto id = all.next();
      all.allocations_[id] = {resource, 0};
      if (resource != 0) ++all.resources_[resource].allocations;
      ++all.allocations_ever_;
      describe(wanted->pAllocationInfo[i], handle_of(id));
    }
    return STATUS_SUCCESS;
  }

  static void destroy_one(LedgerMiniport& all, HANDLE allocation) {
    const auto found = all.allocations_.find(id_of(allocation));
    if (found == all.allocations_.end())
      return all.fault("an allocation is destroyed that is not there");
    if (found->second.bindings != 0) all.fault("an allocation is destroyed while it is open");
    if (found->second.resource != 0) --all.resources_[found->second.resource].allocations;
    all.allocations_.erase(found);
  }

  static NTSTATUS destroy_allocation(HANDLE, const DXGKARG_DESTROYALLOCATION* wanted) {
    LedgerMiniport& all = *the_ledger;
    const Guard guard(all.mutex_);
    const bool resource_goes = wanted->Flags.DestroyResource != 0;
    all.note(fmt::format("destroy {}{}", wanted->NumAllocations, resource_goes ? " resource" : ""));
    const auto resource = id_of(wanted->hResource);
    if (resource != 0 && !all.resources_.contains(resource))
      all.fault("a destroy names a resource that is not there");
    for (UINT i = 0; i < wanted->NumAllocations; ++i) destroy_one(all, wanted->pAllocationList[i]);
    if (!resource_goes) return STATUS_SUCCESS;
    if (all.resources_[resource].allocations != 0)
      all.fault("a resource is destroyed before its allocations");
    if (all.resources_.erase(resource) == 0) all.fault("a resource is destroyed that is not there");
    return STATUS_SUCCESS;
  }

  // The driver's allocation behind a handle of the graphics kernel. Without the ledger's lock.
  static HANDLE allocation_of(D3DKMT_HANDLE handle) {
    DXGKARGCB_GETHANDLEDATA wanted{};
    wanted.hObject = handle;
    wanted.Type = DXGK_HANDLE_ALLOCATION;
    return the_ledger->kernel_.DxgkCbGetHandleData(&wanted);
  }

  static NTSTATUS open_allocation(HANDLE device, const DXGKARG_OPENALLOCATION* wanted) {
    LedgerMiniport& all = *the_ledger;
    std::vector<LedgerMiniport::Id> named;
    for (UINT i = 0; i < wanted->NumAllocations; ++i)
      named.push_back(id_of(allocation_of(wanted->pOpenAllocation[i].hAllocation)));
    const Guard guard(all.mutex_);
    if (all.fails()) return STATUS_NO_MEMORY;
    for (UINT i = 0; i < wanted->NumAllocations; ++i) {
      const auto allocation = all.allocations_.find(named[i]);
      if (allocation == all.allocations_.end()) {
        all.fault("an allocation is opened that is not there");
        continue;
      }
      ++allocation->second.bindings;
      ++all.devices_[id_of(device)].parts;
      const auto id = all.next();
      all.bindings_[id] = {id_of(device), named[i]};
      wanted->pOpenAllocation[i].hDeviceSpecificAllocation = handle_of(id);
    }
    return STATUS_SUCCESS;
  }

  static NTSTATUS close_allocation(HANDLE device, const DXGKARG_CLOSEALLOCATION* wanted) {
    LedgerMiniport& all = *the_ledger;
    const Guard guard(all.mutex_);
    all.note(fmt::format("close {}", wanted->NumAllocations));
    for (UINT i = 0; i < wanted->NumAllocations; ++i) {
      const auto found = all.bindings_.find(id_of(wanted->pOpenHandleList[i]));
      if (found == all.bindings_.end() || found->second.device != id_of(device)) {
        all.fault("a binding is closed that is not there");
        continue;
      }
      --all.devices_[found->second.device].parts;
      --all.allocations_[found->second.allocation].bindings;
      all.bindings_.erase(found);
    }
    return STATUS_SUCCESS;
  }
};

LedgerMiniport::LedgerMiniport() { the_ledger = this; }
LedgerMiniport::~LedgerMiniport() { the_ledger = nullptr; }

dxgk::Miniport LedgerMiniport::miniport() {
  dxgk::Miniport out;
  out.driver = &driver_;
  DRIVER_INITIALIZATION_DATA& table = out.table;
  table.Version = DXGKDDI_INTERFACE_VERSION_WIN8;
  table.DxgkDdiAddDevice = LedgerDdi::add_device;
  table.DxgkDdiStartDevice = LedgerDdi::start_device;
  table.DxgkDdiStopDevice = LedgerDdi::nothing;
  table.DxgkDdiRemoveDevice = LedgerDdi::nothing;
  table.DxgkDdiInterruptRoutine = LedgerDdi::interrupt;
  table.DxgkDdiDpcRoutine = LedgerDdi::dpc;
  table.DxgkDdiSetPowerState = LedgerDdi::set_power_state;
  table.DxgkDdiNotifySurpriseRemoval = LedgerDdi::surprise_removal;
  table.DxgkDdiQueryAdapterInfo = LedgerDdi::query;
  table.DxgkDdiRender = LedgerDdi::render;
  table.DxgkDdiPatch = LedgerDdi::patch;
  table.DxgkDdiSubmitCommand = LedgerDdi::submit;
  table.DxgkDdiCreateDevice = LedgerDdi::create_device;
  table.DxgkDdiDestroyDevice = LedgerDdi::destroy_device;
  table.DxgkDdiCreateContext = LedgerDdi::create_context;
  table.DxgkDdiDestroyContext = LedgerDdi::destroy_context;
  table.DxgkDdiCreateAllocation = LedgerDdi::create_allocation;
  table.DxgkDdiDestroyAllocation = LedgerDdi::destroy_allocation;
  table.DxgkDdiOpenAllocation = LedgerDdi::open_allocation;
  table.DxgkDdiCloseAllocation = LedgerDdi::close_allocation;
  return out;
}

bool LedgerMiniport::fails() {
  const std::uint32_t n = fail_one_in_.load();
  return n != 0 && ++asked_ % n == 0;
}

LedgerMiniport::Counts LedgerMiniport::live() const {
  const std::lock_guard guard(mutex_);
  return {devices_.size(), contexts_.size(), allocations_.size(), resources_.size(),
          bindings_.size()};
}

bool LedgerMiniport::has_allocation(HANDLE handle) const {
  const std::lock_guard guard(mutex_);
  return allocations_.contains(reinterpret_cast<Id>(handle));
}

bool LedgerMiniport::has_binding(HANDLE handle) const {
  const std::lock_guard guard(mutex_);
  return bindings_.contains(reinterpret_cast<Id>(handle));
}

std::uint64_t LedgerMiniport::allocations_ever() const {
  const std::lock_guard guard(mutex_);
  return allocations_ever_;
}

std::vector<std::string> LedgerMiniport::faults() const {
  const std::lock_guard guard(mutex_);
  return faults_;
}

std::vector<std::string> LedgerMiniport::take_calls() {
  const std::lock_guard guard(mutex_);
  return std::exchange(calls_, {});
}

}  // namespace drydock::testing
