// A verification that is asked to end reports what it has, and leaves nothing behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/support/file_text.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

namespace fs = std::filesystem;
using ::drydock::testing::file_text;
using ::drydock::testing::files_in;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Json = nlohmann::json;

// A verification that would take far longer than it is given, with its reports and its temporary
// files in folders of their own.
struct Verification {
  TempFolder reports;
  TempFolder temporary;

  std::string command(const std::string& more) const {
    const std::string folder = reports.path().string() + "/";
    return std::string(DRYDOCK_PROGRAM) + " verify --avstream " + DRYDOCK_VCAM +
           " --runs 1000000 -q --json " + folder + "r.json --sarif " + folder + "r.sarif --junit " +
           folder + "r.xml " + more;
  }

  Outcome run_under(const std::string& prefix, const std::string& more = "") const {
    return run("TMPDIR=" + temporary.path().string() + " " + prefix + " " + command(more));
  }

  // Every report is whole, says why it ends, and nothing else is there.
  void expect_whole_reports(const std::string& why) const {
    EXPECT_THAT(files_in(reports.path()), ElementsAre("r.json", "r.sarif", "r.xml"));
    EXPECT_THAT(files_in(temporary.path()), IsEmpty());
    const Json json = Json::parse(file_text(reports.path() / "r.json"), nullptr, false);
    ASSERT_FALSE(json.is_discarded());
    EXPECT_THAT(json["stopped_because"].get<std::string>(), HasSubstr(why));
    EXPECT_GT(json["runs_not_made"], 0);
    std::uint64_t unplayed = 0;
    for (const Json& scenario : json["scenarios"]) {
      if (scenario["runs"] != 0) continue;
      ++unplayed;
      EXPECT_EQ(scenario["status"], "skipped");
      EXPECT_THAT(scenario["reason"].get<std::string>(), HasSubstr(why));
    }
    EXPECT_LE(unplayed, json["scenarios"].size());
    const Json sarif = Json::parse(file_text(reports.path() / "r.sarif"), nullptr, false);
    ASSERT_FALSE(sarif.is_discarded());
    EXPECT_EQ(sarif["version"], "2.1.0");
    EXPECT_THAT(file_text(reports.path() / "r.xml"), HasSubstr("</testsuites>"));
  }
};

// Ten moments at random, from before the first run to among the schedules: early ones are as likely
// as late ones.
std::vector<std::string> moments() {
  std::mt19937 random(std::random_device{}());
  std::uniform_real_distribution<double> exponent(-4, 0.7);
  std::vector<std::string> out;
  for (int i = 0; i < 10; ++i) out.push_back(std::to_string(std::exp(exponent(random))));
  return out;
}

