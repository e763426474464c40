// Callbacks that give the driver system memory which its device can reach. There is no IOMMU: a
// device sees physical addresses.
#include "src/dxgk/callbacks/memory.h"

#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/callbacks/parts.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {

namespace {

// Windows checks the IRQL from WDDM 3.2 on. The call does not name the device, so the newest
// version of the driver's devices counts.
bool is_irql_checked() {
  const nt::Driver* const driver = nt::current_driver();
  bool is_newer = false;
  if (driver == nullptr) return false;
  for (const auto& hardware : Hardware::served_by(*driver)) {
    hardware->with_adapter([&](Adapter& adapter) {
      is_newer |= adapter.version() >= DXGKDDI_INTERFACE_VERSION_WDDM3_2;
    });
  }
  return is_newer;
}

}  // namespace

// For an older driver the call fails without a breach.
bool check_memory_call(const char* call) {
  refuse_in_interrupt_routine(call);
  const KIRQL irql = nt::self().irql;
  const bool is_checked = is_irql_checked();
  if (is_checked) rules::evaluated("K-427");
  if (irql <= APC_LEVEL) return true;
  if (is_checked)
    nt::Breach("K-427", nt::Offender::running())
        .message("{} is called at IRQL {}", call, irql)
        .raise();
  return false;
}

MEMORY_CACHING_TYPE caching_of(DXGK_MEMORY_CACHING_TYPE type) {
  switch (type) {
    case DXGK_MEMORY_CACHING_TYPE_CACHED:
      return MmCached;
    case DXGK_MEMORY_CACHING_TYPE_WRITE_COMBINED:
      return MmWriteCombined;
    default:
      return MmNonCached;
  }
}

namespace {

// Finds the device of a memory callback. Returns null after K-427 or K-051.
std::shared_ptr<Hardware> memory_callee(HANDLE adapter, const char* call) {
  return check_memory_call(call) ? callee(adapter, call, APC_LEVEL) : nullptr;
}

NTSTATUS allocate_contiguous_memory(IN_CONST_HANDLE hAdapter,
                                    INOUT_PDXGKARGCB_ALLOCATECONTIGUOUSMEMORY pArgs) {
  const auto hardware = memory_callee(hAdapter, "DxgkCbAllocateContiguousMemory");
  if (hardware == nullptr || pArgs == nullptr || pArgs->NumberOfBytes == 0)
    return STATUS_INVALID_PARAMETER;
  void* const memory = MmAllocateContiguousMemorySpecifyCache(
      pArgs->NumberOfBytes, pArgs->LowestAcceptableAddress, pArgs->HighestAcceptableAddress,
      pArgs->BoundaryAddressMultiple, caching_of(pArgs->CacheType));
  if (memory == nullptr) return STATUS_NO_MEMORY;
  pArgs->pMemory = memory;
  pArgs->hMemoryHandle =
      hardware->add_owned(fmt::format("contiguous memory of {} bytes", pArgs->NumberOfBytes), {},
                          [memory] { MmFreeContiguousMemory(memory); });
  return STATUS_SUCCESS;
}

NTSTATUS release_memory(HANDLE adapter, HANDLE memory, const char* call) {
  const auto hardware = memory_callee(adapter, call);
  if (hardware == nullptr || !hardware->release_owned(memory)) return STATUS_INVALID_PARAMETER;
  return STATUS_SUCCESS;
}

NTSTATUS free_contiguous_memory(IN_CONST_HANDLE hAdapter,
                                IN_CONST_PDXGKARGCB_FREECONTIGUOUSMEMORY pArgs) {
  if (pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  return release_memory(hAdapter, pArgs->hMemoryHandle, "DxgkCbFreeContiguousMemory");
}

NTSTATUS allocate_pages_for_mdl(IN_CONST_HANDLE hAdapter,
                                INOUT_PDXGKARGCB_ALLOCATEPAGESFORMDL pArgs) {
  const auto hardware = memory_callee(hAdapter, "DxgkCbAllocatePagesForMdl");
  if (hardware == nullptr || pArgs == nullptr || pArgs->TotalBytes == 0)
    return STATUS_INVALID_PARAMETER;
  const PMDL mdl = MmAllocatePagesForMdlEx(pArgs->LowAddress, pArgs->HighAddress, pArgs->SkipBytes,
                                           pArgs->TotalBytes, caching_of(pArgs->CacheType),
                                           pArgs->Flags | MM_ALLOCATE_FULLY_REQUIRED);
  if (mdl == nullptr) return STATUS_NO_MEMORY;
  pArgs->pMdl = mdl;
  pArgs->hMemoryHandle = hardware->add_owned(
      fmt::format("MDL with pages of {} bytes", pArgs->TotalBytes), {}, [mdl] { free_pages(mdl); });
  return STATUS_SUCCESS;
}

NTSTATUS free_pages_from_mdl(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARGCB_FREEPAGESFROMMDL pArgs) {
  if (pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  return release_memory(hAdapter, pArgs->hMemoryHandle, "DxgkCbFreePagesFromMdl");
}

NTSTATUS map_mdl_to_iommu(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARGCB_MAPMDLTOIOMMU pArgs) {
  const auto hardware = memory_callee(hAdapter, "DxgkCbMapMdlToIoMmu");
  if (hardware == nullptr || pArgs == nullptr || pArgs->pMdl == nullptr)
    return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kMapping)) return STATUS_NO_MEMORY;
  const PMDL mdl = pArgs->pMdl;
  // The host does not read an MDL that the ledger does not know, such as one in pool.
  const bool known = nt::find_debt(nt::Resource::kMdl, mdl).has_value();
  pArgs->hMemoryHandle = hardware->add_owned("MDL mapped to the IOMMU",
                                             known ? std::make_shared<PMDL>(mdl) : nullptr, [] {});
  return STATUS_SUCCESS;
}

VOID unmap_mdl_from_iommu(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARGCB_UNMAPMDLFROMIOMMU pArgs) {
  const char* const name = "DxgkCbUnmapMdlFromIoMmu";
  auto hardware = memory_callee(hAdapter, name);
  if (hardware == nullptr || pArgs == nullptr) return;
  const HANDLE handle = pArgs->hMemoryHandle;
  const auto mdl = hardware->find_owned<PMDL>(handle);
  hardware->release_owned(handle);
  hardware.reset();
  if (mdl != nullptr && rules::breaks("K-427", !nt::find_debt(nt::Resource::kMdl, *mdl)))
    nt::Breach("K-427", nt::Offender::running())
        .message("{}: the MDL was freed before it was unmapped", name)
        .raise();
}

// Saving the frame buffer over a power transition, and handing memory to the driver's next version,
// need a second life that this machine does not have.
NTSTATUS refuse(HANDLE adapter, const void* arguments, const char* call) {
  if (!is_device(adapter, call) || arguments == nullptr) return STATUS_INVALID_PARAMETER;
  return refuse_unplayed(adapter, call);
}

}  // namespace

