#include "src/verify/engine/schedules.h"

#include <algorithm>
#include <cassert>

#include "src/sim/explore.h"
#include "src/sim/shrink.h"

namespace drydock::verify {
namespace {

constexpr std::uint64_t kShrinkingRuns = 400;

std::optional<rules::Finding> finding_in(std::optional<Outcome> outcome, const std::string& key) {
  if (!outcome) return std::nullopt;
  const auto at = std::ranges::find(outcome->findings, key, key_of);
  return at == outcome->findings.end() ? std::nullopt : std::optional(std::move(*at));
}

}  // namespace

bool explore_schedules(SequentialRunner& runner, const Scenario& scenario, std::uint64_t seed,
                       std::uint64_t most_runs,
                       const std::function<bool(const Plan&, Outcome)>& on_outcome) {
  bool goes_on = true;
  std::uint64_t runs = 0;
  sim::ExploreOptions options;
  const auto run = [&](const sim::SchedulePlan& schedule) {
    assert(goes_on && runs < most_runs);
    ++runs;
    assert(schedule.switches.size() <= options.most_switches);
    const Plan plan = {.scenario = &scenario, .schedule = schedule, .wants_alternatives = true};
    std::optional<Outcome> outcome = runner.run(plan);
    sim::Explored explored;
    goes_on = outcome.has_value();
    if (!outcome) return explored;
    explored.alternatives = std::move(outcome->alternatives);
    goes_on = on_outcome(plan, std::move(*outcome));
    return explored;
  };
  options.most_runs = most_runs;
  options.stops_when_found = false;
  options.seed = seed;
  options.progress = [&](const sim::ExploreProgress&) { return goes_on; };
  return sim::explore(run, options).is_complete;
}

void shrink_schedule(SequentialRunner& runner, DistinctFinding& found) {
  const auto with = [&](const sim::SchedulePlan& schedule) {
    Plan plan = found.plan;
    plan.schedule = schedule;
    return plan;
  };
  const std::optional<Outcome> whole = runner.run(found.plan);
  if (!whole) return;
  sim::SchedulePlan undisturbed = whole->taken;
  if (!finding_in(whole, found.key) || undisturbed.policy != sim::SchedulePlan::Policy::kSwitches)
    return;
  undisturbed.switches.clear();
  if (finding_in(runner.run(with(undisturbed)), found.key)) return;
  const sim::Shrunk shrunk = sim::shrink(
      whole->taken,
      [&](const sim::SchedulePlan& schedule) {
        return finding_in(runner.run(with(schedule)), found.key).has_value();
      },
      kShrinkingRuns);
  auto finding = finding_in(runner.run(with(shrunk.plan)), found.key);
  if (!finding) return;
  assert(key_of(*finding) == found.key);
  assert(shrunk.plan.switches.size() <= whole->taken.switches.size());
  found.plan = with(shrunk.plan);
  found.finding = std::move(*finding);
  found.switches = shrunk.plan.switches.size();
}

}  // namespace drydock::verify
