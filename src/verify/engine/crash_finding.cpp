#include "src/verify/engine/crash_finding.h"

#include <sys/wait.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <filesystem>
#include <regex>
#include <sstream>

namespace drydock::verify {
namespace {

// A sanitizer's report: its last line, and the first of its stacks.
struct SanitizerReport {
  std::string summary;
  std::vector<rules::Frame> frames;
};

std::optional<SanitizerReport> sanitizer_report(const std::string& output) {
  static const std::regex kSummary("SUMMARY: (\\w+Sanitizer: .*)");
  static const std::regex kFrame(
      " *#(\\d+) 0x[0-9a-f]+ in (.+?) (/[^ :]+|\\([^)]*\\))(?::(\\d+))?.*");
  SanitizerReport report;
  bool in_first = true;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, kSummary)) report.summary = match[1];
    if (!in_first || !std::regex_match(line, match, kFrame)) {
      in_first = in_first && report.frames.empty();
      continue;
    }
    const std::string file = match[3];
    rules::Frame frame{.function = match[2], .file = {}, .line = 0, .module = {}};
    if (file.starts_with('/')) frame.file = file;
    if (match[4].matched) frame.line = std::stoi(match[4]);
    report.frames.push_back(std::move(frame));
  }
  if (report.summary.empty()) return std::nullopt;
  return report;
}

std::string last_line(const std::string& output) {
  const std::size_t end = output.find_last_not_of("\n ");
  if (end == std::string::npos) return {};
  const std::size_t begin = output.rfind('\n', end);
  return output.substr(begin == std::string::npos ? 0 : begin + 1,
                       end - (begin == std::string::npos ? std::size_t(-1) : begin));
}

std::string how_it_ended(const ProcessEnd& end) {
  const int signal = end.report.signal != 0         ? end.report.signal
                     : WIFSIGNALED(end.exit_status) ? WTERMSIG(end.exit_status)
                                                    : 0;
  if (signal != 0) return fmt::format("crashed: {}", sigdescr_np(signal));
  return fmt::format("ended the process with exit code {}", WEXITSTATUS(end.exit_status));
}

std::string sentence(const ProcessEnd& end, const std::optional<SanitizerReport>& sanitizer) {
  const bool in_driver = !end.report.place.driver.empty();
  const bool is_crash = end.exceeded_limit.empty();
  const std::string subject = in_driver ? end.report.place.entry_point : "the run";
  std::string out = subject + " " + (is_crash ? how_it_ended(end) : end.exceeded_limit);
  if (sanitizer) return out + "; " + sanitizer->summary;
  if (!in_driver && is_crash)
    out += "; it happened outside of driver code, where a driver can have written too";
  const std::string words = last_line(end.output);
  return words.empty() ? out : out + "; last words: " + words;
}

// Returns whether the code belongs to the host or to the system, and to no driver.
bool is_known_code(const rules::Frame& frame) {
  return rules::is_host(frame) || rules::is_of_system(frame);
}

bool is_in_driver(const StandstillReport::Wait& wait) {
  return !std::ranges::all_of(wait.frames, rules::is_host);
}

// The function in which the strand waits: the first of the driver, or else the first of the host.
std::string place_of(const StandstillReport::Wait& wait) {
  const auto driver = std::ranges::find_if_not(wait.frames, is_known_code);
  if (driver != wait.frames.end()) return driver->function;
  return wait.frames.empty() ? "an unknown place" : wait.frames.front().function;
}

void add_wait(rules::Finding& finding, const StandstillReport::Wait& wait) {
  finding.message += fmt::format("; '{}' waits in {}", wait.strand, place_of(wait));
  if (finding.driver.empty() && is_in_driver(wait)) {
    const auto frame = std::ranges::find_if_not(wait.frames, rules::is_host);
    finding.driver = std::filesystem::path(frame->module).stem();
  }
  finding.stacks.push_back({wait.strand + " waits", {}, wait.frames});
}

// Waits in the driver come first, because the first stack is the place of the finding.
rules::Finding finding_of(const StandstillReport& standstill) {
  rules::Finding finding;
  finding.rule = &rules::find("N-062");
  finding.message = standstill.is_stuck
                        ? "everybody waits and nothing can end a wait any more"
                        : "time passes, timers and services run, and nobody gets on who waits";
  for (const bool in_driver : {true, false}) {
    for (const StandstillReport::Wait& wait : standstill.waits) {
      if (is_in_driver(wait) == in_driver) add_wait(finding, wait);
    }
  }
  return finding;
}

}  // namespace

rules::Finding finding_of(const ProcessEnd& end) {
  if (end.report.standstill) return finding_of(*end.report.standstill);
  const bool is_crash = end.exceeded_limit.empty();
  const auto sanitizer = is_crash ? sanitizer_report(end.output) : std::nullopt;
  rules::Finding finding;
  finding.rule = &rules::find(is_crash ? "N-061"_rule : "N-062"_rule);
  finding.message = sentence(end, sanitizer);
  finding.driver = end.report.place.driver;
  rules::LabelledStack stack{"here", {}, end.report.place.frames};
  if (stack.frames.empty() && sanitizer) stack.frames = sanitizer->frames;
  if (!stack.frames.empty()) finding.stacks.push_back(std::move(stack));
  assert(!finding.message.empty());
  return finding;
}

}  // namespace drydock::verify
