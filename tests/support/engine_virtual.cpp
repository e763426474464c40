// The engine as a GPU with addresses of its own: virtual contexts, processes, page tables.
#include <optional>

#include "tests/support/engine_miniport.h"

namespace drydock::testing {
namespace {

EngineMiniport* the_virtual_engine = nullptr;
PDXGKDDI_QUERYADAPTERINFO query_of_engine = nullptr;

constexpr UINT kLeafBits = 9;  // so that a leaf leads to EngineMiniport::kLeafBytes

}  // namespace

struct EngineVirtualDdi {
  static NTSTATUS query(HANDLE adapter, const DXGKARG_QUERYADAPTERINFO* query) {
    if (query->Type == DXGKQAITYPE_GPUMMUCAPS) {
      auto& caps = *static_cast<DXGK_GPUMMUCAPS*>(query->pOutputData);
      caps.PageTableUpdateMode = DXGK_PAGETABLEUPDATE_GPU_PHYSICAL;
      caps.VirtualAddressBitCount = EngineMiniport::kAddressBits;
      caps.PageTableLevelCount = 2;
      return STATUS_SUCCESS;
    }
    if (query->Type == DXGKQAITYPE_PAGETABLELEVELDESC) {
      auto& level = *static_cast<DXGK_PAGE_TABLE_LEVEL_DESC*>(query->pOutputData);
      level.PageTableIndexBitCount = kLeafBits;
      level.PageTableSegmentId = 1;
      level.PageTableSizeInBytes = EngineMiniport::kPage;
      return STATUS_SUCCESS;
    }
    const NTSTATUS status = query_of_engine(adapter, query);
    if (query->Type == DXGKQAITYPE_DRIVERCAPS) {
      auto& caps = *static_cast<DXGK_DRIVERCAPS*>(query->pOutputData);
      caps.MemoryManagementCaps.VirtualAddressingSupported = 1;
      caps.MemoryManagementCaps.GpuMmuSupported = 1;
    }
    return status;
  }

  static NTSTATUS create_process(HANDLE, DXGKARG_CREATEPROCESS* wanted) {
    if (the_virtual_engine->misdeeds.create_process)
      the_virtual_engine->misdeeds.create_process(*wanted);
    wanted->hKmdProcess = reinterpret_cast<HANDLE>(++the_virtual_engine->processes_ * 16);
    return STATUS_SUCCESS;
  }
  static NTSTATUS destroy_process(HANDLE, HANDLE) { return STATUS_SUCCESS; }
  static SIZE_T root_size(HANDLE, DXGKARG_GETROOTPAGETABLESIZE* wanted) {
    return (wanted->NumberOfPte * sizeof(UINT64) + EngineMiniport::kPage - 1) /
           EngineMiniport::kPage * EngineMiniport::kPage;
  }
  static VOID set_root(HANDLE, const DXGKARG_SETROOTPAGETABLE*) {}

  static NTSTATUS validate(HANDLE, DXGKARG_VALIDATESUBMITCOMMAND* wanted) {
    the_virtual_engine->note("validate");
    const auto& hook = the_virtual_engine->misdeeds.validate;
    return (hook ? hook(*wanted) : std::nullopt).value_or(STATUS_SUCCESS);
  }

  static NTSTATUS submit(HANDLE, const DXGKARG_SUBMITCOMMANDVIRTUAL* wanted) {
    EngineMiniport& engine = *the_virtual_engine;
    engine.note("submit virtual");
    {
      const std::lock_guard guard(engine.mutex_);
      engine.submitted_[wanted->NodeOrdinal] = wanted->SubmissionFenceId;
    }
    const auto& hook = engine.misdeeds.submit_virtual;
    if (const auto answer = hook ? hook(*wanted) : std::nullopt) return *answer;
    EngineMiniport::Submission submission;
    submission.fence = wanted->SubmissionFenceId;
    const std::lock_guard guard(engine.mutex_);
    engine.queues_[wanted->NodeOrdinal].push_back(std::move(submission));
    return STATUS_SUCCESS;
  }
};

void EngineMiniport::add_virtual(DRIVER_INITIALIZATION_DATA& table) {
  the_virtual_engine = this;
  query_of_engine = std::exchange(table.DxgkDdiQueryAdapterInfo, EngineVirtualDdi::query);
  table.DxgkDdiCreateProcess = EngineVirtualDdi::create_process;
  table.DxgkDdiDestroyProcess = EngineVirtualDdi::destroy_process;
  table.DxgkDdiGetRootPageTableSize = EngineVirtualDdi::root_size;
  table.DxgkDdiSetRootPageTable = EngineVirtualDdi::set_root;
  table.DxgkDdiValidateSubmitCommand = EngineVirtualDdi::validate;
  table.DxgkDdiSubmitCommandVirtual = EngineVirtualDdi::submit;
}

}  // namespace drydock::testing
