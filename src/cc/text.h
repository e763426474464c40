// Small text helpers shared by the source scanners.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace drydock::cc {

// Longer files are not treated as driver source, whatever their names are.
constexpr std::uintmax_t kLongestSource = std::uintmax_t{64} << 20;

struct SourceText {
  std::string text;        // the bytes of the file, or UTF-8 converted from UTF-16
  bool converted = false;  // the file is UTF-16, which the compiler cannot read
};

// Reads the whole file and converts UTF-16 with a byte-order mark to UTF-8. Returns an empty text
// when the file cannot be read.
SourceText read_source(const std::filesystem::path& path);
inline std::string read_file(const std::filesystem::path& path) { return read_source(path).text; }

std::string to_lower(std::string_view text);   // ASCII only, as file names of driver sources are
std::string_view trim(std::string_view text);  // spaces, tabs and line ends
bool equal_ignoring_case(std::string_view a, std::string_view b);

// Calls visit(line) for each line of text, without its end.
template <typename Visit>
void for_each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace drydock::cc
