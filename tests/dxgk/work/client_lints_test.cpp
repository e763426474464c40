// Lints about clients: counted, raised once a rule, and scopes of a thread.
#include "src/dxgk/work/client_lints.h"

#include <gtest/gtest.h>

#include <string>

#include "src/rules/finding.h"
#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

TEST(ClientLints, EachKindIsRaisedOnceWithItsCount) {
  const rules::FindingLog log;
  ClientLints lints;
  lints.note(ClientLint::kResourceLeft);
  lints.note(ClientLint::kResourceLeft, 2);
  lints.note(ClientLint::kFirstVersion);
  lints.raise_all(0x40000040);
  ASSERT_EQ(log.findings().size(), 2U);
  bool is_counted = false;
  for (const rules::Finding& each : log.findings()) {
    EXPECT_EQ(each.rule->party, rules::Party::kClient);
    is_counted |= each.message.ends_with(", 3 times");
  }
  EXPECT_TRUE(is_counted);
}

TEST(ClientLints, ClientThatKeepsTheRulesIsToldNothing) {
  const rules::FindingLog log;
  ClientLints lints;
  lints.raise_all(0x40000040);
  EXPECT_TRUE(log.findings().empty());
}

TEST(SharingOfRuntime, NestsAndIsOfItsThread) {
  EXPECT_FALSE(SharingOfRuntime::is_on());
  {
    const SharingOfRuntime outer;
    {
      const SharingOfRuntime inner;
    }
    EXPECT_TRUE(SharingOfRuntime::is_on());
    bool seen = true;
    sim::Thread other = sim::spawn("other", [&] { seen = SharingOfRuntime::is_on(); });
    other.join();
    EXPECT_FALSE(seen);
  }
  EXPECT_FALSE(SharingOfRuntime::is_on());
}

TEST(IdlenessWatch, SeesWhatHappensWhileItLives) {
  IdlenessWatch::note_broken();
  const IdlenessWatch watch;
  EXPECT_FALSE(watch.is_broken()) << "that was before";
  IdlenessWatch::note_broken();
  EXPECT_TRUE(watch.is_broken());
}

}  // namespace
}  // namespace drydock::dxgk
