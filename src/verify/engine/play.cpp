// One run, from a fresh schedule to what it found.
#include <atomic>
#include <fstream>

#include "src/nt/base/called.h"
#include "src/nt/watch/report.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"
#include "src/verify/base/choose.h"
#include "src/verify/base/profile_registry.h"
#include "src/verify/engine/fault_places.h"
#include "src/verify/engine/plan.h"

namespace drydock::verify {
namespace {

// Of the run under way; read by the handler of a process that dies.
std::atomic<const rules::FindingLog*> log_of_run = nullptr;

void live(const Plan& plan, const Subject& subject, Outcome& out) {
  verify::Run run(subject, plan.schedule.seed);
  for (const std::filesystem::path& driver : {subject.miniport, subject.avstream})
    set_registry(subject.profile, driver);
  try {
    plan.scenario->play(run);
  } catch (const Skip& skip) {
    out.end = End::kSkipped;
    out.reason = skip.what();
  } catch (const StillBroken& broken) {
    out.end = End::kRefused;
    out.reason = broken.what();
    nt::report_about(driver_of(subject, plan.scenario->kind).stem().string(), "N-069",
                     broken.what());
  } catch (const std::exception& refused) {
    out.end = End::kRefused;
    out.reason = refused.what();
  }
}

void under_schedule(const Plan& plan, const Subject& subject, Outcome& out) {
  std::optional<FaultPlaces> places;
  if (plan.tells_places) places.emplace();
  const sim::SeededSchedule schedule(plan.schedule);
  const sim::FaultInjection faults(plan.faults);
  live(plan, subject, out);
  out.points = faults.points();
  if (plan.tells_places) out.places = FaultPlaces::names_of(faults.stacks());
  out.choices = schedule.choices();
  if (!findings_so_far().empty()) out.taken = schedule.taken();
  if (plan.tells_alternatives) out.alternatives = schedule.alternatives();
}

}  // namespace

std::vector<rules::Finding> findings_so_far() {
  const rules::FindingLog* log = log_of_run.load();
  return log == nullptr ? std::vector<rules::Finding>() : log->findings();
}

Outcome play(const Plan& plan, const Subject& subject, const std::string& command) {
  Outcome out;
  const rules::FindingLog log;
  const rules::ReplayCommand replay(command + " " + arguments_of(plan));
  log_of_run.store(&log);
  {
    std::optional<trace::Recording> recording;
    if (!plan.trace.empty()) recording.emplace();
    under_schedule(plan, subject, out);
  }
  if (!plan.trace.empty()) std::ofstream(plan.trace, std::ios::binary) << trace::to_chrome_json();
  log_of_run.store(nullptr);
  out.findings = log.findings();
  out.called = nt::take_called();
  out.provided = nt::take_provided();
  return out;
}

}  // namespace drydock::verify
