// Where findings about clients go, as a program meets them that calls D3DKMT functions itself:
// clumsy_client.cpp breaks K-084.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

Outcome clumsy(const std::string& how, const std::string& findings = "") {
  const std::string variable = findings.empty() ? "" : "DRYDOCK_FINDINGS=" + findings + " ";
  return run(variable + DRYDOCK_CLUMSY_CLIENT + " " + how);
}

std::size_t times(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++count;
  return count;
}

nlohmann::json read_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  return nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
}

TEST(ClientFindings, AreOnStandardErrorWithTheClientsStack) {
  const Outcome outcome = clumsy("");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("K-084 violation: "));
  EXPECT_THAT(outcome.output, HasSubstr("D3DKMTDestroyDevice: hDevice is 0x40abcd00: "));
  EXPECT_THAT(outcome.output, HasSubstr("#0 (anonymous namespace)::destroy_nothing() "));
  EXPECT_THAT(outcome.output, HasSubstr("#1 (anonymous namespace)::break_rule() "));
  EXPECT_EQ(times(outcome.output, "K-084"), 2U) << "one for each place\n" << outcome.output;
  EXPECT_EQ(clumsy("", "stderr").output, outcome.output);
}

TEST(ClientFindings, OfAGoodClientThereAreNone) { EXPECT_THAT(clumsy("good").output, IsEmpty()); }

TEST(ClientFindings, GoToAFindingsObjectIfThereIsOne) {
  EXPECT_EQ(clumsy("collect").output, "collected 2\n");
}

TEST(ClientFindings, AreSwitchedOffByTheProgram) {
  const Outcome outcome = clumsy("off");
  EXPECT_EQ(outcome.exit_code, 0) << "the statuses stay";
  EXPECT_THAT(outcome.output, IsEmpty());
}

TEST(ClientFindings, AreSwitchedOffByTheEnvironment) {
  EXPECT_THAT(clumsy("", "off").output, IsEmpty());
}

TEST(ClientFindings, GoToAFile) {
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "found.json";
  EXPECT_THAT(clumsy("", file).output, IsEmpty());
  const nlohmann::json found = read_json(file);
  ASSERT_TRUE(found.is_array());
  ASSERT_EQ(found.size(), 2U) << found.dump(2);
  EXPECT_EQ(found[0]["rule"], "K-084");
  EXPECT_EQ(found[0]["party"], "client");
  EXPECT_EQ(found[0]["fields"][0]["path"], "hDevice");
  EXPECT_EQ(found[0]["fields"][0]["value"], "0x40abcd00");
  EXPECT_EQ(found[0]["stack"][0]["function"], "(anonymous namespace)::destroy_nothing()");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
      << "nothing lies beside it";
}

TEST(ClientFindings, AreWholeInTheFileWhenTheProcessAborts) {
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "found.json";
  EXPECT_NE(clumsy("abort", file).exit_code, 0);
  EXPECT_EQ(read_json(file).size(), 2U);
}

TEST(ClientFindings, OfAGoodClientTheFileIsAnEmptyArray) {
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "found.json";
  EXPECT_THAT(clumsy("good", file).output, IsEmpty());
  EXPECT_EQ(read_json(file), nlohmann::json::array());
}

TEST(ClientFindings, AFileThatCannotBeWrittenIsOneSentence) {
  const Outcome outcome = clumsy("", "/nowhere/found.json");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(times(outcome.output, "DRYDOCK_FINDINGS names /nowhere/found.json"), 1U);
  EXPECT_EQ(times(outcome.output, "K-084"), 2U) << "and they are told all the same";
}

}  // namespace
}  // namespace drydock::testing
