#include "src/verify/engine/engine.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "src/verify/engine/coverage.h"
#include "src/verify/engine/ended_runs.h"
#include "src/verify/engine/fault_choice.h"
#include "src/verify/engine/schedules.h"
#include "src/verify/engine/watched_start.h"

namespace drydock::verify {
namespace {

// Runs of a scenario in a round: fewer once one of them has ended its process.
constexpr std::size_t kRound = 64;
constexpr std::size_t kRoundAfterEnd = 8;
constexpr int kLimitDivisorOfKnownHang = 10;
constexpr std::size_t kMostConfirmed = 64;
constexpr std::size_t kMostShrunk = 8;

// The engine's knowledge of a scenario: the course of its clean run, and the effect of each single
// fault.
struct Known {
  Course course = {};
  std::uint64_t choices = 0;
  bool is_whole = false;                              // the clean run came to its end
  std::map<std::uint64_t, FaultEffect> effects = {};  // by point

  std::vector<FaultEffect> all_effects() const {
    std::vector<FaultEffect> out;
    for (const auto& [point, effect] : effects) out.push_back(effect);
    return out;
  }
};

// The plans of a scenario that are not run yet.
struct Queue {
  const Scenario* scenario;
  std::vector<std::size_t> plans;
  std::size_t next = 0;

  std::size_t left() const { return plans.size() - next; }
};

class Verifier {
 public:
  Verifier(const Request& request, const Progress& progress)
      : request_(request),
        progress_(progress),
        findings_(request.filter),
        pool_{request.drivers, request.command, request.limits, request.jobs,
              [this] { return must_stop(); }} {
    for (const Scenario* scenario : request.scenarios) {
      results_[scenario].scenario = scenario;
      known_[scenario];
    }
  }

  Verification run() {
    run_in_rounds(clean_plans());
    run_in_rounds(first_plans());
    run_in_rounds(combined_plans());
    if (request_.explored != 0) explore();
    return conclude(request_.confirms);
  }

  Verification run_one(const Plan& plan) {
    run_in_rounds({plan});
    Verification out = conclude(/*confirms=*/false);
    out.unmet = unmet_;
    return out;
  }

 private:
  // Once stopped, it stays stopped.
  bool must_stop() const {
    if (stopped_because_.empty() && request_.why_stop != nullptr)
      stopped_because_ = request_.why_stop();
    return !stopped_because_.empty();
  }

  std::vector<Plan> clean_plans() const {
    std::vector<Plan> plans;
    for (const Scenario* scenario : request_.scenarios) {
      plans.push_back(plan_of(*scenario, {}));
      plans.back().wants_fault_points = request_.fails_each;
      plans.back().shows_debug_output = request_.shows_debug_output;
    }
    return plans;
  }

  // A run under the schedule of the clean run.
  Plan plan_of(const Scenario& scenario, const sim::FaultPlan& faults) const {
    return {.scenario = &scenario, .schedule = {.seed = request_.seed}, .faults = faults};
  }

  // One fault, and schedules without a fault.
  std::vector<Plan> first_plans() const {
    const auto points = points_to_fail();
    std::vector<Plan> plans;
    for (const Scenario* scenario : request_.scenarios) {
      for (const std::uint64_t point : points.at(scenario))
        plans.push_back(plan_of(*scenario, {.nth = point}));
      if (plays_schedules(*scenario)) add_schedules(*scenario, {}, plans);
    }
    return plans;
  }

  // Clean runs that came to their end come first: what they reach, the others need not play.
  std::map<const Scenario*, std::vector<std::uint64_t>> points_to_fail() const {
    std::map<const Scenario*, std::vector<std::uint64_t>> out;
    std::set<std::uint64_t> reached;
    for (const Scenario* scenario : request_.scenarios) out[scenario] = {};
    if (!request_.fails_each) return out;
    for (const bool is_whole : {true, false}) {
      for (const Scenario* scenario : request_.scenarios) {
        const Known& known = known_.at(scenario);
        if (known.is_whole != is_whole) continue;
        out[scenario] = is_whole ? points_of_whole(known.course, reached)
                                 : points_of_part(known.course, reached);
      }
    }
    return out;
  }

  // A schedule changes nothing before the actors begin.
  bool plays_schedules(const Scenario& scenario) const {
    const Known& known = known_.at(&scenario);
    return scenario.has_actors && (known.is_whole || !known.course.overlaps.empty());
  }

