// Runs of scenarios: in processes of their own, with faults, under schedules, and their results.
#include "src/verify/engine/engine.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "src/nt/life/loader.h"
#include "src/nt/ob/registry.h"
#include "src/sim/faults.h"
#include "src/sim/gate.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"
#include "tests/verify/notes_failure.h"

using namespace drydock;
using namespace drydock::verify;
using ::drydock::testing::build_driver;
using ::drydock::testing::driver_of;
using ::drydock::testing::kNotesFailure;
using ::drydock::testing::line_of;
using ::testing::HasSubstr;

namespace {

Scenario scenario(std::string_view name, void (*play)(verify::Run&), bool has_actors = false) {
  return {.name = name,
          .kind = DriverKind::kMiniport,
          .what = "",
          .has_actors = has_actors,
          .body = play};
}

Request request_of(std::initializer_list<const Scenario*> scenarios) {
  Request request;
  request.scenarios = scenarios;
  request.command = "drydock verify";
  request.jobs = 2;
  return request;
}

void break_rule(rules::RuleId rule, std::string message, std::string object = {}) {
  rules::Finding finding;
  finding.rule = &rules::find(rule);
  finding.message = std::move(message);
  finding.driver = "test";
  finding.object = std::move(object);
  rules::raise(std::move(finding));
}

void live_driver(verify::Run& run) {
  const auto driver = nt::LoadedDriver::load(run.drivers().miniport);
  driver->start();
  driver->unload();
}

std::string text_of(const Verification& verification) {
  std::string out;
  for (const DistinctFinding& found : verification.findings) out += rules::to_text(found.finding);
  return out;
}

TEST(Engine, EndsOfScenariosAreReported) {
  const Scenario passes = scenario("a.passes", [](verify::Run&) {});
  const Scenario skips = scenario("a.skips", [](verify::Run&) { throw Skip("no way"); });
  const Scenario refuses = scenario("a.refuses", [](verify::Run&) { throw Refused("not let"); });
  const Verification done = verify::verify(request_of({&passes, &skips, &refuses}));
  ASSERT_EQ(done.scenarios.size(), 3U);
  EXPECT_EQ(done.scenarios[0].status, ScenarioStatus::kPassed);
  EXPECT_EQ(done.scenarios[0].runs, 1U);
  EXPECT_EQ(done.scenarios[1].status, ScenarioStatus::kSkipped);
  EXPECT_EQ(done.scenarios[1].reason, "no way");
  EXPECT_EQ(done.scenarios[2].status, ScenarioStatus::kSkipped);
  EXPECT_EQ(done.scenarios[2].reason, "not let");
  EXPECT_TRUE(done.findings.empty());
}

TEST(Engine, OneFindingForOneRuleKindOfObjectAndPlace) {
  const Scenario breaks = scenario("a.breaks", [](verify::Run&) {
    break_rule("N-008", "left after 3 calls", "block of 64 bytes");
    break_rule("N-008", "left after 5 calls", "block of 32 bytes");
    break_rule("N-008", "left after 5 calls", "list of 2");
    break_rule("K-010", "a rule of clients, by a driver");
  });
  const Verification done = verify::verify(request_of({&breaks}));
  ASSERT_EQ(done.findings.size(), 3U) << text_of(done);
  EXPECT_EQ(done.findings[0].finding.object, "block of 64 bytes");
  EXPECT_EQ(done.findings[0].times, 1U);
  EXPECT_TRUE(done.findings[0].is_reproduced) << text_of(done);
  EXPECT_EQ(done.findings[0].finding.replay,
            "drydock verify --scenario a.breaks --seed 1 --fault none");
  EXPECT_EQ(done.scenarios[0].status, ScenarioStatus::kFindings);
}

TEST(Engine, WhatAScenarioDoesAsAClientIsNoFinding) {
  const Scenario lints = scenario("a.lints", [](verify::Run&) {
    rules::Finding finding;
    finding.rule = &rules::find("K-010");
    rules::raise(std::move(finding));
  });
  EXPECT_TRUE(verify::verify(request_of({&lints})).findings.empty());
}

TEST(Engine, FiltersByRuleSeverityAndBaseline) {
  const Scenario breaks = scenario("a.breaks", [](verify::Run&) {
    break_rule("N-008", "left");
    break_rule("N-061", "crashed");
    break_rule("K-010", "a lint");
  });
  Request request = request_of({&breaks});
  EXPECT_EQ(verify::verify(request).findings.size(), 3U);
  request.filter.rules = "N-00*";
  EXPECT_EQ(verify::verify(request).findings.size(), 1U);
  request.filter = {.least = rules::Severity::kViolation};
  const Verification severe = verify::verify(request);
  ASSERT_EQ(severe.findings.size(), 2U);
  EXPECT_EQ(severe.findings[0].finding.rule->id, "N-061");
  request.filter = {.baseline = {.keys = {severe.findings[0].key}}};
  const Verification rest = verify::verify(request);
  EXPECT_EQ(rest.findings.size(), 2U);
  EXPECT_EQ(rest.known, 1U);
}

// --- Deaths --------------------------------------------------------------------------------

__attribute__((noinline)) void write_nowhere() {
  *reinterpret_cast<volatile int*>(std::uintptr_t{8}) = 1;
}

TEST(Containment, ACrashIsAFindingAndTheOtherScenariosGoOn) {
  const Scenario crashes = scenario("a.crashes", [](verify::Run&) {
    break_rule("N-008", "before the crash");
    write_nowhere();
  });
  const Scenario passes = scenario("a.passes", [](verify::Run&) {});
  Request request = request_of({&crashes, &passes});
  request.jobs = 1;
  const Verification done = verify::verify(request);
  ASSERT_EQ(done.findings.size(), 2U) << text_of(done);
  const rules::Finding& crash = done.findings[0].finding;
  EXPECT_EQ(crash.rule->id, "N-061");
  EXPECT_THAT(crash.message, HasSubstr("Segmentation fault"));
  EXPECT_THAT(text_of(done), HasSubstr("write_nowhere"));
  EXPECT_EQ(crash.replay, "drydock verify --scenario a.crashes --seed 1 --fault none");
  EXPECT_TRUE(done.findings[0].is_reproduced) << text_of(done);
  EXPECT_EQ(done.findings[1].finding.rule->id, "N-008");
  EXPECT_EQ(done.scenarios[1].status, ScenarioStatus::kPassed);
}

TEST(Containment, AProcessThatIsEndedIsAFinding) {
  const Scenario leaves = scenario("a.leaves", [](verify::Run&) {
    static_cast<void>(!write(STDERR_FILENO, "cannot go on\n", 13));
    _exit(3);
  });
  const Verification done = verify::verify(request_of({&leaves}));
  ASSERT_EQ(done.findings.size(), 1U);
  EXPECT_EQ(done.findings[0].finding.rule->id, "N-061");
  EXPECT_THAT(done.findings[0].finding.message, HasSubstr("exit code 3"));
  EXPECT_THAT(done.findings[0].finding.message, HasSubstr("cannot go on"));
}

TEST(Containment, ASanitizersReportBecomesTheFindingsStack) {
  const Scenario reports = scenario("a.reports", [](verify::Run&) {
    constexpr const char* kReport =
        "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010\n"
        "    #0 0x55d0 in Ring::push(int) /src/gpu/ring.cpp:42:7\n"
        "    #1 0x55d1 in DxgkDdiSubmit /src/gpu/submit.cpp:17\n"
        "\n"
        "0x602000000010 is located 0 bytes inside of 16-byte region\n"
        "    #0 0x55d2 in free (/lib/libasan.so+0x1)\n"
        "SUMMARY: AddressSanitizer: heap-use-after-free /src/gpu/ring.cpp:42:7 in Ring::push\n";
    static_cast<void>(!write(STDERR_FILENO, kReport, std::strlen(kReport)));
    _exit(1);
  });
  const Verification done = verify::verify(request_of({&reports}));
  ASSERT_EQ(done.findings.size(), 1U);
  const rules::Finding& finding = done.findings[0].finding;
  EXPECT_THAT(finding.message, HasSubstr("AddressSanitizer: heap-use-after-free"));
  ASSERT_EQ(finding.stacks.size(), 1U);
  ASSERT_EQ(finding.stacks[0].frames.size(), 2U);
  EXPECT_EQ(finding.stacks[0].frames[0].function, "Ring::push(int)");
  EXPECT_EQ(finding.stacks[0].frames[0].line, 42);
  EXPECT_EQ(finding.stacks[0].frames[1].file, "/src/gpu/submit.cpp");
}

TEST(Containment, ADriverThatLoopsIsEndedAndItsPlaceIsNamed) {
  const std::string source = driver_of("static volatile int turns;",
                                       "for (;;) ++turns; /* loops */ return STATUS_SUCCESS;");
  const Scenario loops = scenario("a.loops", live_driver);
  Request request = request_of({&loops});
  request.drivers.miniport = build_driver(source);
  request.limits.wall = std::chrono::milliseconds(200);
  const Verification done = verify::verify(request);
  ASSERT_EQ(done.findings.size(), 1U) << text_of(done);
  const rules::Finding& finding = done.findings[0].finding;
  EXPECT_EQ(finding.rule->id, "N-062");
  EXPECT_EQ(finding.message, "DriverEntry has not returned within 200 ms");
  EXPECT_EQ(finding.driver, request.drivers.miniport.stem());
  const auto frame = driver_frame(finding);
  ASSERT_TRUE(frame) << text_of(done);
  EXPECT_EQ(frame->line, line_of(source, "loops */"));
}

// The wall clock has no part in it.
Verification without_limit(Request request) {
  request.limits.wall = std::chrono::milliseconds(0);
  return verify::verify(request);
}

TEST(Containment, AWaitThatCannotEndIsSeenAtOnce) {
  const Scenario waits = scenario(
      "a.waits",
      [](verify::Run& run) {
        run.together({{"first", [] { sim::Completion().wait(); }}, {"second", [] {}}});
      },
      /*has_actors=*/true);
  Request request = request_of({&waits});
  request.runs = 5;
  const Verification done = without_limit(request);
  ASSERT_EQ(done.findings.size(), 1U) << text_of(done);
  const rules::Finding& finding = done.findings[0].finding;
  EXPECT_EQ(finding.rule->id, "N-062");
  EXPECT_THAT(finding.message, HasSubstr("nothing can end a wait any more"));
  EXPECT_THAT(finding.message, HasSubstr("'first' waits in "));
  EXPECT_THAT(finding.message, ::testing::Not(HasSubstr("'second'")));
  EXPECT_TRUE(done.findings[0].is_reproduced) << text_of(done);
  EXPECT_EQ(done.scenarios[0].stopped_by, "N-062");
  EXPECT_EQ(done.scenarios[0].schedules, 4U) << "its actors had begun, and a wait costs little";
}

TEST(Containment, ADriverThatWaitsWhileItsTimerGoesOnIsSeenAtOnce) {
  const std::string source = driver_of(R"(
static KTIMER timer;
static KEVENT never;)",
                                       R"(
  LARGE_INTEGER soon = {0};
  soon.QuadPart = -10000;
  KeInitializeEvent(&never, NotificationEvent, FALSE);
  KeInitializeTimerEx(&timer, SynchronizationTimer);
  KeSetTimerEx(&timer, soon, 1000, NULL);
  KeWaitForSingleObject(&never, Executive, KernelMode, FALSE, NULL); /* waits */
  KeCancelTimer(&timer);
  return STATUS_SUCCESS;)");
  const Scenario lives = scenario("a.lives", live_driver);
  Request request = request_of({&lives});
  request.drivers.miniport = build_driver(source);
  const Verification done = without_limit(request);
  ASSERT_EQ(done.findings.size(), 1U) << text_of(done);
  const rules::Finding& finding = done.findings[0].finding;
  EXPECT_EQ(finding.rule->id, "N-062");
  EXPECT_THAT(finding.message, HasSubstr("waits in DriverEntry"));
  EXPECT_EQ(finding.driver, request.drivers.miniport.stem());
  const auto frame = driver_frame(finding);
  ASSERT_TRUE(frame) << text_of(done);
  EXPECT_EQ(frame->line, line_of(source, "waits */"));
}

