#include "src/verify/engine/run_plan.h"

#include <fmt/format.h>

#include <atomic>
#include <cassert>
#include <fstream>

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
  } catch (const std::exception& refused) {
    out.end = End::kRefused;
    out.reason = refused.what();
  }
  run_under_way.store(nullptr);
  out.course.overlaps = run.overlaps();
  out.notes = run.notes();
}

// A fault at random may well strike nowhere.
std::string unmet_of(const Plan& plan, const sim::FaultInjection& faults,
                     const sim::SeededSchedule& schedule) {
  if (plan.has_fault() && !plan.faults.seed && faults.failed() == 0)
    return fmt::format("the run met {} fault points, and {} is none of them", faults.points(),
                       to_text(plan.faults));
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
  if (out.end == End::kPassed) out.unmet = unmet_of(plan, faults, schedule);
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
    if (!plan.trace.empty()) recording.emplace();
    run_under_schedule(plan, drivers, out);
  }
  if (!plan.trace.empty()) std::ofstream(plan.trace, std::ios::binary) << trace::to_chrome_json();
  log_of_run.store(nullptr);
  assert(!out.ended_process());
  out.findings = without_repeats(log.findings());
  out.called = nt::take_called();
  out.provided = nt::take_provided();
  return out;
}

}  // namespace drydock::verify
