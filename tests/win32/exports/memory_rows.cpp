// Routines of mappings and pages of memory.
#include "tests/win32/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kWin32MemoryRows(
    "Win32Exports",
    {
        ROW(CreateFileMappingA, zeros(gives(nullptr)),
            proven_by("FileMapping.RefusesSizesOffsetsAndRightsThatItHasNot")),
        ROW(CreateFileMappingW, zeros(gives(nullptr)), proven_by("FileMapping.HasOneName")),
        ROW(FlushInstructionCache, zeros(gives(TRUE)),
            proven_by("UserPages.RefusesWhatIsNotCommittedOrNoProtection")),
        ROW(FlushViewOfFile, zeros(gives(FALSE)), proven_by("FileMapping.ViewsShareTheirBytes")),
        ROW(GetLastError, zeros(passes()), proven_by("UserVirtual.ReservingCanFail")),
        ROW(MapViewOfFile, zeros(gives(nullptr)), proven_by("FileMapping.HasOneName")),
        ROW(SetLastError, zeros(passes()), proven_by("InitOnce.RunsUntilItSucceeds")),
        ROW(UnmapViewOfFile, zeros(gives(FALSE)), proven_by("FileMapping.HasOneName")),
        ROW(VirtualAlloc, zeros(gives(nullptr)),
            proven_by("Standard.K114ExistingMemoryIsSecuredUntilItsAllocationIsFreed")),
        ROW(VirtualFree, zeros(gives(FALSE)),
            proven_by("Standard.K114ExistingMemoryIsSecuredUntilItsAllocationIsFreed")),
        ROW(VirtualLock, zeros(gives(FALSE)),
            proven_by("UserPages.RefusesWhatIsNotCommittedOrNoProtection")),
        ROW(VirtualProtect, zeros(gives(FALSE)),
            proven_by("UserPages.ProtectionIsThatOfWholePages")),
        ROW(VirtualQuery, zeros(gives(0)), proven_by("UserPages.ProtectionIsThatOfWholePages")),
        ROW(VirtualUnlock, zeros(gives(FALSE)),
            proven_by("UserPages.RefusesWhatIsNotCommittedOrNoProtection")),
    });

}  // namespace
