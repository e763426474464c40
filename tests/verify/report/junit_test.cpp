// Reports as JUnit's XML.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "src/verify/report/report.h"
#include "tests/verify/report/verification.h"

using namespace drydock;
using namespace drydock::verify;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

TEST(Report, JUnitHasACaseForEachScenarioAndFailsNoLint) {
  const std::string xml = to_junit(verification());
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"1\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("message=\"N-061: crashed &amp; burned\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"no &lt;contexts&gt;\"/>"));
  EXPECT_THAT(xml, HasSubstr("<system-out>"));
  EXPECT_THAT(xml, Not(HasSubstr("type=\"K-010\"")));
}

// A finding fails every scenario that showed it, and says all there is to say once.
TEST(Report, JUnitFailsEachScenarioThatShowedAFinding) {
  Verification done = verification();
  const Scenario other = {.name = "a.other", .kind = DriverKind::kMiniport, .what = ""};
  done.scenarios.push_back({.scenario = &other,
                            .status = ScenarioStatus::kFindings,
                            .runs = 1,
                            .took = std::chrono::milliseconds(1500)});
  done.findings[0].scenarios.insert(other.name);
  const std::string xml = to_junit(done);
  EXPECT_THAT(xml,
              HasSubstr("tests=\"3\" failures=\"2\" skipped=\"1\" errors=\"0\" time=\"1.500\""));
  EXPECT_THAT(xml, HasSubstr("name=\"a.other\" time=\"1.500\">\n      <failure type=\"N-061\""));
  EXPECT_THAT(xml, HasSubstr("shown first by a.fails"));
}

TEST(Report, JUnitSaysWhatWasCutShortWhetherItFailsOrNot) {
  Verification done = verification();
  const Scenario lints = {.name = "a.lints", .kind = DriverKind::kMiniport, .what = ""};
  done.scenarios[0].reason = "the <start> fails";
  done.scenarios.push_back(
      {.scenario = &lints, .status = ScenarioStatus::kFindings, .reason = "no pins", .runs = 1});
  done.findings[1].scenarios = {lints.name};
  const std::string xml = to_junit(done);
  EXPECT_THAT(xml, HasSubstr("tests=\"3\" failures=\"1\" skipped=\"2\""));
  EXPECT_THAT(xml, HasSubstr("<property name=\"cut_short\" value=\"2\"/>"));
  EXPECT_THAT(xml, HasSubstr("<system-out>cut short: the &lt;start&gt; fails\n</system-out>"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"cut short: no pins\"/>"));
}

// A driver's names may hold any bytes, but a reader of XML refuses a document that is not UTF-8.
TEST(Report, JUnitReplacesBytesThatAreNotUtf8) {
  Verification done = verification();
  done.findings[0].finding.message = "pool of \"\xC0\xFF\"\nwith \x01 and \xC3\xA9";
  const std::string xml = to_junit(done);
  EXPECT_THAT(xml, HasSubstr("message=\"N-061: pool of &quot;\uFFFD\uFFFD&quot;&#10;"
                             "with \uFFFD and \u00E9\""));
  EXPECT_THAT(xml, HasSubstr("pool of \"\uFFFD\uFFFD\"\n"));
  EXPECT_THAT(xml, Not(AnyOf(HasSubstr("\xFF"), HasSubstr("\x01"))));
}

}  // namespace
