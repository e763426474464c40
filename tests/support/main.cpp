// The main function of the test programs. It is GoogleTest's, and each test also leaves evidence of
// the rules that it raised (src/rules/evidence.h): a file of its name in DRYDOCK_EVIDENCE_FOLDER. A
// test that takes longer than DRYDOCK_TEST_SECONDS is ended with the stacks of its threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/hang_guard.h"
#include "tests/support/sanitized.h"

namespace {

using drydock::testing::HangGuard;

std::string name_of(const testing::TestInfo& test) {
  return std::string(test.test_suite_name()) + "." + test.name();
}

class EvidenceOfTests : public testing::EmptyTestEventListener {
 public:
  explicit EvidenceOfTests(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
  }

  // An empty file is evidence too: the test ran and raised nothing.
  void OnTestStart(const testing::TestInfo& test) override {
    std::string name = name_of(test);
    std::ranges::replace(name, '/', '~');
    const std::filesystem::path file = folder_ / name;
    std::ofstream(file, std::ios::trunc).flush();
    setenv("DRYDOCK_EVIDENCE", file.c_str(), 1);
  }

 private:
  const std::filesystem::path folder_;
};

// The same limit holds for the time before the first test, for each test, and for the time after
// the last.
class LimitOfTests : public testing::EmptyTestEventListener {
 public:
  void OnTestProgramStart(const testing::UnitTest&) override { HangGuard::start(limit()); }
  void OnTestStart(const testing::TestInfo& test) override { HangGuard::begins(name_of(test)); }
  void OnTestEnd(const testing::TestInfo&) override { HangGuard::begins("the end of the program"); }

 private:
  static std::chrono::seconds limit() {
    if (const char* const seconds = std::getenv("DRYDOCK_TEST_SECONDS"); seconds != nullptr)
      return std::chrono::seconds(std::max(1, std::atoi(seconds)));
    return std::chrono::seconds(drydock::testing::kSanitized ? 120 : 30);
  }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const char* const folder = std::getenv("DRYDOCK_EVIDENCE_FOLDER"); folder != nullptr) {
    testing::UnitTest::GetInstance()->listeners().Append(new EvidenceOfTests(folder));
  }
  testing::UnitTest::GetInstance()->listeners().Append(new LimitOfTests);
  return RUN_ALL_TESTS();
}
