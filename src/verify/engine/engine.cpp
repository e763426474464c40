#include "src/verify/engine/engine.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "src/verify/engine/coverage.h"
#include "src/verify/engine/schedules.h"

namespace drydock::verify {
namespace {

// Runs of a scenario that end their process before its further plans are dropped: each may cost the
// whole time limit.
constexpr unsigned kEndedProcesses = 4;
// A hang in so many scenarios is known. Further runs that hang there are not worth the whole limit.
constexpr std::size_t kScenariosOfKnownHang = 3;
constexpr int kLimitDivisorOfKnownHang = 10;
constexpr std::size_t kMostConfirmed = 64;
constexpr std::size_t kMostShrunk = 8;

class Verifier {
 public:
  Verifier(const Request& request, const Progress& progress)
      : request_(request),
        progress_(progress),
        findings_(request.filter),
        pool_{request.drivers, request.command, request.limits, request.jobs} {
    for (const Scenario* scenario : request.scenarios) {
      results_[scenario].scenario = scenario;
    }
  }

  Verification run() {
    run_all(clean_plans());
    run_all(further_plans());
    if (request_.explored != 0) explore();
    return conclude(request_.confirms);
  }

  Verification run_one(const Plan& plan) {
    run_all({plan});
    return conclude(/*confirms=*/false);
  }

