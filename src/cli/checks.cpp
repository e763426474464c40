#include "src/cli/checks.h"

#include <fmt/format.h>

#include <charconv>

namespace drydock::cli {
namespace {

std::string range_of(std::uint64_t least, std::uint64_t most) {
  return most == kAnyNumber ? fmt::format("{} or more", least)
                            : fmt::format("from {} to {}", least, most);
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return CLI::Validator(
      [least, most](const std::string& text) {
        std::uint64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [stopped, error] = std::from_chars(text.data(), end, number);
        const bool fits = error == std::errc{} && stopped == end && !text.empty();
        if (fits && number >= least && number <= static_cast<double>(most)) return std::string();
        return fmt::format("takes a whole number {}, not '{}'", range_of(least, most), text);
      },
      "");
}

CLI::Validator seconds() {
  return CLI::Validator(
      [](const std::string& text) {
        constexpr std::uint64_t most = kMostMilliseconds / 1000;
        double number = 0;
        const char* const end = text.data() + text.size();
        const auto [stopped, error] =
            std::from_chars(text.data(), end, number, std::chars_format::fixed);
        const bool is_number = error == std::errc{} && stopped == end && !text.empty();
        if (is_number && number >= 0 && number <= most) return std::string();
        return fmt::format("takes seconds, such as 90 or 0.5, up to {}, not '{}'", most, text);
      },
      "");
}

CLI::Validator file_name() {
  return CLI::Validator(
      [](const std::string& text) { return std::string(text.empty() ? "takes a file" : ""); }, "");
}

}  // namespace drydock::cli
