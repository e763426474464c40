// `drydock verify` (src/cli/verify_command.cpp) as scripts see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/file_text.h"
#include "tests/support/hang_guard.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"
#include "tests/verify/notes_failure.h"

namespace {

using ::drydock::testing::build_driver;
using ::drydock::testing::driver_of;
using ::drydock::testing::drydock;
using ::drydock::testing::file_text;
using ::drydock::testing::HangGuard;
using ::drydock::testing::line_of;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

// A minidriver that forgets its block when the class driver refuses it.
const std::string kForgetful = R"(#include <ntddk.h>
#include <ks.h>
static PVOID block;
static PDRIVER_UNLOAD class_unload;
static VOID Unload(PDRIVER_OBJECT driver) {
  ExFreePoolWithTag(block, 'tegF');
  if (class_unload != NULL) class_unload(driver);
}
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  NTSTATUS status;
  PVOID other;
  block = ExAllocatePoolWithTag(NonPagedPool, 64, 'tegF'); /* forgotten */
  if (block == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  other = ExAllocatePoolWithTag(NonPagedPool, 32, 'rehO');
  if (other == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  ExFreePoolWithTag(other, 'rehO');
  status = KsInitializeDriver(driver, path, &descriptor);
  class_unload = driver->DriverUnload;
  driver->DriverUnload = Unload;
  return status;
})";

std::string forgetful() {
  static const std::string path = build_driver(kForgetful, ".c", {"--kind", "avstream"}).string();
  return path;
}

std::string vcam() {
  return std::filesystem::path(DRYDOCK_PROGRAM).parent_path().parent_path() /
         "share/drydock/drivers/vcam.so";
}

std::string softgpu() { return std::filesystem::path(vcam()).parent_path() / "softgpu_kmd.so"; }
std::string softgpu_umd() { return std::filesystem::path(vcam()).parent_path() / "softgpu_umd.so"; }

Outcome verify(const std::string& arguments) { return drydock("verify " + arguments); }

Json json_of(const std::filesystem::path& file) { return Json::parse(file_text(file)); }

// What some runs of the reference drivers evaluated and called, and what none did.
struct Reached {
  std::set<std::string> evaluated, never, called, uncalled;
  std::set<std::string> explained;  // rules and entry points with a reason

  void add(const std::string& arguments) {
    const TempFolder folder;
    const std::filesystem::path file = folder.path() / "report.json";
    const Outcome out = verify("--runs 1 --json " + file.string() + " " + arguments);
    EXPECT_EQ(out.exit_code, 0) << out.output;
    const Json coverage = json_of(file).at("coverage");
    for (const auto& [rule, times] : coverage.at("rules_evaluated").items()) evaluated.insert(rule);
    for (const auto& rule : coverage.at("rules_never_evaluated")) never.insert(rule);
    for (const auto& name : coverage.at("called")) called.insert(name);
    for (const auto& name : coverage.at("never_called")) uncalled.insert(name);
    for (const char* const part : {"rules_need", "never_called_because"}) {
      for (const auto& [name, why] : coverage.at(part).items()) explained.insert(name);
    }
  }

  // How many rules of the letter some run evaluated.
  std::size_t count(char letter) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        evaluated, [letter](const std::string& rule) { return rule[0] == letter; }));
  }

  // Those of these letters that no run evaluated.
  std::set<std::string> left(char letter) const {
    std::set<std::string> out;
    for (const std::string& rule : never) {
      if (rule[0] == letter && !evaluated.contains(rule)) out.insert(rule);
    }
    return out;
  }
};

// At least 85 of 100 rules were evaluated.
void expect_most(const Reached& reached, char letter) {
  const auto evaluated = static_cast<std::size_t>(std::ranges::count_if(
      reached.evaluated, [&](const std::string& rule) { return rule[0] == letter; }));
  const std::set<std::string> never = reached.left(letter);
  std::string text;
  for (const std::string& rule : never) text += " " + rule;
  EXPECT_GE(100 * evaluated, 85 * (evaluated + never.size()))
      << evaluated << " of " << evaluated + never.size() << "; never:" << text;
}

// What no run came to says what it takes.
void expect_explained(const Reached& reached, std::string_view letters) {
  for (const char letter : letters) {
    for (const std::string& rule : reached.left(letter))
      EXPECT_TRUE(reached.explained.contains(rule)) << rule;
  }
}

std::string reference(const std::string& name) {
  return std::filesystem::path(vcam()).parent_path() / name;
}