// Two scenarios try four times each, the third makes the hang a known one.
TEST(Containment, AKnownHangIsNotWaitedForInEveryRun) {
  const auto loop = [](verify::Run&) {
    if (sim::schedule_plan()->seed == 1) return;
    for (volatile int turns = 0;;) turns = turns + 1;  // one place, whenever it is looked at
  };
  std::vector<Scenario> loops;
  for (const char* name : {"a.1", "a.2", "a.3", "a.4"})
    loops.push_back(scenario(name, loop, /*has_actors=*/true));
  Request request = request_of({&loops[0], &loops[1], &loops[2], &loops[3]});
  request.limits.wall = std::chrono::milliseconds(300);
  request.runs = 20;
  request.jobs = 1;
  request.confirms = false;
  const Verification done = verify::verify(request);
  ASSERT_EQ(done.findings.size(), 1U) << text_of(done);
  EXPECT_EQ(done.findings[0].times, 10U);
  EXPECT_EQ(done.scenarios[0].dropped, 15U);
  EXPECT_EQ(done.scenarios[3].dropped, 18U);
}

TEST(Containment, ARunThatTakesAllMemoryIsEnded) {
  const Scenario takes = scenario("a.takes", [](verify::Run&) {
    for (;;) {
      auto block = std::make_unique<char[]>(1 << 20);
      std::memset(block.get(), 1, 1 << 20);
      static_cast<void>(block.release());
    }
  });
  Request request = request_of({&takes});
  request.limits.memory = std::size_t{400} << 20;
  request.confirms = false;
  const Verification done = verify::verify(request);
  ASSERT_EQ(done.findings.size(), 1U);
  EXPECT_EQ(done.findings[0].finding.rule->id, "N-062");
  EXPECT_THAT(done.findings[0].finding.message, HasSubstr("400 MiB"));
}

