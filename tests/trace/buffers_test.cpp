// Where events are stored: the latest are kept, and those of threads that ended.
#include "src/trace/buffers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"
#include "tests/trace/lines.h"

namespace drydock::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;

TEST(Trace, EventsOfEndedThreadsStay) {
  const Recording recording;
  std::thread([] { event("nt", "elsewhere"); }).join();
  event("nt", "here");
  EXPECT_THAT(what(), ElementsAre("nt.elsewhere", "nt.here"));
}

TEST(Trace, VeryManyThreadsDoNotFillTheMemory) {
  const Recording recording;
  constexpr std::size_t kThreads = 1500;
  for (std::size_t i = 0; i < kThreads; ++i) {
    std::thread([i] { event("nt", "thread", {{"number", i}}); }).join();
  }
  const std::vector<std::string> all = lines();
  EXPECT_LT(all.size(), 600u);
  EXPECT_EQ(all[0],
            "# " + std::to_string(kThreads - (all.size() - 1)) + " earlier events were dropped");
  EXPECT_THAT(all.back(), EndsWith("number=1499"));
}

TEST(TraceLimit, KeepsTheLatest) {
  constexpr std::size_t kStored = 1000;
  const Recording recording(kStored);
  for (int i = 0; i < 100'000; ++i) event("nt", "tick", {{"n", i}});
  const std::vector<std::string> all = lines();
  EXPECT_THAT(all[0], EndsWith("earlier events were dropped"));
  EXPECT_GE(all.size() - 1, kStored);
  EXPECT_LE(all.size() - 1, 2 * kStored);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_THAT(all[i], EndsWith("n=" + std::to_string(100'000 - all.size() + i)));
  }
}

RC_GTEST_PROP(TraceLimitProperty, TheLatestAreThereAndTheRestIsCounted, ()) {
  const auto events_per_thread = *rc::gen::inRange<std::size_t>(0, 3000);
  const auto count = *rc::gen::inRange<std::size_t>(0, 6000);
  const Recording recording(events_per_thread);
  for (std::size_t i = 0; i < count; ++i) event("nt", "tick", {{"n", i}});
  std::vector<std::string> all = lines();
  std::size_t dropped = 0;
  if (!all.empty() && all[0][0] == '#') {
    dropped = std::stoul(all[0].substr(2));
    all.erase(all.begin());
  }
  RC_ASSERT(dropped + all.size() == count);
  RC_ASSERT(all.size() >= std::min(events_per_thread, count));
  if (count > 0) RC_ASSERT(all.back().ends_with("n=" + std::to_string(count - 1)));
}

}  // namespace
}  // namespace drydock::trace
