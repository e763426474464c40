// Findings: their receivers and their two forms.
#include "src/rules/finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/sim/faults.h"
#include "src/sim/schedule.h"

namespace drydock::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

__attribute__((noinline)) Stack here() {
  const Stack stack = Stack::capture();
  asm volatile("");
  return stack;
}

Finding example() {
  Finding finding;
  finding.rule = &find("N-001");
  finding.message = "ExFreePoolWithTag: the block was freed before";
  finding.driver = "sample";
  finding.object = "pool block 'abcd' of 64 bytes";
  finding.history = {"allocated", "freed"};
  finding.stacks = {{"here", here()}, {"freed first", here()}, {"allocated", here()}};
  finding.replay = "drydock run sample.so --seed 7";
  return finding;
}

std::vector<std::string> messages(const FindingLog& log) {
  std::vector<std::string> out;
  for (const Finding& finding : log.findings()) out.push_back(finding.message);
  return out;
}

Finding saying(std::string message) {
  Finding finding;
  finding.rule = &find("N-001");
  finding.message = std::move(message);
  return finding;
}

TEST(FindingLog, ReceivesInOrder) {
  FindingLog log;
  raise(saying("one"));
  raise(saying("two"));
  EXPECT_THAT(messages(log), ElementsAre("one", "two"));
  log.clear();
  EXPECT_TRUE(log.findings().empty());
  raise(saying("three"));
  EXPECT_THAT(messages(log), ElementsAre("three"));
}

TEST(FindingLog, TheInnermostReceives) {
  const FindingLog outer;
  {
    const FindingLog inner;
    raise(saying("inner"));
    EXPECT_THAT(messages(inner), ElementsAre("inner"));
  }
  raise(saying("outer"));
  EXPECT_THAT(messages(outer), ElementsAre("outer"));
}

TEST(FindingLog, WithoutOneFindingsGoToStandardError) {
  ::testing::internal::CaptureStderr();
  raise(saying("nobody listens"));
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("nobody listens"));
}

TEST(FindingListener, HearsEachOnce) {
  const FindingLog log;
  std::vector<std::string> messages;
  set_finding_listener([&](const Finding& finding) { messages.push_back(finding.message); });
  raise(saying("one"));
  raise(saying("two"));
  set_finding_listener(nullptr);
  raise(saying("three"));
  EXPECT_THAT(messages, ElementsAre("one", "two"));
  EXPECT_EQ(log.findings().size(), 3u);
}

TEST(FindingListener, MayRaise) {
  const FindingLog log;
  set_finding_listener([&](const Finding& finding) {
    if (finding.message == "cause") raise(saying("consequence"));
  });
  raise(saying("cause"));
  set_finding_listener(nullptr);
  EXPECT_THAT(messages(log), ElementsAre("cause", "consequence"));
}

TEST(Finding, StacksAreResolvedWhenItIsRaised) {
  const FindingLog log;
  raise(example());
  const std::vector<Finding> findings = log.findings();
  ASSERT_EQ(findings.size(), 1u);
  for (const LabelledStack& stack : findings[0].stacks) {
    ASSERT_FALSE(stack.frames.empty()) << stack.label;
    EXPECT_THAT(stack.frames[0].function, HasSubstr("example"));
    EXPECT_THAT(stack.frames[0].file, EndsWith("finding_test.cpp"));
  }
}

TEST(FindingText, IsReadable) {
  Finding finding = example();
  for (LabelledStack& stack : finding.stacks) stack.frames = {{"Free", "pool.c", 12, "sample.so"}};
  EXPECT_EQ(to_text(finding), std::string("N-001 fatal: ") + std::string(finding.rule->title) +
                                  "\n"
                                  "  ExFreePoolWithTag: the block was freed before\n"
                                  "  driver: sample\n"
                                  "  object: pool block 'abcd' of 64 bytes\n"
                                  "  history:\n"
                                  "    allocated\n"
                                  "    freed\n"
                                  "  here:\n"
                                  "    #0 Free (pool.c:12)\n"
                                  "  freed first:\n"
                                  "    #0 Free (pool.c:12)\n"
                                  "  allocated:\n"
                                  "    #0 Free (pool.c:12)\n"
                                  "  replay: drydock run sample.so --seed 7\n");
}

TEST(FindingText, LeavesOutWhatIsNotKnown) {
  const std::string text = to_text(saying("short"));
  for (const char* word : {"driver:", "object:", "history:", "replay:"}) {
    EXPECT_THAT(text, Not(HasSubstr(word)));
  }
}

