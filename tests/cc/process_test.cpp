#include "src/cc/process.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temp_folder.h"

namespace drydock::cc {
namespace {

TEST(RunAll, SucceedsWhenAllDo) {
  EXPECT_EQ(run_all({{"true"}, {"true"}, {"true"}}, 2), 0);
  EXPECT_EQ(run_all({}, 2), 0);
  EXPECT_EQ(run_all({{"true"}}, 0), 0);
}

TEST(RunAll, ReturnsTheFailure) { EXPECT_EQ(run_all({{"true"}, {"sh", "-c", "exit 7"}}, 2), 7); }

TEST(RunAll, EndsWhatRunsWhenAskedToStopWithoutASignal) {
  int looks = 0;
  const auto is_stopped = [&looks] { return ++looks > 2; };
  EXPECT_EQ(run_all({{"sleep", "1000"}}, 1, is_stopped), 128 + 15);
}

TEST(RunAll, ASignalIsAFailure) { EXPECT_EQ(run_all({{"sh", "-c", "kill -9 $$"}}, 1), 128 + 9); }

TEST(RunAll, AnAbsentProgramIsAFailure) { EXPECT_EQ(run_all({{"/nonexistent/program"}}, 1), 127); }

TEST(RunAll, NothingStartsAfterAFailure) {
  drydock::testing::TempFolder folder;
  const std::string mark = (folder.path() / "mark").string();
  EXPECT_EQ(run_all({{"false"}, {"touch", mark}}, 1), 1);
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST(Quoted, IsWhatAShellReads) {
  EXPECT_EQ(quoted({"cc", "-DX=1", "a b", "it's", ""}), "cc -DX=1 'a b' 'it'\\''s' ''");
}

}  // namespace
}  // namespace drydock::cc
