// Chooses which faults are played, by what earlier runs met.
//
// One fault: each fault point of a clean run that came to its end. Of a clean run that was skipped,
// refused or stopped, each fault point up to there that no other scenario reaches in the same way:
// such a run adds nothing when the points before it were the same, and a hundred scenarios of a
// driver that does not start have one start between them.
//
// Two faults: the second strikes at most FaultInjection::kFollowing fault points after the first,
// where the driver handles the first. Two places of the driver are one pair, wherever they are met.
// First come pairs whose second place no clean run of the scenario meets, then those where the
// fault changed what follows, then the rest; near ones before distant ones.
//
// A fault in every schedule of a race: places that the clean run met while its actors ran, and
// whose fault alone changed which places the scenario met. The more it changed, the more promising.
//
// The functions depend on nothing but their arguments. Cost: about that of sorting the points.
// Owner: all are values. Threads: any.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "src/sim/faults.h"
#include "src/verify/engine/outcome.h"

namespace drydock::verify {

// The effect that the fault at one point of the clean run had on the run.
struct FaultEffect {
  std::uint64_t point = 0;
  std::vector<std::uint64_t> following = {};  // Outcome::following
  std::uint64_t changed_places = 0;           // that only this run or only the clean run met
};

FaultEffect effect_of(std::uint64_t point, const Course& clean, const Outcome& outcome);

// The points of a clean run that came to its end: the first of each place, then the others.
// `reached` collects the ways to all of them.
std::vector<std::uint64_t> points_of_whole(const Course& clean, std::set<std::uint64_t>& reached);

// The points of a clean run that did not: those on a way that `reached` does not have yet.
std::vector<std::uint64_t> points_of_part(const Course& clean, std::set<std::uint64_t>& reached);

// At most `most` pairs. `chosen` has the pairs of places that other scenarios play already.
using PlacePair = std::pair<std::uint64_t, std::uint64_t>;
std::vector<sim::FaultPlan> choose_pairs(const Course& clean,
                                         const std::vector<FaultEffect>& effects, std::size_t most,
                                         std::set<PlacePair>& chosen);

// A fault point inside the overlap of a scenario's actors.
struct RaceFault {
  std::uint64_t place = 0;
  std::uint64_t time = 0;  // how often the clean run met the place before
  std::uint64_t point = 0;
  std::uint64_t changed_places = 0;

  sim::FaultPlan plan() const { return {.stack = place, .time = time}; }
};

// One for each place, the most promising first.
std::vector<RaceFault> race_faults(const Course& clean, const std::vector<FaultEffect>& effects);

}  // namespace drydock::verify
