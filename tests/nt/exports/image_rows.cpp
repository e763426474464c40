// Routines of the images of drivers, their sections and their loading.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kImageRows(
    "ExecutiveExports",
    {
        ROW(ExRaiseAccessViolation, at_any_level(), zeros(ends_by("N-059")),
            proven_by("Seh.ExceptionInAHandlerGoesToTheOuterBlock")),
        ROW(ExRaiseDatatypeMisalignment, at_any_level(), zeros(ends_by("N-059")),
            proven_by("Seh.ExceptionFromACalledFunctionIsCaughtByTheCaller")),
        ROW(ExRaiseStatus, at_any_level(), zeros(ends_by("N-059")),
            proven_by("SehHost.ExceptionOutsideADriverIsThrown")),
        ROW(IoRegisterBootDriverReinitialization, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Reinitialize.ARoutineThatAlwaysRegistersAgainEnds")),
        ROW(IoRegisterDriverReinitialization, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Holds.ReinitializationRoutinesAreCalledAfterDriverEntry")),
        ROW(MmIsDriverSuspectForVerifier, advised_up_to(APC_LEVEL), zeros(gives(FALSE)),
            answers(FALSE, [] { return MmIsDriverSuspectForVerifier(&this_driver()); })),
        ROW(MmIsDriverVerifying, advised_up_to(APC_LEVEL), zeros(gives(FALSE)),
            proven_by("ImagePaging.HandleIsOfTheImage")),
        ROW(MmIsDriverVerifyingByAddress, advised_up_to(APC_LEVEL), zeros(gives(FALSE)),
            answers(FALSE, [] { return MmIsDriverVerifyingByAddress(&this_driver()); })),
        ROW(MmIsThisAnNtAsSystem, at_any_level(), zeros(gives(FALSE)),
            answers(FALSE, [] { return MmIsThisAnNtAsSystem(); })),
        ROW(MmLockPagableDataSection, up_to(APC_LEVEL), zeros(gives(nullptr)),
            proven_by("ImagePaging.HandleIsOfTheImage")),
        ROW(MmLockPagableSectionByHandle, up_to(APC_LEVEL), zeros(passes()),
            proven_by("IrqlRules.N014LockedSectionsAndTemplatesAreSilent")),
        ROW(MmPageEntireDriver, up_to(APC_LEVEL), zeros(gives(nullptr)),
            proven_by("ImagePaging.HandleIsOfTheImage")),
        ROW(MmQuerySystemSize, at_any_level(), zeros(gives(2)),
            answers(MmLargeSystem, [] { return MmQuerySystemSize(); })),
        ROW(MmResetDriverPaging, up_to(APC_LEVEL), zeros(passes()),
            works([] { MmResetDriverPaging(reinterpret_cast<PVOID>(&complete_at_once)); })),
        ROW(MmUnlockPagableImageSection, up_to(APC_LEVEL), zeros(passes()),
            proven_by("ImagePaging.HandleIsOfTheImage")),
        ROW(ZwLoadDriver, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("DriverService.AServiceWithoutAKeyIsNotFound",
                      "DriverService.ADriverThatRunsIsLoadedAlreadyAndStays")),
        ROW(ZwUnloadDriver, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("DriverService.AServiceWithoutAKeyIsNotFound",
                      "DriverService.ADriverThatRunsIsLoadedAlreadyAndStays")),
    });

}  // namespace
