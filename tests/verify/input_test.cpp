// `drydock` and what cannot be right: one clear sentence, exit code 2, and nothing left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

namespace fs = std::filesystem;
using ::drydock::testing::drydock;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kCamera = std::string("verify --avstream ") + DRYDOCK_VCAM;
const std::string kShort = kCamera + " --scenario load.minidriver --faults none";

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(folder)) out.push_back(entry.path().filename());
  std::ranges::sort(out);
  return out;
}

// Exit code 2, the sentence, and no other line.
void expect_refusal(const std::string& arguments, const std::string& sentence) {
  SCOPED_TRACE(arguments);
  const Outcome out = drydock(arguments);
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output, HasSubstr(sentence));
  EXPECT_EQ(std::ranges::count(out.output, '\n'), 1) << out.output;
}

// The same of what the parser of the command line refuses: it adds where help is.
void expect_no_parse(const std::string& arguments, const std::string& sentence) {
  SCOPED_TRACE(arguments);
  const Outcome out = drydock(arguments);
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output, HasSubstr(sentence));
}

TEST(BadInput, APipeAsDriverDoesNotHang) {
  const TempFolder folder;
  const std::string pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  expect_refusal("verify --miniport " + pipe, "pipe' is not a file");
  expect_refusal("load " + pipe, "pipe' is not a file");
  expect_refusal("camera --avstream " + pipe, "pipe' is not a file");
}

TEST(BadInput, APipeThatNobodyWritesToIsNoProfileAndDoesNotHang) {
  const TempFolder folder;
  const std::string pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const char* option : {" --profile ", " --baseline ", " --suppress "})
    expect_refusal(kShort + option + pipe, "pipe' cannot be read");
}

TEST(BadInput, AFileThatWasCutShortSaysSo) {
  const TempFolder folder;
  std::ifstream whole(DRYDOCK_VCAM, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(whole), {}};
  for (const std::size_t size : {bytes.size() / 100, bytes.size() / 2, bytes.size() - 1}) {
    const std::string cut = folder.write("cut.so", bytes.substr(0, size));
    expect_refusal("verify --avstream " + cut,
                   "cut.so' is cut short: it has " + std::to_string(size) + " bytes of at least");
  }
}

TEST(BadInput, AnotherKindOfDriverIsNamed) {
  const fs::path miniport = fs::path(DRYDOCK_VCAM).parent_path() / "softgpu_kmd.so";
  expect_refusal("camera --avstream " + miniport.string(),
                 "is no AVStream minidriver, but a display miniport");
}

TEST(BadInput, NumbersHaveBounds) {
  const std::string huge = "99999999999999999999";
  for (const std::string number : {"-1", "0", "many", "1e3", huge.c_str()})
    expect_no_parse(kShort + " --runs " + number, "--runs: takes a whole number from 1 to");
  for (const std::string number : {"-5", huge.c_str()}) {
    expect_no_parse(kShort + " --limit " + number, "--limit: takes a whole number from 0 to");
    expect_no_parse(kShort + " --seed " + number, "--seed: takes a whole number 0 or more");
    expect_no_parse(kShort + " --jobs " + number, "--jobs: takes a whole number from 0 to");
    expect_no_parse(kShort + " --budget " + number,
                    "--budget: takes seconds, such as 90 or 0.5, up to");
  }
  for (const std::string number : {"0", "63", "-1", huge.c_str()})
    expect_no_parse(kShort + " --memory " + number, "--memory: takes a whole number from 64 to");
  const std::string load = std::string("load ") + DRYDOCK_VCAM;
  expect_no_parse(load + " --limit -1", "--limit: takes a whole number from 0 to");
  expect_no_parse(load + " --seed -1", "--seed: takes a whole number 0 or more");
}

TEST(BadInput, AnEmptyNameOfAFileIsNoDriver) {
  expect_no_parse("verify --avstream ''", "--avstream: takes a file");
  expect_no_parse("verify --miniport ''", "--miniport: takes a file");
  expect_no_parse(kShort + " --json ''", "--json: takes a file");
}

TEST(BadInput, AFolderIsNoProfileAndNoBaseline) {
  const TempFolder folder;
  expect_refusal(kShort + " --profile " + folder.path().string(), "' cannot be read");
  expect_refusal(kShort + " --baseline " + folder.path().string(), "' cannot be read");
}

