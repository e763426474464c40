// Who receives findings, and the command that replays one.
#include "src/rules/finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/rules/findings.h"

namespace drydock::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

std::vector<std::string> messages(const FindingLog& log) {
  std::vector<std::string> out;
  for (const Finding& finding : log.findings()) out.push_back(finding.message);
  return out;
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
    EXPECT_THAT(stack.frames[0].file, EndsWith("findings.h"));
  }
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

}  // namespace
}  // namespace drydock::rules
