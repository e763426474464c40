// `drydock` and what cannot be right: one clear sentence, exit code 2, and nothing left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "tests/support/file_text.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

namespace fs = std::filesystem;
using ::drydock::testing::build_driver;
using ::drydock::testing::driver_of;
using ::drydock::testing::drydock;
using ::drydock::testing::file_text;
using ::drydock::testing::files_in;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kCamera = std::string("verify --avstream ") + DRYDOCK_VCAM;
const std::string kShort = kCamera + " --scenario load.minidriver --faults none";

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

// A block that is never freed.
std::string faulty() {
  return build_driver(driver_of("",
                                "(void)ExAllocatePoolWithTag(NonPagedPool, 64, 'kaeL');\n"
                                "return STATUS_SUCCESS;"))
      .string();
}

// A minidriver with the same leak, and what comes after it.
std::string faulty_minidriver(const std::string& more = "") {
  return build_driver(R"(#include <ntddk.h>
#include <ks.h>
static volatile int turns;
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  (void)ExAllocatePoolWithTag(NonPagedPool, 64, 'kaeL');
  )" + more + R"(
  return KsInitializeDriver(driver, path, &descriptor);
})",
                      ".c", {"--kind", "avstream"})
      .string();
}

// The findings are printed, the sentence follows, and no report is written.
TEST(BadInput, AFaultOrScheduleThatIsNotMetIsReportedBesideFindings) {
  const TempFolder folder;
  const std::string reports = " --json " + (folder.path() / "r.json").string() + " --trace " +
                              (folder.path() / "t.json").string();
  for (const std::string more : {"", "while (turns == 0) continue;"}) {
    const std::string one = "verify --limit 500 --scenario load.minidriver --avstream " +
                            faulty_minidriver(more) + reports;
    const Outcome fault = drydock(one + " --fault 999999");
    EXPECT_EQ(fault.exit_code, 2) << fault.output;
    EXPECT_THAT(fault.output, HasSubstr(more.empty() ? "N-008" : "N-062"));
    EXPECT_THAT(fault.output, HasSubstr("fault points, and 999999 is none of them\n"));
    EXPECT_THAT(files_in(folder.path()), IsEmpty());
    EXPECT_EQ(drydock(one + " --fault 0").exit_code, more.empty() ? 0 : 1) << "it is met";
    for (const char* name : {"r.json", "t.json"}) fs::remove(folder.path() / name);
  }
  const Outcome schedule = drydock("verify --scenario load.minidriver --avstream " +
                                   faulty_minidriver() + reports + " --schedule at:999:9.9=9");
  EXPECT_EQ(schedule.exit_code, 2) << schedule.output;
  EXPECT_THAT(schedule.output, HasSubstr("N-008"));
  EXPECT_THAT(schedule.output, HasSubstr("the run met 0 of the 1 switches of its schedule\n"));
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
}

TEST(BadInput, ALifeThatDoesNotComeToItsFaultIsReported) {
  const TempFolder folder;
  const std::string one = "load " + faulty() + " --json " + (folder.path() / "r.json").string();
  const Outcome out = drydock(one + " --faults 7");
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output, HasSubstr("N-008"));
  EXPECT_THAT(out.output,
              HasSubstr("drydock load: the run met 1 fault points, and 7 is none of them\n"));
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
  EXPECT_EQ(drydock(one + " --faults 0").exit_code, 0) << "the block is refused";
}

TEST(BadInput, TwoReportsDoNotGoToOneFile) {
  const TempFolder folder;
  const std::string file = folder.path() / "report";
  const std::string same = (folder.path() / "." / "report").string();
  expect_refusal(kShort + " --json " + file + " --sarif " + same,
                 "two reports cannot go to one file");
  expect_refusal(std::string("load ") + DRYDOCK_VCAM + " --json " + file + " --trace " + same,
                 "two reports cannot go to one file");
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
}

