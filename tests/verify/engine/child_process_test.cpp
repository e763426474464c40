// A child process for runs: its states, its limits, and what it says of its end.
#include "src/verify/engine/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <cstring>

#include "src/nt/watch/breach.h"
#include "src/sim/schedule.h"

namespace {

using namespace drydock;
using namespace drydock::verify;
using ::testing::HasSubstr;

const TestedDrivers kNothingTested;

Scenario child_scenario(void (*body)(verify::Run&)) {
  return {.name = "a.child", .kind = DriverKind::kMiniport, .what = "", .body = body};
}

// The outcome of one run.
StackTable stacks_of_children;

Outcome outcome_of(ChildProcess& child, const Scenario& scenario, std::uint64_t seed = 1) {
  child.start({.scenario = &scenario, .schedule = {.seed = seed}});
  for (;;) {
    if (std::optional<Outcome> outcome = child.poll()) return *outcome;
    pollfd files[] = {{child.files().first, POLLIN, 0}, {child.files().second, POLLIN, 0}};
    poll(files, 2, 20);
  }
}

TEST(ChildProcess, RunsOnePlanAfterTheOther) {
  const Scenario says = child_scenario([](verify::Run&) {
    throw Skip(std::to_string(getpid()) + "/" + std::to_string(sim::schedule_plan()->seed));
  });
  ChildProcess child(kNothingTested, "drydock", {}, stacks_of_children);
  EXPECT_FALSE(child.is_running());
  const Outcome first = outcome_of(child, says, 4);
  EXPECT_EQ(first.end, End::kSkipped);
  EXPECT_FALSE(child.is_running());
  EXPECT_FALSE(child.is_spent());
  const Outcome second = outcome_of(child, says, 5);
  const std::string process = first.reason.substr(0, first.reason.find('/'));
  EXPECT_EQ(second.reason, process + "/5");
  EXPECT_NE(process, std::to_string(getpid()));
}

TEST(ChildProcess, IsSpentWhenItsProcessEnds) {
  const Scenario exits = child_scenario([](verify::Run&) {
    const char said[] = "the last words\n";
    EXPECT_GT(write(STDERR_FILENO, said, std::strlen(said)), 0);
    _exit(3);
  });
  ChildProcess child(kNothingTested, "drydock", {}, stacks_of_children);
  const Outcome outcome = outcome_of(child, exits);
  EXPECT_EQ(outcome.end, End::kCrashed);
  ASSERT_EQ(outcome.findings.size(), 1U);
  EXPECT_THAT(outcome.findings[0].message, HasSubstr("the last words"));
  EXPECT_TRUE(child.is_spent());
  EXPECT_FALSE(child.is_running());
}

// What is found on the way to a crash is not lost.
TEST(ChildProcess, FindingsBeforeACrashAreHandedOver) {
  const Scenario crashes = child_scenario([](verify::Run&) {
    nt::Breach("N-008", nt::Offender::named("gpu")).message("left behind").raise_later();
    *reinterpret_cast<volatile int*>(16) = 1;
  });
  ChildProcess child(kNothingTested, "drydock", {}, stacks_of_children);
  const Outcome outcome = outcome_of(child, crashes);
  EXPECT_EQ(outcome.end, End::kCrashed);
  ASSERT_EQ(outcome.findings.size(), 2U);
  EXPECT_EQ(outcome.findings[0].rule->id, "N-008");
  EXPECT_TRUE(child.is_spent());
}

// After a fatal finding the driver may have left anything in the process.
TEST(ChildProcess, AFatalFindingSpendsIt) {
  const Scenario dies = child_scenario([](verify::Run&) {
    nt::Breach("N-061", nt::Offender::named("gpu")).message("crashed").raise_later();
  });
  const Scenario breaks = child_scenario([](verify::Run&) {
    nt::Breach("N-008", nt::Offender::named("gpu")).message("left").raise_later();
  });
  ChildProcess child(kNothingTested, "drydock", {}, stacks_of_children);
  EXPECT_EQ(outcome_of(child, breaks).findings.size(), 1U);
  EXPECT_FALSE(child.is_spent());
  EXPECT_EQ(outcome_of(child, dies).end, End::kPassed);
  EXPECT_TRUE(child.is_spent());
}

TEST(ChildProcess, ALoopIsEndedAtTheLimit) {
  const Scenario loops = child_scenario([](verify::Run&) {
    for (volatile int turns = 0;;) turns = turns + 1;
  });
  ChildProcess child(kNothingTested, "drydock", {.wall = std::chrono::milliseconds(200)},
                     stacks_of_children);
  const Outcome outcome = outcome_of(child, loops);
  EXPECT_EQ(outcome.end, End::kLimitExceeded);
  ASSERT_EQ(outcome.findings.size(), 1U);
  EXPECT_THAT(outcome.findings[0].message, HasSubstr("200 ms"));
  EXPECT_TRUE(child.is_spent());
}

TEST(ChildProcess, ItsEndLeavesNoProcessBehind) {
  const Scenario says = child_scenario([](verify::Run&) { throw Skip(std::to_string(getpid())); });
  pid_t process = 0;
  {
    ChildProcess child(kNothingTested, "drydock", {}, stacks_of_children, 0);
    process = std::stoi(outcome_of(child, says).reason);
    EXPECT_EQ(kill(process, 0), 0);
  }
  EXPECT_EQ(kill(process, 0), -1);
}

}  // namespace
