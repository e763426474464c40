// A run with one injected fault against the clean run of the same scenario.
#include <algorithm>
#include <stdexcept>

#include "bench/paired.h"
#include "src/verify/base/choose.h"
#include "src/verify/engine/run_plan.h"

namespace drydock::bench {
namespace {

constexpr std::size_t kRuns = 40;

const verify::TestedDrivers& subject() {
  static const verify::TestedDrivers reference = [] {
    verify::TestedDrivers out;
    verify::use_reference_drivers(out);
    return out;
  }();
  return reference;
}

const verify::Scenario& scenario() {
  const auto all = verify::scenarios_for(subject(), "load.minidriver");
  if (all.empty()) throw std::runtime_error("the scenario of fault_run is gone");
  return *all.front();
}

// Every point in turn, so that early and late failures weigh the same.
std::size_t run_all(bool with_fault) {
  static const std::uint64_t points =
      verify::run_plan({.scenario = &scenario()}, subject(), "bench").points;
  const std::size_t runs = scaled(kRuns);
  for (std::size_t i = 0; i < runs; ++i) {
    verify::Plan plan = {.scenario = &scenario()};
    if (with_fault) plan.faults.nth = i % std::max<std::uint64_t>(points, 1);
    verify::run_plan(plan, subject(), "bench");
  }
  return runs;
}

Workload fault_run() {
  return {"fault_run", "the clean run of the same scenario", 2.0, [] { return run_all(true); },
          [] { return run_all(false); }};
}

const Registration kFaultRun(fault_run);

}  // namespace
}  // namespace drydock::bench
