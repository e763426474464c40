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

// One result for a group, at the line of its headline, with the places of the others.
TEST(Report, SarifHasAResultForAGroupWithItsStacksAndPlaces) {
  Request request;
  request.drivers.miniport = "/drivers/gpu.so";
  Verification done = verification();
  const rules::Frame frame = {"Start", "/src/start.c", 7, "gpu.so", 5};
  for (DistinctFinding& found : done.findings) {
    found.finding.stacks = {{"here", {}, {frame}}};
    found.group = 1;
  }
  done.findings[1].is_headline = false;
  const Heading heading = {.version = "1", .help_base = "https://rules.test/pages"};
  const auto run = nlohmann::json::parse(to_sarif(heading, request, done)).at("runs")[0];
  ASSERT_EQ(run.at("results").size(), 1U);
  const auto& result = run.at("results")[0];
  EXPECT_EQ(result.at("locations")[0].at("physicalLocation").at("region").at("startLine"), 7);
  const auto& stack_frame = result.at("stacks")[0].at("frames")[0];
  EXPECT_EQ(stack_frame.at("module"), "gpu.so");
  EXPECT_EQ(stack_frame.at("location").at("logicalLocations")[0].at("fullyQualifiedName"), "Start");
  const auto& related = result.at("relatedLocations");
  ASSERT_EQ(related.size(), 2U);
  EXPECT_THAT(related[1].at("message").at("text").get<std::string>(), HasSubstr("K-010: "));
  EXPECT_THAT(result.at("message").at("text").get<std::string>(), HasSubstr("Also K-010: "));
  EXPECT_EQ(run.at("tool").at("driver").at("rules")[0].at("helpUri"),
            "https://rules.test/pages/N-061.html");
}

// A library's own source has a name that is relative to where somebody built it.
TEST(Report, SarifHasNoPlacesInTheSystemsLibraries) {
  Request request;
  request.drivers.miniport = "/drivers/gpu.so";
  Verification done = verification();
  done.findings[0].finding.stacks = {{"here",
                                      {},
                                      {{"memmove", "../sysdeps/memmove.S", 3, "libc.so.6"},
                                       {"Start", "/src/start.c", 7, "gpu.so"}}}};
  const auto run = nlohmann::json::parse(to_sarif({.version = "1"}, request, done)).at("runs")[0];
  const auto& frames = run.at("results")[0].at("stacks")[0].at("frames");
  EXPECT_FALSE(frames[0].at("location").contains("physicalLocation")) << frames;
  EXPECT_TRUE(frames[0].at("location").contains("logicalLocations"));
  EXPECT_TRUE(frames[1].at("location").contains("physicalLocation"));
}

TEST(Report, SarifHasEachStackOnce) {
  Verification done = verification();
  const rules::LabelledStack waits = {"waits", {}, {{"Wait", "/src/wait.c", 7, "gpu.so"}}};
  rules::LabelledStack elsewhere = waits;
  elsewhere.frames[0].line = 8;
  done.findings[0].finding.stacks = {waits, elsewhere, waits};
  Request request;
  request.drivers.miniport = "/drivers/gpu.so";
  const auto run = nlohmann::json::parse(to_sarif({.version = "1"}, request, done)).at("runs")[0];
  EXPECT_EQ(run.at("results")[0].at("stacks").size(), 2U);
}

TEST(Report, AddressesOfFilesHaveNoSpaces) {
  EXPECT_EQ(file_address("/opt/my tools/rules"), "file:///opt/my%20tools/rules");
}

}  // namespace
