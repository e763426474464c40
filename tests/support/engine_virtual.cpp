// The engine as a GPU with addresses of its own: virtual contexts, processes, page tables.
#include <optional>

#include "tests/support/engine_miniport.h"

namespace drydock::testing {
namespace {

EngineMiniport* the_virtual_engine = nullptr;
PDXGKDDI_QUERYADAPTERINFO query_of_engine = nullptr;
PDXGKDDI_BUILDPAGINGBUFFER build_of_engine = nullptr;

constexpr UINT kUpperBits = 5;
constexpr UINT kLeafBits = 9;  // so that a leaf leads to EngineMiniport::kLeafBytes

}  // namespace

struct EngineVirtualDdi {
  using Command = EngineMiniport::Command;
  using Op = Command::Op;

  // Leaves first; of three levels the one between leads to 32 leaves.
  static UINT bits_of(UINT level) {
    if (level == 0 || the_virtual_engine->settings_.table_levels == 2) return kLeafBits;
    return kUpperBits;
  }

  static NTSTATUS query(HANDLE adapter, const DXGKARG_QUERYADAPTERINFO* query) {
    if (query->Type == DXGKQAITYPE_GPUMMUCAPS) {
      auto& caps = *static_cast<DXGK_GPUMMUCAPS*>(query->pOutputData);
      const EngineMiniport::Settings& settings = the_virtual_engine->settings_;
      caps.Value = settings.mmu_flags;
      // If no tables can be built by this driver, those of the graphics kernel lie in a segment.
      caps.PageTableUpdateMode =
          settings.page_tables ? settings.table_mode : DXGK_PAGETABLEUPDATE_GPU_VIRTUAL;
      caps.VirtualAddressBitCount = EngineMiniport::kAddressBits;
      caps.PageTableLevelCount = settings.table_levels;
      return STATUS_SUCCESS;
    }
    if (query->Type == DXGKQAITYPE_PAGETABLELEVELDESC) {
      auto& level = *static_cast<DXGK_PAGE_TABLE_LEVEL_DESC*>(query->pOutputData);
      const auto which =
          static_cast<DXGK_QUERYPAGETABLELEVELDESCIN*>(query->pInputData)->LevelIndex;
      level.PageTableIndexBitCount = bits_of(which);
      level.PageTableSegmentId = the_virtual_engine->settings_.table_segment;
      level.PagingProcessPageTableSegmentId = the_virtual_engine->settings_.page_tables ? 0 : 1;
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
    const auto& hook = the_virtual_engine->misdeeds.root_size;
    if (const auto answer = hook ? hook(*wanted) : std::nullopt) return *answer;
    return (wanted->NumberOfPte * sizeof(UINT64) + EngineMiniport::kPage - 1) /
           EngineMiniport::kPage * EngineMiniport::kPage;
  }
  static VOID set_root(HANDLE, const DXGKARG_SETROOTPAGETABLE* wanted) {
    EngineMiniport& engine = *the_virtual_engine;
    engine.note("root");
    if (engine.misdeeds.set_root) engine.misdeeds.set_root(*wanted);
    const std::lock_guard guard(engine.mutex_);
    if (engine.mmu_ != nullptr)
      engine.mmu_->set_root(wanted->hContext, wanted->Address, wanted->NumEntries);
  }

  // Writes one command for each entry, as many as fit. A repeated entry is one command.
  static NTSTATUS update_table(DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const auto& update = wanted.UpdatePageTable;
    const bool repeats = update.Flags.Repeat != 0;
    const UINT count = repeats ? 1 : update.NumPageTableEntries;
    const std::uint64_t begin = update.StartIndex * sizeof(std::uint64_t);
    if (update.UpdateMode == DXGK_PAGETABLEUPDATE_CPU_VIRTUAL) {
      auto* const to =
          static_cast<std::uint64_t*>(update.PageTableAddress.CpuVirtual) + update.StartIndex;
      for (UINT i = 0; i < update.NumPageTableEntries; ++i)
        to[i] = EngineMmu::entry_of(update.pPageTableEntries[repeats ? 0 : i]);
      return STATUS_SUCCESS;
    }
    const bool is_virtual = update.UpdateMode == DXGK_PAGETABLEUPDATE_GPU_VIRTUAL;
    const D3DGPU_PHYSICAL_ADDRESS& table = update.PageTableAddress.GpuPhysical;
    const std::uint64_t first =
        begin + (is_virtual ? update.PageTableAddress.GpuVirtual : table.SegmentOffset);
    const std::size_t room = wanted.DmaSize / sizeof(Command);
    auto* to = static_cast<Command*>(wanted.pDmaBuffer);
    UINT at = wanted.MultipassOffset;
    for (std::size_t used = 0; used < room && at < count; ++used, ++at)
      *to++ = Command{is_virtual ? Op::kVirtualEntries : Op::kEntries,
                      repeats ? update.NumPageTableEntries : 1,
                      is_virtual ? 0 : table.SegmentId,
                      0,
                      first + at * sizeof(std::uint64_t),
                      EngineMmu::entry_of(update.pPageTableEntries[at]),
                      0,
                      1};
    wanted.pDmaBuffer = to;
    wanted.MultipassOffset = at;
    return at < count ? STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER : STATUS_SUCCESS;
  }

  static NTSTATUS flush(DXGKARG_BUILDPAGINGBUFFER& wanted) {
    auto* const to = static_cast<Command*>(wanted.pDmaBuffer);
    *to = Command{
        Op::kFlush, 0, 0, 0, wanted.FlushTlb.StartVirtualAddress, wanted.FlushTlb.EndVirtualAddress,
        0,          1};
    wanted.pDmaBuffer = to + 1;
    return STATUS_SUCCESS;
  }

  static NTSTATUS write_one(DXGKARG_BUILDPAGINGBUFFER& wanted, const Command& command) {
    if (wanted.DmaSize < sizeof command) return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
    auto* const to = static_cast<Command*>(wanted.pDmaBuffer);
    *to = command;
    wanted.pDmaBuffer = to + 1;
    return STATUS_SUCCESS;
  }
  static NTSTATUS transfer(DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const auto& transfer = wanted.TransferVirtual;
    const UINT64 added =
        the_virtual_engine->misdeeds.adds_offsets ? transfer.AllocationOffsetInBytes : 0;
    return write_one(wanted,
                     {Op::kVirtualCopy, 0, 0, 0, transfer.DestinationVirtualAddress + added,
                      transfer.SourceVirtualAddress + added, transfer.TransferSizeInBytes, 1});
  }
  static NTSTATUS fill(DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const auto& fill = wanted.FillVirtual;
    return write_one(wanted, {Op::kVirtualFill, fill.FillPattern, 0, 0,
                              fill.DestinationVirtualAddress, 0, fill.FillSizeInBytes, 1});
  }

  static NTSTATUS build(HANDLE adapter, DXGKARG_BUILDPAGINGBUFFER* wanted) {
    NTSTATUS (*own)(DXGKARG_BUILDPAGINGBUFFER&) = nullptr;
    if (wanted->Operation == DXGK_OPERATION_UPDATE_PAGE_TABLE) own = update_table;
    if (wanted->Operation == DXGK_OPERATION_FLUSH_TLB) own = flush;
    if (wanted->Operation == DXGK_OPERATION_VIRTUAL_TRANSFER) own = transfer;
    if (wanted->Operation == DXGK_OPERATION_VIRTUAL_FILL) own = fill;
    // In this case the driver does not see whose memory it is.
    const bool only_notifies =
        wanted->Operation == DXGK_OPERATION_DISCARD_CONTENT ||
        (wanted->Operation == DXGK_OPERATION_TRANSFER && wanted->Transfer.TransferSize == 0);
    if (only_notifies && the_virtual_engine->paging_context_ != nullptr)
      own = [](DXGKARG_BUILDPAGINGBUFFER&) { return STATUS_SUCCESS; };
    if (own == nullptr) return build_of_engine(adapter, wanted);
    const auto& hook = the_virtual_engine->misdeeds.build;
    if (const auto answer = hook ? hook(*wanted) : std::nullopt) return *answer;
    return own(*wanted);
  }

  static NTSTATUS validate(HANDLE, DXGKARG_VALIDATESUBMITCOMMAND* wanted) {
    the_virtual_engine->note("validate");
    const auto& hook = the_virtual_engine->misdeeds.validate;
    return (hook ? hook(*wanted) : std::nullopt).value_or(STATUS_SUCCESS);
  }

  // The commands of a paging buffer, at an address of the paging process.
  static void read_paging(EngineMiniport& engine, const DXGKARG_SUBMITCOMMANDVIRTUAL& wanted,
                          EngineMiniport::Submission& out) {
    engine.paging_context_ = wanted.hContext;
    out.bytes = 0;
    out.commands.resize(wanted.DmaBufferSize / sizeof(Command));
    if (!engine.mmu_->read(wanted.hContext, wanted.DmaBufferVirtualAddress,
                           {reinterpret_cast<std::uint8_t*>(out.commands.data()),
                            out.commands.size() * sizeof(Command)}))
      out.commands = {Command{Op::kFault, 0, 0, 0, 0, 0, EngineMiniport::kPage, 1}};
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
    submission.context = wanted->hContext;
    submission.address = wanted->DmaBufferVirtualAddress;
    submission.bytes = wanted->DmaBufferSize;
    const std::lock_guard guard(engine.mutex_);
    if (wanted->Flags.Paging != 0) read_paging(engine, *wanted, submission);
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
  table.DxgkDdiValidateSubmitCommand = EngineVirtualDdi::validate;
  table.DxgkDdiSubmitCommandVirtual = EngineVirtualDdi::submit;
  table.DxgkDdiSetRootPageTable = EngineVirtualDdi::set_root;
  if (!settings_.page_tables) return;
  build_of_engine = std::exchange(table.DxgkDdiBuildPagingBuffer, EngineVirtualDdi::build);
  std::vector<UINT> bits;
  for (UINT level = 0; level < settings_.table_levels; ++level)
    bits.push_back(EngineVirtualDdi::bits_of(level));
  mmu_ = std::make_unique<EngineMmu>(
      bits, [this](UINT segment, std::uint64_t offset) -> std::uint8_t* {
        if (segment == 1) return offset < memory_.size() ? memory_.data() + offset : nullptr;
        const std::uint64_t base = segment == 2 ? kApertureBase : 0;
        std::uint8_t* const start = page(segment, base + offset / kPage * kPage);
        return start == nullptr ? nullptr : start + offset % kPage;
      });
}

}  // namespace drydock::testing