// Every run crashes at the same place, and the last fault shows something else on the way there.
TEST(Containment, ADefectThatEndsEveryRunHidesNoOther) {
  const Scenario dies = scenario("a.dies", [](verify::Run&) {
    for (std::uint64_t place = 0; place < 20; ++place) {
      if (sim::fail_here(sim::FaultKind::kPool, place) && place == 19) break_rule("N-008", "left");
    }
    write_nowhere();
  });
  Request request = request_of({&dies});
  request.confirms = false;
  const Verification done = verify::verify(request);
  EXPECT_EQ(done.scenarios[0].stopped_by, "N-061");
  EXPECT_EQ(done.scenarios[0].faults, 20U);
  EXPECT_EQ(done.scenarios[0].dropped, 0U);
  ASSERT_EQ(done.findings.size(), 2U) << text_of(done);
  EXPECT_EQ(done.findings[0].times, 21U);
  EXPECT_EQ(done.findings[1].finding.rule->id, "N-008");
  EXPECT_EQ(done.findings[1].finding.replay,
            "drydock verify --scenario a.dies --seed 1 --fault 19");
}

TEST(Containment, WhatIsLeftOutIsCountedAndTheReasonSaid) {
  const Scenario loops = scenario("a.loops", [](verify::Run&) {
    for (std::uint64_t place = 0; place < 9; ++place) {
      if (!sim::fail_here(sim::FaultKind::kPool, place)) continue;
      for (volatile int turns = 0;;) turns = turns + 1;
    }
  });
  Request request = request_of({&loops});
  request.limits.wall = std::chrono::milliseconds(200);
  request.jobs = 1;
  request.confirms = false;
  const Verification done = verify::verify(request);
  EXPECT_EQ(done.scenarios[0].faults, 4U);
  EXPECT_EQ(done.scenarios[0].dropped, 5U);
  EXPECT_EQ(done.scenarios[0].dropped_because, "4 of its runs had to be ended at the limit");
}

