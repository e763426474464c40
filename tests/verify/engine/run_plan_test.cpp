// One run in this process: how it ends, and what its outcome tells.
#include "src/verify/engine/run_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "src/nt/ob/registry.h"
#include "src/nt/watch/breach.h"
#include "src/sim/schedule.h"

namespace {

using namespace drydock;
using namespace drydock::verify;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

const TestedDrivers kNoneTested;

Scenario scenario_of(void (*body)(verify::Run&)) {
  return {.name = "a.run", .kind = DriverKind::kMiniport, .what = "", .body = body};
}

Outcome run_once(void (*body)(verify::Run&), Plan plan = {},
                 const TestedDrivers& drivers = kNoneTested) {
  const Scenario scenario = scenario_of(body);
  plan.scenario = &scenario;
  return run_plan(plan, drivers, "drydock verify");
}

TEST(RunPlan, EndsAsTheScenarioDoes) {
  EXPECT_EQ(run_once([](verify::Run&) {}).end, End::kPassed);
  const Outcome skipped = run_once([](verify::Run&) { throw Skip("no pins"); });
  EXPECT_EQ(skipped.end, End::kSkipped);
  EXPECT_EQ(skipped.reason, "no pins");
  const Outcome refused = run_once([](verify::Run&) { throw Refused("no device"); });
  EXPECT_EQ(refused.end, End::kRefused);
  EXPECT_EQ(refused.reason, "no device");
  EXPECT_TRUE(refused.findings.empty());
}

TEST(RunPlan, ADriverThatIsStillBrokenIsAFinding) {
  TestedDrivers drivers;
  drivers.miniport = "somewhere/gpu.so";
  const Outcome outcome =
      run_once([](verify::Run&) { throw StillBroken("does not start again"); }, {}, drivers);
  EXPECT_EQ(outcome.end, End::kRefused);
  ASSERT_THAT(outcome.findings, SizeIs(1));
  EXPECT_EQ(outcome.findings[0].rule->id, "N-069");
  EXPECT_EQ(outcome.findings[0].driver, "gpu");
}

TEST(RunPlan, FindingsNameTheCommandThatRepeatsTheRun) {
  const auto breaks = [](verify::Run&) {
    nt::Breach("N-008", nt::Offender::named("gpu")).message("left").raise_later();
    EXPECT_THAT(findings_so_far(), SizeIs(1));
  };
  const Outcome outcome = run_once(breaks, {.schedule = {.seed = 42}});
  ASSERT_THAT(outcome.findings, SizeIs(1));
  EXPECT_THAT(outcome.findings[0].replay, HasSubstr("drydock verify --scenario a.run"));
  EXPECT_THAT(outcome.findings[0].replay, HasSubstr("42"));
  EXPECT_TRUE(findings_so_far().empty());
}

// A registry call is a fault point.
void meet_three(verify::Run&) {
  for (int i = 0; i < 3; ++i) nt::registry_fault();
}

TEST(RunPlan, PointsAreCountedAndNamedIfTheyAreWanted) {
  const Outcome plain = run_once(meet_three);
  EXPECT_EQ(plain.points, 3U);
  EXPECT_TRUE(plain.fault_point_names.empty());
  EXPECT_TRUE(plain.course.places.empty());
  const Outcome named = run_once(meet_three, {.wants_fault_points = true});
  EXPECT_THAT(named.fault_point_names, SizeIs(1));
  EXPECT_THAT(named.course.places, SizeIs(3));
  const Outcome failed = run_once(meet_three, {.faults = {.nth = 1}});
  EXPECT_EQ(failed.unmet, "");
  EXPECT_THAT(failed.places, SizeIs(1));
  EXPECT_THAT(failed.following, SizeIs(1));
}

TEST(RunPlan, FaultsOfThePlanThatTheRunDoesNotMeetAreReported) {
  EXPECT_EQ(run_once(meet_three, {.faults = {.nth = 7}}).unmet,
            "the run met 3 fault points, and 7 is none of them");
  EXPECT_EQ(run_once(meet_three, {.faults = {.seed = 1, .one_in = 1000000}}).unmet, "");
  const auto refused = [](verify::Run&) {
    nt::registry_fault();
    throw std::runtime_error("the driver does not start");
  };
  EXPECT_EQ(run_once(refused, {.faults = {.nth = 7}}).unmet,
            "the run met 1 fault points, and 7 is none of them");
  const auto skipped = [](verify::Run&) { throw Skip("not for this driver"); };
  EXPECT_EQ(run_once(skipped, {.faults = {.nth = 7}}).unmet, "");
}

TEST(RunPlan, AFaultAtAPlaceNeedNotBeMetBesideFindings) {
  const std::vector<std::uint64_t> course = {5, 6, 5};
  EXPECT_EQ(unmet_fault({.nth = 2}, course, true), "");
  EXPECT_THAT(unmet_fault({.nth = 3}, course, true), HasSubstr("3 is none of them"));
  EXPECT_EQ(unmet_fault({.stack = 5, .time = 1}, course, false), "");
  EXPECT_THAT(unmet_fault({.stack = 5, .time = 2}, course, false), HasSubstr("met 3 fault points"));
  EXPECT_EQ(unmet_fault({.stack = 5, .time = 2}, course, true), "");
}

TEST(RunPlan, ItsDriversSeeTheWindowsAndTheRegistryOfTheirProfile) {
  TestedDrivers drivers;
  drivers.miniport = "seen.so";
  drivers.windows = *nt::windows_version_from("6.1");
  drivers.profile.registry.push_back({"", "Seen", REG_DWORD, {std::byte{1}, {}, {}, {}}});
  const auto looks = [](verify::Run&) {
    const bool is_there =
        nt::Registry::instance()
            .get(u"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\seen", u"Seen")
            .has_value();
    throw Skip(nt::to_text(nt::windows_version()) + (is_there ? " with" : " without"));
  };
  EXPECT_THAT(run_once(looks, {}, drivers).reason, HasSubstr("6.1"));
  EXPECT_THAT(run_once(looks, {}, drivers).reason, HasSubstr("with"));
  EXPECT_EQ(nt::windows_version(), nt::newest_windows());
}

TEST(RunPlan, ATraceIsWrittenAndNotesAreStored) {
  SharedText trace;
  const Outcome outcome = run_once(
      [](verify::Run& run) {
        run.note("once");
        run.note("once");
      },
      {.trace = &trace});
  EXPECT_THAT(outcome.notes, ElementsAre("once"));
  EXPECT_THAT(trace.read().value_or(""), HasSubstr("traceEvents"));
}

}  // namespace
