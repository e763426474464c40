// Routines of video present sources and of what they show.
#include "tests/thunks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kThunkDisplayRows(
    "ThunkExports",
    {
        ROW(D3DKMTCheckMonitorPowerState, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceCalls.PowerOfAMonitorIsAskedOfASourceThatExists")),
        ROW(D3DKMTCheckOcclusion, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceCalls.D215AWindowIsHiddenByAnExclusiveOwnerOfTheOnlySource")),
        ROW(D3DKMTCheckVidPnExclusiveOwnership, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceOwnership.D204ChecksSayWhetherThereIsAnExclusiveOwner"),
            proven_by_scene("SourceOwnership.D204ChecksSayWhetherThereIsAnExclusiveOwner")),
        ROW(D3DKMTGetScanLine, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("VerticalBlanks.D004ScanLinesAreMadeUpFromModeAndTime")),
        ROW(D3DKMTGetSharedPrimaryHandle, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceCalls.NoSourceHasASharedPrimary")),
        ROW(D3DKMTInvalidateActiveVidPn, zeros(gives(STATUS_INVALID_PARAMETER)),
            never_succeeds("D-220: it is not supported for any adapter"),
            proven_by("SourceCalls.D220InvalidatingTheActiveVidPnIsNotSupported")),
        ROW(D3DKMTQueryVidPnExclusiveOwnership, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceOwnership.AQueryNamesWhatTheProcessOwnsExclusively")),
        ROW(D3DKMTReleaseProcessVidPnSourceOwners, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("OwnershipSteps.D202AProcessReleasesEverythingItOwns")),
        ROW(D3DKMTSetDisplayPrivateDriverFormat, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceFormats.D216FormatOfAnOwnSourceReachesTheDriver")),
        ROW(D3DKMTSetGammaRamp, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceCalls.AGammaRampIsSetByAnOwner")),
        ROW(D3DKMTSetVidPnSourceOwner, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by_scene("SourceOwnership.D198ListsOfOneLengthAreAccepted")),
        ROW(D3DKMTSetVidPnSourceOwner1, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceOwnership.D203DefinedFlagsAreAccepted")),
        ROW(D3DKMTSetVidPnSourceOwner2, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceOwnership.D203DefinedFlagsAreAccepted")),
        ROW(D3DKMTSharedPrimaryLockNotification, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceCalls.LocksOfAPrimaryAreAnnouncedForASourceThatExists")),
        ROW(D3DKMTSharedPrimaryUnLockNotification, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("SourceCalls.LocksOfAPrimaryAreAnnouncedForASourceThatExists")),
        ROW(D3DKMTWaitForVerticalBlankEvent, zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("VerticalBlanks.WaitingEndsAtEachBlank")),
    });

}  // namespace
