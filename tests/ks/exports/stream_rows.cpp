// Routines of streams and frames.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsStreamRows(
    "KsExportRows",
    {
        ROW(KsAllocateExtraData, at_any_level(), zeros(crash()), works([] {
              SentIrp one;
              const PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(one.irp);
              KSSTREAM_HEADER headers[2] = {};
              headers[0].Size = headers[1].Size = sizeof *headers;
              headers[1].DataUsed = 5;
              at->Parameters.DeviceIoControl.OutputBufferLength = sizeof headers;
              PVOID made = nullptr;
              EXPECT_EQ(KsAllocateExtraData(one.irp, 8, &made), STATUS_INVALID_PARAMETER);
              one.irp->AssociatedIrp.SystemBuffer = headers;
              EXPECT_EQ(KsAllocateExtraData(one.irp, 4, &made), STATUS_INVALID_PARAMETER);
              EXPECT_EQ(KsAllocateExtraData(one.irp, 8, &made), STATUS_SUCCESS);
              EXPECT_EQ(reinterpret_cast<PKSSTREAM_HEADER>(static_cast<UCHAR*>(made) +
                                                           sizeof *headers + 8)
                            ->DataUsed,
                        5u);
              ExFreePool(made);
            })),
        ROW(KsFilterAttemptProcessing, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by_driver("KsFilterCentric.S185BothPinsMoveByWhatWasUsed")),
        ROW(KsFilterGetAndGate, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWalk.AFilterThatDoesNotProcessHasNoMutexForIt")),
        ROW(KsPinAttemptProcessing, zeros(passes_with("S-181")), up_to(DISPATCH_LEVEL),
            proven_by("KsGoesOn.S181AfterNoPin")),
        ROW(KsPinGetAndGate, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsPinGetAvailableByteCount, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsPinGetFirstCloneStreamPointer, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsStreamRules.S193QueueInTheCallbackIsFound")),
        ROW(KsPinGetLeadingEdgeStreamPointer, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsGoesOn.S158AfterAnEdgeIsDeleted")),
        ROW(KsPinGetTrailingEdgeStreamPointer, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by_driver("KsPointerPromises.S163EjectingAnUnlockedEdgeMovesOn")),
        ROW(KsProbeStreamIrp, at_any_level(), zeros(crash()),
            proven_by_driver("KsLegacy.S210FramesReachAnotherFilterByIrps")),
        ROW(KsStreamPointerAdvance, zeros(gives(STATUS_DEVICE_NOT_READY, "S-158")),
            up_to(DISPATCH_LEVEL),
            proven_by_driver("KsPointerPromises.S163EjectingAnUnlockedEdgeMovesOn")),
        ROW(KsStreamPointerAdvanceOffsets, zeros(gives(STATUS_DEVICE_NOT_READY, "S-158")),
            up_to(DISPATCH_LEVEL), proven_by("KsStreamRules.S162AdvanceBeyondTheFrameIsFound")),
        ROW(KsStreamPointerAdvanceOffsetsAndUnlock, zeros(passes_with("S-158")),
            up_to(DISPATCH_LEVEL),
            proven_by("KsPinPromises.S275MappingsAreMadeWhenAFrameIsLocked")),
        ROW(KsStreamPointerCancelTimeout, zeros(passes_with("S-158")), up_to(DISPATCH_LEVEL),
            proven_by_driver("KsPointerPromises.S169TimeOutsFireAndS170WaitForRun")),
        ROW(KsStreamPointerClone, zeros(gives(STATUS_DEVICE_NOT_READY, "S-158")),
            up_to(DISPATCH_LEVEL), proven_by("KsStreamRules.S148ClonesDeletedAtStopAreSilent")),
        ROW(KsStreamPointerDelete, zeros(passes_with("S-158")), up_to(DISPATCH_LEVEL),
            proven_by("KsStreamRules.S158CloneDeletedTwiceIsFound")),
        ROW(KsStreamPointerGetIrp, zeros(gives(nullptr, "S-158")), up_to(DISPATCH_LEVEL),
            proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsStreamPointerGetMdl, zeros(gives(nullptr, "S-158")), up_to(DISPATCH_LEVEL),
            proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsStreamPointerGetNextClone, zeros(gives(nullptr, "S-158")), up_to(DISPATCH_LEVEL),
            proven_by("KsStreamRules.S148ClonesDeletedAtStopAreSilent")),
        ROW(KsStreamPointerLock, zeros(gives(STATUS_DEVICE_NOT_READY, "S-158")),
            up_to(DISPATCH_LEVEL),
            proven_by_driver("KsPointerPromises.S156ACancelledFrameCannotBeLocked")),
        ROW(KsStreamPointerScheduleTimeout, zeros(passes_with("S-158")), up_to(DISPATCH_LEVEL),
            proven_by_driver("KsPointerPromises.S169TimeOutsFireAndS170WaitForRun")),
        ROW(KsStreamPointerSetStatusCode, zeros(gives(STATUS_DEVICE_NOT_READY, "S-158")),
            up_to(DISPATCH_LEVEL), proven_by("KsWays.TheRightWaysAreSilent")),
        ROW(KsStreamPointerUnlock, zeros(passes_with("S-158")), up_to(DISPATCH_LEVEL),
            proven_by("KsFilterCentric.S202InputWaitsForTheEndOfTheOutput")),
    });

}  // namespace
