// The graphics kernel against the model of it: random sequences, and those that once found
// something.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>
#include <iostream>

#include "src/rules/finding.h"
#include "tests/model/budget.h"
#include "tests/model/graphics_gen.h"
#include "tests/model/graphics_play.h"

namespace drydock::model {
namespace {

constexpr int kSlice = 500;    // sequences
constexpr int kLongest = 150;  // steps

std::uint64_t steps_played = 0;

// Plays a sequence. Empty when the kernel did what the model says.
std::string play_all(const std::vector<Step>& steps) {
  GraphicsPlay play;
  const auto play_one = [&](const Step& step) {
    ++steps_played;
    const std::string difference = play(step);
    return difference.empty() ? difference : to_cpp(step) + difference;
  };
  for (const Step& step : steps) {
    if (std::string difference = play_one(step); !difference.empty()) return difference;
  }
  return play.end();
}

void random_sequence() {
  std::vector<Step> steps = opening_steps();
  for (const std::vector<Step>& some :
       *rc::gen::container<std::vector<std::vector<Step>>>(any_steps()))
    steps.insert(steps.end(), some.begin(), some.end());
  if (const std::string difference = play_all(steps); !difference.empty())
    RC_FAIL(to_cpp(steps) + difference);
}

TEST(GraphicsModel, RandomSequences) {
  const rules::FindingLog log;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(play_within_budget(random_sequence, kSlice, kLongest), "");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::cout << steps_played << " steps, "
            << static_cast<std::uint64_t>(static_cast<double>(steps_played) / took.count())
            << " a second\n";
  for (const rules::Finding& finding : log.findings()) {
    if (finding.rule->party != rules::Party::kClient) ADD_FAILURE() << to_text(finding);
  }
}

// K-240: only its creator locks a shared allocation, and a process that came after it is another.
TEST(GraphicsModel, ASuccessorOfTheCreatorLocksNothing) {
  GraphicsPlay play;
  EXPECT_EQ(play({.op = Op::kOpenAdapter, .by = 1}), "");
  EXPECT_EQ(play({.op = Op::kOpenAdapter, .by = 2, .to = 1}), "");
  EXPECT_EQ(play({.op = Op::kCreateDevice, .on = adapter(0)}), "");
  EXPECT_EQ(play({.op = Op::kCreateDevice, .on = adapter(1), .to = 1}), "");
  EXPECT_EQ(play({.op = Op::kCreate, .on = device(0), .count = 1, .way = kShared}), "");
  EXPECT_EQ(play({.op = Op::kOpen, .on = device(1), .of = global(0), .to = 1}), "");
  EXPECT_EQ(play({.op = Op::kEndProcess, .by = 1}), "");
  EXPECT_EQ(play({.op = Op::kOpenAdapter, .by = 1}), "");
  EXPECT_EQ(play({.op = Op::kCreateDevice, .on = adapter(0)}), "");
  EXPECT_EQ(play({.op = Op::kOpen, .on = device(0), .of = global(0), .to = 2}), "");
  EXPECT_EQ(play({.op = Op::kLock, .on = device(0), .of = allocation(2)}), "");
  EXPECT_EQ(play.end(), "");
}

// K-091: what another device makes resident is mapped for that one, after the creator's has let go
// of it and whether or not it was ever mapped before.
TEST(GraphicsModel, AnApertureIsMappedForADeviceThatIsThere) {
  GraphicsPlay play;
  EXPECT_EQ(play({.op = Op::kOpenAdapter, .by = 1}), "");
  EXPECT_EQ(play({.op = Op::kCreateDevice, .on = adapter(0)}), "");
  EXPECT_EQ(play({.op = Op::kCreateDevice, .on = adapter(0), .to = 1}), "");
  EXPECT_EQ(play({.op = Op::kCreateQueue, .on = device(1)}), "");
  EXPECT_EQ(play({.op = Op::kCreate, .on = device(0), .count = 1, .way = kShared}), "");
  EXPECT_EQ(play({.op = Op::kOpen, .on = device(1), .of = global(0), .to = 1}), "");
  EXPECT_EQ(play({.op = Op::kDestroyDevice, .on = device(0)}), "");
  EXPECT_EQ(play({.op = Op::kMakeResident, .on = queue(0), .list = {allocation(1)}}), "");
  EXPECT_EQ(play.end(), "");
}

}  // namespace
}  // namespace drydock::model