// Rules of the executive that the calls of two small minidrivers come by: levels, pool, waits and
// locks, and what a call and an unload leave behind. The others are about routines that neither
// calls.
constexpr std::size_t kExecutiveRules = 41;

// The catalogue's rules of drivers are looked at when the reference drivers are verified, or the
// report says what kind of driver it takes.
TEST(ReferenceDrivers, EveryRuleOfUserModeDriversIsEvaluatedOrSaysWhatItNeeds) {
  HangGuard::has(std::chrono::minutes(3));  // several verifications, with every fault
  Reached reached;
  const std::string driver = "--umd " + reference("softgpu_umd.so");
  reached.add("--faults none " + driver);
  // Some are about failures.
  for (const char* const scenario :
       {"create-kinds", "half-failed-create", "rename", "offers", "d3d10-share-maker-first"})
    reached.add(driver + " --faults each --scenario user-mode." + scenario);
  // Others say what is resident, have command lists, or share allocations out themselves.
  reached.add("--faults none --umd " HABIT_ARENA);
  reached.add("--faults none --umd " HABIT_KEEPER);
  reached.add("--faults each --scenario user-mode.d3d10-map --umd " HABIT_KEEPER);
  expect_explained(reached, "UN");
  expect_most(reached, 'U');
  for (const std::string& name : reached.uncalled) {
    const bool is_miniports = name.starts_with("Dxgk") || name == "DriverUnload";
    if (!is_miniports && !reached.called.contains(name))
      EXPECT_TRUE(reached.explained.contains(name)) << name;
  }
}

TEST(ReferenceDrivers, EveryRuleOfMiniportsIsEvaluatedOrSaysWhatItNeeds) {
  HangGuard::has(std::chrono::minutes(3));  // a verification without faults, of each scenario
  Reached reached;
  const std::string gpu = "--miniport " + reference("softgpu_kmd.so");
  reached.add("--faults none " + gpu + " --profile " SOFTGPU_PROFILE);
  reached.add("--faults each --scenario miniport.work " + gpu);
  reached.add("--faults none --miniport " + reference("panel.so"));
  expect_explained(reached, "KN");
  EXPECT_GE(reached.count('K'), 105U);
  EXPECT_GE(reached.count('N'), kExecutiveRules);
}

TEST(ReferenceDrivers, EveryRuleOfMinidriversIsEvaluatedOrSaysWhatItNeeds) {
  Reached reached;
  for (const char* const driver : {"vcam.so", "vmix.so"})
    reached.add("--faults none --avstream " + reference(driver));
  // It creates its device itself.
  reached.add("--faults none --avstream " HABIT_SHELF);
  expect_explained(reached, "SN");
  EXPECT_GE(reached.count('N'), kExecutiveRules);
  expect_most(reached, 'S');
  for (const std::string& name : reached.uncalled)
    EXPECT_TRUE(reached.called.contains(name) || reached.explained.contains(name)) << name;
}

TEST(VerifyCommand, ADriverWithoutFaultIsCleanAndExitsWithZero) {
  const Outcome out = verify("--scenario load.minidriver --avstream " + vcam());
  EXPECT_EQ(out.exit_code, 0) << out.output;
  EXPECT_THAT(out.output, HasSubstr("1 scenarios, 0 skipped, 0 cut short;"));
  EXPECT_THAT(out.output, HasSubstr("0 fatal, 0 violations, 0 lints"));
  EXPECT_THAT(out.output, Not(HasSubstr("\x1b")));
}

// A driver that never starts has nothing wrong, and nothing right.
TEST(VerifyCommand, WhenEveryScenarioIsSkippedItExitsWithTwo) {
  const Outcome out = verify("-q --faults none --scenario miniport.children-sleep");
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output,
              HasSubstr("every scenario was skipped or cut short, so nothing is verified: "
                        "DxgkDdiStartDevice returned NumberOfChildren 0"));
  EXPECT_EQ(verify("-q --faults none --scenario 'miniport.*s-sleep'").exit_code, 2);
  EXPECT_EQ(verify("-q --faults none --scenario 'miniport.*sleep'").exit_code, 0);
}

