// Presents of display-only drivers and their progress.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayDisplayOnly[] = {
    {.id = "D-143",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiPresentDisplayOnly comes at PASSIVE_LEVEL with consistent arguments",
     .text = "PresentDisplayOnly is a PASSIVE_LEVEL, level-zero DDI; "
             "pfnPresentDisplayOnlyProgress is NULL, reserved flag bits are 0, NumMoves and "
             "NumDirtyRects are the lengths of their lists.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_presentdisplayonly.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_present_displayonly.md",
     .tests = {proves("FrameMemory.D143HasTheFormOfTheEntryPoint")}},
    {.id = "D-144",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The picture of DxgkDdiPresentDisplayOnly has the form of the committed mode",
     .text = "PresentDisplayOnly: pSource is an image of the committed source mode in the "
             "driver's source format: Pitch bytes per line, BytesPerPixel as that format; all "
             "rectangles lie inside the mode; the source id is in the active VidPn (all "
             "inferred).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_present_displayonly.md; Windows-driver-samples "
               "video/KMDOD/bdd.cxx (PresentDisplayOnly)",
     .tests = {proves("Frames.D144PresentedPictureIsScannedOut"),
               proves("Frames.D144ImagesOfAnotherFormAreNotGivenToTheDriver")}},
    {.id = "D-145",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Moves and dirty rectangles are not done in their order",
     .text = "PresentDisplayOnly: all moves are finished before the first dirty rectangle is "
             "copied, and each operation is finished before the next begins.",
     .outcome = "a finding: wrong pixels",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_presentdisplayonly.md",
     .lesson = {.why = "The dirty rectangles are drawn over what was moved. In another order, or "
                       "without the moves, old pixels stay on the screen.",
                .check = "After a frame with moves the screen is compared with the image, where "
                         "the device says what it scans out.",
                .wrong =
                    R"(for (i = 0; i < frame->NumDirtyRects; i++) Copy(frame->pDirtyRect[i]);)",
                .right = R"(for (i = 0; i < frame->NumMoves; i++) Copy(frame->pMoves[i].DestRect);
for (i = 0; i < frame->NumDirtyRects; i++) Copy(frame->pDirtyRect[i]);)"},
     .tests = {provokes("Frames.D145MovesThatAreNotDoneShow"),
               stays_silent("Frames.D145MovesBeforeDirtyRectanglesAreSilent")}},
    {.id = "D-146",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiPresentDisplayOnly succeeds before the picture is shown",
     .text = "PresentDisplayOnly results: STATUS_SUCCESS, done; STATUS_PENDING, queued, progress "
             "will be reported; any other error, failed. A driver may change between the two "
             "ways at any call.",
     .outcome = "a finding: success before the copy is done",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_presentdisplayonly.md",
     .lesson = {.why = "With success the system takes its image back and draws into it. What the "
                       "driver has not copied by then is never shown, or shown half.",
                .check = "When a frame is over, the screen is compared with the image, where the "
                         "device says what it scans out.",
                .wrong = R"(QueueFrame(frame);
return STATUS_SUCCESS;)",
                .right = R"(QueueFrame(frame);
return STATUS_PENDING;  // and progress when it is copied)"},
     .tests = {provokes("Frames.D146SuccessWithoutThePictureShows"),
               stays_silent("Frames.D146ErrorsAreNoMistake")}},
    {.id = "D-147",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Progress of a present is reported for none, twice or for another source",
     .text = "Each pending present gets one DXGK_INTERRUPT_DISPLAYONLY_PRESENT_PROGRESS at DIRQL "
             "with its VidPnSourceId and COMPLETE or FAILED, followed by a DPC with "
             "DxgkCbNotifyDpc; one answered at once gets none (last part inferred).",
     .outcome = "surplus or wrong source: a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_presentdisplayonly.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkargcb_present_displayonly_progress.md; "
               "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md",
     .lesson = {.why = "The system waits for each pending frame and for no other. A missing report "
                       "stops the picture; one too many ends a frame that is still being copied.",
                .check = "Each report must find a frame of its source that is pending and was not "
                         "reported; a frame that was answered at once has no report; a pending one "
                         "is reported and followed by DxgkCbNotifyDpc within two seconds.",
                .wrong = R"(ReportProgress(source);
return STATUS_SUCCESS;)",
                .right = R"(QueueFrame(frame);  // its end is reported by the interrupt
return STATUS_PENDING;)"},
     .tests = {provokes("Frames.D147ProgressOfAFrameThatIsOverShows"),
               stays_silent("Frames.D147OneReportForEachPendingFrameIsSilent")}},
    {.id = "D-148",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A pending present without progress is a time-out",
     .text = "A pending present without progress after TdrDodPresentDelay (2 s; 1 s to 15 min) "
             "is a timeout: an error is reported and the driver has to reinitialise itself and "
             "reset its device.",
     .outcome = "a defect of Drydock; the driver missed it: a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_presentdisplayonly.md; display/tdr-registry-keys.md",
     .tests = {proves("Frames.D148AFrameWithoutProgressIsATimeout")}},
    {.id = "D-149",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Present rotates without being asked, or does not although it is",
     .text = "PresentDisplayOnly rotates to the path's rotation if and only if Flags.Rotate is "
             "set.",
     .outcome = "a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_d3dkmt_present_display_only_flags.md",
     .lesson =
         {.why = "The system turns the image itself where the path does not. Turned twice or not "
                 "at all, the picture is sideways.",
          .check = "After each frame of a path that is turned the screen is compared with the "
                   "image, turned if Flags.Rotate is set.",
          .wrong = R"(CopyTurned(frame, path->rotation);)",
          .right =
              R"(CopyTurned(frame, frame->Flags.Rotate ? path->rotation : D3DKMDT_VPPR_IDENTITY);)"},
     .tests = {provokes("Frames.D149TurningWithoutOrAgainstTheFlagShows"),
               stays_silent("Frames.D149TurningAsTheFlagSaysIsSilent")}},
    {.id = "D-150",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver uses the picture or the lists after DxgkDdiPresentDisplayOnly returned",
     .text = "Before PresentDisplayOnly returns STATUS_PENDING it secures its own access to "
             "pSource and copies the move and rectangle lists.",
     .outcome = "later use: use-after-free, Windows stops the machine",
     .source = "Windows-driver-samples video/KMDOD/blthw.cxx (ExecutePresentDisplayOnly)",
     .lesson =
         {.why = "The lists are the caller's and end with the call. The image belongs to a process "
                 "that may not be the current one when a thread of the driver reads it.",
          .check = "The lists lie on pages that are closed when the entry point returns, the image "
                   "on pages that are closed when the frame is over. An access after that time "
                   "ends the life.",
          .wrong = R"(work->rects = frame->pDirtyRect;
return STATUS_PENDING;)",
          .right =
              R"(RtlCopyMemory(work->rects, frame->pDirtyRect, frame->NumDirtyRects * sizeof(RECT));
work->mdl = LockPixels(frame);
return STATUS_PENDING;)"},
     .tests = {provokes("Frames.D150UseOfThePictureAfterItsTimeShows"),
               stays_silent("Frames.D150UseWhileTheFrameIsPendingIsSilent")}},
    {.id = "D-151",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Present to an invisible source draws or fails",
     .text = "A present to an invisible source or a powered-off monitor succeeds and draws "
             "nothing.",
     .outcome = "drawing: a finding",
     .source = "Windows-driver-samples video/KMDOD/bdd.cxx (PresentDisplayOnly); "
               "display/plug-and-play--pnp--start-and-stop-cases.md",
     .lesson = {.why = "An invisible source is black. Pixels that reach the screen then were not "
                       "meant for anybody.",
                .check =
                    "A frame of a source that DxgkDdiSetVidPnSourceVisibility hid must succeed, "
                    "unless there is no memory, and the screen must be as it was before.",
                .wrong = R"(CopyToScreen(frame);)",
                .right = R"(if (!device->visible) return STATUS_SUCCESS;
CopyToScreen(frame);)"},
     .tests = {provokes("Frames.D151DrawingToAnInvisibleSourceShows"),
               stays_silent("Frames.D151DrawingNothingWhileInvisibleIsSilent"),
               stays_silent("Frames.D151TheFirstFrameMayBeDrawnBeforeTheSourceIsVisible")}},
};

}  // namespace

Chapter display_only() { return kDisplayDisplayOnly; }

}  // namespace drydock::rules::display
