#include "src/dxgk/miniport/race_rules.h"

namespace drydock::dxgk {
namespace {

rules::RuleId rule_of_miniport_race(const nt::RaceSide& one, const nt::RaceSide& other) {
  const auto is = [](const nt::RaceSide& side, MiniportPart part) {
    return static_cast<MiniportPart>(side.part) == part;
  };
  const bool is_one_adapter = one.owner == other.owner;
  if (is(one, MiniportPart::kDpc) && is(other, MiniportPart::kDpc) && !is_one_adapter)
    return "K-065";
  const bool with_interrupt =
      is(one, MiniportPart::kInterrupt) || is(other, MiniportPart::kInterrupt);
  return with_interrupt && is_one_adapter ? "K-408"_rule : "K-473"_rule;
}

}  // namespace

constinit const nt::RaceKind miniport_races{.owner = "adapter", .rule_of = rule_of_miniport_race};

}  // namespace drydock::dxgk
