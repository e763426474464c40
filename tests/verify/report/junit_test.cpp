// Reports as JUnit's XML.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "src/verify/report/report.h"
#include "tests/verify/report/verification.h"

using namespace drydock;
using namespace drydock::verify;
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

}  // namespace