TEST(VerifyCommand, FindingsExitWithOneAndTheirCommandShowsThemAgain) {
  const Outcome out = verify("--scenario load.minidriver --avstream " + forgetful());
  EXPECT_EQ(out.exit_code, 1) << out.output;
  EXPECT_THAT(out.output, HasSubstr("N-008 violation: Pool left at unload"));
  EXPECT_THAT(out.output, HasSubstr("scenario: load.minidriver, in "));
  EXPECT_THAT(out.output,
              HasSubstr("driver.c:" + std::to_string(line_of(kForgetful, "/* forgotten */"))));
  const std::size_t begin = out.output.find("replay: drydock verify ");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t words = begin + std::string("replay: drydock ").size();
  const std::string command = out.output.substr(words, out.output.find('\n', words) - words);
  EXPECT_THAT(command, HasSubstr("--scenario load.minidriver --seed 1 --fault "));
  const Outcome again = drydock(command);
  EXPECT_EQ(again.exit_code, 1) << again.output;
  EXPECT_THAT(again.output, HasSubstr("N-008 violation"));
  EXPECT_THAT(again.output, HasSubstr("1 runs:"));
  EXPECT_THAT(again.output, HasSubstr(command));
}

// A minidriver that leaves a block behind on three processors.
TEST(VerifyCommand, TheNumberOfProcessorsIsChosen) {
  const std::string driver = build_driver(R"(#include <ntddk.h>
#include <ks.h>
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  NTSTATUS status = KsInitializeDriver(driver, path, &descriptor);
  if (KeQueryActiveProcessorCount(NULL) == 3) ExAllocatePoolWithTag(NonPagedPool, 64, 'eerT');
  return status;
})",
                                          ".c", {"--kind", "avstream"})
                                 .string();
  const std::string words = "--faults none --scenario load.minidriver --avstream " + driver;
  EXPECT_EQ(verify("--processors 2 " + words).exit_code, 0);
  const Outcome three = verify("--processors 3 " + words);
  EXPECT_EQ(three.exit_code, 1) << three.output;
  EXPECT_THAT(three.output, HasSubstr("N-008 violation"));
  EXPECT_THAT(three.output, HasSubstr(" --processors 3 "));
  EXPECT_EQ(verify("--processors 33 " + words).exit_code, 2);
}

TEST(VerifyCommand, WithoutFaultsTheForgetfulDriverPasses) {
  const Outcome out =
      verify("-q --faults none --scenario load.minidriver --avstream " + forgetful());
  EXPECT_EQ(out.exit_code, 0) << out.output;
  EXPECT_THAT(out.output, HasSubstr("1 runs: 0 with faults"));
}

// A minidriver with another half for Windows 7, which forgets its block.
const std::string kTwoHalves = R"(#include <ntddk.h>
#include <ks.h>
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  RTL_OSVERSIONINFOW version;
  version.dwOSVersionInfoSize = sizeof version;
  RtlGetVersion(&version);
  if (version.dwMajorVersion == 6 && version.dwMinorVersion == 1)
    (void)ExAllocatePoolWithTag(NonPagedPool, 64, 'tegF'); /* forgotten */
  return KsInitializeDriver(driver, path, &descriptor);
})";

TEST(VerifyCommand, TheWindowsThatIsPlayedIsChosen) {
  const TempFolder folder;
  const std::string driver = build_driver(kTwoHalves, ".c", {"--kind", "avstream"}).string();
  const std::string common = "--scenario load.minidriver --faults none --avstream " + driver;
  EXPECT_EQ(verify(common).exit_code, 0);
  EXPECT_EQ(verify(common + " --windows 10.0.10240").exit_code, 0);
  const std::string json = (folder.path() / "r.json").string();
  const Outcome old = verify(common + " --windows 6.1 --json " + json);
  EXPECT_EQ(old.exit_code, 1) << old.output;
  const std::string replay = "verify --avstream " + driver +
                             " --windows 6.1 --scenario load.minidriver --seed 1 --fault none";
  EXPECT_THAT(old.output, HasSubstr("replay: drydock " + replay + "\n"));
  EXPECT_EQ(drydock(replay).exit_code, 1);
  EXPECT_EQ(json_of(json).at("windows"), "6.1");

  const std::string profile = folder.write("p.json", R"({"windows": "6.1"})").string();
  const Outcome profiled = verify(common + " --profile " + profile);
  EXPECT_EQ(profiled.exit_code, 1) << profiled.output;
  EXPECT_THAT(profiled.output, Not(HasSubstr("--windows")));
  const Outcome both = verify(common + " --windows 10.0.26100 --profile " + profile);
  EXPECT_EQ(both.exit_code, 0) << "the option says more than the profile";
}

