#include "src/verify/engine/engine.h"

#include <algorithm>
#include <map>

#include "src/verify/engine/schedules.h"

namespace drydock::verify {
namespace {

// A scenario whose runs have to be ended costs the limit each time.
constexpr unsigned kDeathsBeforeGivingUp = 4;
// A hang that was found in so many scenarios is known: more runs that end so are not worth waiting
// for.
constexpr std::size_t kScenariosOfKnownHang = 3;
constexpr int kHastePerHang = 10;
constexpr std::size_t kConfirmed = 64;
constexpr std::size_t kShrunk = 8;

class Verifying {
 public:
  Verifying(const Request& request, const Progress& progress)
      : request_(request),
        progress_(progress),
        findings_(request.filter),
        crew_{request.subject, request.command, request.limits, request.jobs} {
    for (const Scenario* scenario : request.scenarios) {
      results_[scenario].scenario = scenario;
    }
  }

  Verification run() {
    play(clean_plans());
    play(further_plans());
    if (request_.explored != 0) explore();
    return conclude(request_.confirms);
  }

  Verification run_one(const Plan& plan) {
    play({plan});
    return conclude(/*confirms=*/false);
  }

 private:
  std::vector<Plan> clean_plans() const {
    std::vector<Plan> plans;
    for (const Scenario* scenario : request_.scenarios)
      plans.push_back({.scenario = scenario,
                       .schedule = {.seed = request_.seed},
                       .tells_places = request_.fails_each});
    return plans;
  }

  std::vector<Plan> further_plans() const {
    std::vector<Plan> plans;
    for (const Scenario* scenario : request_.scenarios) {
      const ScenarioResult& result = results_.at(scenario);
      if (result.status == ScenarioStatus::kSkipped || !result.stopped_by.empty()) continue;
      if (request_.fails_each) add_faults(*scenario, plans);
      if (!scenario->has_actors) continue;
      for (std::uint64_t i = 1; i < request_.runs; ++i)
        plans.push_back({.scenario = scenario, .schedule = schedule(*scenario, i)});
    }
    return plans;
  }

  // Random choices and random priorities by turns: each finds what the other hardly does.
  sim::SchedulePlan schedule(const Scenario& scenario, std::uint64_t number) const {
    sim::SchedulePlan plan = {.seed = request_.seed + number};
    if (number % 2 == 0) return plan;
    plan.policy = sim::SchedulePlan::Policy::kPct;
    plan.length = std::max<std::uint64_t>(choices_.at(&scenario), 1);
    return plan;
  }

  void add_faults(const Scenario& scenario, std::vector<Plan>& plans) const {
    const std::uint64_t points = points_.at(&scenario);
    for (std::uint64_t i = 0; i < points; ++i)
      plans.push_back(
          {.scenario = &scenario, .schedule = {.seed = request_.seed}, .faults = {.nth = i}});
    if (points < 2) return;
    const auto one_in = static_cast<std::uint32_t>(std::min<std::uint64_t>(points / 2, 1 << 16));
    for (std::uint64_t i = 0; i < request_.pairs; ++i) {
      plans.push_back({.scenario = &scenario,
                       .schedule = {.seed = request_.seed},
                       .faults = {.seed = request_.seed + i, .one_in = one_in}});
    }
  }

  void play(const std::vector<Plan>& plans) {
    planned_ += plans.size();
    const std::size_t before = ordered_;
    ordered_ += plans.size();
    crew_.play(
        plans,
        [&](std::size_t index, Outcome outcome) {
          take(plans[index], before + index, std::move(outcome));
        },
        [&](const Plan& plan) { return is_given_up(plan); });
  }

  void explore() {
    Player player(crew_);
    for (const Scenario* scenario : request_.scenarios) {
      ScenarioResult& result = results_[scenario];
      if (!scenario->has_actors || result.status == ScenarioStatus::kSkipped ||
          !result.stopped_by.empty())
        continue;
      result.is_explored = explore_schedules(player, *scenario, request_.seed, request_.explored,
                                             [&](const Plan& plan, Outcome outcome) {
                                               ++planned_;
                                               take(plan, ordered_++, std::move(outcome));
                                               return deaths_[scenario] < deaths_allowed();
                                             });
    }
  }

  bool is_given_up(const Plan& plan) {
    if (deaths_[plan.scenario] < deaths_allowed()) return false;
    ++results_[plan.scenario].given_up;
    tell_progress();
    return true;
  }

  void take(const Plan& plan, std::size_t order, Outcome outcome) {
    ScenarioResult& result = results_[plan.scenario];
    ++result.runs;
    const bool is_schedule =
        !plan.has_fault() && plan.schedule != sim::SchedulePlan{.seed = request_.seed};
    result.faults += plan.has_fault() ? 1 : 0;
    result.schedules += is_schedule ? 1 : 0;
    if (outcome.end == End::kDied) take_death(*plan.scenario, outcome);
    if (!plan.has_fault() && !is_schedule) take_clean(result, outcome);
    called_.insert(outcome.called.begin(), outcome.called.end());
    provided_.insert(outcome.provided.begin(), outcome.provided.end());
    findings_.add(plan, order, std::move(outcome.findings));
    tell_progress();
  }

