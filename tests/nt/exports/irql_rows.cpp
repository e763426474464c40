// Routines of IRQLs and calls on every processor.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kIrqlRows(
    "ExecutiveExports",
    {
        ROW(KeAreAllApcsDisabled, up_to(DISPATCH_LEVEL), zeros(gives(FALSE)),
            proven_by("Irql.RegionsDisableApcs")),
        ROW(KeAreApcsDisabled, up_to(DISPATCH_LEVEL), zeros(gives(FALSE)),
            proven_by("Irql.RegionsDisableApcs", "IrqlRules.N036CriticalRegionNotLeftIsFound")),
        ROW(KeEnterCriticalRegion, zeros(passes_with("N-036")), up_to(APC_LEVEL),
            proven_by("Irql.RegionsDisableApcs")),
        ROW(KeEnterGuardedRegion, zeros(passes_with("N-036")), up_to(APC_LEVEL),
            proven_by("Irql.RegionsDisableApcs")),
        ROW(KeGenericCallDpc, up_to(APC_LEVEL), zeros(crash()),
            proven_by("EveryProcessor.GenericDpcMeetsAndOneIsChosen")),
        ROW(KeGetCurrentIrql, at_any_level(), zeros(gives(0)),
            proven_by("Irql.RaiseGivesThePreviousLevelAndLowerRestoresIt",
                      "Irql.BreachesInTheHostLeaveTheLevelAlone")),
        ROW(KeIpiGenericCall, up_to(13), zeros(crash()),
            proven_by("EveryProcessor.IpiReachesAllAtTheSameTime")),
        ROW(KeLeaveCriticalRegion, zeros(passes_with("N-036")), up_to(APC_LEVEL),
            proven_by("Irql.RegionsDisableApcs")),
        ROW(KeLeaveGuardedRegion, zeros(passes_with("N-036")), up_to(APC_LEVEL),
            proven_by("Irql.RegionsDisableApcs")),
        ROW(KeLowerIrql, at_any_level(), zeros(passes()),
            proven_by("Irql.BreachesInTheHostLeaveTheLevelAlone")),
        ROW(KeRaiseIrqlToDpcLevel, up_to_by(DISPATCH_LEVEL, "N-015"), zeros(ends_by("N-017")),
            proven_by("Irql.RaiseToDpcLevel")),
        ROW(KeRaiseIrqlToSynchLevel, up_to_by(12, "N-015"), zeros(ends_by("N-017")), works([] {
              const KIRQL old = KeRaiseIrqlToSynchLevel();
              EXPECT_EQ(old, PASSIVE_LEVEL);
              EXPECT_EQ(KeGetCurrentIrql(), 12);
              KeLowerIrql(old);
            })),
        ROW(KeSignalCallDpcDone,
            level_unchecked(
                "it is for the routine of KeGenericCallDpc, which runs at DISPATCH_LEVEL"),
            zeros_unchecked("it waits for the other processors"),
            proven_by("EveryProcessor.GenericDpcMeetsAndOneIsChosen")),
        ROW(KeSignalCallDpcSynchronize,
            level_unchecked(
                "it is for the routine of KeGenericCallDpc, which runs at DISPATCH_LEVEL"),
            zeros_unchecked("it waits for the other processors"),
            proven_by("EveryProcessor.GenericDpcMeetsAndOneIsChosen")),
        ROW(KfRaiseIrql, at_any_level(), zeros(gives(0)),
            proven_by("Irql.BreachesInTheHostLeaveTheLevelAlone")),
    });

}  // namespace
