// Runs scenarios as the engine does, and returns the outcome.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "src/verify/base/scenario.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline std::uint64_t number(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

inline verify::TestedDrivers camera(const std::filesystem::path& driver) {
  verify::TestedDrivers out;
  out.avstream = driver;
  return out;
}

struct RunOutcome {
  std::vector<rules::Finding> findings;
  std::uint64_t fault_points = 0;
  std::string skipped;
  std::string refused;
  std::string broken;  // it did not recover from the fault
};

inline RunOutcome run_scenario(const verify::Scenario& scenario,
                               const verify::TestedDrivers& subject, std::uint64_t seed,
                               std::optional<std::uint64_t> fault = {}) {
  RunOutcome out;
  const rules::FindingLog log;
  {
    const sim::SeededSchedule schedule(seed);
    sim::FaultPlan plan;
    plan.nth = fault;
    const sim::FaultInjection injection(plan);
    verify::Run run(subject, seed);
    try {
      scenario.body(run);
    } catch (const verify::Skip& skip) {
      out.skipped = skip.what();
    } catch (const verify::StillBroken& broken) {
      out.broken = broken.what();
    } catch (const verify::Refused& refused) {
      out.refused = refused.what();
    }
    out.fault_points = injection.points();
  }
  out.findings = log.findings();
  return out;
}

inline void expect_clean(const RunOutcome& outcome, const std::string& where) {
  EXPECT_EQ(outcome.skipped, "") << where;
  EXPECT_EQ(outcome.broken, "") << where;
  EXPECT_TRUE(outcome.findings.empty()) << where << "\n" << text_of(outcome.findings);
}

// Expects no findings without a fault, and then with a fault at up to `most` of the fault points,
// evenly chosen.
inline void expect_clean_with_faults(const verify::Scenario& scenario,
                                     const verify::TestedDrivers& subject, std::uint64_t most) {
  const RunOutcome clean = run_scenario(scenario, subject, 1);
  expect_clean(clean, "clean");
  EXPECT_EQ(clean.refused, "");
  const std::uint64_t step = std::max<std::uint64_t>(clean.fault_points / most, 1);
  for (std::uint64_t fault = 0; fault < clean.fault_points; fault += step) {
    expect_clean(run_scenario(scenario, subject, 1, fault), "fault " + std::to_string(fault));
  }
}

inline void expect_clean_under_seeds(const verify::Scenario& scenario,
                                     const verify::TestedDrivers& subject, std::uint64_t most) {
  for (std::uint64_t seed = 2; seed <= most + 1; ++seed) {
    const RunOutcome outcome = run_scenario(scenario, subject, seed);
    expect_clean(outcome, "seed " + std::to_string(seed));
    EXPECT_EQ(outcome.refused, "") << "seed " << seed;
  }
}

}  // namespace drydock::testing
