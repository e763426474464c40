// IRQL, critical and guarded regions.
#include <gtest/gtest.h>

#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using drydock::rules::FindingLog;
using namespace drydock::testing;

// wdm/nf-wdm-keraiseirql.md: the previous level is stored; KeLowerIrql restores it.
TEST(Irql, RaiseGivesThePreviousLevelAndLowerRestoresIt) {
  KIRQL old = 99;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  EXPECT_EQ(old, PASSIVE_LEVEL);
  EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
  KIRQL inner = 99;
  KeRaiseIrql(HIGH_LEVEL, &inner);
  EXPECT_EQ(inner, DISPATCH_LEVEL);
  KeLowerIrql(inner);
  EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
  KeLowerIrql(old);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
}

// ntddk/nf-ntddk-keraiseirqltodpclevel.md
TEST(Irql, RaiseToDpcLevel) {
  EXPECT_EQ(KeRaiseIrqlToDpcLevel(), PASSIVE_LEVEL);
  EXPECT_EQ(KeRaiseIrqlToDpcLevel(), DISPATCH_LEVEL);
  KeLowerIrql(PASSIVE_LEVEL);
}

// wdm/nf-wdm-keareapcsdisabled.md: within a critical or a guarded region.
// wdm/nf-wdm-keareallapcsdisabled.md: within a guarded region or at IRQL >= APC_LEVEL.
TEST(Irql, RegionsDisableApcs) {
  EXPECT_FALSE(KeAreApcsDisabled());
  KeEnterCriticalRegion();
  KeEnterCriticalRegion();
  EXPECT_TRUE(KeAreApcsDisabled());
  EXPECT_FALSE(KeAreAllApcsDisabled());
  KeLeaveCriticalRegion();
  EXPECT_TRUE(KeAreApcsDisabled());
  KeLeaveCriticalRegion();
  EXPECT_FALSE(KeAreApcsDisabled());

  KeEnterGuardedRegion();
  EXPECT_TRUE(KeAreApcsDisabled());
  EXPECT_TRUE(KeAreAllApcsDisabled());
  KeLeaveGuardedRegion();
  EXPECT_FALSE(KeAreAllApcsDisabled());

  const KIRQL old = KfRaiseIrql(APC_LEVEL);
  EXPECT_TRUE(KeAreAllApcsDisabled());
  EXPECT_FALSE(KeAreApcsDisabled());
  KeLowerIrql(old);
}

TEST(Irql, BreachesInTheHostLeaveTheLevelAlone) {
  FindingLog log;
  const KIRQL old = KeRaiseIrqlToDpcLevel();
  EXPECT_EQ(KfRaiseIrql(APC_LEVEL), DISPATCH_LEVEL);
  EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
  KeLowerIrql(HIGH_LEVEL);
  EXPECT_EQ(KeGetCurrentIrql(), DISPATCH_LEVEL);
  KeLowerIrql(old);
  EXPECT_TRUE(has(log.findings(), "N-015"));
  EXPECT_TRUE(has(log.findings(), "N-016"));
}

TEST(IrqlRules, N015RaiseToALowerIrqlIsFound) {
  expect_found("N-015", driver_with(R"(
  KIRQL old, inner;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  KeRaiseIrql(APC_LEVEL, &inner);  // here
  KeLowerIrql(old);)"));
}

TEST(IrqlRules, N015RaiseToTheSameIrqlIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL old, inner;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  KeRaiseIrql(DISPATCH_LEVEL, &inner);
  KeLowerIrql(inner);
  KeLowerIrql(old);)"));
}

TEST(IrqlRules, N016LowerToAHigherIrqlIsFound) {
  expect_found("N-016", driver_with(R"(
  KeLowerIrql(DISPATCH_LEVEL);  // here)"
                                    "\n"));
}

TEST(IrqlRules, N016LowerToTheLevelOfBeforeIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL old = KeRaiseIrqlToDpcLevel();
  KeLowerIrql(old);)"));
}

TEST(IrqlRules, N017ReturnAtAnotherIrqlIsFound) {
  const Life life = life_of(driver_with(R"(
  KIRQL old;
  KeRaiseIrql(APC_LEVEL, &old);)"));
  EXPECT_EQ(count(life.findings, "N-017"), 1U) << text_of(life.findings);
  EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
}

TEST(IrqlRules, N017ReturnAtTheSameIrqlIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL old;
  KeRaiseIrql(APC_LEVEL, &old);
  KeLowerIrql(old);)"));
}

TEST(IrqlRules, N018CriticalRegionAtDispatchLevelIsFound) {
  expect_found("N-018", driver_with(R"(
  KIRQL old = KeRaiseIrqlToDpcLevel();
  KeEnterCriticalRegion();  // here
  KeLeaveCriticalRegion();
  KeLowerIrql(old);)"));
}

TEST(IrqlRules, N018CriticalRegionAtApcLevelIsSilent) {
  expect_silent(driver_with(R"(
  KIRQL old;
  KeRaiseIrql(APC_LEVEL, &old);
  KeEnterCriticalRegion();
  KeLeaveCriticalRegion();
  KeLowerIrql(old);)"));
}

// The region that is left too often is not entered less than never: the next one counts.
TEST(IrqlRules, N036ALeaveTooManyLeavesNothing) {
  expect_found_alone("N-036", driver_with(R"(
  KeLeaveCriticalRegion();
  if (KeAreApcsDisabled()) return STATUS_UNSUCCESSFUL;
  KeEnterCriticalRegion();
  if (!KeAreApcsDisabled()) return STATUS_UNSUCCESSFUL;
  KeLeaveCriticalRegion();
  if (KeAreApcsDisabled()) return STATUS_UNSUCCESSFUL;
)"));
}

TEST(IrqlRules, N036CriticalRegionNotLeftIsFound) {
  const Life life = life_of(driver_with("\n  KeEnterCriticalRegion();\n"));
  EXPECT_EQ(count(life.findings, "N-036"), 1U) << text_of(life.findings);
  EXPECT_FALSE(KeAreApcsDisabled());
}

TEST(IrqlRules, N036CriticalRegionLeftTooOftenIsFound) {
  expect_found("N-036", driver_with("\n  KeLeaveCriticalRegion();  // here\n"));
}

TEST(IrqlRules, N036CriticalRegionLeftIsSilent) {
  expect_silent(driver_with(R"(
  KeEnterCriticalRegion();
  KeEnterGuardedRegion();
  KeLeaveGuardedRegion();
  KeLeaveCriticalRegion();)"));
}

}  // namespace
