// Locks of what lies in video memory: swizzling ranges, eviction, and the GPU meanwhile.
#include "src/nt/bus/io_space.h"
#include "src/nt/mm/user_copy.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::size_t kBytes = 16 << 10;
constexpr UINT kDonotWait = 1U << 2, kIgnoreSync = 1U << 3, kLockEntire = 1U << 4,
               kDonotEvict = 1U << 5, kAcquireAperture = 1U << 6, kUseAlternateVA = 1U << 9;

// Flags of allocations.
constexpr UINT kPermanentSysMem = 1U << 1, kCached = 1U << 2, kSynchronousPaging = 1U << 11;

// Its memory is seen by the CPU, and it has ranges.
constexpr EngineMiniport::Settings kWithRanges = {.swizzling_ranges = 2,
                                                  .version = DXGKDDI_INTERFACE_VERSION_WDDM1_3};

// A device that reports which ranges map something, if the test wants it.
class RangeDevice : public dxgk::DeviceModel {
 public:
  std::optional<bool> decodes_range(UINT range_id) const override {
    return range_id != unregistered.load();
  }
  std::atomic<UINT> unregistered = ~0U;
};

class Swizzling : public Gpu {
 protected:
  GpuWorld& start(const EngineMiniport::Settings& settings) {
    world.reset();
    world = std::make_unique<GpuWorld>(settings, device_model);
    world->run();
    return *world;
  }
  // An allocation that lies in its first segment.
  D3DKMT_HANDLE placed(std::uint32_t value = 1) {
    const D3DKMT_HANDLE allocation = world->one();
    EXPECT_EQ(world->fill(allocation, value), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
    world->engine.take_calls();
    return allocation;
  }
  NTSTATUS lock(D3DKMT_HANDLE allocation, UINT flags, UINT part = 0, void** data = nullptr) const {
    D3DKMT_LOCK lock{};
    lock.hDevice = world->device;
    lock.hAllocation = allocation;
    lock.PrivateDriverData = part;
    lock.Flags.Value = flags | kLockEntire;
    const NTSTATUS status = D3DKMTLock(&lock);
    if (data != nullptr) *data = lock.pData;
    return status;
  }
  NTSTATUS lock2(D3DKMT_HANDLE allocation) const {
    D3DKMT_LOCK2 lock{};
    lock.hDevice = world->device;
    lock.hAllocation = allocation;
    return D3DKMTLock2(&lock);
  }
  NTSTATUS unlock(D3DKMT_HANDLE allocation) const {
    return testing::unlock(world->device, allocation);
  }
  D3DKMT_ALLOCATIONRESIDENCYSTATUS residency(D3DKMT_HANDLE allocation) const {
    return residency_of(world->device, allocation);
  }

  // The memory that the ranges map.
  const std::unique_ptr<nt::IoRange> mapped_ranges =
      nt::declare_io_range(EngineMiniport::kRanges, 4 * EngineMiniport::kRangeBytes);
  const std::shared_ptr<RangeDevice> device_model = std::make_shared<RangeDevice>();
};

TEST_F(Swizzling, K261K263ARangeShowsTheAllocationUntilAnotherNeedsIt) {
  GpuWorld& gpu = start(kWithRanges);
  const D3DKMT_HANDLE first = placed(), second = placed();
  void* data = nullptr;
  ASSERT_EQ(lock(first, kAcquireAperture, 0, &data), STATUS_SUCCESS);
  std::memset(data, 0x5A, kBytes);
  EXPECT_EQ(static_cast<std::uint8_t*>(mapped_ranges->memory())[kBytes - 1], 0x5A);
  EXPECT_EQ(lock(first, kAcquireAperture), STATUS_INVALID_PARAMETER) << "K-245";
  EXPECT_EQ(unlock(first), STATUS_SUCCESS);
  EXPECT_EQ(lock(first, kAcquireAperture), STATUS_SUCCESS) << "the driver is not asked again";
  EXPECT_EQ(unlock(first), STATUS_SUCCESS);
  EXPECT_EQ(lock(first, kAcquireAperture, /*part=*/7), STATUS_SUCCESS);
  EXPECT_EQ(lock(second, kAcquireAperture), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(),
              ElementsAre("acquire 0", "acquire 1", "release 0", "acquire 0"));
  EXPECT_EQ(unlock(first), STATUS_SUCCESS);
  EXPECT_EQ(unlock(second), STATUS_SUCCESS);
}

TEST_F(Swizzling, K261AnyOtherStatusIsFound) {
  GpuWorld& gpu = start(kWithRanges);
  const D3DKMT_HANDLE allocation = placed();
  gpu.engine.misdeeds.acquire = [](auto&) { return STATUS_UNSUCCESSFUL; };
  EXPECT_EQ(lock(allocation, kAcquireAperture), STATUS_SUCCESS) << "without a range";
  EXPECT_EQ(unlock(allocation), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-261"), 1U) << gpu.findings_text();
  EXPECT_TRUE(gpu.adapter->is_working());
  world.reset();
}

TEST_F(Swizzling, K261UnsupportedEvictsInstead) {
  GpuWorld& gpu = start(kWithRanges);
  const D3DKMT_HANDLE allocation = placed(9);
  gpu.engine.misdeeds.acquire = [](auto&) {
    return STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNSUPPORTED;
  };
  void* data = nullptr;
  ASSERT_EQ(lock(allocation, kAcquireAperture, 0, &data), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(data)[kBytes - 1], 9);
  EXPECT_EQ(unlock(allocation), STATUS_SUCCESS);
}

TEST_F(Swizzling, K261UnavailableReleasesAnotherAndTriesAgain) {
  GpuWorld& gpu = start(kWithRanges);
  const D3DKMT_HANDLE first = placed(), second = placed();
  ASSERT_EQ(lock(first, kAcquireAperture), STATUS_SUCCESS);
  ASSERT_EQ(unlock(first), STATUS_SUCCESS);
  bool is_free = false;
  gpu.engine.misdeeds.acquire = [&](auto&) -> std::optional<NTSTATUS> {
    if (is_free) return std::nullopt;
    return STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE;
  };
  gpu.engine.misdeeds.release = [&](const auto&) -> std::optional<NTSTATUS> {
    is_free = true;
    return std::nullopt;
  };
  EXPECT_EQ(lock(second, kAcquireAperture | kDonotEvict), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(),
              ElementsAre("acquire 0", "acquire 1", "release 0", "acquire 1"));
  EXPECT_EQ(unlock(second), STATUS_SUCCESS);
}

TEST_F(Swizzling, K262FailureToReleaseIsFound) {
  GpuWorld& gpu = start(kWithRanges);
  const D3DKMT_HANDLE allocation = placed();
  ASSERT_EQ(lock(allocation, kAcquireAperture), STATUS_SUCCESS);
  gpu.engine.misdeeds.release = [](const auto&) { return STATUS_UNSUCCESSFUL; };
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-262"), 1U) << gpu.findings_text();
  EXPECT_TRUE(gpu.adapter->is_working());
  world.reset();
}

TEST_F(Swizzling, K262OtherRangeThatGoesTooIsFound) {
  GpuWorld& gpu = start(kWithRanges);
  const D3DKMT_HANDLE first = placed(), second = placed();
  ASSERT_EQ(lock(first, kAcquireAperture), STATUS_SUCCESS);
  ASSERT_EQ(lock(second, kAcquireAperture), STATUS_SUCCESS);
  gpu.engine.misdeeds.release = [this](const auto&) -> std::optional<NTSTATUS> {
    device_model->unregistered = 1;
    return std::nullopt;
  };
  EXPECT_EQ(destroy(gpu.device, 0, {first}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-262"), 1U) << gpu.findings_text();
  world.reset();
}

TEST_F(Swizzling, K230K262RangesAndTheirAddressGoWithTheAllocation) {
  GpuWorld& gpu = start(kWithRanges);
  const D3DKMT_HANDLE allocation = gpu.one(), other = placed();
  void* data = nullptr;
  gpu.engine.take_calls();
  ASSERT_EQ(lock(allocation, kAcquireAperture | kUseAlternateVA, 0, &data), STATUS_SUCCESS)
      << "it is brought into a segment first";
  ASSERT_EQ(lock(other, kAcquireAperture), STATUS_SUCCESS);
  gpu.engine.take_calls();
  gpu.engine.ledger().note_calls(true);
  std::vector<std::string> before;
  gpu.engine.misdeeds.release = [&](const auto&) -> std::optional<NTSTATUS> {
    before = gpu.engine.ledger().take_calls();
    return std::nullopt;
  };
  EXPECT_TRUE(nt::user_can_read(data, kBytes));
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(gpu.engine.take_calls().front(), "release 0");
  EXPECT_THAT(before, IsEmpty()) << "the driver still knew it";
  EXPECT_THAT(gpu.engine.ledger().take_calls(), ElementsAre("close 1", "destroy 1"));
  EXPECT_FALSE(nt::user_can_read(data, 1));
  gpu.engine.misdeeds.release = {};
  EXPECT_EQ(unlock(other), STATUS_SUCCESS);
}

// The driver excludes all users of the adapter. Clients that see memory at an alternate address
// continue.
class Excluding : public Swizzling {
 protected:
  // Returns the number of findings at an exclusion after a lock with these flags, which may be
  // unlocked before.
  std::size_t count_at_exclusion(UINT flags, bool unlocks) {
    GpuWorld& gpu = start(kWithRanges);
    const D3DKMT_HANDLE allocation = placed();
    EXPECT_EQ(lock(allocation, flags), STATUS_SUCCESS);
    if (unlocks) {
      EXPECT_EQ(unlock(allocation), STATUS_SUCCESS);
    }
    gpu.engine.misdeeds.alone = [&](std::string_view) -> std::optional<NTSTATUS> {
      const DXGKRNL_INTERFACE& kernel = gpu.engine.kernel();
      return kernel.DxgkCbExcludeAdapterAccess(
          kernel.DeviceHandle, DXGK_EXCLUDE_CALL_SYNCHRONOUS, [](PVOID, PVOID, NTSTATUS) {},
          nullptr);
    };
    D3DKMT_ESCAPE escape{};
    escape.hAdapter = gpu.opened;
    escape.Type = D3DKMT_ESCAPE_DRIVERPRIVATE;
    escape.Flags.HardwareAccess = 1;
    EXPECT_EQ(D3DKMTEscape(&escape), STATUS_SUCCESS);
    const std::size_t count = gpu.count("K-426");
    world.reset();
    return count;
  }
};

TEST_F(Excluding, K426DuringALockAtAnAddressOfItsOwnIsFound) {
  EXPECT_EQ(count_at_exclusion(kAcquireAperture | kUseAlternateVA, /*unlocks=*/false), 1U);
}
TEST_F(Excluding, K426DuringOtherLocksAndAfterItIsSilent) {
  EXPECT_EQ(count_at_exclusion(kAcquireAperture, /*unlocks=*/false), 0U);
  EXPECT_EQ(count_at_exclusion(kAcquireAperture | kUseAlternateVA, /*unlocks=*/true), 0U);
}

TEST_F(Swizzling, K263FromWddm2OnThereAreNone) {
  EngineMiniport::Settings settings = kWithRanges;
  settings.version = DXGKDDI_INTERFACE_VERSION_WDDM2_0;
  GpuWorld& gpu = start(settings);
  const D3DKMT_HANDLE allocation = placed(3);
  void* data = nullptr;
  ASSERT_EQ(lock(allocation, kAcquireAperture, 0, &data), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(data)[0], 3);
  EXPECT_EQ(std::ranges::count(gpu.engine.take_calls(), "acquire 0"), 0);
  EXPECT_EQ(unlock(allocation), STATUS_SUCCESS);
}

// Calls of the swizzling class exclude each other, and no other call.
TEST_F(Swizzling, K263CallsAreSerialisedAmongThemselvesOnly) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuWorld& gpu = start(kWithRanges);
    const D3DKMT_HANDLE first = placed(), second = placed();
    std::atomic<int> inside = 0;
    std::atomic<bool> was_created = false;
    gpu.engine.misdeeds.acquire = [&](auto&) -> std::optional<NTSTATUS> {
      EXPECT_EQ(inside.fetch_add(1), 0);
      while (!was_created) sim::park(sim::now() + 1000);  // another call comes through
      inside.fetch_sub(1);
      return std::nullopt;
    };
    const auto locker = [&](D3DKMT_HANDLE allocation) {
      return sim::spawn("locker", [&, allocation] {
        const dxgk::ProcessScope scope(gpu.process.get());
        EXPECT_EQ(lock(allocation, kAcquireAperture), STATUS_SUCCESS);
        EXPECT_EQ(unlock(allocation), STATUS_SUCCESS);
      });
    };
    sim::Thread one = locker(first), two = locker(second);
    while (inside == 0) sim::park(sim::now() + 1000);
    gpu.one();
    was_created = true;
    one.join();
    two.join();
    TearDown();
    world.reset();
  }
}

TEST_F(Swizzling, K248DonotEvictFailsWithoutARange) {
  GpuWorld& gpu = start({.swizzling_ranges = 1, .version = DXGKDDI_INTERFACE_VERSION_WDDM1_3});
  const D3DKMT_HANDLE first = placed(), second = placed(4);
  ASSERT_EQ(lock(first, kAcquireAperture), STATUS_SUCCESS);
  EXPECT_EQ(lock(second, kAcquireAperture | kDonotEvict),
            STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE);
  EXPECT_EQ(residency(second), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY);
  void* data = nullptr;
  ASSERT_EQ(lock(second, kAcquireAperture, 0, &data), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(data)[0], 4) << "evicted, and so it is seen";
  EXPECT_EQ(residency(second), D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT);
  EXPECT_EQ(unlock(first), STATUS_SUCCESS);
  EXPECT_EQ(unlock(second), STATUS_SUCCESS);
  EXPECT_EQ(gpu.count("K-248"), 0U);
}

TEST_F(Swizzling, K248K260WhatTheGpuHoldsCannotLeave) {
  GpuWorld& gpu = start(wddm2({.segments = 3, .is_cpu_visible = false}));
  const D3DKMT_HANDLE allocation = placed();
  EXPECT_EQ(lock(allocation, kDonotEvict), STATUS_GRAPHICS_UNSWIZZLING_APERTURE_UNAVAILABLE)
      << "the CPU does not see it where it is";
  gpu.engine.stop_engine();
  ASSERT_EQ(gpu.fill(allocation, 2), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  EXPECT_EQ(lock(allocation, kDonotWait), STATUS_GRAPHICS_ALLOCATION_BUSY);
  EXPECT_EQ(lock(allocation, kDonotWait | kIgnoreSync),
            STATUS_GRAPHICS_CANT_EVICT_PINNED_ALLOCATION);
  EXPECT_EQ(lock2(allocation), STATUS_GRAPHICS_CANT_EVICT_PINNED_ALLOCATION);
  gpu.run();
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(lock2(allocation), STATUS_SUCCESS);
  EXPECT_EQ(unlock(allocation), STATUS_SUCCESS);
}

TEST_F(Swizzling, K260TooManyLocksAreRefused) {
  start({});
  const D3DKMT_HANDLE allocation = world->one();
  for (int i = 0; i < 0xFFFF; ++i) ASSERT_EQ(lock2(allocation), STATUS_SUCCESS);
  EXPECT_EQ(lock2(allocation), STATUS_GRAPHICS_TOO_MANY_REFERENCES);
  EXPECT_EQ(unlock(allocation), STATUS_SUCCESS);
  EXPECT_EQ(lock2(allocation), STATUS_SUCCESS);
}

TEST_F(Swizzling, K255WhatIsLockedIsUsedInTheAperture) {
  GpuWorld& gpu = start({.segments = 3});
  const D3DKMT_HANDLE allocation = placed();
  void* data = nullptr;
  ASSERT_EQ(lock(allocation, 0, 0, &data), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(allocation, 6), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<std::uint8_t*>(data)[kBytes - 1], 6);
  EXPECT_EQ(residency(allocation), D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINSHAREDMEMORY);
  EXPECT_EQ(unlock(allocation), STATUS_SUCCESS);
}

TEST_F(Swizzling, K255WhatIsLockedAndHasNoApertureIsRefused) {
  GpuWorld& gpu = start({});
  const D3DKMT_HANDLE allocation = placed();
  ASSERT_EQ(lock(allocation, 0), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(allocation, 6), STATUS_GRAPHICS_CANT_RENDER_LOCKED_ALLOCATION);
  EXPECT_EQ(unlock(allocation), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(allocation, 6), STATUS_SUCCESS);
}

TEST_F(Swizzling, K258ASecondKindOfLockNeedsAPlaceThatTheCpuSees) {
  GpuWorld& hidden = start(wddm2({.is_cpu_visible = false}));
  EXPECT_EQ(lock2(placed()), STATUS_INVALID_PARAMETER) << "out of sight, and no aperture";
  EXPECT_EQ(lock2(hidden.one()), STATUS_SUCCESS) << "not resident";
  TearDown();
  start(wddm2({.segments = 3, .is_cpu_visible = false}));
  const D3DKMT_HANDLE movable = placed(5);
  EXPECT_EQ(lock2(movable), STATUS_SUCCESS) << "it can be in the aperture";
  TearDown();
  GpuWorld& seen = start(wddm2({.segments = 3, .flags = kCached}));
  const D3DKMT_HANDLE cached = placed(5);
  EXPECT_EQ(lock2(cached), STATUS_SUCCESS);
  EXPECT_EQ(residency(cached), D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT)
      << "cached memory of the CPU's is no video memory";
  EXPECT_EQ(unlock(cached), STATUS_SUCCESS);
  ASSERT_EQ(seen.fill(cached, 7), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(seen.device), STATUS_SUCCESS);
  seen.engine.stop_engine();
  ASSERT_EQ(seen.fill(cached, 8), STATUS_SUCCESS);
  seen.engine.await_packets(0, 1);
  EXPECT_EQ(lock2(cached), STATUS_GRAPHICS_CANT_EVICT_PINNED_ALLOCATION) << "it cannot leave now";
  seen.run();
}

// Destroys an allocation that the aperture showed; the driver does what is said with its MDL.
void destroy_mapped(GpuWorld& gpu, void (*with)(MDL*)) {
  MDL* pages = nullptr;
  gpu.engine.misdeeds.build = [&](DXGKARG_BUILDPAGINGBUFFER& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT)
      pages = wanted.MapApertureSegment.pMdl;
    return std::nullopt;
  };
  gpu.engine.misdeeds.destroy = [&](const DXGKARG_DESTROYALLOCATION&) { with(pages); };
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  ASSERT_NE(pages, nullptr);
  EXPECT_EQ(destroy(gpu.device, 0, {allocation}, {.synchronous = true}), STATUS_SUCCESS);
  gpu.engine.misdeeds = {};
}

TEST_F(Swizzling, K237MemoryOfTheSystemThatIsFreedIsFound) {
  GpuWorld& gpu = start({.segments = 2, .preferred = 2});
  destroy_mapped(gpu, [](MDL* pages) { IoFreeMdl(pages); });
  EXPECT_EQ(gpu.count("K-237"), 1U) << gpu.findings_text();
  world.reset();
}

TEST_F(Swizzling, K237MemoryOfTheSystemThatIsLeftIsSilent) {
  GpuWorld& gpu = start({.segments = 2, .preferred = 2});
  destroy_mapped(gpu, [](MDL*) {});
  EXPECT_EQ(gpu.findings_text(), "");
}

// A command that reads an allocation, and writes another.
NTSTATUS copy(GpuWorld& gpu, D3DKMT_HANDLE from, D3DKMT_HANDLE to) {
  ClientContext& context = gpu.context;
  context.allocations[0] = context.allocations[1] = {};
  context.allocations[0].hAllocation = to;
  context.allocations[0].WriteOperation = 1;
  context.allocations[1].hAllocation = from;
  *static_cast<UserCommand*>(context.commands) = {Op::kCopy, 0, 1};
  D3DKMT_RENDER data{};
  data.hContext = context.handle;
  data.CommandLength = sizeof(UserCommand);
  data.AllocationCount = 2;
  const NTSTATUS status = D3DKMTRender(&data);
  context.commands = data.pNewCommandBuffer;
  context.allocations = data.pNewAllocationList;
  return status;
}

TEST_F(Swizzling, K155APermanentAllocationLeavesWithoutACopyUnlessItWasWritten) {
  GpuWorld& gpu = start({.flags = kPermanentSysMem, .version = DXGKDDI_INTERFACE_VERSION_WDDM1_3});
  const D3DKMT_HANDLE allocation = gpu.one();
  void* data = nullptr;
  ASSERT_EQ(lock(allocation, 0, 0, &data), STATUS_SUCCESS);
  std::memset(data, 0x33, kBytes);
  ASSERT_EQ(unlock(allocation), STATUS_SUCCESS);
  const D3DKMT_HANDLE target = gpu.one();
  ASSERT_EQ(copy(gpu, allocation, target), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_THAT(gpu.engine.take_calls(), ::testing::Contains("in")) << "the update";
  void* again = nullptr;
  ASSERT_EQ(lock(allocation, 0, 0, &again), STATUS_SUCCESS);
  EXPECT_EQ(again, data) << "always the backing store";
  EXPECT_EQ(static_cast<std::uint8_t*>(again)[kBytes - 1], 0x33);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("switch", "discard"))
      << "clean: nothing is copied out";
  ASSERT_EQ(unlock(allocation), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(allocation, 0x44), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  gpu.engine.take_calls();
  EXPECT_EQ(gpu.content(allocation, kBytes), 0x44);
  EXPECT_THAT(gpu.engine.take_calls(), ::testing::Contains("out"));
}

// One allocation fits. The second waits for the fence of the first, and then for its eviction.
TEST_F(Swizzling, K159PagingComesBetweenTheFencesAndTheNextBuffer) {
  GpuWorld& gpu = start({.memory_bytes = kBytes,
                         .flags = kSynchronousPaging,
                         .version = DXGKDDI_INTERFACE_VERSION_WDDM1_3});
  const D3DKMT_HANDLE first = placed(1), second = gpu.one();
  gpu.engine.stop_engine();
  ASSERT_EQ(gpu.fill(first, 2), STATUS_SUCCESS);
  ASSERT_EQ(gpu.fill(second, 3), STATUS_SUCCESS);
  gpu.engine.await_packets(0, 1);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("patch", "submit")) << "nothing is paged yet";
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  gpu.engine.await_calls("switch", 1);  // away from the context that has it loaded
  ASSERT_TRUE(gpu.engine.finish_next(*gpu.adapter));
  gpu.engine.await_calls("paging", 1);
  EXPECT_THAT(gpu.engine.take_calls(), ElementsAre("switch", "out", "paging"))
      << "and nothing is submitted";
  gpu.run();
  ASSERT_EQ(wait_for_idle(gpu.device), STATUS_SUCCESS);
  EXPECT_EQ(gpu.content(first, kBytes), 2);
  EXPECT_EQ(gpu.content(second, kBytes), 3);
}

TEST_F(Swizzling, K259ASecondKindOfLockKeepsItOutOfMemory) {
  GpuWorld& gpu = start({});
  const D3DKMT_HANDLE allocation = gpu.one();
  ASSERT_EQ(lock2(allocation), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_GRAPHICS_CANT_RENDER_LOCKED_ALLOCATION);
  EXPECT_EQ(residency(allocation), D3DKMT_ALLOCATIONRESIDENCYSTATUS_NOTRESIDENT);
  ASSERT_EQ(unlock(allocation), STATUS_SUCCESS);
  EXPECT_EQ(gpu.fill(allocation, 1), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
