// Which rule a race between two calls of a miniport breaks.
#include "src/dxgk/miniport/race_rules.h"

#include <gtest/gtest.h>

namespace drydock::dxgk {
namespace {

nt::RaceSide side(MiniportPart part, const void* adapter) {
  return {&miniport_races, static_cast<std::uint8_t>(part), adapter};
}

TEST(MiniportRaces, RuleIsThatOfTheParts) {
  constexpr auto kEntry = MiniportPart::kEntryPoint;
  constexpr auto kDpc = MiniportPart::kDpc;
  constexpr auto kInterrupt = MiniportPart::kInterrupt;
  const int adapters[2] = {};
  const auto rule_of = [&](MiniportPart one, MiniportPart other, bool is_one_adapter) {
    return miniport_races.rule_of(side(one, &adapters[0]),
                                  side(other, &adapters[is_one_adapter ? 0 : 1]));
  };
  EXPECT_EQ(rule_of(kDpc, kDpc, false), rules::RuleId("K-065"));
  EXPECT_EQ(rule_of(kDpc, kDpc, true), rules::RuleId("K-473"));
  for (const MiniportPart other : {kEntry, kDpc, kInterrupt}) {
    EXPECT_EQ(rule_of(kInterrupt, other, true), rules::RuleId("K-408"));
    EXPECT_EQ(rule_of(other, kInterrupt, true), rules::RuleId("K-408"));
    EXPECT_EQ(rule_of(kInterrupt, other, false), rules::RuleId("K-473"));
  }
  EXPECT_EQ(rule_of(kEntry, kEntry, true), rules::RuleId("K-473"));
  EXPECT_EQ(rule_of(kEntry, kDpc, false), rules::RuleId("K-473"));
}

}  // namespace
}  // namespace drydock::dxgk
