// How many runs that end their process are worth it.
#include "src/verify/engine/ended_runs.h"

#include <gtest/gtest.h>

using namespace drydock;
using namespace drydock::verify;

namespace {

const Scenario kOne = {.name = "a.one", .kind = DriverKind::kMiniport, .what = ""};
const Scenario kTwo = {.name = "a.two", .kind = DriverKind::kMiniport, .what = ""};
const Scenario kThree = {.name = "a.three", .kind = DriverKind::kMiniport, .what = ""};

Outcome ended(End end, const std::string& place) {
  Outcome outcome;
  outcome.end = end;
  rules::Finding finding;
  finding.rule = end == End::kCrashed ? &rules::find("N-061") : &rules::find("N-062");
  finding.message = place;
  outcome.findings = {finding};
  return outcome;
}

// Returns after how many runs the scenario is left out.
std::size_t runs_until_left_out(EndedRuns& runs, const Scenario& scenario) {
  std::size_t order = 0;
  for (; runs.barren_limit_of(scenario).empty() && order < 5'000; ++order) {
    runs.add(scenario, order, ended(End::kCrashed, "here"));
    runs.end_round();
  }
  return order;
}

TEST(EndedRuns, AKnownPlaceIsWorthAThousandRunsOfOneScenario) {
  EndedRuns runs;
  EXPECT_FALSE(runs.has_any(kOne));
  EXPECT_EQ(runs_until_left_out(runs, kOne), 1'001U) << "the first shows a new place";
  EXPECT_TRUE(runs.has_any(kOne));
  EXPECT_EQ(runs.barren_limit_of(kOne),
            "1000 of its runs ended their process at places that were known");
  EXPECT_TRUE(runs.barren_limit_of(kTwo).empty());
}

TEST(EndedRuns, ScenariosShareThem) {
  EndedRuns runs;
  std::vector<Scenario> many(200, kOne);
  std::size_t order = 0;
  for (const Scenario& each : many) {
    for (int i = 0; i < 17; ++i) runs.add(each, order++, ended(End::kCrashed, "here"));
  }
  EXPECT_TRUE(runs.barren_limit_of(many[0]).empty()) << "a round decides at its end";
  runs.end_round();
  for (const Scenario& each : many) EXPECT_FALSE(runs.barren_limit_of(each).empty());
}

TEST(EndedRuns, ARunThatShowsANewPlaceIsNotBarren) {
  EndedRuns runs;
  const std::string places = "abcdefghijklmnopqrstuvwxyz";
  std::size_t order = 0;
  for (int turn = 0; turn < 100; ++turn) {
    for (const char place : places)
      runs.add(kOne, order++, ended(End::kCrashed, "place-" + std::string(turn + 1, place)));
  }
  runs.end_round();
  EXPECT_TRUE(runs.barren_limit_of(kOne).empty());
}

TEST(EndedRuns, FourHangsOfAScenarioAreEnoughAndOneOfAKnownHang) {
  EndedRuns runs;
  for (std::size_t order = 0; order < 4; ++order) {
    EXPECT_TRUE(runs.hang_limit_of(kOne).empty());
    runs.add(kOne, order, ended(End::kLimitExceeded, "loop"));
  }
  EXPECT_EQ(runs.hang_limit_of(kOne), "4 of its runs had to be ended at the limit");
  runs.add(kTwo, 4, ended(End::kLimitExceeded, "loop"));
  EXPECT_TRUE(runs.hang_limit_of(kTwo).empty());
  EXPECT_FALSE(runs.knows_hang());
  runs.add(kThree, 5, ended(End::kLimitExceeded, "loop"));
  EXPECT_TRUE(runs.knows_hang());
  EXPECT_FALSE(runs.hang_limit_of(kTwo).empty());
  EXPECT_FALSE(runs.hang_limit_of(kThree).empty());
}

}  // namespace
