// The static analysis results interchange format, as far as code scanning shows it.
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>

#include "src/rules/render.h"
#include "src/rules/source_function.h"
#include "src/verify/base/choose.h"
#include "src/verify/engine/messages.h"
#include "src/verify/report/report.h"

namespace drydock::verify {
namespace {

constexpr const char* kSchema =
    "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/"
    "sarif-schema-2.1.0.json";

const char* level_of(rules::Severity severity) {
  return severity == rules::Severity::kLint ? "note" : "error";
}

Json to_sarif(const rules::Rule& rule, const std::string& help_base) {
  Json out = {{"id", rule.id},
              {"shortDescription", {{"text", rule.title}}},
              {"fullDescription", {{"text", rule.text}}},
              {"help",
               {{"text", rules::explain(rule)},
                {"markdown", fmt::format("**{}**\n\n{}\n\n*If broken:* {}\n\n*Source:* {}",
                                         rule.title, rule.text, rule.outcome, rule.source)}}},
              {"defaultConfiguration", {{"level", level_of(rule.severity)}}},
              {"properties",
               {{"tags", Json::array({rules::name(rule.party), rules::name(rule.severity)})}}}};
  if (!help_base.empty()) out["helpUri"] = fmt::format("{}/{}", help_base, rules::page_name(rule));
  return out;
}

// As addresses write the names of files.
std::string encoded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                          std::string_view("/._-~+").find(c) != std::string_view::npos;
    out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

// Relative to the current folder when it lies below it.
std::string uri_of(const std::string& file) {
  const std::filesystem::path path = std::filesystem::absolute(file).lexically_normal();
  const std::filesystem::path below = path.lexically_relative(std::filesystem::current_path());
  return below.empty() || *below.begin() == ".." ? file_address(path) : encoded(below);
}

// Returns nothing when the source is not known. Names of the system's sources are relative to a
// folder of another machine.
std::optional<Json> location_of(const rules::Frame& frame) {
  if (frame.file.empty() || rules::is_of_system(frame)) return std::nullopt;
  Json place = {{"artifactLocation", {{"uri", uri_of(frame.file)}}}};
  if (frame.line > 0) place["region"] = {{"startLine", frame.line}};
  return Json{{"physicalLocation", std::move(place)}};
}

// The words of a sentence that may name an entry point of a driver, without what the documents put
// before its name, and then the routines with which every driver begins.
std::vector<std::string> entry_points_in(const std::string& sentence) {
  static const std::regex kName("(?:DxgkDdi|pfn)?([A-Z][a-z]+[A-Z][A-Za-z0-9]+)");
  std::vector<std::string> names;
  for (std::sregex_iterator at(sentence.begin(), sentence.end(), kName), end; at != end; ++at)
    names.push_back((*at)[1]);
  for (const char* name :
       {"DriverEntry", "OpenAdapter12", "OpenAdapter10_2", "OpenAdapter10", "OpenAdapter"})
    names.emplace_back(name);
  return names;
}

// Returns the place of a finding: the driver's frame; without one, the entry point that the finding
// names; and when its source is not known, the driver itself.
Json place_of_finding(const DistinctFinding& found, const TestedDrivers& drivers) {
  const auto frame = driver_frame(found.finding);
  if (frame) {
    if (auto location = location_of(*frame)) return *location;
  }
  const std::filesystem::path& driver = driver_of(drivers, found.scenario->kind);
  if (const auto entry = rules::source_function(driver, entry_points_in(found.finding.message))) {
    if (auto location = location_of(*entry)) return *location;
  }
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", uri_of(driver)}}}, {"region", {{"startLine", 1}}}}}};
}

std::string fingerprint(std::string_view key) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

Json stack_of(const rules::LabelledStack& stack) {
  Json frames = Json::array();
  for (const rules::Frame& frame : stack.frames) {
    Json location = location_of(frame).value_or(Json::object());
    if (!frame.function.empty())
      location["logicalLocations"] = Json::array({{{"fullyQualifiedName", frame.function}}});
    Json row = Json::object();
    if (!location.empty()) row["location"] = std::move(location);
    if (!frame.module.empty()) row["module"] = frame.module;
    frames.push_back(std::move(row));
  }
  return {{"message", {{"text", stack.label.empty() ? "stack" : stack.label}}},
          {"frames", std::move(frames)}};
}

// The format wants each once: two threads may wait at one place.
Json stacks_of(const rules::Finding& finding) {
  Json out = Json::array();
  for (const rules::LabelledStack& stack : finding.stacks) {
    Json row = stack_of(stack);
    if (!stack.frames.empty() && std::ranges::find(out, row) == out.end())
      out.push_back(std::move(row));
  }
  return out;
}

void add_related(Json& related, const std::string& text, const rules::Finding& about) {
  const auto frame = driver_frame(about);
  auto location = frame ? location_of(*frame) : std::nullopt;
  if (!location) return;
  (*location)["id"] = related.size() + 1;
  (*location)["message"] = {{"text", text}};
  related.push_back(std::move(*location));
}

// The other uses of the object, and the places of the group's other findings.
Json related_to(const DistinctFinding& headline, const std::vector<DistinctFinding>& findings) {
  Json related = Json::array();
  rules::Finding part = headline.finding;
  for (const rules::LabelledStack& stack : headline.finding.stacks) {
    part.stacks = {stack};
    add_related(related, stack.label, part);
  }
  for (const rules::ObjectEvent& event : headline.finding.history) {
    part.stacks = {{event.what, {}, event.frames}};
    add_related(related, event.what, part);
  }
  for (const DistinctFinding& found : findings) {
    if (found.group == headline.group && !found.is_headline)
      add_related(related, fmt::format("{}: {}", found.finding.rule->id, found.finding.message),
                  found.finding);
  }
  return related;
}

std::string message_of(const DistinctFinding& headline,
                       const std::vector<DistinctFinding>& findings) {
  const rules::Finding& finding = headline.finding;
  std::string out = fmt::format("{}: {}\nScenario {}; replay: {}", finding.rule->title,
                                finding.message, headline.scenario->name, finding.replay);
  for (const DistinctFinding& found : findings) {
    if (found.group == headline.group && !found.is_headline)
      out += fmt::format("\nAlso {}: {}", found.finding.rule->id, found.finding.message);
  }
  return out;
}

Json to_sarif(const DistinctFinding& found, const Request& request, const Verification& all,
              std::size_t rule_index) {
  const rules::Rule& rule = *found.finding.rule;
  Json out = {{"ruleId", rule.id},
              {"ruleIndex", rule_index},
              {"level", level_of(rules::severity_of(found.finding))},
              {"message", {{"text", message_of(found, all.findings)}}},
              {"locations", Json::array({place_of_finding(found, request.drivers)})},
              {"partialFingerprints", {{"drydock/v2", fingerprint(found.key)}}},
              {"properties",
               {{"scenario", found.scenario->name},
                {"replay", found.finding.replay},
                {"group", found.group}}}};
  if (Json stacks = stacks_of(found.finding); !stacks.empty()) out["stacks"] = std::move(stacks);
  if (Json related = related_to(found, all.findings); !related.empty())
    out["relatedLocations"] = std::move(related);
  return out;
}

}  // namespace

std::string file_address(const std::string& path) { return "file://" + encoded(path); }

std::string to_sarif(const Heading& heading, const Request& request,
                     const Verification& verification) {
  std::map<std::string_view, std::size_t> indices;
  Json rules = Json::array();
  Json results = Json::array();
  for (const DistinctFinding& found : verification.findings) {
    const rules::Rule& rule = *found.finding.rule;
    const auto [at, is_new] = indices.try_emplace(rule.id, rules.size());
    if (is_new) rules.push_back(to_sarif(rule, heading.help_base));
    if (found.is_headline) results.push_back(to_sarif(found, request, verification, at->second));
  }
  const Json out = {{"$schema", kSchema},
                    {"version", "2.1.0"},
                    {"runs", Json::array({{{"tool",
                                            {{"driver",
                                              {{"name", "drydock"},
                                               {"semanticVersion", heading.version},
                                               {"rules", std::move(rules)}}}}},
                                           {"columnKind", "utf16CodeUnits"},
                                           {"results", std::move(results)}}})}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace drydock::verify
