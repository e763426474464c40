// The rules and entry points that a verification reached.
#include "src/verify/engine/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace drydock;
using namespace drydock::verify;

namespace {

TEST(Coverage, WithoutACallNoRuleIsExercised) { EXPECT_TRUE(exercised({}).empty()); }

TEST(Coverage, ACallExercisesTheRulesThatMentionIt) {
  const auto of_one = exercised({"DxgkDdiCreateAllocation"});
  ASSERT_FALSE(of_one.empty());
  for (const rules::Rule* rule : of_one) EXPECT_EQ(rule->status, rules::Status::kChecked);
  EXPECT_EQ(exercised({"DXGKDDI_CreateAllocation"}).size(), of_one.size())
      << "case and underscores do not count";
  const auto of_two = exercised({"DxgkDdiCreateAllocation", "KsInitializeDriver"});
  EXPECT_GT(of_two.size(), of_one.size());
  EXPECT_TRUE(std::ranges::includes(of_two, of_one));
}

// An ordinary word stands in many rules that are not about the entry point.
TEST(Coverage, AnOrdinaryWordCountsOnlyAsTheNameOfItsPointer) {
  EXPECT_EQ(exercised({"Lock"}).size(), exercised({"pfnLock"}).size());
}

TEST(Coverage, EntryPointsThatNoRunCalledAreListed) {
  Verification done;
  done.provided = {"DriverUnload", "DxgkDdiStartDevice", "DxgkDdiStopDevice"};
  done.called = {"DxgkDdiStartDevice", "ExAllocatePoolWithTag"};
  EXPECT_THAT(never_called_of(done), ::testing::ElementsAre("DriverUnload", "DxgkDdiStopDevice"));
}

}  // namespace
