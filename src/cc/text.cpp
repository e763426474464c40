#include "src/cc/text.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

namespace drydock::cc {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

void append_utf8(std::string& out, char32_t c) {
  const auto byte = [&out](char32_t value) { out += static_cast<char>(value); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | c >> 6);
  } else if (c < 0x10000) {
    byte(0xE0 | c >> 12);
    byte(0x80 | (c >> 6 & 0x3F));
  } else {
    byte(0xF0 | c >> 18);
    byte(0x80 | (c >> 12 & 0x3F));
    byte(0x80 | (c >> 6 & 0x3F));
  }
  byte(0x80 | (c & 0x3F));
}

// Converts the bytes behind the byte-order mark. Half of a surrogate pair becomes the replacement
// character.
std::string from_utf16(std::string_view bytes, bool big_endian) {
  std::vector<char16_t> units;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const auto second = static_cast<unsigned char>(bytes[i + 1]);
    units.push_back(static_cast<char16_t>(big_endian ? first << 8 | second : second << 8 | first));
  }
  std::string out;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const bool high = units[i] >= 0xD800 && units[i] < 0xDC00;
    const bool pair =
        high && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000;
    if (pair) {
      append_utf8(out, 0x10000 + ((units[i] - 0xD800U) << 10) + (units[i + 1] - 0xDC00U));
      ++i;
    } else {
      const bool half = units[i] >= 0xD800 && units[i] < 0xE000;
      append_utf8(out, half ? U'\uFFFD' : units[i]);
    }
  }
  return out;
}

}  // namespace

SourceText read_source(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (bytes.starts_with("\xff\xfe")) return {from_utf16(bytes, false), true};
  if (bytes.starts_with("\xfe\xff")) return {from_utf16(bytes, true), true};
  return {std::move(bytes), false};
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
