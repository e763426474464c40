#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "src/rules/render.h"
#include "src/verify/engine/coverage.h"
#include "src/verify/report/report.h"

namespace drydock::verify {
namespace {

constexpr std::size_t kNamed = 12;  // names of a list that are printed

std::string painted(bool in_colour, const char* code, std::string_view text) {
  return in_colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

const char* colour_of(rules::Severity severity) {
  return severity == rules::Severity::kFatal       ? "1;31"
         : severity == rules::Severity::kViolation ? "31"
                                                   : "33";
}

std::string to_text(const DistinctFinding& found, bool in_colour) {
  std::string text = rules::to_text(found.finding);
  const std::size_t end = text.find('\n');
  std::string out = painted(in_colour, colour_of(rules::severity_of(found.finding)),
                            std::string_view(text).substr(0, end));
  out += fmt::format("\n  scenario: {}, in {} {}", found.scenario->name, found.times,
                     found.times == 1 ? "run" : "runs");
  if (found.switches != 0)
    out += fmt::format("; it needs {} {} between threads", found.switches,
                       found.switches == 1 ? "switch" : "switches");
  if (!found.is_reproduced) out += "; a replay in a fresh process did not show it";
  return out + text.substr(end);
}

// The other findings of the group, below its headline.
std::string also(const DistinctFinding& headline, const std::vector<DistinctFinding>& findings) {
  std::string out;
  for (const DistinctFinding& found : findings) {
    if (found.group != headline.group || found.is_headline) continue;
    const rules::Rule& rule = *found.finding.rule;
    out += fmt::format("  also {} {}: {}\n    {}\n", rule.id,
                       rules::name(rules::severity_of(found.finding)), rule.title,
                       found.finding.message);
    if (found.finding.replay != headline.finding.replay)
      out += fmt::format("    replay: {}\n", found.finding.replay);
  }
  return out;
}

std::string listed(const std::string& heading, const std::vector<std::string>& names,
                   const char* separator) {
  if (names.empty()) return {};
  std::string out = heading;
  for (std::size_t i = 0; i < names.size() && i < kNamed; ++i) out += separator + names[i];
  if (names.size() > kNamed) out += fmt::format("{}and {} more", separator, names.size() - kNamed);
  return out + "\n";
}

struct NamedReason {
  std::string reason;
  std::vector<std::string> preceded_by;  // in the first of its scenarios
  std::vector<std::string> scenarios;
};

// The scenarios of this status whose clean run was skipped or refused, by reason, in the order in
// which each reason came first.
std::vector<NamedReason> reasons_of(const Verification& verification, ScenarioStatus status) {
  std::vector<NamedReason> out;
  for (const ScenarioResult& result : verification.scenarios) {
    if (result.reason.empty() || result.status != status) continue;
    auto at = std::ranges::find(out, result.reason, &NamedReason::reason);
    if (at == out.end()) at = out.insert(out.end(), {result.reason, result.preceded_by, {}});
    at->scenarios.emplace_back(result.scenario->name);
  }
  return out;
}

std::string before_that(const std::vector<std::string>& preceded_by) {
  return preceded_by.empty()
             ? ""
             : fmt::format("  before that:\n    {}\n", fmt::join(preceded_by, "\n    "));
}

// One line for each reason, the scenarios below it if it has several, and what preceded it.
std::string grouped(const char* what, const std::vector<NamedReason>& reasons) {
  std::string out;
  for (const auto& [reason, preceded_by, names] : reasons) {
    if (names.size() == 1) {
      out += fmt::format("{} {}: {}\n", what, names[0], reason);
    } else {
      out += fmt::format("{} {} scenarios: {}\n", what, names.size(), reason) +
             listed(" ", names, " ");
    }
    out += before_that(preceded_by);
  }
  return out;
}

std::string skipped(const Verification& verification) {
  return grouped("skipped", reasons_of(verification, ScenarioStatus::kSkipped)) +
         grouped("cut short", reasons_of(verification, ScenarioStatus::kFindings));
}

std::string left_out(const Verification& verification) {
  std::string out;
  for (const ScenarioResult& result : verification.scenarios) {
    if (result.dropped != 0)
      out += fmt::format("left out {} runs of {}: {}\n", result.dropped, result.scenario->name,
                         result.dropped_because);
  }
  return out;
}

std::string stopped(const Verification& verification) {
  std::map<std::string, std::vector<std::string>> by_rule;
  for (const ScenarioResult& result : verification.scenarios) {
    if (!result.stopped_by.empty()) by_rule[result.stopped_by].emplace_back(result.scenario->name);
  }
  std::string out;
  for (const auto& [rule, names] : by_rule)
    out += listed(fmt::format("{} stopped the clean runs of {} scenarios, whose faults and "
                              "schedules were played up to there:",
                              rule, names.size()),
                  names, " ");
  return out;
}

// The notes of scenarios that could not do all that they planned, each with the names of its
// scenarios.
std::string noted(const Verification& verification) {
  std::map<std::string, std::vector<std::string>> by_note;
  for (const ScenarioResult& result : verification.scenarios) {
    if (result.status == ScenarioStatus::kSkipped) continue;
    for (const std::string& note : result.notes) by_note[note].emplace_back(result.scenario->name);
  }
  std::string out;
  for (const auto& [note, names] : by_note)
    out += listed(fmt::format("{}, in {} scenarios:", note, names.size()), names, " ");
  return out;
}

std::string never_called(const Verification& verification) {
  std::vector<std::string> others;
  std::vector<std::string> of_display;
  for (std::string& name : never_called_of(verification))
    (needs_display(name) ? of_display : others).push_back(std::move(name));
  return listed("never called:", others, " ") +
         listed("never called, because no scenario plays this part of a display:", of_display, " ");
}

std::string coverage_line(const Verification& verification) {
  return fmt::format("{} of {} checked rules of drivers evaluated; {} of {} entry points called\n",
                     evaluated_of(verification), driver_rules_of(verification).size(),
                     verification.provided.size() - never_called_of(verification).size(),
                     verification.provided.size());
}

std::string line_coverage_line(const Verification& verification) {
  if (!verification.lines) return {};
  const LineCoverage& coverage = *verification.lines;
  if (!coverage.unknown_because.empty())
    return fmt::format("lines of the drivers are not known: {}\n", coverage.unknown_because);
  const std::uint64_t lines = std::max<std::uint64_t>(coverage.lines(), 1);
  return fmt::format("{} of {} lines of the drivers reached ({:.1f} %)\n", coverage.reached(),
                     coverage.lines(),
                     100.0 * static_cast<double>(coverage.reached()) / static_cast<double>(lines));
}

}  // namespace

Tally tally(const std::vector<DistinctFinding>& findings) {
  Tally tally;
  for (const DistinctFinding& found : findings) {
    const rules::Severity severity = rules::severity_of(found.finding);
    tally.fatal += severity == rules::Severity::kFatal ? 1 : 0;
    tally.violation += severity == rules::Severity::kViolation ? 1 : 0;
    tally.lint += severity == rules::Severity::kLint ? 1 : 0;
  }
  return tally;
}

Unfinished unfinished(const Verification& verification) {
  Unfinished out;
  for (const ScenarioResult& result : verification.scenarios) {
    out.skipped += result.status == ScenarioStatus::kSkipped ? 1 : 0;
    out.cut_short += result.is_cut_short() ? 1 : 0;
  }
  return out;
}

std::string summary(const Verification& verification, bool in_colour) {
  std::uint64_t runs = 0;
  std::uint64_t faults = 0;
  std::uint64_t schedules = 0;
  for (const ScenarioResult& result : verification.scenarios) {
    runs += result.runs;
    faults += result.faults;
    schedules += result.schedules;
  }
  const auto [skipped, cut_short] = unfinished(verification);
  std::string out =
      fmt::format("{} scenarios, {} skipped, {} cut short; {} runs: {} with faults, {} schedules\n",
                  verification.scenarios.size(), skipped, cut_short, runs, faults, schedules);
  if (!verification.stopped_because.empty())
    out += fmt::format("the verification {}; at least {} runs were not made\n",
                       verification.stopped_because, verification.runs_not_made);
  out += coverage_line(verification) + line_coverage_line(verification);
  const Tally counts = tally(verification.findings);
  std::string findings =
      fmt::format("{} fatal, {} violations, {} lints", counts.fatal, counts.violation, counts.lint);
  if (const std::uint64_t groups = groups_in(verification.findings); groups != 0)
    findings += fmt::format(", in {} {}", groups, groups == 1 ? "group" : "groups");
  if (verification.known != 0) findings += fmt::format("; {} known before", verification.known);
  if (verification.suppressed != 0)
    findings += fmt::format("; {} suppressed", verification.suppressed);
  return out + painted(in_colour, counts.is_clean() ? "32" : "1;31", findings) + "\n";
}

std::string to_text(const Verification& verification, bool in_colour) {
  std::string out;
  for (const DistinctFinding& found : verification.findings) {
    if (found.is_headline)
      out += to_text(found, in_colour) + also(found, verification.findings) + "\n";
  }
  out +=
      skipped(verification) + noted(verification) + left_out(verification) + stopped(verification);
  for (const std::string& note : verification.suppression_notes) out += note + "\n";
  out += listed("new fault points:", verification.new_fault_points, "\n  ");
  out += listed("fault points that are gone:", verification.gone_fault_points, "\n  ");
  out += never_called(verification);
  if (verification.lines)
    out += listed("functions never reached:", verification.lines->never_reached, "\n  ");
  return out + summary(verification, in_colour);
}

}  // namespace drydock::verify