// --- Faults and schedules ------------------------------------------------------------------

// Keeps its first block when it gets no second.
const char* const kLeaking = R"(
  PVOID first = ExAllocatePoolWithTag(NonPagedPool, 64, 'tsrf');
  PVOID second = NULL;
  if (first == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  second = ExAllocatePoolWithTag(NonPagedPool, 64, 'dnoc');
  if (second == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  ExFreePoolWithTag(second, 'dnoc');
  ExFreePoolWithTag(first, 'tsrf');
  return STATUS_SUCCESS;)";

TEST(Faults, EachPointFailsInARunOfItsOwn) {
  const Scenario lives = scenario("a.lives", live_driver);
  Request request = request_of({&lives});
  request.drivers.miniport = build_driver(driver_of("", kLeaking));
  request.fails_each = false;
  const Verification clean = verify::verify(request);
  EXPECT_TRUE(clean.findings.empty()) << text_of(clean);
  request.fails_each = true;
  const Verification done = verify::verify(request);
  EXPECT_THAT(done.scenarios[0].fault_points,
              ::testing::ElementsAre("DriverEntry", "DriverEntry (2)"));
  EXPECT_EQ(done.scenarios[0].faults, 2U);
  EXPECT_EQ(done.scenarios[0].runs, done.scenarios[0].faults + 1);
  EXPECT_TRUE(done.new_fault_points.empty());
  ASSERT_EQ(done.findings.size(), 1U) << text_of(done);
  const DistinctFinding& found = done.findings[0];
  EXPECT_EQ(found.finding.rule->id, "N-008");
  EXPECT_TRUE(found.is_reproduced);
  ASSERT_TRUE(found.plan.faults.nth);
  EXPECT_EQ(
      found.finding.replay,
      fmt::format("drydock verify --scenario a.lives --seed 1 --fault {}", *found.plan.faults.nth));
  const Verification again = verify::replay(request, found.plan);
  ASSERT_EQ(again.findings.size(), 1U);
  EXPECT_EQ(again.findings[0].key, found.key);
  EXPECT_EQ(again.scenarios[0].runs, 1U);
}

// Starts as kLeaking does, and then never succeeds.
void live_refused_driver(verify::Run& run) {
  const auto driver = nt::LoadedDriver::load(run.drivers().miniport);
  const NTSTATUS status = driver->start();
  driver->unload();
  if (!NT_SUCCESS(status)) throw Refused("DriverEntry fails");
}

TEST(Faults, ArePlayedUpToWhereTheCleanRunWasRefused) {
  std::string refuses = kLeaking;
  refuses.replace(refuses.find("return STATUS_SUCCESS"), 21, "return STATUS_NOT_SUPPORTED");
  const Scenario lives = scenario("a.lives", live_refused_driver);
  Request request = request_of({&lives});
  request.drivers.miniport = build_driver(driver_of("", refuses));
  const Verification done = verify::verify(request);
  EXPECT_EQ(done.scenarios[0].faults, 2U);
  EXPECT_EQ(done.scenarios[0].reason, "DriverEntry fails");
  ASSERT_EQ(done.findings.size(), 1U) << text_of(done);
  EXPECT_EQ(done.findings[0].finding.rule->id, "N-008");
  EXPECT_EQ(*done.findings[0].plan.faults.nth, 1U);
}

// Meets the places 1, 2 and 3, the last behind a feature that the driver lacks.
void meet_places(std::uint64_t count) {
  for (std::uint64_t place = 1; place <= count; ++place)
    static_cast<void>(sim::fail_here(sim::FaultKind::kPool, place));
}

TEST(Faults, OfAScenarioThatIsSkippedAreThoseThatNoOtherReaches) {
  const Scenario skips = scenario("a.skips", [](verify::Run&) {
    meet_places(2);
    throw Skip("no such feature");
  });
  const Scenario skips_later = scenario("a.skips-later", [](verify::Run&) {
    meet_places(3);
    throw Skip("no such feature");
  });
  const Scenario passes = scenario("a.passes", [](verify::Run&) { meet_places(2); });
  const Verification done = verify::verify(request_of({&skips, &skips_later, &passes}));
  EXPECT_EQ(done.scenarios[0].faults, 0U);
  EXPECT_EQ(done.scenarios[1].faults, 1U);
  EXPECT_GE(done.scenarios[2].faults, 2U);
  const Verification alone = verify::verify(request_of({&skips}));
  EXPECT_GE(alone.scenarios[0].faults, 2U) << "nobody else plays them";
}

TEST(Faults, ASecondFaultStrikesWhereTheFirstIsHandled) {
  const Scenario lives = scenario("a.lives", live_driver);
  Request request = request_of({&lives});
  request.drivers.miniport =
      build_driver(driver_of("", std::string(kNotesFailure) + "  return STATUS_SUCCESS;"));
  const Verification done = verify::verify(request);
  EXPECT_EQ(done.scenarios[0].faults, 3U) << "two alone, and one pair";
  ASSERT_EQ(done.findings.size(), 1U) << text_of(done);
  const DistinctFinding& found = done.findings[0];
  EXPECT_EQ(found.finding.rule->id, "N-008");
  EXPECT_EQ(found.finding.replay, "drydock verify --scenario a.lives --seed 1 --fault 1+1");
  EXPECT_TRUE(found.is_reproduced);
  EXPECT_EQ(verify::replay(request, found.plan).findings.size(), 1U);
  request.pairs = 0;
  EXPECT_TRUE(verify::verify(request).findings.empty());
}

TEST(Faults, PointsThatTheBaselineHasNotAreReported) {
  const Scenario lives = scenario("a.lives", live_driver);
  Request request = request_of({&lives});
  request.drivers.miniport = build_driver(driver_of("", kLeaking));
  request.pairs = 0;
  request.filter.baseline.fault_points = {{"a.lives", {"gone"}}, {"a.other", {"elsewhere"}}};
  const Verification done = verify::verify(request);
  EXPECT_THAT(done.new_fault_points,
              ::testing::ElementsAre("a.lives: DriverEntry", "a.lives: DriverEntry (2)"));
  EXPECT_THAT(done.gone_fault_points, ::testing::ElementsAre("a.lives: gone"));
}

// Reads, lets others run, and writes: one of two may be lost.
void count_carelessly(verify::Run& run) {
  int count = 0;
  const auto add = [&count] {
    const int read = count;
    sim::switch_point();
    count = read + 1;
  };
  run.together({{"one", add}, {"two", add}});
  if (count != 2) break_rule("N-061", "an addition was lost");
}

TEST(Schedules, ManySeedsFindWhatOneDoesNotAndItsReplayShowsItAgain) {
  const Scenario races = scenario("a.races", count_carelessly, /*has_actors=*/true);
  Request request = request_of({&races});
  request.runs = 40;
  const Verification done = verify::verify(request);
  EXPECT_EQ(done.scenarios[0].schedules, 39U);
  ASSERT_EQ(done.findings.size(), 1U);
  EXPECT_TRUE(done.findings[0].is_reproduced) << text_of(done);
  EXPECT_EQ(done.findings[0].switches, 1U);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(verify::replay(request, done.findings[0].plan).findings.size(), 1U);
  }
  Request alone = request_of({&races});
  alone.runs = 40;
  alone.jobs = 1;
  EXPECT_EQ(verify::verify(alone).findings[0].plan.schedule, done.findings[0].plan.schedule);
}

