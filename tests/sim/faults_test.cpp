#include "src/sim/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace drydock::sim {
namespace {

using ::testing::ElementsAre;

std::string pattern(FaultPlan plan, int points, std::uint64_t stack = 1) {
  const FaultInjection injection(plan);
  std::string out;
  for (int i = 0; i < points; ++i) out += fail_here(FaultKind::kPool, stack) ? 'x' : '.';
  return out;
}

TEST(Faults, NothingFailsWithoutAnInjection) {
  EXPECT_FALSE(injecting());
  EXPECT_FALSE(fail_here(FaultKind::kPool, 1));
}

TEST(Faults, TheNthFailsOnce) { EXPECT_EQ(pattern({.nth = 2}, 6), "..x..."); }

TEST(Faults, WhatMustSucceedIsNotAsked) {
  const FaultInjection injection({.seed = 1, .one_in = 1});
  {
    const NoFaults spared;
    EXPECT_FALSE(fail_here(FaultKind::kPool, 1));
  }
  EXPECT_EQ(injection.points(), 0U);
  EXPECT_TRUE(fail_here(FaultKind::kPool, 1));
}

TEST(Faults, AStackFailsEveryTime) {
  EXPECT_EQ(pattern({.stack = 5}, 3, 5), "xxx");
  EXPECT_EQ(pattern({.stack = 5}, 3, 6), "...");
}

TEST(Faults, ASecondPointFollowsTheFirstByItsDistance) {
  EXPECT_EQ(pattern({.nth = 2, .distance = 1}, 6), "..xx..");
  EXPECT_EQ(pattern({.nth = 0, .distance = 3}, 6), "x..x..");
  const FaultInjection injection({.nth = 2, .distance = 3});
  EXPECT_EQ(describe_fault_plan(), "a fault at point 2 and one at point 5");
}

TEST(Faults, AStackFailsAtOneTime) {
  EXPECT_EQ(pattern({.stack = 5, .time = 2}, 4, 5), "..x.");
  EXPECT_EQ(pattern({.stack = 5, .time = 2}, 4, 6), "....");
}

TEST(Faults, WhatFollowsTheFirstFaultIsKnown) {
  const FaultInjection injection({.nth = 1});
  EXPECT_THAT(injection.following(), ElementsAre());
  for (const std::uint64_t stack : {3, 1, 4, 1, 5, 9, 2})
    static_cast<void>(fail_here(FaultKind::kPool, stack));
  EXPECT_THAT(injection.following(), ElementsAre(4, 1, 5, 9));
  EXPECT_THAT(injection.course(), ElementsAre(3, 1, 4, 1, 5, 9, 2));
  EXPECT_EQ(fault_course_of_crash(), injection.course());
  EXPECT_EQ(faults_met(), 7U);
}

TEST(Faults, ASeedRepeats) {
  const std::string first = pattern({.seed = 9, .one_in = 4}, 64);
  EXPECT_EQ(first, pattern({.seed = 9, .one_in = 4}, 64));
  EXPECT_NE(first, pattern({.seed = 10, .one_in = 4}, 64));
  EXPECT_NE(first.find('x'), std::string::npos);
}

TEST(Faults, OneKindOnly) {
  const FaultInjection injection({.seed = 1, .one_in = 1, .only = FaultKind::kMdl});
  EXPECT_FALSE(fail_here(FaultKind::kPool, 1));
  EXPECT_TRUE(fail_here(FaultKind::kMdl, 1));
  EXPECT_EQ(injection.points(), 2U);
  EXPECT_EQ(injection.failed(), 1U);
}

TEST(Faults, APlanNamesItsKind) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(FaultKind::kState); ++kind)
    names.insert(name_of(static_cast<FaultKind>(kind)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(FaultKind::kState) + 1);
  EXPECT_FALSE(names.contains("unknown"));
  const FaultInjection injection({.nth = 3, .only = FaultKind::kDevice});
  EXPECT_EQ(describe_fault_plan(), "a fault at point 3, of kind device only");
}

TEST(Faults, PointsAndStacksAreCounted) {
  const FaultInjection injection;
  EXPECT_TRUE(injecting());
  for (std::uint64_t stack : {3, 1, 3}) EXPECT_FALSE(fail_here(FaultKind::kPool, stack));
  EXPECT_EQ(injection.points(), 3U);
  EXPECT_THAT(injection.stacks(), ElementsAre(3, 1));
}

}  // namespace
}  // namespace drydock::sim
