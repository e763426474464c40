#include "src/cc/text.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace drydock::cc {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Driver sources in UTF-16 hold ASCII with few exceptions, which only stand in comments and
// strings: what lies outside ASCII becomes '?', because the scanners look at directives only.
std::string from_utf16(std::string_view bytes, bool big_endian) {
  std::string out;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const char low = bytes[i + (big_endian ? 1 : 0)];
    const char high = bytes[i + (big_endian ? 0 : 1)];
    out += high == 0 && static_cast<unsigned char>(low) < 0x80 ? low : '?';
  }
  return out;
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (bytes.starts_with("\xff\xfe")) return from_utf16(bytes, false);
  if (bytes.starts_with("\xfe\xff")) return from_utf16(bytes, true);
  return bytes;
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace drydock::cc
