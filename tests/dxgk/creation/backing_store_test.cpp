// Backing stores that a driver shares with the graphics kernel, and its view of them.
#include "src/dxgk/creation/backing_store.h"

#include <cstring>

#include "src/wdk/hostile.h"
#include "tests/vidmm/clients/aperture_scene.h"

namespace drydock::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// K-166: from the creation until the driver's object is destroyed.
TEST_F(Apertures, K166TheBackingStoreLivesAsLongAsTheAllocation) {
  start(kBackingStores);
  char* address = nullptr;
  world->engine.misdeeds.backing_store = [&](const DXGKARG_SETALLOCATIONBACKINGSTORE& wanted) {
    EXPECT_NE(wanted.hDriverAllocation, nullptr);
    address = static_cast<char*>(wanted.pBackingStore);
    return STATUS_SUCCESS;
  };
  const Created made = create(world->device, Kind::kShared, 1);
  ASSERT_EQ(made.status, STATUS_SUCCESS);
  ASSERT_NE(address, nullptr) << "before the client has it";
  std::memset(address, 6, kBytes);
  EXPECT_EQ(world->content(made.allocations.at(0), kBytes), 6);
  EXPECT_EQ(world->fill(made.allocations.at(0), 8), STATUS_SUCCESS);
  EXPECT_EQ(wait_for_idle(world->device), STATUS_SUCCESS);
  EXPECT_EQ(address[kBytes - 1], 8) << "what the GPU wrote";
  bool was_there = false;
  world->engine.misdeeds.destroy = [&](const DXGKARG_DESTROYALLOCATION&) {
    was_there = is_there(address);
  };
  EXPECT_EQ(destroy(world->device, made.resource, {}, {.synchronous = true}), STATUS_SUCCESS);
  EXPECT_TRUE(was_there);
  EXPECT_FALSE(is_there(address));
  expect_silence();
}

TEST_F(Apertures, K166DriverWithoutTheFlagIsNotCalled) {
  EngineMiniport::Settings settings = kBackingStores;
  settings.flags2 = 0;
  start(settings);
  EXPECT_EQ(create(world->device, Kind::kShared, 1).status, STATUS_SUCCESS);
  EXPECT_THAT(world->engine.take_calls(), Not(Contains("backing store")));
  expect_silence();
}

TEST_F(Apertures, ABackingStoreThatTheDriverFailsFailsTheCreation) {
  start(kBackingStores);
  world->engine.misdeeds.backing_store = [](const DXGKARG_SETALLOCATIONBACKINGSTORE&) {
    return STATUS_NO_MEMORY;
  };
  EXPECT_EQ(create(world->device, Kind::kShared, 1).status, STATUS_NO_MEMORY);
  EXPECT_EQ(world->engine.ledger().live().allocations, 0U);
  expect_silence();
}

// K-165: the further conditions, for a driver that may.
TEST_F(Apertures, K165BackingStoreOfWhatIsNotSharedIsFound) {
  start(kBackingStores);
  EXPECT_EQ(create(world->device, Kind::kLoose, 1).status, STATUS_SUCCESS) << "without it";
  EXPECT_THAT(world->engine.take_calls(), Not(Contains("backing store")));
  expect_found("K-165");
}
TEST_F(Apertures, K165BackingStoreInVideoMemoryIsFound) {
  EngineMiniport::Settings settings = kBackingStores;
  settings.segments = 3;
  start(settings);
  EXPECT_EQ(create(world->device, Kind::kShared, 1).status, STATUS_SUCCESS) << "without it";
  EXPECT_THAT(world->engine.take_calls(), Not(Contains("backing store")));
  expect_found("K-165");
}

}  // namespace
}  // namespace drydock::testing