TEST(VerifyCommand, ADriverForANewerWindowsIsRefusedInOneSentence) {
  const Outcome out = verify(
      "-q --faults none --windows 6.3 --scenario miniport.start-stop --miniport " + softgpu());
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output, HasSubstr("its interface is newer than that of Windows 6.3; --windows "
                                    "chooses another"));
}

// The software GPU that serves it is for a newer Windows.
TEST(VerifyCommand, AUserModeDriverLivesOnAnOlderWindows) {
  for (const char* windows : {"6.1", "6.2", "6.3"}) {
    const Outcome out = verify(std::string("-q --faults none --runs 2 --windows ") + windows +
                               " --scenario 'user-mode.*' --umd " + softgpu_umd());
    EXPECT_EQ(out.exit_code, 0) << windows << "\n" << out.output;
  }
}

const std::string kNotes = std::string(R"(#include <ntddk.h>
#include <ks.h>
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {)") +
                           ::drydock::testing::kNotesFailure + R"(
  return KsInitializeDriver(driver, path, &descriptor);
})";

TEST(VerifyCommand, APairOfFaultsIsReplayedByItsDistance) {
  const std::string driver = build_driver(kNotes, ".c", {"--kind", "avstream"}).string();
  const std::string common = "--avstream " + driver + " --scenario load.minidriver";
  const Outcome out = verify(common);
  EXPECT_EQ(out.exit_code, 1) << out.output;
  EXPECT_THAT(out.output, HasSubstr(common + " --seed 1 --fault 1+1\n"));
  EXPECT_EQ(verify(common + " --seed 1 --fault 1").exit_code, 0);
  const Outcome again = verify(common + " --seed 1 --fault 1+1");
  EXPECT_EQ(again.exit_code, 1) << again.output;
  EXPECT_THAT(again.output, HasSubstr("N-008 violation"));
  EXPECT_THAT(again.output, HasSubstr("1 runs: 1 with faults"));
}

// A driver that never starts has fault points in its start all the same. Its scenarios are skipped
// for one reason, which is said once.
TEST(VerifyCommand, ADriverThatNeverStartsIsStillVerified) {
  std::string source = kForgetful;
  source.replace(
      source.find("status = KsInitializeDriver(driver, path, &descriptor)"), 54,
      "if (driver != NULL) { ExFreePoolWithTag(block, 'tegF'); return STATUS_NOT_SUPPORTED; }\n"
      "  status = KsInitializeDriver(driver, path, &descriptor)");
  const std::string driver = build_driver(source, ".c", {"--kind", "avstream"}).string();
  const Outcome out = verify("--avstream " + driver);
  EXPECT_EQ(out.exit_code, 1) << out.output;
  EXPECT_THAT(out.output, HasSubstr("N-008 violation: Pool left at unload"));
  EXPECT_THAT(out.output, HasSubstr("--scenario load.minidriver --seed 1 --fault 1\n"));
  EXPECT_THAT(out.output, HasSubstr("cut short load.minidriver: DriverEntry returned 0xc00000bb"));
  EXPECT_THAT(out.output, ::testing::ContainsRegex(
                              "skipped [0-9]+ scenarios: DriverEntry returned 0xc00000bb"));
  EXPECT_THAT(out.output, HasSubstr(" 2 with faults, ")) << "the faults of its start, once";
}

// The scenario shows the lint of its driver's start, and does not come further.
TEST(VerifyCommand, WhatLintsAndSkipsIsCutShortAndVerifiesNothing) {
  const TempFolder folder;
  const std::string source = R"(#include <ntddk.h>
#include <ks.h>
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  PVOID block = ExAllocatePoolWithTag(NonPagedPool, 64, 0);
  if (block != NULL) ExFreePool(block);
  return block != NULL ? STATUS_NOT_SUPPORTED : KsInitializeDriver(driver, path, &descriptor);
})";
  const std::string driver = build_driver(source, ".c", {"--kind", "avstream"}).string();
  const std::string json_file = (folder.path() / "r.json").string();
  const std::string junit_file = (folder.path() / "r.xml").string();
  const Outcome out = verify("--faults none --scenario minidriver.frames --avstream " + driver +
                             " --json " + json_file + " --junit " + junit_file);
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output, HasSubstr("1 scenarios, 0 skipped, 1 cut short; 1 runs"));
  EXPECT_THAT(out.output, HasSubstr("0 fatal, 0 violations, 1 lints"));
  EXPECT_THAT(out.output, HasSubstr("every scenario was skipped or cut short"));
  const Json json = json_of(json_file);
  EXPECT_EQ(json.at("summary").at("skipped"), 0);
  EXPECT_EQ(json.at("summary").at("cut_short"), 1);
  const Json& scenario = json.at("scenarios").at(0);
  EXPECT_EQ(scenario.at("status"), "findings");
  EXPECT_EQ(scenario.at("cut_short"), true);
  EXPECT_NE(scenario.at("reason"), "");
  const std::string xml = file_text(junit_file);
  EXPECT_THAT(xml, HasSubstr("tests=\"1\" failures=\"0\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<property name=\"cut_short\" value=\"1\"/>"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"cut short: DriverEntry returned"));
}

