// Paging operations: what the graphics kernel promises a driver about them, what drivers get wrong,
// and the same done right.
#include "src/nt/mm/physical.h"
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

using Paging = DXGKARG_BUILDPAGINGBUFFER;

constexpr std::size_t kBytes = 16 << 10;  // of an allocation

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

TEST_F(GpuRules, K319ApertureWithoutPagingIsFound) {
  make({.segments = 2, .preferred = 2, .pages = false});
  work();
  expect_found("K-319");
}

TEST_F(GpuRules, K319RefusedMappingIsFound) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2});
  gpu.engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation != DXGK_OPERATION_MAP_APERTURE_SEGMENT) return std::nullopt;
    return STATUS_NOT_SUPPORTED;
  };
  work();
  EXPECT_EQ(gpu.count("K-319"), 1U) << gpu.findings_text();
  EXPECT_EQ(gpu.count("K-324"), 1U) << "and its status is none of those that it may have";
}

TEST_F(GpuRules, K319ApertureWithPagingIsSilent) {
  make({.segments = 2, .preferred = 2});
  page();
  expect_silence();
}

TEST_F(GpuRules, K324StrangeStatusIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER&) { return STATUS_NO_MEMORY; };
  work();
  expect_found("K-324");
}

TEST_F(GpuRules, K324BusyFillIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER&) {
    return STATUS_GRAPHICS_ALLOCATION_BUSY;
  };
  work();
  expect_found("K-324");
}

TEST_F(GpuRules, K324BusyAlthoughIdleIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) {
    return wanted.Operation == DXGK_OPERATION_TRANSFER
               ? std::optional<NTSTATUS>(STATUS_GRAPHICS_ALLOCATION_BUSY)
               : std::nullopt;
  };
  page();
  expect_found("K-324");
}

TEST_F(GpuRules, K324EmptyBufferThatIsTooSmallIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER&) {
    return STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
  };
  work();
  expect_found("K-324");
}

TEST_F(GpuRules, K324AllThreeAnswersAreSilent) {
  make({.paging_buffer = 128}).engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) {
    return wanted.Operation == DXGK_OPERATION_TRANSFER &&
                   wanted.Transfer.Flags.AllocationIsIdle == 0
               ? std::optional<NTSTATUS>(STATUS_GRAPHICS_ALLOCATION_BUSY)
               : std::nullopt;
  };
  page();
  expect_silence();
}

TEST_F(GpuRules, K325BufferOverrunIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) {
    wanted.pDmaBuffer = static_cast<char*>(wanted.pDmaBuffer) + wanted.DmaSize + 1;
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-325");
}

TEST_F(GpuRules, K325PrivateDataOverrunIsFound) {
  make().engine.misdeeds.build = [](DXGKARG_BUILDPAGINGBUFFER& wanted) {
    wanted.pDmaBufferPrivateData =
        reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(wanted.pDmaBufferPrivateData) + 1);
    return STATUS_SUCCESS;
  };
  work();
  expect_found("K-325");
}

TEST_F(GpuRules, K325WholeBufferIsSilent) {
  make({.paging_buffer = 64});
  page();
  expect_silence();
}

TEST_F(GpuPromises, K323SegmentZeroIsSystemMemory) {
  GpuWorld& gpu = start();
  int transfers = 0;
  watch(gpu, [&](const Paging& wanted) {
    if (wanted.Operation != DXGK_OPERATION_TRANSFER) return;
    ++transfers;
    const auto& transfer = wanted.Transfer;
    EXPECT_NE(transfer.Source.SegmentId == 0, transfer.Destination.SegmentId == 0);
    const MDL* const mdl =
        transfer.Source.SegmentId == 0 ? transfer.Source.pMdl : transfer.Destination.pMdl;
    EXPECT_EQ(mdl->ByteCount, 16U << 10);
  });
  fill_all(gpu, 6);
  EXPECT_EQ(transfers, 2);
}

// K-326: the offset starts at 0 and is what the driver left.
TEST_F(GpuPromises, K326MultipassOffsetComesBackAsTheDriverLeftIt) {
  GpuWorld& gpu = start({.paging_buffer = 64});
  UINT expected = 0;
  watch(gpu, [&](const Paging& wanted) {
    if (wanted.Operation != DXGK_OPERATION_FILL) return;
    EXPECT_EQ(wanted.MultipassOffset, expected);
    expected = (expected + 1) % 4;  // one page a buffer, four pages
  });
  fill_all(gpu, 3);
}

