#include "src/verify/engine/obituary.h"

#include <sys/wait.h>

#include <algorithm>
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

std::optional<SanitizerReport> sanitizer_report(const std::string& said) {
  static const std::regex kSummary("SUMMARY: (\\w+Sanitizer: .*)");
  static const std::regex kFrame(
      " *#(\\d+) 0x[0-9a-f]+ in (.+?) (/[^ :]+|\\([^)]*\\))(?::(\\d+))?.*");
  SanitizerReport report;
  bool in_first = true;
  std::istringstream lines(said);
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

std::string last_line(const std::string& said) {
  const std::size_t end = said.find_last_not_of("\n ");
  if (end == std::string::npos) return {};
  const std::size_t begin = said.rfind('\n', end);
  return said.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? std::size_t(-1) : begin));
}

std::string how(const Death& death) {
  const int signal = death.signal != 0           ? death.signal
                     : WIFSIGNALED(death.status) ? WTERMSIG(death.status)
                                                 : 0;
  if (signal != 0) return fmt::format("crashed: {}", sigdescr_np(signal));
  return fmt::format("ended the process with exit code {}", WEXITSTATUS(death.status));
}

std::string sentence(const Death& death, const std::optional<SanitizerReport>& report) {
  const bool in_driver = !death.whereabouts.driver.empty();
  const std::string who = in_driver ? death.whereabouts.where : "the run";
  std::string out = who + " " + (death.limit_broken.empty() ? how(death) : death.limit_broken);
  if (report) return out + "; " + report->summary;
  if (!in_driver && death.limit_broken.empty())
    out += "; it happened outside of driver code, where a driver can have written too";
  const std::string words = last_line(death.said);
  return words.empty() ? out : out + "; last words: " + words;
}

bool is_in_driver(const Stillness::Wait& wait) {
  return !std::ranges::all_of(wait.frames, rules::is_host);
}

// Where the strand waits, in one word: the first function of the driver, or else of the host.
std::string place_of(const Stillness::Wait& wait) {
  const auto driver = std::ranges::find_if_not(wait.frames, rules::is_host);
  if (driver != wait.frames.end()) return driver->function;
  return wait.frames.empty() ? "an unknown place" : wait.frames.front().function;
}

void add_wait(rules::Finding& finding, const Stillness::Wait& wait) {
  finding.message += fmt::format("; '{}' waits in {}", wait.strand, place_of(wait));
  if (finding.driver.empty() && is_in_driver(wait)) {
    const auto frame = std::ranges::find_if_not(wait.frames, rules::is_host);
    finding.driver = std::filesystem::path(frame->module).stem();
  }
  finding.stacks.push_back({wait.strand + " waits", {}, wait.frames});
}

// Waits in the driver come first: that is where the finding is.
rules::Finding finding_of(const Stillness& stillness) {
  rules::Finding finding;
  finding.rule = &rules::find("N-062");
  finding.message = stillness.is_stuck
                        ? "everybody waits and nothing can end a wait any more"
                        : "time passes, timers and services run, and nobody gets on who waits";
  for (const bool in_driver : {true, false}) {
    for (const Stillness::Wait& wait : stillness.waits) {
      if (is_in_driver(wait) == in_driver) add_wait(finding, wait);
    }
  }
  return finding;
}

}  // namespace

rules::Finding finding_of(const Death& death) {
  if (death.stillness) return finding_of(*death.stillness);
  const auto report = death.limit_broken.empty() ? sanitizer_report(death.said) : std::nullopt;
  rules::Finding finding;
  finding.rule = &rules::find(death.limit_broken.empty() ? "N-061"_rule : "N-062"_rule);
  finding.message = sentence(death, report);
  finding.driver = death.whereabouts.driver;
  rules::LabelledStack stack{"here", {}, death.whereabouts.frames};
  if (stack.frames.empty() && report) stack.frames = report->frames;
  if (!stack.frames.empty()) finding.stacks.push_back(std::move(stack));
  return finding;
}

}  // namespace drydock::verify
