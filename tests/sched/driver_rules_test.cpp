// Mistakes of drivers with paging buffers, DMA buffers and their patching, and the same done right.
// The host finds them because it sees the memory on both sides. Arguments are hostile.
#include "src/nt/base/thread.h"
#include "src/nt/mm/physical.h"
#include "src/wdk/hostile.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using Paging = DXGKARG_BUILDPAGINGBUFFER;
using Answer = std::optional<NTSTATUS>;

constexpr std::size_t kBytes = 16 << 10;  // of an allocation

class HostileGpu : public GpuRuleTest {
 protected:
  void probe() { dxgk::Dock::probe_paging(*world->adapter); }

  const HostileArguments hostile;
};

bool is_transfer(const Paging& wanted, bool in) {
  return wanted.Operation == DXGK_OPERATION_TRANSFER && wanted.Transfer.TransferSize != 0 &&
         (wanted.Transfer.Source.SegmentId == 0) == in;
}

// Returns the destination of a transfer in system memory.
std::uint8_t* destination_of(const Paging& wanted) {
  return static_cast<std::uint8_t*>(
      nt::address_of(MmGetMdlPfnArray(wanted.Transfer.Destination.pMdl)[0]));
}

TEST_F(HostileGpu, K325CommandsBehindThePointerAreFound) {
  make().engine.misdeeds.build = [](Paging& wanted) -> Answer {
    std::memset(wanted.pDmaBuffer, 7, 8);
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-325");
}

TEST_F(HostileGpu, K325WritingBehindTheBufferIsFound) {
  make({.paging_buffer = 100}).engine.misdeeds.build = [](Paging& wanted) -> Answer {
    std::memset(static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaSize, 7, 1);
    return std::nullopt;
  };
  work();
  expect_found("K-325");
}

TEST_F(HostileGpu, K325K328PagingInAndOutIsSilent) {
  make({.paging_buffer = 100});
  page();
  expect_silence();
}

TEST_F(HostileGpu, K328CopyOfWhatMayBeBusyIsFound) {
  make().engine.misdeeds.build = [](Paging& wanted) -> Answer {
    if (is_transfer(wanted, false)) ++*destination_of(wanted);
    return std::nullopt;
  };
  page();
  expect_found("K-328");
}

TEST_F(HostileGpu, K328CopyOfWhatIsIdleIsSilent) {
  int copies = 0;
  make().engine.misdeeds.build = [&](Paging& wanted) -> Answer {
    if (!is_transfer(wanted, false)) return std::nullopt;
    if (wanted.Transfer.Flags.AllocationIsIdle == 0) return STATUS_GRAPHICS_ALLOCATION_BUSY;
    ++copies;
    ++*destination_of(wanted);
    return std::nullopt;
  };
  page();
  EXPECT_GE(copies, 1);
  expect_silence();
}

// It takes every call with TransferStart for a new transfer.
TEST_F(HostileGpu, K330TransferThatBeginsAgainIsFound) {
  make().engine.misdeeds.build = [](Paging& wanted) -> Answer {
    if (is_transfer(wanted, false)) wanted.MultipassOffset = 0;
    return std::nullopt;
  };
  probe();
  expect_found("K-330");
}

// It loses its way in the second call.
TEST_F(HostileGpu, K330TransferWithAHoleIsFound) {
  make().engine.misdeeds.build = [](Paging& wanted) -> Answer {
    if (is_transfer(wanted, true) && wanted.MultipassOffset == 1) wanted.MultipassOffset = 2;
    return std::nullopt;
  };
  probe();
  expect_found("K-330");
}

TEST_F(HostileGpu, K331BytesThatAreSwizzledAreFound) {
  make().engine.misdeeds.build = [](Paging& wanted) -> Answer {
    if (!is_transfer(wanted, false) || wanted.Transfer.hAllocation != nullptr ||
        wanted.Transfer.Destination.SegmentId != 0)
      return std::nullopt;
    wanted.Transfer.Source.SegmentAddress.QuadPart += PAGE_SIZE;
    return std::nullopt;
  };
  probe();
  expect_found("K-331");
}

TEST_F(HostileGpu, K334MappingElsewhereIsFound) {
  make().engine.misdeeds.build = [](Paging& wanted) -> Answer {
    if (wanted.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT)
      ++wanted.MapApertureSegment.OffsetInPages;
    return std::nullopt;
  };
  probe();
  expect_found("K-334");
}

TEST_F(HostileGpu, K335RangeThatStaysMappedIsFound) {
  make().engine.misdeeds.build = [](Paging& wanted) -> Answer {
    if (wanted.Operation != DXGK_OPERATION_UNMAP_APERTURE_SEGMENT) return std::nullopt;
    return STATUS_SUCCESS;
  };
  probe();
  expect_found("K-335");
}

TEST_F(HostileGpu, K335RangeThatIsClosedIsFound) {
  make().engine.misdeeds.build = [](Paging& wanted) -> Answer {
    if (wanted.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT)
      wanted.UnmapApertureSegment.DummyPage.QuadPart = 0;
    return std::nullopt;
  };
  probe();
  expect_found("K-335");
}

TEST_F(HostileGpu, K347UnknownOperationThatFailsIsFound) {
  make().engine.misdeeds.build = [](Paging& wanted) -> Answer {
    if (wanted.Operation <= DXGK_OPERATION_UPDATE_CONTEXT_ALLOCATION) return std::nullopt;
    return STATUS_NOT_SUPPORTED;
  };
  probe();
  expect_found("K-347");
}

TEST_F(HostileGpu, K330ToK347ProbeOfAProperDriverIsSilent) {
  GpuWorld& gpu = make();
  page();
  probe();
  page();
  EXPECT_EQ(gpu.content(gpu.one(), kBytes), 0);
  expect_silence();
}

TEST_F(HostileGpu, K379WorkThatReachesOthersIsFound) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2});
  const D3DKMT_HANDLE other = gpu.one();
  void* memory = nullptr;
  ASSERT_EQ(lock(gpu.device, other, memory), STATUS_SUCCESS);
  ASSERT_EQ(unlock(gpu.device, other), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(other, 1), STATUS_SUCCESS);
  const D3DKMT_HANDLE own = gpu.one();
  ASSERT_EQ(gpu.fill(own, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.misdeeds.submit = [=](const DXGKARG_SUBMITCOMMAND&) -> Answer {
    std::memset(memory, 9, 8);  // as a command would that Render did not look at
    return std::nullopt;
  };
  ASSERT_EQ(gpu.fill(own, 2), STATUS_SUCCESS);
  wait_for_idle(gpu.device);
  expect_found("K-379");
}

TEST_F(HostileGpu, K379WorkOnWhatItNamesIsSilent) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2});
  const D3DKMT_HANDLE one = gpu.one();
  const D3DKMT_HANDLE two = gpu.one();
  for (std::uint32_t value = 1; value < 4; ++value) {
    ASSERT_EQ(gpu.fill(one, value), STATUS_SUCCESS);
    ASSERT_EQ(gpu.fill(two, value), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  }
  expect_silence();
}

