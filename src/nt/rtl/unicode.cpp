#include "src/nt/rtl/unicode.h"

namespace drydock::nt {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

bool is_high(char16_t c) { return c >= 0xD800 && c <= 0xDBFF; }
bool is_low(char16_t c) { return c >= 0xDC00 && c <= 0xDFFF; }

bool between(char16_t c, char16_t first, char16_t last) { return c >= first && c <= last; }

// Blocks where upper and lower case alternate; the upper-case letter has this parity.
struct Alternating {
  char16_t first;
  char16_t last;
  unsigned upper;
};

constexpr Alternating kAlternating[] = {
    {0x0100, 0x012F, 0}, {0x0132, 0x0137, 0}, {0x0139, 0x0148, 1}, {0x014A, 0x0177, 0},
    {0x0179, 0x017E, 1}, {0x01CD, 0x01DC, 1}, {0x01DE, 0x01EF, 0}, {0x01F8, 0x021F, 0},
    {0x0222, 0x0233, 0}, {0x03D8, 0x03EF, 0}, {0x0460, 0x0481, 0}, {0x048A, 0x04BF, 0},
    {0x04C1, 0x04CE, 1}, {0x04D0, 0x052F, 0}, {0x1E00, 0x1E95, 0}, {0x1EA0, 0x1EFF, 0},
};

// Blocks where the lower-case letters lie a fixed distance above.
struct Shifted {
  char16_t first;  // the first of the lower-case letters
  char16_t last;
  char16_t distance;
};

constexpr Shifted kShifted[] = {
    {0x0061, 0x007A, 0x20}, {0x00E0, 0x00F6, 0x20}, {0x00F8, 0x00FE, 0x20}, {0x03B1, 0x03C1, 0x20},
    {0x03C3, 0x03CB, 0x20}, {0x0430, 0x044F, 0x20}, {0x0450, 0x045F, 0x50}, {0x0561, 0x0586, 0x30},
    {0x2170, 0x217F, 0x10}, {0x24D0, 0x24E9, 0x1A}, {0xFF41, 0xFF5A, 0x20},
};

struct Pair {
  char16_t lower;
  char16_t upper;
};

constexpr Pair kPairs[] = {
    {0x00FF, 0x0178}, {0x03AC, 0x0386}, {0x03AD, 0x0388}, {0x03AE, 0x0389},
    {0x03AF, 0x038A}, {0x03CC, 0x038C}, {0x03CD, 0x038E}, {0x03CE, 0x038F},
};

}  // namespace

Decoded decode_utf8(const char* text, std::size_t left) {
  const auto lead = static_cast<unsigned char>(*text);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 && lead <= 0xF4 ? 4 : lead >= 0xE0 && lead < 0xF0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || size > left) return {kReplacement, 1, false};
  char32_t point = lead & (0x7F >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (!is_continuation(text[i])) return {kReplacement, 1, false};
    point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (point < kLeast[size] || point > 0x10FFFF || surrogate) return {kReplacement, 1, false};
  return {point, size};
}

Decoded decode_utf16(const char16_t* text, std::size_t left) {
  const char16_t first = text[0];
  if (!is_high(first) && !is_low(first)) return {first, 1};
  if (is_low(first) || left < 2 || !is_low(text[1])) return {kReplacement, 1, false};
  return {0x10000 + (static_cast<char32_t>(first - 0xD800) << 10) + (text[1] - 0xDC00), 2};
}

std::size_t encode_utf8(char32_t point, char* out) {
  if (point < 0x80) {
    out[0] = static_cast<char>(point);
    return 1;
  }
  const std::size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  for (std::size_t i = size - 1; i > 0; --i, point >>= 6)
    out[i] = static_cast<char>(0x80 | (point & 0x3F));
  constexpr unsigned char kLead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  out[0] = static_cast<char>(kLead[size] | point);
  return size;
}

std::size_t encode_utf16(char32_t point, char16_t* out) {
  if (point < 0x10000) {
    out[0] = static_cast<char16_t>(point);
    return 1;
  }
  out[0] = static_cast<char16_t>(0xD800 + ((point - 0x10000) >> 10));
  out[1] = static_cast<char16_t>(0xDC00 + ((point - 0x10000) & 0x3FF));
  return 2;
}

char16_t to_upper(char16_t c) {
  if (c < 0x80) return between(c, u'a', u'z') ? static_cast<char16_t>(c - 0x20) : c;
  for (const Shifted& block : kShifted) {
    if (between(c, block.first, block.last)) return static_cast<char16_t>(c - block.distance);
  }
  for (const Alternating& block : kAlternating) {
    if (between(c, block.first, block.last)) {
      return (c & 1) == block.upper ? c : static_cast<char16_t>(c - 1);
    }
  }
  for (const Pair& pair : kPairs) {
    if (c == pair.lower) return pair.upper;
  }
  return c;
}

char16_t to_lower(char16_t c) {
  if (c < 0x80) return between(c, u'A', u'Z') ? static_cast<char16_t>(c + 0x20) : c;
  for (const Shifted& block : kShifted) {
    const auto lower = static_cast<char16_t>(c + block.distance);
    if (between(lower, block.first, block.last)) return lower;
  }
  for (const Alternating& block : kAlternating) {
    if (between(c, block.first, block.last)) {
      return (c & 1) == block.upper ? static_cast<char16_t>(c + 1) : c;
    }
  }
  for (const Pair& pair : kPairs) {
    if (c == pair.upper) return pair.lower;
  }
  return c;
}

char to_upper_ansi(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c; }

}  // namespace drydock::nt
