// The software GPU's engines, driven through the miniport's entry points by a scheduler that the
// test is itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>

#include "drivers/softgpu/include/softgpu.h"
#include "src/dxgk/adapter.h"
#include "src/dxgk/seat.h"
#include "src/dxgk/software_gpu.h"
#include "src/dxgk/software_gpu_device.h"
#include "src/nt/physical.h"
#include "src/sim/lock.h"
#include "tests/support/test_driver.h"
#include "tests/support/test_miniport.h"

namespace drydock::testing {
namespace {

using ::testing::Each;
using ::testing::IsEmpty;

constexpr std::size_t kMemory = std::size_t{16} << 20;
constexpr UINT kVideoMemory = 1;
constexpr UINT kAperture = 2;
constexpr LONGLONG kApertureBase = 0x1'0000'0000;

using dxgk::Ddi;
using dxgk::Level;
const Ddi kCall{"an entry point of the scheduler", Level::kScheduler, PASSIVE_LEVEL};
const Ddi kRaisedCall{"an entry point of the scheduler", Level::kScheduler, DISPATCH_LEVEL};
const Ddi kAlone{"an entry point for recovery", Level::kAlone, PASSIVE_LEVEL};

// System memory that a paging operation can name.
class Pages {
 public:
  explicit Pages(std::size_t bytes)
      : bytes_(bytes), memory_(static_cast<std::uint8_t*>(aligned_alloc(PAGE_SIZE, bytes))) {
    std::memset(memory_, 0, bytes);
    mdl_ = IoAllocateMdl(memory_, static_cast<ULONG>(bytes), FALSE, FALSE, nullptr);
    MmBuildMdlForNonPagedPool(mdl_);
  }
  ~Pages() {
    IoFreeMdl(mdl_);
    std::free(memory_);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  PMDL mdl() const { return mdl_; }
  std::span<std::uint8_t> bytes() const { return {memory_, bytes_}; }
  void number() const {
    for (std::size_t i = 0; i < bytes_; ++i)
      memory_[i] = static_cast<std::uint8_t>(i * 7 + i / 251);
  }

 private:
  const std::size_t bytes_;
  std::uint8_t* const memory_;
  PMDL mdl_ = nullptr;
};

// A driver that is started, and what it reported.
class Gpu {
 public:
  explicit Gpu(dxgk::Adapter& adapter) : adapter_(adapter), dma_(64 * 1024), private_(256) {
    adapter_.set_notifications({.interrupt = [this](const auto& data) { note(data); }, .dpc = {}});
  }

  HANDLE create_buffer(UINT64 bytes) {
    SOFTGPU_ALLOCATION_DATA data{};
    data.Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof data};
    data.Bytes = bytes;
    DXGK_ALLOCATIONINFO info{};
    info.pPrivateDriverData = &data;
    info.PrivateDriverDataSize = sizeof data;
    DXGKARG_CREATEALLOCATION wanted{};
    wanted.NumAllocations = 1;
    wanted.pAllocationInfo = &info;
    EXPECT_EQ(call(dxgk::ddi::kCreateAllocation, adapter_.table().DxgkDdiCreateAllocation, &wanted),
              STATUS_SUCCESS);
    return info.hAllocation;
  }

  void destroy(HANDLE allocation) {
    DXGKARG_DESTROYALLOCATION wanted{};
    wanted.NumAllocations = 1;
    wanted.pAllocationList = &allocation;
    call(dxgk::ddi::kDestroyAllocation, adapter_.table().DxgkDdiDestroyAllocation, &wanted);
  }

  // One paging operation; how many buffers it took.
  int page(DXGKARG_BUILDPAGINGBUFFER operation, UINT node = SOFTGPU_NODE_RENDER) {
    for (int buffers = 1;; ++buffers) {
      const NTSTATUS status = build(operation);
      if (used_ != 0) wait(submit(node));
      if (status == STATUS_SUCCESS) return buffers;
      EXPECT_EQ(status, STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER);
      if (status != STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER) return buffers;
    }
  }

