// Evidence for the catalogue: what a run raised, and a rule that is turned off.
#include "src/rules/evidence.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/temp_folder.h"

namespace drydock::rules {
namespace {

#ifndef NDEBUG

// The test's own file in place of the one that the build asks for.
class EvidenceFile {
 public:
  EvidenceFile() {
    if (const char* before = std::getenv(kName)) before_ = before;
    setenv(kName, path().c_str(), 1);
  }
  ~EvidenceFile() {
    if (before_) {
      setenv(kName, before_->c_str(), 1);
    } else {
      unsetenv(kName);
    }
  }
  EvidenceFile(const EvidenceFile&) = delete;
  EvidenceFile& operator=(const EvidenceFile&) = delete;

  std::filesystem::path path() const { return folder_.path() / "evidence"; }
  std::vector<std::string> lines() const {
    std::vector<std::string> out;
    std::ifstream file(path());
    for (std::string line; std::getline(file, line);) out.push_back(line);
    return out;
  }

 private:
  static constexpr const char* kName = "DRYDOCK_EVIDENCE";
  testing::TempFolder folder_;
  std::optional<std::string> before_;
};

TEST(Evidence, EachRuleIsWrittenOnceForEachFile) {
  const std::vector<std::string> both = {"N-001", "K-010"};
  {
    const EvidenceFile file;
    for (int i = 0; i < 3; ++i) {
      note_raised("N-001");
      note_raised("K-010");
    }
    EXPECT_EQ(file.lines(), both);
  }
  const EvidenceFile other;
  note_raised("N-001");
  EXPECT_EQ(other.lines(), std::vector<std::string>{"N-001"});
}

TEST(Evidence, NothingIsWrittenWithoutARequest) {
  const EvidenceFile file;
  unsetenv("DRYDOCK_EVIDENCE");
  note_raised("N-002");
  EXPECT_FALSE(std::filesystem::exists(file.path()));
}

// In a process of its own, because the question is asked once.
TEST(EvidenceDeathTest, OneRuleIsTurnedOff) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto exit_as = [](const char* rule) {
    setenv("DRYDOCK_RULE_OFF", rule, 1);
    std::exit((is_turned_off("K-010") ? 1 : 0) + (is_turned_off("K-011") ? 2 : 0));
  };
  EXPECT_EXIT(exit_as("K-010"), ::testing::ExitedWithCode(1), "");
  EXPECT_EXIT(exit_as("K-011"), ::testing::ExitedWithCode(2), "");
  EXPECT_EXIT(exit_as("nonsense"), ::testing::ExitedWithCode(0), "");
}

#endif

}  // namespace
}  // namespace drydock::rules
