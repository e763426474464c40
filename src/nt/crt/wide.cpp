// Strings of two-byte characters.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "src/nt/crt/functions.h"
#include "src/nt/rtl/unicode.h"

using drydock::nt::to_lower;
using drydock::nt::to_upper;

namespace {

char16_t* writable(const char16_t* s) { return const_cast<char16_t*>(s); }

int order(char16_t a, char16_t b) { return a < b ? -1 : a > b ? 1 : 0; }

bool in_set(char16_t c, const char16_t* set) {
  for (; *set != 0; ++set) {
    if (*set == c) return true;
  }
  return false;
}

}  // namespace

extern "C" {

std::size_t drydock_wcslen(const char16_t* s) { return std::char_traits<char16_t>::length(s); }

std::size_t drydock_wcsnlen(const char16_t* s, std::size_t n) {
  std::size_t i = 0;
  while (i < n && s[i] != 0) ++i;
  return i;
}

char16_t* drydock_wcscpy(char16_t* d, const char16_t* s) {
  std::size_t i = 0;
  do d[i] = s[i];
  while (s[i++] != 0);
  return d;
}

char16_t* drydock_wcsncpy(char16_t* d, const char16_t* s, std::size_t n) {
  std::size_t i = 0;
  for (; i < n && s[i] != 0; ++i) d[i] = s[i];
  for (; i < n; ++i) d[i] = 0;
  return d;
}

char16_t* drydock_wcscat(char16_t* d, const char16_t* s) {
  drydock_wcscpy(d + drydock_wcslen(d), s);
  return d;
}

char16_t* drydock_wcsncat(char16_t* d, const char16_t* s, std::size_t n) {
  char16_t* at = d + drydock_wcslen(d);
  for (; n > 0 && *s != 0; --n) *at++ = *s++;
  *at = 0;
  return d;
}

int drydock_wcsncmp(const char16_t* a, const char16_t* b, std::size_t n) {
  for (; n > 0; --n, ++a, ++b) {
    if (*a != *b || *a == 0) return order(*a, *b);
  }
  return 0;
}
int drydock_wcscmp(const char16_t* a, const char16_t* b) { return drydock_wcsncmp(a, b, SIZE_MAX); }
int drydock_wcscoll(const char16_t* a, const char16_t* b) { return drydock_wcscmp(a, b); }

int drydock_wcsnicmp(const char16_t* a, const char16_t* b, std::size_t n) {
  for (; n > 0; --n, ++a, ++b) {
    const char16_t x = to_lower(*a);
    const char16_t y = to_lower(*b);
    if (x != y || x == 0) return order(x, y);
  }
  return 0;
}
int drydock_wcsicmp(const char16_t* a, const char16_t* b) {
  return drydock_wcsnicmp(a, b, SIZE_MAX);
}

std::size_t drydock_wcsxfrm(char16_t* d, const char16_t* s, std::size_t n) {
  const std::size_t length = drydock_wcslen(s);
  if (length < n) drydock_wcscpy(d, s);
  return length;
}

std::size_t drydock_wcsspn(const char16_t* s, const char16_t* set) {
  std::size_t i = 0;
  while (s[i] != 0 && in_set(s[i], set)) ++i;
  return i;
}

std::size_t drydock_wcscspn(const char16_t* s, const char16_t* set) {
  std::size_t i = 0;
  while (s[i] != 0 && !in_set(s[i], set)) ++i;
  return i;
}

char16_t* drydock_wcstok(char16_t* s, const char16_t* delimiters, char16_t** context) {
  // Microsoft's two-argument form has no context; the thread stores it.
  thread_local char16_t* stored = nullptr;
  if (context == nullptr) context = &stored;
  if (s == nullptr) s = *context;
  if (s == nullptr) return nullptr;
  s += drydock_wcsspn(s, delimiters);
  if (*s == 0) {
    *context = nullptr;
    return nullptr;
  }
  char16_t* end = s + drydock_wcscspn(s, delimiters);
  *context = *end == 0 ? nullptr : end + 1;
  *end = 0;
  return s;
}

char16_t* drydock_wcschr(const char16_t* s, char16_t c) {
  for (;; ++s) {
    if (*s == c) return writable(s);
    if (*s == 0) return nullptr;
  }
}

char16_t* drydock_wcsrchr(const char16_t* s, char16_t c) {
  const char16_t* found = nullptr;
  for (;; ++s) {
    if (*s == c) found = s;
    if (*s == 0) return writable(found);
  }
}

char16_t* drydock_wcspbrk(const char16_t* s, const char16_t* set) {
  s += drydock_wcscspn(s, set);
  return *s == 0 ? nullptr : writable(s);
}

char16_t* drydock_wcsstr(const char16_t* s, const char16_t* what) {
  const std::size_t length = drydock_wcslen(what);
  for (;; ++s) {
    if (drydock_wcsncmp(s, what, length) == 0) return writable(s);
    if (*s == 0) return nullptr;
  }
}

char16_t* drydock_wcslwr(char16_t* s) {
  for (char16_t* p = s; *p != 0; ++p) *p = to_lower(*p);
  return s;
}

char16_t* drydock_wcsupr(char16_t* s) {
  for (char16_t* p = s; *p != 0; ++p) *p = to_upper(*p);
  return s;
}

char16_t* drydock_wcsdup(const char16_t* s) {
  const std::size_t bytes = (drydock_wcslen(s) + 1) * sizeof(char16_t);
  auto* copy = static_cast<char16_t*>(std::malloc(bytes));
  if (copy != nullptr) std::memcpy(copy, s, bytes);
  return copy;
}

char16_t* drydock_wmemcpy(char16_t* d, const char16_t* s, std::size_t n) {
  std::memcpy(d, s, n * sizeof(char16_t));
  return d;
}
char16_t* drydock_wmemmove(char16_t* d, const char16_t* s, std::size_t n) {
  std::memmove(d, s, n * sizeof(char16_t));
  return d;
}
char16_t* drydock_wmemset(char16_t* d, char16_t c, std::size_t n) {
  std::fill_n(d, n, c);
  return d;
}

int drydock_wmemcmp(const char16_t* a, const char16_t* b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    if (a[i] != b[i]) return order(a[i], b[i]);
  }
  return 0;
}

char16_t* drydock_wmemchr(const char16_t* s, char16_t c, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    if (s[i] == c) return writable(s + i);
  }
  return nullptr;
}

}  // extern "C"