  NTSTATUS build(DXGKARG_BUILDPAGINGBUFFER& operation) {
    operation.pDmaBuffer = dma_.data();
    operation.DmaSize = static_cast<UINT>(dma_.size());
    operation.pDmaBufferPrivateData = private_.data();
    operation.DmaBufferPrivateDataSize = static_cast<UINT>(private_.size());
    const NTSTATUS status = call(kCall, adapter_.table().DxgkDdiBuildPagingBuffer, &operation);
    used_ = static_cast<UINT>(static_cast<std::byte*>(operation.pDmaBuffer) - dma_.data());
    used_private_ = static_cast<UINT>(static_cast<std::byte*>(operation.pDmaBufferPrivateData) -
                                      private_.data());
    return status;
  }

  // What was built last; its fence.
  UINT submit(UINT node) {
    DXGKARG_SUBMITCOMMAND wanted{};
    wanted.DmaBufferSize = static_cast<UINT>(dma_.size());
    wanted.DmaBufferSubmissionEndOffset = used_;
    wanted.pDmaBufferPrivateData = private_.data();
    wanted.DmaBufferPrivateDataSize = static_cast<UINT>(private_.size());
    wanted.DmaBufferPrivateDataSubmissionEndOffset = used_private_;
    wanted.SubmissionFenceId = ++fences_[node];
    wanted.Flags.Paging = 1;
    wanted.NodeOrdinal = node;
    last_node_ = node;
    EXPECT_EQ(call(kRaisedCall, adapter_.table().DxgkDdiSubmitCommand, &wanted), STATUS_SUCCESS);
    return wanted.SubmissionFenceId;
  }

  void wait(UINT fence) {
    while (completed(last_node_) < fence) pause();
  }

  UINT preempt(UINT node) {
    DXGKARG_PREEMPTCOMMAND wanted{};
    wanted.PreemptionFenceId = ++fences_[node];
    wanted.NodeOrdinal = node;
    EXPECT_EQ(call(kRaisedCall, adapter_.table().DxgkDdiPreemptCommand, &wanted), STATUS_SUCCESS);
    return wanted.PreemptionFenceId;
  }

  UINT reset_engine(UINT node) {
    DXGKARG_RESETENGINE wanted{};
    wanted.NodeOrdinal = node;
    EXPECT_EQ(call(kCall, adapter_.table().DxgkDdiResetEngine, &wanted), STATUS_SUCCESS);
    return wanted.LastAbortedFenceId;
  }
  bool is_responsive(UINT node) {
    DXGKARG_QUERYENGINESTATUS wanted{};
    wanted.NodeOrdinal = node;
    EXPECT_EQ(call(kCall, adapter_.table().DxgkDdiQueryEngineStatus, &wanted), STATUS_SUCCESS);
    return wanted.EngineStatus.Responsive != 0;
  }
  UINT current_fence(UINT node) {
    DXGKARG_QUERYCURRENTFENCE wanted{};
    wanted.NodeOrdinal = node;
    EXPECT_EQ(call(kCall, adapter_.table().DxgkDdiQueryCurrentFence, &wanted), STATUS_SUCCESS);
    return wanted.CurrentFence;
  }
  void reset_adapter() {
    EXPECT_EQ(
        adapter_.call(kAlone, adapter_.system_seat(),
                      [&] { return adapter_.table().DxgkDdiResetFromTimeout(adapter_.context()); }),
        STATUS_SUCCESS);
  }
  void restart_adapter() {
    EXPECT_EQ(adapter_.call(
                  kAlone, adapter_.system_seat(),
                  [&] { return adapter_.table().DxgkDdiRestartFromTimeout(adapter_.context()); }),
              STATUS_SUCCESS);
  }

  SOFTGPU_ENGINE steer(UINT command, UINT node, UINT64 count = 0) {
    SOFTGPU_ESCAPE_DATA data{};
    data.Header = {SOFTGPU_ESCAPE_MAGIC, SOFTGPU_VERSION, sizeof data};
    data.Command = command;
    data.Node = node;
    data.Count = count;
    DXGKARG_ESCAPE wanted{};
    wanted.pPrivateDriverData = &data;
    wanted.PrivateDriverDataSize = sizeof data;
    EXPECT_EQ(call(dxgk::ddi::kEscape, adapter_.table().DxgkDdiEscape, &wanted), STATUS_SUCCESS);
    return data.Engine;
  }
  void wait_for_state(UINT state, UINT node) {
    while (steer(SOFTGPU_ESCAPE_READ_ENGINE, node).State != state) pause();
  }

