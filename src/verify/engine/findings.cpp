#include "src/verify/engine/findings.h"

#include <fnmatch.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <fstream>

#include "src/verify/engine/messages.h"

namespace drydock::verify {
namespace {

// Scenarios break rules of clients on purpose. A finding about a client counts only when the client
// is a driver.
bool is_about_a_driver(const rules::Finding& finding) {
  return finding.rule->party != rules::Party::kClient || !finding.driver.empty();
}

// Replaces numbers that stand alone: "pool block 'abcd' of 64 bytes" becomes "pool block 'abcd' of
// # bytes".
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
      if (frame.file.empty() && frame.module.starts_with("lib"))
        continue;  // a library of the system
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
  return rules::severity_of(finding) <= least && is_about_a_driver(finding) &&
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
      out.fault_points[scenario.at("name")] = points.get<std::set<std::string>>();
    }
  } catch (const Json::exception&) {
    throw std::runtime_error(fmt::format("'{}' is no report that verify --json wrote", path));
  }
  return out;
}

void FindingCollector::add(const Plan& plan, std::size_t order,
                           std::vector<rules::Finding> findings) {
  std::set<std::string> seen;
  for (rules::Finding& finding : findings) {
    if (!filter_.admits(finding)) continue;
    const std::string key = key_of(finding);
    assert(key.starts_with(std::string(finding.rule->id) + "|"));
    if (!seen.insert(key).second) continue;
    if (filter_.baseline.keys.contains(key)) {
      known_.insert(key);
      continue;
    }
    const auto [at, is_new] = entries_.try_emplace(key);
    Entry& entry = at->second;
    assert(is_new || entry.order != order);
    if (is_new || order < entry.order) {
      const std::uint64_t times = entry.found.times;
      entry = {{std::move(finding), plan.scenario, plan, key, times}, order};
    }
    ++entry.found.times;
  }
}

std::vector<DistinctFinding> FindingCollector::all() const {
  std::vector<DistinctFinding> out;
  for (const auto& [key, entry] : entries_) {
    assert(entry.found.key == key && entry.found.times != 0);
    assert(key_of(entry.found.finding) == key);
    out.push_back(entry.found);
  }
  std::ranges::sort(out, {}, [](const DistinctFinding& found) {
    return std::pair(rules::severity_of(found.finding), found.key);
  });
  return out;
}

}  // namespace drydock::verify