TEST(BadInput, AFileOfSuppressionsThatIsNoneIsNamed) {
  const TempFolder folder;
  const auto refuse = [&](const std::string& text, const std::string& sentence) {
    expect_refusal(kShort + " --suppress " + folder.write("s.json", text).string(), sentence);
  };
  refuse("[{", "s.json' is no JSON list of suppressions");
  refuse("", "s.json' is no JSON list of suppressions");
  refuse(R"({"rule": "*", "function": "*", "reason": "x"})", "is no JSON list of suppressions");
  refuse(R"([{"rule": "*", "function": "*", "reason": "x", "rules": "y"}])",
         "s.json', entry 1: there is no member 'rules'");
  refuse(R"([{"rule": "*", "function": "*", "reason": ""}])", "s.json', entry 1 needs a 'reason'");
  refuse(R"([{"rule": "*", "function": "*", "reason": "x", "until": "tomorrow"}])",
         "'until' takes a day like 2027-03-31, not 'tomorrow'");
  expect_refusal(kShort + " --suppress " + folder.path().string(), "' cannot be read");
  expect_refusal(kShort + " --suppress /nonexistent.json", "'/nonexistent.json' cannot be read");
  expect_no_parse(kShort + " --suppress ''", "--suppress: takes a file");
}

TEST(BadInput, APlaceWithoutRoomForPagesIsReported) {
  const TempFolder folder;
  const std::string file = folder.write("file", "").string();
  expect_refusal("rules --pages " + file, "cannot be written");
  expect_no_parse("rules --pages ''", "--pages: takes a file");
  EXPECT_THAT(files_in(folder.path()), ::testing::ElementsAre("file"));
}

TEST(BadInput, ARuleThatIsNotThereHidesNothing) {
  expect_refusal(kShort + " --rules 'Z-*'", "no rule is called 'Z-*'; see drydock rules");
  EXPECT_EQ(drydock(kShort + " --rules 'N-03?'").exit_code, 0);
}

// Standard output has the report of the run, standard error the sentence.
TEST(BadInput, AFaultOrScheduleThatTheRunDoesNotMeetIsReported) {
  const auto last_line = [](const std::string& arguments) {
    const Outcome out = run("(" DRYDOCK_PROGRAM " " + arguments + " >/dev/null)");
    return std::to_string(out.exit_code) + ": " + out.output;
  };
  const std::string one = kCamera + " --scenario load.minidriver";
  EXPECT_THAT(last_line(one + " --fault 999999"),
              ::testing::MatchesRegex("2: drydock verify: the run met [0-9]+ fault points, and "
                                      "999999 is none of them\n"));
  EXPECT_THAT(last_line(one + " --schedule at:1:9.9=9"),
              "2: drydock verify: the run met 0 of the 1 switches of its schedule\n");
  EXPECT_THAT(last_line(kCamera + " --scenario minidriver.load --fault 0"),
              ::testing::MatchesRegex("[01]: .*"));
  EXPECT_EQ(last_line(one + " --fault none --seed 3"), "0: ");
}

TEST(BadInput, TwoReportsDoNotGoToOneFile) {
  const TempFolder folder;
  const std::string file = folder.path() / "report";
  const std::string same = (folder.path() / "." / "report").string();
  expect_refusal(kShort + " --json " + file + " --sarif " + same,
                 "two reports cannot go to one file");
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
}

TEST(BadInput, AFullDiskIsReportedAndLeavesNoHalfReport) {
  const TempFolder folder;
  const std::string file = folder.path() / "report.json";
  // The limit of a file stands for the end of the disk.
  const Outcome out = run("trap '' XFSZ; ulimit -f 1; " + std::string(DRYDOCK_PROGRAM) + " " +
                          kShort + " -q --json " + file);
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output, HasSubstr("report.json' cannot be written: File too large"));
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
}

TEST(BadInput, AStandardOutputThatIsFullIsReportedAndTheReportsAreThere) {
  const TempFolder folder;
  const std::string file = folder.path() / "report.json";
  for (const std::string& arguments :
       {kShort + " --json " + file, std::string("rules"), std::string("explain K-010")}) {
    const std::string command = std::string(DRYDOCK_PROGRAM) + " " + arguments + " >/dev/full";
    const Outcome out = run("{ " + command + "; }");
    EXPECT_EQ(out.exit_code, 2) << arguments << out.output;
    EXPECT_THAT(out.output, HasSubstr("drydock: the standard output cannot be written"));
    EXPECT_EQ(run(command).exit_code, 2) << "standard error is full too";
  }
  EXPECT_TRUE(fs::exists(file));
}

TEST(BadInput, TooFewFilesAreReportedBeforeAnythingRuns) {
  const auto with = [](const std::string& limit, const std::string& arguments) {
    return run("ulimit -n " + limit + "; " + DRYDOCK_PROGRAM + " " + arguments);
  };
  const Outcome few = with("16", kShort + " --jobs 2");
  EXPECT_EQ(few.exit_code, 2) << few.output;
  EXPECT_THAT(few.output, HasSubstr("16 files may be open, and 60 are needed for 2 processes"));
  EXPECT_EQ(with("60", kShort + " --jobs 2").exit_code, 0);
  // A soft limit is raised.
  const Outcome soft =
      run("ulimit -S -n 16; " + std::string(DRYDOCK_PROGRAM) + " " + kShort + " --jobs 2");
  EXPECT_EQ(soft.exit_code, 0) << soft.output;
}

}  // namespace
