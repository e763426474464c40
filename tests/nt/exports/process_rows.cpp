// Routines of processes.
#include "tests/nt/exports/row_scene.h"

// No header declares it; drivers bring their own declaration.
extern "C" NTSTATUS ZwQuerySystemInformation(ULONG SystemInformationClass, PVOID SystemInformation,
                                             ULONG SystemInformationLength, PULONG ReturnLength);

namespace {

using namespace drydock::testing;

void attaches_to_a_process() {
  KeAttachProcess(reinterpret_cast<PRKPROCESS>(PsGetCurrentProcess()));
  KeDetachProcess();
}

void attaches_with_a_state() {
  KAPC_STATE state;
  KeStackAttachProcess(reinterpret_cast<PRKPROCESS>(PsGetCurrentProcess()), &state);
  EXPECT_EQ(PsGetCurrentProcessId(), PsGetProcessId(PsGetCurrentProcess()));
  KeUnstackDetachProcess(&state);
}

const ExportRows kProcessRows(
    "ExecutiveExports",
    {
        ROW(IoGetCurrentProcess, at_any_level(), zeros(passes()),
            proven_by("Process.IsFoundByItsNumber")),
        ROW(IoGetRequestorSessionId, advised_up_to(APC_LEVEL), zeros(crash()), works([] {
              OwnIrp one;
              ULONG session = 9;
              EXPECT_EQ(IoGetRequestorSessionId(one.irp, &session), STATUS_SUCCESS);
              EXPECT_EQ(session, 0u);
            })),
        ROW(KeAttachProcess, up_to(APC_LEVEL), zeros(passes()), works(attaches_to_a_process)),
        ROW(KeDetachProcess, up_to(APC_LEVEL), zeros(passes()), works(attaches_to_a_process)),
        ROW(KeStackAttachProcess, up_to(APC_LEVEL), zeros(crash()), works(attaches_with_a_state)),
        ROW(KeUnstackDetachProcess, up_to(APC_LEVEL), zeros(passes()),
            works(attaches_with_a_state)),
        ROW(PsGetCurrentProcessId, at_any_level(), zeros(passes()),
            proven_by("Process.IsFoundByItsNumber", "Routines.TheSystemAndItsProcessAreDescribed")),
        ROW(PsGetCurrentProcessSessionId, at_any_level(), zeros(gives(0)),
            proven_by("Routines.TheSystemAndItsProcessAreDescribed")),
        ROW(PsGetProcessCreateTimeQuadPart, at_any_level(), zeros(gives(0)), works([] {
              EXPECT_EQ(PsGetProcessCreateTimeQuadPart(PsGetCurrentProcess()),
                        PsGetProcessCreateTimeQuadPart(PsInitialSystemProcess));
            })),
        ROW(PsGetProcessExitStatus, advised_up_to(APC_LEVEL), zeros(gives(STATUS_PENDING)),
            proven_by("Process.IsFoundByItsNumber")),
        ROW(PsGetProcessExitTime, advised_up_to(DISPATCH_LEVEL), zeros(gives(0)),
            proven_by("Routines.TheSystemAndItsProcessAreDescribed")),
        ROW(PsGetProcessId, at_any_level(), zeros(passes()),
            answers(PsGetCurrentProcessId(), [] { return PsGetProcessId(PsGetCurrentProcess()); })),
        ROW(PsGetProcessSectionBaseAddress, at_any_level(), zeros(gives(nullptr)), works([] {
              EXPECT_EQ(PsGetProcessSectionBaseAddress(PsGetCurrentProcess()), nullptr);
            })),
        ROW(PsGetProcessSessionId, at_any_level(), zeros(gives(0)),
            answers(PsGetCurrentProcessSessionId(),
                    [] { return PsGetProcessSessionId(PsGetCurrentProcess()); })),
        ROW(PsGetProcessStartKey, advised_up_to(DISPATCH_LEVEL), zeros(gives(4)),
            works([] { EXPECT_NE(PsGetProcessStartKey(PsGetCurrentProcess()), 0u); })),
        ROW(PsGetThreadProcess, at_any_level(), zeros(passes()),
            answers(PsGetCurrentProcess(),
                    [] { return PsGetThreadProcess(PsGetCurrentThread()); })),
        ROW(PsGetThreadProcessId, at_any_level(), zeros(passes()),
            answers(PsGetCurrentProcessId(),
                    [] { return PsGetThreadProcessId(PsGetCurrentThread()); })),
        ROW(PsIsProtectedProcess, at_any_level(), zeros(gives(FALSE)),
            proven_by("Routines.TheSystemAndItsProcessAreDescribed")),
        ROW(PsLookupProcessByProcessId, up_to(APC_LEVEL), zeros(gives(STATUS_INVALID_CID)),
            proven_by("Process.IsFoundByItsNumber")),
        ROW(PsRemoveCreateThreadNotifyRoutine, up_to(APC_LEVEL),
            zeros(gives(STATUS_PROCEDURE_NOT_FOUND)),
            proven_by("ProcessNotify.RoutinesHearUntilTheyAreTakenOut")),
        ROW(PsRemoveLoadImageNotifyRoutine, up_to(APC_LEVEL),
            zeros(gives(STATUS_PROCEDURE_NOT_FOUND)), works([] {
              const auto seen = [](PUNICODE_STRING, HANDLE, PIMAGE_INFO) {};
              EXPECT_EQ(PsRemoveLoadImageNotifyRoutine(seen), STATUS_PROCEDURE_NOT_FOUND);
            })),
        ROW(PsSetCreateProcessNotifyRoutine, up_to(PASSIVE_LEVEL),
            zeros_unchecked("the first call registers address 0"),
            proven_by("ProcessNotify.RoutinesHearUntilTheyAreTakenOut")),
        ROW(PsSetCreateProcessNotifyRoutineEx, up_to(PASSIVE_LEVEL),
            zeros_unchecked("the first call registers address 0"),
            proven_by("ProcessNotify.RoutinesHearUntilTheyAreTakenOut")),
        ROW(PsSetCreateThreadNotifyRoutine, up_to(PASSIVE_LEVEL),
            zeros_unchecked("the first call registers address 0"),
            proven_by("ProcessNotify.RoutinesHearUntilTheyAreTakenOut")),
        ROW(PsSetLoadImageNotifyRoutine, up_to(PASSIVE_LEVEL),
            zeros_unchecked("Windows would call address 0 with the next image"), works([] {
              const auto seen = [](PUNICODE_STRING, HANDLE, PIMAGE_INFO) {};
              EXPECT_EQ(PsSetLoadImageNotifyRoutine(seen), STATUS_SUCCESS);
              EXPECT_EQ(PsRemoveLoadImageNotifyRoutine(seen), STATUS_SUCCESS);
            })),
        ROW(SeLocateProcessImageName, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Routines.TheSystemAndItsProcessAreDescribed")),
        ROW(ZwOpenProcess, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER_MIX)),
            proven_by("Process.IsFoundByItsNumber")),
        ROW(ZwQueryInformationProcess, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("ProcessInfo.CountsTheHandlesThatAreOpen",
                      "Routines.TheSystemAndItsProcessAreDescribed")),
        ROW(ZwQuerySystemInformation, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INFO_LENGTH_MISMATCH)),
            proven_by("Routines.TheSystemAndItsProcessAreDescribed",
                      "ProcessInfo.TheTimeOfDayBeganWhenTheSystemWasStarted")),
        ROW(ZwTerminateProcess, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("ProcessInfo.CountsTheHandlesThatAreOpen",
                      "Routines.TheSystemAndItsProcessAreDescribed")),
    });

}  // namespace
