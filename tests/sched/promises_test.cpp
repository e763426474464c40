// The promises of the graphics kernel to a miniport about memory, submission and recovery.
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Not;

constexpr sim::Time kNever = sim::Time{36'000} * 10'000'000;  // ten hours

class GpuPromises : public Gpu {
 protected:
  using Paging = DXGKARG_BUILDPAGINGBUFFER;

  GpuWorld& start(const EngineMiniport::Settings& settings = {}) {
    GpuWorld& gpu = make(settings);
    gpu.run();
    return gpu;
  }
  // Sees every paging operation before the driver does.
  static void watch(GpuWorld& gpu, std::function<void(const Paging&)> look) {
    gpu.engine.misdeeds.build = [look](Paging& wanted) -> std::optional<NTSTATUS> {
      look(wanted);
      return std::nullopt;
    };
  }
  static void fill_all(GpuWorld& gpu, int count) {
    for (int i = 0; i < count; ++i) ASSERT_EQ(gpu.fill(gpu.one(), 1), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  }
};

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

TEST_F(GpuPromises, K346PagingHasNoContext) {
  GpuWorld& gpu = start();
  int paging = 0;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    paging += wanted.Flags.Paging != 0 ? 1 : 0;
    EXPECT_EQ(wanted.hContext == nullptr, wanted.Flags.Paging != 0);
    return std::nullopt;
  };
  fill_all(gpu, 6);
  EXPECT_GE(paging, 6);
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

TEST_F(GpuPromises, K389PatchAndSubmitAgree) {
  GpuWorld& gpu = start({.dma_buffer = 128});
  std::vector<std::array<UINT, 3>> patched, submitted;
  gpu.engine.misdeeds.patch = [&](const DXGKARG_PATCH& wanted) -> std::optional<NTSTATUS> {
    patched.push_back({wanted.SubmissionFenceId, wanted.DmaBufferSubmissionStartOffset,
                       wanted.DmaBufferSubmissionEndOffset});
    return std::nullopt;
  };
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Flags.Paging == 0)
      submitted.push_back({wanted.SubmissionFenceId, wanted.DmaBufferSubmissionStartOffset,
                           wanted.DmaBufferSubmissionEndOffset});
    return std::nullopt;
  };
  ASSERT_EQ(
      render(gpu.context, {gpu.one()}, {{Op::kFill, 0, 1}, {Op::kFill, 0, 2}, {Op::kFill, 0, 3}}),
      STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(patched.size(), 2U);
  EXPECT_EQ(patched, submitted);
}

TEST_F(GpuPromises, K391NullRenderingCompletesItsFence) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE one = gpu.one();
  D3DKMT_RENDERFLAGS flags{};
  flags.NullRendering = 1;
  bool was_null = false;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    was_null |= wanted.Flags.NullRendering != 0;
    return std::nullopt;
  };
  ASSERT_EQ(render(gpu.context, {one}, {{Op::kFill, 0, 9}}, flags), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_TRUE(was_null);
  EXPECT_EQ(gpu.content(one, 16 << 10), 0);
}

// The submissions when a client locks, and so evicts, what the GPU used.
struct Submitted392 {
  UINT node;
  bool is_switch, is_paging, has_context;
  UINT bytes;
  bool operator==(const Submitted392&) const = default;
};
std::vector<Submitted392> submitted_by_lock(GpuWorld& gpu, D3DKMT_HANDLE allocation) {
  std::vector<Submitted392> out;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    const UINT bytes = wanted.DmaBufferSubmissionEndOffset - wanted.DmaBufferSubmissionStartOffset;
    out.push_back({wanted.NodeOrdinal, wanted.Flags.ContextSwitch != 0, wanted.Flags.Paging != 0,
                   wanted.hContext != nullptr, wanted.Flags.ContextSwitch != 0 ? bytes : 1});
    return std::nullopt;
  };
  EXPECT_GE(gpu.content(allocation, 16 << 10), 0);
  gpu.engine.misdeeds.submit = nullptr;
  return out;
}
constexpr Submitted392 kSwitch392{0, true, false, true, 0};
constexpr Submitted392 kPaging392{0, false, true, false, 1};

TEST_F(GpuPromises, K392TheRunningContextIsSwitchedAwayFromFirst) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one), ElementsAre(kSwitch392, kPaging392));
}

