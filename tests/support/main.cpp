// The main function of the test programs. It is GoogleTest's, and each test also leaves evidence of
// the rules that it raised (src/rules/evidence.h): a file of its name in DRYDOCK_EVIDENCE_FOLDER.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

class EvidenceOfTests : public testing::EmptyTestEventListener {
 public:
  explicit EvidenceOfTests(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
  }

  // An empty file is evidence too: the test ran and raised nothing.
  void OnTestStart(const testing::TestInfo& test) override {
    std::string name = std::string(test.test_suite_name()) + "." + test.name();
    std::ranges::replace(name, '/', '~');
    const std::filesystem::path file = folder_ / name;
    std::ofstream(file, std::ios::trunc).flush();
    setenv("DRYDOCK_EVIDENCE", file.c_str(), 1);
  }

 private:
  const std::filesystem::path folder_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const char* const folder = std::getenv("DRYDOCK_EVIDENCE_FOLDER"); folder != nullptr) {
    testing::UnitTest::GetInstance()->listeners().Append(new EvidenceOfTests(folder));
  }
  return RUN_ALL_TESTS();
}