  UINT completed(UINT node) {
    const sim::Hold hold(lock_);
    return completed_[node];
  }
  // The last preemption that was told: its fence, and the last that was completed then.
  std::optional<std::pair<UINT, UINT>> preempted(UINT node) {
    const sim::Hold hold(lock_);
    return preempted_[node];
  }
  static void pause() { sim::park(sim::now() + 1); }

 private:
  template <typename Entry, typename Arguments>
  NTSTATUS call(const Ddi& ddi, Entry* entry, Arguments* arguments) {
    return adapter_.call(ddi, adapter_.system_seat(),
                         [&] { return entry(adapter_.context(), arguments); });
  }

  void note(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
    const sim::Hold hold(lock_);
    if (data.InterruptType == DXGK_INTERRUPT_DMA_COMPLETED) {
      completed_[data.DmaCompleted.NodeOrdinal] = data.DmaCompleted.SubmissionFenceId;
    } else if (data.InterruptType == DXGK_INTERRUPT_DMA_PREEMPTED) {
      preempted_[data.DmaPreempted.NodeOrdinal] = {data.DmaPreempted.PreemptionFenceId,
                                                   data.DmaPreempted.LastCompletedFenceId};
    }
  }

  dxgk::Adapter& adapter_;
  std::vector<std::byte> dma_, private_;
  UINT used_ = 0, used_private_ = 0, last_node_ = 0;
  std::array<UINT, SOFTGPU_NODES> fences_{};
  sim::Lock lock_;
  std::array<UINT, SOFTGPU_NODES> completed_ DRYDOCK_GUARDED_BY(lock_){};
  std::array<std::optional<std::pair<UINT, UINT>>, SOFTGPU_NODES> preempted_
      DRYDOCK_GUARDED_BY(lock_);
};

DXGKARG_BUILDPAGINGBUFFER fill(HANDLE allocation, LONGLONG place, SIZE_T bytes, UINT pattern) {
  DXGKARG_BUILDPAGINGBUFFER out{};
  out.Operation = DXGK_OPERATION_FILL;
  out.Fill.hAllocation = allocation;
  out.Fill.FillSize = bytes;
  out.Fill.FillPattern = pattern;
  out.Fill.Destination.SegmentId = kVideoMemory;
  out.Fill.Destination.SegmentAddress.QuadPart = place;
  return out;
}

DXGKARG_BUILDPAGINGBUFFER transfer(HANDLE allocation, SIZE_T bytes) {
  DXGKARG_BUILDPAGINGBUFFER out{};
  out.Operation = DXGK_OPERATION_TRANSFER;
  out.Transfer.hAllocation = allocation;
  out.Transfer.TransferSize = bytes;
  out.Transfer.Flags.TransferStart = 1;
  out.Transfer.Flags.TransferEnd = 1;
  return out;
}

DXGKARG_BUILDPAGINGBUFFER page_in(HANDLE allocation, const Pages& from, LONGLONG place) {
  DXGKARG_BUILDPAGINGBUFFER out = transfer(allocation, from.bytes().size());
  out.Transfer.Source.pMdl = from.mdl();
  out.Transfer.Destination.SegmentId = kVideoMemory;
  out.Transfer.Destination.SegmentAddress.QuadPart = place;
  return out;
}

DXGKARG_BUILDPAGINGBUFFER page_out(HANDLE allocation, LONGLONG place, const Pages& to) {
  DXGKARG_BUILDPAGINGBUFFER out = transfer(allocation, to.bytes().size());
  out.Transfer.Source.SegmentId = kVideoMemory;
  out.Transfer.Source.SegmentAddress.QuadPart = place;
  out.Transfer.Destination.pMdl = to.mdl();
  return out;
}

// The driver's whole life on a device with 16 MB; findings are for the caller.
MiniportLife life_of_gpu(const std::function<void(Gpu&)>& body,
                         std::optional<std::uint64_t> seed = {}) {
  MiniportOptions options;
  options.model = std::make_shared<dxgk::SoftwareGpuDevice>(kMemory);
  options.seed = seed;
  options.started = [&](dxgk::Adapter& adapter) {
    Gpu gpu(adapter);
    body(gpu);
    adapter.set_notifications({});
  };
  return life_of_miniport(dxgk::software_gpu(), options);
}

void expect_clean(const std::function<void(Gpu&)>& body) {
  const MiniportLife life = life_of_gpu(body);
  EXPECT_THAT(life.findings, IsEmpty()) << life.told();
  EXPECT_TRUE(life.alive);
}

TEST(SoftGpuEngine, WhatIsPagedInComesBackByteForByte) {
  expect_clean([](Gpu& gpu) {
    constexpr SIZE_T kBytes = 300 * 1024;
    const HANDLE buffer = gpu.create_buffer(kBytes);
    const Pages in(kBytes), out(kBytes);
    in.number();
    gpu.page(page_in(buffer, in, 0x40000));
    gpu.page(page_out(buffer, 0x40000, out), SOFTGPU_NODE_COPY);
    EXPECT_TRUE(std::ranges::equal(in.bytes(), out.bytes()));
    gpu.destroy(buffer);
  });
}

TEST(SoftGpuEngine, AFillReachesEveryByte) {
  expect_clean([](Gpu& gpu) {
    constexpr SIZE_T kBytes = 3 * PAGE_SIZE;
    const HANDLE buffer = gpu.create_buffer(kBytes);
    const Pages out(kBytes);
    gpu.page(fill(buffer, 0, kBytes, 0x5a5a5a5a));
    gpu.page(page_out(buffer, 0, out));
    EXPECT_THAT(out.bytes(), Each(0x5a));
    gpu.destroy(buffer);
  });
}

// 64 KB of paging buffer hold less than a transfer of the whole memory needs.
TEST(SoftGpuEngine, AnOperationGoesOnInTheNextBufferWhenOneIsFull) {
  const MiniportLife life = life_of_gpu([](Gpu& gpu) {
    const HANDLE buffer = gpu.create_buffer(kMemory);
    const Pages in(kMemory), out(kMemory);
    in.number();
    EXPECT_EQ(gpu.page(page_in(buffer, in, 0)), 2);
    EXPECT_EQ(gpu.page(page_out(buffer, 0, out)), 2);
    EXPECT_TRUE(std::ranges::equal(in.bytes(), out.bytes()));
    gpu.destroy(buffer);
  });
  EXPECT_THAT(life.findings, IsEmpty()) << life.told();
}

TEST(SoftGpuEngine, TheApertureShowsSystemMemory) {
  expect_clean([](Gpu& gpu) {
    constexpr SIZE_T kBytes = 2 * PAGE_SIZE;
    const HANDLE buffer = gpu.create_buffer(kBytes);
    const Pages behind(kBytes);
    behind.number();
    DXGKARG_BUILDPAGINGBUFFER map{};
    map.Operation = DXGK_OPERATION_MAP_APERTURE_SEGMENT;
    map.MapApertureSegment.hAllocation = buffer;
    map.MapApertureSegment.SegmentId = kAperture;
    map.MapApertureSegment.OffsetInPages = 5;
    map.MapApertureSegment.NumberOfPages = 2;
    map.MapApertureSegment.pMdl = behind.mdl();
    gpu.page(map);
    DXGKARG_BUILDPAGINGBUFFER move = transfer(buffer, kBytes);
    move.Transfer.Source.SegmentId = kAperture;
    move.Transfer.Source.SegmentAddress.QuadPart = kApertureBase + 5 * PAGE_SIZE;
    move.Transfer.Destination.SegmentId = kVideoMemory;
    gpu.page(move);
    const Pages out(kBytes);
    gpu.page(page_out(buffer, 0, out));
    EXPECT_TRUE(std::ranges::equal(behind.bytes(), out.bytes()));

    const auto dummy = nt::take_run(1, {});
    ASSERT_TRUE(dummy);
    DXGKARG_BUILDPAGINGBUFFER unmap{};
    unmap.Operation = DXGK_OPERATION_UNMAP_APERTURE_SEGMENT;
    unmap.UnmapApertureSegment.hAllocation = buffer;
    unmap.UnmapApertureSegment.SegmentId = kAperture;
    unmap.UnmapApertureSegment.OffsetInPages = 5;
    unmap.UnmapApertureSegment.NumberOfPages = 2;
    unmap.UnmapApertureSegment.DummyPage.QuadPart = static_cast<LONGLONG>(*dummy * nt::kPageBytes);
    gpu.page(unmap);
    gpu.destroy(buffer);
  });
}

TEST(SoftGpuEngine, EnginesWorkSideBySide) {
  expect_clean([](Gpu& gpu) {
    const HANDLE buffer = gpu.create_buffer(PAGE_SIZE);
    gpu.steer(SOFTGPU_ESCAPE_HOLD, SOFTGPU_NODE_RENDER);
    DXGKARG_BUILDPAGINGBUFFER held = fill(buffer, 0, PAGE_SIZE, 1);
    gpu.build(held);
    const UINT fence = gpu.submit(SOFTGPU_NODE_RENDER);
    gpu.wait_for_state(SOFTGPU_ENGINE_HELD, SOFTGPU_NODE_RENDER);
    // The buffer with the held command is left alone: an empty packet passes the other engine.
    EXPECT_EQ(gpu.steer(SOFTGPU_ESCAPE_READ_ENGINE, SOFTGPU_NODE_COPY).State, SOFTGPU_ENGINE_IDLE);
    EXPECT_EQ(gpu.completed(SOFTGPU_NODE_RENDER), 0U);
    gpu.steer(SOFTGPU_ESCAPE_GO, SOFTGPU_NODE_RENDER);
    gpu.wait(fence);
    EXPECT_EQ(gpu.current_fence(SOFTGPU_NODE_RENDER), fence);
    gpu.destroy(buffer);
  });
}

TEST(SoftGpuEngine, AnEngineCanBeStepped) {
  expect_clean([](Gpu& gpu) {
    constexpr SIZE_T kBytes = 3 * 8 * 1024;  // three commands
    const HANDLE buffer = gpu.create_buffer(kBytes);
    gpu.steer(SOFTGPU_ESCAPE_HOLD, SOFTGPU_NODE_RENDER, 2);
    DXGKARG_BUILDPAGINGBUFFER operation = fill(buffer, 0, kBytes, 1);
    gpu.build(operation);
    const UINT fence = gpu.submit(SOFTGPU_NODE_RENDER);
    gpu.wait_for_state(SOFTGPU_ENGINE_HELD, SOFTGPU_NODE_RENDER);
    EXPECT_EQ(gpu.steer(SOFTGPU_ESCAPE_READ_ENGINE, SOFTGPU_NODE_RENDER).Commands, 2U);
    gpu.steer(SOFTGPU_ESCAPE_HOLD, SOFTGPU_NODE_RENDER, 1);
    gpu.wait(fence);
    gpu.steer(SOFTGPU_ESCAPE_GO, SOFTGPU_NODE_RENDER);
    gpu.destroy(buffer);
  });
}

TEST(SoftGpuEngine, PreemptionGivesBackWhatWaits) {
  expect_clean([](Gpu& gpu) {
    const HANDLE buffer = gpu.create_buffer(PAGE_SIZE);
    gpu.steer(SOFTGPU_ESCAPE_HOLD, SOFTGPU_NODE_RENDER);
    DXGKARG_BUILDPAGINGBUFFER operation = fill(buffer, 0, PAGE_SIZE, 1);
    gpu.build(operation);
    const UINT first = gpu.submit(SOFTGPU_NODE_RENDER);
    gpu.wait_for_state(SOFTGPU_ENGINE_HELD, SOFTGPU_NODE_RENDER);
    gpu.submit(SOFTGPU_NODE_RENDER);
    const UINT preemption = gpu.preempt(SOFTGPU_NODE_RENDER);
    gpu.steer(SOFTGPU_ESCAPE_GO, SOFTGPU_NODE_RENDER);
    while (!gpu.preempted(SOFTGPU_NODE_RENDER)) Gpu::pause();
    EXPECT_EQ(gpu.preempted(SOFTGPU_NODE_RENDER), std::pair(preemption, first));
    EXPECT_EQ(gpu.completed(SOFTGPU_NODE_RENDER), first);
    const SOFTGPU_ENGINE engine = gpu.steer(SOFTGPU_ESCAPE_READ_ENGINE, SOFTGPU_NODE_RENDER);
    EXPECT_EQ(engine.Queued, 0U);
    EXPECT_EQ(engine.Packets, 1U);
    gpu.destroy(buffer);
  });
}

TEST(SoftGpuEngine, AnIdleEngineIsPreemptedAtOnce) {
  expect_clean([](Gpu& gpu) {
    const UINT preemption = gpu.preempt(SOFTGPU_NODE_COPY);
    while (!gpu.preempted(SOFTGPU_NODE_COPY)) Gpu::pause();
    EXPECT_EQ(gpu.preempted(SOFTGPU_NODE_COPY), std::pair(preemption, 0U));
  });
}

TEST(SoftGpuEngine, AHungEngineIsDeafUntilItIsReset) {
  expect_clean([](Gpu& gpu) {
    const HANDLE buffer = gpu.create_buffer(PAGE_SIZE);
    gpu.steer(SOFTGPU_ESCAPE_HANG, SOFTGPU_NODE_RENDER);
    DXGKARG_BUILDPAGINGBUFFER operation = fill(buffer, 0, PAGE_SIZE, 1);
    gpu.build(operation);
    const UINT fence = gpu.submit(SOFTGPU_NODE_RENDER);
    gpu.wait_for_state(SOFTGPU_ENGINE_HUNG, SOFTGPU_NODE_RENDER);
    gpu.preempt(SOFTGPU_NODE_RENDER);
    EXPECT_FALSE(gpu.is_responsive(SOFTGPU_NODE_RENDER));
    EXPECT_EQ(gpu.completed(SOFTGPU_NODE_RENDER), 0U);
    EXPECT_EQ(gpu.reset_engine(SOFTGPU_NODE_RENDER), fence);
    EXPECT_TRUE(gpu.is_responsive(SOFTGPU_NODE_RENDER));
    EXPECT_FALSE(gpu.preempted(SOFTGPU_NODE_RENDER));
    EXPECT_EQ(gpu.page(fill(buffer, 0, PAGE_SIZE, 2)), 1);
    gpu.destroy(buffer);
  });
}

TEST(SoftGpuEngine, NothingRunsBetweenResetAndRestart) {
  expect_clean([](Gpu& gpu) {
    const HANDLE buffer = gpu.create_buffer(PAGE_SIZE);
    const Pages out(PAGE_SIZE);
    gpu.page(fill(buffer, 0, PAGE_SIZE, 1));
    gpu.reset_adapter();
    EXPECT_EQ(gpu.steer(SOFTGPU_ESCAPE_READ_ENGINE, SOFTGPU_NODE_COPY).State, SOFTGPU_ENGINE_RESET);
    DXGKARG_BUILDPAGINGBUFFER lost = page_out(buffer, 0, out);
    lost.Transfer.TransferSize = 0;
    EXPECT_EQ(gpu.build(lost), STATUS_SUCCESS);
    gpu.restart_adapter();
    EXPECT_EQ(gpu.page(fill(buffer, 0, PAGE_SIZE, 2)), 1);
    gpu.page(page_out(buffer, 0, out));
    EXPECT_THAT(out.bytes().first(4), ::testing::ElementsAre(2, 0, 0, 0));
    gpu.destroy(buffer);
  });
}

// The memory of an allocation that is gone is nobody's: who still reads it faults, and who gets it
// next finds poison.
TEST(SoftGpuEngine, AnAccessToAnAllocationThatIsGoneIsAFault) {
  expect_clean([](Gpu& gpu) {
    const HANDLE gone = gpu.create_buffer(PAGE_SIZE);
    const HANDLE other = gpu.create_buffer(PAGE_SIZE);
    const Pages out(PAGE_SIZE);
    gpu.page(fill(gone, 0x8000, PAGE_SIZE, 1));
    gpu.page(fill(other, 0x9000, PAGE_SIZE, 1));
    DXGKARG_BUILDPAGINGBUFFER late = page_out(gone, 0x8000, out);
    gpu.build(late);
    gpu.destroy(gone);
    const UINT fence = gpu.submit(SOFTGPU_NODE_COPY);
    gpu.wait_for_state(SOFTGPU_ENGINE_FAULTED, SOFTGPU_NODE_COPY);
    const SOFTGPU_ENGINE engine = gpu.steer(SOFTGPU_ESCAPE_READ_ENGINE, SOFTGPU_NODE_COPY);
    EXPECT_EQ(engine.FaultAddress, 0x8000U);
    EXPECT_EQ(engine.Faults, 1U);
    EXPECT_FALSE(gpu.is_responsive(SOFTGPU_NODE_COPY));
    EXPECT_EQ(gpu.reset_engine(SOFTGPU_NODE_COPY), fence);
    gpu.page(page_out(other, 0x9000, out));
    gpu.destroy(other);
  });
}

TEST(SoftGpuEngine, AnAccessToWhatIsAnothersByNowIsAFault) {
  expect_clean([](Gpu& gpu) {
    const HANDLE first = gpu.create_buffer(PAGE_SIZE);
    const HANDLE second = gpu.create_buffer(PAGE_SIZE);
    const Pages out(PAGE_SIZE);
    gpu.page(fill(first, 0, PAGE_SIZE, 1));
    gpu.page(fill(second, 0, PAGE_SIZE, 2));
    DXGKARG_BUILDPAGINGBUFFER stale = page_out(first, 0, out);
    gpu.build(stale);
    gpu.submit(SOFTGPU_NODE_COPY);
    gpu.wait_for_state(SOFTGPU_ENGINE_FAULTED, SOFTGPU_NODE_COPY);
    EXPECT_THAT(out.bytes(), Each(0));
    gpu.reset_engine(SOFTGPU_NODE_COPY);
    gpu.page(page_out(second, 0, out));
    gpu.destroy(first);
    gpu.destroy(second);
  });
}

TEST(SoftGpuEngine, OperationsThatItDoesNotKnowSucceed) {
  expect_clean([](Gpu& gpu) {
    DXGKARG_BUILDPAGINGBUFFER unknown{};
    unknown.Operation = static_cast<DXGK_BUILDPAGINGBUFFER_OPERATION>(99);
    EXPECT_EQ(gpu.build(unknown), STATUS_SUCCESS);
    DXGKARG_BUILDPAGINGBUFFER physical{};
    physical.Operation = DXGK_OPERATION_READ_PHYSICAL;
    EXPECT_EQ(gpu.build(physical), STATUS_SUCCESS);
  });
}

TEST(SoftGpuEngine, ADeviceWithoutMemoryIsNotStarted) {
  MiniportOptions options;
  const MiniportLife life = life_of_miniport(dxgk::software_gpu(), options);
  EXPECT_EQ(life.start, STATUS_DEVICE_CONFIGURATION_ERROR);
  EXPECT_THAT(life.findings, IsEmpty()) << life.told();
}

// Under a seed the engines' threads and the interrupt take their turns from the schedule.
TEST(SoftGpuEngine, EnginesRunUnderSeeds) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const MiniportLife life = life_of_gpu(
        [](Gpu& gpu) {
          constexpr SIZE_T kBytes = 2 * 64 * 1024;
          const HANDLE buffer = gpu.create_buffer(kBytes);
          const Pages in(kBytes), out(kBytes);
          in.number();
          gpu.page(page_in(buffer, in, 0), SOFTGPU_NODE_COPY);
          gpu.page(page_out(buffer, 0, out), SOFTGPU_NODE_RENDER);
          EXPECT_TRUE(std::ranges::equal(in.bytes(), out.bytes()));
          gpu.preempt(SOFTGPU_NODE_RENDER);
          while (!gpu.preempted(SOFTGPU_NODE_RENDER)) Gpu::pause();
          gpu.destroy(buffer);
        },
        seed);
    EXPECT_THAT(life.findings, IsEmpty()) << "seed " << seed << "\n" << life.told();
  }
}

}  // namespace
}  // namespace drydock::testing
