// `drydock load` as scripts see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

using ::drydock::testing::build_driver;
using ::drydock::testing::build_sample;
using ::drydock::testing::drydock;
using ::drydock::testing::line_of;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;

const std::string kClean = R"(#include <ntddk.h>
static PVOID block = NULL;
static VOID Unload(PDRIVER_OBJECT driver) { ExFreePoolWithTag(block, 'daol'); }
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->DriverUnload = Unload;
  block = ExAllocatePoolWithTag(NonPagedPool, 64, 'daol');
  return block == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
})";

// Keeps the first block when the second allocation fails.
const std::string kCareless = R"(#include <ntddk.h>
static PVOID blocks[2];
static VOID Unload(PDRIVER_OBJECT driver) {
  ExFreePoolWithTag(blocks[0], 'daol');
  ExFreePoolWithTag(blocks[1], 'daol');
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->DriverUnload = Unload;
  blocks[0] = ExAllocatePoolWithTag(NonPagedPool, 64, 'daol');  // HERE
  if (blocks[0] == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  blocks[1] = ExAllocatePoolWithTag(NonPagedPool, 64, 'daol');
  return blocks[1] == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
})";

const std::string kCrashing = R"(#include <ntddk.h>
static volatile int* bad = 0;
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  *bad = 1;
  return STATUS_SUCCESS;
})";

TEST(Load, CleanDriverExitsWithZero) {
  const std::string file = build_driver(kClean).string();
  for (const char* options :
       {"", " --seed 3", " --faults none", " --faults each", " --faults 0", " --special-pool"}) {
    const Outcome outcome = drydock("load " + file + options);
    EXPECT_EQ(outcome.exit_code, 0) << options << "\n" << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("0 findings, 0 lints")) << options;
  }
}

TEST(Load, CrashIsReportedWithItsLineAndExitsWithOne) {
  const Outcome outcome = drydock("load " + build_driver(kCrashing).string());
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("N-061"));
  EXPECT_THAT(outcome.output, HasSubstr("driver.c:4"));
  EXPECT_THAT(outcome.output, HasSubstr("DriverEntry returned 0xc000026c; 1 findings"));
}

TEST(Load, FaultsInTurnFindWhatOneLifeDoesNot) {
  const std::string file = build_driver(kCareless).string();
  EXPECT_EQ(drydock("load " + file).exit_code, 0);
  const Outcome outcome = drydock("load " + file + " --faults each");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("N-008"));
  EXPECT_THAT(outcome.output, HasSubstr("2 fault points"));
  EXPECT_THAT(outcome.output, HasSubstr("driver.c:" + std::to_string(line_of(kCareless, "HERE"))));
  EXPECT_THAT(outcome.output, HasSubstr("load " + file + " --faults 1"));
  EXPECT_EQ(drydock("load " + file + " --faults 0").exit_code, 0);
  EXPECT_EQ(drydock("load " + file + " --faults 1").exit_code, 1);
}

// The command that a finding prints, as a script would run it.
Outcome replay(const std::string& command) {
  const std::filesystem::path program(DRYDOCK_PROGRAM);
  return run("PATH=" + program.parent_path().string() + ":$PATH " + command);
}

std::vector<nlohmann::json> findings_of(const std::string& arguments) {
  const TempFolder folder;
  const std::string json = (folder.path() / "findings.json").string();
  drydock("load " + arguments + " --json " + json);
  std::ifstream in(json);
  return nlohmann::json::parse(in);
}

// Returns the place of a finding without the addresses, which differ from run to run.
std::string essence(const nlohmann::json& finding) {
  std::string out = finding["rule"].get<std::string>() + finding["replay"].get<std::string>();
  for (const auto& frame : finding["stack"]) {
    if (!frame["module"].get<std::string>().starts_with("sampler")) continue;
    out += " " + frame["function"].get<std::string>() + std::to_string(frame["line"].get<int>());
  }
  return out;
}

TEST(Load, WellWrittenDriverSurvivesEveryFault) {
  const std::string file = build_sample("sampler").string();
  for (const char* options : {" --faults each", " --faults each --seed 5"}) {
    const Outcome outcome = drydock("load " + file + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("0 findings, 0 lints"));
  }
}

// Every finding of the careless twin prints the command that shows it again.
TEST(Load, ReplayCommandsReproduceTheirFindings) {
  const std::string file = build_sample("sampler", {"-DSAMPLER_CARELESS"}).string();
  const std::vector<nlohmann::json> findings = findings_of(file + " --faults each --seed 5");
  std::map<std::string, std::vector<std::string>> by_command;
  for (const auto& finding : findings) by_command[finding["replay"]].push_back(essence(finding));
  EXPECT_GE(by_command.size(), 10u);
  for (const auto& [command, expected] : by_command) {
    const Outcome outcome = replay(command);
    EXPECT_EQ(outcome.exit_code, 1) << command;
    EXPECT_THAT(outcome.output, HasSubstr("replay: " + command));
    std::vector<std::string> again;
    const std::string arguments = command.substr(std::string("drydock load ").size());
    for (const auto& finding : findings_of(arguments)) again.push_back(essence(finding));
    EXPECT_EQ(again, expected) << command;
  }
}

TEST(Load, ReplayNamesEverySwitchAndQuotesTheFile) {
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "it's a driver.so";
  std::filesystem::copy_file(build_driver(kCareless), file);
  const Outcome outcome = run(std::string(DRYDOCK_PROGRAM) + " load \"" + file.string() +
                              "\" --seed 9 --faults 1 --special-pool --limit 20000");
  const std::size_t at = outcome.output.find("replay: ");
  ASSERT_NE(at, std::string::npos) << outcome.output;
  const std::string command = outcome.output.substr(at + 8, outcome.output.find('\n', at) - at - 8);
  EXPECT_THAT(command, HasSubstr(" --seed 9 --faults 1 --special-pool=after --limit 20000"));
  const Outcome again = replay(command);
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.output, HasSubstr("N-008"));
}

