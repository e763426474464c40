// What is known of a thread: its IRQL where calls need one, and the locks it holds.
#include "src/nt/base/thread.h"

#include <gtest/gtest.h>

#include <thread>

#include "src/nt/driver/driver.h"
#include "src/rules/finding.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;
using drydock::rules::FindingLog;

TEST(ThreadState, IsTheThreadsOwn) {
  Thread* const mine = &self();
  EXPECT_EQ(&self(), mine);
  Thread* other = nullptr;
  KIRQL irql = HIGH_LEVEL;
  KIRQL old = PASSIVE_LEVEL;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  std::thread([&] {
    other = &self();
    irql = self().irql;
  }).join();
  KeLowerIrql(old);
  EXPECT_NE(other, mine);
  EXPECT_EQ(irql, PASSIVE_LEVEL);
}

TEST(ThreadState, CallsAreAllowedUpToTheirLevelAndDownToIt) {
  const FindingLog log;
  KIRQL old = PASSIVE_LEVEL;
  require_irql_at_most(PASSIVE_LEVEL, "Call");
  require_irql_at_least(PASSIVE_LEVEL, "Call");
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  require_irql_at_most(DISPATCH_LEVEL, "Call");
  require_irql_at_least(DISPATCH_LEVEL, "Call");
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
  require_irql_at_most(APC_LEVEL, "CallBelow");
  KeLowerIrql(old);
  require_irql_at_least(APC_LEVEL, "CallAbove");
  const auto findings = log.findings();
  ASSERT_EQ(findings.size(), 2U) << text_of(findings);
  EXPECT_NE(first(findings, "N-018").message.find("CallBelow"), std::string::npos);
  EXPECT_NE(first(findings, "N-019").message.find("CallAbove"), std::string::npos);
}

// A driver whose life another thread ended comes no further than its next call.
TEST(ThreadState, ADeadDriversCallEndsWhereItsLevelIsAsked) {
  for (const bool at_most : {true, false}) {
    Driver driver("one");
    bool went_on = false;
    EXPECT_FALSE(driver.run("test", [&] {
      driver.die();
      at_most ? require_irql_at_most(HIGH_LEVEL, "Call")
              : require_irql_at_least(PASSIVE_LEVEL, "Call");
      went_on = true;
    }));
    EXPECT_FALSE(went_on);
  }
}

// One that is taken twice is released twice, the last one first.
TEST(ThreadState, LocksAreCountedByTheirAddresses) {
  int one = 0, two = 0;
  EXPECT_FALSE(holds(&one));
  note_acquired(&one, "mutex");
  note_acquired(&two, "spin lock");
  note_acquired(&one, "mutex");
  EXPECT_TRUE(note_released(&one));
  EXPECT_TRUE(holds(&one));
  EXPECT_EQ(self().held.back().address, &two);
  EXPECT_TRUE(note_released(&one));
  EXPECT_FALSE(holds(&one));
  EXPECT_FALSE(note_released(&one));
  EXPECT_TRUE(holds(&two));
  bool elsewhere = true;
  std::thread([&] { elsewhere = holds(&two) || note_released(&two); }).join();
  EXPECT_FALSE(elsewhere);
  EXPECT_TRUE(note_released(&two));
}

}  // namespace
