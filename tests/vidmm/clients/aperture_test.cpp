// Windows onto memory: apertures that the GPU sees system memory through, host apertures that the
// CPU sees video memory through, and the addresses that a driver gets.
#include <cstring>

#include "src/dxgk/work/device.h"
#include "src/wdk/hostile.h"
#include "tests/vidmm/clients/aperture_scene.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// K-338: an ordinary allocation's pages are an array, those of one that the driver sees a row.
TEST_F(Apertures, ListsAreArraysOrRows) {
  for (const bool is_row : {false, true}) {
    start(is_row ? kShowsMapping : kLists);
    std::vector<bool> rows;
    watch([&](const Paging& wanted) {
      EXPECT_NE(wanted.Operation, DXGK_OPERATION_MAP_APERTURE_SEGMENT);
      if (wanted.Operation != DXGK_OPERATION_MAP_APERTURE_SEGMENT2) return;
      EXPECT_EQ(wanted.MapApertureSegment2.Adl.PageCount, kBytes / PAGE_SIZE);
      EXPECT_EQ(wanted.MapApertureSegment2.CpuVisibleAddress != nullptr, is_row);
      rows.push_back(wanted.MapApertureSegment2.Adl.Flags.Contiguous != 0);
    });
    const D3DKMT_HANDLE one = placed(9);
    EXPECT_EQ(world->content(one, kBytes), 9);
    EXPECT_THAT(rows, ElementsAre(is_row));
    expect_silence();
  }
}

TEST_F(Apertures, K338ListThatIsRefusedIsFound) {
  start(kLists);
  world->engine.misdeeds.build = [](Paging& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation != DXGK_OPERATION_MAP_APERTURE_SEGMENT2) return std::nullopt;
    return wanted.MapApertureSegment2.Adl.Flags.Contiguous != 0
               ? std::nullopt
               : std::optional(STATUS_NOT_SUPPORTED);
  };
  world->fill(world->one(), 1);
  wait_for_idle(world->device);
  expect_found("K-338");
}

// The driver takes the first page of an array for all of them.
TEST_F(Apertures, K338ListThatIsMisreadIsFound) {
  start(kLists);
  std::vector<DXGK_PAGE_NUMBER> first;
  world->engine.misdeeds.build = [&](Paging& wanted) -> std::optional<NTSTATUS> {
    if (wanted.Operation != DXGK_OPERATION_MAP_APERTURE_SEGMENT2) return std::nullopt;
    DXGK_ADL& list = wanted.MapApertureSegment2.Adl;
    if (list.Flags.Contiguous == 0) {
      first.assign(list.PageCount, list.Pages[0]);
      list.Pages = first.data();
    }
    return std::nullopt;
  };
  dxgk::Dock::probe_paging(*world->adapter);
  expect_found("K-338");
}

TEST_F(Apertures, K338ListsThatAreReadRightAreSilent) {
  start(kLists);
  dxgk::Dock::probe_paging(*world->adapter);
  expect_silence();
}

