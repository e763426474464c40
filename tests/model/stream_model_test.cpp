// The AVStream class driver against the model of it: random sequences, and those that once found
// something.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>
#include <iostream>

#include "tests/model/budget.h"
#include "tests/model/stream_gen.h"
#include "tests/model/stream_play.h"

namespace drydock::model {
namespace {

constexpr int kStreamSlice = 500;    // sequences
constexpr int kLongestStream = 400;  // steps

std::uint64_t stream_steps_played = 0, stream_failures = 0;

// Plays a sequence. Empty when the class driver did what the model says.
std::string play_stream(const std::vector<StreamStep>& steps) {
  StreamPlay play;
  for (const StreamStep& step : steps) {
    if (const std::string difference = play(step); !difference.empty())
      return to_cpp(step) + difference;
  }
  stream_steps_played += play.steps();
  stream_failures += play.failures();
  return play.end();
}

void random_stream() {
  std::vector<StreamStep> steps = opening_stream_steps();
  const auto random = *rc::gen::container<std::vector<StreamStep>>(any_stream_step());
  steps.insert(steps.end(), random.begin(), random.end());
  if (const std::string difference = play_stream(steps); !difference.empty())
    RC_FAIL(to_cpp(steps) + difference);
}

TEST(StreamModel, RandomSequences) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(play_within_budget(random_stream, kStreamSlice, kLongestStream), "");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::cout << stream_steps_played << " steps, "
            << static_cast<std::uint64_t>(static_cast<double>(stream_steps_played) / took.count())
            << " a second; memory ran out in " << stream_failures << "\n";
  EXPECT_GT(stream_failures, 0U);
}

// S-202: an input that has ended gets nothing more, as the minidriver never ends its output.
TEST(StreamModel, NothingComesBehindTheEnd) {
  StreamPlay play;
  EXPECT_EQ(play({.op = StreamOp::kOpenFilter}), "");
  EXPECT_EQ(play({.op = StreamOp::kConnect, .way = kInput}), "");
  EXPECT_EQ(play({.op = StreamOp::kSetState, .count = 3}), "");
  EXPECT_EQ(play({.op = StreamOp::kSend, .count = 1, .way = 1}), "");
  EXPECT_EQ(play({.op = StreamOp::kSend, .to = 1, .count = 2}), "");
  EXPECT_EQ(play({.op = StreamOp::kProcess, .count = 3}), "");
  EXPECT_EQ(play({.op = StreamOp::kCancel, .on = 1}), "");
  EXPECT_EQ(play({.op = StreamOp::kSetState}), "");
  EXPECT_EQ(play.end(), "");
}

}  // namespace
}  // namespace drydock::model
