// CPU events that drivers signal, from their creation to their end.
#include "src/dxgk/work/cpu_event.h"

#include "src/nt/pool/pool.h"
#include "tests/dxgk/work/event_driver.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Mistake = EventDriver::Mistake;

using CpuEvents = FenceTest;

TEST_F(CpuEvents, TheDriverSignalsThem) {
  start();
  const D3DKMT_HANDLE made = new_event(world->device);
  EXPECT_FALSE(event.is_set());
  EXPECT_EQ(signal(driver.event), STATUS_SUCCESS);
  EXPECT_TRUE(event.is_set());
  EXPECT_EQ(signal(driver.event, world.get()), STATUS_INVALID_PARAMETER) << "it has no process";
  EXPECT_EQ(destroy_sync(made), STATUS_SUCCESS);
  EXPECT_EQ(signal(driver.event), STATUS_INVALID_HANDLE) << "it is gone";
}

// Drivers can signal notifications only, and only drivers can signal those.
TEST_F(CpuEvents, OthersCannotBeSignalledByTheDriver) {
  start();
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 fence{};
  fence.hDevice = world->device;
  fence.Info.Type = D3DDDI_MONITORED_FENCE;
  fence.Info.Flags.SignalByKmd = 1;
  EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&fence), STATUS_INVALID_PARAMETER);
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT queued{};
  queued.hContext = world->context.handle;
  queued.ObjectCount = 1;
  queued.ObjectHandleArray[0] = new_event(world->device);
  EXPECT_EQ(D3DKMTSignalSynchronizationObject(&queued), STATUS_INVALID_PARAMETER);
  driver.answer = STATUS_NO_MEMORY;
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 refused{};
  EXPECT_EQ(create_event(refused, world->device), STATUS_NO_MEMORY);
  EXPECT_THAT(calls(), ElementsAre("create event", "create event"));
}

TEST_F(CpuEvents, ADriverWithoutThemHasNone) {
  make();
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
  EXPECT_EQ(create_event(data, world->device), STATUS_NOT_SUPPORTED);
}

TEST_F(CpuEvents, K464AClientsDestroyReachesTheDriver) {
  start();
  EXPECT_EQ(destroy_sync(new_event(world->device)), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("create event", "destroy event"));
}

TEST_F(CpuEvents, K464TheEndOfAProcessReachesTheDriver) {
  start();
  for (const bool vanishes : {false, true}) {
    OtherClient other(*world);
    {
      const dxgk::ProcessScope scope(other.process.get());
      new_event(other.device);
    }
    if (vanishes) other.process->vanish();
    other.process.reset();
    EXPECT_THAT(calls(), ElementsAre("create event", "destroy device", "destroy event"));
  }
}

// Clients keep their handles, the driver has nothing left.
TEST_F(CpuEvents, K464AStopReachesTheDriver) {
  start();
  const D3DKMT_HANDLE made = new_event(world->device);
  world->dock->unplug(*world->adapter);
  EXPECT_THAT(calls(), ElementsAre("create event", "destroy device", "destroy event"));
  EXPECT_EQ(destroy_sync(made), STATUS_SUCCESS);
  EXPECT_THAT(calls(), IsEmpty());
}

// The last handle counts, or the device.
TEST_F(CpuEvents, K464OpenHandleOfAnotherProcessKeepsTheEvent) {
  start();
  const D3DKMT_HANDLE device = new_device();
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 made{};
  made.Info.Flags.Shared = 1;
  ASSERT_EQ(create_event(made, device), STATUS_SUCCESS);
  OtherClient other(*world);
  D3DKMT_OPENSYNCHRONIZATIONOBJECT opened{};
  {
    const dxgk::ProcessScope scope(other.process.get());
    opened.hSharedHandle = made.Info.SharedHandle;
    ASSERT_EQ(D3DKMTOpenSynchronizationObject(&opened), STATUS_SUCCESS);
  }
  EXPECT_EQ(destroy_sync(made.hSyncObject), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("create event"));
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("destroy device", "destroy event"));
  other.process.reset();
  EXPECT_THAT(calls(), ElementsAre("destroy device"));
}

// The seed decides whether the event is destroyed before or after the driver's device. It is
// destroyed once.
TEST_F(CpuEvents, K093K464BothOrdersOccur) {
  int before = 0, after = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const sim::SeededSchedule schedule(seed);
    start();
    const D3DKMT_HANDLE device = new_device();
    new_event(device);
    driver.take_calls();
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
    const auto said = calls();
    ASSERT_EQ(said.size(), 2U);
    (said.front() == "destroy event" ? before : after) += 1;
    EXPECT_NE(said.front(), said.back());
    TearDown();
    world.reset();
  }
  EXPECT_GT(before, 0);
  EXPECT_GT(after, 0);
}

// Handles are closed while their device is destroyed. The driver is called once for each.
TEST_F(CpuEvents, K464HandleAndDeviceGoTogether) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const sim::SeededSchedule schedule(seed);
    start();
    const D3DKMT_HANDLE device = new_device(), made = new_event(device);
    driver.take_calls();
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(world->process.get());
      destroy_sync(made);
    });
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
    client.join();
    EXPECT_THAT(calls(), ::testing::UnorderedElementsAre("destroy device", "destroy event"));
    TearDown();
    world.reset();
  }
}

class CpuEventRules : public FenceTest {
 protected:
  // A device with an event, in memory that faults when it is freed, is destroyed before its event.
  void outlive(Mistake mistake) {
    start();
    driver.mistake = mistake;
    nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
    const D3DKMT_HANDLE device = new_device();
    new_event(device);
    nt::set_pool_options({});
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  }
  void TearDown() override {
    if (world != nullptr) world->end();
  }
  void expect_only(std::string_view rule) {
    EXPECT_EQ(world->count(rule), 1U) << world->findings_text();
    EXPECT_FALSE(world->adapter->driver().alive());
    for (const rules::Finding& finding : world->log.findings())
      EXPECT_EQ(finding.rule->id, rule) << to_text(finding);
  }
};

TEST_F(CpuEventRules, K093TouchOfTheDeadDeviceIsFound) {
  outlive(Mistake::kLooksAtTheDevice);
  expect_only("K-093");
}
TEST_F(CpuEventRules, K093EventThatGoesWithItsDeviceIsFound) {
  outlive(Mistake::kTakesEventsAlong);
  expect_only("K-093");
}
TEST_F(CpuEventRules, K093FailureWithoutTheDeviceIsFound) {
  outlive(Mistake::kFails);
  expect_only("K-093");
}
TEST_F(CpuEventRules, K093EventThatIsNotFreedWithoutItsDeviceIsFound) {
  outlive(Mistake::kLeaks);
  expect_only("K-093");
}
TEST_F(CpuEventRules, K093EventThatKeepsTheDevicesMemoryIsSilent) {
  outlive(Mistake::kNone);
  EXPECT_THAT(calls(), ElementsAre("create event", "destroy device", "destroy event"));
  EXPECT_TRUE(world->is_silent()) << world->findings_text();
  EXPECT_TRUE(world->adapter->driver().alive());
}

}  // namespace
}  // namespace drydock::testing
