// The static analysis results interchange format, as far as code scanning shows it.
#include <filesystem>
#include <map>

#include "src/rules/render.h"
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

Json to_sarif(const rules::Rule& rule) {
  return {{"id", rule.id},
          {"shortDescription", {{"text", rule.title}}},
          {"fullDescription", {{"text", rule.text}}},
          {"help",
           {{"text", rules::explain(rule)},
            {"markdown", fmt::format("**{}**\n\n{}\n\n*If broken:* {}\n\n*Source:* {}", rule.title,
                                     rule.text, rule.outcome, rule.source)}}},
          {"defaultConfiguration", {{"level", level_of(rule.severity)}}},
          {"properties",
           {{"tags", Json::array({rules::name(rule.party), rules::name(rule.severity)})}}}};
}

// Relative to the current folder when it lies below it.
std::string uri_of(const std::string& file) {
  const std::filesystem::path path = std::filesystem::absolute(file).lexically_normal();
  const std::filesystem::path below = path.lexically_relative(std::filesystem::current_path());
  const std::string text = below.empty() || *below.begin() == ".." ? path : below;
  std::string out = text.starts_with('/') ? "file://" : "";
  for (const char c : text) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                          std::string_view("/._-~+").find(c) != std::string_view::npos;
    out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

Json location_of(const rules::Frame& frame) {
  Json place = {{"artifactLocation", {{"uri", uri_of(frame.file)}}}};
  if (frame.line > 0) place["region"] = {{"startLine", frame.line}};
  return {{"physicalLocation", std::move(place)}};
}

// Where the source is not known, the driver itself is the place.
Json location_of(const DistinctFinding& found, const TestedDrivers& drivers) {
  const auto frame = driver_frame(found.finding);
  if (frame && !frame->file.empty()) return location_of(*frame);
  const std::filesystem::path& driver = driver_of(drivers, found.scenario->kind);
  return {{"physicalLocation", {{"artifactLocation", {{"uri", uri_of(driver)}}}}}};
}

std::string fingerprint(std::string_view key) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

Json to_sarif(const DistinctFinding& found, const TestedDrivers& drivers, std::size_t rule_index) {
  const rules::Rule& rule = *found.finding.rule;
  return {
      {"ruleId", rule.id},
      {"ruleIndex", rule_index},
      {"level", level_of(rules::severity_of(found.finding))},
      {"message",
       {{"text", fmt::format("{}: {}\nScenario {}; replay: {}", rule.title, found.finding.message,
                             found.scenario->name, found.finding.replay)}}},
      {"locations", Json::array({location_of(found, drivers)})},
      {"partialFingerprints", {{"drydock/v1", fingerprint(found.key)}}},
      {"properties", {{"scenario", found.scenario->name}, {"replay", found.finding.replay}}}};
}

}  // namespace

std::string to_sarif(const Heading& heading, const Request& request,
                     const Verification& verification) {
  std::map<std::string_view, std::size_t> indices;
  Json rules = Json::array();
  Json results = Json::array();
  for (const DistinctFinding& found : verification.findings) {
    const rules::Rule& rule = *found.finding.rule;
    const auto [at, is_new] = indices.try_emplace(rule.id, rules.size());
    if (is_new) rules.push_back(to_sarif(rule));
    results.push_back(to_sarif(found, request.drivers, at->second));
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
