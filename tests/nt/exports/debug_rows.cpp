// Routines of debug output and bug checks.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kDebugRows(
    "ExecutiveExports",
    {
        ROW(DbgBreakPoint, at_any_level(), zeros(ends_by("N-059")),
            proven_by("Debug.BreakpointWithoutADebuggerEndsTheDriver")),
        ROW(DbgBreakPointWithStatus, at_any_level(), zeros(ends_by("N-059")),
            is_ended_by("N-059", [] { DbgBreakPointWithStatus(1); })),
        ROW(DbgPrint, at_any_level(), zeros(crash()),
            proven_by("Debug.PrintsWithTheNotationOfWindows")),
        ROW(DbgPrintEx, at_any_level(), zeros(crash()),
            proven_by("Debug.FilterMutesALevelOfAComponent")),
        ROW(DbgPrintReturnControlC, at_any_level(), zeros(crash()),
            answers(STATUS_SUCCESS, [] { return DbgPrintReturnControlC("%d\n", 1); })),
        ROW(DbgPrompt, at_any_level(), zeros(gives(0)),
            proven_by("Debug.ThereIsNoDebuggerToAnswer")),
        ROW(DbgQueryDebugFilterState, at_any_level(), zeros(gives(STATUS_WAIT_1)),
            proven_by("Debug.FilterMutesALevelOfAComponent")),
        ROW(DbgSetDebugFilterState, at_any_level(), zeros(gives(STATUS_SUCCESS)),
            proven_by("Debug.FilterMutesALevelOfAComponent")),
        ROW(KdChangeOption, at_any_level(), zeros(gives(STATUS_DEBUGGER_INACTIVE)),
            answers(STATUS_DEBUGGER_INACTIVE,
                    [] {
                      return KdChangeOption(KD_OPTION_SET_BLOCK_ENABLE, 0, nullptr, 0, nullptr,
                                            nullptr);
                    })),
        ROW(KdDisableDebugger, at_any_level(), zeros(gives(STATUS_DEBUGGER_INACTIVE)),
            proven_by("Debug.ThereIsNoDebuggerToAnswer")),
        ROW(KdEnableDebugger, at_any_level(), zeros(gives(STATUS_DEBUGGER_INACTIVE)),
            answers(STATUS_DEBUGGER_INACTIVE, [] { return KdEnableDebugger(); })),
        ROW(KdRefreshDebuggerNotPresent, at_any_level(), zeros(gives(TRUE)),
            proven_by("Debug.ThereIsNoDebuggerToAnswer")),
        ROW(KeBugCheck, at_any_level(), zeros(ends_by("N-060")),
            proven_by("BugCheckRules.N060NoBugCheckIsSilent")),
        ROW(KeBugCheckEx, at_any_level(), zeros(ends_by("N-060")),
            proven_by("BugCheck.BugCheckOutsideADriverIsRecorded")),
        ROW(KeDeregisterBugCheckCallback, at_any_level(), zeros(crash()),
            proven_by("BugCheck.BugCheckCallbackIsRegisteredOnce")),
        ROW(KeDeregisterBugCheckReasonCallback, at_any_level(), zeros(crash()), works([] {
              KBUGCHECK_REASON_CALLBACK_RECORD record;
              KeInitializeCallbackRecord(&record);
              EXPECT_FALSE(KeDeregisterBugCheckReasonCallback(&record));
            })),
        ROW(KeDeregisterNmiCallback, up_to(APC_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            works([] {
              const PVOID made =
                  KeRegisterNmiCallback([](PVOID, BOOLEAN handled) { return handled; }, nullptr);
              EXPECT_EQ(KeDeregisterNmiCallback(made), STATUS_SUCCESS);
              EXPECT_EQ(KeDeregisterNmiCallback(made), STATUS_INVALID_HANDLE);
            })),
        ROW(KeRegisterBugCheckCallback, at_any_level(), zeros(crash()),
            proven_by("BugCheck.BugCheckCallbackIsRegisteredOnce")),
        ROW(KeRegisterBugCheckReasonCallback, at_any_level(), zeros(gives(FALSE)), works([] {
              KBUGCHECK_REASON_CALLBACK_RECORD record;
              KeInitializeCallbackRecord(&record);
              const auto call = [](KBUGCHECK_CALLBACK_REASON, PKBUGCHECK_REASON_CALLBACK_RECORD,
                                   PVOID, ULONG) {};
              UCHAR name[] = "row";
              EXPECT_FALSE(
                  KeRegisterBugCheckReasonCallback(&record, call, KbCallbackInvalid, name));
              EXPECT_TRUE(
                  KeRegisterBugCheckReasonCallback(&record, call, KbCallbackAddPages, name));
              EXPECT_FALSE(
                  KeRegisterBugCheckReasonCallback(&record, call, KbCallbackAddPages, name));
              EXPECT_TRUE(KeDeregisterBugCheckReasonCallback(&record));
            })),
        ROW(KeRegisterNmiCallback, up_to(APC_LEVEL), zeros(passes()),
            proven_by("FaultStatuses.RegistrationsAreRefusedAsDocumented")),
        ROW(RtlAssert, at_any_level(), zeros(ends_by("N-068")),
            proven_by("DebugRules.N068RtlAssertIsFound")),
        ROW(vDbgPrintEx, at_any_level(), zeros(crash()), works([] {
              const auto print = [](const char* format, ...) {
                va_list list;
                va_start(list, format);
                const ULONG status =
                    vDbgPrintEx(DPFLTR_IHVDRIVER_ID, DPFLTR_ERROR_LEVEL, format, list);
                va_end(list);
                return status;
              };
              EXPECT_EQ(print("%d\n", 1), 0u);
            })),
        ROW(vDbgPrintExWithPrefix, at_any_level(), zeros(crash()), works([] {
              const auto print = [](const char* format, ...) {
                va_list list;
                va_start(list, format);
                const ULONG status = vDbgPrintExWithPrefix("row: ", DPFLTR_IHVDRIVER_ID,
                                                           DPFLTR_ERROR_LEVEL, format, list);
                va_end(list);
                return status;
              };
              EXPECT_EQ(print("%d\n", 1), 0u);
            })),
    });

}  // namespace
