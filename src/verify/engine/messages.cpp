#include "src/verify/engine/messages.h"

#include <cassert>

namespace drydock::verify {
namespace {

Json to_message(const std::vector<rules::Frame>& frames) {
  Json rows = Json::array();
  for (const rules::Frame& frame : frames)
    rows.push_back(Json::array({frame.function, frame.file, frame.line, frame.module}));
  return rows;
}

std::vector<rules::Frame> frames_from(const Json& rows) {
  std::vector<rules::Frame> frames;
  for (const Json& row : rows)
    frames.push_back({row.at(0), row.at(1), row.at(2).get<int>(), row.at(3)});
  return frames;
}

Json to_message(const std::vector<sim::Switch>& switches) {
  Json rows = Json::array();
  for (const sim::Switch& each : switches)
    rows.push_back(Json::array({each.strand, each.next, each.point}));
  return rows;
}

std::vector<sim::Switch> switches_from(const Json& rows) {
  std::vector<sim::Switch> switches;
  for (const Json& row : rows)
    switches.push_back({row.at(0).get<std::uint32_t>(), row.at(1).get<std::uint32_t>(),
                        row.at(2).get<std::uint64_t>()});
  return switches;
}

Json to_message(const std::vector<rules::Finding>& findings) {
  Json rows = Json::array();
  for (const rules::Finding& finding : findings) rows.push_back(verify::to_message(finding));
  return rows;
}

std::vector<rules::Finding> findings_from(const Json& rows) {
  std::vector<rules::Finding> findings;
  for (const Json& row : rows) findings.push_back(finding_from(row));
  return findings;
}

Json to_message(const CrashPlace& place) {
  return {{"driver", place.driver},
          {"entry_point", place.entry_point},
          {"frames", to_message(place.frames)}};
}

CrashPlace place_from(const Json& json) {
  return {json.at("driver"), json.at("entry_point"), frames_from(json.at("frames"))};
}

Json to_message(const StandstillReport& standstill) {
  Json waits = Json::array();
  for (const StandstillReport::Wait& wait : standstill.waits)
    waits.push_back({{"strand", wait.strand}, {"frames", to_message(wait.frames)}});
  return {{"is_stuck", standstill.is_stuck}, {"waits", std::move(waits)}};
}

StandstillReport standstill_from(const Json& json) {
  StandstillReport standstill{json.at("is_stuck"), {}};
  for (const Json& wait : json.at("waits"))
    standstill.waits.push_back({wait.at("strand"), frames_from(wait.at("frames"))});
  return standstill;
}

Json to_message(const Course& course) {
  Json overlaps = Json::array();
  for (const Overlap& each : course.overlaps)
    overlaps.push_back(Json::array({each.begin, each.end}));
  return {{"places", course.places}, {"overlaps", std::move(overlaps)}};
}

Course course_from(const Json& json) {
  Course course;
  course.places = json.at("places").get<std::vector<std::uint64_t>>();
  for (const Json& row : json.at("overlaps"))
    course.overlaps.push_back({row.at(0).get<std::uint64_t>(), row.at(1).get<std::uint64_t>()});
  return course;
}

constexpr const char* kCrashReport = "crash_report";

}  // namespace

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json to_message(const Plan& plan) {
  assert(plan.scenario != nullptr);
  return {{"scenario", reinterpret_cast<std::uintptr_t>(plan.scenario)},
          {"schedule", sim::to_text(plan.schedule)},
          {"faults", to_text(plan.faults)},
          {"wants_fault_points", plan.wants_fault_points},
          {"wants_alternatives", plan.wants_alternatives},
          {"trace", plan.trace}};
}

Plan plan_from(const Json& json) {
  Plan plan;
  plan.scenario = reinterpret_cast<const Scenario*>(json.at("scenario").get<std::uintptr_t>());
  plan.schedule = sim::parse_schedule_plan(json.at("schedule").get<std::string>()).value();
  plan.faults = fault_plan_from(json.at("faults").get<std::string>()).value();
  plan.wants_fault_points = json.at("wants_fault_points");
  plan.wants_alternatives = json.at("wants_alternatives");
  plan.trace = json.at("trace");
  return plan;
}

Json to_message(const rules::Finding& finding) {
  Json fields = Json::array();
  for (const rules::FindingField& field : finding.fields)
    fields.push_back({{"path", field.path}, {"value", field.value}});
  Json history = Json::array();
  for (const rules::ObjectEvent& event : finding.history)
    history.push_back({{"what", event.what}, {"frames", to_message(event.frames)}});
  Json stacks = Json::array();
  for (const rules::LabelledStack& stack : finding.stacks)
    stacks.push_back({{"label", stack.label}, {"frames", to_message(stack.frames)}});
  return {{"rule", finding.rule->id},
          {"message", finding.message},
          {"driver", finding.driver},
          {"object", finding.object},
          {"fields", fields},
          {"history", history},
          {"stacks", stacks},
          {"replay", finding.replay},
          {"tolerated", finding.is_tolerated}};
}

rules::Finding finding_from(const Json& json) {
  rules::Finding finding;
  finding.rule = &rules::find(rules::RuleId::parse(json.at("rule").get<std::string>()).value());
  finding.message = json.at("message");
  finding.driver = json.at("driver");
  finding.object = json.at("object");
  finding.replay = json.at("replay");
  finding.is_tolerated = json.at("tolerated");
  for (const Json& row : json.at("fields"))
    finding.fields.push_back({row.at("path"), row.at("value")});
  for (const Json& row : json.at("history")) {
    rules::ObjectEvent event(row.at("what").get<std::string>());
    event.frames = frames_from(row.at("frames"));
    finding.history.push_back(std::move(event));
  }
  for (const Json& row : json.at("stacks"))
    finding.stacks.push_back({row.at("label"), {}, frames_from(row.at("frames"))});
  return finding;
}

Json to_message(const Outcome& outcome) {
  assert(!outcome.ended_process());
  return {{"end", outcome.end},
          {"reason", outcome.reason},
          {"findings", to_message(outcome.findings)},
          {"points", outcome.points},
          {"fault_point_names", outcome.fault_point_names},
          {"course", to_message(outcome.course)},
          {"places", outcome.places},
          {"following", outcome.following},
          {"choices", outcome.choices},
          {"taken", sim::to_text(outcome.taken)},
          {"alternatives", to_message(outcome.alternatives)},
          {"notes", outcome.notes},
          {"called", outcome.called},
          {"provided", outcome.provided}};
}

Outcome outcome_from(const Json& json) {
  Outcome outcome;
  outcome.end = json.at("end").get<End>();
  outcome.reason = json.at("reason");
  outcome.findings = findings_from(json.at("findings"));
  outcome.points = json.at("points");
  outcome.fault_point_names = json.at("fault_point_names").get<std::vector<std::string>>();
  outcome.course = course_from(json.at("course"));
  outcome.places = json.at("places").get<std::vector<std::uint64_t>>();
  outcome.following = json.at("following").get<std::vector<std::uint64_t>>();
  outcome.choices = json.at("choices");
  outcome.taken = sim::parse_schedule_plan(json.at("taken").get<std::string>()).value();
  outcome.alternatives = switches_from(json.at("alternatives"));
  outcome.notes = json.at("notes").get<std::vector<std::string>>();
  outcome.called = json.at("called").get<std::vector<std::string>>();
  outcome.provided = json.at("provided").get<std::vector<std::string>>();
  return outcome;
}

Json to_message(const CrashReport& report) {
  return {{kCrashReport,
           {{"signal", report.signal},
            {"place", to_message(report.place)},
            {"standstill", report.standstill ? to_message(*report.standstill) : Json()},
            {"findings", to_message(report.findings)},
            {"course", to_message(report.course)}}}};
}

bool is_crash_report(const Json& json) { return json.contains(kCrashReport); }

CrashReport crash_report_from(const Json& json) {
  assert(is_crash_report(json));
  const Json& body = json.at(kCrashReport);
  CrashReport report;
  report.signal = body.at("signal");
  report.place = place_from(body.at("place"));
  if (!body.at("standstill").is_null()) report.standstill = standstill_from(body.at("standstill"));
  report.findings = findings_from(body.at("findings"));
  report.course = course_from(body.at("course"));
  return report;
}

}  // namespace drydock::verify
