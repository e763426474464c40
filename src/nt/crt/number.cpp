// Numbers from and to text of two-byte characters.
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <limits>

#include "src/nt/crt/functions.h"

namespace {

bool is_space(char16_t c) { return c == u' ' || (c >= u'\t' && c <= u'\r'); }

int digit_of(char16_t c) {
  if (c >= u'0' && c <= u'9') return c - u'0';
  if (c >= u'a' && c <= u'z') return c - u'a' + 10;
  if (c >= u'A' && c <= u'Z') return c - u'A' + 10;
  return INT_MAX;
}

struct Parsed {
  unsigned long long value = 0;
  bool negative = false;
  bool overflow = false;
};

// A base of 0 asks the prefix. `end` stays at the beginning when there is no number.
Parsed parse(const char16_t* s, char16_t** end, int base) {
  Parsed out;
  const char16_t* at = s;
  while (is_space(*at)) ++at;
  if (*at == u'-' || *at == u'+') out.negative = *at++ == u'-';
  const bool hex = at[0] == u'0' && (at[1] | 0x20) == u'x' && digit_of(at[2]) < 16;
  if ((base == 0 || base == 16) && hex) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == u'0' ? 8 : 10;
  }
  const char16_t* first = at;
  for (int digit; (digit = digit_of(*at)) < base; ++at) {
    const auto factor = static_cast<unsigned long long>(base);
    out.overflow |= out.value > (ULLONG_MAX - static_cast<unsigned>(digit)) / factor;
    out.value = out.value * factor + static_cast<unsigned>(digit);
  }
  if (end != nullptr) *end = const_cast<char16_t*>(at == first ? s : at);
  return out;
}

long long signed_within(const Parsed& parsed, long long least, long long most) {
  const auto limit = static_cast<unsigned long long>(most) + (parsed.negative ? 1 : 0);
  if (parsed.overflow || parsed.value > limit) {
    errno = ERANGE;
    return parsed.negative ? least : most;
  }
  return static_cast<long long>(parsed.negative ? 0 - parsed.value : parsed.value);
}

template <typename Number, typename Convert>
Number floating(const char16_t* s, char16_t** end, Convert convert) {
  // Longer than any number that a double distinguishes; the host's own parser wants bytes.
  char text[512];
  std::size_t size = 0;
  while (size + 1 < sizeof text && s[size] != 0 && s[size] < 0x80) {
    text[size] = static_cast<char>(s[size]);
    ++size;
  }
  text[size] = '\0';
  char* stop = nullptr;
  const Number value = convert(text, &stop);
  if (end != nullptr) *end = const_cast<char16_t*>(s + (stop - text));
  return value;
}

char16_t* print(unsigned long long value, bool negative, char16_t* d, int radix) {
  if (radix < 2 || radix > 36) {
    d[0] = 0;
    return d;
  }
  char16_t digits[66];
  std::size_t count = 0;
  do
    digits[count++] = u"0123456789abcdefghijklmnopqrstuvwxyz"[value % static_cast<unsigned>(radix)];
  while ((value /= static_cast<unsigned>(radix)) != 0);
  char16_t* at = d;
  if (negative) *at++ = u'-';
  while (count > 0) *at++ = digits[--count];
  *at = 0;
  return d;
}

}  // namespace

extern "C" {

long drydock_wcstol(const char16_t* s, char16_t** end, int base) {
  return static_cast<long>(signed_within(parse(s, end, base), INT_MIN, INT_MAX));
}

unsigned long drydock_wcstoul(const char16_t* s, char16_t** end, int base) {
  const Parsed parsed = parse(s, end, base);
  if (parsed.overflow || parsed.value > UINT_MAX) {
    errno = ERANGE;
    return UINT_MAX;
  }
  return static_cast<unsigned>(parsed.negative ? 0 - parsed.value : parsed.value);
}

long long drydock_wcstoll(const char16_t* s, char16_t** end, int base) {
  return signed_within(parse(s, end, base), LLONG_MIN, LLONG_MAX);
}

unsigned long long drydock_wcstoull(const char16_t* s, char16_t** end, int base) {
  const Parsed parsed = parse(s, end, base);
  if (parsed.overflow) {
    errno = ERANGE;
    return ULLONG_MAX;
  }
  return parsed.negative ? 0 - parsed.value : parsed.value;
}

double drydock_wcstod(const char16_t* s, char16_t** end) {
  return floating<double>(s, end, std::strtod);
}
float drydock_wcstof(const char16_t* s, char16_t** end) {
  return floating<float>(s, end, std::strtof);
}
long double drydock_wcstold(const char16_t* s, char16_t** end) {
  return floating<long double>(s, end, std::strtold);
}

int drydock_wtoi(const char16_t* s) { return static_cast<int>(drydock_wcstol(s, nullptr, 10)); }
long long drydock_wtoi64(const char16_t* s) { return drydock_wcstoll(s, nullptr, 10); }

// Only base ten has a sign, as Microsoft's library does it.
char16_t* drydock_itow(int value, char16_t* d, int radix) {
  const bool negative = radix == 10 && value < 0;
  const auto bits = static_cast<unsigned>(value);
  return print(negative ? 0U - bits : bits, negative, d, radix);
}
char16_t* drydock_ultow(unsigned int value, char16_t* d, int radix) {
  return print(value, false, d, radix);
}
char16_t* drydock_ui64tow(unsigned long long value, char16_t* d, int radix) {
  return print(value, false, d, radix);
}

}  // extern "C"