// An addition is careful, except after a call that failed.
void count_carelessly_after_fault(verify::Run& run) {
  int count = 0;
  const auto add = [&count](bool is_careful) {
    const int read = count;
    if (!is_careful) sim::switch_point();
    count = read + 1;
  };
  run.together({{"one",
                 [&] {
                   const bool has_failed = sim::fail_here(sim::FaultKind::kPool, 7);
                   if (has_failed) static_cast<void>(sim::fail_here(sim::FaultKind::kPool, 8));
                   add(!has_failed);
                 }},
                {"two", [&] { add(true); }}});
  if (count != 2) break_rule("N-061", "an addition was lost");
}

TEST(Schedules, AFaultInEveryScheduleFindsARaceOfErrorHandling) {
  const Scenario races = scenario("a.races", count_carelessly_after_fault, /*has_actors=*/true);
  Request request = request_of({&races});
  request.runs = 60;
  request.race_faults = 0;
  const Verification apart = verify::verify(request);
  for (const DistinctFinding& found : apart.findings)
    EXPECT_FALSE(found.plan.faults.stack) << text_of(apart);
  request.race_faults = 20;
  request.seed = 2;  // its clean run has no switch where the addition can be lost
  const Verification done = verify::verify(request);
  ASSERT_EQ(done.findings.size(), 1U);
  const DistinctFinding& found = done.findings[0];
  EXPECT_THAT(found.finding.replay, HasSubstr("--fault place:7:0"));
  EXPECT_GE(found.switches, 1U);
  EXPECT_TRUE(found.is_reproduced) << text_of(done);
  EXPECT_EQ(verify::replay(request, found.plan).findings.size(), 1U);
  EXPECT_EQ(done.scenarios[0].faults, 2 + 59U) << "one fault, one pair, one in every schedule";
}

