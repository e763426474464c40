#include "tests/support/engine_miniport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/nt/mm/physical.h"

namespace drydock::testing {
namespace {

EngineMiniport* the_engine = nullptr;

constexpr std::uint64_t kPage = EngineMiniport::kPage;
constexpr std::uint64_t kMemoryBase = EngineMiniport::kMemoryBase;
constexpr std::uint64_t kApertureBase = EngineMiniport::kApertureBase;

template <typename Hook, typename... Arguments>
std::optional<NTSTATUS> ask(const Hook& hook, Arguments&&... arguments) {
  return hook ? hook(std::forward<Arguments>(arguments)...) : std::nullopt;
}

std::uint64_t frame_address(const MDL* mdl, std::uint64_t index) {
  return static_cast<std::uint64_t>(MmGetMdlPfnArray(const_cast<MDL*>(mdl))[index]) * kPage;
}

}  // namespace

// The entry points.
struct EngineDdi {
  using Guard = std::lock_guard<std::mutex>;
  using Command = EngineMiniport::Command;
  using Op = Command::Op;

  static NTSTATUS start_device(PVOID context, PDXGK_START_INFO info, PDXGKRNL_INTERFACE kernel,
                               PULONG sources, PULONG children) {
    the_engine->kernel_ = *kernel;
    if (the_engine->settings_.backing_stores) {
      DXGKARGCB_ISFEATUREENABLED feature{kernel->DeviceHandle,
                                         DXGK_FEATURE_SHARE_BACKING_STORE_WITH_KMD, FALSE};
      kernel->DxgkCbIsFeatureEnabled(&feature);
    }
    const NTSTATUS status =
        the_engine->base_.table.DxgkDdiStartDevice(context, info, kernel, sources, children);
    *sources = the_engine->settings_.sources;
    return status;
  }

  // A device that is stopped does not interrupt.
  static NTSTATUS stop_device(PVOID context) {
    ask(the_engine->misdeeds.alone, "stop");
    the_engine->stop_engine();
    return the_engine->base_.table.DxgkDdiStopDevice(context);
  }

  static NTSTATUS query(HANDLE, const DXGKARG_QUERYADAPTERINFO* query) {
    const EngineMiniport::Settings& settings = the_engine->settings_;
    if (query->Type == DXGKQAITYPE_DRIVERCAPS) {
      auto& caps = *static_cast<DXGK_DRIVERCAPS*>(query->pOutputData);
      caps.SchedulingCaps.MultiEngineAware = settings.has_contexts;
      caps.SchedulingCaps.PreemptionAware = settings.has_contexts && settings.preemption_aware;
      caps.SchedulingCaps.CancelCommandAware = settings.has_contexts && settings.cancel_aware;
      caps.SchedulingCaps.No64BitAtomics = !settings.atomics64;
      caps.SupportPerEngineTDR = settings.engine_reset;
      caps.GpuEngineTopology.NbAsymetricProcessingNodes = settings.nodes;
      caps.WDDMVersion =
          settings.version >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 ? DXGKDDI_WDDMv2 : DXGKDDI_WDDMv1_2;
      if (settings.version >= DXGKDDI_INTERFACE_VERSION_WDDM2_0) caps.SupportSurpriseRemoval = TRUE;
      caps.NumberOfSwizzlingRanges = settings.swizzling_ranges;
      if (settings.lists) caps.MemoryManagementCaps.MapAperture2Supported = 1;
      return STATUS_SUCCESS;
    }
    if (query->Type == DXGKQAITYPE_QUERYSEGMENT4) return segments4(*query);
    if (query->Type != DXGKQAITYPE_QUERYSEGMENT3) return STATUS_NOT_SUPPORTED;
    auto& out = *static_cast<DXGK_QUERYSEGMENTOUT3*>(query->pOutputData);
    out.NbSegment = 2;
    out.PagingBufferSize = settings.paging_buffer;
    if (out.pSegmentDescriptor == nullptr) return STATUS_SUCCESS;
    describe(out.pSegmentDescriptor[0], out.pSegmentDescriptor[1]);
    if (settings.banks != 0) {
      DXGK_SEGMENTDESCRIPTOR3& memory = out.pSegmentDescriptor[0];
      memory.Flags.UseBanking = 1;
      memory.NbOfBanks = settings.banks;
      memory.pBankRangeTable = the_engine->bank_ends_.data();
    }
    return STATUS_SUCCESS;
  }

