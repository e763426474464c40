// Multibyte characters of the C runtime: UTF-8 on one side, two bytes on the other.
#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <string>

#include "src/nt/crt/functions.h"
#include "tests/support/test_driver.h"

namespace {

TEST(Crt, Multibyte) {
  char16_t text[8];
  EXPECT_EQ(drydock_mbstowcs(text, "a\u20AC\U0001F600", 8), 4u);
  EXPECT_EQ(std::u16string(text), u"a\u20AC\U0001F600");
  EXPECT_EQ(drydock_mbstowcs(nullptr, "a\u20AC", 0), 2u);
  char bytes[8];
  EXPECT_EQ(drydock_wcstombs(bytes, u"a\u20AC", 8), 4u);
  EXPECT_STREQ(bytes, "a\u20AC");
  // A character is never cut in two.
  EXPECT_EQ(drydock_wcstombs(bytes, u"a\u20AC", 3), 1u);
  std::mbstate_t state{};
  char16_t c = 0;
  EXPECT_EQ(drydock_mbrtowc(&c, "\xE2\x82", 2, &state), static_cast<std::size_t>(-2));
  EXPECT_EQ(drydock_mbrtowc(&c, "\xAC", 1, &state), 1u);
  EXPECT_EQ(c, u'\u20AC');
}

}  // namespace