TEST(Schedules, WithoutActorsThereAreNone) {
  const Scenario skips =
      scenario("a.skips", [](verify::Run&) { throw Skip("no such feature"); }, /*has_actors=*/true);
  const Scenario refuses = scenario(
      "a.refuses",
      [](verify::Run& run) {
        run.together({{"one", [] {}}, {"two", [] { throw Refused("not let"); }}});
      },
      /*has_actors=*/true);
  Request request = request_of({&skips, &refuses});
  request.runs = 5;
  const Verification done = verify::verify(request);
  EXPECT_EQ(done.scenarios[0].schedules, 0U);
  EXPECT_EQ(done.scenarios[1].schedules, 4U);
}

// Breaks the rule only when the second strand interrupts the first at its switch point, and the
// first then interrupts the second.
void meet_twice(verify::Run& run) {
  int step = 0;
  bool met = false;
  run.together({{"first",
                 [&] {
                   step = 1;
                   sim::switch_point();
                   met = step == 2;
                 }},
                {"second", [&] {
                   if (step != 1) return;
                   step = 2;
                   sim::switch_point();
                   step = 3;
                 }}});
  if (met) break_rule("N-061", "the two met");
}

TEST(Schedules, ExploringFindsWhatNeedsTwoSwitchesAndShowsItEveryTime) {
  const Scenario meets = scenario("a.meets", meet_twice, /*has_actors=*/true);
  Request request = request_of({&meets});
  request.explored = 5'000;
  const Verification done = verify::verify(request);
  EXPECT_TRUE(done.scenarios[0].is_explored);
  ASSERT_EQ(done.findings.size(), 1U);
  EXPECT_EQ(done.findings[0].switches, 2U);
  EXPECT_THAT(done.findings[0].finding.replay, HasSubstr("--schedule at:1:"));
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(verify::replay(request, done.findings[0].plan).findings.size(), 1U);
}

