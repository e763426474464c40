#include "src/verify/engine/finding_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>

namespace drydock::verify {
namespace {

// The innermost frames decide on a call that broke a rule: more of them would split one defect by
// the ways that lead to it. A resource that was not released is another defect for each way that
// took it, with any number of wrappers between.
constexpr std::size_t kDecidingOnCall = 3;
constexpr std::size_t kDecidingOnOrigin = 16;

// Functions through which a driver allocates, releases and copies whatever it does.
constexpr std::array<std::string_view, 12> kPlumbing = {
    "operator new", "operator delete", "__builtin_", "__asan_", "__ubsan_", "__interceptor_",
    "__tsan_",      "memcpy",          "memmove",    "memset",  "strlen",   "strcpy"};
// Headers whose inline functions are not the driver's own.
constexpr std::array<std::string_view, 4> kHeaders = {"/include/wdk/", "/drydock/wdk/",
                                                      "/include/c++/", "/lib/clang/"};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

const std::string& program() {
  static const std::string name = std::filesystem::read_symlink("/proc/self/exe").filename();
  return name;
}

bool is_of_host(const rules::Frame& frame) {
  return rules::is_host(frame) || (!frame.module.empty() && frame.module == program());
}

// Returns whether the frame lies in the system or another library that is not the driver.
bool is_of_library(const rules::Frame& frame, const std::string& driver) {
  if (rules::is_of_system(frame)) return true;
  return frame.file.empty() && frame.module.starts_with("lib") &&
         std::filesystem::path(frame.module).stem() != driver;
}

bool is_plumbing(const rules::Frame& frame) {
  const auto begins = [&](std::string_view name) { return frame.function.starts_with(name); };
  const auto lies_in = [&](std::string_view folder) {
    return frame.file.find(folder) != std::string::npos;
  };
  return std::ranges::any_of(kPlumbing, begins) || std::ranges::any_of(kHeaders, lies_in);
}

// The driver's frames up to where the host called it.
std::vector<rules::Frame> driver_frames(const rules::LabelledStack& stack,
                                        const std::string& driver) {
  std::vector<rules::Frame> out;
  for (const rules::Frame& frame : stack.frames) {
    if (is_of_library(frame, driver)) continue;
    if (!is_of_host(frame)) {
      out.push_back(frame);
    } else if (!out.empty()) {
      break;
    }
  }
  return out;
}

// A loop is met anywhere on its way: only the function that the host called is sure.
bool is_interrupted_loop(const rules::Finding& finding) {
  return finding.rule->id == "N-062" && finding.stacks.size() == 1 &&
         finding.message.find("has not returned within") != std::string::npos;
}

// Returns whether the stack says where the object of the finding comes from, and not where a thread
// was.
bool is_origin(const rules::LabelledStack& stack) {
  return stack.label != "here" && !stack.label.ends_with(" waits");
}

std::string text_of(const rules::Frame& frame, bool has_line) {
  const std::string file = std::filesystem::path(frame.file).filename();
  const std::string& function = frame.function.empty() ? frame.module : frame.function;
  if (file.empty()) return function;
  if (!has_line || frame.line == 0) return fmt::format("{}@{}", function, file);
  if (frame.function_line == 0 || frame.function_line > frame.line)
    return fmt::format("{}@{}:{}", function, file, frame.line);
  return fmt::format("{}@{}+{}", function, file, frame.line - frame.function_line);
}

// The first so many without plumbing. A function that calls itself decides once, however deep it
// went.
std::vector<rules::Frame> deciding_of(const std::vector<rules::Frame>& frames, std::size_t most) {
  std::vector<rules::Frame> out;
  std::set<std::string> seen;
  for (const rules::Frame& frame : frames) {
    if (out.size() == most) break;
    if (!is_plumbing(frame) && seen.insert(text_of(frame, /*has_line=*/true)).second)
      out.push_back(frame);
  }
  return out;
}

// Appends the number that begins at `at` as "#" and returns where it ends. Another number of things
// is the same kind: "1 byte" and "2 bytes".
std::size_t append_number(std::string& out, std::string_view text, std::size_t at) {
  out += '#';
  while (at < text.size() && is_word(text[at])) ++at;
  if (at + 1 >= text.size() || text[at] != ' ' || !is_word(text[at + 1])) return at;
  std::size_t end = at + 1;
  while (end < text.size() && is_word(text[end])) ++end;
  const bool is_plural = text[end - 1] == 's' && end - at > 2;
  if (!is_digit(text[at + 1])) out += text.substr(at, end - at - (is_plural ? 1 : 0));
  return is_digit(text[at + 1]) ? at : end;
}

// Returns a text that is equal for repeats of a finding within a run.
std::string digest_of(const rules::Finding& finding) {
  std::string out =
      fmt::format("{}|{}|{}|{}", finding.rule->id, rules::name(rules::severity_of(finding)),
                  kind_text(finding.object), kind_text(finding.message));
  for (const rules::LabelledStack& stack : finding.stacks)
    out += fmt::format("|{} {}", stack.label, stack.number);
  return out;
}

}  // namespace

std::vector<rules::Frame> deciding_frames(const rules::Finding& finding) {
  for (const rules::LabelledStack& stack : finding.stacks) {
    const std::vector<rules::Frame> all = driver_frames(stack, finding.driver);
    if (all.empty()) continue;
    if (is_interrupted_loop(finding)) return {all.back()};
    const std::vector<rules::Frame> out =
        deciding_of(all, is_origin(stack) ? kDecidingOnOrigin : kDecidingOnCall);
    return out.empty() ? std::vector{all.front()} : out;
  }
  return {};
}

std::optional<rules::Frame> driver_frame(const rules::Finding& finding) {
  const std::vector<rules::Frame> frames = deciding_frames(finding);
  return frames.empty() ? std::nullopt : std::optional(frames.front());
}

std::string place_of(const rules::Finding& finding) {
  const bool has_line = !is_interrupted_loop(finding);
  std::string out;
  for (const rules::Frame& frame : deciding_frames(finding))
    out += (out.empty() ? "" : " < ") + text_of(frame, has_line);
  return out;
}

std::string kind_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    if (begins && is_digit(text[at])) {
      at = append_number(out, text, at);
    } else if (text[at] == '/' && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(')) {
      // Only the name of the file counts in a path.
      const std::size_t end = std::min(text.find_first_of(" :)", at), text.size());
      at = text.substr(0, end).rfind('/') + 1;
    } else {
      out += text[at++];
    }
  }
  return out;
}

std::string key_of(const rules::Finding& finding) {
  const std::string place = place_of(finding);
  return fmt::format("{}|{}|{}", finding.rule->id, kind_text(finding.object),
                     place.empty() ? kind_text(finding.message) : place);
}

std::vector<rules::Finding> without_repeats(std::vector<rules::Finding> findings) {
  std::set<std::string> seen;
  std::erase_if(findings, [&](const rules::Finding& finding) {
    return !seen.insert(digest_of(finding)).second;
  });
  return findings;
}

}  // namespace drydock::verify
