// A verification with findings of several kinds.
#pragma once

#include <string>
#include <utility>

#include "src/verify/report/report.h"

namespace drydock::verify {

inline const Scenario kFails = {.name = "a.fails", .kind = DriverKind::kMiniport, .what = ""};
inline const Scenario kSkips = {.name = "a.skips", .kind = DriverKind::kMiniport, .what = ""};

inline DistinctFinding distinct(rules::RuleId rule, std::string message) {
  DistinctFinding out;
  out.finding.rule = &rules::find(rule);
  out.finding.message = std::move(message);
  out.scenario = &kFails;
  out.plan.scenario = &kFails;
  out.key = key_of(out.finding);
  out.times = 2;
  out.scenarios = {kFails.name};
  return out;
}

inline Verification verification() {
  Verification out;
  out.scenarios = {{.scenario = &kFails,
                    .status = ScenarioStatus::kFindings,
                    .runs = 5,
                    .faults = 3,
                    .dropped = 4,
                    .dropped_because = "4 of its runs had to be ended at the limit",
                    .fault_points = {"DriverEntry"}},
                   {.scenario = &kSkips,
                    .status = ScenarioStatus::kSkipped,
                    .reason = "no <contexts>",
                    .runs = 1}};
  out.findings = {distinct("N-061", "crashed & burned"), distinct("K-010", "a lint")};
  out.findings[0].switches = 1;
  out.findings[1].is_reproduced = false;
  out.findings[1].group = 2;
  out.provided = {"DriverUnload"};
  return out;
}

}  // namespace drydock::verify
