// A routine whose documented IRQL Windows does not insist on: a lint, and the call does its work.
#include "src/nt/base/irql_advice.h"

#include <gtest/gtest.h>

#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::testing;

TEST(IrqlAdvice, N018AboveTheAdviceIsFoundAndTheCallGoesOn) {
  const Life life = life_of(driver_with(R"(
  KEVENT event;
  KIRQL old;
  LONG state;
  KeInitializeEvent(&event, NotificationEvent, TRUE);
  KeRaiseIrql(HIGH_LEVEL, &old);
  state = KeReadStateEvent(&event);  // here
  KeLowerIrql(old);
  if (state == 0) return STATUS_UNSUCCESSFUL;)"));
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.alive);
  EXPECT_EQ(count(life.findings, "N-018"), 1U) << text_of(life.findings);
  EXPECT_TRUE(first(life.findings, "N-018").is_tolerated);
}

TEST(IrqlAdvice, N018AtTheAdviceIsSilent) {
  expect_silent(driver_with(R"(
  KEVENT event;
  KIRQL old;
  KeInitializeEvent(&event, NotificationEvent, TRUE);
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  KeReadStateEvent(&event);
  KeLowerIrql(old);)"));
}

}  // namespace
