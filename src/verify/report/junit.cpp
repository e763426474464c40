#include <algorithm>

#include "src/verify/report/report.h"

namespace drydock::verify {
namespace {

// Text of XML 1.0, which has no way to write most control characters.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return out;
}

bool is_failure(const DistinctFinding& found) {
  return rules::severity_of(found.finding) != rules::Severity::kLint;
}

// A lint does not fail a build, so it goes to the output of the test case.
std::string findings_of(const Scenario& scenario, const std::vector<DistinctFinding>& findings) {
  std::string failures;
  std::string lints;
  for (const DistinctFinding& found : findings) {
    if (found.scenario != &scenario) continue;
    const rules::Rule& rule = *found.finding.rule;
    const std::string text = escaped(rules::to_text(found.finding));
    if (!is_failure(found)) {
      lints += text;
      continue;
    }
    failures += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", rule.id,
                            escaped(fmt::format("{}: {}", rule.id, found.finding.message)), text);
  }
  if (!lints.empty()) failures += fmt::format("      <system-out>{}</system-out>\n", lints);
  return failures;
}

std::string to_junit(const ScenarioResult& result, const std::vector<DistinctFinding>& findings) {
  std::string inside = findings_of(*result.scenario, findings);
  if (result.status == ScenarioStatus::kSkipped)
    inside += fmt::format("      <skipped message=\"{}\"/>\n", escaped(result.reason));
  return fmt::format("    <testcase classname=\"drydock\" name=\"{}\">\n{}    </testcase>\n",
                     escaped(result.scenario->name), inside);
}

}  // namespace

std::string to_junit(const Verification& verification) {
  std::set<const Scenario*> failed;
  for (const DistinctFinding& found : verification.findings) {
    if (is_failure(found)) failed.insert(found.scenario);
  }
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"drydock verify\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
      verification.scenarios.size(), failed.size(),
      std::ranges::count(verification.scenarios, ScenarioStatus::kSkipped,
                         &ScenarioResult::status));
  for (const ScenarioResult& result : verification.scenarios)
    out += to_junit(result, verification.findings);
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace drydock::verify
