// Messages between parent and child are the same when they are read back.
#include "src/verify/engine/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace drydock;
using namespace drydock::verify;

namespace {

Json sent(const Json& message) { return Json::parse(to_line(message)); }

rules::Finding full_finding() {
  rules::Finding finding;
  finding.rule = &rules::find("N-008");
  finding.is_tolerated = finding.is_survivable = true;
  finding.message = "left\nbehind";
  finding.driver = "gpu";
  finding.object = "block";
  finding.replay = "drydock verify --seed 1";
  finding.fields = {{"pData[1].Size", "0"}};
  rules::ObjectEvent event("allocated");
  event.frames = {{"make", "/a.cpp", 3, "gpu.so"}};
  finding.history.push_back(event);
  finding.stacks.push_back({"here", {}, {{"DriverEntry", "/b.cpp", 4, "gpu.so"}}});
  return finding;
}

void expect_full_finding(const rules::Finding& finding) {
  EXPECT_EQ(finding.rule->id, "N-008");
  EXPECT_TRUE(finding.is_tolerated);
  EXPECT_TRUE(finding.is_survivable);
  EXPECT_EQ(finding.message, "left\nbehind");
  EXPECT_EQ(finding.driver, "gpu");
  EXPECT_EQ(finding.object, "block");
  EXPECT_EQ(finding.replay, "drydock verify --seed 1");
  ASSERT_EQ(finding.fields.size(), 1U);
  EXPECT_EQ(finding.fields[0].path, "pData[1].Size");
  ASSERT_EQ(finding.history.size(), 1U);
  EXPECT_EQ(finding.history[0].what, "allocated");
  EXPECT_EQ(finding.history[0].frames.at(0).line, 3);
  ASSERT_EQ(finding.stacks.size(), 1U);
  EXPECT_EQ(finding.stacks[0].label, "here");
  EXPECT_EQ(finding.stacks[0].frames.at(0).function, "DriverEntry");
}

TEST(Messages, AMessageIsOneLineWhateverItsBytes) {
  const std::string line = to_line({{"text", "two\nlines and \xff"}});
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_THAT(Json::parse(line).at("text").get<std::string>(), ::testing::StartsWith("two\nlines"));
}

TEST(Messages, APlanComesBack) {
  const Scenario scenario = {.name = "a.sent", .kind = DriverKind::kMiniport, .what = ""};
  SharedText text;
  const Plan plan = {.scenario = &scenario,
                     .schedule = {.policy = sim::SchedulePlan::Policy::kSwitches,
                                  .seed = 9,
                                  .switches = {{.strand = 1, .next = 2, .point = 3}}},
                     .faults = {.seed = 4, .one_in = 5},
                     .wants_fault_points = true,
                     .trace = &text};
  const Plan back = plan_from(sent(to_message(plan)));
  EXPECT_EQ(back.scenario, &scenario);
  EXPECT_EQ(back.schedule, plan.schedule);
  EXPECT_EQ(back.faults.seed, 4U);
  EXPECT_EQ(back.faults.one_in, 5U);
  EXPECT_TRUE(back.wants_fault_points);
  EXPECT_FALSE(back.wants_alternatives);
  EXPECT_EQ(back.trace, &text);
}

TEST(Messages, AnOutcomeComesBack) {
  Outcome outcome;
  outcome.end = End::kRefused;
  outcome.reason = "not let";
  outcome.findings = {full_finding()};
  outcome.points = 3;
  outcome.fault_point_names = {"DriverEntry"};
  outcome.course = {{5, 6, 5}, {{1, 2}, {2, Overlap::kUnended}}};
  outcome.places = {5, 6};
  outcome.following = {~std::uint64_t{0}};
  outcome.choices = 12;
  outcome.taken = {.policy = sim::SchedulePlan::Policy::kSwitches, .seed = 1};
  outcome.alternatives = {{.strand = 1, .next = 0, .point = 2}};
  outcome.called = {"DriverEntry"};
  outcome.provided = {"DriverUnload"};
  const Json message = sent(to_message(outcome));
  EXPECT_FALSE(is_crash_report(message));
  StackTable stacks;
  const Outcome back = outcome_from(message, stacks);
  EXPECT_EQ(back.end, End::kRefused);
  EXPECT_EQ(back.reason, "not let");
  ASSERT_EQ(back.findings.size(), 1U);
  expect_full_finding(back.findings[0]);
  EXPECT_EQ(back.points, 3U);
  EXPECT_EQ(back.fault_point_names, outcome.fault_point_names);
  EXPECT_EQ(back.course.places, outcome.course.places);
  EXPECT_EQ(back.course.overlaps, outcome.course.overlaps);
  EXPECT_EQ(back.places, outcome.places);
  EXPECT_EQ(back.following, outcome.following);
  EXPECT_EQ(back.choices, 12U);
  EXPECT_EQ(back.taken, outcome.taken);
  EXPECT_EQ(back.alternatives, outcome.alternatives);
  EXPECT_EQ(back.called, outcome.called);
  EXPECT_EQ(back.provided, outcome.provided);
}

// A run with the same stack twice, and the next run of a child that knows that the parent has it.
TEST(Messages, AStackIsWrittenOnce) {
  rules::Finding finding = full_finding();
  finding.stacks[0].number = 77;
  finding.stacks[0].frames[0].function_line = 2;
  Outcome outcome;
  outcome.findings = {finding, finding};
  StackTable stacks;
  EXPECT_FALSE(stacks.knows(77));
  const std::string whole = to_line(to_message(outcome));
  EXPECT_EQ(whole.find("DriverEntry"), whole.rfind("DriverEntry"));
  Outcome back = outcome_from(Json::parse(whole), stacks);
  ASSERT_EQ(back.findings.size(), 2U);
  for (const rules::Finding& each : back.findings) {
    expect_full_finding(each);
    EXPECT_EQ(each.stacks[0].frames.at(0).function_line, 2);
  }
  EXPECT_TRUE(stacks.knows(77));
  EXPECT_FALSE(stacks.knows(78));

  outcome.findings.resize(1);
  outcome.findings[0].stacks[0].frames.clear();
  const std::string short_one = to_line(to_message(outcome));
  EXPECT_EQ(short_one.find("DriverEntry"), std::string::npos);
  back = outcome_from(Json::parse(short_one), stacks);
  ASSERT_EQ(back.findings.size(), 1U);
  expect_full_finding(back.findings[0]);
}

TEST(Messages, ACrashReportComesBack) {
  CrashReport report;
  report.signal = 11;
  report.place = {"gpu", "DxgkDdiStartDevice", {{"start", "/a.cpp", 1, "gpu.so"}}};
  report.findings = {full_finding()};
  report.course = {{9, 8}, {{0, 1}}};
  Json message = sent(to_message(report));
  ASSERT_TRUE(is_crash_report(message));
  StackTable stacks;
  CrashReport back = crash_report_from(message, stacks);
  EXPECT_EQ(back.signal, 11);
  EXPECT_EQ(back.place.driver, "gpu");
  EXPECT_EQ(back.place.entry_point, "DxgkDdiStartDevice");
  EXPECT_EQ(back.place.frames.at(0).function, "start");
  EXPECT_FALSE(back.standstill);
  EXPECT_EQ(back.course.places, report.course.places);
  EXPECT_EQ(back.course.overlaps, report.course.overlaps);
  ASSERT_EQ(back.findings.size(), 1U);
  expect_full_finding(back.findings[0]);

  report.standstill = {.is_stuck = true, .waits = {{"first", {{"wait", "", 0, "gpu.so"}}}}};
  back = crash_report_from(sent(to_message(report)), stacks);
  ASSERT_TRUE(back.standstill);
  EXPECT_TRUE(back.standstill->is_stuck);
  ASSERT_EQ(back.standstill->waits.size(), 1U);
  EXPECT_EQ(back.standstill->waits[0].strand, "first");
  EXPECT_EQ(back.standstill->waits[0].frames.at(0).function, "wait");
}

}  // namespace
