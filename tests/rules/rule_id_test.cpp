// A rule's number as a value.
#include "drydock/rule_id.h"

#include <gtest/gtest.h>

#include "drydock/rules.h"

namespace drydock::rules {
namespace {

static_assert(RuleId("K-010") == "K-010"_rule);
static_assert(RuleId("K-010") != "K-011"_rule);
static_assert(RuleId("K-474") < "N-001"_rule);
static_assert(RuleId::parse("K-010") == "K-010"_rule);
static_assert(!RuleId::parse("K-999").has_value());
static_assert(RuleId("D-001").index() == 0);
static_assert(RuleId::at(kRuleCount - 1) == "U-310"_rule);

TEST(RuleId, TextIsWhatItWasMadeFrom) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const RuleId id = RuleId::at(i);
    EXPECT_EQ(RuleId::parse(id.text()), id) << i;
  }
  EXPECT_EQ(RuleId("S-279").text(), "S-279");
}

TEST(RuleId, LeadsToItsRow) {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const RuleId id = RuleId::at(i);
    EXPECT_EQ(find(id).id, id.text());
  }
}

}  // namespace
}  // namespace drydock::rules