// K-327: what is still at work is waited for.
TEST_F(GpuPromises, K327BusyMeansAWaitForTheGpu) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = start();
    gpu.adapter->scheduler()->set_timeout(kNever);
    const D3DKMT_HANDLE one = gpu.one();
    ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    gpu.engine.stop_engine();
    ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
    gpu.engine.await_packets(0, 1);
    bool was_busy = false;
    gpu.engine.misdeeds.build = [&](Paging& wanted) -> std::optional<NTSTATUS> {
      if (wanted.DiscardContent.Flags.AllocationIsIdle == 0) {
        was_busy = true;
        return STATUS_GRAPHICS_ALLOCATION_BUSY;
      }
      EXPECT_EQ(gpu.engine.packets(0), 0U) << "idle is a promise";
      return std::nullopt;
    };
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(gpu.process.get());
      EXPECT_EQ(destroy(gpu.device, 0, {one}, {.assume_not_in_use = true, .synchronous = true}),
                STATUS_SUCCESS);
    });
    for (int i = 0; i < 50; ++i) sim::switch_point();
    gpu.run();
    client.join();
    EXPECT_TRUE(was_busy);
    TearDown();
    world.reset();
  }
}

TEST_F(GpuPromises, K329TransfersCoverTheWholeAllocation) {
  constexpr std::size_t kLarge = 10 << 20;
  GpuWorld& gpu =
      start({.memory_bytes = 12 << 20, .allocation_bytes = kLarge, .paging_buffer = 32 << 10});
  SIZE_T next = 0;
  SIZE_T last_size = 0;
  watch(gpu, [&](const Paging& wanted) {
    if (wanted.Operation != DXGK_OPERATION_TRANSFER) return;
    const auto& transfer = wanted.Transfer;
    if (wanted.MultipassOffset == 0) {
      EXPECT_EQ(transfer.TransferOffset, next % kLarge);
      EXPECT_EQ(transfer.MdlOffset, next % kLarge / PAGE_SIZE);
      last_size = transfer.TransferSize;
      next += last_size;
    }
    EXPECT_EQ(transfer.TransferOffset, (next - last_size) % kLarge) << "constant in all repeats";
    EXPECT_EQ(transfer.TransferSize, last_size);
    EXPECT_EQ(transfer.Flags.TransferStart != 0, transfer.TransferOffset == 0);
    EXPECT_EQ(transfer.Flags.TransferEnd != 0, next % kLarge == 0);
  });
  fill_all(gpu, 3);
  EXPECT_EQ(next, 2 * kLarge) << "two left";
}

TEST_F(GpuPromises, K332FillIsForMemorySegments) {
  GpuWorld& gpu = start({.segments = 3});
  int fills = 0;
  watch(gpu, [&](const Paging& wanted) {
    if (wanted.Operation != DXGK_OPERATION_FILL) return;
    ++fills;
    EXPECT_EQ(wanted.Fill.Destination.SegmentId, 1U);
  });
  fill_all(gpu, 6);
  EXPECT_EQ(fills, 4);
}

// K-336: the owner's device; another opener's when the owner is destroyed.
TEST_F(GpuPromises, K336ApertureMappingsHaveAnOwner) {
  GpuWorld& gpu = start({.segments = 2, .preferred = 2});
  std::vector<HANDLE> owners;
  watch(gpu, [&](const Paging& wanted) {
    if (wanted.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT)
      owners.push_back(wanted.MapApertureSegment.hDevice);
    if (wanted.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT)
      EXPECT_EQ(wanted.UnmapApertureSegment.hDevice, owners.back());
  });
  const Created made = create(gpu.device, Kind::kShared, 1);
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  ClientContext context;
  ASSERT_EQ(create_context(other, 0, context), STATUS_SUCCESS);
  const Opened opened = open_shared(other, made.global);
  ASSERT_EQ(gpu.fill(made.allocations.at(0), 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, made.resource, {}, {.synchronous = true}), STATUS_SUCCESS);
  ASSERT_EQ(render(context, {opened.allocations.at(0)}, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(other), STATUS_SUCCESS);
  ASSERT_EQ(owners.size(), 2U);
  EXPECT_NE(owners[0], nullptr);
  EXPECT_NE(owners[1], nullptr);
  EXPECT_NE(owners[0], owners[1]);
}

TEST_F(GpuPromises, K336APrimaryHasNoOwner) {
  GpuWorld& gpu = start({.segments = 2, .preferred = 2, .sources = 1});
  std::vector<HANDLE> owners;
  watch(gpu, [&](const Paging& wanted) {
    if (wanted.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT)
      owners.push_back(wanted.MapApertureSegment.hDevice);
    if (wanted.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT)
      owners.push_back(wanted.UnmapApertureSegment.hDevice);
  });
  Label label{0, 0};
  D3DDDI_ALLOCATIONINFO2 info{};
  info.pPrivateDriverData = &label;
  info.PrivateDriverDataSize = sizeof label;
  info.Flags.Primary = 1;
  D3DKMT_CREATEALLOCATION data{};
  data.hDevice = gpu.device;
  data.NumAllocations = 1;
  data.pAllocationInfo2 = &info;
  ASSERT_EQ(D3DKMTCreateAllocation2(&data), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(info.hAllocation, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu.device, 0, {info.hAllocation}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(owners, ElementsAre(nullptr, nullptr));
}

}  // namespace
}  // namespace drydock::testing