void free_pages(PMDL mdl) {
  MmFreePagesFromMdl(mdl);
  ExFreePool(mdl);
}

void fill_memory_callbacks(DXGKRNL_INTERFACE& callbacks) {
  callbacks.DxgkCbAllocateContiguousMemory = allocate_contiguous_memory;
  callbacks.DxgkCbFreeContiguousMemory = free_contiguous_memory;
  callbacks.DxgkCbAllocatePagesForMdl = allocate_pages_for_mdl;
  callbacks.DxgkCbFreePagesFromMdl = free_pages_from_mdl;
  callbacks.DxgkCbMapMdlToIoMmu = map_mdl_to_iommu;
  callbacks.DxgkCbUnmapMdlFromIoMmu = unmap_mdl_from_iommu;
  callbacks.DxgkCbPinFrameBufferForSave = [](const HANDLE adapter, auto* arguments) {
    return refuse(adapter, arguments, "DxgkCbPinFrameBufferForSave");
  };
  callbacks.DxgkCbPinFrameBufferForSave2 = [](const HANDLE adapter, auto* arguments) {
    return refuse(adapter, arguments, "DxgkCbPinFrameBufferForSave2");
  };
  callbacks.DxgkCbUnpinFrameBufferForSave = [](const HANDLE adapter, auto* arguments) {
    return refuse(adapter, arguments, "DxgkCbUnpinFrameBufferForSave");
  };
  callbacks.DxgkCbMapFrameBufferPointer = [](const HANDLE adapter, auto* arguments) {
    return refuse(adapter, arguments, "DxgkCbMapFrameBufferPointer");
  };
  callbacks.DxgkCbUnmapFrameBufferPointer = [](const HANDLE adapter, auto* arguments) {
    return refuse(adapter, arguments, "DxgkCbUnmapFrameBufferPointer");
  };
  callbacks.DxgkCbSaveMemoryForHotUpdate = [](const HANDLE adapter, auto* arguments) {
    return refuse(adapter, arguments, "DxgkCbSaveMemoryForHotUpdate");
  };
}

}  // namespace drydock::dxgk
