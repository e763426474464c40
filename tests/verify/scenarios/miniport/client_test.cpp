// Clients of scenarios: what a refused call becomes, and what each call leaves.
#include "src/verify/scenarios/miniport/client.h"

#include "tests/verify/scenarios/miniport/played.h"

namespace drydock::verify {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

using ScenarioClient = Played;

constexpr D3DKMT_HANDLE kUnknownHandle = 0x40abcd00;

TEST_F(ScenarioClient, ACallThatIsRefusedThrowsWithItsNameAndStatus) {
  EXPECT_NO_THROW(must(STATUS_SUCCESS, "D3DKMTNothing"));
  EXPECT_NO_THROW(must(STATUS_PENDING, "D3DKMTNothing"));
  play([](Stage& stage) {
    Client client = stage.client();
    try {
      client.destroy_device(kUnknownHandle);
      ADD_FAILURE() << "no device has the handle";
    } catch (const RefusedCall& refused) {
      EXPECT_EQ(refused.status(), STATUS_INVALID_PARAMETER);
      EXPECT_THAT(refused.what(),
                  HasSubstr("D3DKMTDestroyDevice returned STATUS_INVALID_PARAMETER"));
    }
    client.end();
  });
}

TEST_F(ScenarioClient, WhatAnotherStrandMayHaveDestroyedIsIgnored) {
  EXPECT_NO_THROW(may_miss([] { must(STATUS_INVALID_PARAMETER, "D3DKMTLock"); }));
  EXPECT_NO_THROW(may_miss([] { must(STATUS_DEVICE_REMOVED, "D3DKMTLock"); }));
  EXPECT_THROW(may_miss([] { must(STATUS_ACCESS_DENIED, "D3DKMTLock"); }), RefusedCall);
  EXPECT_THROW(may_miss([] { throw Refused("no call"); }), Refused);
}

TEST_F(ScenarioClient, ResourcesHaveTheHandlesOfTheirKind) {
  play_with_device([](Stage& stage, Client& client, D3DKMT_HANDLE device) {
    const Resource loose = client.create(device, stage.recipe(), Kind::kLoose, 3);
    EXPECT_EQ(loose.handle, 0U);
    EXPECT_THAT(loose.allocations, SizeIs(3));
    const Resource plain = client.create(device, stage.recipe(), Kind::kResource);
    EXPECT_NE(plain.handle, 0U);
    EXPECT_EQ(plain.global, 0U);
    const Resource shared = client.create(device, stage.recipe(), Kind::kShared);
    EXPECT_NE(shared.global, 0U);
    const Resource opened = client.open(device, shared.global);
    EXPECT_NE(opened.handle, shared.handle);
    EXPECT_THAT(opened.allocations, SizeIs(1));
    for (const Resource& each : {loose, plain, shared, opened}) client.destroy(device, each);
    EXPECT_EQ(client.try_destroy(device, plain.handle, {}), STATUS_INVALID_PARAMETER) << "gone";
  });
}

TEST_F(ScenarioClient, WhatItDrawsIsThereWhenItLocks) {
  play_with_device([](Stage& stage, Client& client, D3DKMT_HANDLE device) {
    constexpr UINT kColor = 0xFF12'3456;
    Queue queue = client.create_queue(device);
    const Resource from = client.create(device, stage.recipe(), Kind::kResource);
    const Resource to = client.create(device, stage.recipe(), Kind::kResource);
    client.fill(queue, stage.recipe(), from.allocations, kColor);
    client.copy(queue, stage.recipe(), from.allocations[0], to.allocations[0]);
    client.wait_idle(device);
    for (const D3DKMT_HANDLE each : {from.allocations[0], to.allocations[0]}) {
      const auto* const pixels = static_cast<const UINT*>(client.lock(device, each));
      EXPECT_THAT(std::vector(pixels, pixels + Stage::kSide), Each(kColor));
      client.unlock(device, each);
    }
    client.destroy_queue(queue);
    client.destroy(device, from);
    client.destroy(device, to);
  });
}

TEST_F(ScenarioClient, OfferedMemoryThatNobodyTookHasItsContents) {
  play_with_device([](Stage& stage, Client& client, D3DKMT_HANDLE device) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kLoose, 2);
    client.offer(device, resource.allocations);
    EXPECT_THAT(client.reclaim(device, resource.allocations), ElementsAre(false, false));
    client.destroy(device, resource);
  });
}

}  // namespace
}  // namespace drydock::verify
