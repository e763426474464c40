// Conversions between ANSI, Unicode and UTF-8 strings, numbers and GUIDs.
#include <gtest/gtest.h>

#include <string>

#include "ntifs.h"
#include "src/nt/base/wdk.h"
#include "tests/nt/rtl/strings.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// wdm/nf-wdm-rtlansistringtounicodestring.md
TEST(RtlString, AnsiToUnicodeAllocatesAndChecksRoom) {
  ANSI_STRING from;
  RtlInitAnsiString(&from, "caf\xE9 \x80");
  UNICODE_STRING to{};
  ASSERT_EQ(RtlAnsiStringToUnicodeString(&to, &from, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(text_of(to), u"caf\u00E9 \u20AC");
  EXPECT_EQ(to.MaximumLength, to.Length + sizeof(WCHAR));
  EXPECT_EQ(to.Buffer[6], 0);
  RtlFreeUnicodeString(&to);
  EXPECT_EQ(to.Buffer, nullptr);
  EXPECT_EQ(to.Length, 0);
  WCHAR room[6];
  UNICODE_STRING small{0, sizeof room, room};
  EXPECT_EQ(RtlAnsiStringToUnicodeString(&small, &from, FALSE), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(RtlAnsiStringToUnicodeSize(&from), 14u);
  EXPECT_EQ(RtlxAnsiStringToUnicodeSize(&from), 14u);
}

// wdm/nf-wdm-rtlunicodestringtoansistring.md
TEST(RtlString, UnicodeToAnsi) {
  const UNICODE_STRING from = unicode(u"\u00E9\u20AC\u0416");
  ANSI_STRING to{};
  ASSERT_EQ(RtlUnicodeStringToAnsiString(&to, &from, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(text_of(to), "\xE9\x80?");
  RtlFreeAnsiString(&to);
  char room[3];
  ANSI_STRING small{0, sizeof room, room};
  EXPECT_EQ(RtlUnicodeStringToAnsiString(&small, &from, FALSE), STATUS_BUFFER_OVERFLOW);
  EXPECT_EQ(text_of(small), "\xE9\x80");
}

// wdm/nf-wdm-rtlintegertounicodestring.md
TEST(RtlString, IntegerToString) {
  Buffer to;
  EXPECT_EQ(RtlIntegerToUnicodeString(48879, 16, &to.string), STATUS_SUCCESS);
  EXPECT_EQ(text_of(to.string), u"BEEF");
  EXPECT_EQ(RtlIntegerToUnicodeString(5, 2, &to.string), STATUS_SUCCESS);
  EXPECT_EQ(text_of(to.string), u"101");
  EXPECT_EQ(RtlIntegerToUnicodeString(0, 0, &to.string), STATUS_SUCCESS);
  EXPECT_EQ(text_of(to.string), u"0");
  EXPECT_EQ(RtlIntegerToUnicodeString(1, 7, &to.string), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(RtlInt64ToUnicodeString(5000000000ULL, 10, &to.string), STATUS_SUCCESS);
  EXPECT_EQ(text_of(to.string), u"5000000000");
  to.string.MaximumLength = 6;
  EXPECT_EQ(RtlIntegerToUnicodeString(12345, 10, &to.string), STATUS_BUFFER_OVERFLOW);
}

// wdm/nf-wdm-rtlunicodestringtointeger.md: base 0 reads the prefixes 0x, 0o and 0b.
TEST(RtlString, StringToInteger) {
  const auto read = [](const char16_t* text, ULONG base) {
    const UNICODE_STRING string = unicode(text);
    ULONG value = 99;
    EXPECT_EQ(RtlUnicodeStringToInteger(&string, base, &value), STATUS_SUCCESS);
    return value;
  };
  EXPECT_EQ(read(u"  42 ", 0), 42u);
  EXPECT_EQ(read(u"0x1F", 0), 31u);
  EXPECT_EQ(read(u"0o17", 0), 15u);
  EXPECT_EQ(read(u"0b101", 0), 5u);
  EXPECT_EQ(read(u"-1", 10), 0xFFFFFFFFu);
  EXPECT_EQ(read(u"ff", 16), 255u);
  EXPECT_EQ(read(u"", 10), 0u);
  const UNICODE_STRING one = unicode(u"1");
  ULONG value = 0;
  EXPECT_EQ(RtlUnicodeStringToInteger(&one, 3, &value), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(RtlCharToInteger("0x10", 0, &value), STATUS_SUCCESS);
  EXPECT_EQ(value, 16u);
}

// wdm/nf-wdm-rtlstringfromguid.md, wdm/nf-wdm-rtlguidfromstring.md
TEST(RtlString, GuidsThereAndBack) {
  const GUID guid = {0x65E8773D, 0x8F56, 0x11D0, {0xA3, 0xB9, 0x00, 0xA0, 0xC9, 0x22, 0x31, 0x96}};
  UNICODE_STRING text{};
  ASSERT_EQ(RtlStringFromGUID(guid, &text), STATUS_SUCCESS);
  EXPECT_EQ(text_of(text), u"{65e8773d-8f56-11d0-a3b9-00a0c9223196}");
  GUID back{};
  EXPECT_EQ(RtlGUIDFromString(&text, &back), STATUS_SUCCESS);
  EXPECT_EQ(std::memcmp(&guid, &back, sizeof guid), 0);
  text.Buffer[9] = u'x';
  EXPECT_EQ(RtlGUIDFromString(&text, &back), STATUS_INVALID_PARAMETER);
  text.Length -= 2;
  EXPECT_EQ(RtlGUIDFromString(&text, &back), STATUS_INVALID_PARAMETER);
  RtlFreeUnicodeString(&text);
}

// wdm/nf-wdm-rtlunicodetoutf8n.md: STATUS_BUFFER_TOO_SMALL, STATUS_SOME_NOT_MAPPED; without a
// buffer only the size.
TEST(RtlString, Utf8) {
  const char16_t text[] = {u'a', u'\u20AC', 0xD83D, 0xDE00};
  char bytes[8];
  ULONG size = 0;
  EXPECT_EQ(RtlUnicodeToUTF8N(nullptr, 0, &size, text, sizeof text), STATUS_SUCCESS);
  EXPECT_EQ(size, 8u);
  EXPECT_EQ(RtlUnicodeToUTF8N(bytes, 8, &size, text, sizeof text), STATUS_SUCCESS);
  EXPECT_EQ(std::string(bytes, size), "a\u20AC\U0001F600");
  EXPECT_EQ(RtlUnicodeToUTF8N(bytes, 3, &size, text, sizeof text), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(size, 1u);
  EXPECT_EQ(RtlUnicodeToUTF8N(bytes, 8, &size, text + 3, 2), STATUS_SOME_NOT_MAPPED);
  EXPECT_EQ(RtlUnicodeToUTF8N(bytes, 8, &size, text, 3), STATUS_INVALID_PARAMETER_5);
  WCHAR back[8];
  EXPECT_EQ(RtlUTF8ToUnicodeN(back, sizeof back, &size, "a\u20AC\U0001F600", 8), STATUS_SUCCESS);
  EXPECT_EQ(std::u16string(back, size / 2), std::u16string(text, 4));
  EXPECT_EQ(RtlUTF8ToUnicodeN(back, sizeof back, &size, "\xFFz", 2), STATUS_SOME_NOT_MAPPED);
}

}  // namespace
