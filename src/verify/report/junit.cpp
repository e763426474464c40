#include <fmt/ranges.h>

#include <algorithm>

#include "src/rules/markup.h"
#include "src/verify/report/report.h"

namespace drydock::verify {
namespace {

bool is_failure(const DistinctFinding& found) {
  return rules::severity_of(found.finding) != rules::Severity::kLint;
}

// The whole text where a finding was shown first, elsewhere the sentence alone.
std::string text_of(const DistinctFinding& found, const Scenario& scenario) {
  if (found.scenario == &scenario) return rules::to_text(found.finding);
  return fmt::format("{}: {}\n  shown first by {}\n", found.finding.rule->id, found.finding.message,
                     found.scenario->name);
}

// One failure for all findings of a test case, as readers of these reports take it. It is named
// after the first.
class Failure {
 public:
  void add(const DistinctFinding& found, const Scenario& scenario) {
    if (count_++ == 0) {
      rule_ = found.finding.rule->id;
      message_ = fmt::format("{}: {}", rule_, found.finding.message);
    }
    text_ += text_of(found, scenario);
  }

  std::string to_xml() const {
    if (count_ == 0) return {};
    const std::string more = count_ == 1 ? "" : fmt::format(" (and {} more)", count_ - 1);
    return fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", rule_,
                       rules::escape_attribute(message_ + more), rules::escape_text(text_));
  }

 private:
  std::size_t count_ = 0;
  std::string_view rule_;
  std::string message_;
  std::string text_;
};

std::string reason_of(const ScenarioResult& result) {
  std::string out = result.is_cut_short() ? "cut short: " + result.reason : result.reason;
  if (!result.preceded_by.empty())
    out += fmt::format("; before that: {}", fmt::join(result.preceded_by, ", "));
  return rules::escape_attribute(out);
}

// A test case has one failure, or is skipped, as readers of these reports take it. One that was cut
// short is no success: without a failure it is skipped. A lint does not fail a build, so it goes to
// the output.
std::string outcome_of(const ScenarioResult& result, const std::vector<DistinctFinding>& findings) {
  const Scenario& scenario = *result.scenario;
  Failure failure;
  std::string output;
  for (const DistinctFinding& found : findings) {
    if (!found.scenarios.contains(scenario.name)) continue;
    if (is_failure(found)) {
      failure.add(found, scenario);
    } else {
      output += rules::escape_text(text_of(found, scenario));
    }
  }
  std::string out = failure.to_xml();
  const bool is_failed = !out.empty();
  if (is_failed && result.is_cut_short()) output += reason_of(result) + "\n";
  if (!output.empty()) out += fmt::format("      <system-out>{}</system-out>\n", output);
  if (!is_failed && !result.reason.empty())
    out += fmt::format("      <skipped message=\"{}\"/>\n", reason_of(result));
  return out;
}

std::string to_junit(const ScenarioResult& result, const std::vector<DistinctFinding>& findings) {
  const std::string inside = outcome_of(result, findings);
  return fmt::format(
      "    <testcase classname=\"drydock\" name=\"{}\" time=\"{:.3f}\">\n{}    </testcase>\n",
      rules::escape_attribute(result.scenario->name), seconds_of(result), inside);
}

std::set<std::string_view> failed_in(const std::vector<DistinctFinding>& findings) {
  std::set<std::string_view> names;
  for (const DistinctFinding& found : findings) {
    if (is_failure(found)) names.insert(found.scenarios.begin(), found.scenarios.end());
  }
  return names;
}

}  // namespace

std::string to_junit(const Verification& verification) {
  const std::set<std::string_view> failed = failed_in(verification.findings);
  double seconds = 0;
  std::uint64_t skipped = 0;
  for (const ScenarioResult& result : verification.scenarios) {
    seconds += seconds_of(result);
    skipped += !result.reason.empty() && !failed.contains(result.scenario->name) ? 1 : 0;
  }
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"drydock verify\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" "
      "errors=\"0\" time=\"{:.3f}\">\n"
      "    <properties>\n      <property name=\"cut_short\" value=\"{}\"/>\n    </properties>\n",
      verification.scenarios.size(), failed.size(), skipped, seconds,
      unfinished(verification).cut_short);
  for (const ScenarioResult& result : verification.scenarios)
    out += to_junit(result, verification.findings);
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace drydock::verify
