#include "src/rules/render.h"
#include "src/verify/engine/coverage.h"
#include "src/verify/engine/messages.h"
#include "src/verify/report/reasons.h"
#include "src/verify/report/report.h"

namespace drydock::verify {
namespace {

std::string_view name(ScenarioStatus status) {
  switch (status) {
    case ScenarioStatus::kPassed:
      return "passed";
    case ScenarioStatus::kFindings:
      return "findings";
    case ScenarioStatus::kSkipped:
      return "skipped";
  }
  return "";
}

Json drivers(const TestedDrivers& drivers) {
  Json rows = Json::array();
  const auto add = [&](const std::filesystem::path& path, std::string_view kind) {
    if (!path.empty()) rows.push_back({{"path", path.string()}, {"kind", kind}});
  };
  add(drivers.miniport, "miniport");
  add(drivers.umd, "umd");
  add(drivers.avstream, "avstream");
  return rows;
}

Json scenarios(const Verification& verification) {
  Json rows = Json::array();
  for (const ScenarioResult& result : verification.scenarios) {
    rows.push_back({{"name", result.scenario->name},
                    {"runs", result.runs},
                    {"faults", result.faults},
                    {"schedules", result.schedules},
                    {"status", name(result.status)},
                    {"reason", result.reason},
                    {"preceded_by", result.preceded_by},
                    {"cut_short", result.is_cut_short()},
                    {"notes", result.notes},
                    {"left_out", result.dropped},
                    {"left_out_because", result.dropped_because},
                    {"stopped_by", result.stopped_by},
                    {"fault_points", result.fault_points},
                    {"seconds", seconds_of(result)}});
  }
  return rows;
}

Json to_json(const DistinctFinding& found) {
  // The finding's own form is the one of drydock load --json.
  const Json form = Json::parse(rules::to_json({found.finding}))[0];
  Json out;
  for (const char* member : {"rule", "severity", "party"}) out[member] = form.at(member);
  out["scenario"] = found.scenario->name;
  for (const char* member :
       {"message", "driver", "object", "fields", "history", "stack", "called", "stacks", "replay"})
    out[member] = form.at(member);
  out["key"] = found.key;
  out["group"] = found.group;
  out["scenarios"] = found.scenarios;
  out["runs"] = found.times;
  out["switches"] = found.switches;
  out["reproduced"] = found.is_reproduced;
  return out;
}

// The findings of a group stand one after the other, the headline first.
Json groups(const std::vector<DistinctFinding>& findings) {
  Json rows = Json::array();
  for (const DistinctFinding& found : findings) {
    if (found.is_headline)
      rows.push_back({{"group", found.group},
                      {"rule", found.finding.rule->id},
                      {"severity", rules::name(rules::severity_of(found.finding))},
                      {"headline", found.key},
                      {"also", Json::array()}});
    if (!found.is_headline) rows.back()["also"].push_back(found.key);
  }
  return rows;
}

// Null when no driver counts its lines.
Json lines(const std::optional<LineCoverage>& coverage) {
  if (!coverage) return nullptr;
  if (!coverage->unknown_because.empty()) return {{"unknown_because", coverage->unknown_because}};
  Json files = Json::array();
  for (const LineCoverage::File& file : coverage->files)
    files.push_back({{"file", file.name},
                     {"lines", file.lines},
                     {"reached", file.lines - file.missed.size()},
                     {"missed", file.missed}});
  return {{"lines", coverage->lines()},
          {"reached", coverage->reached()},
          {"never_reached", coverage->never_reached},
          {"files", std::move(files)}};
}

Json names_of_display(const Verification& verification) {
  Json names = Json::array();
  for (const std::string& name : never_called_of(verification)) {
    if (needs_display(name)) names.push_back(name);
  }
  return names;
}

Json coverage(const Verification& verification) {
  Json times = Json::object();
  Json never = Json::array();
  Json needs = Json::object();
  for (const EvaluatedRule& each : driver_rules_of(verification)) {
    if (each.times > 0) {
      times[each.rule->id] = each.times;
      continue;
    }
    never.push_back(each.rule->id);
    const std::string_view what = needed_for(*rules::RuleId::parse(each.rule->id));
    if (!what.empty()) needs[each.rule->id] = what;
  }
  const std::vector<std::string> uncalled = never_called_of(verification);
  Json reasons = Json::object();
  for (const std::string& name : uncalled) {
    if (!why_never_called(name).empty()) reasons[name] = why_never_called(name);
  }
  return {{"rules_evaluated", std::move(times)},
          {"rules_never_evaluated", std::move(never)},
          {"rules_need", std::move(needs)},
          {"entry_points", verification.provided},
          {"never_called", uncalled},
          {"never_called_without_display", names_of_display(verification)},
          {"never_called_because", std::move(reasons)},
          {"called", verification.called},
          {"lines", lines(verification.lines)}};
}

}  // namespace

std::string to_json(const Heading& heading, const Request& request,
                    const Verification& verification) {
  Json findings = Json::array();
  for (const DistinctFinding& found : verification.findings) findings.push_back(to_json(found));
  const rules::Counts counts = rules::count(rules::catalogue());
  const Tally sums = tally(verification.findings);
  const auto [skipped, cut_short] = unfinished(verification);
  const Json out = {{"version", heading.version},
                    {"personality", heading.personality},
                    {"windows", nt::to_text(request.drivers.windows)},
                    {"drivers", drivers(request.drivers)},
                    {"stopped_because", verification.stopped_because},
                    {"runs_not_made", verification.runs_not_made},
                    {"scenarios", scenarios(verification)},
                    {"findings", std::move(findings)},
                    {"groups", groups(verification.findings)},
                    {"rules",
                     {{"total", counts.total},
                      {"checked", counts.checked},
                      {"proved", counts.proved},
                      {"of_drivers", driver_rules_of(verification).size()},
                      {"evaluated", evaluated_of(verification)}}},
                    {"coverage", coverage(verification)},
                    {"new_fault_points", verification.new_fault_points},
                    {"gone_fault_points", verification.gone_fault_points},
                    {"summary",
                     {{"skipped", skipped},
                      {"cut_short", cut_short},
                      {"fatal", sums.fatal},
                      {"violation", sums.violation},
                      {"lint", sums.lint},
                      {"groups", groups_in(verification.findings)},
                      {"known", verification.known},
                      {"suppressed", verification.suppressed}}},
                    {"suppression_notes", verification.suppression_notes}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace drydock::verify