  void add_schedules(const Scenario& scenario, const sim::FaultPlan& faults,
                     std::vector<Plan>& plans) const {
    for (std::uint64_t i = 1; i < request_.runs; ++i)
      plans.push_back({.scenario = &scenario, .schedule = schedule(scenario, i), .faults = faults});
  }

  // Random choices and random priorities take turns: each finds races that the other rarely finds.
  sim::SchedulePlan schedule(const Scenario& scenario, std::uint64_t number) const {
    sim::SchedulePlan plan = {.seed = request_.seed + number};
    if (number % 2 == 0) return plan;
    plan.policy = sim::SchedulePlan::Policy::kPct;
    plan.length = std::max<std::uint64_t>(known_.at(&scenario).choices, 1);
    return plan;
  }

  // Two faults, and a fault in every schedule of a race.
  std::vector<Plan> combined_plans() const {
    std::vector<Plan> plans;
    if (!request_.fails_each) return plans;
    std::set<PlacePair> chosen;
    for (const Scenario* scenario : request_.scenarios) {
      const Known& known = known_.at(scenario);
      for (const sim::FaultPlan& pair :
           choose_pairs(known.course, known.all_effects(), request_.pairs, chosen))
        plans.push_back(plan_of(*scenario, pair));
    }
    for (const DriverKind kind :
         {DriverKind::kMiniport, DriverKind::kUserMode, DriverKind::kMinidriver}) {
      for (const auto& [scenario, fault] : most_promising(kind))
        add_schedules(*scenario, fault.plan(), plans);
    }
    return plans;
  }

  // The fault points of all races of one kind of driver, each place of the driver once.
  std::vector<std::pair<const Scenario*, RaceFault>> most_promising(DriverKind kind) const {
    // The key puts those that changed most first, and equal ones in the order of the scenarios.
    std::map<std::pair<std::uint64_t, std::size_t>, std::pair<const Scenario*, RaceFault>> all;
    for (const Scenario* scenario : request_.scenarios) {
      if (scenario->kind != kind || !plays_schedules(*scenario)) continue;
      const Known& known = known_.at(scenario);
      for (const RaceFault& fault : race_faults(known.course, known.all_effects()))
        all.emplace(std::pair(~fault.changed_places, all.size()), std::pair(scenario, fault));
    }
    std::vector<std::pair<const Scenario*, RaceFault>> out;
    std::set<std::uint64_t> places;
    for (const auto& [key, each] : all) {
      if (out.size() == request_.race_faults) break;
      if (places.insert(each.second.place).second) out.push_back(each);
    }
    return out;
  }

  // Runs the plans some at a time. After each round the scenarios are left out whose further runs
  // are not worth their time.
  void run_in_rounds(const std::vector<Plan>& plans) {
    planned_ += plans.size();
    const std::size_t before = ordered_;
    ordered_ += plans.size();
    std::vector<Queue> queues = queues_of(plans);
    for (;;) {
      const std::vector<std::size_t> round = next_round(queues);
      if (round.empty()) break;
      run_round(plans, round, before);
    }
  }

  static std::vector<Queue> queues_of(const std::vector<Plan>& plans) {
    std::vector<Queue> queues;
    std::map<const Scenario*, std::size_t> places;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const auto [at, is_new] = places.try_emplace(plans[i].scenario, queues.size());
      if (is_new) queues.push_back({plans[i].scenario, {}});
      queues[at->second].plans.push_back(i);
    }
    return queues;
  }

  std::vector<std::size_t> next_round(std::vector<Queue>& queues) {
    std::vector<std::size_t> round;
    const bool is_stopped = must_stop();
    for (Queue& queue : queues) {
      if (is_stopped) {
        leave_unmade(queue.left());
        queue.next = queue.plans.size();
      }
      const std::string why = why_left_out(*queue.scenario);
      if (!why.empty()) {
        leave_out(*queue.scenario, queue.left(), why);
        queue.next = queue.plans.size();
      }
      const std::size_t most = ended_.has_any(*queue.scenario) ? kRoundAfterEnd : kRound;
      for (std::size_t count = std::min(queue.left(), most); count != 0; --count)
        round.push_back(queue.plans[queue.next++]);
    }
    return round;
  }

