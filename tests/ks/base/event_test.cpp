// Events: when they fire, who removes them, and what handlers break.
#include "tests/ks/automation/request_scene.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

TEST(KsRequests, S248EntryLeftOnTheListIsFound) {
  Asked asked(2);
  Signal signal;
  EXPECT_EQ(asked.event(1, KSEVENT_TYPE_ENABLE, signal), STATUS_SUCCESS);
  EXPECT_EQ(asked.disable(signal), STATUS_SUCCESS);
  EXPECT_TRUE(has(asked.end(), "S-248"));
}

// The host takes the entry off the list, uses the memory that it was given, and goes on.
TEST(KsRequests, S248AndS249ALifeGoesOnAfterThem) {
  Asked asked(2);
  Signal signal;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(asked.event(1, KSEVENT_TYPE_ENABLE, signal), STATUS_SUCCESS);
    EXPECT_EQ(asked.disable(signal), STATUS_SUCCESS);
  }
  asked.turn(4);
  asked.turn(1);
  EXPECT_EQ(asked.method(), STATUS_SUCCESS);
  const auto findings = asked.end();
  EXPECT_EQ(count(findings, "S-248"), 2U) << text_of(findings);
  EXPECT_TRUE(has(findings, "S-249")) << text_of(findings);
  EXPECT_TRUE(has(findings, "S-241")) << text_of(findings);
}

TEST(KsRequests, S249EventDataInPagedPoolAreFound) {
  Asked asked;
  asked.filter.set(kNotesSet, 1, bytes_of(ULONG{4}));
  EXPECT_TRUE(has(asked.end(), "S-249"));
}

// S-247: without a handler the class driver keeps the entry, with one the handler does.
TEST(KsRequests, S247EventsFireUntilTheyAreDisabled) {
  Asked asked;
  Signal plain, once, own;
  ASSERT_EQ(asked.event(0, KSEVENT_TYPE_ENABLE, plain), STATUS_SUCCESS);
  ASSERT_EQ(asked.event(0, KSEVENT_TYPE_ONESHOT, once), STATUS_SUCCESS);
  ASSERT_EQ(asked.event(1, KSEVENT_TYPE_ENABLE, own), STATUS_SUCCESS);
  asked.turn(10);
  EXPECT_TRUE(plain.fired());
  EXPECT_TRUE(once.fired());
  EXPECT_FALSE(own.fired());
  asked.turn(12);
  EXPECT_FALSE(own.fired());
  asked.turn(11);
  EXPECT_TRUE(own.fired());
  KeClearEvent(&plain.event);
  KeClearEvent(&once.event);
  asked.turn(10);
  EXPECT_TRUE(plain.fired());
  EXPECT_FALSE(once.fired());
  EXPECT_EQ(asked.disable(plain), STATUS_SUCCESS);
  // Events that are left are removed with the filter, by the handler of their item (S-107).
  EXPECT_THAT(asked.notes(), HasSubstr("added"));
  const auto findings = asked.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
