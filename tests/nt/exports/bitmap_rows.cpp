// Routines of bitmaps.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kBitmapRows(
    "ExecutiveExports",
    {
        ROW(RtlAreBitsClear, at_any_level(), zeros(gives(FALSE)),
            proven_by("RtlBitmap.FindClearBitsAndSetTakesWhatItFinds")),
        ROW(RtlAreBitsSet, at_any_level(), zeros(gives(FALSE)),
            proven_by("RtlBitmap.RangesOutsideAreFalse",
                      "RtlBitmap.FindClearBitsAndSetTakesWhatItFinds")),
        ROW(RtlClearAllBits, at_any_level(), zeros(crash()), works([] {
              ULONG bits = ~0u;
              RTL_BITMAP map;
              RtlInitializeBitMap(&map, &bits, 20);
              RtlClearAllBits(&map);
              EXPECT_EQ(RtlNumberOfSetBits(&map), 0u);
            })),
        ROW(RtlClearBit, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.SingleBitsAndNumbers")),
        ROW(RtlClearBits, at_any_level(), zeros(passes()), proven_by("RtlBitmap.Runs")),
        ROW(RtlFindClearBits, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.FindClearBitsAndSetTakesWhatItFinds",
                      "RtlBitmap.AgreesWithASimpleModel")),
        ROW(RtlFindClearBitsAndSet, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.FindClearBitsAndSetTakesWhatItFinds")),
        ROW(RtlFindClearRuns, at_any_level(), zeros(crash()), proven_by("RtlBitmap.Runs")),
        ROW(RtlFindFirstRunClear, at_any_level(), zeros(crash()), proven_by("RtlBitmap.Runs")),
        ROW(RtlFindLastBackwardRunClear, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.Runs")),
        ROW(RtlFindLeastSignificantBit, at_any_level(), zeros(gives(255)),
            proven_by("RtlBitmap.SingleBitsAndNumbers")),
        ROW(RtlFindLongestRunClear, at_any_level(), zeros(crash()), proven_by("RtlBitmap.Runs")),
        ROW(RtlFindMostSignificantBit, at_any_level(), zeros(gives(255)),
            proven_by("RtlBitmap.SingleBitsAndNumbers")),
        ROW(RtlFindNextForwardRunClear, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.Runs")),
        ROW(RtlFindSetBits, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.RangesOutsideAreFalse")),
        ROW(RtlFindSetBitsAndClear, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.RangesOutsideAreFalse")),
        ROW(RtlInitializeBitMap, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.SingleBitsAndNumbers")),
        ROW(RtlNumberOfClearBits, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.FindClearBitsAndSetTakesWhatItFinds")),
        ROW(RtlNumberOfSetBits, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.RangesOutsideAreFalse", "RtlBitmap.AgreesWithASimpleModel")),
        ROW(RtlNumberOfSetBitsUlongPtr, at_any_level(), zeros(gives(0)),
            proven_by("RtlBitmap.SingleBitsAndNumbers")),
        ROW(RtlSetAllBits, at_any_level(), zeros(crash()), proven_by("RtlBitmap.Runs")),
        ROW(RtlSetBit, at_any_level(), zeros(crash()), proven_by("RtlBitmap.SingleBitsAndNumbers")),
        ROW(RtlSetBits, at_any_level(), zeros(passes()),
            proven_by("RtlBitmap.AgreesWithASimpleModel")),
        ROW(RtlTestBit, at_any_level(), zeros(crash()),
            proven_by("RtlBitmap.SingleBitsAndNumbers")),
    });

}  // namespace