  void take_death(const Scenario& scenario, const Outcome& outcome) {
    ++deaths_[&scenario];
    if (!outcome.was_slow) return;
    for (const rules::Finding& finding : outcome.findings) {
      if (finding.rule != hang_) continue;
      std::set<const Scenario*>& scenarios = hung_[key_of(finding)];
      const bool is_another = scenarios.insert(&scenario).second;
      if (is_another && scenarios.size() == kScenariosOfKnownHang)
        crew_.limits.wall /= kHastePerHang;
    }
  }

  unsigned deaths_allowed() const {
    const bool is_known = std::ranges::any_of(
        hung_, [](const auto& hang) { return hang.second.size() >= kScenariosOfKnownHang; });
    return is_known ? 1 : kDeathsBeforeGivingUp;
  }

  // A life that could not be lived without any fault was not lived.
  void take_clean(ScenarioResult& result, Outcome& outcome) {
    points_[result.scenario] = outcome.points;
    choices_[result.scenario] = outcome.choices;
    result.fault_places = std::move(outcome.places);
    if (outcome.end == End::kDied) result.stopped_by = outcome.findings.back().rule->id;
    if (outcome.has(*hang_)) result.stopped_by = hang_->id;
    if (outcome.end != End::kSkipped && outcome.end != End::kRefused) return;
    result.status = ScenarioStatus::kSkipped;
    result.reason = outcome.reason;
  }

  void tell_progress() {
    ++done_;
    if (progress_ != nullptr) progress_(done_, planned_);
  }

  Verification conclude(bool confirms) {
    Verification out;
    out.findings = findings_.all();
    out.known = findings_.known();
    if (confirms) {
      shrink(out.findings);
      confirm(out.findings);
    }
    for (const Found& found : out.findings)
      results_[found.scenario].status = ScenarioStatus::kFindings;
    for (const Scenario* scenario : request_.scenarios) out.scenarios.push_back(results_[scenario]);
    compare_fault_places(out);
    out.called = std::move(called_);
    out.provided = std::move(provided_);
    return out;
  }

  void compare_fault_places(Verification& out) const {
    for (const ScenarioResult& result : out.scenarios) {
      const std::string name(result.scenario->name);
      const auto known = request_.filter.baseline.fault_places.find(name);
      if (known == request_.filter.baseline.fault_places.end() || result.fault_places.empty())
        continue;
      const std::set<std::string> now(result.fault_places.begin(), result.fault_places.end());
      for (const std::string& place : now) {
        if (!known->second.contains(place)) out.new_fault_places.push_back(name + ": " + place);
      }
      for (const std::string& place : known->second) {
        if (!now.contains(place)) out.gone_fault_places.push_back(name + ": " + place);
      }
    }
  }

  // What was found under a schedule without a fault may be a race.
  void shrink(std::vector<Found>& findings) const {
    Player player(crew_);
    std::size_t left = kShrunk;
    for (Found& found : findings) {
      if (!found.scenario->has_actors || found.plan.has_fault() || left == 0 ||
          hung_.contains(found.key))
        continue;
      --left;
      shrink_schedule(player, found);
    }
  }

  // The run of each finding once more, alone in its process as a replay is.
  void confirm(std::vector<Found>& findings) const {
    std::vector<Plan> plans;
    for (std::size_t i = 0; i < findings.size() && i < kConfirmed; ++i)
      plans.push_back(findings[i].plan);
    crew_.play(
        plans,
        [&](std::size_t index, const Outcome& outcome) {
          findings[index].is_reproduced =
              std::ranges::any_of(outcome.findings, [&](const rules::Finding& finding) {
                return key_of(finding) == findings[index].key;
              });
        },
        nullptr, /*fresh=*/true);
  }

  const Request& request_;
  const Progress& progress_;
  Findings findings_;
  Crew crew_;
  std::map<const Scenario*, ScenarioResult> results_;
  std::map<const Scenario*, std::uint64_t> points_;
  std::map<const Scenario*, std::uint64_t> choices_;
  std::map<const Scenario*, unsigned> deaths_;
  const rules::Rule* const hang_ = &rules::find("N-062");
  // By the hang's key, the scenarios whose runs took the limit because of it.
  std::map<std::string, std::set<const Scenario*>> hung_;
  std::set<std::string> called_;
  std::set<std::string> provided_;
  std::size_t ordered_ = 0;
  std::uint64_t planned_ = 0;
  std::uint64_t done_ = 0;
};

}  // namespace

Verification verify(const Request& request, const Progress& progress) {
  const LineCounters counters(request.subject);
  Verification out = Verifying(request, progress).run();
  out.lines = counters.read();
  return out;
}

Verification replay(const Request& request, const Plan& plan) {
  const LineCounters counters(request.subject);
  Verification out = Verifying(request, nullptr).run_one(plan);
  out.lines = counters.read();
  return out;
}

}  // namespace drydock::verify
