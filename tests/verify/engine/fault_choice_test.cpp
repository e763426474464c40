// Which faults are played.
#include "src/verify/engine/fault_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/verify/engine/plan.h"

using namespace drydock;
using namespace drydock::verify;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

std::vector<std::string> texts_of(const std::vector<sim::FaultPlan>& plans) {
  std::vector<std::string> out;
  for (const sim::FaultPlan& plan : plans) out.push_back(to_text(plan));
  return out;
}

TEST(FaultChoice, AWholeRunPlaysEachPointAndTheFirstOfEachPlaceFirst) {
  std::set<std::uint64_t> reached;
  EXPECT_THAT(points_of_whole({.places = {5, 5, 6, 5, 7}}, reached), ElementsAre(0, 2, 4, 1, 3));
  EXPECT_EQ(reached.size(), 5U);
}

TEST(FaultChoice, APartPlaysWhatIsReachedOnAnotherWay) {
  std::set<std::uint64_t> reached;
  points_of_whole({.places = {5, 6, 7}}, reached);
  EXPECT_THAT(points_of_part({.places = {5, 6}}, reached), IsEmpty());
  EXPECT_THAT(points_of_part({.places = {5, 6, 8, 7}}, reached), ElementsAre(2, 3));
  EXPECT_THAT(points_of_part({.places = {5, 6, 8, 7}}, reached), IsEmpty());
  EXPECT_THAT(points_of_part({.places = {6}}, reached), ElementsAre(0));
}

TEST(FaultChoice, AnEffectCountsPlacesThatOneOfTheRunsMet) {
  Outcome outcome;
  outcome.places = {5, 8, 9};
  outcome.following = {8, 9};
  const FaultEffect effect = effect_of(1, {.places = {5, 6, 5}}, outcome);
  EXPECT_EQ(effect.point, 1U);
  EXPECT_EQ(effect.changed_places, 3U);
  EXPECT_THAT(effect.following, ElementsAre(8, 9));
}

TEST(FaultChoice, PairsInErrorHandlingComeFirstAndNearOnesBeforeDistantOnes) {
  const Course clean = {.places = {1, 2, 3, 4}};
  const std::vector<FaultEffect> effects = {
      {.point = 0, .following = {2, 3}},   // goes on as before
      {.point = 1, .following = {4}},      // leaves out place 3
      {.point = 2, .following = {4, 9}}};  // place 9 is met only after the fault
  std::set<PlacePair> chosen;
  EXPECT_THAT(texts_of(choose_pairs(clean, effects, 16, chosen)),
              ElementsAre("2+2", "1+1", "0+1", "2+1", "0+2"));
  EXPECT_THAT(choose_pairs(clean, effects, 16, chosen), IsEmpty()) << "each pair of places once";
  chosen.clear();
  EXPECT_THAT(texts_of(choose_pairs(clean, effects, 2, chosen)), ElementsAre("2+2", "1+1"));
}

TEST(FaultChoice, TheFaultsOfARaceLieInTheOverlapAndChangedTheCourse) {
  const Course clean = {.places = {1, 2, 3, 2, 4, 5}, .overlaps = {{2, 4}, {5, 6}}};
  const std::vector<FaultEffect> effects = {{.point = 0, .changed_places = 9},
                                            {.point = 2, .changed_places = 1},
                                            {.point = 3, .changed_places = 2},
                                            {.point = 4, .changed_places = 9},
                                            {.point = 5, .changed_places = 0}};
  std::vector<std::string> plans;
  for (const RaceFault& fault : race_faults(clean, effects)) plans.push_back(to_text(fault.plan()));
  EXPECT_THAT(plans, ElementsAre("place:2:1", "place:3:0"));
}

TEST(FaultChoice, AnOverlapThatNeverEndedReachesToTheEnd) {
  const Course clean = {.places = {1, 2}, .overlaps = {{.begin = 1}}};
  EXPECT_EQ(race_faults(clean, {{.point = 1, .changed_places = 1}}).size(), 1U);
}

}  // namespace
