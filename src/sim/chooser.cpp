#include "src/sim/chooser.h"

#include <algorithm>

namespace drydock::sim {
namespace {

// A strand that is chosen over others so often in a row is taken to wait for one of them.
constexpr std::uint64_t kPatience = 2000;

bool holds(std::span<const std::uint32_t> strands, std::uint32_t wanted) {
  return std::ranges::find(strands, wanted) != strands.end();
}

}  // namespace

Chooser::Chooser(const SchedulePlan& plan) : plan_(plan), random_(plan.seed) {
  if (plan.policy == SchedulePlan::Policy::kPct && plan.length != 0) {
    for (std::uint32_t i = 0; i < plan.changes; ++i) change_at_.insert(random_() % plan.length);
  }
  for (const Switch& one : plan.switches) next_[{one.strand, one.point}] = one.next;
}

std::uint32_t Chooser::choose(std::uint32_t self, Caller caller,
                              std::span<const std::uint32_t> able) {
  const bool has_others = std::ranges::any_of(able, [&](auto one) { return one != self; });
  if (caller == Caller::kGoesOn && has_others && in_a_row_ >= kPatience) caller = Caller::kYields;
  if (self >= points_.size()) points_.resize(self + 1);
  const Place place{self, points_[self]++, caller, default_of(self, caller, able)};
  const std::uint32_t chosen = planned(place, able);
  choices_ += able.size() > 1;
  in_a_row_ = chosen != self ? 0 : in_a_row_ + (has_others ? 1 : 0);
  if (chosen != place.by_default && taken_.size() < kMostListed)
    taken_.push_back({self, chosen, place.point});
  return chosen;
}

std::uint32_t Chooser::default_of(std::uint32_t self, Caller caller,
                                  std::span<const std::uint32_t> able) const {
  if (caller == Caller::kGoesOn) return self;
  // The distance from self, going round: self itself comes last.
  return *std::ranges::min_element(able, {}, [&](std::uint32_t one) { return one - self - 1; });
}

std::uint32_t Chooser::planned(const Place& place, std::span<const std::uint32_t> able) {
  switch (plan_.policy) {
    case SchedulePlan::Policy::kRandom:
      break;
    case SchedulePlan::Policy::kPct:
      return by_priority(place, able);
    case SchedulePlan::Policy::kSwitches:
      return listed(place, able);
  }
  return able[random_() % able.size()];
}

std::uint32_t Chooser::by_priority(const Place& place, std::span<const std::uint32_t> able) {
  for (const std::uint32_t strand : able) {
    if (priorities_.contains(strand)) continue;
    priorities_[strand] = static_cast<std::int64_t>(random_() >> 1);
  }
  if (able.size() > 1 && change_at_.contains(choices_)) priorities_[place.strand] = --lowest_;
  if (place.caller == Caller::kYields) priorities_[place.strand] = --lowest_;
  return *std::ranges::max_element(able, {}, [&](auto strand) { return priorities_[strand]; });
}

std::uint32_t Chooser::listed(const Place& place, std::span<const std::uint32_t> able) {
  const auto found = next_.find({place.strand, place.point});
  const bool is_listed = found != next_.end() && holds(able, found->second);
  followed_ += is_listed ? 1 : 0;
  const std::uint32_t chosen = is_listed ? found->second : place.by_default;
  for (const std::uint32_t strand : able) {
    if (strand == chosen || alternatives_.size() == kMostListed) continue;
    // A strand that yields and is chosen again at once changes nothing.
    if (strand == place.strand && place.caller == Caller::kYields) continue;
    alternatives_.push_back({place.strand, strand, place.point});
  }
  return chosen;
}

}  // namespace drydock::sim
