#include "src/verify/engine/messages.h"

#include <cassert>
#include <set>

namespace drydock::verify {
namespace {

// The numbers of the stacks whose frames a message has already.
using Written = std::set<std::uint64_t>;

// `one` is anything with a stack's frames and number. It is the number alone when the frames were
// left out or were written before, else both.
Json stack_to_message(const auto& one, Written& written) {
  if (one.number != 0 && (one.frames.empty() || !written.insert(one.number).second))
    return one.number;
  Json rows = Json::array();
  for (const rules::Frame& frame : one.frames)
    rows.push_back(
        Json::array({frame.function, frame.file, frame.line, frame.module, frame.function_line}));
  return {{"number", one.number}, {"frames", std::move(rows)}};
}

void stack_from(const Json& json, StackTable& stacks, auto& one) {
  if (json.is_number()) {
    one.number = json;
    one.frames = stacks.frames_of(one.number);
    return;
  }
  one.number = json.at("number");
  for (const Json& row : json.at("frames"))
    one.frames.push_back(
        {row.at(0), row.at(1), row.at(2).get<int>(), row.at(3), row.at(4).get<int>()});
  if (one.number != 0) stacks.add(one.number, one.frames);
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

Json to_message(const rules::Finding& finding, Written& written) {
  Json fields = Json::array();
  for (const rules::FindingField& field : finding.fields)
    fields.push_back({{"path", field.path}, {"value", field.value}});
  Json history = Json::array();
  for (const rules::ObjectEvent& event : finding.history)
    history.push_back({{"what", event.what}, {"stack", stack_to_message(event, written)}});
  Json stacks = Json::array();
  for (const rules::LabelledStack& stack : finding.stacks)
    stacks.push_back({{"label", stack.label}, {"stack", stack_to_message(stack, written)}});
  return {{"rule", finding.rule->id},          {"message", finding.message},
          {"driver", finding.driver},          {"object", finding.object},
          {"fields", std::move(fields)},       {"history", std::move(history)},
          {"stacks", std::move(stacks)},       {"replay", finding.replay},
          {"tolerated", finding.is_tolerated}, {"survivable", finding.is_survivable}};
}

rules::Finding finding_from(const Json& json, StackTable& known) {
  rules::Finding finding;
  finding.rule = &rules::find(rules::RuleId::parse(json.at("rule").get<std::string>()).value());
  finding.message = json.at("message");
  finding.driver = json.at("driver");
  finding.object = json.at("object");
  finding.replay = json.at("replay");
  finding.is_tolerated = json.at("tolerated");
  finding.is_survivable = json.at("survivable");
  for (const Json& row : json.at("fields"))
    finding.fields.push_back({row.at("path"), row.at("value")});
  for (const Json& row : json.at("history")) {
    rules::ObjectEvent event(row.at("what").get<std::string>());
    stack_from(row.at("stack"), known, event);
    finding.history.push_back(std::move(event));
  }
  for (const Json& row : json.at("stacks")) {
    finding.stacks.push_back({row.at("label"), {}});
    stack_from(row.at("stack"), known, finding.stacks.back());
  }
  return finding;
}

Json to_message(const std::vector<rules::Finding>& findings, Written& written) {
  Json rows = Json::array();
  for (const rules::Finding& finding : findings) rows.push_back(to_message(finding, written));
  return rows;
}

std::vector<rules::Finding> findings_from(const Json& rows, StackTable& known) {
  std::vector<rules::Finding> findings;
  for (const Json& row : rows) findings.push_back(finding_from(row, known));
  return findings;
}

Json to_message(const CrashPlace& place, Written& written) {
  return {{"driver", place.driver},
          {"entry_point", place.entry_point},
          {"stack", stack_to_message(place, written)}};
}

CrashPlace place_from(const Json& json, StackTable& known) {
  CrashPlace place{.driver = json.at("driver"), .entry_point = json.at("entry_point")};
  stack_from(json.at("stack"), known, place);
  return place;
}

Json to_message(const StandstillReport& standstill, Written& written) {
  Json waits = Json::array();
  for (const StandstillReport::Wait& wait : standstill.waits)
    waits.push_back({{"strand", wait.strand}, {"stack", stack_to_message(wait, written)}});
  return {{"is_stuck", standstill.is_stuck}, {"waits", std::move(waits)}};
}

StandstillReport standstill_from(const Json& json, StackTable& known) {
  StandstillReport standstill{json.at("is_stuck"), {}};
  for (const Json& row : json.at("waits")) {
    standstill.waits.push_back({.strand = row.at("strand"), .frames = {}});
    stack_from(row.at("stack"), known, standstill.waits.back());
  }
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
          {"shows_debug_output", plan.shows_debug_output},
          {"trace", reinterpret_cast<std::uintptr_t>(plan.trace)}};
}

Plan plan_from(const Json& json) {
  Plan plan;
  plan.scenario = reinterpret_cast<const Scenario*>(json.at("scenario").get<std::uintptr_t>());
  plan.schedule = sim::parse_schedule_plan(json.at("schedule").get<std::string>()).value();
  plan.faults = fault_plan_from(json.at("faults").get<std::string>()).value();
  plan.wants_fault_points = json.at("wants_fault_points");
  plan.wants_alternatives = json.at("wants_alternatives");
  plan.shows_debug_output = json.at("shows_debug_output");
  plan.trace = reinterpret_cast<SharedText*>(json.at("trace").get<std::uintptr_t>());
  return plan;
}

Json to_message(const Outcome& outcome) {
  assert(!outcome.ended_process());
  Written written;
  return {{"end", outcome.end},
          {"reason", outcome.reason},
          {"does_not_start", outcome.does_not_start},
          {"preceded_by", outcome.preceded_by},
          {"findings", to_message(outcome.findings, written)},
          {"unmet", outcome.unmet},
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

Outcome outcome_from(const Json& json, StackTable& stacks) {
  Outcome outcome;
  outcome.end = json.at("end").get<End>();
  outcome.reason = json.at("reason");
  outcome.does_not_start = json.at("does_not_start");
  outcome.preceded_by = json.at("preceded_by").get<std::vector<std::string>>();
  outcome.findings = findings_from(json.at("findings"), stacks);
  outcome.unmet = json.at("unmet");
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
  // In the order in which they are read back.
  Written written;
  Json findings = to_message(report.findings, written);
  Json place = to_message(report.place, written);
  Json standstill = report.standstill ? to_message(*report.standstill, written) : Json();
  return {{kCrashReport,
           {{"signal", report.signal},
            {"place", std::move(place)},
            {"standstill", std::move(standstill)},
            {"findings", std::move(findings)},
            {"course", to_message(report.course)}}}};
}

bool is_crash_report(const Json& json) { return json.contains(kCrashReport); }

CrashReport crash_report_from(const Json& json, StackTable& stacks) {
  assert(is_crash_report(json));
  const Json& body = json.at(kCrashReport);
  CrashReport report;
  report.signal = body.at("signal");
  report.findings = findings_from(body.at("findings"), stacks);
  report.place = place_from(body.at("place"), stacks);
  if (!body.at("standstill").is_null())
    report.standstill = standstill_from(body.at("standstill"), stacks);
  report.course = course_from(body.at("course"));
  return report;
}

}  // namespace drydock::verify
