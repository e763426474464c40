// drydock/run.h: seeds and faults for programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "drydock/dock.h"
#include "drydock/findings.h"
#include "drydock/run.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Plugs the software GPU, lets a client come and go. False when the dock was refused something.
bool live() {
  try {
    Dock dock;
    dock.plug(Dock::software_gpu());
    Process client = dock.process();
    client.end();
    return true;
  } catch (const DockError&) {
    return false;
  }
}

std::string order_of(const RunPlan& plan) {
  const drydock::Run run(plan);
  EXPECT_TRUE(live());
  return run.schedule();
}

TEST(Run, ASeedGivesTheSameOrderAgain) {
  const std::string first = order_of({.seed = 7});
  EXPECT_THAT(first, Not(IsEmpty()));
  EXPECT_EQ(order_of({.seed = 7}), first);
  EXPECT_EQ(order_of({.schedule = first}), first) << "what was printed is a schedule";
}

TEST(Run, WithoutAPlanNothingIsDecided) {
  const drydock::Run run({});
  EXPECT_TRUE(live());
  EXPECT_THAT(run.schedule(), IsEmpty());
  EXPECT_EQ(run.calls_that_can_fail(), 0u);
}

TEST(Run, CallsThatCanFailAreCountedAndFail) {
  std::uint64_t calls = 0;
  {
    const drydock::Run run({.fail = FaultPlan{}});
    EXPECT_TRUE(live());
    calls = run.calls_that_can_fail();
    EXPECT_GT(calls, 0u);
    EXPECT_EQ(run.calls_failed(), 0u);
  }
  const Findings findings;
  const drydock::Run run({.fail = FaultPlan{.nth = 0}});
  EXPECT_FALSE(live()) << "the first call that can fail belongs to plugging";
  EXPECT_EQ(run.calls_failed(), 1u);
  EXPECT_TRUE(findings.empty()) << "a driver that is refused something breaks no rule by that";
}

TEST(Run, KindsThatAreNotMeantDoNotFail) {
  const drydock::Run run({.fail = FaultPlan{.seed = 1, .one_in = 1, .only = Fault::kRegistry}});
  live();
  const std::uint64_t failed = run.calls_failed();
  EXPECT_LT(failed, run.calls_that_can_fail());
}

TEST(Run, WrongPlansAreRefusedWithASentence) {
  EXPECT_THROW(drydock::Run({.seed = 1, .schedule = "pct:7:3"}), std::invalid_argument);
  EXPECT_THROW(drydock::Run({.fail = FaultPlan{.seed = 1, .one_in = 0}}), std::invalid_argument);
  try {
    const drydock::Run run({.schedule = "tomorrow"});
    FAIL() << "no schedule";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("tomorrow"));
  }
}

}  // namespace
}  // namespace drydock::testing
