// A schedule as a value: decides which strand runs next, in a text short enough for a command line.
//
//   random:7          every choice is drawn from seed 7
//   pct:7:3           random priorities from seed 7 that change at 3 points of the first 1,000
//   pct:7:3:20000     … of the first 20,000
//   at:2.17=4,0.9=1   nobody is interrupted, except strand 2 at its 17th switch point by strand 4
//                     and strand 0 at its 9th by strand 1
//   at:7:2.17=4       the same list with seed 7 for callers of random()
//
// A switch names its place by the strand's own count of switch points, so that it keeps its meaning
// when another switch is removed from the list. A plan is a plain value without an owner.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drydock::sim {

// At its `point`-th switch point, counted from 0, `strand` is followed by `next`.
struct Switch {
  std::uint32_t strand = 0;
  std::uint32_t next = 0;
  std::uint64_t point = 0;

  auto operator<=>(const Switch&) const = default;
};

struct SchedulePlan {
  enum class Policy : std::uint8_t {
    kRandom,
    kPct,       // "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", 2010
    kSwitches,  // the default order, except where the list says otherwise
  };

  Policy policy = Policy::kRandom;
  std::uint64_t seed = 0;
  std::uint32_t changes = 3;    // kPct: how many points change a priority …
  std::uint64_t length = 1000;  // … among so many choices
  // kSwitches: the departures, in the order in which they happen
  std::vector<Switch> switches = {};

  bool operator==(const SchedulePlan&) const = default;
};

std::string to_text(const SchedulePlan& plan);

// Returns nothing when the text is no plan.
std::optional<SchedulePlan> parse_schedule_plan(std::string_view text);

}  // namespace drydock::sim
