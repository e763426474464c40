// Between narrow text, which is UTF-8, and characters of two bytes; streams of them.
//
// A conversion state holds either the first bytes of a character that has not ended yet (__count
// says how many) or the second half of a pair that is still to be given out (__count is -1).
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "src/nt/crt/functions.h"
#include "src/nt/rtl/unicode.h"

using drydock::nt::decode_utf16;
using drydock::nt::decode_utf8;
using drydock::nt::Decoded;
using drydock::nt::encode_utf16;
using drydock::nt::encode_utf8;

namespace {

constexpr auto kBroken = static_cast<std::size_t>(-1);
constexpr auto kIncomplete = static_cast<std::size_t>(-2);
constexpr auto kFromState = static_cast<std::size_t>(-3);
constexpr int kHalfPending = -1;

std::size_t size_by_lead(unsigned char lead) {
  return lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
}

// A point of the text, or Latin-1 for bytes that are no UTF-8.
Decoded lenient(const char* s, std::size_t left) {
  const Decoded next = decode_utf8(s, left);
  return next.valid ? next : Decoded{static_cast<unsigned char>(*s), 1};
}

std::mbstate_t& state_or(std::mbstate_t* given, std::mbstate_t& own) {
  return given == nullptr ? own : *given;
}

bool is_high(char16_t c) { return c >= 0xD800 && c <= 0xDBFF; }

// Converts like mbsrtowcs: whole characters only, as many as fit. The source becomes null when all
// of it and the terminator fitted. Without a destination the function only counts.
template <typename To, typename From>
std::size_t convert(To* d, const From** s, std::size_t n,
                    Decoded (*decode)(const From*, std::size_t),
                    std::size_t (*encode)(char32_t, To*)) {
  const From* at = *s;
  std::size_t left = std::char_traits<From>::length(at);
  std::size_t count = 0;
  while (left > 0) {
    const Decoded next = decode(at, left);
    To units[4];
    const std::size_t size = encode(next.point, units);
    if (d != nullptr) {
      if (count + size > n) {
        *s = at;
        return count;
      }
      std::memcpy(d + count, units, size * sizeof(To));
    }
    count += size;
    at += next.used;
    left -= next.used;
  }
  if (d == nullptr) return count;
  *s = count < n ? nullptr : at;
  if (count < n) d[count] = 0;
  return count;
}

}  // namespace

