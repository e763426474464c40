#include "src/verify/engine/schedules.h"

#include <algorithm>

#include "src/sim/explore.h"
#include "src/sim/shrink.h"

namespace drydock::verify {
namespace {

constexpr std::uint64_t kShrinkingRuns = 400;

std::optional<rules::Finding> shown_by(Outcome outcome, const std::string& key) {
  const auto at = std::ranges::find(outcome.findings, key, key_of);
  return at == outcome.findings.end() ? std::nullopt : std::optional(std::move(*at));
}

}  // namespace

bool explore_schedules(Player& player, const Scenario& scenario, std::uint64_t seed,
                       std::uint64_t most_runs,
                       const std::function<bool(const Plan&, Outcome)>& told) {
  bool goes_on = true;
  const auto run = [&](const sim::SchedulePlan& schedule) {
    const Plan plan = {.scenario = &scenario, .schedule = schedule, .tells_alternatives = true};
    Outcome outcome = player.play(plan);
    sim::Explored seen;
    seen.alternatives = std::move(outcome.alternatives);
    goes_on = told(plan, std::move(outcome));
    return seen;
  };
  sim::ExploreOptions options;
  options.most_runs = most_runs;
  options.stops_when_found = false;
  options.seed = seed;
  options.progress = [&](const sim::ExploreProgress&) { return goes_on; };
  return sim::explore(run, options).is_complete;
}

void shrink_schedule(Player& player, Found& found) {
  const auto with = [&](const sim::SchedulePlan& schedule) {
    Plan plan = found.plan;
    plan.schedule = schedule;
    return plan;
  };
  const Outcome whole = player.play(found.plan);
  sim::SchedulePlan undisturbed = whole.taken;
  if (!shown_by(whole, found.key) || undisturbed.policy != sim::SchedulePlan::Policy::kSwitches)
    return;
  undisturbed.switches.clear();
  if (shown_by(player.play(with(undisturbed)), found.key)) return;
  const sim::Shrunk shrunk = sim::shrink(
      whole.taken,
      [&](const sim::SchedulePlan& schedule) {
        return shown_by(player.play(with(schedule)), found.key).has_value();
      },
      kShrinkingRuns);
  auto finding = shown_by(player.play(with(shrunk.plan)), found.key);
  if (!finding) return;
  found.plan = with(shrunk.plan);
  found.finding = std::move(*finding);
  found.switches = shrunk.plan.switches.size();
}

}  // namespace drydock::verify