// Each file stays what it was. Of what is read only a baseline may be renewed, by another report of
// its form.
TEST(BadInput, NoReportReplacesWhatIsRead) {
  const TempFolder folder;
  const auto copy_of = [&](const fs::path& file) {
    fs::copy_file(file, folder.path() / file.filename());
    return (folder.path() / file.filename()).string();
  };
  const fs::path drivers = fs::path(DRYDOCK_VCAM).parent_path();
  const std::string camera = copy_of(DRYDOCK_VCAM), panel = copy_of(drivers / "panel.so"),
                    kmd = copy_of(drivers / "softgpu_kmd.so"),
                    umd = copy_of(drivers / "softgpu_umd.so"),
                    profile = folder.write("profile.json", "{}").string(),
                    suppressed = folder.write("suppressed.json", "[]").string();
  const std::string load = "verify --scenario load.minidriver --faults none --avstream " + camera;
  const std::string twin = (folder.path() / "twin").string();
  fs::create_symlink(camera, twin);
  const auto expect_unchanged = [&](const std::string& arguments, const std::string& file) {
    const std::string before = file_text(file);
    expect_refusal(arguments, "is read, and a report would replace it");
    EXPECT_EQ(file_text(file), before) << arguments;
  };
  for (const std::string report : {" --json ", " --sarif ", " --junit ", " --trace "}) {
    expect_unchanged(load + report + camera, camera);
    expect_unchanged(load + report + twin, camera);
  }
  expect_unchanged("verify --miniport " + kmd + " --json " + kmd, kmd);
  expect_unchanged("verify --umd " + umd + " --json " + umd, umd);
  expect_unchanged(load + " --profile " + profile + " --json " + profile, profile);
  expect_unchanged(load + " --suppress " + suppressed + " --json " + suppressed, suppressed);
  for (const std::string report : {" --json ", " --trace "})
    expect_unchanged("load " + camera + report + camera, camera);
  expect_unchanged("camera --avstream " + camera + " --json " + camera, camera);
  expect_unchanged("screen --miniport " + panel + " --out " + panel, panel);
  const std::string known = (folder.path() / "known.json").string();
  EXPECT_EQ(drydock(load + " --json " + known).exit_code, 0);
  expect_unchanged(load + " --baseline " + known + " --sarif " + known, known);
  EXPECT_EQ(drydock(load + " --baseline " + known + " --json " + known).exit_code, 0);
}

TEST(BadInput, APipeAsSourceDoesNotHang) {
  const TempFolder folder;
  const std::string pipe = folder.path() / "pipe.c";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string driver = folder.path() / "out.so";
  const Outcome out = drydock("cc --kind miniport " + pipe + " -o " + driver);
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output, HasSubstr("pipe.c' is not a regular file"));
  EXPECT_FALSE(fs::exists(driver));
}

TEST(BadInput, AFormatThatIsRefusedLeavesNoFolder) {
  const TempFolder folder;
  const std::string images = folder.path() / "new" / "images";
  const std::string film = std::string("camera --avstream ") + DRYDOCK_VCAM + " --seed 1 --out ";
  expect_refusal(film + images + " --format RGB24", "pin 0 offers NV12, YUY2");
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
  expect_refusal(film + "/proc/images --frames 1", "'/proc/images' cannot be made: ");
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

// A disk that ends in the second image, or in the first.
TEST(BadInput, AFullDiskLeavesNoHalfImage) {
  if (run("unshare -rm true").exit_code != 0) GTEST_SKIP() << "no disk may be mounted here";
  const fs::path panel = fs::path(DRYDOCK_VCAM).parent_path() / "panel.so";
  const auto on_disk = [](const std::string& kibibytes, const std::string& arguments,
                          const TempFolder& seen) {
    const std::string disk = (seen.path() / "disk").string();
    fs::create_directory(disk);
    const std::string script = "mount -t tmpfs -o size=" + kibibytes + "k none " + disk + "\ncd " +
                               disk + "\n" + DRYDOCK_PROGRAM + " " + arguments +
                               "\ncode=$?\ncp -r . ../kept\nexit $code\n";
    return run("unshare -rm sh " + seen.write("script", script).string());
  };
  const std::string film =
      std::string("camera --avstream ") + DRYDOCK_VCAM + " --seed 1 --frames 40 --out new/images";
  const TempFolder camera, none, screen;
  const Outcome out = on_disk("64", film, camera);
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output, HasSubstr(".png' cannot be written: No space left on device\n"));
  const std::vector<std::string> images = files_in(camera.path() / "kept/new/images");
  EXPECT_THAT(images, ::testing::Not(IsEmpty()));
  for (const std::string& image : images)
    EXPECT_THAT(file_text(camera.path() / "kept/new/images" / image),
                ::testing::EndsWith("IEND\xae\x42\x60\x82"))
        << image;
  EXPECT_EQ(on_disk("4", film + " $(head -c 4096 /dev/zero >full)", none).exit_code, 2);
  EXPECT_THAT(files_in(none.path() / "kept"), ::testing::ElementsAre("full")) << "and no folder";
  const Outcome card = on_disk("4", "screen --miniport " + panel.string() + " --out a.png", screen);
  EXPECT_EQ(card.exit_code, 2) << card.output;
  EXPECT_EQ(card.output, "drydock screen: 'a.png' cannot be written: No space left on device\n");
  EXPECT_THAT(files_in(screen.path() / "kept"), IsEmpty());
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

}  // namespace
