// A resource as the runtime has it: its life, its release and its name.
#include "src/d3d/core/resource.h"

#include <gtest/gtest.h>

#include "src/d3d/core/private_memory.h"

namespace drydock::testing {
namespace {

using d3d::Release;
using d3d::Resource;
using d3d::ResourceLife;
using State = ResourceLife::State;

// Lives that a resource may have, from its creation on.
const std::vector<std::vector<State>> kLives = {
    {State::kLive, State::kDestroyed},
    {State::kFailed},
    {State::kLive, State::kDestroyFailed},
    {State::kLive, State::kUnwanted, State::kLive, State::kDestroyed},
};

TEST(ResourceLife, DriverHasItFromCreationToDestruction) {
  for (const std::vector<State>& states : kLives) {
    ResourceLife life;
    EXPECT_TRUE(life.is_creating());
    for (const State each : states) {
      life.become(each);
      EXPECT_EQ(life.is_live(), each != State::kFailed && each != State::kDestroyed);
      EXPECT_EQ(life.is_destroyed(), each == State::kDestroyed);
      EXPECT_EQ(life.is_unwanted(), each == State::kUnwanted);
      EXPECT_EQ(life.has_destroy_failed(), each == State::kDestroyFailed);
      EXPECT_FALSE(life.is_creating());
    }
  }
}

#ifndef NDEBUG
TEST(ResourceLifeDeathTest, TransitionThatCannotBeIsAnAssertion) {
  const auto live = [](std::initializer_list<State> states) {
    ResourceLife life;
    for (const State each : states) life.become(each);
  };
  EXPECT_DEATH(live({State::kDestroyed}), "may_follow");
  EXPECT_DEATH(live({State::kLive, State::kLive}), "may_follow");
  EXPECT_DEATH(live({State::kLive, State::kDestroyed, State::kDestroyed}), "may_follow");
  EXPECT_DEATH(live({State::kLive, State::kUnwanted, State::kDestroyed}), "may_follow");
  EXPECT_DEATH(live({State::kLive, State::kDestroyFailed, State::kDestroyed}), "may_follow");
  EXPECT_DEATH(live({State::kFailed, State::kLive}), "may_follow");
}
#endif

TEST(UserModeResource, WhatIsReleasedWholeStaysSo) {
  Resource resource({}, 1, d3d::Traits9{});
  EXPECT_EQ(resource.release, Release::kNone);
  resource.note_release(Release::kByList);
  EXPECT_EQ(resource.release, Release::kByList);
  resource.note_release(Release::kWhole);
  resource.note_release(Release::kByList);
  EXPECT_EQ(resource.release, Release::kWhole);
}

TEST(UserModeResource, NameSaysWhatItIs) {
  Resource texture({}, 3, d3d::Traits9{});
  texture.surfaces.resize(2);
  EXPECT_EQ(texture.name(), "unshared resource 3 of 2 surfaces");
  texture.flags.SharedResource = 1;
  texture.surfaces.resize(1);
  EXPECT_EQ(texture.name(), "shared resource 3 of 1 surface");
  texture.is_opened = true;
  EXPECT_EQ(texture.name(), "opened resource 3 of 1 surface");

  Resource heap({}, 4, d3d::Traits12{});
  EXPECT_EQ(heap.name(), "heap 4");
  EXPECT_EQ(Resource({}, 5, d3d::Traits12{.heap = &heap}).name(), "resource 5 placed in a heap");
  heap.of12().resource = d3d::PrivateMemory::make(16, "resource", {"U-215", "U-302"});
  EXPECT_EQ(heap.name(), "committed resource 4");
  heap.is_opened = true;
  EXPECT_EQ(heap.name(), "opened heap 4");
}

TEST(UserModeResource, TraitsAreThoseOfOneFamily) {
  const Resource texture({}, 1, d3d::Traits10{.levels = 3});
  ASSERT_NE(texture.as10(), nullptr);
  EXPECT_EQ(texture.of10().levels, 3U);
  EXPECT_EQ(texture.as12(), nullptr);
}

}  // namespace
}  // namespace drydock::testing
