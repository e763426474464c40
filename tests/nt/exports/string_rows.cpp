// Routines of strings.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kStringRows(
    "ExecutiveExports",
    {
        ROW(RtlAppendStringToString, advised_up_to(APC_LEVEL), zeros(crash()),
            proven_by("Holds.MemoryStringsAndSeconds")),
        ROW(RtlAppendUnicodeStringToString, at_any_level(), zeros(crash()),
            proven_by("RtlString.AppendIsAllOrNothing")),
        ROW(RtlAppendUnicodeToString, at_any_level(), zeros(gives(STATUS_SUCCESS)),
            proven_by("RtlString.AppendIsAllOrNothing")),
        ROW(RtlCompareString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.Comparison")),
        ROW(RtlCompareUnicodeString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.Comparison")),
        ROW(RtlCopyString, at_any_level(), zeros(crash()), works([] {
              char from_text[] = "abc", to_text[3] = {};
              STRING from{3, 4, from_text}, to{0, 2, to_text};
              RtlCopyString(&to, &from);
              EXPECT_EQ(to.Length, 2);
              EXPECT_STREQ(to_text, "ab");
              RtlCopyString(&to, nullptr);
              EXPECT_EQ(to.Length, 0);
            })),
        ROW(RtlCopyUnicodeString, at_any_level(), zeros(crash()),
            proven_by("RtlString.CopyCutsAtTheRoom")),
        ROW(RtlCreateUnicodeString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.Duplicates")),
        ROW(RtlDowncaseUnicodeChar, up_to(PASSIVE_LEVEL), zeros(gives(0)),
            proven_by("RtlString.Case")),
        ROW(RtlDowncaseUnicodeString, up_to(APC_LEVEL), zeros(crash()), works([] {
              UNICODE_STRING from = words(u"AbC"), to{}, wanted = words(u"abc");
              EXPECT_EQ(RtlDowncaseUnicodeString(&to, &from, TRUE), STATUS_SUCCESS);
              EXPECT_TRUE(RtlEqualUnicodeString(&to, &wanted, FALSE));
              RtlFreeUnicodeString(&to);
            })),
        ROW(RtlDuplicateUnicodeString, at_any_level(), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("RtlString.Duplicates")),
        ROW(RtlEqualString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.Comparison")),
        ROW(RtlEqualUnicodeString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.Comparison")),
        ROW(RtlFreeAnsiString, up_to(APC_LEVEL), zeros(crash()),
            proven_by("RtlString.UnicodeToAnsi")),
        ROW(RtlFreeOemString, up_to(APC_LEVEL), zeros(crash()), works([] {
              UNICODE_STRING from = words(u"ab");
              OEM_STRING to{};
              EXPECT_EQ(RtlUnicodeStringToOemString(&to, &from, TRUE), STATUS_SUCCESS);
              EXPECT_STREQ(to.Buffer, "ab");
              RtlFreeOemString(&to);
              EXPECT_EQ(to.Buffer, nullptr);
            })),
        ROW(RtlFreeUnicodeString, up_to(APC_LEVEL), zeros(crash()),
            proven_by("RtlString.Duplicates")),
        ROW(RtlHashUnicodeString, up_to(APC_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("RtlString.Hash")),
        ROW(RtlInitAnsiString, at_any_level(), zeros(crash()),
            proven_by("RtlString.InitCountsBytesAndTerminator")),
        ROW(RtlInitString, at_any_level(), zeros(crash()), proven_by("RtlString.Comparison")),
        ROW(RtlInitUnicodeString, at_any_level(), zeros(crash()),
            proven_by("RtlString.InitCountsBytesAndTerminator")),
        ROW(RtlInitUnicodeStringEx, at_any_level(), zeros(crash()),
            proven_by("RtlString.InitCountsBytesAndTerminator")),
        ROW(RtlPrefixString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Holds.MemoryStringsAndSeconds")),
        ROW(RtlPrefixUnicodeString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.Comparison")),
        ROW(RtlUpcaseUnicodeChar, up_to(APC_LEVEL), zeros(gives(0)), proven_by("RtlString.Case")),
        ROW(RtlUpcaseUnicodeString, up_to(APC_LEVEL), zeros(crash()), proven_by("RtlString.Case")),
        ROW(RtlUpperChar, up_to(APC_LEVEL), zeros(gives(0)), works([] {
              EXPECT_EQ(RtlUpperChar('a'), 'A');
              EXPECT_EQ(RtlUpperChar('1'), '1');
            })),
        ROW(RtlUpperString, up_to(APC_LEVEL), zeros(crash()), works([] {
              char from_text[] = "aBc", to_text[4] = {};
              STRING from{3, 4, from_text}, to{0, 3, to_text};
              RtlUpperString(&to, &from);
              EXPECT_STREQ(to_text, "ABC");
              EXPECT_EQ(to.Length, 3);
            })),
    });

}  // namespace
