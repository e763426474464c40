#include "src/rules/markup.h"

#include <algorithm>
#include <cstddef>

namespace drydock::rules {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// How many bytes the character at the front of the text has by its first byte; 0 when no character
// begins with it.
std::size_t bytes_by_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The characters of XML 1.0, of which the shortest encoding has this many bytes.
bool is_character(char32_t c, std::size_t bytes) {
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (c < kLeast[bytes]) return false;
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  const bool is_surrogate = c >= 0xD800 && c < 0xE000;
  return !is_surrogate && c != 0xFFFE && c != 0xFFFF && c <= 0x10FFFF;
}

// How many bytes the character at the front of the text has; 0 when XML cannot write it.
std::size_t bytes_of_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t bytes = bytes_by_lead(lead);
  if (bytes == 0 || bytes > text.size()) return 0;
  if (!std::ranges::all_of(text.substr(1, bytes - 1), is_continuation)) return 0;
  char32_t c = bytes == 1 ? lead : lead & (0x7FU >> bytes);
  for (const char more : text.substr(1, bytes - 1))
    c = (c << 6) | (static_cast<unsigned char>(more) & 0x3FU);
  return is_character(c, bytes) ? bytes : 0;
}

// What stands for a character that has a meaning of its own in markup; empty for all others.
std::string_view escape_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '\r':
      return "&#13;";
    default:
      return {};
  }
}

// The same in an attribute, where a reader takes plain white space for blanks.
std::string_view escape_in_attribute(char c) {
  switch (c) {
    case '"':
      return "&quot;";
    case '\n':
      return "&#10;";
    case '\t':
      return "&#9;";
    default:
      return escape_of(c);
  }
}

std::string escape(std::string_view text, std::string_view (*escape_of_character)(char)) {
  std::string out;
  while (!text.empty()) {
    const std::string_view escaped = escape_of_character(text.front());
    const std::size_t bytes = bytes_of_character(text);
    if (!escaped.empty()) {
      out += escaped;
    } else {
      out += bytes == 0 ? kReplacement : text.substr(0, bytes);
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return out;
}

}  // namespace

std::string escape_text(std::string_view text) { return escape(text, escape_of); }

std::string escape_attribute(std::string_view text) { return escape(text, escape_in_attribute); }

}  // namespace drydock::rules