 private:
  std::vector<Plan> clean_plans() const {
    std::vector<Plan> plans;
    for (const Scenario* scenario : request_.scenarios)
      plans.push_back({.scenario = scenario,
                       .schedule = {.seed = request_.seed},
                       .wants_fault_point_names = request_.fails_each});
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

  // Random choices and random priorities take turns: each finds races that the other rarely finds.
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

  void run_all(const std::vector<Plan>& plans) {
    planned_ += plans.size();
    const std::size_t before = ordered_;
    ordered_ += plans.size();
    pool_.run(
        plans,
        [&](std::size_t index, Outcome outcome) {
          take(plans[index], before + index, std::move(outcome));
        },
        [&](const Plan& plan) { return is_dropped(plan); });
  }

  void explore() {
    SequentialRunner runner(pool_);
    for (const Scenario* scenario : request_.scenarios) {
      ScenarioResult& result = results_[scenario];
      if (!scenario->has_actors || result.status == ScenarioStatus::kSkipped ||
          !result.stopped_by.empty())
        continue;
      result.is_explored =
          explore_schedules(runner, *scenario, request_.seed, request_.explored,
                            [&](const Plan& plan, Outcome outcome) {
                              ++planned_;
                              const std::size_t order = ordered_++;
                              take(plan, order, std::move(outcome));
                              return ended_processes_[scenario] < most_ended_processes();
                            });
    }
  }

  bool is_dropped(const Plan& plan) {
    if (ended_processes_[plan.scenario] < most_ended_processes()) return false;
    ++results_[plan.scenario].dropped;
    report_progress();
    return true;
  }

  // Collects the outcome of a run.
  void take(const Plan& plan, std::size_t order, Outcome outcome) {
    assert(results_.contains(plan.scenario) && order < ordered_);
    ScenarioResult& result = results_[plan.scenario];
    ++result.runs;
    const bool is_schedule =
        !plan.has_fault() && plan.schedule != sim::SchedulePlan{.seed = request_.seed};
    result.faults += plan.has_fault() ? 1 : 0;
    result.schedules += is_schedule ? 1 : 0;
    if (outcome.ended_process()) take_ended_process(*plan.scenario, outcome);
    if (!plan.has_fault() && !is_schedule) take_clean(result, outcome);
    called_.insert(outcome.called.begin(), outcome.called.end());
    provided_.insert(outcome.provided.begin(), outcome.provided.end());
    findings_.add(plan, order, std::move(outcome.findings));
    report_progress();
  }

  void take_ended_process(const Scenario& scenario, const Outcome& outcome) {
    ++ended_processes_[&scenario];
    if (outcome.end != End::kLimitExceeded) return;
    for (const rules::Finding& finding : outcome.findings) {
      if (finding.rule != hang_) continue;
      std::set<const Scenario*>& scenarios = hung_[key_of(finding)];
      const bool is_another = scenarios.insert(&scenario).second;
      if (is_another && scenarios.size() == kScenariosOfKnownHang)
        pool_.limits.wall /= kLimitDivisorOfKnownHang;
    }
  }

  unsigned most_ended_processes() const {
    const bool is_known = std::ranges::any_of(
        hung_, [](const auto& hang) { return hang.second.size() >= kScenariosOfKnownHang; });
    return is_known ? 1 : kEndedProcesses;
  }

  // If a call that has to succeed fails in the clean run, the scenario counts as skipped.
  void take_clean(ScenarioResult& result, Outcome& outcome) {
    points_[result.scenario] = outcome.points;
    choices_[result.scenario] = outcome.choices;
    result.fault_points = std::move(outcome.fault_point_names);
    result.notes = std::move(outcome.notes);
    if (outcome.ended_process()) result.stopped_by = outcome.findings.back().rule->id;
    if (outcome.has(*hang_)) result.stopped_by = hang_->id;
    if (outcome.end != End::kSkipped && outcome.end != End::kRefused) return;
    result.status = ScenarioStatus::kSkipped;
    result.reason = outcome.reason;
  }

  void report_progress() {
    ++done_;
    assert(done_ <= planned_);
    if (progress_ != nullptr) progress_(done_, planned_);
  }

  Verification conclude(bool confirms) {
    assert(done_ == planned_);
    Verification out;
    out.findings = findings_.all();
    out.known = findings_.known();
    if (confirms) {
      shrink(out.findings);
      confirm(out.findings);
    }
    for (const DistinctFinding& found : out.findings)
      results_[found.scenario].status = ScenarioStatus::kFindings;
    for (const Scenario* scenario : request_.scenarios) out.scenarios.push_back(results_[scenario]);
    compare_fault_points(out);
    out.called = std::move(called_);
    out.provided = std::move(provided_);
    return out;
  }

  void compare_fault_points(Verification& out) const {
    for (const ScenarioResult& result : out.scenarios) {
      const std::string name(result.scenario->name);
      const auto known = request_.filter.baseline.fault_points.find(name);
      if (known == request_.filter.baseline.fault_points.end() || result.fault_points.empty())
        continue;
      const std::set<std::string> now(result.fault_points.begin(), result.fault_points.end());
      for (const std::string& place : now) {
        if (!known->second.contains(place)) out.new_fault_points.push_back(name + ": " + place);
      }
      for (const std::string& place : known->second) {
        if (!now.contains(place)) out.gone_fault_points.push_back(name + ": " + place);
      }
    }
  }

  // A finding of a scenario with actors, in a run without a fault, may be a race.
  void shrink(std::vector<DistinctFinding>& findings) const {
    SequentialRunner runner(pool_);
    std::size_t left = kMostShrunk;
    for (DistinctFinding& found : findings) {
      if (!found.scenario->has_actors || found.plan.has_fault() || left == 0 ||
          hung_.contains(found.key))
        continue;
      --left;
      shrink_schedule(runner, found);
    }
  }

  // Runs the plan of each finding once more, each in a process of its own, as a replay does.
  void confirm(std::vector<DistinctFinding>& findings) const {
    std::vector<Plan> plans;
    for (std::size_t i = 0; i < findings.size() && i < kMostConfirmed; ++i)
      plans.push_back(findings[i].plan);
    pool_.run(
        plans,
        [&](std::size_t index, const Outcome& outcome) {
          findings[index].is_reproduced =
              std::ranges::any_of(outcome.findings, [&](const rules::Finding& finding) {
                return key_of(finding) == findings[index].key;
              });
        },
        nullptr, ProcessPool::Processes::kOneForEach);
  }

  const Request& request_;
  const Progress& progress_;
  FindingCollector findings_;
  ProcessPool pool_;
  std::map<const Scenario*, ScenarioResult> results_;
  std::map<const Scenario*, std::uint64_t> points_;      // of the clean run
  std::map<const Scenario*, std::uint64_t> choices_;     // of the clean run
  std::map<const Scenario*, unsigned> ended_processes_;  // runs that ended their process
  const rules::Rule* const hang_ = &rules::find("N-062");
  // The scenarios whose runs exceeded the time limit, by the key of the hang.
  std::map<std::string, std::set<const Scenario*>> hung_;
  std::set<std::string> called_;
  std::set<std::string> provided_;
  std::size_t ordered_ = 0;  // plans that have an order; see FindingCollector
  std::uint64_t planned_ = 0;
  std::uint64_t done_ = 0;
};

}  // namespace

Verification verify(const Request& request, const Progress& progress) {
  const LineCounters counters(request.drivers);
  const SharedEvaluations evaluations;
  Verification out = Verifier(request, progress).run();
  out.lines = counters.read();
  out.evaluated = evaluations.read();
  return out;
}

Verification replay(const Request& request, const Plan& plan) {
  const LineCounters counters(request.drivers);
  const SharedEvaluations evaluations;
  Verification out = Verifier(request, nullptr).run_one(plan);
  out.lines = counters.read();
  out.evaluated = evaluations.read();
  return out;
}

}  // namespace drydock::verify
