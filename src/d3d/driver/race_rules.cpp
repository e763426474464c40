#include "src/d3d/driver/race_rules.h"

namespace drydock::d3d {
namespace {

rules::RuleId rule_of_user_mode_race(const nt::RaceSide& one, const nt::RaceSide& other) {
  if (one.owner != other.owner) return "U-251";
  const auto is_beside = [](const nt::RaceSide& side) {
    return static_cast<UserModePart>(side.part) == UserModePart::kBeside;
  };
  return is_beside(one) || is_beside(other) ? "U-252"_rule : "N-071"_rule;
}

}  // namespace

constinit const nt::RaceKind user_mode_races{.owner = "device", .rule_of = rule_of_user_mode_race};

}  // namespace drydock::d3d
