// Characters: every code point there and back, and input that is broken.
#include "src/nt/rtl/unicode.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace drydock::nt {
namespace {

bool is_surrogate(char32_t point) { return point >= 0xD800 && point <= 0xDFFF; }

TEST(Unicode, EveryCodePointComesBack) {
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    if (is_surrogate(point)) continue;
    char bytes[4];
    const std::size_t length = encode_utf8(point, bytes);
    const Decoded narrow = decode_utf8(bytes, length);
    ASSERT_TRUE(narrow.valid && narrow.point == point && narrow.used == length)
        << static_cast<std::uint32_t>(point);
    char16_t units[2];
    const std::size_t count = encode_utf16(point, units);
    const Decoded wide = decode_utf16(units, count);
    ASSERT_TRUE(wide.valid && wide.point == point && wide.used == count)
        << static_cast<std::uint32_t>(point);
  }
}

TEST(Unicode, BrokenBytesAreOneUnitEach) {
  for (const std::string& broken :
       {std::string("\x80"), std::string("\xC3"), std::string("\xE2\x82"), std::string("\xFF"),
        std::string("\xC0\xAF"), std::string("\xE0\x80\x80"), std::string("\xF0\x80\x80\x80"),
        std::string("\xED\xA0\x80"), std::string("\xF4\x90\x80\x80")}) {
    const Decoded got = decode_utf8(broken.data(), broken.size());
    EXPECT_FALSE(got.valid) << ::testing::PrintToString(broken);
    EXPECT_EQ(got.point, kReplacement);
    EXPECT_EQ(got.used, 1U);
  }
}

TEST(Unicode, HalfASurrogateIsBroken) {
  for (const std::u16string& broken :
       {std::u16string{char16_t{0xD800}}, std::u16string{char16_t{0xDC00}},
        std::u16string{char16_t{0xD800}, u'a'},
        std::u16string{char16_t{0xDC00}, char16_t{0xD800}}}) {
    const Decoded got = decode_utf16(broken.data(), broken.size());
    EXPECT_FALSE(got.valid);
    EXPECT_EQ(got.point, kReplacement);
    EXPECT_EQ(got.used, 1U);
  }
}

// Whatever the bytes: it ends, and never reads behind them.
RC_GTEST_PROP(UnicodeProperty, AnyBytesAreReadToTheirEnd, (const std::vector<char>& bytes)) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const Decoded got = decode_utf8(bytes.data() + at, bytes.size() - at);
    RC_ASSERT(got.used >= 1 && got.used <= bytes.size() - at);
    RC_ASSERT(got.point <= 0x10FFFF && !is_surrogate(got.point));
    RC_ASSERT(got.valid || (got.used == 1 && got.point == kReplacement));
    at += got.used;
  }
}

TEST(Unicode, CaseMappingsAreInverse) {
  for (std::uint32_t c = 0; c <= 0xFFFF; ++c) {
    const auto point = static_cast<char16_t>(c);
    const char16_t upper = to_upper(point);
    EXPECT_EQ(to_upper(upper), upper) << c;
    const char16_t lower = to_lower(point);
    EXPECT_EQ(to_lower(lower), lower) << c;
  }
  EXPECT_EQ(to_upper(u'z'), u'Z');
  EXPECT_EQ(to_upper(u'\u00E9'), u'\u00C9');
  EXPECT_EQ(to_upper(u'\u03B1'), u'\u0391');
  EXPECT_EQ(to_lower(u'\u0416'), u'\u0436');
  EXPECT_EQ(to_upper(u'1'), u'1');
}

}  // namespace
}  // namespace drydock::nt
