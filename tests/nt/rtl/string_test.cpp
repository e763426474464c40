// Counted strings: copies, comparison, case, and who frees them.
#include "src/nt/rtl/string.h"

#include <gtest/gtest.h>

#include <string>

#include "ntifs.h"
#include "src/nt/base/wdk.h"
#include "tests/nt/rtl/strings.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

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

TEST(RtlStringRules, LeakedStringIsFoundAtUnload) {
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
