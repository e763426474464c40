// Numbers of the C runtime: longs of four bytes.
#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <string>

#include "src/nt/crt/functions.h"
#include "tests/support/test_driver.h"

namespace {

TEST(Crt, LongsSaturateAtFourBytes) {
  char16_t* end = nullptr;
  EXPECT_EQ(drydock_wcstol(u" -42x", &end, 10), -42);
  EXPECT_EQ(*end, u'x');
  errno = 0;
  EXPECT_EQ(drydock_wcstol(u"4294967296", nullptr, 10), INT_MAX);
  EXPECT_EQ(errno, ERANGE);
  EXPECT_EQ(drydock_wcstol(u"-4294967296", nullptr, 10), INT_MIN);
  EXPECT_EQ(drydock_wcstoul(u"0xFFFFFFFFF", nullptr, 0), UINT_MAX);
  EXPECT_EQ(drydock_wcstoul(u"0xff", nullptr, 0), 255u);
  EXPECT_EQ(drydock_wcstoull(u"18446744073709551615", nullptr, 10), ULLONG_MAX);
  EXPECT_EQ(drydock_wcstoll(u"none", &end, 10), 0);
  EXPECT_EQ(*end, u'n');
  EXPECT_DOUBLE_EQ(drydock_wcstod(u"2.5e1z", &end), 25.0);
  EXPECT_EQ(*end, u'z');
  char16_t text[72];
  EXPECT_EQ(std::u16string(drydock_itow(-255, text, 10)), u"-255");
  EXPECT_EQ(std::u16string(drydock_itow(-1, text, 16)), u"ffffffff");
  EXPECT_EQ(std::u16string(drydock_ui64tow(ULLONG_MAX, text, 2)), std::u16string(64, u'1'));
}

}  // namespace
