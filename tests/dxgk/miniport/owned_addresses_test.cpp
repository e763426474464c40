// What a driver had before an entry point, and what it left after it.
#include "src/dxgk/miniport/owned_addresses.h"

#include <gtest/gtest.h>

#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

TEST(AdapterRules, K055PoolLeftAtStopIsFound) {
  const MiniportLife life = life_with(u"LeakInStart");
  EXPECT_EQ(life.count("K-055"), 1U) << life.findings_text();
  EXPECT_EQ(life.count("K-058"), 0U);
  EXPECT_EQ(life.count("K-059"), 0U);
}

TEST(AdapterRules, K055TimerLeftAtStopIsFound) {
  EXPECT_EQ(life_with(u"TimerLeft").count("K-055"), 1U);
}

// A driver may keep until its removal what it took when it was asked or used.
TEST(AdapterRules, K055WhatIsTakenAfterTheStartIsSilent) {
  expect_silent(life_with(u"BlockInQuery"));
}

TEST(AdapterRules, K058PoolLeftAtRemoveIsFound) {
  const MiniportLife life = life_with(u"LeakInAdd");
  EXPECT_EQ(life.count("K-058"), 1U) << life.findings_text();
  EXPECT_EQ(life.count("K-059"), 0U);
}

TEST(AdapterRules, K058CleanRemoveIsSilent) { expect_silent(life_with(u"")); }

TEST(AdapterRules, K059PoolLeftAtUnloadIsFound) {
  EXPECT_EQ(life_with(u"LeakInEntry").count("K-059"), 1U);
}

TEST(AdapterRules, K059FreedAtUnloadIsSilent) { expect_silent(life_with(u"BlockInEntry")); }

}  // namespace
