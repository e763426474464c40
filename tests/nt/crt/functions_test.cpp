// The C runtime of drivers: Microsoft's return values, characters of two bytes, longs of four.
#include "src/nt/crt/functions.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>

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

TEST(Crt, ScanStoresFourBytesOfALong) {
  struct {
    unsigned value = 0;
    unsigned guard = 0xAAAAAAAA;
  } number;
  EXPECT_EQ(drydock_sscanf("id 0x1F", "id %lx", &number.value), 1);
  EXPECT_EQ(number.value, 0x1Fu);
  EXPECT_EQ(number.guard, 0xAAAAAAAAu);
  long long big = 0;
  char word[8] = {};
  EXPECT_EQ(drydock_sscanf("-5000000000 word,x", "%I64d %[^,],%*c", &big, word), 2);
  EXPECT_EQ(big, -5000000000LL);
  EXPECT_STREQ(word, "word");
  EXPECT_EQ(drydock_sscanf("", "%d", &number.value), EOF);
  EXPECT_EQ(drydock_sscanf("x", "%d", &number.value), 0);
  char16_t text[8] = {};
  int count = 0;
  EXPECT_EQ(drydock_swscanf(u"ab 12", u"%s %d", text, &count), 2);
  EXPECT_EQ(std::u16string(text), u"ab");
  EXPECT_EQ(count, 12);
}

TEST(Crt, DriversReachTheHostsFunctions) {
  const auto life = drydock::testing::life_of(R"(
#include <ntddk.h>
#include <stdio.h>
#include <wchar.h>
#include <ntstrsafe.h>
DRIVER_INITIALIZE DriverEntry;
static VOID Unload(PDRIVER_OBJECT DriverObject) { UNREFERENCED_PARAMETER(DriverObject); }
NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  char text[64];
  WCHAR wide[16];
  unsigned long value = 0xFFFFFFFF;
  DriverObject->DriverUnload = Unload;
  if (_snprintf(text, sizeof text, "%lu %I64x %ws", value, 0x123456789ULL, L"wide") != 25) return STATUS_UNSUCCESSFUL;
  if (strcmp(text, "4294967295 123456789 wide") != 0) return STATUS_DATA_ERROR;
  if (!NT_SUCCESS(RtlStringCchPrintfW(wide, 16, L"%ws-%d", L"ab", 7))) return STATUS_UNSUCCESSFUL;
  if (wcscmp(wide, L"ab-7") != 0) return STATUS_DATA_ERROR;
  if (RtlStringCbPrintfA(text, 4, "%s", "abcdef") != STATUS_BUFFER_OVERFLOW) return STATUS_DATA_ERROR;
  return STATUS_SUCCESS;
}
)");
  EXPECT_EQ(life.status, STATUS_SUCCESS) << drydock::testing::text_of(life.findings);
  EXPECT_TRUE(life.findings.empty()) << drydock::testing::text_of(life.findings);
}

}  // namespace