TEST_F(HostileGpu, K380PlaceThatIsLeftToPatchIsFound) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> Answer {
    EXPECT_EQ(wanted.pAllocationList[0].SegmentId, 1U);
    wanted.pAllocationList[0].PhysicalAddress.QuadPart = 0;  // so that it does not know it
    return std::nullopt;
  };
  ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  wait_for_idle(gpu.device);
  expect_found("K-380");
}

TEST_F(HostileGpu, K380PlacesThatAreKnownAreSilent) {
  GpuWorld& gpu = make();
  const D3DKMT_HANDLE one = gpu.one();
  for (std::uint32_t value = 1; value < 4; ++value) {
    ASSERT_EQ(gpu.fill(one, value), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  }
  page();
  expect_silence();
}

TEST_F(HostileGpu, K382CommandsBehindThePointerAreFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> Answer {
    std::memset(wanted.pDmaBuffer, 7, 8);
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-382");
}

TEST_F(HostileGpu, K382PatchLocationBehindThePointerIsFound) {
  make().engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> Answer {
    wanted.pPatchLocationListOut[0].PatchOffset = 8;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-382");
}

TEST_F(HostileGpu, K382WritingBehindTheBufferIsFound) {
  make({.dma_buffer = 100}).engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> Answer {
    std::memset(static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaSize, 7, 1);
    return std::nullopt;
  };
  work();
  expect_found("K-382");
}

TEST_F(HostileGpu, K385PatchBehindTheEndIsFound) {
  make().engine.misdeeds.patch = [](const DXGKARG_PATCH& wanted) -> Answer {
    std::memset(static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaBufferSubmissionEndOffset, 7, 4);
    return std::nullopt;
  };
  work();
  expect_found("K-385");
}

// Six allocations, of which four fit: as many fills as there are.
std::vector<D3DKMT_HANDLE> fill_too_many(GpuWorld& gpu) {
  std::vector<D3DKMT_HANDLE> all;
  std::vector<UserCommand> commands;
  for (std::uint32_t i = 0; i < 6; ++i) {
    all.push_back(gpu.one());
    commands.push_back({Op::kFill, i, i + 1});
  }
  EXPECT_EQ(render(gpu.context, all, commands), STATUS_SUCCESS);
  wait_for_idle(gpu.device);
  return all;
}

TEST_F(HostileGpu, K401WorkThatIsTooLargeRunsInParts) {
  GpuWorld& gpu = make();
  std::vector<std::pair<UINT, UINT>> parts;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> Answer {
    if (wanted.Flags.Paging == 0 && wanted.Flags.ContextSwitch == 0)
      parts.emplace_back(wanted.DmaBufferSubmissionStartOffset,
                         wanted.DmaBufferSubmissionEndOffset);
    return std::nullopt;
  };
  const std::vector<D3DKMT_HANDLE> all = fill_too_many(gpu);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].first, 0U);
  EXPECT_EQ(parts[0].second, parts[1].first);
  gpu.engine.misdeeds.submit = {};
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(gpu.content(all[i], kBytes), static_cast<int>(i) + 1) << i;
  expect_silence();
}

TEST_F(HostileGpu, K401ChangeOfAnotherPartIsFound) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.patch = [](const DXGKARG_PATCH& wanted) -> Answer {
    if (wanted.DmaBufferSubmissionStartOffset != 0) ++*static_cast<char*>(wanted.pDmaBuffer);
    return std::nullopt;
  };
  fill_too_many(gpu);
  expect_found("K-401");
}

