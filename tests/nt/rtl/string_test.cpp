#include <gtest/gtest.h>

#include <string>

#include "ntifs.h"
#include "src/nt/base/wdk.h"
#include "tests/support/test_driver.h"

namespace {

std::u16string text_of(const UNICODE_STRING& string) {
  return {string.Buffer, string.Length / sizeof(WCHAR)};
}
std::string text_of(const STRING& string) { return {string.Buffer, string.Length}; }

UNICODE_STRING unicode(const char16_t* text) {
  UNICODE_STRING out;
  RtlInitUnicodeString(&out, text);
  return out;
}

struct Buffer {
  WCHAR room[64] = {};
  UNICODE_STRING string{0, sizeof room, room};
};

// wdm/nf-wdm-rtlinitunicodestring.md
TEST(RtlString, InitCountsBytesAndTerminator) {
  const UNICODE_STRING string = unicode(u"abc");
  EXPECT_EQ(string.Length, 6);
  EXPECT_EQ(string.MaximumLength, 8);
  const UNICODE_STRING none = unicode(nullptr);
  EXPECT_EQ(none.Length, 0);
  EXPECT_EQ(none.MaximumLength, 0);
  EXPECT_EQ(none.Buffer, nullptr);
  ANSI_STRING ansi;
  RtlInitAnsiString(&ansi, "abcd");
  EXPECT_EQ(ansi.Length, 4);
  EXPECT_EQ(ansi.MaximumLength, 5);
  const std::u16string huge(40000, u'x');
  UNICODE_STRING cut;
  EXPECT_EQ(RtlInitUnicodeStringEx(&cut, huge.c_str()), STATUS_NAME_TOO_LONG);
  RtlInitUnicodeString(&cut, huge.c_str());
  EXPECT_EQ(cut.Length, 0xFFFC);
}

// wdm/nf-wdm-rtlcopyunicodestring.md: "copies … as much as fits" and a null source empties the
// destination.
TEST(RtlString, CopyCutsAtTheRoom) {
  Buffer to;
  const UNICODE_STRING from = unicode(u"abcdef");
  RtlCopyUnicodeString(&to.string, &from);
  EXPECT_EQ(text_of(to.string), u"abcdef");
  EXPECT_EQ(to.room[6], 0);
  to.string.MaximumLength = 4;
  RtlCopyUnicodeString(&to.string, &from);
  EXPECT_EQ(text_of(to.string), u"ab");
  RtlCopyUnicodeString(&to.string, nullptr);
  EXPECT_EQ(to.string.Length, 0);
}

// wdm/nf-wdm-rtlappendunicodestringtostring.md: STATUS_BUFFER_TOO_SMALL leaves the destination as
// it was.
TEST(RtlString, AppendIsAllOrNothing) {
  Buffer to;
  EXPECT_EQ(RtlAppendUnicodeToString(&to.string, u"ab"), STATUS_SUCCESS);
  const UNICODE_STRING more = unicode(u"cd");
  EXPECT_EQ(RtlAppendUnicodeStringToString(&to.string, &more), STATUS_SUCCESS);
  EXPECT_EQ(text_of(to.string), u"abcd");
  to.string.MaximumLength = 10;
  EXPECT_EQ(RtlAppendUnicodeStringToString(&to.string, &more), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(text_of(to.string), u"abcd");
  EXPECT_EQ(RtlAppendUnicodeToString(&to.string, nullptr), STATUS_SUCCESS);
}

TEST(RtlString, Comparison) {
  const UNICODE_STRING a = unicode(u"Stra\u00DFe \u00C4");
  const UNICODE_STRING b = unicode(u"sTRA\u00DFE \u00E4");
  EXPECT_TRUE(RtlEqualUnicodeString(&a, &b, TRUE));
  EXPECT_FALSE(RtlEqualUnicodeString(&a, &b, FALSE));
  EXPECT_EQ(RtlCompareUnicodeString(&a, &b, TRUE), 0);
  EXPECT_LT(RtlCompareUnicodeString(&a, &b, FALSE), 0);
  const UNICODE_STRING prefix = unicode(u"STRA");
  EXPECT_TRUE(RtlPrefixUnicodeString(&prefix, &a, TRUE));
  EXPECT_FALSE(RtlPrefixUnicodeString(&a, &prefix, TRUE));
  EXPECT_LT(RtlCompareUnicodeString(&prefix, &a, TRUE), 0);
  STRING x;
  STRING y;
  RtlInitString(&x, "abc");
  RtlInitString(&y, "ABC");
  EXPECT_TRUE(RtlEqualString(&x, &y, TRUE));
  EXPECT_GT(RtlCompareString(&x, &y, FALSE), 0);
}

TEST(RtlString, Case) {
  EXPECT_EQ(RtlUpcaseUnicodeChar(u'z'), u'Z');
  EXPECT_EQ(RtlUpcaseUnicodeChar(u'\u0436'), u'\u0416');
  EXPECT_EQ(RtlUpcaseUnicodeChar(u'\u03C9'), u'\u03A9');
  EXPECT_EQ(RtlUpcaseUnicodeChar(u'\u00F7'), u'\u00F7');
  EXPECT_EQ(RtlDowncaseUnicodeChar(u'\u0130'), u'\u0130');
  EXPECT_EQ(RtlDowncaseUnicodeChar(u'Q'), u'q');
  Buffer to;
  const UNICODE_STRING from = unicode(u"mixed Case");
  EXPECT_EQ(RtlUpcaseUnicodeString(&to.string, &from, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(text_of(to.string), u"MIXED CASE");
  to.string.MaximumLength = 4;
  EXPECT_EQ(RtlUpcaseUnicodeString(&to.string, &from, FALSE), STATUS_BUFFER_OVERFLOW);
}

// wdm/nf-wdm-rtlhashunicodestring.md: x65599 is the default algorithm.
TEST(RtlString, Hash) {
  const UNICODE_STRING a = unicode(u"Ab");
  const UNICODE_STRING b = unicode(u"aB");
  ULONG first = 0;
  ULONG second = 0;
  EXPECT_EQ(RtlHashUnicodeString(&a, FALSE, HASH_STRING_ALGORITHM_X65599, &first), STATUS_SUCCESS);
  EXPECT_EQ(first, ULONG{u'A'} * 65599 + u'b');
  EXPECT_EQ(RtlHashUnicodeString(&a, TRUE, HASH_STRING_ALGORITHM_DEFAULT, &first), STATUS_SUCCESS);
  EXPECT_EQ(RtlHashUnicodeString(&b, TRUE, HASH_STRING_ALGORITHM_DEFAULT, &second), STATUS_SUCCESS);
  EXPECT_EQ(first, second);
  EXPECT_EQ(RtlHashUnicodeString(&a, TRUE, HASH_STRING_ALGORITHM_INVALID, &first),
            STATUS_INVALID_PARAMETER);
}

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

TEST(RtlString, Duplicates) {
  const UNICODE_STRING from = unicode(u"copy");
  UNICODE_STRING to{};
  ASSERT_EQ(RtlDuplicateUnicodeString(1, &from, &to), STATUS_SUCCESS);
  EXPECT_EQ(text_of(to), u"copy");
  EXPECT_EQ(to.Buffer[4], 0);
  RtlFreeUnicodeString(&to);
  ASSERT_TRUE(RtlCreateUnicodeString(&to, u"made"));
  EXPECT_EQ(text_of(to), u"made");
  RtlFreeUnicodeString(&to);
}

constexpr const char* kDriver = R"(
#include <ntddk.h>
DRIVER_INITIALIZE DriverEntry;
static VOID Unload(PDRIVER_OBJECT DriverObject) { UNREFERENCED_PARAMETER(DriverObject); }
NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  UNICODE_STRING wide;
  ANSI_STRING narrow;
  KIRQL irql = PASSIVE_LEVEL;
  LONG order;
  DriverObject->DriverUnload = Unload;
  RtlInitAnsiString(&narrow, "text");
  if (!NT_SUCCESS(RtlAnsiStringToUnicodeString(&wide, &narrow, TRUE))) return STATUS_UNSUCCESSFUL; /* allocates */
  RAISE
  order = RtlCompareUnicodeString(&wide, &wide, TRUE); /* compares */
  LOWER
  FREE
  return order == 0 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}
)";

drydock::testing::Life life(const char* raise, const char* lower, const char* free) {
  std::string source = kDriver;
  const auto put = [&](const char* mark, const char* text) {
    source.replace(source.find(mark), strlen(mark), text);
  };
  put("RAISE", raise);
  put("LOWER", lower);
  put("FREE", free);
  return drydock::testing::life_of(source);
}

TEST(RtlStringRules, ForgottenStringIsFoundAtUnload) {
  const auto result = life("", "", "");
  EXPECT_FALSE(result.findings.empty());
  const int line = drydock::testing::line_of(kDriver, "/* allocates */");
  ASSERT_FALSE(result.findings.empty());
  EXPECT_TRUE(drydock::testing::mentions_line(result.findings.front(), "driver.c", line))
      << drydock::testing::text_of(result.findings);
}

TEST(RtlStringRules, N018CompareAtDispatchIsFound) {
  const auto result = life("KeRaiseIrql(DISPATCH_LEVEL, &irql);", "KeLowerIrql(irql);",
                           "RtlFreeUnicodeString(&wide);");
  const auto& finding = drydock::testing::first(result.findings, "N-018");
  EXPECT_TRUE(drydock::testing::mentions_line(finding, "driver.c",
                                              drydock::testing::line_of(kDriver, "/* compares */")))
      << drydock::testing::text_of(result.findings);
}

TEST(RtlStringRules, FreedStringIsSilent) {
  const auto result = life("", "", "RtlFreeUnicodeString(&wide);");
  EXPECT_EQ(result.status, STATUS_SUCCESS);
  EXPECT_TRUE(result.findings.empty()) << drydock::testing::text_of(result.findings);
}

}  // namespace
