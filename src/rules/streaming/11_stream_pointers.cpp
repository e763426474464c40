// Stream pointers.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingStreamPointers[] = {
    {.id = "S-150",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The leading edge moves only when the minidriver moves it",
     .text = "Every standard-transport queue has a leading edge for the whole queue lifetime; it "
             "points to the first frame to arrive and moves only when the minidriver moves it, "
             "except: (a) a frame arrives in an empty queue, (b) the IRP of the frame it points to "
             "is cancelled.",
     .outcome = "",
     .source = "stream/leading-and-trailing-edge-stream-pointers.md",
     .tests = {proves("KsPointerPromises.EdgesShowFramesAndMoveOn")}},
    {.id = "S-151",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A trailing edge exists only when the pin asked for one",
     .text = "A trailing edge exists only with KSPIN_FLAG_DISTINCT_TRAILING_EDGE; otherwise "
             "KsPinGetTrailingEdgeStreamPointer returns NULL.",
     .outcome = "NULL",
     .source = "ks/nf-ks-kspingettrailingedgestreampointer.md",
     .tests = {proves("KsPointerPromises.S160FramesBetweenTheEdgesAreHeldAndCanBeCancelled"),
               proves("KsPointerPromises.EdgesShowFramesAndMoveOn")}},
    {.id = "S-152",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Stream pointer moved back to older data",
     .text = "Stream pointers move one way only: to newer data.",
     .outcome = "decided: finding",
     .source = "stream/introduction-to-stream-pointers.md",
     .lesson = {.why = "What lies behind the pointer was given back when it moved on; its buffer "
                       "may be with the client already.",
                .check = "At each advance the remaining bytes that the driver sees are compared "
                         "with those that the queue gave; more than that is a step back.",
                .wrong = R"(edge->OffsetOut.Remaining += Unused;
edge->OffsetOut.Data -= Unused;
KsStreamPointerAdvanceOffsets(edge, 0, 0, FALSE);)",
                .right = R"(ULONG used = Filled - Unused;
KsStreamPointerAdvanceOffsets(edge, 0, used, FALSE);)"},
     .tests = {provokes("KsWays.S152PointerMovedBackIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-153",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Stream pointer used without checking for a frame or a lock",
     .text = "LOCKED request returns NULL when no frame is there (or no queue); MUST be checked. "
             "UNLOCKED returns the pointer whether or not it has a frame, and data MUST NOT be "
             "touched until locked.",
     .outcome = "NULL dereference",
     .source = "ks/nf-ks-kspingetleadingedgestreampointer.md",
     .lesson = {.why = "The queue is empty at the first call and after every cancel, and then "
                       "there is nothing behind the pointer.",
                .check = "When the driver dies at an address near zero after the class driver gave "
                         "it no pointer, the crash is explained by this rule; a driver that got "
                         "lucky is not noticed.",
                .wrong = R"(PKSSTREAM_POINTER edge =
    KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
RtlZeroMemory(edge->OffsetOut.Data, edge->OffsetOut.Remaining);)",
                .right = R"(PKSSTREAM_POINTER edge =
    KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
if (edge == NULL) return STATUS_PENDING;
RtlZeroMemory(edge->OffsetOut.Data, edge->OffsetOut.Remaining);)"},
     .tests = {provokes("KsWays.S153NoStreamPointerIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-154",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A locked stream pointer guarantees a frame that cannot be cancelled",
     .text = "A locked pointer guarantees a frame, and that frame cannot be cancelled; an unlocked "
             "one guarantees neither.",
     .outcome = "",
     .source = "stream/locking-and-unlocking-stream-pointers.md",
     .tests = {proves("KsPointerPromises.S156ACancelledFrameCannotBeLocked"),
               proves("KsPointerPromises.S195ALockedCloneSeesTheCancelAndHoldsTheFrame")}},
    {.id = "S-155",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Stream pointer kept locked for too long",
     .text = "SHOULD keep pointers locked as briefly as possible; SHOULD unlock the edges whenever "
             "not in use.",
     .outcome = "bad cancel latency; decided: lock-hold timer",
     .source = "stream/locking-and-unlocking-stream-pointers.md",
     .lesson =
         {.why = "A locked frame cannot be cancelled, so a client that closes its handle waits for "
                 "the driver.",
          .check = "A leading edge that is locked when Process of a pin returns is told, and a "
                   "frame that is kept locked for ten seconds after its request was cancelled.",
          .wrong = R"(edge = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
StartDma(Pin, edge);
return STATUS_PENDING;)",
          .right = R"(edge = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
StartDma(Pin, edge);
KsStreamPointerUnlock(edge, FALSE);
return STATUS_PENDING;)"},
     .tests = {provokes("KsWays.S155EdgeLeftLockedIsFound"),
               provokes("KsWays.S155FrameThatStaysLockedThroughItsCancelIsFound"),
               stays_silent("KsWays.S155FrameThatGoesSoonAfterItsCancelIsSilent"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-156",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Locking a cancelled frame returns STATUS_DEVICE_NOT_READY",
     .text = "KsStreamPointerLock on a cancelled frame returns STATUS_DEVICE_NOT_READY.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/nf-ks-ksstreampointerlock.md",
     .tests = {proves("KsPointerPromises.S156ACancelledFrameCannotBeLocked")}},
    {.id = "S-157",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A clone starts on the same frame with the same lock and one more reference",
     .text = "A clone starts on the same frame with the same lock status and adds one reference to "
             "the frame; afterwards it is independent. Context: ContextSize bytes right behind the "
             "pointer; edges have Context NULL.",
     .outcome = "",
     .source = "ks/nf-ks-ksstreampointerclone.md; stream/cloning-stream-pointers.md; "
               "ks/ns-ks-_ksstream_pointer.md",
     .tests = {proves("KsPointerPromises.ClonesHoldTheirFramesInOrder"),
               proves("KsPointerPromises.EdgesShowFramesAndMoveOn")}},
    {.id = "S-158",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Clone never deleted, or an edge pointer deleted",
     .text = "Clones live until KsStreamPointerDelete; it MUST be called for every clone, and MUST "
             "NOT be called for the leading or trailing edge.",
     .outcome = "decided: delete of an edge is told and ignored; leak report at pin close",
     .source = "ks/nf-ks-ksstreampointerdelete.md",
     .lesson = {.why = "A clone that stays holds its request for ever; an edge belongs to the "
                       "queue, and deleting it takes the queue's own place away.",
                .check = "KsStreamPointerDelete reports an edge that it is given, and every stream "
                         "pointer call one that does not live any more. Clones that are left when "
                         "the pin stops are named under S-148.",
                .wrong =
                    R"(edge = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
…
KsStreamPointerDelete(edge);)",
                .right =
                    R"(edge = KsPinGetLeadingEdgeStreamPointer(Pin, KSSTREAM_POINTER_STATE_LOCKED);
KsStreamPointerClone(edge, NULL, 0, &clone);
…
KsStreamPointerDelete(clone);)"},
     .tests = {provokes("KsStreamRules.S158CloneDeletedTwiceIsFound"),
               provokes("KsStreamRules.S158DeletedEdgeIsFound"),
               stays_silent("KsStreamRules.S158CloneDeletedOnceIsSilent")}},
    {.id = "S-159",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A frame completes with its last reference, the IRP with its last frame",
     .text = "A frame completes when its reference count drops to zero; the IRP completes when its "
             "last frame completes. A sink pin completes it to the caller, a source pin sends it "
             "on to the connected pin.",
     .outcome = "",
     .source =
         "ks/nf-ks-ksstreampointerdelete.md; stream/leading-and-trailing-edge-stream-pointers.md",
     .tests = {proves("KsPromises.S159TheIrpCompletesWithItsLastFrame")}},
    {.id = "S-160",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Frames between the edges are referenced but can be cancelled",
     .text = "Frames between trailing and leading edge hold one reference each even with no "
             "pointer on them, but are not locked and can be cancelled.",
     .outcome = "",
     .source = "ks/nf-ks-kspingettrailingedgestreampointer.md; "
               "stream/leading-and-trailing-edge-stream-pointers.md",
     .tests = {proves("KsPointerPromises.S160FramesBetweenTheEdgesAreHeldAndCanBeCancelled")}},
    {.id = "S-161",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsStreamPointerAdvance restores the lock or reports the end of the queue",
     .text = "KsStreamPointerAdvance: unlocks if locked, advances, restores the former lock state; "
             "past the last frame a locked pointer yields STATUS_DEVICE_NOT_READY; an unlocked one "
             "always succeeds.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/nf-ks-ksstreampointeradvance.md",
     .tests = {proves("KsPointerPromises.EdgesShowFramesAndMoveOn")}},
    {.id = "S-162",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Stream pointer offset advanced unlocked or beyond Remaining",
     .text = "KsStreamPointerAdvanceOffsets: pointer MUST be locked; MUST NOT advance by more than "
             "Offset.Remaining; reaching 0 remaining moves to the next frame and relocks; Eject "
             "TRUE moves regardless.",
     .outcome = "STATUS_DEVICE_NOT_READY if not locked or the relock failed; decided: finding on "
                "over-advance",
     .source = "ks/nf-ks-ksstreampointeradvanceoffsets.md",
     .lesson = {.why = "The count of bytes wraps, and the next filter believes in megabytes that "
                       "were never written.",
                .check = "The number of bytes is compared with what remains at each advance; on a "
                         "pointer that is not locked the call fails with STATUS_DEVICE_NOT_READY.",
                .wrong = R"(RtlCopyMemory(edge->OffsetOut.Data, Line, LINE_BYTES);
KsStreamPointerAdvanceOffsets(edge, 0, 2 * LINE_BYTES, FALSE);)",
                .right = R"(ULONG bytes = min(LINE_BYTES, edge->OffsetOut.Remaining);
RtlCopyMemory(edge->OffsetOut.Data, Line, bytes);
KsStreamPointerAdvanceOffsets(edge, 0, bytes, FALSE);)"},
     .tests = {provokes("KsStreamRules.S162AdvanceBeyondTheFrameIsFound"),
               stays_silent("KsStreamRules.S162AdvanceToTheEndIsSilent")}},
    {.id = "S-163",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Unlock with Eject moves on to the next frame",
     .text = "KsStreamPointerUnlock(Eject TRUE) advances to the next frame after unlocking.",
     .outcome = "",
     .source = "ks/nf-ks-ksstreampointerunlock.md",
     .tests = {proves("KsPointerPromises.S163EjectingAnUnlockedEdgeMovesOn")}},
    {.id = "S-164",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "IRP or MDL requested from an unlocked stream pointer",
     .text = "KsStreamPointerGetIrp / GetMdl need a locked pointer.",
     .outcome = "NULL",
     .source = "ks/nf-ks-ksstreampointergetirp.md; ks/nf-ks-ksstreampointergetmdl.md",
     .lesson = {.why = "Without the lock the request may be cancelled and freed between the call "
                       "and the use of its result.",
                .check = "Both calls look at the pointer's lock and report when it is not there.",
                .wrong = R"(KsStreamPointerUnlock(edge, FALSE);
PMDL mdl = KsStreamPointerGetMdl(edge);)",
                .right = R"(PMDL mdl = KsStreamPointerGetMdl(edge);
…
KsStreamPointerUnlock(edge, FALSE);)"},
     .tests = {provokes("KsWays.S164IrpOfAnUnlockedPointerIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-165",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Clones are enumerated in the order they were made",
     .text =
         "Clones are enumerated in the order they were cloned (KsPinGetFirstCloneStreamPointer, "
         "KsStreamPointerGetNextClone); GetNextClone on an edge returns NULL.",
     .outcome = "driver completes the wrong frame",
     .source =
         "ks/nf-ks-kspingetfirstclonestreampointer.md; ks/nf-ks-ksstreampointergetnextclone.md",
     .tests = {proves("KsPointerPromises.ClonesHoldTheirFramesInOrder")}},
    {.id = "S-166",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Offset names the input or output side and Remaining counts down from Count",
     .text = "Offset points to OffsetIn on an input pin and OffsetOut on an output pin; Count is "
             "fixed while on the frame, Remaining goes from Count down.",
     .outcome = "",
     .source = "ks/ns-ks-_ksstream_pointer.md; ks/ns-ks-_ksstream_pointer_offset.md",
     .tests = {proves("KsPointerPromises.EdgesShowFramesAndMoveOn")}},
    {.id = "S-167",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Count and Remaining are bytes, or mappings with GENERATE_MAPPINGS",
     .text = "Count/Remaining are bytes and Data is valid without GENERATE_MAPPINGS; with it they "
             "are mapping counts and Mappings is valid.",
     .outcome = "",
     .source = "ks/ns-ks-_ksstream_pointer_offset.md",
     .tests = {proves("KsPinPromises.S275MappingsAreMadeWhenAFrameIsLocked")}},
    {.id = "S-168",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Advancing past a frame sets DataUsed and a later driver value survives",
     .text = "DataUsed on advance past a frame := Count - Remaining. The document ties this to "
             "GENERATE_MAPPINGS; both avshws and avscamera work only if it is done WITHOUT that "
             "flag. A later explicit DataUsed=0 by the driver must survive until completion.",
     .outcome = "frames never complete",
     .source = "ks/ns-ks-ksstream_header.md vs Windows-driver-samples/avstream: "
               "avshws/capture.cpp:390-396,1349 and avscamera/sys/Capture.cpp:869",
     .tests = {proves("KsPointerPromises.S168DataUsedIsWrittenWhenTheEdgeLeaves")}},
    {.id = "S-169",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A stream pointer timeout fires once unless cancelled, replaced or deleted",
     .text = "Timeout: KsStreamPointerScheduleTimeout(Interval in 100 ns) fires the callback if "
             "the pointer is neither deleted nor its timeout cancelled; rescheduling replaces the "
             "old one; cancelling with none scheduled is harmless.",
     .outcome = "",
     .source =
         "ks/nf-ks-ksstreampointerscheduletimeout.md; ks/nf-ks-ksstreampointercanceltimeout.md",
     .tests = {proves("KsPointerPromises.S169TimeOutsFireAndS170WaitForRun")}},
    {.id = "S-170",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Timeouts scheduled in PAUSE may wait for RUN",
     .text = "A timeout scheduled in PAUSE may not fire until one is scheduled in RUN, and then "
             "all may fire at once.",
     .outcome = "",
     .source = "ks/nf-ks-ksstreampointerscheduletimeout.md",
     .tests = {proves("KsPointerPromises.S169TimeOutsFireAndS170WaitForRun")}},
    {.id = "S-171",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Status code set on a stream pointer that is never deleted",
     .text = "KsStreamPointerSetStatusCode sets the status the IRP of that frame completes with; "
             "the minidriver MUST still delete the pointer.",
     .outcome = "IRP hangs",
     .source =
         "stream/introduction-to-stream-pointers.md; ks/nf-ks-ksstreampointersetstatuscode.md",
     .lesson = {.why = "The status waits for the last reference on the frame to go; while the "
                       "clone lives, the client never hears of it.",
                .check = "A clone that is left when its pin has stopped is told under this rule "
                         "when a status was set on it, with the stack that made it.",
                .wrong = R"(KsStreamPointerSetStatusCode(clone, STATUS_IO_DEVICE_ERROR);
return;)",
                .right = R"(KsStreamPointerSetStatusCode(clone, STATUS_IO_DEVICE_ERROR);
KsStreamPointerDelete(clone);
return;)"},
     .tests = {provokes("KsWays.S171StatusWithoutADeleteIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-172",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Available byte count read without the processing mutex",
     .text = "KsPinGetAvailableByteCount is safe only under the processing mutex or if the pin "
             "cannot go ACQUIRE->STOP meanwhile.",
     .outcome = "race",
     .source = "ks/nf-ks-kspingetavailablebytecount.md",
     .lesson = {.why = "The queue is torn down when the pin stops; without the mutex the call "
                       "walks it meanwhile.",
                .check = "The call asks whether its thread holds the processing or the control "
                         "mutex of the pin.",
                .wrong = R"(VOID OnTimerWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinGetAvailableByteCount(Pin, &in, &out);
})",
                .right = R"(VOID OnTimerWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinAcquireProcessingMutex(Pin);
  KsPinGetAvailableByteCount(Pin, &in, &out);
  KsPinReleaseProcessingMutex(Pin);
})"},
     .tests = {provokes("KsWays.S172BytesWithoutTheMutexAreFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-173",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Filter-centric driver moves stream pointers itself",
     .text = "Filter-centric drivers SHOULD NOT move stream pointers themselves; use them for "
             "header access only.",
     .outcome = "undocumented",
     .source = "stream/introduction-to-stream-pointers.md; stream/filter-centric-processing.md",
     .lesson = {.why = "The class driver moves the edges of such a filter by BytesUsed after each "
                       "call; whoever moves them too skips frames.",
                .check = "KsStreamPointerAdvance and an unlock that ejects, on an edge of a filter "
                         "whose dispatch has Process, are told at the call; clones may be moved.",
                .wrong =
                    R"(NTSTATUS OnFilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  KsStreamPointerAdvance(Index[0].Pins[0]->StreamPointer);)",
                .right =
                    R"(NTSTATUS OnFilterProcess(PKSFILTER Filter, PKSPROCESSPIN_INDEXENTRY Index) {
  Index[0].Pins[0]->BytesUsed = Index[0].Pins[0]->BytesAvailable;)"},
     .tests = {provokes("KsFilterCentric.S173EdgeMovedByTheFilterIsFound"),
               stays_silent("KsFilterCentric.AFilterThatLooksFirstIsSilent")}},
};

}  // namespace

Chapter stream_pointers() { return kStreamingStreamPointers; }

}  // namespace drydock::rules::streaming