TEST(Schedules, ManyRunsFindWhatNeedsTwoSwitchesAndShrinkIt) {
  const Scenario meets = scenario("a.meets", meet_twice, /*has_actors=*/true);
  Request request = request_of({&meets});
  request.runs = 200;
  const Verification done = verify::verify(request);
  ASSERT_EQ(done.findings.size(), 1U);
  EXPECT_EQ(done.findings[0].switches, 2U);
  EXPECT_EQ(done.findings[0].plan.schedule.switches.size(), 2U);
}

TEST(Schedules, AFindingThatAFreshProcessDoesNotRepeatIsMarked) {
  const Scenario remembers = scenario(
      "a.remembers",
      [](verify::Run&) {
        static int runs = 0;
        if (++runs == 10) break_rule("N-008", "the tenth");
      },
      /*has_actors=*/true);
  Request request = request_of({&remembers});
  request.runs = 12;
  request.jobs = 1;
  const Verification done = verify::verify(request);
  ASSERT_EQ(done.findings.size(), 1U);
  EXPECT_FALSE(done.findings[0].is_reproduced);
}

TEST(Coverage, CallsAndEntryPointsAreNoted) {
  const Scenario lives = scenario("a.lives", live_driver);
  Request request = request_of({&lives});
  request.drivers.miniport = build_driver(driver_of("", kLeaking));
  const Verification done = verify::verify(request);
  EXPECT_TRUE(done.called.contains("DriverEntry"));
  EXPECT_TRUE(done.called.contains("DriverUnload"));
}

