#include "src/verify/engine/findings.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "src/verify/engine/wire.h"

namespace drydock::verify {
namespace {

// A scenario breaks rules of clients on purpose; what a driver does as a client is the driver's.
bool is_about_a_driver(const rules::Finding& finding) {
  return finding.rule->party != rules::Party::kClient || !finding.driver.empty();
}

// Names without what numbers one object of many: "pool block 'abcd' of 64 bytes" is "pool block
// 'abcd' of # bytes".
std::string without_numbers(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = std::isdigit(static_cast<unsigned char>(text[i])) != 0 &&
                        (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0);
    if (!begins) {
      out += text[i];
      continue;
    }
    out += '#';
    while (i + 1 < text.size() && std::isalnum(static_cast<unsigned char>(text[i + 1])) != 0) ++i;
  }
  return out;
}

const std::string& program() {
  static const std::string name = std::filesystem::read_symlink("/proc/self/exe").filename();
  return name;
}

std::string place_of(const rules::Frame& frame) {
  if (frame.file.empty()) return frame.function.empty() ? frame.module : frame.function;
  const std::string file = std::filesystem::path(frame.file).filename();
  return fmt::format("{}:{}", file, frame.line);
}

}  // namespace

std::optional<rules::Frame> driver_frame(const rules::Finding& finding) {
  for (const rules::LabelledStack& stack : finding.stacks) {
    for (const rules::Frame& frame : stack.frames) {
      if (frame.file.empty() && frame.module.starts_with("lib")) continue;  // the system's
      if (!rules::is_host(frame) && frame.module != program()) return frame;
    }
  }
  return std::nullopt;
}

std::string key_of(const rules::Finding& finding) {
  const auto frame = driver_frame(finding);
  return fmt::format("{}|{}|{}", finding.rule->id, without_numbers(finding.object),
                     frame ? place_of(*frame) : without_numbers(finding.message));
}

bool FindingFilter::admits(const rules::Finding& finding) const {
  return finding.rule->severity <= least && is_about_a_driver(finding) &&
         fnmatch(rules.c_str(), std::string(finding.rule->id).c_str(), 0) == 0;
}

Baseline baseline_from(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(fmt::format("'{}' cannot be read", path));
  const Json json = Json::parse(file, nullptr, /*allow_exceptions=*/false);
  Baseline out;
  try {
    for (const Json& finding : json.at("findings"))
      out.keys.insert(finding.at("key").get<std::string>());
    for (const Json& scenario : json.at("scenarios")) {
      const Json& points = scenario.at("fault_points");
      out.fault_places[scenario.at("name")] = points.get<std::set<std::string>>();
    }
  } catch (const Json::exception&) {
    throw std::runtime_error(fmt::format("'{}' is no report that verify --json wrote", path));
  }
  return out;
}

void Findings::add(const Plan& plan, std::size_t order, std::vector<rules::Finding> findings) {
  std::set<std::string> seen;
  for (rules::Finding& finding : findings) {
    if (!filter_.admits(finding)) continue;
    const std::string key = key_of(finding);
    if (!seen.insert(key).second) continue;
    if (filter_.baseline.keys.contains(key)) {
      known_.insert(key);
      continue;
    }
    const auto [at, is_new] = kept_.try_emplace(key);
    Kept& kept = at->second;
    if (is_new || order < kept.order) {
      const std::uint64_t times = kept.found.times;
      kept = {{std::move(finding), plan.scenario, plan, key, times}, order};
    }
    ++kept.found.times;
  }
}

std::vector<Found> Findings::all() const {
  std::vector<Found> out;
  for (const auto& [key, kept] : kept_) out.push_back(kept.found);
  std::ranges::sort(out, {}, [](const Found& found) {
    return std::pair(found.finding.rule->severity, found.key);
  });
  return out;
}

}  // namespace drydock::verify
