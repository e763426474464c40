// Allocations that a driver acquires, and releases.
#include "src/dxgk/memory/driver_holds.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "src/nt/pool/pool.h"
#include "tests/dxgk/callbacks/handles_scene.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

TEST_F(HandleCallbacks, K424K234HeldAllocationIsNotDestroyed) {
  const Made made = create(/*resource=*/false);
  Command hold{.operation = kAcquire, .object = made.allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  ASSERT_NE(hold.result, nullptr);
  EXPECT_EQ(destroy(0, made.allocations[0]), STATUS_SUCCESS);
  EXPECT_EQ(data_of(made.allocations[0]), nullptr) << "the handle is dead at once";
  EXPECT_TRUE(nt::is_live_pool_block(hold.result)) << "the driver's object is not";
  EXPECT_EQ(serial_of(hold.result), 1U);
  ask({.operation = kRelease, .object = made.allocations[0], .release = hold.release});
  EXPECT_EQ(destroy(0, made.allocations[1]), STATUS_SUCCESS);
  const D3DKMT_DESTROYDEVICE destroy_device{device_};
  EXPECT_EQ(D3DKMTDestroyDevice(&destroy_device), STATUS_SUCCESS);  // waits for what retires
  EXPECT_FALSE(nt::is_live_pool_block(hold.result));
  EXPECT_EQ(count("K-423"), 0U);
}

TEST_F(HandleCallbacks, K424SynchronousDestroyWaitsForTheRelease) {
  const Made made = create(/*resource=*/true);
  Command hold{.operation = kAcquire, .object = made.allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  std::atomic<bool> is_over = false;
  std::thread client([&] {
    const dxgk::ProcessScope scope(process_.get());
    D3DKMT_DESTROYALLOCATION2 request{};
    request.hDevice = device_;
    request.hResource = made.resource;
    request.Flags.SynchronousDestroy = 1;
    EXPECT_EQ(D3DKMTDestroyAllocation2(&request), STATUS_SUCCESS);
    is_over = true;
  });
  while (data_of(made.allocations[1]) != nullptr) std::this_thread::yield();
  EXPECT_FALSE(is_over);
  EXPECT_TRUE(nt::is_live_pool_block(hold.result));
  ask({.operation = kRelease, .object = made.allocations[0], .release = hold.release});
  client.join();
  EXPECT_FALSE(nt::is_live_pool_block(hold.result));
}

TEST_F(HandleCallbackRules, K422PointerOfAHeldAllocationIsSilent) {
  nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
  const D3DKMT_HANDLE allocation = create(false).allocations[0];
  nt::set_pool_options({});
  Command hold{.operation = kAcquire, .object = allocation};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  EXPECT_EQ(destroy(0, allocation), STATUS_SUCCESS);
  EXPECT_EQ(ask({.operation = kRead, .release = hold.result}), word(1));
  ask({.operation = kRelease, .release = hold.release});
  end();
  EXPECT_EQ(text_of(findings()), "");
}

TEST_F(HandleCallbackRules, K423SecondReleaseIsFound) {
  Command hold{.operation = kAcquire, .object = create(false).allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  ask({.operation = kRelease, .release = hold.release});
  EXPECT_EQ(count("K-423"), 0U) << text_of(findings());
  ask({.operation = kRelease, .release = hold.release});
  EXPECT_EQ(count("K-423"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K423HoldThatOutlivesItsDeviceIsFound) {
  Command hold{.operation = kAcquire, .object = create(false).allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  const D3DKMT_DESTROYDEVICE destroy_device{device_};
  EXPECT_EQ(D3DKMTDestroyDevice(&destroy_device), STATUS_SUCCESS);
  EXPECT_EQ(count("K-423"), 1U) << text_of(findings());
}
TEST_F(HandleCallbackRules, K423OneReleaseIsSilent) {
  Command hold{.operation = kAcquire, .object = create(false).allocations[0]};
  ASSERT_EQ(run(hold), STATUS_SUCCESS);
  ask({.operation = kRelease, .release = hold.release});
  EXPECT_EQ(text_of(findings()), "");
}

}  // namespace
