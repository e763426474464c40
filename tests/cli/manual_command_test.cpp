// The manual and the completion, which follow the commands and their options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using ::drydock::testing::drydock;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Manual, NamesEveryCommandAndItsOptions) {
  const auto outcome = drydock("manual");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, StartsWith(".TH DRYDOCK 1 "));
  for (const char* command : {"cc", "load", "camera", "verify", "rules", "explain", "manual"})
    EXPECT_THAT(outcome.output, HasSubstr(std::string(".SH drydock ") + command + "\n"));
  EXPECT_THAT(outcome.output, HasSubstr("\\-\\-baseline\\fR \\fIFILE\\fR\n"));
  EXPECT_THAT(outcome.output, HasSubstr("\nExit: 0 no violation"));
}

TEST(Manual, IsWhatManTakes) {
  if (run("man --version").exit_code != 0) GTEST_SKIP() << "man is not installed";
  const TempFolder folder;
  const std::string page = folder.write("drydock.1", drydock("manual").output).string();
  const auto manual = run("man --warnings -l " + page + " | cat");
  EXPECT_EQ(manual.exit_code, 0);
  EXPECT_THAT(manual.output, HasSubstr("--suppress FILE"));
  EXPECT_THAT(manual.output, Not(HasSubstr("warning")));
}

// What bash offers after these words.
std::string offered(const std::string& words, int at) {
  const TempFolder folder;
  const std::string script =
      folder.write("completion", drydock("manual --completion").output).string();
  return run("bash -c '. " + script + "; COMP_WORDS=(" + words +
             "); COMP_CWORD=" + std::to_string(at) + "; _drydock; echo ${COMPREPLY[*]}'")
      .output;
}

TEST(Completion, OffersCommandsAndThenTheirOptions) {
  EXPECT_EQ(offered("drydock ver", 1), "verify\n");
  EXPECT_EQ(offered("drydock verify --base", 2), "--baseline\n");
  EXPECT_EQ(offered("drydock cc --base", 2), "\n") << "an option of another command";
  EXPECT_EQ(offered("drydock verify dri", 2), "\n") << "files are left to the shell";
}

}  // namespace
