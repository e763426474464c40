// Microsoft's format notation: "Format specification syntax: printf and wprintf functions" and, for
// %wZ and %Z, wdm/nf-wdm-dbgprint.md.
#include "src/nt/rtl/format.h"

#include <gtest/gtest.h>

#include <climits>
#include <string>

#include "src/nt/base/wdk.h"

namespace drydock::nt {
namespace {

std::string narrow(const char* format, ...) {
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  const int length = format_buffer(text, sizeof text, format, arguments);
  va_end(arguments);
  EXPECT_GE(length, 0);
  return {text, static_cast<std::size_t>(length)};
}

std::u16string wide(const char16_t* format, ...) {
  char16_t text[1024];
  va_list arguments;
  va_start(arguments, format);
  const int length = format_buffer(text, std::size(text), format, arguments);
  va_end(arguments);
  EXPECT_GE(length, 0);
  return {text, static_cast<std::size_t>(length)};
}

int bounded(char* text, std::size_t room, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = format_buffer(text, room, format, arguments);
  va_end(arguments);
  return length;
}

TEST(Format, LongHasThirtyTwoBits) {
  EXPECT_EQ(narrow("%lu", 0x1FFFFFFFFULL), "4294967295");
  EXPECT_EQ(narrow("%ld", -1), "-1");
  EXPECT_EQ(narrow("%lx %d", 0xABCDEFU, 7), "abcdef 7");
}

TEST(Format, SizesOfMicrosoft) {
  EXPECT_EQ(narrow("%I64d", -5000000000LL), "-5000000000");
  EXPECT_EQ(narrow("%I64x %I64X", 0x123456789ABCDEFULL, 0xABCULL), "123456789abcdef ABC");
  EXPECT_EQ(narrow("%I32u", 0xFFFFFFFFU), "4294967295");
  EXPECT_EQ(narrow("%Iu %Id", 5000000000ULL, -5000000000LL), "5000000000 -5000000000");
  EXPECT_EQ(narrow("%llu %zu %hu %hhu", 5000000000ULL, 5000000000ULL, 0x12345, 0x1FF),
            "5000000000 5000000000 9029 255");
}

TEST(Format, PointerHasSixteenUpperCaseDigits) {
  EXPECT_EQ(narrow("%p", reinterpret_cast<void*>(0xFFFFF80012ABCDEF)), "FFFFF80012ABCDEF");
  EXPECT_EQ(narrow("%p", nullptr), "0000000000000000");
}

TEST(Format, WidthPrecisionAndFlags) {
  EXPECT_EQ(narrow("[%5d|%-5d|%05d|%+d|% d]", 42, 42, 42, 42, 42), "[   42|42   |00042|+42| 42]");
  EXPECT_EQ(narrow("[%.3d|%8.3d|%08.3d]", 7, 7, 7), "[007|     007|     007]");
  EXPECT_EQ(narrow("[%#x|%#X|%#o|%#x]", 255, 255, 8, 0), "[0xff|0XFF|010|0]");
  EXPECT_EQ(narrow("[%*d|%-*d|%*d]", 4, 1, 4, 2, -4, 3), "[   1|2   |3   ]");
  EXPECT_EQ(narrow("[%8s|%-8s|%.2s|%8.2s]", "abc", "abc", "abc", "abc"),
            "[     abc|abc     |ab|      ab]");
  EXPECT_EQ(narrow("%.0d", 0), "");
  EXPECT_EQ(narrow("%d %d", INT_MIN, INT_MAX), "-2147483648 2147483647");
}

TEST(Format, WideTextInNarrowOutputIsUtf8) {
  EXPECT_EQ(narrow("%ws %S %ls", u"gr\u00FC\u00DF", u"\u20AC", u"\U0001F600"),
            "gr\u00FC\u00DF \u20AC \U0001F600");
  EXPECT_EQ(narrow("%wc%C%lc", u'\u00E4', u'b', u'c'),
            "\u00E4"
            "bc");
  EXPECT_EQ(narrow("%hs %s %c %hc", "a", "b", 'c', 'd'), "a b c d");
  const char16_t lone[] = {0xD800, u'x', 0};
  EXPECT_EQ(narrow("%ws", lone), "\uFFFDx");
}

TEST(Format, NarrowTextInWideOutput) {
  EXPECT_EQ(wide(u"%s %S %hs %ws", u"a\u20AC", "b\u20AC", "c", u"d"), u"a\u20AC b\u20AC c d");
  EXPECT_EQ(wide(u"%c%C%hc", u'\u20AC', 'b', 'c'),
            u"\u20AC"
            u"bc");
  EXPECT_EQ(wide(u"%lu %I64d %p", 5U, -1LL, nullptr), u"5 -1 0000000000000000");
}

// wdm/nf-wdm-dbgprint.md: "%wZ" for a UNICODE_STRING, "%Z" for an ANSI_STRING; neither needs a
// terminator.
TEST(Format, CountedStrings) {
  char16_t text[] = u"Device!!";
  UNICODE_STRING unicode{12, 16, text};
  char bytes[] = "Ansi!!";
  ANSI_STRING ansi{4, 6, bytes};
  EXPECT_EQ(narrow("[%wZ|%Z|%10wZ|%.3wZ]", &unicode, &ansi, &unicode, &unicode),
            "[Device|Ansi|    Device|Dev]");
  EXPECT_EQ(wide(u"%wZ %Z", &unicode, &ansi), u"Device Ansi");
}

TEST(Format, NullStringsPrintNull) {
  UNICODE_STRING empty{};
  EXPECT_EQ(narrow("%s %ws %wZ %Z %wZ", nullptr, nullptr, nullptr, nullptr, &empty),
            "(null) (null) (null) (null) (null)");
  EXPECT_EQ(wide(u"%s|%8s", nullptr, nullptr), u"(null)|  (null)");
}

TEST(Format, NothingIsStoredAndUnknownLettersArePrinted) {
  int stored = 7;
  EXPECT_EQ(narrow("a%nb%%%k", &stored), "ab%k");
  EXPECT_EQ(stored, 7);
  EXPECT_EQ(narrow("end%"), "end");
}

TEST(Format, FloatingPoint) {
  EXPECT_EQ(narrow("%.2f %e %g %08.3f", 1.005, 12345.678, 0.5, -3.14159),
            "1.00 1.234568e+04 0.5 -003.142");
}

TEST(Format, NeverLeavesItsBuffer) {
  char text[8];
  std::fill_n(text, sizeof text, '#');
  EXPECT_EQ(bounded(text, 4, "%s", "abcdefgh"), 8);
  EXPECT_EQ(std::string(text, 8), "abcd####");
  // A width of two thousand million is counted, not walked.
  EXPECT_EQ(bounded(text, 4, "%*d", INT_MAX, 1), INT_MAX);
  EXPECT_EQ(bounded(text, 4, "%*dx", INT_MAX, 1), -1);
  EXPECT_EQ(bounded(nullptr, 0, "%s", "abc"), 3);
  EXPECT_EQ(std::string(text + 4, 4), "####");
}

}  // namespace
}  // namespace drydock::nt
