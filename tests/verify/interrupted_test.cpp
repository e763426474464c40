// A verification that is asked to end reports what it has, and leaves nothing behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

#include "tests/support/chrome_trace.h"
#include "tests/support/file_text.h"
#include "tests/support/hang_guard.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

namespace fs = std::filesystem;
using ::drydock::testing::build_driver;
using ::drydock::testing::driver_of;
using ::drydock::testing::file_text;
using ::drydock::testing::files_in;
using ::drydock::testing::HangGuard;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Json = nlohmann::json;

// The habit of shelves, with one defect: what lies in bags is never freed. Each scenario that
// starts the driver has findings, and those with actors have many schedules.
std::string leaking_shelf() {
  const std::string folder = DRYDOCK_SOURCE_DIR "/tests/drivers/habits/";
  std::string source = file_text(folder + "shelf.cpp");
  const auto replace = [&](const std::string& old, const std::string& by) {
    const std::size_t at = source.find(old);
    if (at == std::string::npos) throw std::runtime_error("no '" + old + "' in shelf.cpp");
    source.replace(at, old.size(), by);
  };
  replace("#include \"block_stream.h\"", file_text(folder + "block_stream.h"));
  replace("FreeFromBag(PVOID Object) { ExFreePoolWithTag(Object, SHELF_TAG); }",
          "FreeFromBag(PVOID Object) { (void)Object; }");
  return build_driver(source, ".cpp", {"--kind", "avstream"}).string();
}

struct Driver {
  std::string name;
  bool has_findings;

  std::string path() const { return has_findings ? leaking_shelf() : DRYDOCK_VCAM; }
};
const Driver kClean{"Clean", false}, kFaulty{"Faulty", true};

// What may come of a report that no format allows, of files of all forms together.
void expect_valid(const std::vector<fs::path>& reports) {
  std::string command = "/usr/bin/python3 " DRYDOCK_SOURCE_DIR "/tests/verify/report/forms.py";
  for (const fs::path& report : reports) command += " " + report.string();
  const Outcome out = run(command);
  EXPECT_EQ(out.exit_code, 0) << out.output;
}

void expect_valid_trace(const fs::path& file) {
  const Json trace = Json::parse(file_text(file), nullptr, false);
  ASSERT_FALSE(trace.is_discarded()) << file;
  EXPECT_THAT(drydock::testing::faults_of(trace), IsEmpty());
}

// A verification that would take far longer than it is given, with its reports and its temporary
// files in folders of their own.
struct Verification {
  explicit Verification(const Driver& played) : driver(played) {}

  const Driver driver;
  TempFolder reports;
  TempFolder temporary;

  std::string command(const std::string& more, const std::string& runs = "1000000") const {
    const std::string folder = reports.path().string() + "/";
    return std::string(DRYDOCK_PROGRAM) + " verify --avstream " + driver.path() + " --runs " +
           runs + " -q --json " + folder + "r.json --sarif " + folder + "r.sarif --junit " +
           folder + "r.xml " + more;
  }

  Outcome run_under(const std::string& prefix, const std::string& more = "") const {
    return run("TMPDIR=" + temporary.path().string() + " " + prefix + " " +
               command("--trace " + file("t.json").string() + " " + more));
  }

  fs::path file(const char* name) const { return reports.path() / name; }