// Lines that only a crashed run reached count too.
TEST(Coverage, LinesOfADriverThatCountsThemAreKnown) {
  const std::string source =
      driver_of("static int never_called(int n) { return n + 1; /* never */ }",
                R"(
  PVOID block = ExAllocatePoolWithTag(NonPagedPool, 64, 'pool');
  if (path == NULL)
    return never_called(3);
  if (block == NULL)
    return *(volatile int*)8; /* crashes */
  ExFreePoolWithTag(block, 'pool');
  return STATUS_SUCCESS;)");
  const Scenario lives = scenario("a.lives", live_driver);
  Request request = request_of({&lives});
  request.drivers.miniport = build_driver(source, ".c", {"--coverage"});
  request.pairs = 0;
  const Verification done = verify::verify(request);
  ASSERT_TRUE(done.lines);
  ASSERT_EQ(done.lines->unknown_because, "");
  ASSERT_EQ(done.lines->files.size(), 1U);
  EXPECT_THAT(done.lines->never_reached, ::testing::ElementsAre("never_called"));
  const auto& missed = done.lines->files[0].missed;
  EXPECT_THAT(missed, ::testing::Contains(line_of(source, "never */")));
  EXPECT_THAT(missed, ::testing::Not(::testing::Contains(line_of(source, "crashes */"))));
  EXPECT_EQ(done.lines->reached() + missed.size(), done.lines->lines());
  EXPECT_EQ(std::getenv("LLVM_PROFILE_FILE"), nullptr);
}

TEST(Coverage, OfADriverThatDoesNotCountNothingIsSaid) {
  TestedDrivers drivers;
  drivers.miniport = build_driver(driver_of("", kLeaking));
  const LineCounters counters(drivers);
  EXPECT_FALSE(counters.read());
}

TEST(Profiles, RegistryValuesReachEveryKernelDriver) {
  const Scenario looks = scenario("a.looks", [](verify::Run&) {
    const std::u16string services = u"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\";
    for (const char16_t* key : {u"gpu\\Parameters", u"camera\\Parameters"}) {
      const auto value = nt::Registry::instance().get(services + key, u"Depth");
      if (!value || value->data != std::vector<std::uint8_t>{5, 0, 0, 0}) throw Refused("no value");
    }
  });
  Request request = request_of({&looks});
  request.drivers.miniport = "gpu.so";
  request.drivers.avstream = "camera.so";
  request.drivers.profile.registry.push_back(
      {"Parameters", "Depth", REG_DWORD, {std::byte{5}, {}, {}, {}}});
  const Verification done = verify::verify(request);
  EXPECT_EQ(done.scenarios[0].status, ScenarioStatus::kPassed) << done.scenarios[0].reason;
}

}  // namespace