class Interrupted : public ::testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(Interrupted, ReportsWhatItHasAndExitsWithTheSignal) {
  const auto [signal, number] = GetParam();
  for (const std::string& moment : moments()) {
    SCOPED_TRACE(moment);
    const Verification verification;
    const Outcome out = verification.run_under("timeout --preserve-status -s " +
                                               std::string(signal) + " " + moment);
    EXPECT_EQ(out.exit_code, 128 + number) << out.output;
    if (files_in(verification.reports.path()).empty()) continue;  // it had not begun
    verification.expect_whole_reports("was interrupted");
    EXPECT_THAT(out.output, HasSubstr("the verification was interrupted; at least "));
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupted,
                         ::testing::Values(std::pair("INT", 2), std::pair("TERM", 15)),
                         [](const auto& each) { return std::string(each.param.first); });

TEST(Budget, EndsTheVerificationAndReportsWhatItHas) {
  const Verification verification;
  const Outcome out = verification.run_under("", "--budget 1");
  EXPECT_EQ(out.exit_code, 0) << out.output;
  verification.expect_whole_reports("used up its budget of 1 s");
}

// Parts of a second, so that it may end anywhere.
TEST(Budget, EndsItAtAnyMoment) {
  for (const std::string& moment : moments()) {
    SCOPED_TRACE(moment);
    const Verification verification;
    const Outcome out = verification.run_under("", "--budget " + moment);
    // Before its first run it knows of no reason to skip everything but this.
    EXPECT_THAT(out.exit_code, ::testing::AnyOf(0, 2)) << out.output;
    verification.expect_whole_reports("used up its budget of ");
  }
}

// A disk of few pages, on which former reports lie: it ends in any report, or has room for all.
TEST(FullDisk, AtAnyPlaceLeavesWholeReportsOrNone) {
  if (run("unshare -rm true").exit_code != 0) GTEST_SKIP() << "no disk may be mounted here";
  std::mt19937 random(std::random_device{}());
  int full = 0;
  for (int i = 0; i < 10; ++i) {
    const Verification verification;
    const TempFolder seen;
    const std::string disk = verification.reports.path().string();
    std::string command = verification.command("--faults none");
    command.replace(command.find("--runs 1000000 "), std::string("--runs 1000000").size(),
                    "--runs 1");
    // Three pages have the former reports; eight more are enough for the longest of the new ones.
    const std::string kibibytes = std::to_string(12 + 4 * (random() % 10));
    SCOPED_TRACE(kibibytes);
    const std::string script =
        seen.write("script", "mount -t tmpfs -o size=" + kibibytes + "k none " + disk + " && cd " +
                                 disk +
                                 " && for f in r.json r.sarif r.xml; do echo former >$f; done\n" +
                                 command + "\ncode=$?\nls -A >" + seen.path().string() +
                                 "/list\ncp r.* " + seen.path().string() + "\nexit $code\n")
            .string();
    const Outcome out = run("unshare -rm sh " + script);
    if (out.exit_code != 0) {
      ++full;
      EXPECT_EQ(out.exit_code, 2) << out.output;
      EXPECT_THAT(out.output, HasSubstr("cannot be written: No space left on device"));
    }
    EXPECT_EQ(file_text(seen.path() / "list"), "r.json\nr.sarif\nr.xml\n");
    for (const char* name : {"r.json", "r.sarif"}) {
      const std::string text = file_text(seen.path() / name);
      EXPECT_TRUE(text == "former\n" || !Json::parse(text, nullptr, false).is_discarded()) << name;
    }
    const std::string junit = file_text(seen.path() / "r.xml");
    EXPECT_TRUE(junit == "former\n" || junit.ends_with("</testsuites>\n"));
  }
  EXPECT_GT(full, 0);
}

// The counts of a driver that counts its lines are files until they are read.
TEST_P(Interrupted, LeavesNoCountsOfLinesBehind) {
  const TempFolder folder;
  const std::string driver = (folder.path() / "counted.so").string();
  const std::string source =
      folder
          .write("driver.c",
                 "#include <ntddk.h>\n#include <ks.h>\n"
                 "static const KSDEVICE_DESCRIPTOR device = {NULL, 0, NULL, "
                 "KSDEVICE_DESCRIPTOR_VERSION, 0};\n"
                 "NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {\n"
                 "  return KsInitializeDriver(driver, path, &device);\n}\n")
          .string();
  ASSERT_EQ(run(std::string(DRYDOCK_PROGRAM) + " cc --kind avstream --coverage " + source + " -o " +
                driver)
                .exit_code,
            0);
  const TempFolder temporary;
  for (const char* const moment : {"0.05", "0.2", "0.5"}) {
    run("TMPDIR=" + temporary.path().string() + " timeout --preserve-status -s " +
        GetParam().first + " " + moment + " " + DRYDOCK_PROGRAM + " verify -q --runs 1000000 " +
        "--avstream " + driver);
    EXPECT_THAT(files_in(temporary.path()), IsEmpty()) << moment;
  }
}

TEST(Budget, OfAVerificationThatEndsInTimeChangesNothing) {
  const Verification verification;
  const Outcome out =
      verification.run_under("", "--budget 600 --scenario load.minidriver --faults none");
  EXPECT_EQ(out.exit_code, 0) << out.output;
  const Json json = Json::parse(file_text(verification.reports.path() / "r.json"));
  EXPECT_EQ(json["stopped_because"], "");
  EXPECT_EQ(json["runs_not_made"], 0);
}

TEST(Compiler, ThatIsInterruptedLeavesNoTemporaryFolder) {
  const TempFolder folder;
  const TempFolder temporary;
  // Takes the compiler far longer than it is given.
  const fs::path source = folder.write("slow.cpp",
                                       "constexpr int slow() { int sum = 0; for (unsigned i = 0; i "
                                       "< 2000000000; ++i) sum ^= i; return sum; }\n"
                                       "constexpr int value = slow();\n"
                                       "extern \"C\" int answer() { return value; }\n");
  for (const char* const moment : {"0.05", "0.2", "0.5"}) {
    const Outcome out =
        run("TMPDIR=" + temporary.path().string() + " timeout --preserve-status -s INT " + moment +
            " " + DRYDOCK_PROGRAM + " cc --kind avstream -fconstexpr-steps=2147483647 " +
            source.string() + " -o " + (folder.path() / "slow.so").string());
    EXPECT_EQ(out.exit_code, 130) << moment << out.output;
    EXPECT_THAT(files_in(temporary.path()), IsEmpty()) << moment;
    EXPECT_FALSE(fs::exists(folder.path() / "slow.so"));
  }
}

}  // namespace
