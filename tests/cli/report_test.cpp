// How commands quote words, explain refusals and write files.
#include "src/cli/report.h"

#include <gtest/gtest.h>

#include <fstream>

#include "src/cli/commands.h"
#include "src/nt/driver/load_error.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace drydock::cli;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;

// A shell reads each as one word.
TEST(CliReport, QuotedWordsAreWhatAShellReads) {
  EXPECT_EQ(quoted("plain/file-1.so"), "plain/file-1.so");
  EXPECT_EQ(quoted("user@host:7+2,50%"), "user@host:7+2,50%");
  for (const std::string word :
       {"", "two words", "it's", "$HOME", "`id`", "a\nb", "*", "\\", "\"", "~", "a;b", "#"})
    EXPECT_EQ(run("printf %s " + quoted(word)).output, word) << quoted(word);
}

TEST(CliReport, RefusalsAreExplainedAndOthersPass) {
  EXPECT_EQ(run_or_explain("verify", [] { return 7; }), 7);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_or_explain("verify", []() -> int { throw Refusal("this cannot be"); }), kUsage);
  EXPECT_EQ(
      run_or_explain("load", []() -> int { throw drydock::nt::LoadError("that is no driver"); }),
      kUsage);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "drydock verify: this cannot be\ndrydock load: that is no driver\n");
  EXPECT_THROW(run_or_explain("load", []() -> int { throw std::runtime_error("a bug"); }),
               std::runtime_error);
}

TEST(CliReport, AFileIsWrittenWholeOrRefused) {
  const TempFolder folder;
  const std::string path = folder.write("a.json", "former").string();
  write_file(path, "new contents");
  std::string contents;
  std::getline(std::ifstream(path), contents);
  EXPECT_EQ(contents, "new contents");
  EXPECT_THROW(write_file((folder.path() / "none" / "a.json").string(), "x"), Refusal);
}

}  // namespace