// K-337: from the mapping to the end of the unmapping.
TEST_F(Apertures, K337TheAddressLivesAsLongAsTheMapping) {
  start(kShowsMapping);
  void* address = nullptr;
  bool was_unmapped = false;
  watch([&](const Paging& wanted) {
    if (wanted.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT2) {
      address = wanted.MapApertureSegment2.CpuVisibleAddress;
      std::memset(address, 7, kBytes);
    }
    if (wanted.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT) {
      EXPECT_TRUE(is_there(address));
      was_unmapped = true;
    }
  });
  const D3DKMT_HANDLE one = world->one();
  ASSERT_EQ(world->render({one}, {}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  EXPECT_EQ(world->content(one, kBytes), 7) << "it is the allocation's memory";
  EXPECT_TRUE(is_there(address));
  EXPECT_EQ(destroy(world->device, 0, {one}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_TRUE(was_unmapped);
  EXPECT_FALSE(is_there(address));
  expect_silence();
}

TEST_F(Apertures, K337LateUseEndsTheDriver) {
  start(kShowsMapping);
  const volatile char* address = nullptr;
  watch([&](const Paging& wanted) {
    if (wanted.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT2)
      address = static_cast<const char*>(wanted.MapApertureSegment2.CpuVisibleAddress);
  });
  const D3DKMT_HANDLE one = placed();
  world->engine.misdeeds.destroy = [&](const DXGKARG_DESTROYALLOCATION&) {
    static_cast<void>(*address);
  };
  destroy(world->device, 0, {one}, {.synchronous = true});
  EXPECT_FALSE(world->adapter->driver().alive());
  EXPECT_FALSE(world->is_silent());
  world->end();
}

// K-167: the driver is notified, and has returned, before the aperture is unmapped.
TEST_F(Apertures, K167DriverIsNotifiedBeforeAnEviction) {
  constexpr std::size_t kLarge = 5 << 20;
  start({.aperture_bytes = kLarge,
         .allocation_bytes = kLarge,
         .segments = 2,
         .preferred = 2,
         .paging_buffer = 256 << 10,
         .flags2 = kNotifyEviction,
         .version = DXGKDDI_INTERFACE_VERSION_WDDM3_2});
  std::vector<std::pair<UINT64, UINT64>> ranges;
  watch([&](const Paging& wanted) {
    if (wanted.Operation != DXGK_OPERATION_NOTIFY_ALLOC) return;
    EXPECT_EQ(wanted.NotifyAllocation.Flags.Eviction, 1U);
    EXPECT_EQ(wanted.NotifyAllocation.Flags.IoMmuUnmap, 0U);
    EXPECT_NE(wanted.NotifyAllocation.hAllocation, nullptr);
    ranges.emplace_back(wanted.NotifyAllocation.OffsetInBytes, wanted.NotifyAllocation.SizeInBytes);
  });
  placed();
  world->engine.take_calls();
  const D3DKMT_HANDLE second = placed();  // there is room for one
  const std::vector<std::string> calls = world->engine.take_calls();
  EXPECT_THAT(ranges, ElementsAre(std::pair<UINT64, UINT64>(0, 4 << 20),
                                  std::pair<UINT64, UINT64>(4 << 20, 1 << 20)));
  const auto notified = std::ranges::find(calls, "notify");
  const auto unmapped = std::ranges::find(calls, "unmap");
  EXPECT_LT(notified - calls.begin(), unmapped - calls.begin());
  EXPECT_NE(unmapped, calls.end());
  EXPECT_EQ(destroy(world->device, 0, {second}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_EQ(ranges.size(), 2U) << "a destruction is no eviction";
  expect_silence();
}

TEST_F(Apertures, K167NothingIsNotifiedForMemorySegmentsOrOtherDrivers) {
  for (const UINT flags : {0U, kNotifyEviction}) {
    start({.segments = flags == 0 ? 2U : 1U,
           .preferred = flags == 0 ? 2U : 1U,
           .flags2 = flags,
           .version = DXGKDDI_INTERFACE_VERSION_WDDM3_2});
    for (int i = 0; i < 20; ++i) placed();
    EXPECT_THAT(world->engine.take_calls(), Not(Contains("notify")));
    expect_silence();
  }
}

// K-265: a lock of what lies in the segment is served there.
TEST_F(Apertures, ALockIsServedThroughTheHostAperture) {
  start(kHost);
  const D3DKMT_HANDLE one = placed(4);
  world->engine.take_calls();
  void* data = nullptr;
  ASSERT_EQ(lock(world->device, one, data), STATUS_SUCCESS);
  EXPECT_THAT(world->engine.take_calls(), ElementsAre("map host"));
  EXPECT_EQ(static_cast<std::uint8_t*>(data)[kBytes - 1], 4);
  std::memset(data, 5, kBytes);
  void* again = nullptr;
  EXPECT_EQ(lock(world->device, one, again), STATUS_SUCCESS);
  EXPECT_EQ(again, data);
  EXPECT_EQ(unlock(world->device, one), STATUS_SUCCESS);
  EXPECT_THAT(world->engine.take_calls(), Not(Contains("unmap host")));
  EXPECT_EQ(unlock(world->device, one), STATUS_SUCCESS);
  EXPECT_THAT(world->engine.take_calls(), ElementsAre("unmap host"));
  const D3DKMT_HANDLE two = world->one();
  EXPECT_EQ(world->render({one, two}, {{Op::kCopy, 1, 0}}), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  EXPECT_EQ(world->content(two, kBytes), 5) << "what the CPU wrote";
  expect_silence();
}

// A locked allocation stays at its place. When the aperture is full, others are evicted so that the
// CPU can see them.
TEST_F(Apertures, AFullHostApertureEvictsInstead) {
  EngineMiniport::Settings settings = kHost;
  settings.host_pages = 4;
  settings.segments = 3;
  start(settings);
  const D3DKMT_HANDLE one = placed(1);
  const D3DKMT_HANDLE two = placed(2);
  void* data = nullptr;
  ASSERT_EQ(lock(world->device, one, data), STATUS_SUCCESS);
  EXPECT_EQ(world->content(two, kBytes), 2);
  EXPECT_EQ(*static_cast<std::uint8_t*>(data), 1);
  EXPECT_EQ(destroy(world->device, 0, {one}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_THAT(world->engine.take_calls(), Contains("unmap host"));
  expect_silence();
}

TEST_F(Apertures, AResetClosesWhatIsSeen) {
  EngineMiniport::Settings settings = kHost;
  settings.engine_reset = false;
  start(settings);
  const D3DKMT_HANDLE one = placed(1);
  void* data = nullptr;
  ASSERT_EQ(lock(world->device, one, data), STATUS_SUCCESS);
  world->adapter->scheduler()->force_timeout(sched::Scheduler::Reset::kAdapter);
  EXPECT_THAT(world->engine.take_calls(), Not(Contains("unmap host")))
      << "the device is left alone";
  EXPECT_EQ(unlock(world->device, one), STATUS_SUCCESS);
  EXPECT_EQ(world->content(placed(2), kBytes), 2);
  expect_silence();
}

TEST_F(Apertures, K265HostApertureThatFailsIsFound) {
  for (const bool maps : {true, false}) {
    start(kHost);
    const D3DKMT_HANDLE one = placed(1);
    if (maps) {
      world->engine.misdeeds.map_host = [](const DXGKARG_MAPCPUHOSTAPERTURE&) {
        return STATUS_NO_MEMORY;
      };
    } else {
      world->engine.misdeeds.unmap_host = [](const DXGKARG_UNMAPCPUHOSTAPERTURE&) {
        return STATUS_UNSUCCESSFUL;
      };
    }
    void* data = nullptr;
    lock(world->device, one, data);
    unlock(world->device, one);
    EXPECT_TRUE(world->adapter->driver().alive());
    world->engine.misdeeds = {};
    EXPECT_EQ(world->content(one, kBytes), 1) << "the next mapping is a new one";
    expect_found("K-265");
  }
}

// It has to work as soon as the segments are known.
TEST_F(Apertures, K265HostApertureThatIsNotReadyIsFound) {
  rules::FindingLog log;
  EngineMiniport engine(kHost);
  engine.misdeeds.map_host = [](const DXGKARG_MAPCPUHOSTAPERTURE&) {
    return STATUS_DEVICE_NOT_READY;
  };
  dxgk::Dock dock;
  NTSTATUS status = STATUS_SUCCESS;
  dock.plug(engine.miniport(), GpuWorld::plain_device(), status);
  EXPECT_EQ(status, STATUS_SUCCESS) << "a mapping that fails later fails the lock that needs it";
  EXPECT_TRUE(std::ranges::any_of(
      log.findings(), [](const rules::Finding& finding) { return finding.rule->id == "K-265"; }));
}

TEST_F(Apertures, K265HostApertureThatWorksIsSilent) {
  start(kHost);
  const D3DKMT_HANDLE one = placed(3);
  EXPECT_EQ(world->content(one, kBytes), 3);
  expect_silence();
}

// K-264: what the CPU sees before an eviction is what it sees after it.
TEST_F(Apertures, K264OtherBytesThroughTheApertureAreFound) {
  const HostileArguments hostile;
  start(kHost);
  world->engine.misdeeds.change_page_for_host = [](std::uint8_t* page) {
    std::swap(page[0], page[3]);
  };
  const D3DKMT_HANDLE one = world->one();
  void* data = nullptr;
  ASSERT_EQ(lock(world->device, one, data), STATUS_SUCCESS) << "in system memory";
  std::memcpy(data, "abcd", 4);
  ASSERT_EQ(unlock(world->device, one), STATUS_SUCCESS);
  ASSERT_EQ(world->render({one}, {}), STATUS_SUCCESS);
  ASSERT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  for (int i = 0; i < 4; ++i) placed();  // there is room for four
  expect_found("K-264");
}

TEST_F(Apertures, K264TheSameBytesAreSilent) {
  const HostileArguments hostile;
  start(kHost);
  for (std::uint32_t i = 0; i < 6; ++i) placed(i);
  EXPECT_THAT(world->engine.take_calls(), Contains("map host"));
  expect_silence();
}

// The same of a segment that the CPU sees on the bus: only the test uses these bytes.
TEST_F(Apertures, K264OtherBytesOnTheBusAreFound) {
  const HostileArguments hostile;
  const auto bus = nt::declare_io_range(kBus, 64 << 10);
  start({.bus_address = kBus});
  for (int i = 0; i < 5; ++i) placed(1);
  expect_found("K-264");
}

TEST_F(Apertures, K264TheSameBytesOnTheBusAreSilent) {
  const HostileArguments hostile;
  const auto bus = nt::declare_io_range(kBus, 64 << 10);
  std::memset(bus->memory(), 1, 64 << 10);
  start({.bus_address = kBus});
  for (int i = 0; i < 5; ++i) placed(1);
  EXPECT_THAT(world->engine.take_calls(), Contains("out"));
  expect_silence();
}

// Engines that translate no addresses, on a GPU that can.
void say_physical(DRIVER_INITIALIZATION_DATA& table) {
  table.DxgkDdiGetNodeMetadata = [](CONST HANDLE, UINT, DXGKARG_GETNODEMETADATA* out) {
    *out = {};
    out->EngineType = DXGK_ENGINE_TYPE_COPY;
    return STATUS_SUCCESS;
  };
}

// Engines that translate addresses.
void say_translating(DRIVER_INITIALIZATION_DATA& table) {
  table.DxgkDdiGetNodeMetadata = [](CONST HANDLE, UINT, DXGKARG_GETNODEMETADATA* out) {
    *out = {};
    out->EngineType = DXGK_ENGINE_TYPE_3D;
    out->GpuMmuSupported = TRUE;
    return STATUS_SUCCESS;
  };
}

// K-162: a list of an engine with physical addresses names what has none.
TEST_F(Apertures, K162AllocationWithoutPhysicalAccessIsFound) {
  start(wddm2({.gpu_mmu = true, .physical = false, .extend = say_physical}));
  EXPECT_EQ(world->fill(world->one(), 1), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(world->engine.take_calls(), Not(Contains("submit")));
  expect_found("K-162");
}

TEST_F(Apertures, K162PhysicalAccessIsSilent) {
  start(wddm2());
  placed();
  expect_silence();
}

// The client chose a context without virtual addresses, or nothing is known of the engine: its
// submission is refused, and the driver is not to blame.
TEST_F(Apertures, K162EngineWithAddressesIsSilent) {
  for (const auto extend :
       {say_translating, static_cast<void (*)(DRIVER_INITIALIZATION_DATA&)>(nullptr)}) {
    start(wddm2({.gpu_mmu = true, .physical = false, .extend = extend}));
    EXPECT_EQ(world->fill(world->one(), 1), STATUS_INVALID_PARAMETER);
    EXPECT_THAT(world->engine.take_calls(), Not(Contains("submit")));
    expect_silence();
  }
}

// A driver of WDDM 2.0 without virtual addresses: its GPU has no others.
TEST_F(Apertures, K162WithoutVirtualAddressesIsSilent) {
  start(wddm2({.physical = false}));
  placed();
  expect_silence();
}

// Before WDDM 2.0 everything is accessed so.
TEST_F(Apertures, K162OlderDriversAreSilent) {
  start({.physical = false});
  placed();
  expect_silence();
}

// K-163: in a row in memory, mapped in an aperture, as long as it is resident.
TEST_F(Apertures, K163PhysicalMeansInARow) {
  for (const UINT segment : {1U, 2U}) {
    start({.segments = segment, .preferred = segment});
    std::vector<std::pair<UINT, LONGLONG>> places;
    world->engine.misdeeds.patch = [&](const DXGKARG_PATCH& wanted) -> std::optional<NTSTATUS> {
      const DXGK_ALLOCATIONLIST& entry = wanted.pAllocationList[0];
      places.emplace_back(entry.SegmentId, entry.PhysicalAddress.QuadPart);
      return std::nullopt;
    };
    for (int i = 0; i < 3; ++i) placed();
    ASSERT_EQ(places.size(), 3U);
    const auto calls = world->engine.take_calls();
    EXPECT_EQ(std::ranges::count(calls, "map"), segment == 2 ? 3 : 0);
    EXPECT_EQ(std::ranges::count(calls, "unmap"), 0) << "they are resident";
    for (std::size_t i = 0; i < places.size(); ++i) {
      EXPECT_EQ(places[i].first, segment);
      // Each lies in one piece: the next begins behind it.
      if (i != 0) EXPECT_EQ(places[i].second - places[i - 1].second, LONGLONG{kBytes});
    }
    expect_silence();
  }
}

// The device that created it let go before the allocation was ever in the aperture. The next that
// uses it owns the mapping: the driver never gets a device that is destroyed.
TEST_F(Apertures, MappingIsOfADeviceThatIsThere) {
  start({.segments = 2, .preferred = 2});
  D3DKMT_HANDLE creator = 0;
  ASSERT_EQ(create_device(world->opened, creator), STATUS_SUCCESS);
  const Created made = create(creator, Kind::kShared, 1);
  const Opened opened = open_shared(world->device, made.global);
  ASSERT_EQ(opened.status, STATUS_SUCCESS);
  ASSERT_EQ(destroy_device(creator), STATUS_SUCCESS);
  std::vector<HANDLE> owners;
  watch([&](const Paging& wanted) {
    if (wanted.Operation == DXGK_OPERATION_MAP_APERTURE_SEGMENT)
      owners.push_back(wanted.MapApertureSegment.hDevice);
  });
  EXPECT_EQ(world->fill(opened.allocations[0], 1), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  const HANDLE user = dxgk::Operation(*world->process, world->device)->driver();
  EXPECT_THAT(owners, ElementsAre(user));
  expect_silence();
}

// An allocation without a physical address is in no aperture, and no list may name it.
TEST_F(Apertures, K163OthersAreNotMapped) {
  start(wddm2({.segments = 2, .preferred = 2, .gpu_mmu = true, .physical = false}));
  EXPECT_EQ(world->fill(world->one(), 1), STATUS_INVALID_PARAMETER);
  EXPECT_THAT(world->engine.take_calls(), Not(Contains("map")));
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
