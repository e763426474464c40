// Video memory under pressure: what leaves, what stays, and that every byte comes back.
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

constexpr std::size_t kBytes = 16 << 10;

class Paging : public Gpu {
 protected:
  // Creates so many allocations, each filled with its number.
  std::vector<D3DKMT_HANDLE> filled(GpuWorld& gpu, std::uint32_t count) {
    std::vector<D3DKMT_HANDLE> out;
    for (std::uint32_t i = 0; i < count; ++i) {
      out.push_back(gpu.one());
      EXPECT_EQ(gpu.fill(out.back(), i + 1), STATUS_SUCCESS);
    }
    EXPECT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    return out;
  }
};

// Three times what fits: everything is evicted and comes back.
TEST_F(Paging, ContentsSurviveEviction) {
  GpuWorld& gpu = make();
  gpu.run();
  const auto all = filled(gpu, 12);
  // Copied in video memory from one that was evicted to one that was evicted.
  for (std::uint32_t i = 0; i < 12; i += 2)
    ASSERT_EQ(render(gpu.context, {all[i], all[i + 1]}, {{Op::kCopy, 1, 0}}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  for (std::uint32_t i = 0; i < 12; ++i)
    EXPECT_EQ(gpu.content(all[i], kBytes), static_cast<int>((i & ~1U) + 1)) << i;
}

// A paging buffer with room for one page: each operation takes many.
TEST_F(Paging, AnOperationGoesOnInTheNextBuffer) {
  GpuWorld& gpu = make({.paging_buffer = 64});
  gpu.run();
  const auto all = filled(gpu, 6);
  EXPECT_EQ(gpu.content(all[0], kBytes), 1);
  const auto calls = gpu.engine.take_calls();
  EXPECT_GE(std::ranges::count(calls, "paging"), std::ranges::count(calls, "fill"));
  EXPECT_EQ(std::ranges::count(calls, "fill"), 24) << "four pages each, six allocations";
}

// More than one sub-transfer.
TEST_F(Paging, LargeAllocationsMoveInParts) {
  constexpr std::size_t kLarge = 10 << 20;
  GpuWorld& gpu =
      make({.memory_bytes = 12 << 20, .allocation_bytes = kLarge, .paging_buffer = 1 << 20});
  gpu.run();
  const auto all = filled(gpu, 2);
  const auto calls = gpu.engine.take_calls();
  EXPECT_EQ(std::ranges::count(calls, "out"), 3);
  EXPECT_EQ(gpu.content(all[0], kLarge), 1);
  EXPECT_EQ(gpu.content(all[1], kLarge), 2);
}

TEST_F(Paging, TheLeastRecentlyUsedIsEvicted) {
  GpuWorld& gpu = make();
  gpu.run();
  const auto all = filled(gpu, 4);
  ASSERT_EQ(gpu.fill(all[0], 9), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  const D3DKMT_HANDLE fifth = gpu.one();
  ASSERT_EQ(gpu.fill(fifth, 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.take_calls();
  ASSERT_EQ(gpu.fill(all[0], 8), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("patch", "submit")) << "it was still there";
  ASSERT_EQ(gpu.fill(all[1], 7), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), Contains("in")) << "it had left";
}

TEST_F(Paging, TheApertureShowsTheClientsMemory) {
  GpuWorld& gpu = make({.segments = 2, .preferred = 2});
  gpu.run();
  const D3DKMT_HANDLE allocation = gpu.one();
  void* data = nullptr;
  ASSERT_EQ(lock(gpu.device, allocation, data), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(allocation, 0x77), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(data)[kBytes - 1], 0x77) << "through the lock";
  EXPECT_EQ(unlock(gpu.device, allocation), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("map", "paging", "patch", "submit"));
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("unmap", "paging"));
}

// The preferred segment first, then another that the driver supports, then eviction.
TEST_F(Paging, TheOtherSegmentIsUsedBeforeAnybodyLeaves) {
  GpuWorld& gpu = make({.segments = 3});
  gpu.run();
  filled(gpu, 4);
  EXPECT_THAT(gpu.engine.take_calls(), Not(Contains("map")));
  const D3DKMT_HANDLE fifth = gpu.one();
  ASSERT_EQ(gpu.fill(fifth, 5), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("map", "paging", "patch", "submit"));
}

// While a lock lasts, the GPU sees what the CPU writes, and the CPU sees what the GPU writes.
TEST_F(Paging, ALockSeesWhatTheGpuDid) {
  GpuWorld& gpu = make({.segments = 3});
  gpu.run();
  const D3DKMT_HANDLE from = gpu.one();
  const D3DKMT_HANDLE to = gpu.one();
  void* source = nullptr;
  void* target = nullptr;
  ASSERT_EQ(lock(gpu.device, from, source), STATUS_SUCCESS);
  ASSERT_EQ(lock(gpu.device, to, target), STATUS_SUCCESS);
  for (int value = 1; value < 4; ++value) {
    std::memset(source, value, kBytes);
    ASSERT_EQ(render(gpu.context, {from, to}, {{Op::kCopy, 1, 0}}), STATUS_SUCCESS);
    ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
    EXPECT_EQ(static_cast<std::uint8_t*>(target)[kBytes - 1], value);
  }
}

// The client learns only from the residency that an evicted allocation has arrived in system
// memory.
TEST_F(Paging, ALockSeesWhatOthersMadeLeave) {
  GpuWorld& gpu = make();
  gpu.run();
  D3DKMT_HANDLE allocation = filled(gpu, 1).front();
  sim::Thread other = sim::spawn("other client", [&] {
    const dxgk::ProcessScope scope(gpu.process.get());
    D3DKMT_HANDLE device = 0;
    ASSERT_EQ(create_device(gpu.opened, device), STATUS_SUCCESS);
    ClientContext context;
    ASSERT_EQ(create_context(device, 0, context), STATUS_SUCCESS);
    for (int i = 0; i < 4; ++i)
      ASSERT_EQ(render(context, create(device, Kind::kLoose, 1).allocations, {{Op::kFill, 0, 9}}),
                STATUS_SUCCESS);
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  });
  do {
    sim::switch_point();
    ASSERT_FALSE(HasFailure());
  } while (is_resident(gpu.device, allocation));
  EXPECT_EQ(gpu.content(allocation, kBytes), 1);
  other.join();
}

// K-459: what can never fit puts the device in error, and only that one.
TEST_F(Paging, WhatCannotFitPutsItsDeviceInError) {
  GpuWorld& gpu = make({.memory_bytes = 32 << 10});
  gpu.run();
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  ClientContext context;
  ASSERT_EQ(create_context(other, 0, context), STATUS_SUCCESS);
  std::vector<D3DKMT_HANDLE> three = {gpu.one(), gpu.one(), gpu.one()};
  ASSERT_EQ(render(gpu.context, three, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(gpu.device), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_OUTOFMEMORY);
  EXPECT_EQ(gpu.fill(three[0], 1), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(destroy(gpu.device, 0, three), STATUS_SUCCESS) << "destruction stays legal";
  const D3DKMT_HANDLE allocation = create(other, Kind::kLoose, 1).allocations.at(0);
  ASSERT_EQ(render(context, {allocation}, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(other), STATUS_SUCCESS);
}

// K-326, K-327: a busy allocation is waited for and the operation repeated.
TEST_F(Paging, ABusyAllocationIsWaitedForAndSaidToBeIdle) {
  GpuWorld& gpu = make();
  gpu.run();
  std::atomic<int> busy = 0, idle = 0;
  gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation != DXGK_OPERATION_TRANSFER || wanted.MultipassOffset != 0)
      return std::nullopt;
    if (wanted.Transfer.Flags.AllocationIsIdle != 0) {
      ++idle;
      return std::nullopt;
    }
    ++busy;
    return STATUS_GRAPHICS_ALLOCATION_BUSY;
  };
  const auto all = filled(gpu, 6);
  EXPECT_EQ(gpu.content(all[0], kBytes), 1);
  EXPECT_GT(busy, 0);
  EXPECT_EQ(busy, idle);
}

// The hint of its driver: a bank of the memory, from its end when it says so.
TEST_F(Paging, BanksAreWhereTheirDriverWantsThem) {
  constexpr std::uint64_t kBank = 32 << 10;
  for (const bool from_end : {false, true}) {
    GpuWorld& gpu = make({.banks = 2,
                          .hinted_bank = 2,
                          .bank_from_end = from_end,
                          .version = DXGKDDI_INTERFACE_VERSION_WIN8});
    std::vector<std::uint64_t> places;
    gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
      if (wanted.Operation == DXGK_OPERATION_FILL && wanted.MultipassOffset == 0)
        places.push_back(
            static_cast<std::uint64_t>(wanted.Fill.Destination.SegmentAddress.QuadPart) %
            (2 * kBank));
      return std::nullopt;
    };
    gpu.run();
    filled(gpu, 3);
    const std::uint64_t first = from_end ? kBank + kBytes : kBank;
    const std::uint64_t second = from_end ? kBank : kBank + kBytes;
    ASSERT_EQ(places.size(), 3U);
    EXPECT_EQ(places[0], first);
    EXPECT_EQ(places[1], second);
    EXPECT_LT(places[2], kBank) << "the bank is full, and banks are advice";
    TearDown();
    world.reset();
  }
}

// An eviction uses the aperture that the driver named, as long as there is room in it.
TEST_F(Paging, EvictionGoesThroughItsAperture) {
  GpuWorld& gpu = make({.eviction = 2});
  std::vector<std::string> steps;
  gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT) {
      EXPECT_NE(wanted.MapApertureSegment.hAllocation, nullptr);
      steps.emplace_back("map");
    } else if (wanted.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT) {
      steps.emplace_back("unmap");
    } else if (wanted.Operation == DXGK_OPERATION_TRANSFER &&
               wanted.Transfer.Source.SegmentId != 0) {
      EXPECT_EQ(wanted.Transfer.Destination.SegmentId, 2U);
      steps.emplace_back("out");
    }
    return std::nullopt;
  };
  gpu.run();
  const auto all = filled(gpu, 5);
  EXPECT_THAT(steps, ElementsAre("map", "out", "unmap"));
  EXPECT_EQ(gpu.content(all[0], kBytes), 1);
}

TEST_F(Paging, AnApertureThatIsFullIsGoneAround) {
  GpuWorld& gpu = make({.aperture_bytes = kBytes / 2, .eviction = 2});
  gpu.run();
  const auto all = filled(gpu, 5);
  EXPECT_THAT(gpu.engine.take_calls(), Not(Contains("map")));
  EXPECT_EQ(gpu.content(all[0], kBytes), 1);
}

// DMA buffers that an aperture shows have no object of the driver's; they leave with their context.
TEST_F(Paging, K336DmaBuffersLieInTheAperture) {
  GpuWorld& gpu = make({.dma_segments = 2});
  int mapped = 0;
  gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT) {
      ++mapped;
      EXPECT_EQ(wanted.MapApertureSegment.hAllocation, nullptr);
      EXPECT_NE(wanted.MapApertureSegment.hDevice, nullptr);
    } else if (wanted.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT) {
      --mapped;
      EXPECT_EQ(wanted.UnmapApertureSegment.hAllocation, nullptr);
    }
    return std::nullopt;
  };
  gpu.engine.misdeeds.submit = [&](const DXGKARG_SUBMITCOMMAND& wanted) -> std::optional<NTSTATUS> {
    EXPECT_EQ(wanted.DmaBufferSegmentId, wanted.Flags.Paging != 0 ? 0U : 2U);
    return std::nullopt;
  };
  gpu.run();
  const auto all = filled(gpu, 6);
  EXPECT_GT(mapped, 0);
  EXPECT_EQ(gpu.content(all[0], kBytes), 1) << "the commands were read through it";
  D3DKMT_DESTROYCONTEXT destroy{gpu.context.handle};
  EXPECT_EQ(D3DKMTDestroyContext(&destroy), STATUS_SUCCESS);
  EXPECT_EQ(mapped, 0);
}

