// D3DKMTMakeResident and D3DKMTEvict: what they take and refuse.
#include "tests/dxgk/memory/residency_scene.h"
#include "tests/dxgk/memory/trim_scene.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

TEST_F(Residency, K276AllocationOfAnotherDeviceIsRefused) {
  const Raises raises({"K-276"});
  GpuWorld& gpu = make();
  gpu.run();
  D3DKMT_HANDLE other = 0;
  ASSERT_EQ(create_device(gpu.opened, other), STATUS_SUCCESS);
  const ClientQueue queue(other);
  const D3DKMT_HANDLE allocation = gpu.one();
  EXPECT_EQ(make_resident(queue, {allocation}).status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(make_resident(queue, {0}).status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(make_resident(queue, {}).status, STATUS_INVALID_PARAMETER);
  EXPECT_FALSE(is_resident(gpu.device, allocation));
}

TEST_F(Residency, K276AllocationsOfTheQueuesDeviceAreTaken) {
  const StaysSilent silent({"K-276"});
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 2);
  const ResidentAnswer answer = make_resident(queue, all);
  EXPECT_EQ(answer.status, STATUS_PENDING);
  EXPECT_EQ(answer.count, 2U);
  EXPECT_EQ(queue.wait(gpu.device, answer.fence), STATUS_SUCCESS);
  for (const D3DKMT_HANDLE each : all) EXPECT_TRUE(is_resident(gpu.device, each));
}

TEST_F(Residency, K280MustSucceedNeedsCantTrimFurther) {
  const Raises raises({"K-280"});
  GpuWorld& gpu = make();
  gpu.run();
  const ClientQueue queue(gpu.device);
  const auto all = some(gpu, 5);
  D3DDDI_MAKERESIDENT_FLAGS flags{};
  flags.MustSucceed = 1;
  EXPECT_EQ(make_resident(queue, {all[0]}, flags).status, STATUS_INVALID_PARAMETER);
  flags = {};
  flags.Reserved = 1;
  EXPECT_EQ(make_resident(queue, {all[0]}, flags).status, STATUS_INVALID_PARAMETER);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ACTIVE);
  EXPECT_EQ(make_resident(queue, all, trimmed(/*must_succeed=*/true)).status, STATUS_NO_MEMORY);
  EXPECT_EQ(state_of(gpu.device), D3DKMT_DEVICEEXECUTION_ERROR_OUTOFMEMORY);
  EXPECT_EQ(make_resident(queue, {all[0]}).status, STATUS_DEVICE_REMOVED);
}

TEST_F(Residency, OlderDriversHaveNoLists) {
  GpuWorld& gpu = Gpu::make();
  gpu.run();
  EXPECT_EQ(evict(gpu.device, {gpu.one()}), STATUS_NOT_SUPPORTED);
}

}  // namespace
}  // namespace drydock::testing
