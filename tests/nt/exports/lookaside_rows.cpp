// Routines of lookaside lists.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kLookasideRows(
    "ExecutiveExports",
    {
        ROW(ExAllocateFromLookasideListEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Lookaside.RoutinesOfTheExtendedListAreGivenTheList")),
        ROW(ExAllocateFromNPagedLookasideList, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Lookaside.FreedEntryIsGivenToTheNextTaker",
                      "Lookaside.EntryThatIsTakenAgainHasAnotherLife")),
        ROW(ExAllocateFromPagedLookasideList, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Lookaside.OwnRoutinesAreCalledWhenTheListIsEmptyOrFull")),
        ROW(ExDeleteLookasideListEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Lookaside.RoutinesOfTheExtendedListAreGivenTheList")),
        ROW(ExDeleteNPagedLookasideList, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("PoolRules.N013EntryReturnedToItsListIsSilent")),
        ROW(ExDeletePagedLookasideList, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Lookaside.OwnRoutinesAreCalledWhenTheListIsEmptyOrFull")),
        ROW(ExFlushLookasideListEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Lookaside.RoutinesOfTheExtendedListAreGivenTheList")),
        ROW(ExFreeToLookasideListEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Lookaside.RoutinesOfTheExtendedListAreGivenTheList")),
        ROW(ExFreeToNPagedLookasideList, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Lookaside.FreedEntryIsGivenToTheNextTaker")),
        ROW(ExFreeToPagedLookasideList, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Lookaside.OwnRoutinesAreCalledWhenTheListIsEmptyOrFull")),
        ROW(ExInitializeLookasideListEx, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Lookaside.ExtendedListRefusesBadTypeAndFlags",
                      "Lookaside.RoutinesOfTheExtendedListAreGivenTheList")),
        ROW(ExInitializeNPagedLookasideList, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Lookaside.SecondFreeOfAnEntryIsFound")),
        ROW(ExInitializePagedLookasideList, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Lookaside.OwnRoutinesAreCalledWhenTheListIsEmptyOrFull")),
    });

}  // namespace