// A part that was preempted comes before the parts behind it.
TEST_F(HostileGpu, PartsStayInOrderWhenTheyArePreempted) {
  world = std::make_unique<GpuWorld>();
  GpuWorld& gpu = *world;
  gpu.adapter->scheduler()->set_timeout(sim::Time{36'000} * 10'000'000);
  ClientContext urgent;
  ASSERT_EQ(create_context(gpu.device, 0, urgent), STATUS_SUCCESS);
  D3DKMT_SETCONTEXTSCHEDULINGPRIORITY priority{urgent.handle, 5};
  ASSERT_EQ(D3DKMTSetContextSchedulingPriority(&priority), STATUS_SUCCESS);
  std::vector<D3DKMT_HANDLE> all;
  std::vector<UserCommand> commands;
  for (std::uint32_t i = 0; i < 6; ++i) {
    all.push_back(gpu.one());
    commands.push_back({Op::kFill, i, i + 1});
  }
  ASSERT_EQ(render(gpu.context, all, commands), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(all[5], 9), STATUS_SUCCESS);
  ASSERT_EQ(render(urgent, {all[0]}, {{Op::kFill, 0, 8}}), STATUS_SUCCESS);
  gpu.run();
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  for (std::size_t i = 1; i < 5; ++i)
    EXPECT_EQ(gpu.content(all[i], kBytes), static_cast<int>(i) + 1) << i;
  EXPECT_EQ(gpu.content(all[5], kBytes), 9);
  expect_silence();
}

NTSTATUS create_gdi_context(D3DKMT_HANDLE device, D3DKMT_CREATECONTEXT& data) {
  data.hDevice = device;
  data.EngineAffinity = 1;
  data.ClientHint = D3DKMT_CLIENTHINT_CDD;
  return D3DKMTCreateContext(&data);
}

TEST_F(HostileGpu, K352ShortListOfAGdiContextIsFound) {
  GpuWorld& gpu = make({.gdi_allocations = 16});
  D3DKMT_CREATECONTEXT data{};
  EXPECT_EQ(create_gdi_context(gpu.device, data), STATUS_SUCCESS);
  expect_found("K-352");
}

TEST_F(HostileGpu, K352ListOf256IsSilent) {
  GpuWorld& gpu = make();
  D3DKMT_CREATECONTEXT data{};
  EXPECT_EQ(create_gdi_context(gpu.device, data), STATUS_SUCCESS);
  EXPECT_EQ(data.AllocationListSize, 256U);
  expect_silence();
}

// Paging has no context here (K-346), so that no context is the system's.
TEST_F(HostileGpu, K353NoClientHasASystemContext) {
  GpuWorld& gpu = make({.nodes = 2});
  D3DKMT_CREATECONTEXT data{};
  ASSERT_EQ(create_gdi_context(gpu.device, data), STATUS_SUCCESS);
  for (const UINT node : {0U, 1U}) {
    ClientContext context;
    ASSERT_EQ(create_context(gpu.device, node, context), STATUS_SUCCESS);
  }
  page();
  const auto flags = gpu.engine.context_flags();
  EXPECT_EQ(flags.size(), 4U);
  for (const DXGK_CREATECONTEXTFLAGS& each : flags) EXPECT_EQ(each.SystemContext, 0U);
  expect_silence();
}

void collect_at(dxgk::Adapter& adapter, KIRQL irql, ULONG reason) {
  nt::self().irql = irql;
  adapter.collect_debug_info(reason);
  nt::self().irql = PASSIVE_LEVEL;
}

TEST_F(HostileGpu, K456PagedReportAtAHighIrqlIsFound) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.collect = [](const DXGKARG_COLLECTDBGINFO&) -> Answer {
    PAGED_CODE();
    return std::nullopt;
  };
  collect_at(*gpu.adapter, DISPATCH_LEVEL, 0x119);
  expect_found("K-456");
}

TEST_F(HostileGpu, K456ReportsAtTheirIrqlAreSilent) {
  GpuWorld& gpu = make();
  gpu.engine.misdeeds.collect = [](const DXGKARG_COLLECTDBGINFO& wanted) -> Answer {
    if (wanted.Reason == 0x117) PAGED_CODE();
    return std::nullopt;
  };
  collect_at(*gpu.adapter, DISPATCH_LEVEL, 0x119);
  collect_at(*gpu.adapter, PASSIVE_LEVEL, 0x117);
  EXPECT_THAT(gpu.engine.take_calls(), Contains("collect").Times(2));
  expect_silence();
}

// No lock here has an address of its own for the CPU.
TEST_F(HostileGpu, K345NoTransferIsOfASpecialLock) {
  for (const ULONG version : {DXGKDDI_INTERFACE_VERSION_WIN8, DXGKDDI_INTERFACE_VERSION_WDDM2_0}) {
    GpuWorld& gpu = make({.segments = 3, .version = version});
    int special = 0;
    gpu.engine.misdeeds.build = [&](Paging& wanted) -> Answer {
      special += wanted.Operation == DXGK_OPERATION_SPECIAL_LOCK_TRANSFER ? 1 : 0;
      return std::nullopt;
    };
    const D3DKMT_HANDLE locked = gpu.one();
    void* memory = nullptr;
    ASSERT_EQ(gpu.fill(locked, 1), STATUS_SUCCESS);
    ASSERT_EQ(lock(gpu.device, locked, memory), STATUS_SUCCESS);
    page();
    ASSERT_EQ(gpu.fill(locked, 2), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    ASSERT_EQ(unlock(gpu.device, locked), STATUS_SUCCESS);
    page();
    EXPECT_EQ(special, 0);
    gpu.engine.misdeeds.build = {};
    expect_silence();
    world.reset();
  }
}

// Work is at the hardware and more is queued when the driver is to be alone.
class IdleCalls : public HostileGpu {
 protected:
  // Calls that came, and whether the GPU was idle and its memory empty in each.
  struct Seen {
    std::string call;
    bool was_idle;
    bool was_empty;
  };
  GpuWorld& busy() {
    GpuWorld& gpu = make({.nodes = 2});
    gpu.engine.misdeeds.alone = [&](std::string_view call) -> Answer {
      const EngineMiniport& engine = gpu.engine;
      seen.push_back({std::string(call), engine.packets(0) == 0 && engine.packets(1) == 0,
                      engine.is_memory_free()});
      for (int i = 0; i < 50; ++i) sim::switch_point();
      EXPECT_EQ(engine.packets(0), 0U) << "nothing comes meanwhile";
      return std::nullopt;
    };
    for (int i = 0; i < 6; ++i) EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
    return gpu;
  }
  std::vector<Seen> seen;
};

NTSTATUS escape(const GpuWorld& gpu, bool touches_hardware) {
  D3DKMT_ESCAPE data{};
  data.hAdapter = gpu.opened;
  data.Type = D3DKMT_ESCAPE_DRIVERPRIVATE;
  data.Flags.HardwareAccess = touches_hardware;
  return D3DKMTEscape(&data);
}

TEST_F(IdleCalls, K472LevelTwoFindsTheGpuIdle) {
  GpuWorld& gpu = busy();
  EXPECT_EQ(escape(gpu, /*touches_hardware=*/true), STATUS_SUCCESS);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  EXPECT_EQ(gpu.adapter->control_interrupt(DXGK_INTERRUPT_CRTC_VSYNC, true), STATUS_SUCCESS);
  ASSERT_EQ(seen.size(), 2U);
  for (const Seen& each : seen) EXPECT_TRUE(each.was_idle) << each.call;
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  expect_silence();
}

TEST_F(IdleCalls, K057K472LevelThreeFindsVideoMemoryEmpty) {
  GpuWorld& gpu = busy();
  EXPECT_EQ(dxgk::Dock::power_down(*gpu.adapter, /*hibernates=*/false), STATUS_SUCCESS);
  EXPECT_EQ(dxgk::Dock::power_up(*gpu.adapter), STATUS_SUCCESS);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
  world->end();
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen.back().call, "stop");
  for (const Seen& each : seen) EXPECT_TRUE(each.was_idle && each.was_empty) << each.call;
  EXPECT_TRUE(world->is_silent()) << world->findings_text();
}

TEST_F(HostileGpu, K413OtherRefusalIsFound) {
  GpuWorld& gpu = make();
  EXPECT_EQ(gpu.adapter->control_interrupt(DXGK_INTERRUPT_DMA_COMPLETED, true),
            STATUS_NOT_IMPLEMENTED);
  EXPECT_EQ(gpu.count("K-413"), 0U);
  gpu.engine.misdeeds.alone = [](std::string_view call) -> Answer {
    return call == "interrupt" ? Answer(STATUS_INVALID_PARAMETER) : std::nullopt;
  };
  gpu.adapter->control_interrupt(DXGK_INTERRUPT_DMA_COMPLETED, true);
  expect_found("K-413");
}

TEST_F(HostileGpu, K427OlderDriversAreOnlyRefused) {
  GpuWorld& gpu = make({.version = DXGKDDI_INTERFACE_VERSION_WDDM3_1});
  NTSTATUS status = STATUS_SUCCESS;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND&) -> Answer {
    DXGKARGCB_ALLOCATECONTIGUOUSMEMORY wanted{};
    wanted.NumberOfBytes = PAGE_SIZE;
    const DXGKRNL_INTERFACE& kernel = gpu.engine.kernel();
    status = kernel.DxgkCbAllocateContiguousMemory(kernel.DeviceHandle, &wanted);
    return std::nullopt;
  };
  work();
  EXPECT_EQ(status, STATUS_INVALID_PARAMETER);
  expect_silence();
}

