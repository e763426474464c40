// Native fences that GPUs compare, and the memory of monitored fences.
#include "src/dxgk/work/native_fence.h"

#include "tests/dxgk/work/event_driver.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Mistake = EventDriver::Mistake;
using NativeFences = FenceTest;

TEST_F(NativeFences, AreFencesForCpus) {
  start();
  const D3DKMT_CREATENATIVEFENCE made = new_fence(world->device);
  EXPECT_EQ(made.PrivateDriverData[0], 2) << "created and opened";
  const auto* const value =
      static_cast<const volatile UINT64*>(made.Info.NativeFenceMapping.CurrentValueCpuVa);
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(*value, 7U);
  EXPECT_EQ(signal_on_cpu(world->device, made.hSyncObject, 9), STATUS_SUCCESS);
  EXPECT_EQ(*value, 9U);
}

TEST_F(NativeFences, K440EveryProcessOpensAndTheLastCloseDestroys) {
  start();
  const D3DKMT_HANDLE fence = new_fence(world->device, /*shared=*/true).hSyncObject;
  EXPECT_THAT(calls(), ElementsAre("create fence", "open fence"));
  const HANDLE shared = share(fence);
  OtherClient other(*world);
  D3DKMT_HANDLE theirs = 0;
  {
    const dxgk::ProcessScope scope(other.process.get());
    ASSERT_EQ(open_fence(shared, other.device, theirs), STATUS_SUCCESS);
    D3DKMT_OPENSYNCOBJECTFROMNTHANDLE plain{};
    plain.hNtHandle = shared;
    EXPECT_EQ(D3DKMTOpenSyncObjectFromNtHandle(&plain), STATUS_INVALID_PARAMETER)
        << "the driver has to hear of it";
  }
  EXPECT_THAT(calls(), ElementsAre("open fence"));
  EXPECT_EQ(ZwClose(shared), STATUS_SUCCESS);
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close fence"));
  other.process.reset();
  expect_close_first(calls());
}

TEST_F(NativeFences, K440AnNtHandleKeepsTheFenceAndNoOpening) {
  start();
  const D3DKMT_HANDLE fence = new_fence(world->device, /*shared=*/true).hSyncObject;
  const HANDLE shared = share(fence);
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("create fence", "open fence", "close fence"));
  D3DKMT_HANDLE again = 0;
  EXPECT_EQ(open_fence(shared, world->device, again), STATUS_SUCCESS);
  EXPECT_EQ(ZwClose(shared), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("open fence"));
  EXPECT_EQ(destroy_sync(again), STATUS_SUCCESS);
  EXPECT_THAT(calls(), ElementsAre("close fence", "destroy fence"));
}

TEST_F(NativeFences, K440ADeviceClosesWhatItOpened) {
  start();
  const D3DKMT_HANDLE device = new_device();
  new_fence(device);
  EXPECT_THAT(calls(), ElementsAre("create fence", "open fence"));
  EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
  expect_close_first(calls());
}

// Whichever thread ends it, the device waits for that.
TEST_F(NativeFences, K440HandleAndDeviceGoTogether) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const sim::SeededSchedule schedule(seed);
    start();
    const D3DKMT_HANDLE device = new_device(), fence = new_fence(device).hSyncObject;
    driver.take_calls();
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(world->process.get());
      destroy_sync(fence);
    });
    EXPECT_EQ(destroy_device(device), STATUS_SUCCESS);
    client.join();
    expect_close_first(calls());
    TearDown();
    world.reset();
  }
}

TEST_F(NativeFences, K440AStopClosesAndDestroys) {
  start();
  const D3DKMT_HANDLE fence = new_fence(world->device, /*shared=*/true).hSyncObject;
  const HANDLE shared = share(fence);
  driver.take_calls();
  world->dock->unplug(*world->adapter);
  EXPECT_THAT(calls(), ElementsAre("close fence", "destroy device", "destroy fence"));
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  EXPECT_EQ(ZwClose(shared), STATUS_SUCCESS);
  EXPECT_THAT(calls(), IsEmpty());
}