  std::string why_left_out(const Scenario& scenario) const {
    const std::string hangs = ended_.hang_limit_of(scenario);
    return hangs.empty() ? ended_.barren_limit_of(scenario) : hangs;
  }

  void leave_out(const Scenario& scenario, std::size_t runs, const std::string& why) {
    if (runs == 0) return;
    ScenarioResult& result = results_[&scenario];
    result.dropped += runs;
    result.dropped_because = why;
    for (; runs != 0; --runs) report_progress();
  }

  void leave_unmade(std::size_t runs) {
    runs_not_made_ += runs;
    for (; runs != 0; --runs) report_progress();
  }

  void run_round(const std::vector<Plan>& plans, const std::vector<std::size_t>& round,
                 std::size_t before) {
    std::vector<Plan> chosen;
    for (const std::size_t index : round) chosen.push_back(plans[index]);
    const std::vector<std::size_t> unmade = pool_.run(
        chosen,
        [&](std::size_t index, Outcome outcome) {
          take(chosen[index], before + round[index], std::move(outcome));
        },
        [&](const Plan& plan) {
          const std::string why = ended_.hang_limit_of(*plan.scenario);
          if (!why.empty()) leave_out(*plan.scenario, 1, why);
          return !why.empty();
        });
    leave_unmade(unmade.size());
    ended_.end_round();
  }

  void explore() {
    SequentialRunner runner(pool_);
    for (const Scenario* scenario : request_.scenarios) {
      if (!plays_schedules(*scenario)) continue;
      results_[scenario].is_explored =
          explore_schedules(runner, *scenario, request_.seed, request_.explored,
                            [&](const Plan& plan, Outcome outcome) {
                              ++planned_;
                              const std::size_t order = ordered_++;
                              take(plan, order, std::move(outcome));
                              ended_.end_round();
                              return why_left_out(*scenario).empty();
                            });
    }
  }

  // Collects the outcome of a run.
  void take(const Plan& plan, std::size_t order, Outcome outcome) {
    assert(results_.contains(plan.scenario) && order < ordered_);
    ScenarioResult& result = results_[plan.scenario];
    ++result.runs;
    unmet_ = outcome.unmet;
    result.took += outcome.took;
    const bool is_of_clean = plan.schedule == sim::SchedulePlan{.seed = request_.seed};
    result.faults += plan.has_fault() ? 1 : 0;
    result.schedules += !plan.has_fault() && !is_of_clean ? 1 : 0;
    if (outcome.ended_process()) take_ended_process(*plan.scenario, order, outcome);
    if (!plan.has_fault() && is_of_clean) take_clean(result, outcome);
    if (plan.has_single_fault() && is_of_clean) take_effect(plan, outcome);
    called_.insert(outcome.called.begin(), outcome.called.end());
    provided_.insert(outcome.provided.begin(), outcome.provided.end());
    findings_.add(plan, order, std::move(outcome.findings));
    report_progress();
  }

  void take_ended_process(const Scenario& scenario, std::size_t order, const Outcome& outcome) {
    const bool knew_hang = ended_.knows_hang();
    ended_.add(scenario, order, outcome);
    if (!knew_hang && ended_.knows_hang()) pool_.limits.wall /= kLimitDivisorOfKnownHang;
  }

  // If a call that has to succeed fails in the clean run, the scenario counts as skipped.
  void take_clean(ScenarioResult& result, Outcome& outcome) {
    known_[result.scenario] = {.course = std::move(outcome.course),
                               .choices = outcome.choices,
                               .is_whole = outcome.end == End::kPassed};
    result.fault_points = std::move(outcome.fault_point_names);
    result.notes = std::move(outcome.notes);
    if (outcome.ended_process()) result.stopped_by = outcome.findings.back().rule->id;
    if (outcome.has(*hang_)) result.stopped_by = hang_->id;
    if (outcome.end != End::kSkipped && outcome.end != End::kRefused) return;
    result.status = ScenarioStatus::kSkipped;
    result.reason = outcome.reason;
    result.does_not_start = outcome.does_not_start;
    result.preceded_by = std::move(outcome.preceded_by);
  }

