#include "src/verify/base/start_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/d3d/driver/result.h"
#include "src/nt/driver/driver.h"
#include "src/nt/rtl/names.h"

namespace drydock::verify {
namespace {

constexpr std::size_t kLongest = 160;  // bytes of a printed line that are shown

bool runs(const std::string& driver) {
  const nt::Driver* const running = nt::current_driver();
  return running != nullptr && running->name() == driver;
}

// The text between quotes and on one line, whatever its bytes are.
std::string quoted(std::string_view text) {
  std::string out = "it printed \"";
  for (const char c : text.substr(0, kLongest))
    out += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
  return out + (text.size() > kLongest ? "…\"" : "\"");
}

void add_prints(NotedLines& lines, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    if (end != 0) lines.add(NotedLines::Kind::kPrint, quoted(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string failed_call(std::string_view call, trace::Failure how, std::int32_t answer) {
  if (how == trace::Failure::kResult)
    return fmt::format("{} returned {}", call, d3d::name_of(answer));
  return nt::answer_text(call, answer);
}

}  // namespace

void NotedLines::add(Kind kind, std::string line) {
  if (!is_noting()) return;
  const sim::Hold hold(lock_);
  const auto is_of_kind = [&](const auto& each) { return each.first == kind; };
  if (std::ranges::count_if(lines_, is_of_kind) == kMost)
    lines_.erase(std::ranges::find_if(lines_, is_of_kind));
  lines_.emplace_back(kind, std::move(line));
}

bool NotedLines::has(Kind kind) const {
  const sim::Hold hold(lock_);
  return std::ranges::find(lines_, kind, &std::pair<Kind, std::string>::first) != lines_.end();
}

std::vector<std::string> NotedLines::before(std::string_view reason) const {
  const sim::Hold hold(lock_);
  std::vector<std::string> out;
  for (const auto& [kind, line] : lines_) {
    const std::string_view call = std::string_view(line).substr(0, line.find(' '));
    if (kind != Kind::kCall || reason.find(call) == std::string_view::npos) out.push_back(line);
  }
  return out;
}

StartNotes::StartNotes(std::string driver)
    : prints_(nt::debug_listeners(),
              [lines = lines_, driver](std::string_view text) {
                if (lines->is_noting() && runs(driver)) add_prints(*lines, text);
              }),
      failures_(
          trace::failure_listeners(),
          [lines = lines_, driver](std::string_view call, trace::Failure how, std::int32_t answer) {
            if (lines->is_noting() && runs(driver))
              lines->add(NotedLines::Kind::kCall, failed_call(call, how, answer));
          }) {}

}  // namespace drydock::verify