  // Every report is whole, says why it ends, and nothing else is there. A trace there is when
  // something was found, or else a sentence.
  void expect_whole_reports(const std::string& why, const Outcome& out) const {
    const bool has_trace = fs::exists(file("t.json"));
    std::vector<std::string> names = {"r.json", "r.sarif", "r.xml"};
    if (has_trace) names.emplace_back("t.json");
    EXPECT_EQ(files_in(reports.path()), names);
    EXPECT_THAT(files_in(temporary.path()), IsEmpty());
    expect_valid({file("r.json"), file("r.sarif"), file("r.xml")});
    const Json json = Json::parse(file_text(file("r.json")), nullptr, false);
    ASSERT_FALSE(json.is_discarded());
    EXPECT_THAT(json["stopped_because"].get<std::string>(), HasSubstr(why));
    EXPECT_GT(json["runs_not_made"], 0);
    for (const Json& scenario : json["scenarios"]) {
      if (scenario["runs"] != 0) continue;
      EXPECT_EQ(scenario["status"], "skipped");
      EXPECT_THAT(scenario["reason"].get<std::string>(), HasSubstr(why));
    }
    if (!driver.has_findings) EXPECT_THAT(json["findings"], IsEmpty());
    EXPECT_EQ(has_trace, !json["findings"].empty()) << out.output;
    EXPECT_NE(has_trace,
              out.output.find("no trace is written: the verification " + why) != std::string::npos)
        << out.output;
    if (has_trace) expect_valid_trace(file("t.json"));
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

std::string under(const std::string& signal, const std::string& moment) {
  return "timeout --preserve-status -s " + signal + " " + moment;
}

class Interrupted
    : public ::testing::TestWithParam<std::tuple<std::pair<const char*, int>, Driver>> {};

TEST_P(Interrupted, ReportsWhatItHasAndExitsWithTheSignal) {
  HangGuard::has(std::chrono::minutes(5));  // ten verifications, and their reports
  const auto [signal, number] = std::get<0>(GetParam());
  for (const std::string& moment : moments()) {
    SCOPED_TRACE(moment);
    const Verification verification(std::get<1>(GetParam()));
    const Outcome out = verification.run_under(under(signal, moment));
    EXPECT_EQ(out.exit_code, 128 + number) << out.output;
    if (files_in(verification.reports.path()).empty()) {
      EXPECT_THAT(out.output, Not(HasSubstr("was interrupted"))) << "it had begun";
      continue;
    }
    verification.expect_whole_reports("was interrupted", out);
    EXPECT_THAT(out.output, HasSubstr("the verification was interrupted; at least "));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Signals, Interrupted,
    ::testing::Combine(::testing::Values(std::pair("INT", 2), std::pair("TERM", 15)),
                       ::testing::Values(kClean, kFaulty)),
    [](const auto& each) { return std::get<0>(each.param).first + std::get<1>(each.param).name; });

class Stopped : public ::testing::TestWithParam<Driver> {};

INSTANTIATE_TEST_SUITE_P(Drivers, Stopped, ::testing::Values(kClean, kFaulty),
                         [](const auto& each) { return each.param.name; });

// Parts of a second, so that it may end anywhere.
TEST_P(Stopped, ByItsBudgetItReportsWhatItHas) {
  HangGuard::has(std::chrono::minutes(5));
  std::vector<std::string> budgets = moments();
  budgets.emplace_back("1");
  for (const std::string& budget : budgets) {
    SCOPED_TRACE(budget);
    const Verification verification(GetParam());
    const Outcome out = verification.run_under("", "--budget " + budget);
    // Before its first run it knows of no reason to skip everything but this.
    EXPECT_THAT(out.exit_code, ::testing::AnyOf(0, verification.driver.has_findings ? 1 : 0, 2))
        << out.output;
    verification.expect_whole_reports("used up its budget of ", out);
  }
}

// Nobody can write anything then, nor remove a temporary file: what was there before is whole.
TEST_P(Stopped, ByAKillItLeavesTheFormerReportsWhole) {
  HangGuard::has(std::chrono::minutes(5));
  const Verification verification(GetParam());
  const std::vector<fs::path> reports = {verification.file("r.json"), verification.file("r.sarif"),
                                         verification.file("r.xml")};
  ASSERT_THAT(verification.run_under("", "--budget 0.5").exit_code, ::testing::AnyOf(0, 1, 2));
  expect_valid(reports);
  int killed = 0;
  for (const std::string& moment : moments()) {
    SCOPED_TRACE(moment);
    // The end lies among the moments, so that some strike while reports are written.
    const Outcome out = verification.run_under(under("KILL", moment), "--budget 0.2");
    killed += out.exit_code == 128 + 9 ? 1 : 0;
    expect_valid(reports);
    if (fs::exists(verification.file("t.json"))) expect_valid_trace(verification.file("t.json"));
  }
  EXPECT_GT(killed, 0);
}

// A disk of few pages, on which former reports lie: it ends in any report, or has room for all.
TEST_P(Stopped, ByAFullDiskAtAnyPlaceItLeavesWholeReportsOrNone) {
  if (run("unshare -rm true").exit_code != 0) GTEST_SKIP() << "no disk may be mounted here";
  HangGuard::has(std::chrono::minutes(5));
  std::mt19937 random(std::random_device{}());
  const Verification roomy(GetParam());
  run(roomy.command("--faults none", "1"));
  std::uintmax_t pages = 0;
  for (const std::string& name : files_in(roomy.reports.path()))
    pages += fs::file_size(roomy.file(name.c_str())) / 4096 + 1;
  int full = 0;
  for (int i = 0; i < 10; ++i) {
    const Verification verification(GetParam());
    const TempFolder seen;
    const std::string disk = verification.reports.path().string();
    // Three pages have the former reports. Of ten disks it is all but sure that some are too small.
    const std::string kibibytes = std::to_string(12 + 4 * (random() % (pages * 4 / 3)));
    SCOPED_TRACE(kibibytes);
    const std::string script =
        seen.write("script", "mount -t tmpfs -o size=" + kibibytes + "k none " + disk + " && cd " +
                                 disk +
                                 " && for f in r.json r.sarif r.xml; do echo former >$f; done\n" +
                                 verification.command("--faults none", "1") + "\ncode=$?\nls -A >" +
                                 seen.path().string() + "/list\ncp r.* " + seen.path().string() +
                                 "\nexit $code\n")
            .string();
    const Outcome out = run("unshare -rm sh " + script);
    if (out.exit_code == 2) {
      ++full;
      EXPECT_THAT(out.output, HasSubstr("cannot be written: No space left on device"));
    } else {
      EXPECT_EQ(out.exit_code, verification.driver.has_findings ? 1 : 0) << out.output;
    }
    EXPECT_EQ(file_text(seen.path() / "list"), "r.json\nr.sarif\nr.xml\n");
    std::vector<fs::path> fresh;
    for (const char* name : {"r.json", "r.sarif", "r.xml"}) {
      if (file_text(seen.path() / name) != "former\n") fresh.push_back(seen.path() / name);
    }
    EXPECT_EQ(out.exit_code == 2, fresh.size() != 3);
    expect_valid(fresh);
  }
  EXPECT_GT(full, 0);
}

// The counts of a driver that counts its lines are files until they are read.
class Counting : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Signals, Counting, ::testing::Values("INT", "TERM"),
                         [](const auto& each) { return each.param; });

TEST_P(Counting, LeavesNoCountsOfLinesBehind) {
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
    run("TMPDIR=" + temporary.path().string() + " timeout --preserve-status -s " + GetParam() +
        " " + moment + " " + DRYDOCK_PROGRAM + " verify -q --runs 1000000 " + "--avstream " +
        driver);
    EXPECT_THAT(files_in(temporary.path()), IsEmpty()) << moment;
  }
}

TEST(Budget, OfAVerificationThatEndsInTimeChangesNothing) {
  const Verification verification(kClean);
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

// Its life has so many fault points that all of them take minutes.
std::string often_failing() {
  return build_driver(driver_of("",
                                "for (int i = 0; i < 5000; ++i) {\n"
                                "  PVOID const block = ExAllocatePoolWithTag(NonPagedPool, 64, "
                                "'wenF');\n"
                                "  if (block == NULL) return STATUS_INSUFFICIENT_RESOURCES;\n"
                                "  ExFreePoolWithTag(block, 'wenF');\n"
                                "}\nreturn STATUS_SUCCESS;"))
      .string();
}

// Commands that run a driver in their own process: the first signal ends them, between two frames
// or lives.
class Short : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Short, IsEndedByTheFirstSignal) {
  const TempFolder folder;
  const fs::path drivers = fs::path(DRYDOCK_VCAM).parent_path();
  std::string arguments = GetParam().second;
  for (const auto& [name, path] :
       {std::pair("VCAM", drivers / "vcam.so"), std::pair("PANEL", drivers / "panel.so"),
        std::pair("OUT", folder.path() / "out.png"), std::pair("LIFE", fs::path(often_failing())),
        std::pair("JSON", folder.path() / "r.json")}) {
    if (const std::size_t at = arguments.find(name); at != std::string::npos)
      arguments.replace(at, std::string(name).size(), path.string());
  }
  // Without the second signal, which would end it anyhow, and for the time after the first.
  const Outcome out = run("timeout -k 20 --foreground --preserve-status -s INT 1 " +
                          std::string(DRYDOCK_PROGRAM) + " " + arguments);
  EXPECT_EQ(out.exit_code, 130) << out.output;
  EXPECT_THAT(out.output, HasSubstr(": was interrupted"));
  EXPECT_THAT(out.output, HasSubstr(" findings, ")) << "it says what it has";
  if (arguments.find("--json") != std::string::npos)
    EXPECT_FALSE(Json::parse(file_text(folder.path() / "r.json"), nullptr, false).is_discarded());
}

INSTANTIATE_TEST_SUITE_P(
    Commands, Short,
    ::testing::Values(std::pair("Camera", "camera --frames 1000000 --avstream VCAM --json JSON"),
                      std::pair("Screen", "screen --frames 10000 --miniport PANEL --out OUT"),
                      std::pair("Load", "load --faults each --limit 0 LIFE --json JSON")),
    [](const auto& each) { return std::string(each.param.first); });

}  // namespace
