#include "src/verify/engine/plan.h"

#include <charconv>

namespace drydock::verify {
namespace {

std::optional<std::uint64_t> number_from(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string to_text(const sim::FaultPlan& faults) {
  if (faults.nth) return std::to_string(*faults.nth);
  if (faults.seed) return fmt::format("{}/{}", *faults.seed, faults.one_in);
  return "none";
}

std::optional<sim::FaultPlan> fault_plan_from(std::string_view text) {
  if (text == "none") return sim::FaultPlan{};
  const std::size_t slash = text.find('/');
  const auto number = number_from(text.substr(0, slash));
  if (!number) return std::nullopt;
  if (slash == std::string_view::npos) return sim::FaultPlan{.nth = number};
  const auto one_in = number_from(text.substr(slash + 1));
  if (!one_in || *one_in == 0 || *one_in > 0xffff'ffff) return std::nullopt;
  return sim::FaultPlan{.seed = number, .one_in = static_cast<std::uint32_t>(*one_in)};
}

std::string arguments_of(const Plan& plan) {
  const bool is_random = plan.schedule.policy == sim::SchedulePlan::Policy::kRandom;
  return fmt::format("--scenario {} {} --fault {}", plan.scenario->name,
                     is_random ? fmt::format("--seed {}", plan.schedule.seed)
                               : "--schedule " + sim::to_text(plan.schedule),
                     to_text(plan.faults));
}

}  // namespace drydock::verify
