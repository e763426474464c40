// Routines of time, versions, random numbers and one-time work.
#include "bcrypt.h"
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kMiscRows(
    "ExecutiveExports",
    {
        ROW(BCryptGenRandom, up_to(DISPATCH_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Random.ComesFromTheSeedOrFromTheMachine")),
        ROW(ExUuidCreate, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Random.ComesFromTheSeedOrFromTheMachine")),
        ROW(PsGetVersion, up_to(PASSIVE_LEVEL), zeros(gives(FALSE)),
            proven_by("RtlVersion.Version")),
        ROW(RtlCmDecodeMemIoResource, at_any_level(), zeros(crash()),
            proven_by("RtlMisc.LargeMemoryResources")),
        ROW(RtlCmEncodeMemIoResource, at_any_level(), zeros(gives(STATUS_UNSUCCESSFUL)),
            proven_by("RtlMisc.LargeMemoryResources")),
        ROW(RtlCompareMemory, at_any_level(), zeros(gives(0)), proven_by("RtlMisc.CompareMemory")),
        ROW(RtlCompareMemoryUlong, at_any_level(), zeros(gives(0)),
            proven_by("Holds.MemoryStringsAndSeconds")),
        ROW(RtlComputeCrc32, at_any_level(), zeros(gives(0)), proven_by("RtlMisc.CompareMemory")),
        ROW(RtlFillMemoryUlong, at_any_level(), zeros(passes()),
            proven_by("Holds.MemoryStringsAndSeconds")),
        ROW(RtlFillMemoryUlonglong, at_any_level(), zeros(passes()), works([] {
              ULONGLONG room[3] = {1, 1, 1};
              RtlFillMemoryUlonglong(room, 16, 5);
              EXPECT_EQ(room[1], 5u);
              EXPECT_EQ(room[2], 1u);
            })),
        ROW(RtlFindClosestEncodableLength, at_any_level(), zeros(crash()), works([] {
              ULONGLONG target = 0;
              EXPECT_EQ(RtlFindClosestEncodableLength(0x12345, &target), STATUS_SUCCESS);
              EXPECT_GE(target, 0x12345u);
            })),
        ROW(RtlGetVersion, up_to(PASSIVE_LEVEL), zeros(crash()), proven_by("RtlVersion.Version")),
        ROW(RtlIoDecodeMemIoResource, at_any_level(), zeros(crash()),
            proven_by("RtlMisc.LargeMemoryResources")),
        ROW(RtlIoEncodeMemIoResource, at_any_level(), zeros(gives(STATUS_UNSUCCESSFUL)),
            proven_by("RtlMisc.LargeMemoryResources")),
        ROW(RtlIsNtDdiVersionAvailable, up_to(PASSIVE_LEVEL), zeros(gives(TRUE)),
            proven_by("RtlVersion.Version", "PlayedWindows.EveryQuestionHasTheSameAnswer")),
        ROW(RtlIsServicePackVersionInstalled, up_to(PASSIVE_LEVEL), zeros(gives(FALSE)),
            proven_by("PlayedWindows.EveryQuestionHasTheSameAnswer")),
        ROW(RtlIsStateSeparationEnabled, up_to(PASSIVE_LEVEL), zeros(gives(FALSE)),
            answers(FALSE, [] { return RtlIsStateSeparationEnabled(); })),
        ROW(RtlIsZeroMemory, at_any_level(), zeros(gives(TRUE)),
            proven_by("RtlMisc.CompareMemory")),
        ROW(RtlMapGenericMask, up_to(APC_LEVEL), zeros(crash()), works([] {
              ACCESS_MASK mask = GENERIC_READ | 4;
              GENERIC_MAPPING mapping = {1, 2, 8, 16};
              RtlMapGenericMask(&mask, &mapping);
              EXPECT_EQ(mask, 5u);
            })),
        ROW(RtlRandom, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Random.ComesFromTheSeedOrFromTheMachine")),
        ROW(RtlRandomEx, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Random.ComesFromTheSeedOrFromTheMachine")),
        ROW(RtlRunOnceBeginInitialize, up_to(APC_LEVEL), zeros(crash()),
            proven_by("RtlOnce.RunOnceWaitsForTheOther", "RtlOnce.RunOnceRunsOnceUnlessItFails")),
        ROW(RtlRunOnceComplete, up_to(APC_LEVEL), zeros(crash()),
            proven_by("RtlOnce.RunOnceWaitsForTheOther", "RtlOnce.RunOnceRunsOnceUnlessItFails")),
        ROW(RtlRunOnceExecuteOnce, up_to(APC_LEVEL), zeros(crash()),
            proven_by("RtlOnce.RunOnceRunsOnceUnlessItFails")),
        ROW(RtlRunOnceInitialize, up_to(APC_LEVEL), zeros(crash()),
            proven_by("RtlOnce.RunOnceWaitsForTheOther")),
        ROW(RtlSecondsSince1970ToTime, advised_up_to(APC_LEVEL), zeros(crash()),
            proven_by("Holds.MemoryStringsAndSeconds")),
        ROW(RtlSecondsSince1980ToTime, advised_up_to(APC_LEVEL), zeros(crash()), works([] {
              LARGE_INTEGER time{};
              RtlSecondsSince1980ToTime(1, &time);
              ULONG back = 0;
              EXPECT_TRUE(RtlTimeToSecondsSince1980(&time, &back));
              EXPECT_EQ(back, 1u);
            })),
        ROW(RtlTimeFieldsToTime, at_any_level(), zeros(crash()), proven_by("RtlTime.TimeFields")),
        ROW(RtlTimeToSecondsSince1970, advised_up_to(APC_LEVEL), zeros(crash()),
            proven_by("Holds.MemoryStringsAndSeconds")),
        ROW(RtlTimeToSecondsSince1980, advised_up_to(APC_LEVEL), zeros(crash()),
            proven_by("Holds.MemoryStringsAndSeconds")),
        ROW(RtlTimeToTimeFields, at_any_level(), zeros(crash()), proven_by("RtlTime.TimeFields")),
        ROW(RtlVerifyVersionInfo, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("RtlVersion.Version", "PlayedWindows.ConditionsAreAboutIt")),
        ROW(RtlVolumeDeviceToDosName, at_any_level(), zeros(crash()), works([] {
              UNICODE_STRING name{};
              EXPECT_EQ(RtlVolumeDeviceToDosName(nullptr, &name), STATUS_INVALID_DEVICE_REQUEST);
            })),
        ROW(VerSetConditionMask, at_any_level(), zeros(gives(0)), proven_by("RtlVersion.Version")),
    });

}  // namespace
