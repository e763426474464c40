// Routines of conversions of strings.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kConvertRows(
    "ExecutiveExports",
    {
        ROW(RtlAnsiStringToUnicodeString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.AnsiToUnicodeAllocatesAndChecksRoom")),
        ROW(RtlCharToInteger, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.StringToInteger")),
        ROW(RtlGUIDFromString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.GuidsThereAndBack")),
        ROW(RtlInt64ToUnicodeString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.IntegerToString")),
        ROW(RtlIntegerToUnicodeString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.IntegerToString")),
        ROW(RtlMultiByteToUnicodeN, up_to(APC_LEVEL), zeros(gives(STATUS_SUCCESS)), works([] {
              WCHAR out[4] = {};
              ULONG bytes = 0;
              EXPECT_EQ(RtlMultiByteToUnicodeN(out, 4, &bytes, "abc", 3), STATUS_SUCCESS);
              EXPECT_EQ(bytes, 4u);
              EXPECT_EQ(out[1], u'b');
              EXPECT_EQ(out[2], 0);
            })),
        ROW(RtlOemStringToUnicodeString, up_to(APC_LEVEL), zeros(crash()), works([] {
              char text[] = "ab";
              OEM_STRING from{2, 3, text};
              UNICODE_STRING to{}, wanted = words(u"ab");
              EXPECT_EQ(RtlOemStringToUnicodeString(&to, &from, TRUE), STATUS_SUCCESS);
              EXPECT_TRUE(RtlEqualUnicodeString(&to, &wanted, FALSE));
              RtlFreeUnicodeString(&to);
              WCHAR room[1];
              to = {0, 2, room};
              EXPECT_EQ(RtlOemStringToUnicodeString(&to, &from, FALSE), STATUS_BUFFER_OVERFLOW);
            })),
        ROW(RtlStringFromGUID, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.GuidsThereAndBack")),
        ROW(RtlUTF8ToUnicodeN, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER_4)),
            proven_by("RtlString.Utf8")),
        ROW(RtlUnicodeStringToAnsiString, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.UnicodeToAnsi")),
        ROW(RtlUnicodeStringToInteger, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.StringToInteger")),
        ROW(RtlUnicodeStringToOemString, up_to(APC_LEVEL), zeros(crash()), works([] {
              UNICODE_STRING from = words(u"ab");
              OEM_STRING to{};
              EXPECT_EQ(RtlUnicodeStringToOemString(&to, &from, TRUE), STATUS_SUCCESS);
              EXPECT_STREQ(to.Buffer, "ab");
              RtlFreeOemString(&to);
            })),
        ROW(RtlUnicodeToMultiByteN, up_to(APC_LEVEL), zeros(gives(STATUS_SUCCESS)), works([] {
              CHAR out[4] = {};
              ULONG bytes = 0;
              EXPECT_EQ(RtlUnicodeToMultiByteN(out, 2, &bytes, u"abc", 6), STATUS_SUCCESS);
              EXPECT_EQ(bytes, 2u);
              EXPECT_STREQ(out, "ab");
            })),
        ROW(RtlUnicodeToUTF8N, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER_4)),
            proven_by("RtlString.Utf8")),
        ROW(RtlUpcaseUnicodeToMultiByteN, up_to(APC_LEVEL), zeros(gives(STATUS_SUCCESS)), works([] {
              CHAR out[4] = {};
              ULONG bytes = 0;
              EXPECT_EQ(RtlUpcaseUnicodeToMultiByteN(out, 3, &bytes, u"aBc", 6), STATUS_SUCCESS);
              EXPECT_STREQ(out, "ABC");
            })),
        ROW(RtlxAnsiStringToUnicodeSize, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("RtlString.AnsiToUnicodeAllocatesAndChecksRoom")),
        ROW(RtlxUnicodeStringToAnsiSize, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              UNICODE_STRING from = words(u"abc");
              EXPECT_EQ(RtlxUnicodeStringToAnsiSize(&from), 4u);
            })),
    });

}  // namespace
