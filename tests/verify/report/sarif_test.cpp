// Reports as SARIF.
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

TEST(Report, SarifRefersToTheRuleOfEachFinding) {
  Request request;
  request.drivers.miniport = "/drivers/gpu.so";
  const auto json = nlohmann::json::parse(to_sarif({.version = "1"}, request, verification()));
  const auto& run = json.at("runs")[0];
  const auto& results = run.at("results");
  ASSERT_EQ(results.size(), 2U);
  for (const auto& result : results) {
    const std::size_t index = result.at("ruleIndex");
    EXPECT_EQ(run.at("tool").at("driver").at("rules").at(index).at("id"), result.at("ruleId"));
  }
}

}  // namespace