TEST(VerifyCommand, JsonHasWhatScriptsRelyOn) {
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "r.json";
  const std::string common = "-q --scenario load.minidriver --avstream " + forgetful();
  EXPECT_EQ(verify(common + " --json " + file.string()).exit_code, 1);
  const Json json = json_of(file);
  EXPECT_EQ(json.at("personality"), "windows");
  EXPECT_TRUE(json.at("version").is_string());
  EXPECT_EQ(json.at("drivers").at(0), Json({{"path", forgetful()}, {"kind", "avstream"}}));
  const Json& scenario = json.at("scenarios").at(0);
  EXPECT_EQ(scenario.at("name"), "load.minidriver");
  EXPECT_EQ(scenario.at("status"), "findings");
  EXPECT_EQ(scenario.at("reason"), "");
  EXPECT_EQ(scenario.at("runs").get<int>(), scenario.at("faults").get<int>() + 1);
  EXPECT_EQ(scenario.at("schedules"), 0);
  EXPECT_GE(scenario.at("fault_points").size(), 1U);
  const Json& finding = json.at("findings").at(0);
  for (const char* member :
       {"rule", "severity", "party", "scenario", "message", "object", "history", "stack", "replay"})
    EXPECT_TRUE(finding.contains(member)) << member;
  EXPECT_EQ(finding.at("rule"), "N-008");
  EXPECT_EQ(finding.at("reproduced"), true);
  for (const char* member : {"total", "checked", "proved", "of_drivers", "evaluated"})
    EXPECT_GT(json.at("rules").at(member).get<int>(), 0) << member;
  EXPECT_EQ(json.at("summary").at("violation"), json.at("findings").size());
  EXPECT_EQ(json.at("summary").at("fatal"), 0);

  const Outcome known = verify(common + " --baseline " + file.string());
  EXPECT_EQ(known.exit_code, 0) << known.output;
  EXPECT_THAT(known.output, HasSubstr("0 violations, 0 lints; 1 known before"));
}

TEST(VerifyCommand, SarifHasPlacesRulesAndFingerprints) {
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "r.sarif";
  verify("-q --scenario load.minidriver --avstream " + forgetful() + " --sarif " + file.string());
  const Json json = json_of(file);
  EXPECT_EQ(json.at("version"), "2.1.0");
  EXPECT_THAT(json.at("$schema").get<std::string>(), HasSubstr("sarif-schema-2.1.0.json"));
  const Json& tool = json.at("runs").at(0).at("tool").at("driver");
  EXPECT_EQ(tool.at("name"), "drydock");
  const Json& result = json.at("runs").at(0).at("results").at(0);
  EXPECT_EQ(result.at("level"), "error");
  EXPECT_FALSE(result.at("message").at("text").get<std::string>().empty());
  const Json& rule = tool.at("rules").at(result.at("ruleIndex").get<std::size_t>());
  EXPECT_EQ(rule.at("id"), result.at("ruleId"));
  EXPECT_FALSE(rule.at("help").at("text").get<std::string>().empty());
  EXPECT_FALSE(rule.at("shortDescription").at("text").get<std::string>().empty());
  const Json& place = result.at("locations").at(0).at("physicalLocation");
  EXPECT_THAT(place.at("artifactLocation").at("uri").get<std::string>(), HasSubstr("driver.c"));
  EXPECT_EQ(place.at("region").at("startLine"), line_of(kForgetful, "/* forgotten */"));
  EXPECT_EQ(result.at("partialFingerprints").at("drydock/v2").get<std::string>().size(), 16U);
}

