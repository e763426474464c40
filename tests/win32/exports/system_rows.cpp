// Routines of the system, texts and times.
#include "tests/win32/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kWin32SystemRows(
    "Win32Exports",
    {
        ROW(ExitProcess, zeros(crash()), proven_by("UserSystem.WhatEndsTheProcessEndsTheDriver")),
        ROW(FileTimeToSystemTime, zeros(crash()), proven_by("UserTime.ClocksAgreeAboutWhatPassed")),
        ROW(GetCommandLineA, zeros(passes()), works([] { EXPECT_NE(GetCommandLineA()[0], 0); })),
        ROW(GetCommandLineW, zeros(passes()), proven_by("UserSystem.AnswersTheFactsOfTheMachine")),
        ROW(GetCurrentProcessorNumber, zeros(gives(1)),
            proven_by("UserSystem.AnswersTheFactsOfTheMachine")),
        ROW(GetLocalTime, zeros(crash()), proven_by("UserTime.ClocksAgreeAboutWhatPassed")),
        ROW(GetNativeSystemInfo, zeros(crash()), works([] {
              SYSTEM_INFO native{}, own{};
              GetNativeSystemInfo(&native);
              GetSystemInfo(&own);
              EXPECT_EQ(native.dwNumberOfProcessors, own.dwNumberOfProcessors);
              EXPECT_EQ(native.dwPageSize, 4096u);
            })),
        ROW(GetProcessAffinityMask, zeros(gives(FALSE)),
            proven_by("ThreadState.AThreadChoosesAmongTheProcessors")),
        ROW(GetStdHandle, zeros(passes()), proven_by("UserSystem.RefusesHandlesThatAreNone")),
        ROW(GetSystemInfo, zeros(crash()), proven_by("UserSystem.AnswersTheFactsOfTheMachine")),
        ROW(GetSystemTime, zeros(crash()), proven_by("UserTime.ClocksAgreeAboutWhatPassed")),
        ROW(GetSystemTimeAsFileTime, zeros(crash()),
            proven_by("UserTime.ClocksAgreeAboutWhatPassed")),
        ROW(GetSystemTimePreciseAsFileTime, zeros(crash()),
            proven_by("UserTime.ClocksAgreeAboutWhatPassed")),
        ROW(GetTickCount, zeros(passes()), proven_by("UserTime.ClocksAgreeAboutWhatPassed")),
        ROW(GetTickCount64, zeros(passes()), proven_by("UserTime.ClocksAgreeAboutWhatPassed")),
        ROW(GetVersionExA, zeros(crash()), proven_by("UserSystem.AnswersTheFactsOfTheMachine")),
        ROW(GetVersionExW, zeros(crash()), works([] {
              OSVERSIONINFOW version{};
              EXPECT_FALSE(GetVersionExW(&version));
              version.dwOSVersionInfoSize = sizeof version;
              EXPECT_TRUE(GetVersionExW(&version));
              EXPECT_GE(version.dwMajorVersion, 6u);
            })),
        ROW(GlobalMemoryStatusEx, zeros(crash()),
            proven_by("UserSystem.AnswersTheFactsOfTheMachine")),
        ROW(IsProcessorFeaturePresent, zeros(gives(FALSE)), works([] {
              EXPECT_TRUE(IsProcessorFeaturePresent(10));
              EXPECT_FALSE(IsProcessorFeaturePresent(200));
            })),
        ROW(MultiByteToWideChar, zeros(gives(0)), proven_by("UserText.ConvertsBothWays")),
        ROW(QueryPerformanceCounter, zeros(crash()),
            proven_by("UserTime.ClocksAgreeAboutWhatPassed")),
        ROW(QueryPerformanceFrequency, zeros(gives(TRUE)),
            proven_by("UserTime.ClocksAgreeAboutWhatPassed")),
        ROW(SetErrorMode, zeros(gives(0)), proven_by("UserSystem.AnswersTheFactsOfTheMachine")),
        ROW(TerminateProcess, zeros(gives(FALSE)),
            proven_by("UserSystem.RefusesHandlesThatAreNone")),
        ROW(WideCharToMultiByte, zeros(gives(0)), proven_by("UserText.ConvertsBothWays")),
    });

}  // namespace
