// Files of findings that do not count.
#include "src/verify/base/suppressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

using namespace drydock;
using namespace drydock::verify;

namespace {

rules::Finding finding_in(const std::string& function) {
  rules::Finding finding;
  finding.rule = &rules::find("N-008");
  finding.stacks.push_back({"here", {}, {{function, "/gpu.cpp", 3, "gpu.so"}}});
  return finding;
}

Suppressions suppressions_of(const std::string& text) {
  const drydock::testing::TempFolder folder;
  return read_suppressions(folder.write("s.json", text).string(), "2026-11-18");
}

void expect_refusal(const std::string& text, const std::string& words) {
  try {
    suppressions_of(text);
    ADD_FAILURE() << "taken: " << text;
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(words));
  }
}

TEST(Suppressions, FitByRuleAndFunction) {
  const Suppressions all = suppressions_of(R"([ // the old ones
    {"rule": "N-00?", "function": "Ring::*", "reason": "old"}])");
  EXPECT_EQ(all.find(finding_in("Ring::push(int)")), 0U);
  EXPECT_EQ(all.find(finding_in("Start")), std::nullopt);
  EXPECT_FALSE(all.is_expired(0));
  const Suppressions other =
      suppressions_of(R"([{"rule": "K-*", "function": "*", "reason": "old"}])");
  EXPECT_EQ(other.find(finding_in("Start")), std::nullopt);
}

TEST(Suppressions, OneThatHoldsGoesBeforeOneThatIsExpired) {
  const Suppressions all = suppressions_of(
      R"([{"rule": "*", "function": "*", "reason": "old", "until": "2026-11-17"},
          {"rule": "*", "function": "Start", "reason": "new", "until": "2026-11-18"}])");
  EXPECT_EQ(all.find(finding_in("Start")), 1U);
  EXPECT_EQ(all.find(finding_in("Stop")), 0U);
  EXPECT_TRUE(all.is_expired(0));
}

TEST(Suppressions, BadFilesAreRefusedInOneSentence) {
  expect_refusal("{", "is no JSON list of suppressions");
  expect_refusal("{}", "is no JSON list of suppressions");
  expect_refusal("[7]", "entry 1 is no object");
  expect_refusal(R"([{"rule": "N-008", "function": "*"}])", "entry 1 needs a 'reason'");
  expect_refusal(R"([{"rule": 8}])", "'rule' has to be a text");
  expect_refusal(R"([{"file": "x"}])", "there is no member 'file'");
  expect_refusal(R"([{"rule": "*", "function": "*", "reason": "x", "until": "2026-02-30"}])",
                 "'until' takes a day like 2027-03-31, not '2026-02-30'");
  EXPECT_THROW(read_suppressions("/nonexistent.json", "2026-11-18"), std::runtime_error);
}

}  // namespace
