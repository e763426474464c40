// Plans in child processes: each has one outcome, whatever becomes of its process.
#include "src/verify/engine/process_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include "src/sim/schedule.h"

using namespace drydock;
using namespace drydock::verify;

namespace {

const TestedDrivers kNoDrivers;

std::vector<Plan> plans_of(const Scenario& scenario, std::uint64_t count) {
  std::vector<Plan> plans;
  for (std::uint64_t seed = 1; seed <= count; ++seed)
    plans.push_back({.scenario = &scenario, .schedule = {.seed = seed}});
  return plans;
}

// Says in which process it ran.
const Scenario kSaysProcess = {
    .name = "a.process", .kind = DriverKind::kMiniport, .what = "", .body = [](verify::Run&) {
      throw Skip(std::to_string(getpid()));
    }};
// Exits under even seeds.
const Scenario kExits = {
    .name = "a.exits", .kind = DriverKind::kMiniport, .what = "", .body = [](verify::Run&) {
      if (sim::schedule_plan()->seed % 2 == 0) _exit(3);
    }};

TEST(ProcessPool, EachPlanHasOneOutcomeAlsoWhenItsProcessEnds) {
  const std::vector<Plan> plans = plans_of(kExits, 7);
  std::vector<std::vector<End>> ends(plans.size());
  ProcessPool{kNoDrivers, "drydock"}.run(
      plans, [&](std::size_t plan, const Outcome& outcome) { ends[plan].push_back(outcome.end); });
  for (std::size_t i = 0; i < plans.size(); ++i)
    EXPECT_THAT(ends[i], ::testing::ElementsAre(i % 2 == 1 ? End::kCrashed : End::kPassed)) << i;
}

TEST(ProcessPool, SharesProcessesUnlessEachPlanNeedsItsOwn) {
  const std::vector<Plan> plans = plans_of(kSaysProcess, 6);
  const auto processes = [&](ProcessPool::Processes use) {
    std::set<std::string> seen;
    ProcessPool{kNoDrivers, "drydock", {}, 1}.run(
        plans, [&](std::size_t, const Outcome& outcome) { seen.insert(outcome.reason); }, nullptr,
        use);
    return seen.size();
  };
  EXPECT_EQ(processes(ProcessPool::Processes::kShared), 1U);
  EXPECT_EQ(processes(ProcessPool::Processes::kOneForEach), 6U);
}

TEST(ProcessPool, DroppedPlansHaveNoOutcome) {
  const std::vector<Plan> plans = plans_of(kSaysProcess, 5);
  std::set<std::size_t> ran;
  ProcessPool{kNoDrivers, "drydock"}.run(
      plans, [&](std::size_t plan, const Outcome&) { ran.insert(plan); },
      [](const Plan& plan) { return plan.schedule.seed == 2 || plan.schedule.seed == 5; });
  EXPECT_THAT(ran, ::testing::ElementsAre(0U, 2U, 3U));
}

// Ends only with its process.
const Scenario kNeverEnds = {
    .name = "a.never", .kind = DriverKind::kMiniport, .what = "", .body = [](verify::Run&) {
      for (;;) pause();
    }};

TEST(ProcessPool, AStoppedPoolEndsItsProcessesAndNamesThePlansWithoutOutcome) {
  std::vector<Plan> plans = plans_of(kSaysProcess, 2);
  for (int i = 0; i < 3; ++i) plans.push_back({.scenario = &kNeverEnds});
  std::set<std::size_t> ran;
  const ProcessPool pool{
      .drivers = kNoDrivers, .command = "drydock", .limits = {}, .jobs = 2, .is_stopped = [&] {
        return ran.size() == 2;
      }};
  const std::vector<std::size_t> unmade =
      pool.run(plans, [&](std::size_t plan, const Outcome&) { ran.insert(plan); });
  EXPECT_THAT(ran, ::testing::ElementsAre(0U, 1U));
  EXPECT_THAT(unmade, ::testing::UnorderedElementsAre(2U, 3U, 4U));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no process is left
}

TEST(SequentialRunner, AStoppedPoolEndsTheRun) {
  int looks = 0;
  const ProcessPool pool{
      .drivers = kNoDrivers, .command = "drydock", .limits = {}, .jobs = 1, .is_stopped = [&] {
        return ++looks > 2;
      }};
  SequentialRunner runner(pool);
  EXPECT_FALSE(runner.run({.scenario = &kNeverEnds}));
  EXPECT_GT(looks, 2);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(ProcessPool, SignalsOfTheTerminalDoNotEndARun) {
  const Scenario raises = {
      .name = "a.raises", .kind = DriverKind::kMiniport, .what = "", .body = [](verify::Run&) {
        for (const int asked : {SIGINT, SIGTERM, SIGHUP}) raise(asked);
      }};
  std::vector<End> ends;
  ProcessPool{kNoDrivers, "drydock"}.run(
      plans_of(raises, 1),
      [&](std::size_t, const Outcome& outcome) { ends.push_back(outcome.end); });
  EXPECT_THAT(ends, ::testing::ElementsAre(End::kPassed));
}

TEST(ProcessPool, AnEmptyListIsDone) {
  ProcessPool{kNoDrivers, "drydock"}.run(
      {}, [](std::size_t, const Outcome&) { FAIL() << "there is no plan"; });
}

TEST(SequentialRunner, ReplacesAProcessThatEnded) {
  const ProcessPool pool{kNoDrivers, "drydock"};
  SequentialRunner runner(pool);
  const Plan says = {.scenario = &kSaysProcess};
  const std::string first = runner.run(says)->reason;
  EXPECT_EQ(runner.run(says)->reason, first);
  const Outcome ended = runner.run({.scenario = &kExits, .schedule = {.seed = 2}}).value();
  EXPECT_EQ(ended.end, End::kCrashed);
  ASSERT_EQ(ended.findings.size(), 1U);
  EXPECT_EQ(ended.findings[0].replay, "drydock --scenario a.exits --seed 2 --fault none");
  EXPECT_NE(runner.run(says)->reason, first);
}

}  // namespace
