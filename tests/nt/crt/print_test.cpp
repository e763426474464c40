// Prints of the C runtime: Microsoft's return values and terminators.
#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>

#include "src/nt/crt/functions.h"
#include "tests/support/test_driver.h"

namespace {

// "_snprintf": no terminator when the text just fits, -1 when it does not.
TEST(Crt, OldSnprintfConvention) {
  char text[8];
  std::memset(text, '#', sizeof text);
  EXPECT_EQ(drydock__snprintf(text, 8, "%s", "abc"), 3);
  EXPECT_STREQ(text, "abc");
  std::memset(text, '#', sizeof text);
  EXPECT_EQ(drydock__snprintf(text, 3, "%s", "abc"), 3);
  EXPECT_EQ(std::string(text, 4), "abc#");
  EXPECT_EQ(drydock__snprintf(text, 2, "%s", "xyz"), -1);
  EXPECT_EQ(std::string(text, 4), "xyc#");
  EXPECT_EQ(drydock__snprintf(nullptr, 0, "%s", "abc"), 3);
}

TEST(Crt, StandardSnprintfTerminates) {
  char text[4];
  EXPECT_EQ(drydock_snprintf(text, 4, "%s", "abcdef"), 6);
  EXPECT_STREQ(text, "abc");
  char whole[32];
  EXPECT_EQ(drydock_sprintf(whole, "%lu-%ws", 7U, u"w"), 3);
  EXPECT_STREQ(whole, "7-w");
}

TEST(Crt, WidePrints) {
  char16_t text[8];
  EXPECT_EQ(drydock_snwprintf(text, 8, u"%s", u"abc"), 3);
  EXPECT_EQ(std::u16string(text), u"abc");
  EXPECT_EQ(drydock_snwprintf(text, 2, u"%s", u"xyz"), -1);
  EXPECT_EQ(std::u16string(text), u"xyc");
  EXPECT_EQ(drydock_swprintf(text, 4, u"%s", u"abcdef"), -1);
  EXPECT_EQ(std::u16string(text), u"abc");
  EXPECT_EQ(drydock_scwprintf(u"%d", 12345), 5);
}

TEST(Crt, SecureWidePrintsAllOrNothing) {
  char16_t text[4];
  EXPECT_EQ(drydock_swprintf_s(text, 4, u"%s", u"abc"), 3);
  EXPECT_EQ(drydock_swprintf_s(text, 4, u"%s", u"abcd"), -1);
  EXPECT_EQ(text[0], 0);
  constexpr auto kTruncate = static_cast<std::size_t>(-1);
  EXPECT_EQ(drydock_snwprintf_s(text, 4, kTruncate, u"%s", u"abcd"), -1);
  EXPECT_EQ(std::u16string(text), u"abc");
  EXPECT_EQ(drydock_snwprintf_s(text, 4, 2, u"%s", u"abcd"), -1);
  EXPECT_EQ(std::u16string(text), u"ab");
}

}  // namespace