  // Stores the effect of a single fault. A run that ended its process has none that is known.
  void take_effect(const Plan& plan, const Outcome& outcome) {
    Known& known = known_[plan.scenario];
    const std::uint64_t point = *plan.faults.nth;
    if (outcome.ended_process() || point >= known.course.places.size()) return;
    known.effects[point] = effect_of(point, known.course, outcome);
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
    out.suppressed = findings_.suppressed();
    out.suppression_notes = suppression_notes(/*is_whole=*/confirms && !must_stop());
    if (confirms && !must_stop()) {
      shrink(out.findings);
      confirm(out.findings);
    }
    watch_failed_starts();
    name_what_was_not_played();
    for (const Scenario* scenario : request_.scenarios) {
      ScenarioResult& result = results_[scenario];
      const auto has_finding = [&](const DistinctFinding& found) {
        return found.scenarios.contains(scenario->name);
      };
      if (std::ranges::any_of(out.findings, has_finding)) result.status = ScenarioStatus::kFindings;
      out.scenarios.push_back(result);
    }
    compare_fault_points(out);
    out.called = std::move(called_);
    out.provided = std::move(provided_);
    out.stopped_because = stopped_because_;
    out.runs_not_made = runs_not_made_;
    return out;
  }

  void name_what_was_not_played() {
    if (stopped_because_.empty()) return;
    for (auto& [scenario, result] : results_) {
      if (result.runs != 0) continue;
      result.status = ScenarioStatus::kSkipped;
      result.reason = "the verification " + stopped_because_;
    }
  }

  // One run alone has no use for most entries.
  std::vector<std::string> suppression_notes(bool is_whole) const {
    std::vector<std::string> out;
    if (request_.filter.suppressions == nullptr) return out;
    const Suppressions& all = *request_.filter.suppressions;
    for (std::size_t i = 0; i < all.entries().size(); ++i) {
      const Suppression& entry = all.entries()[i];
      const bool is_used = findings_.used_suppressions().contains(i);
      if (is_used ? !all.is_expired(i) : !is_whole) continue;
      out.push_back(fmt::format(
          "suppression {} of {} in {} ({}) {}", i + 1, entry.rule, entry.function, entry.reason,
          is_used ? "expired on " + entry.until + ", and its findings count" : "fits no finding"));
    }
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

  // A finding of a scenario with actors may be a race, unless its run had the schedule of the clean
  // run and a fault.
  void shrink(std::vector<DistinctFinding>& findings) const {
    SequentialRunner runner(pool_);
    std::size_t left = kMostShrunk;
    for (DistinctFinding& found : findings) {
      const bool is_of_fault = found.plan.has_fault() && !found.plan.faults.stack;
      if (!found.scenario->has_actors || is_of_fault || left == 0 ||
          ended_.is_known_hang(found.key))
        continue;
      --left;
      shrink_schedule(runner, found);
    }
  }

  // Runs the plan of each finding once more, each in a process of its own, as a replay does.
  void confirm(std::vector<DistinctFinding>& findings) const {
    std::vector<Plan> plans;
    for (std::size_t i = 0; i < findings.size() && i < kMostConfirmed; ++i) {
      plans.push_back(findings[i].plan);
      plans.back().shows_debug_output = false;
    }
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

  void watch_failed_starts() {
    std::vector<ScenarioResult*> failed;
    for (auto& [scenario, result] : results_) {
      if (result.does_not_start) failed.push_back(&result);
    }
    if (!must_stop()) verify::watch_failed_starts(request_, pool_, failed);
  }

  const Request& request_;
  const Progress& progress_;
  FindingCollector findings_;
  ProcessPool pool_;
  std::map<const Scenario*, ScenarioResult> results_;
  std::map<const Scenario*, Known> known_;
  EndedRuns ended_;
  const rules::Rule* const hang_ = &rules::find("N-062");
  std::set<std::string> called_;
  std::set<std::string> provided_;
  mutable std::string stopped_because_;  // see Request::why_stop
  std::uint64_t runs_not_made_ = 0;
  std::string unmet_;        // Outcome::unmet of the last run
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
  Plan played = plan;
  played.shows_debug_output = request.shows_debug_output && plan.trace == nullptr;
  Verification out = Verifier(request, nullptr).run_one(played);
  out.lines = counters.read();
  out.evaluated = evaluations.read();
  return out;
}

std::optional<std::string> trace_of(const Request& request, Plan plan) {
  SharedText text;
  plan.trace = &text;
  replay(request, plan);
  return text.read();
}

}  // namespace drydock::verify
