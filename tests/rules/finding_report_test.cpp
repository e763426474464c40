// Findings as text and as JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "src/rules/finding.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/rules/findings.h"

namespace drydock::rules {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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

// The host's frames at both ends are left out of the text. JSON has them all, and the driver's
// first.
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
  const auto json = nlohmann::json::parse(to_json({finding}))[0];
  EXPECT_EQ(json["stack"].size(), 4u);
  EXPECT_EQ(json["stack"][0]["function"], "DriverEntry");
  EXPECT_EQ(json["called"].size(), 2u);
  // A stack with frames of the host only is printed whole.
  finding.stacks[0].frames = {*host, *host};
  EXPECT_THAT(to_text(finding), HasSubstr("#1 "));
}

// With and without the debug package of the C library.
TEST(FindingText, ACallOfALibraryStandsBehindTheDriversLine) {
  const Frame driver = {"Fill", "fill.c", 3, "driver.so"};
  Finding finding = saying("write faulted");
  finding.stacks = {{"here", {}, {{"__memmove", "../memmove.S", 317, "libc.so.6"}, driver}}};
  EXPECT_THAT(to_text(finding), HasSubstr("#0 Fill (fill.c:3), in its call of __memmove\n"));
  finding.stacks[0].frames[0] = {"", "", 0, "libc.so.6"};
  EXPECT_THAT(to_text(finding),
              HasSubstr("#0 Fill (fill.c:3), in its call of a function of libc.so.6\n"));
  finding.stacks.push_back(finding.stacks[0]);
  ObjectEvent event("filled");
  event.frames = finding.stacks[0].frames;
  finding.history = {event};
  const auto json = nlohmann::json::parse(to_json({finding}))[0];
  for (const auto& [row, frames] :
       {std::pair(json, "stack"), std::pair(json["stacks"][0], "frames"),
        std::pair(json["history"][0], "stack")}) {
    EXPECT_EQ(row[frames][0]["line"], 3);
    EXPECT_EQ(row["called"][0]["module"], "libc.so.6");
  }
}

// What a call left behind is seen when it is over, by the program that plays the scenarios.
TEST(FindingText, AStackOfThePlayerAloneSaysNothingOfADriver) {
  const Frame player = {"Stage::start", "stage.cpp", 61, "drydock"};
  Finding finding = saying("returned at IRQL 2");
  finding.stacks = {{"here", {}, {player, {"__libc_start", "", 0, "libc.so.6"}}}};
  EXPECT_THAT(to_text(finding), HasSubstr("Stage::start")) << "of no driver";
  finding.driver = "gpu";
  EXPECT_THAT(to_text(finding), Not(HasSubstr("Stage::start")));
  EXPECT_THAT(to_text(finding), Not(HasSubstr("here:")));
  finding.stacks[0].frames.insert(finding.stacks[0].frames.begin(),
                                  {"Start", "gpu.c", 7, "gpu.so"});
  EXPECT_THAT(to_text(finding), HasSubstr("#0 Start (gpu.c:7)"));
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

TEST(FindingJson, HasTheContractedFields) {
  const auto findings = nlohmann::json::parse(to_json({example(), saying("short")}));
  ASSERT_EQ(findings.size(), 2u);
  for (const auto& finding : findings) {
    for (const char* field : {"rule", "severity", "party", "message", "driver", "object", "history",
                              "stack", "called", "stacks", "replay"}) {
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