extern "C" {

std::size_t drydock_mbsrtowcs(char16_t* d, const char** s, std::size_t n, std::mbstate_t*) {
  return convert(d, s, n, lenient, encode_utf16);
}

std::size_t drydock_wcsrtombs(char* d, const char16_t** s, std::size_t n, std::mbstate_t*) {
  return convert(d, s, n, decode_utf16, encode_utf8);
}

std::size_t drydock_mbstowcs(char16_t* d, const char* s, std::size_t n) {
  return drydock_mbsrtowcs(d, &s, n, nullptr);
}
std::size_t drydock_wcstombs(char* d, const char16_t* s, std::size_t n) {
  return drydock_wcsrtombs(d, &s, n, nullptr);
}

int drydock_mbtowc(char16_t* d, const char* s, std::size_t n) {
  if (s == nullptr || n == 0) return s == nullptr ? 0 : -1;
  const Decoded next = lenient(s, n);
  if (next.point > 0xFFFF) {
    errno = EILSEQ;
    return -1;
  }
  if (d != nullptr) *d = static_cast<char16_t>(next.point);
  return next.point == 0 ? 0 : static_cast<int>(next.used);
}

int drydock_wctomb(char* d, char16_t c) {
  return d == nullptr ? 0 : static_cast<int>(encode_utf8(decode_utf16(&c, 1).point, d));
}

int drydock_mbsinit(const std::mbstate_t* state) { return state == nullptr || state->__count == 0; }

std::size_t drydock_mbrtowc(char16_t* d, const char* s, std::size_t n, std::mbstate_t* given) {
  thread_local std::mbstate_t own{};
  std::mbstate_t& state = state_or(given, own);
  if (s == nullptr) {
    state = {};
    return 0;
  }
  if (state.__count == kHalfPending) {
    if (d != nullptr) *d = static_cast<char16_t>(state.__value.__wch);
    state = {};
    return kFromState;
  }
  char bytes[4];
  auto held = static_cast<std::size_t>(state.__count);
  std::memcpy(bytes, state.__value.__wchb, held);
  std::size_t eaten = 0;
  while (held == 0 || held < size_by_lead(static_cast<unsigned char>(bytes[0]))) {
    if (eaten == n) {
      std::memcpy(state.__value.__wchb, bytes, held);
      state.__count = static_cast<int>(held);
      return kIncomplete;
    }
    bytes[held++] = s[eaten++];
  }
  state = {};
  const Decoded next = decode_utf8(bytes, held);
  if (!next.valid) {
    errno = EILSEQ;
    return kBroken;
  }
  char16_t units[2];
  if (encode_utf16(next.point, units) == 2) {
    state.__value.__wch = units[1];
    state.__count = kHalfPending;
  }
  if (d != nullptr) *d = units[0];
  return next.point == 0 ? 0 : eaten;
}

std::size_t drydock_mbrlen(const char* s, std::size_t n, std::mbstate_t* state) {
  thread_local std::mbstate_t own{};
  return drydock_mbrtowc(nullptr, s, n, &state_or(state, own));
}

std::size_t drydock_wcrtomb(char* d, char16_t c, std::mbstate_t* given) {
  thread_local std::mbstate_t own{};
  std::mbstate_t& state = state_or(given, own);
  if (d == nullptr) {
    state = {};
    return 1;
  }
  if (state.__count == kHalfPending) {
    const char16_t pair[2] = {static_cast<char16_t>(state.__value.__wch), c};
    state = {};
    return encode_utf8(decode_utf16(pair, 2).point, d);
  }
  if (is_high(c)) {
    state.__value.__wch = c;
    state.__count = kHalfPending;
    return 0;
  }
  return encode_utf8(decode_utf16(&c, 1).point, d);
}

std::wint_t drydock_btowc(int c) { return c >= 0 && c < 0x80 ? static_cast<std::wint_t>(c) : WEOF; }
int drydock_wctob(std::wint_t c) { return c < 0x80 ? static_cast<int>(c) : EOF; }

std::size_t drydock_wcsftime(char16_t* d, std::size_t n, const char16_t* format, const std::tm* t) {
  char pattern[512];
  char text[1024];
  const std::size_t size = drydock_wcstombs(pattern, format, sizeof pattern - 1);
  pattern[size] = '\0';
  if (std::strftime(text, sizeof text, pattern, t) == 0) return 0;
  const std::size_t length = drydock_mbstowcs(nullptr, text, 0);
  if (length >= n) return 0;
  return drydock_mbstowcs(d, text, n);
}

std::wint_t drydock_fgetwc(FILE* f) {
  char bytes[4];
  std::size_t held = 0;
  do {
    const int c = std::getc(f);
    if (c == EOF) return WEOF;
    bytes[held++] = static_cast<char>(c);
  } while (held < size_by_lead(static_cast<unsigned char>(bytes[0])));
  const Decoded next = lenient(bytes, held);
  return next.point > 0xFFFF ? static_cast<std::wint_t>(drydock::nt::kReplacement) : next.point;
}
std::wint_t drydock_getwc(FILE* f) { return drydock_fgetwc(f); }
std::wint_t drydock_getwchar(void) { return drydock_fgetwc(stdin); }

std::wint_t drydock_fputwc(char16_t c, FILE* f) {
  // The halves of a pair come in two calls, from one thread.
  thread_local std::mbstate_t state{};
  char bytes[4];
  const std::size_t size = drydock_wcrtomb(bytes, c, &state);
  return std::fwrite(bytes, 1, size, f) == size ? c : WEOF;
}
std::wint_t drydock_putwc(char16_t c, FILE* f) { return drydock_fputwc(c, f); }
std::wint_t drydock_putwchar(char16_t c) { return drydock_fputwc(c, stdout); }

std::wint_t drydock_ungetwc(std::wint_t c, FILE* f) {
  if (c == WEOF) return WEOF;
  char bytes[4];
  std::size_t size = encode_utf8(c, bytes);
  while (size > 0) {
    if (std::ungetc(static_cast<unsigned char>(bytes[--size]), f) == EOF) return WEOF;
  }
  return c;
}

char16_t* drydock_fgetws(char16_t* d, int n, FILE* f) {
  int count = 0;
  while (count + 1 < n) {
    const std::wint_t c = drydock_fgetwc(f);
    if (c == WEOF) break;
    d[count++] = static_cast<char16_t>(c);
    if (c == u'\n') break;
  }
  if (count == 0) return nullptr;
  d[count] = 0;
  return d;
}

int drydock_fputws(const char16_t* s, FILE* f) {
  for (; *s != 0; ++s) {
    if (drydock_fputwc(*s, f) == WEOF) return -1;
  }
  return 0;
}

// Streams have no orientation here: bytes and characters mix.
int drydock_fwide(FILE*, int) { return 0; }

}  // extern "C"