TEST(Load, FindingsAsJson) {
  const TempFolder folder;
  const std::string json = (folder.path() / "findings.json").string();
  EXPECT_EQ(drydock("load " + build_driver(kCrashing).string() + " --json " + json).exit_code, 1);
  std::ifstream in(json);
  const auto findings = nlohmann::json::parse(in);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_THAT(findings.dump(), HasSubstr("N-061"));
}

TEST(Load, TraceOfChrome) {
  const TempFolder folder;
  const std::string trace = (folder.path() / "trace.json").string();
  EXPECT_EQ(
      drydock("load " + build_driver(kClean).string() + " --seed 1 --trace " + trace).exit_code, 0);
  std::ifstream in(trace);
  const auto events = nlohmann::json::parse(in).at("traceEvents");
  const bool has_arguments = std::ranges::any_of(events, [](const auto& event) {
    return event.value("cat", "") == "call" && event.at("args").size() > 1;
  });
  EXPECT_TRUE(has_arguments) << "calls have the names that the headers give";
}

// Reads one byte of pool where it must not; no pattern shows that.
std::string reader(const std::string& statement) {
  return R"(#include <ntddk.h>
static volatile char seen;
static VOID Unload(PDRIVER_OBJECT driver) {}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->DriverUnload = Unload;
  char* neighbour = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'daol');
  char* block = ExAllocatePoolWithTag(NonPagedPoolNx, 64, 'daol');
  ExFreePool(neighbour);
  )" + statement +
         R"(
  return STATUS_SUCCESS;
})";
}

TEST(Load, SpecialPoolStopsTheAccessItself) {
  struct Case {
    const char* statement;
    const char* side;
    const char* rule;
  };
  const Case cases[] = {
      {"seen = block[64]; ExFreePool(block);", "after", "N-004"},
      {"seen = block[-1]; ExFreePool(block);", "before", "N-004"},
      {"ExFreePool(block); seen = block[8];", "after", "N-005"},
  };
  for (const auto& [statement, side, rule] : cases) {
    const std::string file = build_driver(reader(statement)).string();
    const std::string option = std::string(" --special-pool=") + side;
    const std::string variable = std::string("DRYDOCK_SPECIAL_POOL=") + side + " ";
    const std::string load = std::string(DRYDOCK_PROGRAM) + " load " + file;
    EXPECT_EQ(run(load).exit_code, 0) << statement;
    EXPECT_EQ(run(variable + load + " --special-pool=none").exit_code, 0) << statement;
    for (const Outcome& outcome : {run(load + option), run(variable + load)}) {
      EXPECT_EQ(outcome.exit_code, 1) << statement << outcome.output;
      EXPECT_THAT(outcome.output, HasSubstr(rule));
      EXPECT_THAT(outcome.output, HasSubstr("driver.c:9"));
      EXPECT_THAT(outcome.output, HasSubstr("load " + file + option));
    }
  }
}

TEST(Load, SpecialPoolOnNoKnownSideIsReportedInOneSentence) {
  const std::string file = build_driver(kClean).string();
  const Outcome outcome = drydock("load --special-pool=left " + file);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("after, before or none, not 'left'"));
  const Outcome ignored = run("DRYDOCK_SPECIAL_POOL=left " DRYDOCK_PROGRAM " load " + file);
  EXPECT_EQ(ignored.exit_code, 0) << ignored.output;
  EXPECT_THAT(ignored.output, HasSubstr("none, after or before, not 'left'"));
}

TEST(Load, EndlessLoopIsEnded) {
  const std::string file = build_driver(R"(#include <ntddk.h>
static volatile int go = 1;
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  while (go) {}
  return STATUS_SUCCESS;
})")
                               .string();
  const Outcome outcome = drydock("load " + file + " --limit 200");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("N-062"));
}

TEST(Load, WhatCannotBeLoadedExitsWithTwoAndOneSentence) {
  const TempFolder folder;
  const std::string text = folder.write("text.so", "not a driver").string();
  const std::string missing = build_driver(R"(#include <ntddk.h>
void NoSuchRoutine(void);
void AnotherOne(void);
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  NoSuchRoutine();
  AnotherOne();
  return STATUS_SUCCESS;
})")
                                  .string();
  const std::string library = folder.path() / "a.so";
  ASSERT_EQ(run("echo 'int x;' | clang-19 -shared -fPIC -x c - -o " + library).exit_code, 0);
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"/nowhere.so", "cannot be read: No such file or directory"},
      {text, "is not an ELF file"},
      {library, "has no DriverEntry"},
      {missing, "(N-066): AnotherOne, NoSuchRoutine"},
  };
  for (const auto& [file, words] : cases) {
    const Outcome outcome = drydock("load " + file);
    EXPECT_EQ(outcome.exit_code, 2) << file;
    EXPECT_THAT(outcome.output, HasSubstr(words));
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
  }
}

TEST(Load, WrongUseExitsWithTwo) {
  const std::string file = build_driver(kClean).string();
  for (const std::string& arguments :
       {std::string("load"), "load " + file + " --bogus", "load " + file + " --faults some",
        "load " + file + " --faults -1", "load " + file + " --seed x",
        "load " + file + " --json /nowhere/x", "load " + file + " --trace /nowhere/x"}) {
    const Outcome outcome = drydock(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << "\n" << outcome.output;
  }
}

}  // namespace