D3DKMT_QUERYVIDEOMEMORYINFO memory_of(D3DKMT_HANDLE adapter, D3DKMT_MEMORY_SEGMENT_GROUP group) {
  D3DKMT_QUERYVIDEOMEMORYINFO info{};
  info.hAdapter = adapter;
  info.MemorySegmentGroup = group;
  EXPECT_EQ(D3DKMTQueryVideoMemoryInfo(&info), STATUS_SUCCESS);
  EXPECT_GE(info.Budget, info.AvailableForReservation);
  EXPECT_GE(info.Budget, info.CurrentUsage);
  return info;
}
D3DKMT_QUERYVIDEOMEMORYINFO local_memory_of(D3DKMT_HANDLE adapter) {
  return memory_of(adapter, D3DKMT_MEMORY_SEGMENT_GROUP_LOCAL);
}
NTSTATUS reserve(D3DKMT_HANDLE adapter, UINT64 bytes) {
  D3DKMT_CHANGEVIDEOMEMORYRESERVATION data{};
  data.hAdapter = adapter;
  data.Reservation = bytes;
  return D3DKMTChangeVideoMemoryReservation(&data);
}

// Another process with a device of its own on the same GPU.
struct OtherProcess {
  explicit OtherProcess(GpuWorld& gpu)
      : process(gpu.dock->new_process()),
        scope(process.get()),
        adapter(open_adapter(gpu.adapter->luid())) {
    EXPECT_EQ(create_device(adapter, device), STATUS_SUCCESS);
    EXPECT_EQ(create_context(device, 0, context), STATUS_SUCCESS);
  }
  D3DKMT_HANDLE filled(std::uint32_t value) {
    const D3DKMT_HANDLE made = create(device, Kind::kLoose, 1).allocations.at(0);
    EXPECT_EQ(render(context, {made}, {{Op::kFill, 0, value}}), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(device), STATUS_SUCCESS);
    return made;
  }

