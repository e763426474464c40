#include "src/verify/engine/fault_choice.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace drydock::verify {
namespace {

using Places = std::unordered_set<std::uint64_t>;

Places set_of(const std::vector<std::uint64_t>& places) { return {places.begin(), places.end()}; }

std::uint64_t missing_in(const Places& places, const Places& others) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(places, [&](std::uint64_t place) { return !others.contains(place); }));
}

// For each point a number that stands for its place and all places before it.
std::vector<std::uint64_t> ways_to(const Course& course) {
  std::vector<std::uint64_t> out;
  std::uint64_t way = 0;
  for (const std::uint64_t place : course.places) {
    way = (way ^ place) * 0x9e3779b97f4a7c15;
    way ^= way >> 29;
    out.push_back(way);
  }
  return out;
}

// How much a pair promises; less is more.
enum class PairRank : std::uint8_t { kNewPlace, kOtherCourse, kSameCourse };

struct RankedPair {
  PairRank rank;
  std::uint64_t distance;
  std::uint64_t point;
  PlacePair places;

  auto order() const { return std::tuple(rank, distance, point); }
};

std::vector<RankedPair> ranked_pairs(const Course& clean, const std::vector<FaultEffect>& effects) {
  const Places known = set_of(clean.places);
  std::vector<RankedPair> out;
  for (const FaultEffect& effect : effects) {
    assert(effect.point < clean.places.size());
    for (std::uint64_t distance = 1; distance <= effect.following.size(); ++distance) {
      const std::uint64_t second = effect.following[distance - 1];
      const std::uint64_t there = effect.point + distance;
      const bool is_same = there < clean.places.size() && clean.places[there] == second;
      const PairRank rank = !known.contains(second) ? PairRank::kNewPlace
                            : is_same               ? PairRank::kSameCourse
                                                    : PairRank::kOtherCourse;
      out.push_back({rank, distance, effect.point, {clean.places[effect.point], second}});
    }
  }
  std::ranges::sort(out, {}, &RankedPair::order);
  return out;
}

bool is_in_overlap(const Course& course, std::uint64_t point) {
  return std::ranges::any_of(course.overlaps, [&](const Overlap& overlap) {
    return point >= overlap.begin && point < overlap.end;
  });
}

}  // namespace

FaultEffect effect_of(std::uint64_t point, const Course& clean, const Outcome& outcome) {
  const Places before = set_of(clean.places);
  const Places now = set_of(outcome.places);
  return {.point = point,
          .following = outcome.following,
          .changed_places = missing_in(before, now) + missing_in(now, before)};
}

std::vector<std::uint64_t> points_of_whole(const Course& clean, std::set<std::uint64_t>& reached) {
  for (const std::uint64_t way : ways_to(clean)) reached.insert(way);
  std::vector<std::uint64_t> out;
  std::vector<std::uint64_t> others;
  Places met;
  for (std::uint64_t point = 0; point < clean.places.size(); ++point)
    (met.insert(clean.places[point]).second ? out : others).push_back(point);
  out.insert(out.end(), others.begin(), others.end());
  return out;
}

std::vector<std::uint64_t> points_of_part(const Course& clean, std::set<std::uint64_t>& reached) {
  const std::vector<std::uint64_t> ways = ways_to(clean);
  std::vector<std::uint64_t> out;
  for (std::uint64_t point = 0; point < ways.size(); ++point) {
    if (reached.insert(ways[point]).second) out.push_back(point);
  }
  return out;
}

std::vector<sim::FaultPlan> choose_pairs(const Course& clean,
                                         const std::vector<FaultEffect>& effects, std::size_t most,
                                         std::set<PlacePair>& chosen) {
  std::vector<sim::FaultPlan> out;
  for (const RankedPair& each : ranked_pairs(clean, effects)) {
    if (out.size() == most) break;
    if (chosen.insert(each.places).second)
      out.push_back({.nth = each.point, .distance = each.distance});
  }
  return out;
}

std::vector<RaceFault> race_faults(const Course& clean, const std::vector<FaultEffect>& effects) {
  std::unordered_map<std::uint64_t, const FaultEffect*> by_point;
  for (const FaultEffect& effect : effects) by_point.emplace(effect.point, &effect);
  std::unordered_map<std::uint64_t, std::uint64_t> times;
  Places chosen;
  std::vector<RaceFault> out;
  for (std::uint64_t point = 0; point < clean.places.size(); ++point) {
    const std::uint64_t place = clean.places[point];
    const std::uint64_t time = times[place]++;
    const auto effect = by_point.find(point);
    if (!is_in_overlap(clean, point) || effect == by_point.end() ||
        effect->second->changed_places == 0 || !chosen.insert(place).second)
      continue;
    out.push_back({place, time, point, effect->second->changed_places});
  }
  std::ranges::sort(out, [](const RaceFault& one, const RaceFault& other) {
    return std::pair(other.changed_places, one.point) < std::pair(one.changed_places, other.point);
  });
  return out;
}

}  // namespace drydock::verify
