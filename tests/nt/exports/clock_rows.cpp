// Routines of clocks.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kClockRows(
    "ExecutiveExports",
    {
        ROW(ExLocalTimeToSystemTime, at_any_level(), zeros(crash()),
            proven_by("Clock.LocalTimeThereAndBack")),
        ROW(ExQueryTimerResolution, at_any_level(), zeros(crash()),
            proven_by("Clock.TimerResolution")),
        ROW(ExSetTimerResolution, up_to(APC_LEVEL), zeros(passes()),
            proven_by("Clock.TimerResolution")),
        ROW(ExSystemTimeToLocalTime, at_any_level(), zeros(crash()),
            proven_by("Clock.LocalTimeThereAndBack")),
        ROW(KeConvertAuxiliaryCounterToPerformanceCounter, at_any_level(),
            zeros(gives(STATUS_NOT_SUPPORTED)), works([] {
              ULONG64 to = 0;
              EXPECT_EQ(KeConvertAuxiliaryCounterToPerformanceCounter(1, &to, nullptr),
                        STATUS_NOT_SUPPORTED);
            })),
        ROW(KeConvertPerformanceCounterToAuxiliaryCounter, at_any_level(),
            zeros(gives(STATUS_NOT_SUPPORTED)), works([] {
              ULONG64 to = 0;
              EXPECT_EQ(KeConvertPerformanceCounterToAuxiliaryCounter(1, &to, nullptr),
                        STATUS_NOT_SUPPORTED);
            })),
        ROW(KeQueryAuxiliaryCounterFrequency, at_any_level(), zeros(gives(STATUS_NOT_SUPPORTED)),
            works([] {
              ULONG64 frequency = 0;
              EXPECT_EQ(KeQueryAuxiliaryCounterFrequency(&frequency), STATUS_NOT_SUPPORTED);
            })),
        ROW(KeQueryInterruptTime, at_any_level(), zeros(passes()),
            proven_by("Clock.StallTakesItsTime", "Clock.TimeIsVirtualUnderASeed")),
        ROW(KeQueryInterruptTimePrecise, at_any_level(), zeros(passes()),
            proven_by("Clock.AllClocksAgree")),
        ROW(KeQueryPerformanceCounter, at_any_level(), zeros(passes()),
            proven_by("Clock.AllClocksAgree")),
        ROW(KeQuerySystemTime, at_any_level(), zeros(crash()),
            proven_by("Clock.SystemTimeIsTheMachines")),
        ROW(KeQuerySystemTimePrecise, at_any_level(), zeros(crash()),
            proven_by("NewerRoutines.KnowTheBuildThatFirstHadThem")),
        ROW(KeQueryTickCount, at_any_level(), zeros(crash()), proven_by("Clock.AllClocksAgree")),
        ROW(KeQueryTimeIncrement, at_any_level(), zeros(passes()),
            proven_by("Clock.AllClocksAgree", "Clock.TimerResolution")),
        ROW(KeQueryUnbiasedInterruptTime, at_any_level(), zeros(passes()),
            proven_by("Clock.AllClocksAgree")),
        ROW(KeQueryUnbiasedInterruptTimePrecise, at_any_level(), zeros(passes()), works([] {
              ULONG64 counter = 0;
              const ULONG64 before = KeQueryUnbiasedInterruptTimePrecise(&counter);
              EXPECT_NE(counter, 0u);
              EXPECT_GE(KeQueryUnbiasedInterruptTimePrecise(&counter), before);
            })),
        ROW(KeStallExecutionProcessor, at_any_level(), zeros(passes()),
            proven_by("Clock.StallTakesItsTime")),
    });

}  // namespace
