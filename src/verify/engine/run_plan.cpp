#include "src/verify/engine/run_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>

#include "src/nt/base/called.h"
#include "src/nt/ob/played_windows.h"
#include "src/nt/watch/breach.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"
#include "src/verify/base/choose.h"
#include "src/verify/base/debug_lines.h"
#include "src/verify/base/profile_registry.h"
#include "src/verify/engine/fault_point_names.h"
#include "src/verify/engine/finding_key.h"

namespace drydock::verify {
namespace {

// The log of the run that is under way. The handler of a crash reads it, perhaps on another thread.
std::atomic<const rules::FindingLog*> log_of_run = nullptr;
std::atomic<const verify::Run*> run_under_way = nullptr;
std::atomic<SharedText*> trace_of_run = nullptr;

void run_scenario(const Plan& plan, const TestedDrivers& drivers, Outcome& out) {
  const nt::PlayedWindows windows(drivers.windows);
  verify::Run run(drivers, plan.schedule.seed);
  run_under_way.store(&run);
  for (const std::filesystem::path& driver : {drivers.miniport, drivers.avstream})
    set_registry(drivers.profile, driver);
  try {
    plan.scenario->body(run);
  } catch (const Skip& skip) {
    out.end = End::kSkipped;
    out.reason = skip.what();
  } catch (const StillBroken& broken) {
    out.end = End::kRefused;
    out.reason = broken.what();
    const std::string driver = driver_of(drivers, plan.scenario->kind).stem().string();
    nt::Breach("N-069", nt::Offender::named(driver)).message(out.reason).raise_later();
  } catch (const DoesNotStart& refused) {
    out.end = End::kRefused;
    out.reason = refused.what();
    out.does_not_start = true;
    out.preceded_by = refused.preceded_by();
  } catch (const std::exception& refused) {
    out.end = End::kRefused;
    out.reason = refused.what();
  }
  run_under_way.store(nullptr);
  out.course.overlaps = run.overlaps();
  out.notes = run.notes();
}

std::string unmet_of(const Plan& plan, const sim::FaultInjection& faults,
                     const sim::SeededSchedule& schedule) {
  if (plan.has_fault() && faults.failed() == 0) {
    std::string fault = unmet_fault(plan.faults, faults.course(), !findings_so_far().empty());
    if (!fault.empty()) return fault;
  }
  const std::uint64_t missed = schedule.switches_not_met();
  if (missed == 0) return {};
  return fmt::format("the run met {} of the {} switches of its schedule",
                     plan.schedule.switches.size() - missed, plan.schedule.switches.size());
}

void run_under_schedule(const Plan& plan, const TestedDrivers& drivers, Outcome& out) {
  std::optional<FaultPointNames> names;
  if (plan.wants_fault_points) names.emplace();
  const sim::SeededSchedule schedule(plan.schedule);
  const sim::FaultInjection faults(plan.faults);
  run_scenario(plan, drivers, out);
  out.points = faults.points();
  if (out.end != End::kSkipped) out.unmet = unmet_of(plan, faults, schedule);
  if (names) out.fault_point_names = FaultPointNames::names_of(faults.stacks());
  if (plan.wants_fault_points) out.course.places = faults.course();
  if (plan.has_single_fault()) {
    out.places = faults.stacks();
    out.following = faults.following();
  }
  assert(out.fault_point_names.size() <= out.points);
  out.choices = schedule.choices();
  if (!findings_so_far().empty()) out.taken = schedule.taken();
  if (plan.wants_alternatives) out.alternatives = schedule.alternatives();
}

}  // namespace

std::string unmet_fault(const sim::FaultPlan& faults, const std::vector<std::uint64_t>& course,
                        bool has_findings) {
  bool is_met = true;
  if (faults.nth) is_met = *faults.nth < course.size();
  if (faults.stack && !has_findings)
    is_met = std::ranges::count(course, *faults.stack) >
             static_cast<std::ptrdiff_t>(faults.time.value_or(0));
  if (is_met) return {};
  return fmt::format("the run met {} fault points, and {} is none of them", course.size(),
                     to_text(faults));
}

std::vector<rules::Finding> findings_so_far() {
  const rules::FindingLog* log = log_of_run.load();
  return log == nullptr ? std::vector<rules::Finding>() : without_repeats(log->findings());
}

Course course_so_far() {
  Course out;
  out.places = sim::fault_course_of_crash();
  const verify::Run* const run = run_under_way.load();
  if (run != nullptr) out.overlaps = run->overlaps();
  return out;
}

void write_trace_so_far() {
  SharedText* const text = trace_of_run.load();
  if (text != nullptr) text->write(trace::to_chrome_json());
}

Outcome run_plan(const Plan& plan, const TestedDrivers& drivers, const std::string& command) {
  assert(plan.scenario != nullptr && plan.scenario->body != nullptr);
  assert(log_of_run.load() == nullptr);  // one run at a time
  Outcome out;
  const rules::FindingLog log;
  const rules::ReplayCommand replay(command + " " + arguments_of(plan));
  log_of_run.store(&log);
  {
    std::optional<DebugLines> debug_lines;
    if (plan.shows_debug_output) debug_lines.emplace(std::string(plan.scenario->name));
    std::optional<trace::Recording> recording;
    if (plan.trace != nullptr) recording.emplace();
    trace_of_run.store(plan.trace);
    run_under_schedule(plan, drivers, out);
  }
  write_trace_so_far();
  trace_of_run.store(nullptr);
  log_of_run.store(nullptr);
  assert(!out.ended_process());
  out.findings = without_repeats(log.findings());
  out.called = nt::take_called();
  out.provided = nt::take_provided();
  return out;
}

}  // namespace drydock::verify