// The node that pages has the paging loaded; the other one the context that used it.
TEST_F(GpuPromises, K392PagingIsSwitchedAwayFromToo) {
  GpuWorld& gpu = start({.nodes = 2});
  ClientContext second;
  ASSERT_EQ(create_context(gpu.device, 1, second), STATUS_SUCCESS);
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(render(second, {one}, {{Op::kFill, 0, 5}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one),
              ElementsAre(Submitted392{0, true, true, false, 0},
                          Submitted392{1, true, false, true, 0}, kPaging392));
}

// Memory that another context used, or a destroyed one, causes no switch.
TEST_F(GpuPromises, K392OthersAreNotSwitched) {
  GpuWorld& gpu = start();
  const D3DKMT_HANDLE one = gpu.one();
  const D3DKMT_HANDLE two = gpu.one();
  ClientContext other;
  ASSERT_EQ(create_context(gpu.device, 0, other), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(two, 5), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(one, 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(render(other, {two}, {{Op::kFill, 0, 6}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one), ElementsAre(kPaging392));
  ASSERT_EQ(render(other, {one}, {{Op::kFill, 0, 6}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(destroy_context(other.handle), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one), ElementsAre(kPaging392));
}

TEST_F(GpuPromises, K392BeforeWindows8NobodyIsSwitched) {
  GpuWorld& gpu = start({.version = DXGKDDI_INTERFACE_VERSION_WIN7});
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(submitted_by_lock(gpu, one), ElementsAre(kPaging392));
}

// K-393, K-396: preempted work is submitted again, with a new fence.
TEST_F(GpuPromises, K393PreemptedWorkIsSubmittedAgain) {
  GpuWorld& gpu = start(wddm2());
  gpu.adapter->scheduler()->set_timeout(kNever);
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  std::vector<std::pair<UINT, UINT>> submitted;  // fence, resubmission
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    submitted.emplace_back(wanted.SubmissionFenceId, wanted.Flags.Resubmission);
    return std::nullopt;
  };
  ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(one, 3), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 2);
  ClientContext urgent;
  ASSERT_EQ(create_context(gpu.device, 0, urgent), STATUS_SUCCESS);
  D3DKMT_SETCONTEXTSCHEDULINGPRIORITY priority{};
  priority.hContext = urgent.handle;
  priority.Priority = 3;
  ASSERT_EQ(D3DKMTSetContextSchedulingPriority(&priority), STATUS_SUCCESS);
  gpu.engine.take_calls();
  ASSERT_EQ(render(urgent, {one}, {{Op::kFill, 0, 4}}), STATUS_SUCCESS);
  gpu.engine.await_calls("submit", 2);
  gpu.run();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(submitted.size(), 5U);
  EXPECT_EQ(submitted[0].second, 0U);
  EXPECT_EQ(submitted[2].second, 0U) << "the urgent one";
  EXPECT_EQ(submitted[3].second, 1U);
  EXPECT_EQ(submitted[4].second, 1U);
  for (std::size_t i = 1; i < submitted.size(); ++i)
    EXPECT_GT(submitted[i].first, submitted[i - 1].first);
  EXPECT_EQ(gpu.content(one, 16 << 10), 3) << "the order of each context";
}

// Preempted paging is submitted again at once, with its old fence, before later work.
TEST_F(GpuPromises, K393PreemptedPagingKeepsItsFence) {
  const sim::SeededSchedule schedule(5);
  GpuWorld& gpu = start(wddm2());
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  struct Submitted {
    UINT fence, resubmission, paging;
    bool operator==(const Submitted&) const = default;
  };
  std::vector<Submitted> submitted;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    submitted.push_back({wanted.SubmissionFenceId, wanted.Flags.Resubmission, wanted.Flags.Paging});
    return std::nullopt;
  };
  ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(gpu.one(), 3), STATUS_SUCCESS) << "behind it, its page-in";
  gpu.engine.await_calls("preempt", 1);  // they take too long
  gpu.run();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_EQ(submitted.size(), 5U);
  const UINT first = submitted[0].fence;
  EXPECT_EQ(submitted[0], (Submitted{first, 0, 0}));
  EXPECT_EQ(submitted[1], (Submitted{first + 1, 0, 1}));
  EXPECT_EQ(submitted[2], (Submitted{first + 1, 1, 1})) << "the paging, as it was";
  EXPECT_GT(submitted[3].fence, first + 1);
  EXPECT_EQ(submitted[3].resubmission, 1U) << "the first fill, as new";
  EXPECT_EQ(submitted[4].resubmission, 0U);
  EXPECT_GT(submitted[4].fence, submitted[3].fence);
  EXPECT_EQ(gpu.content(one, 16 << 10), 2);
  TearDown();
  world.reset();
}

// Paging that was submitted behind the request is not what it asked for: it runs once.
TEST_F(GpuPromises, K396WhatCameAfterTheRequestGoesOn) {
  GpuWorld& gpu = start();
  gpu.adapter->scheduler()->set_timeout(kNever);
  const D3DKMT_HANDLE one = gpu.one();
  const D3DKMT_HANDLE idle = gpu.one();
  ASSERT_EQ(gpu.fill(idle, 7), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ClientContext urgent;
  ASSERT_EQ(create_context(gpu.device, 0, urgent), STATUS_SUCCESS);
  D3DKMT_SETCONTEXTSCHEDULINGPRIORITY priority{};
  priority.hContext = urgent.handle;
  priority.Priority = 3;
  ASSERT_EQ(D3DKMTSetContextSchedulingPriority(&priority), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  UINT asked = 0;
  UINT completed = 0;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    if (completed == 0) completed = wanted.SubmissionFenceId - 1;
    return std::nullopt;
  };
  gpu.engine.misdeeds.preempt = [&](const DXGKARG_PREEMPTCOMMAND& wanted) {
    asked = wanted.PreemptionFenceId;
    return STATUS_SUCCESS;  // the answer comes later
  };
  for (int i = 0; i < 2; ++i) ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 2);
  ASSERT_EQ(render(urgent, {one}, {{Op::kFill, 0, 3}}), STATUS_SUCCESS);
  gpu.engine.await_calls("preempt", 1);
  gpu.engine.take_calls();
  sim::Thread reader = sim::spawn("reader", [&] {
    const dxgk::ProcessScope scope(gpu.process.get());
    EXPECT_EQ(gpu.content(idle, 16 << 10), 7) << "it is evicted for the lock";
  });
  gpu.engine.await_calls("paging", 1);
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
  data.DmaPreempted.PreemptionFenceId = asked;
  data.DmaPreempted.LastCompletedFenceId = completed;
  gpu.engine.report(*gpu.adapter, data);
  gpu.run();
  reader.join();
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  const auto calls = gpu.engine.take_calls();
  EXPECT_EQ(std::ranges::count(calls, "paging"), 1);
  EXPECT_EQ(std::ranges::count(calls, "submit"), 3) << "the urgent one, and two once more";
}

TEST_F(GpuPromises, K400AFenceCompletesEverythingBeforeIt) {
  GpuWorld& gpu = start();
  gpu.adapter->scheduler()->set_timeout(kNever);
  const D3DKMT_HANDLE one = gpu.one();
  ASSERT_EQ(gpu.fill(one, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.stop_engine();
  UINT last = 0;
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    last = wanted.SubmissionFenceId;
    return STATUS_SUCCESS;
  };
  ASSERT_EQ(gpu.fill(one, 2), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(one, 3), STATUS_SUCCESS);
  gpu.adapter->scheduler()->run_on_strand([](vidmm::VideoMemory&) {});
  while (true) {
    bool both = false;
    gpu.adapter->scheduler()->run_on_strand([&](vidmm::VideoMemory&) { both = last == 4; });
    if (both) break;
  }
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
  data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
  data.DmaCompleted.SubmissionFenceId = last;
  gpu.engine.report(*gpu.adapter, data);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.misdeeds.submit = nullptr;
  gpu.run();
}

// K-447: no other thread is inside the driver during the reset of the adapter.
TEST_F(GpuPromises, K447AdapterResetIsAlone) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = start({.engine_reset = false});
    int inside = 0;
    bool was_reset = false;
    gpu.engine.misdeeds.render = [&](DXGKARG_RENDER&) -> std::optional<NTSTATUS> {
      ++inside;
      for (int i = 0; i < 5; ++i) sim::switch_point();
      --inside;
      return std::nullopt;
    };
    gpu.engine.misdeeds.reset = [&]() -> std::optional<NTSTATUS> {
      EXPECT_EQ(inside, 0);
      for (int i = 0; i < 20; ++i) sim::switch_point();
      EXPECT_EQ(inside, 0);
      was_reset = true;
      return std::nullopt;
    };
    D3DKMT_HANDLE other = 0;
    ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
    ClientContext context;
    ASSERT_EQ(create_context(other, 0, context), STATUS_SUCCESS);
    ASSERT_EQ(render(gpu.context, {gpu.one()}, {{Op::kHang, 0, 0}}), STATUS_SUCCESS);
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(gpu.process.get());
      while (!was_reset) {
        render(context, {}, {});
        sim::park(sim::now() + 1'000'000);
      }
    });
    wait_for_idle(gpu.device);
    client.join();
    TearDown();
    world.reset();
  }
}

}  // namespace
}  // namespace drydock::testing
