// Characters: UTF-8 and UTF-16, and the case mapping of the executive. The first header of this
// room: the run-time library takes the text that drivers pass and owns none of it.
//
// Cost: a few comparisons a character. Threads: any; nothing is shared.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drydock::nt {

inline constexpr char32_t kReplacement = 0xFFFD;

struct Decoded {
  char32_t point;
  std::size_t used;  // code units read, at least one
  bool valid = true;
};

// `left` is at least one. Broken input is one unit, invalid, with the replacement character.
Decoded decode_utf8(const char* text, std::size_t left);
Decoded decode_utf16(const char16_t* text, std::size_t left);

// Writes up to four bytes, or two units; returns how many.
std::size_t encode_utf8(char32_t point, char* out);
std::size_t encode_utf16(char32_t point, char16_t* out);

// Simple one-to-one mapping of Latin, Greek, Cyrillic, Armenian and full-width letters; other
// characters stay.
char16_t to_upper(char16_t c);
char16_t to_lower(char16_t c);

// Code page 1252's lower half and Latin-1: what the host takes for ANSI when bytes are no UTF-8.
char to_upper_ansi(char c);

}  // namespace drydock::nt
