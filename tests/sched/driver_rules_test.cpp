// What drivers get wrong about paging buffers and DMA buffers that only a host can see which has
// the memory on both sides, and the same done right. Arguments are hostile.
#include "src/nt/base/thread.h"
#include "src/nt/mm/physical.h"
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using Paging = DXGKARG_BUILDPAGINGBUFFER;

constexpr std::size_t kBytes = 16 << 10;  // of an allocation

bool is_transfer(const Paging& wanted, bool in) {
  return wanted.Operation == DXGK_OPERATION_TRANSFER && wanted.Transfer.TransferSize != 0 &&
         (wanted.Transfer.Source.SegmentId == 0) == in;
}

// Where a transfer goes to in system memory.
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

}  // namespace
}  // namespace drydock::testing