// Preemption is asked for, its answer does not come although the work is over.
TEST_F(HostileGpu, K395UnansweredPreemptionIsFound) {
  world = std::make_unique<GpuWorld>();
  GpuWorld& gpu = *world;
  gpu.engine.misdeeds.preempt = [](const DXGKARG_PREEMPTCOMMAND&) { return STATUS_SUCCESS; };
  gpu.fill(gpu.one(), 1);
  gpu.engine.await_packets(0, 1);  // the fill of its memory
  gpu.engine.finish_next(*gpu.adapter);
  gpu.engine.await_calls("preempt", 1);
  gpu.run();
  wait_for_idle(gpu.device);
  for (int i = 0; i < 10; ++i) sim::park(sim::now() + 10'000'000);
  expect_found("K-395");
}

TEST_F(HostileGpu, K399FenceThatWasNotSubmittedIsFound) {
  world = std::make_unique<GpuWorld>();
  GpuWorld& gpu = *world;
  UINT preemption = 0;
  gpu.engine.misdeeds.preempt = [&](const DXGKARG_PREEMPTCOMMAND& wanted) {
    preemption = wanted.PreemptionFenceId;
    return STATUS_SUCCESS;
  };
  gpu.fill(gpu.one(), 1);
  gpu.engine.await_packets(0, 1);
  gpu.engine.finish_next(*gpu.adapter);
  gpu.engine.await_calls("preempt", 1);
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  data.DmaCompleted.SubmissionFenceId = preemption;
  gpu.engine.report(*gpu.adapter, data);
  expect_found("K-399");
}

TEST_F(HostileGpu, K453FenceThatWasNotSubmittedIsFound) {
  GpuWorld& gpu = make();
  UINT preemption = 0;
  gpu.engine.misdeeds.preempt = [&](const DXGKARG_PREEMPTCOMMAND& wanted) {
    preemption = wanted.PreemptionFenceId;
    return STATUS_SUCCESS;
  };
  gpu.engine.misdeeds.reset_engine = [&](DXGKARG_RESETENGINE& wanted) {
    wanted.LastAbortedFenceId = preemption;
    return STATUS_SUCCESS;
  };
  render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}});
  wait_for_idle(gpu.device);
  expect_found("K-453");
}

TEST_F(HostileGpu, K455NodesThatAreNotThereAreFound) {
  make().engine.misdeeds.group = [](DXGKARG_QUERYDEPENDENTENGINEGROUP& wanted) {
    wanted.DependentNodeOrdinalMask = 3;
    return STATUS_SUCCESS;
  };
  render(world->context, {world->one()}, {{Op::kHang, 0, 0}});
  wait_for_idle(world->device);
  expect_found("K-455");
}

}  // namespace
}  // namespace drydock::testing
