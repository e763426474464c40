#include "src/verify/base/suppressions.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/verify/base/input_file.h"

namespace drydock::verify {
namespace {

using Json = nlohmann::json;

bool fits(const std::string& glob, const std::string& text) {
  return fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

// "make" also fits "make(int)", as C++ names it.
bool fits_function(const std::string& glob, const std::string& function) {
  return fits(glob, function) || fits(glob, function.substr(0, function.find('(')));
}

bool passes_function(const rules::Finding& finding, const std::string& glob) {
  if (glob == "*") return true;
  for (const rules::LabelledStack& stack : finding.stacks) {
    for (const rules::Frame& frame : stack.frames) {
      const bool is_driver = !rules::is_host(frame) && !rules::is_of_system(frame);
      if (is_driver && fits_function(glob, frame.function)) return true;
    }
  }
  return false;
}

bool is_date(const std::string& text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  int end = 0;
  if (text.size() != 10 ||
      std::sscanf(text.c_str(), "%4d-%2u-%2u%n", &year, &month, &day, &end) != 3 || end != 10)
    return false;
  return std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month),
                                     std::chrono::day(day))
      .ok();
}

Suppression suppression_from(const Json& row, const std::string& where) {
  if (!row.is_object()) throw std::runtime_error(where + " is no object");
  Suppression out;
  const std::pair<const char*, std::string*> members[] = {{"rule", &out.rule},
                                                          {"function", &out.function},
                                                          {"reason", &out.reason},
                                                          {"until", &out.until}};
  for (const auto& [name, value] : row.items()) {
    const auto at = std::ranges::find(members, name, [](const auto& each) { return each.first; });
    if (at == std::end(members))
      throw std::runtime_error(fmt::format("{}: there is no member '{}'", where, name));
    if (!value.is_string())
      throw std::runtime_error(fmt::format("{}: '{}' has to be a text", where, name));
    *at->second = value.get<std::string>();
  }
  for (const auto& [name, text] : members) {
    if (text->empty() && text != &out.until)
      throw std::runtime_error(fmt::format("{} needs a '{}'", where, name));
  }
  if (!out.until.empty() && !is_date(out.until))
    throw std::runtime_error(
        fmt::format("{}: 'until' takes a day like 2027-03-31, not '{}'", where, out.until));
  return out;
}

}  // namespace

std::optional<std::size_t> Suppressions::find(const rules::Finding& finding) const {
  std::optional<std::size_t> expired;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Suppression& entry = entries_[i];
    if (!fits(entry.rule, std::string(finding.rule->id)) ||
        !passes_function(finding, entry.function))
      continue;
    if (!is_expired(i)) return i;
    if (!expired) expired = i;
  }
  return expired;
}

bool Suppressions::is_expired(std::size_t entry) const {
  const std::string& until = entries_.at(entry).until;
  return !until.empty() && until < today_;
}

Suppressions read_suppressions(const std::string& path, const std::string& today) {
  const Json json =
      Json::parse(read_input(path), nullptr, /*allow_exceptions=*/false, /*ignore_comments=*/true);
  if (!json.is_array())
    throw std::runtime_error(fmt::format("'{}' is no JSON list of suppressions", path));
  std::vector<Suppression> entries;
  for (const Json& row : json)
    entries.push_back(
        suppression_from(row, fmt::format("'{}', entry {}", path, entries.size() + 1)));
  return {std::move(entries), today};
}

std::string date_of_today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[16];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return {text, size};
}

}  // namespace drydock::verify