class NativeFenceRules : public FenceTest {
 protected:
  void TearDown() override {
    if (world != nullptr) world->end();
  }
};

TEST_F(NativeFenceRules, K441ReportOfADestroyedFenceIsFound) {
  start();
  const D3DKMT_HANDLE fence = new_fence(world->device).hSyncObject;
  EXPECT_EQ(destroy_sync(fence), STATUS_SUCCESS);
  dxgk::finish_jobs();
  report({driver.fence});
  EXPECT_EQ(world->count("K-441"), 1U) << world->findings_text();
  EXPECT_TRUE(world->adapter->driver().alive());
}
TEST_F(NativeFenceRules, K441ReportOfWhatWasNeverAFenceIsFound) {
  start();
  new_fence(world->device);
  report({driver.fence, world.get()});
  EXPECT_EQ(world->count("K-441"), 1U) << world->findings_text();
}
TEST_F(NativeFenceRules, K441ReportsOfFencesThatAreThereAreSilent) {
  start();
  new_fence(world->device);
  report({driver.fence});
  report({});  // all of them
  EXPECT_TRUE(world->is_silent()) << world->findings_text();
  EXPECT_TRUE(world->adapter->driver().alive());
}

// A monitored fence of the device; what a client does with its memory.
class FenceMemory : public Gpu {
 protected:
  volatile UINT64* fence() {
    D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
    data.hDevice = make().device;
    data.Info.Type = D3DDDI_MONITORED_FENCE;
    data.Info.MonitoredFence.InitialFenceValue = 5;
    EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&data), STATUS_SUCCESS);
    return static_cast<volatile UINT64*>(data.Info.MonitoredFence.FenceValueCPUVirtualAddress);
  }
  // Runs the body as a user-mode driver would.
  static bool run(const std::function<void()>& body) {
    nt::Driver client("client");
    return client.run("client", body);
  }
};

TEST_F(FenceMemory, K439WriteToAFenceIsFound) {
  volatile UINT64* const value = fence();
  EXPECT_FALSE(run([&] { *value = 6; }));
  EXPECT_EQ(world->count("K-439"), 1U) << world->findings_text();
  EXPECT_EQ(*value, 5U);
}
TEST_F(FenceMemory, K439WriteOfAPlainClientIsFound) {
  volatile UINT64* const value = fence();
  EXPECT_DEATH(
      {
        world->log.~FindingLog();  // to standard error from now on
        *value = 6;
      },
      "K-439");
}
TEST_F(FenceMemory, K439ReadsOfAFenceAreSilent) {
  volatile UINT64* const value = fence();
  UINT64 seen = 0;
  EXPECT_TRUE(run([&] { seen = *value; }));
  EXPECT_EQ(seen, 5U);
  EXPECT_EQ(world->count("K-439"), 0U) << world->findings_text();
}

// The address is 0, so that nothing uses it before it is mapped.
TEST_F(FenceMemory, K439AFenceHasNoAddressOfTheGpu) {
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 made{};
  made.hDevice = make().device;
  made.Info.Type = D3DDDI_MONITORED_FENCE;
  made.Info.Flags.Shared = made.Info.Flags.NtSecuritySharing = 1;
  made.Info.MonitoredFence.FenceValueGPUVirtualAddress = 1;
  ASSERT_EQ(D3DKMTCreateSynchronizationObject2(&made), STATUS_SUCCESS);
  EXPECT_EQ(made.Info.MonitoredFence.FenceValueGPUVirtualAddress, 0U);
  D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2 opened{};
  ASSERT_EQ(D3DKMTShareObjects(1, &made.hSyncObject, nullptr, GENERIC_ALL, &opened.hNtHandle),
            STATUS_SUCCESS);
  opened.hDevice = world->device;
  opened.MonitoredFence.FenceValueGPUVirtualAddress = 1;
  ASSERT_EQ(D3DKMTOpenSyncObjectFromNtHandle2(&opened), STATUS_SUCCESS);
  EXPECT_EQ(opened.MonitoredFence.FenceValueGPUVirtualAddress, 0U);
}

}  // namespace
}  // namespace drydock::testing
