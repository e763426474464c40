// Routines of debugging and errors.
#include "tests/win32/exports/row_scene.h"

// Only kernel headers declare it.
extern "C" ULONG RtlNtStatusToDosErrorNoTeb(NTSTATUS Status);

namespace {

using namespace drydock::testing;

const ExportRows kWin32DebugRows(
    "Win32Exports",
    {
        ROW(DebugBreak, zeros(ends_by("N-059")),
            proven_by("UserDebug.AnUnhandledExceptionEndsTheDriver")),
        ROW(FormatMessageA, zeros(gives(0)), proven_by("UserError.MessagesTakeInserts")),
        ROW(FormatMessageW, zeros(gives(0)), works([] {
              WCHAR room[200];
              EXPECT_GT(FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS,
                                       nullptr, ERROR_INVALID_HANDLE, 0, room, 200, nullptr),
                        0u);
              EXPECT_EQ(FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS,
                                       nullptr, ERROR_INVALID_HANDLE, 0, room, 1, nullptr),
                        0u);
            })),
        ROW(IsDebuggerPresent, zeros(gives(FALSE)),
            proven_by("UserDebug.OutputIsHeardAndExceptionsAreCaught")),
        ROW(OutputDebugStringA, zeros(passes()),
            proven_by("UserDebug.OutputIsHeardAndExceptionsAreCaught")),
        ROW(OutputDebugStringW, zeros(passes()),
            proven_by("UserDebug.OutputIsHeardAndExceptionsAreCaught")),
        ROW(RaiseException, zeros(ends_by("N-059")),
            proven_by("UserDebug.AnUnhandledExceptionEndsTheDriver")),
        ROW(RtlNtStatusToDosError, zeros(gives(0)), proven_by("UserError.StatusesHaveErrors")),
        ROW(RtlNtStatusToDosErrorNoTeb, zeros(gives(0)), works([] {
              EXPECT_EQ(RtlNtStatusToDosErrorNoTeb(STATUS_INVALID_HANDLE),
                        ULONG{ERROR_INVALID_HANDLE});
              EXPECT_EQ(RtlNtStatusToDosErrorNoTeb(0), 0u);
            })),
        ROW(SetUnhandledExceptionFilter, zeros(gives(nullptr)),
            proven_by("UserDebug.AFilterStays")),
    });

}  // namespace
