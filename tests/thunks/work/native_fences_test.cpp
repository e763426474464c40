// Calls about native fences: what is refused.
#include "tests/dxgk/work/event_driver.h"
#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Mistake = EventDriver::Mistake;
using NativeFences = FenceTest;

TEST_F(NativeFences, BadRequestsAreRefused) {
  start();
  const auto create = [&](auto change) {
    D3DKMT_CREATENATIVEFENCE data{};
    data.hDevice = world->device;
    change(data);
    return D3DKMTCreateNativeFence(&data);
  };
  EXPECT_EQ(create([](auto& data) { data.hDevice = 0; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create([](auto& data) { data.Flags.Value = 1; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create([](auto& data) { data.Info.Flags.Shared = 1; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create([](auto& data) { data.Info.Flags.SignalByKmd = 1; }), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(create([](auto& data) { data.Info.Type = D3DDDI_NATIVEFENCE_TYPE_INTRA_GPU; }),
            STATUS_NOT_SUPPORTED);
  EXPECT_EQ(D3DKMTCreateNativeFence(nullptr), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(D3DKMTOpenNativeFenceFromNtHandle(nullptr), STATUS_INVALID_PARAMETER);
  D3DKMT_HANDLE opened = 0;
  EXPECT_EQ(open_fence(event.handle, world->device, opened), STATUS_OBJECT_TYPE_MISMATCH);
  EXPECT_THAT(calls(), IsEmpty());
  driver.answer = STATUS_NO_MEMORY;
  EXPECT_EQ(create([](auto&) {}), STATUS_NO_MEMORY);
  EXPECT_THAT(calls(), ElementsAre("create fence"));
}

TEST_F(NativeFences, ADriverWithoutThemHasNone) {
  make();
  D3DKMT_CREATENATIVEFENCE data{};
  data.hDevice = world->device;
  EXPECT_EQ(D3DKMTCreateNativeFence(&data), STATUS_NOT_SUPPORTED);
}

}  // namespace
}  // namespace drydock::testing