TEST(VerifyCommand, JunitAndTraceAreWritten) {
  const TempFolder folder;
  const std::filesystem::path junit = folder.path() / "r.xml";
  const std::filesystem::path trace = folder.path() / "t.json";
  verify("-q --scenario load.minidriver --avstream " + forgetful() + " --junit " + junit.string() +
         " --trace " + trace.string());
  const std::string xml = file_text(junit);
  EXPECT_THAT(xml, HasSubstr("tests=\"1\" failures=\"1\" skipped=\"0\""));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"drydock\" name=\"load.minidriver\" time=\""));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"N-008\" message=\"N-008: "));
  const Json events = json_of(trace).at("traceEvents");
  const bool has_finding = std::any_of(events.begin(), events.end(), [](const Json& event) {
    return event.value("name", "").find("N-008") != std::string::npos;
  });
  EXPECT_TRUE(has_finding);
}

TEST(VerifyCommand, RulesAndSeverityChooseWhatCounts) {
  const std::string common = "-q --scenario load.minidriver --avstream " + forgetful();
  EXPECT_EQ(verify(common + " --rules 'K-*'").exit_code, 0);
  EXPECT_EQ(verify(common + " --rules 'N-00?'").exit_code, 1);
  EXPECT_EQ(verify(common + " --severity fatal").exit_code, 0);
}

TEST(VerifyCommand, ListNamesScenarios) {
  const Outcome out = verify("--list");
  EXPECT_EQ(out.exit_code, 0);
  EXPECT_THAT(out.output, HasSubstr("load.minidriver"));
  EXPECT_THAT(out.output, HasSubstr("load.miniport"));
  const Outcome only = verify("--list --avstream " + vcam());
  EXPECT_THAT(only.output, HasSubstr("load.minidriver"));
  EXPECT_THAT(only.output, Not(HasSubstr("load.miniport")));
}

void expect_refusal(const std::string& arguments, const std::string& sentence) {
  const Outcome out = verify(arguments);
  EXPECT_EQ(out.exit_code, 2) << out.output;
  EXPECT_THAT(out.output, HasSubstr(sentence));
  EXPECT_EQ(std::count(out.output.begin(), out.output.end(), '\n'), 1) << out.output;
}

TEST(VerifyCommand, WhatCannotBeCarriedOutExitsWithTwoAndOneSentence) {
  const TempFolder folder;
  const std::string text = folder.write("text.so", "no driver").string();
  const std::string profile = folder.write("p.json", "{\n\"command\": []}").string();
  const std::string broken = folder.write("b.json", "{\n  oops").string();
  expect_refusal("--miniport /nonexistent.so", "'/nonexistent.so' cannot be read");
  expect_refusal("--miniport " + text, "is not an ELF file");
  expect_refusal("--miniport " + vcam(), "is no display miniport, but an AVStream minidriver");
  expect_refusal("--avstream " + build_driver(driver_of("", "return STATUS_SUCCESS;")).string(),
                 "is no AVStream minidriver: it does not call KsInitializeDriver");
  const std::string cam = "--avstream " + vcam();
  expect_refusal(cam + " --profile " + profile, "p.json: command: there is no such member");
  expect_refusal(cam + " --profile " + broken, "b.json:2:3: this is no JSON");
  expect_refusal(cam + " --profile /nonexistent.json", "'/nonexistent.json' cannot be read");
  expect_refusal(cam + " --baseline " + profile, "is no report that verify --json wrote");
  expect_refusal(cam + " --scenario nothing.*", "no scenario for these drivers is called");
  expect_refusal(cam + " --faults some", "--faults takes none or each");
  expect_refusal(cam + " --fault x --scenario load.minidriver",
                 "--fault takes none, N, N+DISTANCE, place:PLACE:TIME or SEED/ONE_IN, not 'x'");
  expect_refusal(cam + " --windows 6.4",
                 "--windows takes 6.1, 6.2, 6.3, or 10.0.N with N from 10240 to 26100, not '6.4'");
  expect_refusal(cam + " --windows 10.0.1", "--windows takes 6.1, 6.2, 6.3, or 10.0.N");
  expect_refusal(cam + " --severity grave", "--severity takes fatal, violation or lint");
  expect_refusal(cam + " --personality dos", "the personality 'dos' is not there");
  EXPECT_EQ(verify(cam + " --runs many").exit_code, 2);
  EXPECT_EQ(verify(cam + " --nonsense").exit_code, 2);
  expect_refusal(cam + " -q --scenario load.minidriver --faults none --json /nonexistent/r.json",
                 "cannot be written");
}

}  // namespace
