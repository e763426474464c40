// The phases of a binding, and which may follow which.
#include "src/dxgk/memory/life.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <utility>

namespace drydock::testing {
namespace {

using dxgk::Life;
using dxgk::Phase;

constexpr std::array kPhases = {Phase::kCreating, Phase::kLive,   Phase::kDetached,
                                Phase::kDraining, Phase::kClosed, Phase::kDestroyed,
                                Phase::kFreed};

TEST(Life, OnlyDocumentedStepsAreAllowed) {
  const std::set<std::pair<Phase, Phase>> allowed = {
      {Phase::kCreating, Phase::kLive},    {Phase::kCreating, Phase::kClosed},
      {Phase::kLive, Phase::kDetached},    {Phase::kLive, Phase::kDraining},
      {Phase::kLive, Phase::kClosed},      {Phase::kDetached, Phase::kDraining},
      {Phase::kDetached, Phase::kClosed},  {Phase::kDraining, Phase::kClosed},
      {Phase::kClosed, Phase::kDestroyed}, {Phase::kClosed, Phase::kFreed},
      {Phase::kDestroyed, Phase::kFreed},
  };
  for (const Phase before : kPhases) {
    for (const Phase next : kPhases) {
      EXPECT_EQ(Life::may_follow(before, next), allowed.contains({before, next}))
          << name_of(before) << " to " << name_of(next);
    }
  }
}

TEST(Life, WholeWayEndsFreed) {
  Life life;
  EXPECT_EQ(life.phase(), Phase::kCreating);
  for (const Phase phase : {Phase::kLive, Phase::kDetached, Phase::kDraining, Phase::kClosed,
                            Phase::kDestroyed, Phase::kFreed}) {
    life.enter(phase);
    EXPECT_EQ(life.phase(), phase);
  }
}

#ifndef NDEBUG
TEST(LifeDeathTest, StepBackIsCaught) {
  Life life;
  life.enter(Phase::kLive);
  life.enter(Phase::kDetached);
  EXPECT_DEATH(life.enter(Phase::kLive), "may_follow");
}
#endif

}  // namespace
}  // namespace drydock::testing
