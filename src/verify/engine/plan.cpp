#include "src/verify/engine/plan.h"

#include <cassert>
#include <charconv>

namespace drydock::verify {
namespace {

constexpr std::string_view kPlace = "place:";
constexpr std::uint64_t kMostDistance = 0xffff'ffff;

std::optional<std::uint64_t> number_from(std::string_view text, int base = 10) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "1f3a:4"
std::optional<sim::FaultPlan> place_from(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto stack = number_from(text.substr(0, colon), 16);
  const auto time = number_from(text.substr(colon + 1));
  if (!stack || !time) return std::nullopt;
  return sim::FaultPlan{.stack = stack, .time = time};
}

// "7+2"
std::optional<sim::FaultPlan> pair_from(std::string_view text, std::size_t plus) {
  const auto nth = number_from(text.substr(0, plus));
  const auto distance = number_from(text.substr(plus + 1));
  if (!nth || !distance || *distance == 0 || *distance > kMostDistance) return std::nullopt;
  return sim::FaultPlan{.nth = nth, .distance = *distance};
}

// "3/8"
std::optional<sim::FaultPlan> random_from(std::string_view text, std::size_t slash) {
  const auto seed = number_from(text.substr(0, slash));
  const auto one_in = number_from(text.substr(slash + 1));
  if (!seed || !one_in || *one_in == 0 || *one_in > 0xffff'ffff) return std::nullopt;
  return sim::FaultPlan{.seed = seed, .one_in = static_cast<std::uint32_t>(*one_in)};
}

}  // namespace

std::string to_text(const sim::FaultPlan& faults) {
  assert(!faults.stack || faults.time);  // the engine's plans say which time at the place fails
  if (faults.nth && faults.distance != 0) return fmt::format("{}+{}", *faults.nth, faults.distance);
  if (faults.nth) return std::to_string(*faults.nth);
  if (faults.stack) return fmt::format("{}{:x}:{}", kPlace, *faults.stack, *faults.time);
  if (faults.seed) return fmt::format("{}/{}", *faults.seed, faults.one_in);
  return "none";
}

std::optional<sim::FaultPlan> fault_plan_from(std::string_view text) {
  if (text == "none") return sim::FaultPlan{};
  if (text.starts_with(kPlace)) return place_from(text.substr(kPlace.size()));
  if (const auto plus = text.find('+'); plus != text.npos) return pair_from(text, plus);
  if (const auto slash = text.find('/'); slash != text.npos) return random_from(text, slash);
  const auto number = number_from(text);
  return number ? std::optional(sim::FaultPlan{.nth = number}) : std::nullopt;
}

std::string arguments_of(const Plan& plan) {
  const bool is_random = plan.schedule.policy == sim::SchedulePlan::Policy::kRandom;
  return fmt::format("--scenario {} {} --fault {}", plan.scenario->name,
                     is_random ? fmt::format("--seed {}", plan.schedule.seed)
                               : "--schedule " + sim::to_text(plan.schedule),
                     to_text(plan.faults));
}

}  // namespace drydock::verify
