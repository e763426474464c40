// What the graphics kernel promises a miniport about memory and paging.
#include "tests/sched/gpu_suites.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;

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
TEST_F(GpuPromises, K326MultipassOffsetIsKept) {
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

// K-336: the owner's device; another opener's when the owner has gone.
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

TEST_F(GpuPromises, K377ListsAreConverted) {
  GpuWorld& gpu = start();
  gpu.engine.misdeeds.render = [](DXGKARG_RENDER& wanted) -> std::optional<NTSTATUS> {
    EXPECT_EQ(wanted.AllocationListSize, 2U);
    EXPECT_NE(wanted.pAllocationList[0].hDeviceSpecificAllocation, nullptr);
    EXPECT_NE(wanted.pAllocationList[0].hDeviceSpecificAllocation,
              wanted.pAllocationList[1].hDeviceSpecificAllocation);
    EXPECT_EQ(wanted.pAllocationList[0].WriteOperation, 1U);
    EXPECT_EQ(wanted.pAllocationList[0].SegmentId, 0U);
    return std::nullopt;
  };
  ASSERT_EQ(render(gpu.context, {gpu.one(), gpu.one()}, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
}

TEST_F(GpuPromises, K384AnExceptionOnTheDeviceLosesIt) {
  GpuWorld& gpu = start();
  gpu.engine.misdeeds.render = [](DXGKARG_RENDER&) {
    return STATUS_GRAPHICS_GPU_EXCEPTION_ON_DEVICE;
  };
  EXPECT_EQ(gpu.fill(gpu.one(), 1), STATUS_GRAPHICS_GPU_EXCEPTION_ON_DEVICE);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_DMAFAULT);
}

}  // namespace
}  // namespace drydock::testing
