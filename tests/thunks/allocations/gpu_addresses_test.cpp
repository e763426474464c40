// Calls about addresses of the GPU: what is refused.

#include "tests/dxgk/memory/gpu_address_scene.h"
#include "tests/sched/virtual_client.h"
#include "tests/support/raises.h"

namespace drydock::testing {
namespace {

TEST_F(GpuAddress, K304BitsOfTheSystemAreRefused) {
  const Raises raises({"K-304"});
  D3DDDI_MAPGPUVIRTUALADDRESS wrong = mapping(*queue, one, kPages);
  wrong.Protection.SystemUseOnly = 1;
  EXPECT_EQ(map(wrong), 0U);
  wrong.Protection.Value = 0;
  wrong.Protection.Reserved = 1;
  EXPECT_EQ(map(wrong), 0U);
}

TEST_F(GpuAddress, K304WriteAndExecuteAreAClients) {
  const StaysSilent silent({"K-304"});
  D3DDDI_MAPGPUVIRTUALADDRESS right = mapping(*queue, one, kPages);
  right.Protection.Write = right.Protection.Execute = 1;
  EXPECT_NE(map(right), 0U);
}

TEST_F(GpuAddress, K229FreeAfterTheDestroyIsRefused) {
  const Raises raises({"K-229"});
  const UINT64 at = map(mapping(*queue, one, kPages));
  ASSERT_EQ(destroy(gpu->device, 0, {one}), STATUS_SUCCESS);
  EXPECT_EQ(free(at, kPages * kPage), STATUS_INVALID_PARAMETER);
}

TEST_F(GpuAddress, K229FreeBeforeTheDestroyIsServed) {
  const StaysSilent silent({"K-229"});
  const UINT64 at = map(mapping(*queue, one, kPages));
  EXPECT_EQ(free(at, kPages * kPage), STATUS_SUCCESS);
  EXPECT_EQ(destroy(gpu->device, 0, {one}), STATUS_SUCCESS);
}

TEST_F(GpuAddress, FreesOfSomethingElseAreRefused) {
  const UINT64 at = map(mapping(*queue, one, kPages));
  EXPECT_EQ(free(at, 2 * kPage), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(free(at + kPage, kPages * kPage), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(free(at + 1, kPages * kPage), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(free(at, kPages * kPage + 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(free(kSomewhere, kPage), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(free_range(gpu->device, at, kPages * kPage), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(free(at, kPages * kPage), STATUS_SUCCESS);
  EXPECT_EQ(free(at, kPages * kPage), STATUS_INVALID_PARAMETER) << "once";
}

}  // namespace
}  // namespace drydock::testing