// The host's frames at both ends are left out of the text, and only there.
TEST(FindingText, BeginsAndEndsAtTheDriver) {
  Finding finding = saying("from inside");
  std::optional<Frame> host;
  {
    const FindingLog log;
    set_finding_listener([&](const Finding&) {
      for (const Frame& frame : resolve(here())) {
        if (is_host(frame) && !host) host = frame;
      }
    });
    raise(saying("where is the host?"));
    set_finding_listener(nullptr);
  }
  ASSERT_TRUE(host.has_value());
  const Frame driver = {"DriverEntry", "driver.c", 3, "driver.so"};
  finding.stacks.push_back({"here", {}, {*host, *host, driver, *host, driver, *host}});
  const std::string text = to_text(finding);
  EXPECT_THAT(text, HasSubstr("#0 DriverEntry (driver.c:3)"));
  EXPECT_THAT(text, HasSubstr("#2 DriverEntry (driver.c:3)"));
  EXPECT_THAT(text, Not(HasSubstr("#3 ")));
  EXPECT_EQ(nlohmann::json::parse(to_json({finding}))[0]["stack"].size(), 6u);
  // A stack with frames of the host only is printed whole.
  finding.stacks[0].frames = {*host, *host};
  EXPECT_THAT(to_text(finding), HasSubstr("#1 "));
}

TEST(FindingText, HistoryNamesTheCallAndThePlace) {
  ObjectEvent event("armed");
  EXPECT_EQ(to_text(event), "armed");
  event.frames = {{"StartClock", "clock.c", 12, "driver.so"}};
  EXPECT_EQ(to_text(event), "armed in StartClock (clock.c:12)");
  Finding finding = saying("late");
  finding.history = {event};
  const auto history = nlohmann::json::parse(to_json({finding}))[0]["history"];
  ASSERT_EQ(history.size(), 1u);
  EXPECT_EQ(history[0]["event"], "armed");
  EXPECT_EQ(history[0]["stack"][0]["line"], 12);
}

// A program without a command line gets the seed and the fault of the run only.
TEST(FindingReplay, NamesSeedAndFaultOfTheRun) {
  const FindingLog log;
  raise(saying("as it came"));
  {
    const sim::SeededSchedule schedule(42);
    raise(saying("seeded"));
    const sim::FaultInjection injection({.nth = 3});
    raise(saying("seeded, with a fault"));
  }
  const std::vector<Finding> findings = log.findings();
  EXPECT_EQ(findings[0].replay, "this program again (no seed decided the order of its threads)");
  EXPECT_EQ(findings[1].replay, "this program again under seed 42");
  EXPECT_EQ(findings[2].replay, "this program again under seed 42, with a fault at point 3");
}

TEST(FindingReplay, InnermostCommandCounts) {
  const FindingLog log;
  const ReplayCommand outer("drydock verify a.so");
  {
    const ReplayCommand inner("drydock load a.so --faults 3");
    raise(saying("inner"));
  }
  raise(saying("outer"));
  Finding own = saying("own");
  own.replay = "make again";
  raise(own);
  const std::vector<Finding> findings = log.findings();
  EXPECT_EQ(findings[0].replay, "drydock load a.so --faults 3");
  EXPECT_EQ(findings[1].replay, "drydock verify a.so");
  EXPECT_EQ(findings[2].replay, "make again");
}

TEST(FindingJson, HasTheContractedFields) {
  const auto findings = nlohmann::json::parse(to_json({example(), saying("short")}));
  ASSERT_EQ(findings.size(), 2u);
  for (const auto& finding : findings) {
    for (const char* field : {"rule", "severity", "party", "message", "driver", "object", "history",
                              "stack", "stacks", "replay"}) {
      EXPECT_TRUE(finding.contains(field)) << field;
    }
  }
  const auto& full = findings[0];
  EXPECT_EQ(full["rule"], "N-001");
  EXPECT_EQ(full["severity"], "fatal");
  EXPECT_EQ(full["party"], "driver");
  ASSERT_EQ(full["history"].size(), 2u);
  EXPECT_EQ(full["history"][0]["event"], "allocated");
  for (const char* field : {"event", "call", "stack"}) {
    EXPECT_TRUE(full["history"][1].contains(field)) << field;
  }
  ASSERT_FALSE(full["stack"].empty());
  for (const char* field : {"function", "file", "line", "module"}) {
    EXPECT_TRUE(full["stack"][0].contains(field)) << field;
  }
  ASSERT_EQ(full["stacks"].size(), 2u);
  EXPECT_EQ(full["stacks"][0]["label"], "freed first");
  EXPECT_EQ(full["stacks"][1]["label"], "allocated");
  EXPECT_FALSE(full["stacks"][1]["frames"].empty());
  EXPECT_EQ(findings[1]["replay"], "");
  EXPECT_EQ(to_json({}), "[]\n");
}

// Names in findings come from drivers: any bytes.
RC_GTEST_PROP(FindingJsonProperty, IsWellFormedWhateverTheBytes, (const std::string& bytes)) {
  Finding finding = saying(bytes);
  finding.driver = bytes;
  finding.object = bytes;
  finding.history = {bytes, bytes};
  finding.stacks = {{bytes, {}, {{bytes, bytes, 1, bytes}}}, {bytes, {}, {{bytes, bytes, 1, ""}}}};
  const auto json = nlohmann::json::parse(to_json({finding}));
  RC_ASSERT(json.size() == 1u);
  RC_ASSERT(json[0]["history"].size() == 2u);
  const bool is_ascii = std::ranges::all_of(bytes, [](char c) { return c >= 0; });
  RC_ASSERT(!is_ascii || json[0]["message"] == bytes);
}

}  // namespace
}  // namespace drydock::rules