  template <typename Descriptor>
  static void describe(Descriptor& memory, Descriptor& aperture) {
    const EngineMiniport::Settings& settings = the_engine->settings_;
    memory.BaseAddress.QuadPart = kMemoryBase;
    memory.Size = memory.CommitLimit = settings.memory_bytes;
    memory.Flags.CpuVisible = settings.is_cpu_visible ? 1 : 0;
    memory.CpuTranslatedAddress.QuadPart = static_cast<LONGLONG>(settings.bus_address);
    aperture.BaseAddress.QuadPart = kApertureBase;
    aperture.Size = aperture.CommitLimit = settings.aperture_bytes;
    aperture.Flags.Aperture = 1;
    aperture.Flags.CacheCoherent = 1;
    if (settings.version >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      memory.Flags.ApplicationTarget = aperture.Flags.ApplicationTarget = settings.targets ? 1 : 0;
  }

  static NTSTATUS segments4(const DXGKARG_QUERYADAPTERINFO& query) {
    auto& out = *static_cast<DXGK_QUERYSEGMENTOUT4*>(query.pOutputData);
    out.NbSegment = 2;
    out.PagingBufferSize = the_engine->settings_.paging_buffer;
    if (out.pSegmentDescriptor == nullptr) return STATUS_SUCCESS;
    const auto at = [&](SIZE_T index) -> DXGK_SEGMENTDESCRIPTOR4& {
      return *reinterpret_cast<DXGK_SEGMENTDESCRIPTOR4*>(out.pSegmentDescriptor +
                                                         index * out.SegmentDescriptorStride);
    };
    describe(at(0), at(1));
    if (const UINT pages = the_engine->settings_.host_pages; pages != 0) {
      at(0).Flags.CpuVisible = 0;
      at(0).Flags.SupportsCpuHostAperture = 1;
      at(0).CpuHostAperture = {EngineMiniport::kHostAperture, pages};
    }
    return STATUS_SUCCESS;
  }

  static NTSTATUS create_device(HANDLE adapter, DXGKARG_CREATEDEVICE* wanted) {
    if (!the_engine->settings_.has_contexts) {
      wanted->pInfo->DmaBufferSize = the_engine->settings_.dma_buffer;
      wanted->pInfo->AllocationListSize = 16;
      wanted->pInfo->Flags.GuaranteedDmaBufferContract = the_engine->settings_.guarantees_room;
      wanted->pInfo->PatchLocationListSize = 32;
    }
    return the_engine->base_.table.DxgkDdiCreateDevice(adapter, wanted);
  }

  static NTSTATUS create_context(HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
    const NTSTATUS status = the_engine->base_.table.DxgkDdiCreateContext(device, wanted);
    wanted->ContextInfo.DmaBufferSize = the_engine->settings_.dma_buffer;
    wanted->ContextInfo.DmaBufferSegmentSet = the_engine->settings_.dma_segments;
    wanted->ContextInfo.DmaBufferPrivateDataSize = the_engine->settings_.dma_private;
    wanted->ContextInfo.AllocationListSize =
        wanted->Flags.GdiContext != 0 ? the_engine->settings_.gdi_allocations : 16;
    wanted->ContextInfo.PatchLocationListSize = 32;
    wanted->ContextInfo.Caps.NoPatchingRequired = the_engine->settings_.patches ? 0 : 1;
    const Guard guard(the_engine->mutex_);
    the_engine->context_flags_.push_back(wanted->Flags);
    return status;
  }

  static NTSTATUS create_allocation(HANDLE adapter, DXGKARG_CREATEALLOCATION* wanted) {
    const NTSTATUS status = the_engine->base_.table.DxgkDdiCreateAllocation(adapter, wanted);
    if (!NT_SUCCESS(status)) return status;
    const EngineMiniport::Settings& settings = the_engine->settings_;
    for (UINT i = 0; i < wanted->NumAllocations; ++i) {
      DXGK_ALLOCATIONINFO& info = wanted->pAllocationInfo[i];
      info.Size = settings.allocation_bytes;
      info.Flags.Value = 0;
      info.PreferredSegment.Value = 0;
      info.HintedBank.Value = 0;
      info.PreferredSegment.SegmentId0 = settings.preferred;
      info.SupportedReadSegmentSet = info.SupportedWriteSegmentSet = settings.segments;
      info.Flags.Value |= settings.flags;
      info.Flags.CpuVisible = settings.cpu_visible;
      if (settings.version >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 && settings.physical)
        info.FlagsWddm2.AccessedPhysically = 1;
      if (settings.version >= DXGKDDI_INTERFACE_VERSION_WDDM3_0)
        info.Flags2.Value = settings.flags2;
      info.HintedBank.Bank0 = settings.hinted_bank;
      info.HintedBank.Direction0 = settings.bank_from_end ? 1 : 0;
      info.EvictionSegmentSet = settings.eviction;
      info.MaximumRenamingListLength = settings.renaming_list;
    }
    return status;
  }

  static NTSTATUS destroy_allocation(HANDLE adapter, const DXGKARG_DESTROYALLOCATION* wanted) {
    if (the_engine->misdeeds.destroy) the_engine->misdeeds.destroy(*wanted);
    return the_engine->base_.table.DxgkDdiDestroyAllocation(adapter, wanted);
  }

  static NTSTATUS describe_allocation(HANDLE, DXGKARG_DESCRIBEALLOCATION* wanted) {
    wanted->Width = wanted->Height = 64;
    wanted->Format = D3DDDIFMT_A8R8G8B8;
    wanted->RefreshRate = {60, 1};
    return STATUS_SUCCESS;
  }

  static NTSTATUS render(HANDLE, DXGKARG_RENDER* wanted) {
    if (const auto answer = ask(the_engine->misdeeds.render, *wanted)) return *answer;
    const auto* const from = static_cast<const UserCommand*>(wanted->pCommand);
    const UINT count = wanted->CommandLength / sizeof(UserCommand);
    auto* to = static_cast<Command*>(wanted->pDmaBuffer);
    auto* const first = to;
    D3DDDI_PATCHLOCATIONLIST* patch = wanted->pPatchLocationListOut;
    UINT next = wanted->MultipassOffset;
    for (; next < count; ++next) {
      if (static_cast<std::size_t>(to + 1 - first) * sizeof(Command) > wanted->DmaSize) break;
      const UserCommand command = from[next];
      const bool copies = command.op == UserCommand::Op::kCopy;
      if (command.target >= wanted->AllocationListSize ||
          (copies && command.value >= wanted->AllocationListSize))
        return STATUS_INVALID_PARAMETER;
      *to = {};
      to->op = op_of(command.op);
      to->value = command.value;
      to->bytes = the_engine->settings_.allocation_bytes;
      const auto offset =
          static_cast<UINT>(reinterpret_cast<char*>(to) - reinterpret_cast<char*>(first));
      *patch = {command.target, {}, 0, 0, place_of(false, offset), offset};
      patch_place(wanted->pAllocationList, *patch++, first);
      if (copies) {
        *patch = {command.value, {}, 1, 0, place_of(true, offset), offset};
        patch_place(wanted->pAllocationList, *patch++, first);
      }
      ++to;
    }
    wanted->pDmaBuffer = to;
    wanted->pPatchLocationListOut = patch;
    wanted->MultipassOffset = next;
    return next < count ? STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER : STATUS_SUCCESS;
  }

  static Op op_of(UserCommand::Op op) {
    switch (op) {
      case UserCommand::Op::kFill:
        return Op::kFill;
      case UserCommand::Op::kCopy:
        return Op::kCopy;
      case UserCommand::Op::kHang:
        return Op::kHang;
      case UserCommand::Op::kFault:
        return Op::kFault;
      case UserCommand::Op::kLoseInterrupt:
        return Op::kLoseInterrupt;
    }
    return Op::kFault;
  }

  static NTSTATUS patch(HANDLE, const DXGKARG_PATCH* wanted) {
    the_engine->note("patch");
    if (const auto answer = ask(the_engine->misdeeds.patch, *wanted)) return *answer;
    for (UINT i = 0; i < wanted->PatchLocationListSubmissionLength; ++i)
      patch_place(wanted->pAllocationList,
                  wanted->pPatchLocationList[wanted->PatchLocationListSubmissionStart + i],
                  wanted->pDmaBuffer);
    return STATUS_SUCCESS;
  }

  // Returns the offset in a command of the address that it writes or reads.
  static UINT place_of(bool is_source, UINT command) {
    return command +
           static_cast<UINT>(is_source ? offsetof(Command, source) : offsetof(Command, address));
  }
  static void patch_place(const DXGK_ALLOCATIONLIST* list, const D3DDDI_PATCHLOCATIONLIST& patch,
                          void* buffer) {
    const DXGK_ALLOCATIONLIST& allocation = list[patch.AllocationIndex];
    auto& command = *reinterpret_cast<Command*>(static_cast<char*>(buffer) + patch.SplitOffset);
    const auto address = static_cast<std::uint64_t>(allocation.PhysicalAddress.QuadPart);
    (patch.DriverId == 0 ? command.segment : command.source_segment) = allocation.SegmentId;
    (patch.DriverId == 0 ? command.address : command.source) = address;
  }

  static NTSTATUS submit(HANDLE, const DXGKARG_SUBMITCOMMAND* wanted) {
    {
      const Guard guard(the_engine->mutex_);
      the_engine->submitted_[wanted->NodeOrdinal] = wanted->SubmissionFenceId;
    }
    if (const auto answer = ask(the_engine->misdeeds.submit, *wanted)) return *answer;
    the_engine->note(wanted->Flags.ContextSwitch != 0 ? "switch"
                     : wanted->Flags.Paging != 0      ? "paging"
                                                      : "submit");
    EngineMiniport::Submission submission;
    submission.fence = wanted->SubmissionFenceId;
    submission.commands.resize(
        (wanted->DmaBufferSubmissionEndOffset - wanted->DmaBufferSubmissionStartOffset) /
        sizeof(Command));
    the_engine->read_buffer(*wanted, submission.commands);
    if (wanted->Flags.NullRendering != 0) submission.commands.clear();
    const Guard guard(the_engine->mutex_);
    the_engine->queues_[wanted->NodeOrdinal].push_back(std::move(submission));
    return STATUS_SUCCESS;
  }

  // Writes one command for each page, as many as fit. MultipassOffset says where to continue.
  template <typename Make>
  static NTSTATUS write_pages(DXGKARG_BUILDPAGINGBUFFER& wanted, std::uint64_t pages, Make make) {
    const std::size_t room = wanted.DmaSize / sizeof(Command);
    auto* to = static_cast<Command*>(wanted.pDmaBuffer);
    std::uint64_t at = wanted.MultipassOffset;
    for (std::size_t used = 0; used < room && at < pages; ++used, ++at) {
      *to = make(at);
      (to++)->is_paging = 1;
    }
    wanted.pDmaBuffer = to;
    wanted.MultipassOffset = static_cast<UINT>(at);
    return at < pages ? STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER : STATUS_SUCCESS;
  }

  static NTSTATUS transfer(DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const auto& transfer = wanted.Transfer;
    const bool in = transfer.Source.SegmentId == 0;
    const auto& there = in ? transfer.Destination.SegmentAddress : transfer.Source.SegmentAddress;
    const UINT segment = in ? transfer.Destination.SegmentId : transfer.Source.SegmentId;
    const auto base = static_cast<std::uint64_t>(there.QuadPart);
    const std::uint64_t moved =
        transfer.TransferSize != 0 ? transfer.TransferSize : the_engine->settings_.allocation_bytes;
    if (wanted.MultipassOffset == 0 && in)
      the_engine->own(segment, base + transfer.TransferOffset, moved, true);
    const MDL* const mdl = in ? transfer.Source.pMdl : transfer.Destination.pMdl;
    const std::uint64_t offset = transfer.TransferOffset;
    const UINT through = in ? 0 : transfer.Destination.SegmentId;
    const std::uint64_t window =
        through == 0
            ? 0
            : static_cast<std::uint64_t>(transfer.Destination.SegmentAddress.QuadPart) + offset;
    const NTSTATUS status = write_pages(wanted, transfer.TransferSize / kPage, [&](auto page) {
      const std::uint64_t here = base + offset + page * kPage;
      const std::uint64_t physical =
          through != 0 ? 0 : frame_address(mdl, transfer.MdlOffset + page);
      if (in) return Command{Op::kCopy, 0, segment, 0, here, physical, kPage, 1};
      return Command{
          Op::kCopy, 0,     through, segment, through != 0 ? window + page * kPage : physical,
          here,      kPage, 1};
    });
    if (status == STATUS_SUCCESS && !in) the_engine->own(segment, base + offset, moved, false);
    return status;
  }

  static NTSTATUS fill(DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const auto& fill = wanted.Fill;
    const auto base = static_cast<std::uint64_t>(fill.Destination.SegmentAddress.QuadPart);
    if (wanted.MultipassOffset == 0)
      the_engine->own(fill.Destination.SegmentId, base, fill.FillSize, true);
    return write_pages(wanted, fill.FillSize / kPage, [&](auto page) {
      return Command{
          Op::kFill, fill.FillPattern, fill.Destination.SegmentId, 0, base + page * kPage, 0, kPage,
          1};
    });
  }

  template <typename Physical>
  static NTSTATUS map_pages(DXGKARG_BUILDPAGINGBUFFER& wanted, std::uint64_t first,
                            std::uint64_t pages, bool maps, Physical physical) {
    if (wanted.MultipassOffset == 0)
      the_engine->own(2, kApertureBase + first * kPage, pages * kPage, maps);
    return write_pages(wanted, pages, [&](auto page) {
      const std::uint64_t there = kApertureBase + (first + page) * kPage;
      return Command{Op::kMap, 0, 2, 0, there, physical(page), kPage, 1};
    });
  }
  static NTSTATUS map(DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const auto& map = wanted.MapApertureSegment;
    return map_pages(wanted, map.OffsetInPages, map.NumberOfPages, true, [&](std::uint64_t page) {
      return frame_address(map.pMdl, map.MdlOffset + page);
    });
  }
  static NTSTATUS map_list(DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const auto& map = wanted.MapApertureSegment2;
    return map_pages(wanted, map.OffsetInPages, map.NumberOfPages, true, [&](std::uint64_t page) {
      const std::uint64_t index = map.AdlOffset + page;
      return kPage * (map.Adl.Flags.Contiguous != 0 ? map.Adl.BasePageNumber + index
                                                    : map.Adl.Pages[index]);
    });
  }
  static NTSTATUS unmap(DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const auto& unmap = wanted.UnmapApertureSegment;
    return map_pages(wanted, unmap.OffsetInPages, unmap.NumberOfPages, false, [&](std::uint64_t) {
      return static_cast<std::uint64_t>(unmap.DummyPage.QuadPart);
    });
  }

  static void discard(const DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const auto& discard = wanted.DiscardContent;
    the_engine->own(discard.SegmentId, static_cast<std::uint64_t>(discard.SegmentAddress.QuadPart),
                    the_engine->settings_.allocation_bytes, false);
  }

  static NTSTATUS build(HANDLE, DXGKARG_BUILDPAGINGBUFFER* wanted) {
    if (const auto answer = ask(the_engine->misdeeds.build, *wanted)) return *answer;
    switch (wanted->Operation) {
      case DXGK_OPERATION_TRANSFER:
        the_engine->note(wanted->Transfer.TransferSize == 0       ? "lost"
                         : wanted->Transfer.Source.SegmentId == 0 ? "in"
                                                                  : "out");
        return transfer(*wanted);
      case DXGK_OPERATION_FILL:
        the_engine->note("fill");
        return fill(*wanted);
      case DXGK_OPERATION_DISCARD_CONTENT:
        the_engine->note("discard");
        discard(*wanted);
        return STATUS_SUCCESS;
      case DXGK_OPERATION_MAP_APERTURE_SEGMENT:
        the_engine->note("map");
        return map(*wanted);
      case DXGK_OPERATION_MAP_APERTURE_SEGMENT2:
        the_engine->note("map list");
        return map_list(*wanted);
      case DXGK_OPERATION_NOTIFY_ALLOC:
        the_engine->note("notify");
        return STATUS_SUCCESS;
      case DXGK_OPERATION_NOTIFY_RESIDENCY:
        the_engine->note(wanted->NotifyResidency.Resident != 0 ? "resident" : "leaves");
        return STATUS_SUCCESS;
      case DXGK_OPERATION_UNMAP_APERTURE_SEGMENT:
        the_engine->note("unmap");
        return unmap(*wanted);
      default:
        return STATUS_SUCCESS;
    }
  }

  // Everything that is not yet begun comes back at once.
  static NTSTATUS preempt(HANDLE, const DXGKARG_PREEMPTCOMMAND* wanted) {
    EngineMiniport& engine = *the_engine;
    engine.note("preempt");
    if (const auto answer = ask(engine.misdeeds.preempt, *wanted)) return *answer;
    {
      const Guard guard(engine.mutex_);
      auto& queue = engine.queues_[wanted->NodeOrdinal];
      if (!queue.empty() && queue.front().is_hung) return STATUS_SUCCESS;
      queue.clear();
      DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
      data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
      data.DmaPreempted.PreemptionFenceId = wanted->PreemptionFenceId;
      data.DmaPreempted.LastCompletedFenceId = engine.completed_[wanted->NodeOrdinal];
      data.DmaPreempted.NodeOrdinal = wanted->NodeOrdinal;
      engine.pending_.push_back(data);
    }
    notify_from_dispatch();
    return STATUS_SUCCESS;
  }

  static BOOLEAN notify_pending(PVOID) {
    for (;;) {
      DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
      {
        const Guard guard(the_engine->mutex_);
        if (the_engine->pending_.empty()) return TRUE;
        data = the_engine->pending_.front();
        the_engine->pending_.pop_front();
      }
      the_engine->kernel_.DxgkCbNotifyInterrupt(the_engine->kernel_.DeviceHandle, &data);
      the_engine->kernel_.DxgkCbQueueDpc(the_engine->kernel_.DeviceHandle);
    }
  }
  static void notify_from_dispatch() {
    BOOLEAN returned = FALSE;
    the_engine->kernel_.DxgkCbSynchronizeExecution(the_engine->kernel_.DeviceHandle, notify_pending,
                                                   nullptr, 0, &returned);
  }

  static NTSTATUS cancel(HANDLE, const DXGKARG_CANCELCOMMAND* wanted) {
    the_engine->note("cancel");
    return ask(the_engine->misdeeds.cancel, *wanted).value_or(STATUS_SUCCESS);
  }

  static NTSTATUS query_fence(HANDLE, DXGKARG_QUERYCURRENTFENCE* wanted) {
    the_engine->note("query fence");
    if (const auto answer = ask(the_engine->misdeeds.query_fence, *wanted)) return *answer;
    notify_from_dispatch();
    const Guard guard(the_engine->mutex_);
    wanted->CurrentFence = the_engine->completed_[wanted->NodeOrdinal];
    return STATUS_SUCCESS;
  }

  static NTSTATUS engine_status(HANDLE, DXGKARG_QUERYENGINESTATUS* wanted) {
    the_engine->note("engine status");
    wanted->EngineStatus.Responsive = 0;
    return STATUS_SUCCESS;
  }

  static NTSTATUS engine_group(HANDLE, DXGKARG_QUERYDEPENDENTENGINEGROUP* wanted) {
    if (const auto answer = ask(the_engine->misdeeds.group, *wanted)) return *answer;
    wanted->DependentNodeOrdinalMask = ULONGLONG{1} << wanted->NodeOrdinal;
    return STATUS_SUCCESS;
  }

  static NTSTATUS reset_engine(HANDLE, DXGKARG_RESETENGINE* wanted) {
    the_engine->note("reset engine");
    if (const auto answer = ask(the_engine->misdeeds.reset_engine, *wanted)) return *answer;
    const Guard guard(the_engine->mutex_);
    the_engine->queues_[wanted->NodeOrdinal].clear();
    wanted->LastAbortedFenceId = the_engine->submitted_[wanted->NodeOrdinal];
    the_engine->completed_[wanted->NodeOrdinal] = wanted->LastAbortedFenceId;
    return STATUS_SUCCESS;
  }

  static NTSTATUS reset(HANDLE) {
    the_engine->note("reset");
    if (const auto answer = ask(the_engine->misdeeds.reset)) return *answer;
    const Guard guard(the_engine->mutex_);
    for (auto& queue : the_engine->queues_) queue.clear();
    the_engine->completed_ = the_engine->submitted_;
    the_engine->pending_.clear();
    std::ranges::fill(the_engine->memory_, 0xAB);
    return STATUS_SUCCESS;
  }

  static NTSTATUS restart(HANDLE) {
    the_engine->note("restart");
    return ask(the_engine->misdeeds.restart).value_or(STATUS_SUCCESS);
  }

  static NTSTATUS collect(HANDLE, const DXGKARG_COLLECTDBGINFO* wanted) {
    the_engine->note("collect");
    return ask(the_engine->misdeeds.collect, *wanted).value_or(STATUS_SUCCESS);
  }

  static NTSTATUS escape(HANDLE, const DXGKARG_ESCAPE*) {
    return ask(the_engine->misdeeds.alone, "escape").value_or(STATUS_SUCCESS);
  }
  static NTSTATUS control_interrupt(HANDLE, DXGK_INTERRUPT_TYPE type, BOOLEAN) {
    return ask(the_engine->misdeeds.alone, "interrupt")
        .value_or(type == DXGK_INTERRUPT_CRTC_VSYNC ? STATUS_SUCCESS : STATUS_NOT_IMPLEMENTED);
  }
  static NTSTATUS set_power_state(PVOID, ULONG, DEVICE_POWER_STATE, POWER_ACTION) {
    return ask(the_engine->misdeeds.alone, "power").value_or(STATUS_SUCCESS);
  }

  static NTSTATUS acquire(HANDLE, DXGKARG_ACQUIRESWIZZLINGRANGE* wanted) {
    the_engine->note(fmt::format("acquire {}", wanted->RangeId));
    if (const auto answer = ask(the_engine->misdeeds.acquire, *wanted)) return *answer;
    wanted->CPUTranslatedAddress.QuadPart = static_cast<LONGLONG>(
        EngineMiniport::kRanges + wanted->RangeId * EngineMiniport::kRangeBytes);
    return STATUS_SUCCESS;
  }

  static NTSTATUS release(HANDLE, const DXGKARG_RELEASESWIZZLINGRANGE* wanted) {
    the_engine->note(fmt::format("release {}", wanted->RangeId));
    return ask(the_engine->misdeeds.release, *wanted).value_or(STATUS_SUCCESS);
  }

  static NTSTATUS map_host(HANDLE, const DXGKARG_MAPCPUHOSTAPERTURE* wanted) {
    the_engine->note("map host");
    if (const auto answer = ask(the_engine->misdeeds.map_host, *wanted)) return *answer;
    for (UINT64 i = 0; i < wanted->NumberOfPages; ++i)
      the_engine->map_page_for_host(wanted->pCpuHostAperturePages[i],
                                    wanted->pMemorySegmentPages[i]);
    return STATUS_SUCCESS;
  }

  static NTSTATUS unmap_host(HANDLE, const DXGKARG_UNMAPCPUHOSTAPERTURE* wanted) {
    the_engine->note("unmap host");
    if (const auto answer = ask(the_engine->misdeeds.unmap_host, *wanted)) return *answer;
    for (UINT64 i = 0; i < wanted->NumberOfPages; ++i)
      the_engine->hide_page(wanted->pCpuHostAperturePages[i]);
    return STATUS_SUCCESS;
  }

  static NTSTATUS backing_store(HANDLE, const DXGKARG_SETALLOCATIONBACKINGSTORE* wanted) {
    the_engine->note("backing store");
    return ask(the_engine->misdeeds.backing_store, *wanted).value_or(STATUS_SUCCESS);
  }

  static NTSTATUS validate_property(HANDLE, const DXGKARG_VALIDATEUPDATEALLOCPROPERTY* wanted) {
    the_engine->note("validate property");
    return ask(the_engine->misdeeds.property, *wanted).value_or(STATUS_SUCCESS);
  }

  static BOOLEAN interrupt(PVOID, ULONG) { return notify_pending(nullptr); }
  static VOID dpc(PVOID) {
    if (!the_engine->misdeeds.dpc_is_silent)
      the_engine->kernel_.DxgkCbNotifyDpc(the_engine->kernel_.DeviceHandle);
  }
};

EngineMiniport::EngineMiniport(const Settings& settings) : settings_(settings) {
  memory_.resize(settings.memory_bytes, 0xCD);
  for (UINT i = 1; i <= settings.banks; ++i)
    bank_ends_.push_back(settings.memory_bytes / settings.banks * i);
  aperture_.resize(settings.aperture_bytes / kPage);
  queues_.resize(settings.nodes);
  completed_.resize(settings.nodes);
  submitted_.resize(settings.nodes);
  if (settings.host_pages != 0)
    host_ = nt::declare_io_range(kHostAperture, settings.host_pages * kPage);
  the_engine = this;
}

EngineMiniport::~EngineMiniport() {
  stop_engine();
  the_engine = nullptr;
}

// The CPU sees a copy, which is copied back when the page is unmapped.
void EngineMiniport::map_page_for_host(UINT32 aperture_page, std::uint64_t memory_page) {
  auto* const to = static_cast<std::uint8_t*>(host_->memory()) + aperture_page * kPage;
  const std::lock_guard guard(mutex_);
  mapped_by_host_[aperture_page] = memory_page;
  std::memcpy(to, memory_.data() + memory_page * kPage, kPage);
  if (misdeeds.change_page_for_host) misdeeds.change_page_for_host(to);
}

void EngineMiniport::hide_page(UINT32 aperture_page) {
  auto* const from = static_cast<std::uint8_t*>(host_->memory()) + aperture_page * kPage;
  const std::lock_guard guard(mutex_);
  const auto mapping = mapped_by_host_.extract(aperture_page);
  if (mapping.empty()) return;
  if (misdeeds.change_page_for_host) misdeeds.change_page_for_host(from);
  std::memcpy(memory_.data() + mapping.mapped() * kPage, from, kPage);
}

dxgk::Miniport EngineMiniport::miniport() {
  base_ = ledger_.miniport();
  dxgk::Miniport out = base_;
  DRIVER_INITIALIZATION_DATA& table = out.table;
  table.Version = settings_.version;
  table.DxgkDdiStartDevice = EngineDdi::start_device;
  table.DxgkDdiStopDevice = EngineDdi::stop_device;
  table.DxgkDdiQueryAdapterInfo = EngineDdi::query;
  table.DxgkDdiCreateDevice = EngineDdi::create_device;
  table.DxgkDdiCreateContext = EngineDdi::create_context;
  table.DxgkDdiCreateAllocation = EngineDdi::create_allocation;
  table.DxgkDdiDestroyAllocation = EngineDdi::destroy_allocation;
  if (settings_.sources != 0) table.DxgkDdiDescribeAllocation = EngineDdi::describe_allocation;
  table.DxgkDdiRender = EngineDdi::render;
  table.DxgkDdiRenderKm = EngineDdi::render;
  table.DxgkDdiPatch = EngineDdi::patch;
  table.DxgkDdiSubmitCommand = EngineDdi::submit;
  if (settings_.pages) table.DxgkDdiBuildPagingBuffer = EngineDdi::build;
  table.DxgkDdiPreemptCommand = EngineDdi::preempt;
  table.DxgkDdiCancelCommand = EngineDdi::cancel;
  table.DxgkDdiQueryCurrentFence = EngineDdi::query_fence;
  table.DxgkDdiQueryEngineStatus = EngineDdi::engine_status;
  table.DxgkDdiQueryDependentEngineGroup = EngineDdi::engine_group;
  table.DxgkDdiResetEngine = EngineDdi::reset_engine;
  table.DxgkDdiResetFromTimeout = EngineDdi::reset;
  table.DxgkDdiRestartFromTimeout = settings_.restarts ? EngineDdi::restart : nullptr;
  table.DxgkDdiCollectDbgInfo = EngineDdi::collect;
  table.DxgkDdiEscape = EngineDdi::escape;
  table.DxgkDdiControlInterrupt = EngineDdi::control_interrupt;
  table.DxgkDdiSetPowerState = EngineDdi::set_power_state;
  if (settings_.swizzling_ranges != 0) {
    table.DxgkDdiAcquireSwizzlingRange = EngineDdi::acquire;
    table.DxgkDdiReleaseSwizzlingRange = EngineDdi::release;
  }
  if (settings_.gpu_mmu) add_virtual(table);
  if (settings_.host_pages != 0) {
    table.DxgkDdiMapCpuHostAperture = EngineDdi::map_host;
    table.DxgkDdiUnmapCpuHostAperture = EngineDdi::unmap_host;
  }
  if (settings_.version >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
    table.DxgkDdiValidateUpdateAllocationProperty = EngineDdi::validate_property;
  if (settings_.backing_stores) table.DxgkDdiSetAllocationBackingStore = EngineDdi::backing_store;
  table.DxgkDdiInterruptRoutine = EngineDdi::interrupt;
  table.DxgkDdiDpcRoutine = EngineDdi::dpc;
  if (settings_.extend != nullptr) settings_.extend(table);
  return out;
}

}  // namespace drydock::testing
