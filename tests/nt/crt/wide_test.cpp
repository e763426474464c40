// Wide strings of the C runtime: characters of two bytes.
#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <string>

#include "src/nt/crt/functions.h"
#include "tests/support/test_driver.h"

namespace {

TEST(Crt, WideStrings) {
  char16_t text[16];
  EXPECT_EQ(drydock_wcscpy(text, u"abc"), text);
  drydock_wcscat(text, u"def");
  EXPECT_EQ(std::u16string(text), u"abcdef");
  EXPECT_EQ(drydock_wcslen(text), 6u);
  EXPECT_EQ(drydock_wcsnlen(text, 3), 3u);
  EXPECT_EQ(drydock_wcschr(text, u'd'), text + 3);
  EXPECT_EQ(drydock_wcsrchr(text, u'x'), nullptr);
  EXPECT_EQ(drydock_wcsstr(text, u"cd"), text + 2);
  EXPECT_EQ(drydock_wcspbrk(text, u"fe"), text + 4);
  EXPECT_LT(drydock_wcscmp(u"abc", u"abd"), 0);
  EXPECT_EQ(drydock_wcsncmp(u"abc", u"abd", 2), 0);
  EXPECT_EQ(drydock_wcsicmp(u"G\u00C4", u"g\u00E4"), 0);
  EXPECT_GT(drydock_wcsnicmp(u"abz", u"ABC", 3), 0);
  EXPECT_EQ(std::u16string(drydock_wcsupr(text)), u"ABCDEF");
  EXPECT_EQ(std::u16string(drydock_wcsncpy(text, u"xy", 4)), u"xy");
  EXPECT_EQ(text[3], 0);
  char16_t* copy = drydock_wcsdup(u"dup");
  EXPECT_EQ(std::u16string(copy), u"dup");
  std::free(copy);
}

TEST(Crt, Tokens) {
  char16_t text[] = u",a,,b;c";
  char16_t* context = nullptr;
  EXPECT_EQ(std::u16string(drydock_wcstok(text, u",;", &context)), u"a");
  EXPECT_EQ(std::u16string(drydock_wcstok(nullptr, u",;", &context)), u"b");
  EXPECT_EQ(std::u16string(drydock_wcstok(nullptr, u",;", &context)), u"c");
  EXPECT_EQ(drydock_wcstok(nullptr, u",;", &context), nullptr);
}

}  // namespace
