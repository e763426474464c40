// A file that is written whole or not at all.
#include "src/cli/report_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/cli/report.h"
#include "tests/support/file_text.h"
#include "tests/support/temp_folder.h"

namespace {

namespace fs = std::filesystem;
using ::drydock::cli::Refusal;
using ::drydock::cli::ReportFile;
using ::drydock::cli::require_places;
using ::drydock::cli::write_file;
using ::drydock::testing::file_text;
using ::drydock::testing::files_in;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string refusal(const std::function<void()>& body) {
  try {
    body();
  } catch (const Refusal& refused) {
    return refused.what();
  }
  return "";
}

// While one lives, no file may grow beyond so many bytes, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, SIG_DFL);
  }

 private:
  rlimit before_{};
};

TEST(ReportFile, IsWrittenWholeAndNothingElseStays) {
  const TempFolder folder;
  const fs::path file = folder.path() / "report.json";
  write_file(file, "first");
  write_file(file, "second");
  EXPECT_EQ(file_text(file), "second");
  EXPECT_THAT(files_in(folder.path()), ::testing::ElementsAre("report.json"));
}

TEST(ReportFile, WhatIsNotPutInPlaceLeavesTheFormerFile) {
  const TempFolder folder;
  const fs::path file = folder.write("report.json", "former");
  {
    ReportFile report(file);
    report.write("half");
    EXPECT_THAT(files_in(folder.path()), ::testing::SizeIs(2));
    EXPECT_EQ(file_text(file), "former");
  }
  EXPECT_EQ(file_text(file), "former");
  EXPECT_THAT(files_in(folder.path()), ::testing::ElementsAre("report.json"));
}

TEST(ReportFile, AFullDiskIsReportedAndLeavesTheFormerFile) {
  const TempFolder folder;
  const fs::path file = folder.write("report.json", "former");
  std::string message;
  {
    const FullDisk disk(1000);
    message = refusal([&] { write_file(file, std::string(100'000, 'x')); });
  }
  EXPECT_THAT(message, HasSubstr("report.json' cannot be written: File too large"));
  EXPECT_EQ(file_text(file), "former");
  EXPECT_THAT(files_in(folder.path()), ::testing::ElementsAre("report.json"));
}

TEST(ReportFile, LinksAndModesStay) {
  const TempFolder folder;
  const fs::path file = folder.write("real.json", "former");
  chmod(file.c_str(), 0640);
  fs::create_symlink("real.json", folder.path() / "link.json");
  write_file(folder.path() / "link.json", "new");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link.json"));
  EXPECT_EQ(file_text(file), "new");
  struct stat about{};
  ASSERT_EQ(stat(file.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777, 0640U);
}

TEST(ReportFile, ANewFileHasTheModeThatTheUserAsksFor) {
  const TempFolder folder;
  const mode_t before = umask(027);
  write_file(folder.path() / "new.json", "x");
  umask(before);
  struct stat about{};
  ASSERT_EQ(stat((folder.path() / "new.json").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777, 0640U);
}

TEST(ReportFile, WhatIsNoOrdinaryFileIsWrittenDirectly) {
  write_file("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT(refusal([] { write_file("/dev/full", "x"); }),
              HasSubstr("'/dev/full' cannot be written: No space left on device"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(ReportFile, AFolderOrAMissingOneIsRefused) {
  const TempFolder folder;
  EXPECT_THAT(refusal([&] { const ReportFile file(folder.path()); }), HasSubstr("Is a directory"));
  EXPECT_THAT(refusal([&] { const ReportFile file(folder.path() / "no" / "x"); }),
              HasSubstr("No such file or directory"));
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
}

// Through dots and links.
TEST(RequirePlaces, RefusesOneFileForTwoThings) {
  const TempFolder folder;
  const std::string here = folder.path().string();
  folder.write("real", "x");
  fs::create_symlink("real", folder.path() / "link");
  fs::create_hard_link(folder.path() / "real", folder.path() / "twin");
  const auto written = [&](const std::string& one, const std::string& other) {
    return refusal([&] { require_places({one, "", other}, {}); });
  };
  const auto read = [&](const std::string& one, const std::string& other) {
    return refusal([&] { require_places({"", one}, {"", other}); });
  };
  const std::string two = "two reports cannot go to one file, '" + here;
  EXPECT_EQ(written(here + "/new", here + "/./new"), two + "/./new'");
  EXPECT_EQ(written(here + "/real", here + "/link"), two + "/link'");
  EXPECT_EQ(written(here + "/real", here + "/twin"), two + "/twin'");
  EXPECT_EQ(written(here + "/real", here + "/new"), "");
  EXPECT_EQ(written("/dev/null", "/dev/null"), "");
  EXPECT_EQ(read(here + "/link", here + "/real"),
            "'" + here + "/link' is read, and a report would replace it");
  EXPECT_EQ(read(here + "/new", here + "/real"), "");
  EXPECT_THAT(read(here + "/none/new", here + "/real"), HasSubstr("No such file or directory"));
  EXPECT_THAT(files_in(folder.path()), ::testing::ElementsAre("link", "real", "twin"));
}

}  // namespace