  std::unique_ptr<dxgk::Process> process;
  dxgk::ProcessScope scope;
  D3DKMT_HANDLE adapter, device = 0;
  ClientContext context;
};

// K-074: memory counts for the process that uses it and for no other, until it is evicted.
TEST_F(Paging, K074UsageIsWhatAProcessHas) {
  GpuWorld& gpu = make({.segments = 3});
  gpu.run();
  const auto all = filled(gpu, 3);
  EXPECT_EQ(local_memory_of(gpu.opened).CurrentUsage, 3 * kBytes);
  EXPECT_EQ(local_memory_of(gpu.opened).Budget, 64U << 10);
  {
    OtherProcess other(gpu);
    EXPECT_EQ(local_memory_of(other.adapter).CurrentUsage, 0U);
    other.filled(7);
    other.filled(7);
    EXPECT_EQ(local_memory_of(other.adapter).CurrentUsage, kBytes);
    EXPECT_EQ(memory_of(other.adapter, D3DKMT_MEMORY_SEGMENT_GROUP_NON_LOCAL).CurrentUsage, kBytes)
        << "the aperture has room";
  }
  EXPECT_EQ(local_memory_of(gpu.opened).CurrentUsage, 3 * kBytes);
  EXPECT_EQ(destroy(gpu.device, 0, {all[0]}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(local_memory_of(gpu.opened).CurrentUsage, 2 * kBytes);
}

// Half of the memory can be reserved, by all together. It ends with its process.
TEST_F(Paging, ReservationsLessenTheBudgetsOfOthers) {
  GpuWorld& gpu = make();
  gpu.run();
  EXPECT_EQ(local_memory_of(gpu.opened).AvailableForReservation, 32U << 10);
  EXPECT_EQ(reserve(gpu.opened, (32U << 10) + 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(reserve(gpu.opened, 8U << 10), STATUS_SUCCESS);
  {
    OtherProcess other(gpu);
    EXPECT_EQ(local_memory_of(other.adapter).Budget, 56U << 10);
    EXPECT_EQ(local_memory_of(other.adapter).AvailableForReservation, 24U << 10);
    EXPECT_EQ(reserve(other.adapter, 24U << 10), STATUS_SUCCESS);
    EXPECT_EQ(local_memory_of(other.adapter).CurrentReservation, 24U << 10);
    const dxgk::ProcessScope mine(gpu.process.get());
    EXPECT_EQ(local_memory_of(gpu.opened).AvailableForReservation, 8U << 10);
    EXPECT_EQ(reserve(gpu.opened, 9U << 10), STATUS_INVALID_PARAMETER);
  }
  EXPECT_EQ(local_memory_of(gpu.opened).AvailableForReservation, 32U << 10);
  EXPECT_EQ(local_memory_of(gpu.opened).Budget, 64U << 10);
}

// The least recently used allocation is evicted first, unless its process reserved the memory.
TEST_F(Paging, WhatIsReservedStays) {
  GpuWorld& gpu = make();
  gpu.run();
  ASSERT_EQ(reserve(gpu.opened, 2 * kBytes), STATUS_SUCCESS);
  filled(gpu, 2);
  OtherProcess other(gpu);
  for (int i = 0; i < 5; ++i) other.filled(9);
  EXPECT_EQ(local_memory_of(other.adapter).CurrentUsage, 2 * kBytes);
  const dxgk::ProcessScope mine(gpu.process.get());
  EXPECT_EQ(local_memory_of(gpu.opened).CurrentUsage, 2 * kBytes);
}

// K-333: what is destroyed is not copied out.
TEST_F(Paging, WhatIsDestroyedIsDiscarded) {
  GpuWorld& gpu = make();
  gpu.run();
  const auto all = filled(gpu, 1);
  gpu.engine.take_calls();
  EXPECT_EQ(destroy(gpu.device, 0, all, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("discard"));
}

}  // namespace
}  // namespace drydock::testing
