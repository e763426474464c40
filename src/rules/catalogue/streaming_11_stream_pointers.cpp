// Stream pointers.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming11[] = {
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
     .source = "stream/leading-and-trailing-edge-stream-pointers.md"},
    {.id = "S-151",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A trailing edge exists only when the pin asked for one",
     .text = "A trailing edge exists only with KSPIN_FLAG_DISTINCT_TRAILING_EDGE; otherwise "
             "KsPinGetTrailingEdgeStreamPointer returns NULL.",
     .outcome = "NULL",
     .source = "ks/nf-ks-kspingettrailingedgestreampointer.md"},
    {.id = "S-152",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Stream pointer moved back to older data",
     .text = "Stream pointers move one way only: to newer data.",
     .outcome = "decided: finding",
     .source = "stream/introduction-to-stream-pointers.md"},
    {.id = "S-153",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Stream pointer used without checking for a frame or a lock",
     .text = "LOCKED request returns NULL when no frame is there (or no queue); MUST be checked. "
             "UNLOCKED returns the pointer whether or not it has a frame, and data MUST NOT be "
             "touched until locked.",
     .outcome = "NULL dereference",
     .source = "ks/nf-ks-kspingetleadingedgestreampointer.md"},
    {.id = "S-154",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A locked stream pointer guarantees a frame that cannot be cancelled",
     .text = "A locked pointer guarantees a frame, and that frame cannot be cancelled; an unlocked "
             "one guarantees neither.",
     .outcome = "",
     .source = "stream/locking-and-unlocking-stream-pointers.md"},
    {.id = "S-155",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Stream pointer kept locked for too long",
     .text = "SHOULD keep pointers locked as briefly as possible; SHOULD unlock the edges whenever "
             "not in use.",
     .outcome = "bad cancel latency; decided: lock-hold timer",
     .source = "stream/locking-and-unlocking-stream-pointers.md"},
    {.id = "S-156",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Locking a cancelled frame returns STATUS_DEVICE_NOT_READY",
     .text = "KsStreamPointerLock on a cancelled frame returns STATUS_DEVICE_NOT_READY.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/nf-ks-ksstreampointerlock.md"},
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
               "ks/ns-ks-_ksstream_pointer.md"},
    {.id = "S-158",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Clone never deleted, or an edge pointer deleted",
     .text = "Clones live until KsStreamPointerDelete; it MUST be called for every clone, and MUST "
             "NOT be called for the leading or trailing edge.",
     .outcome = "decided: fatal: delete of an edge; leak report at pin close",
     .source = "ks/nf-ks-ksstreampointerdelete.md"},
    {.id = "S-159",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A frame completes with its last reference, the IRP with its last frame",
     .text =
         "A frame completes when its reference count drops to zero; the IRP completes when its "
         "last frame completes. A sink pin completes it to the caller, a source pin sends it on "
         "to the connected pin.",
     .outcome = "",
     .source = "ks/nf-ks-ksstreampointerdelete.md; "
               "stream/leading-and-trailing-edge-stream-pointers.md"},
    {.id = "S-160",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Frames between the edges are referenced but can be cancelled",
     .text =
         "Frames between trailing and leading edge hold one reference each even with no pointer "
         "on them, but are not locked and can be cancelled.",
     .outcome = "",
     .source = "ks/nf-ks-kspingettrailingedgestreampointer.md; "
               "stream/leading-and-trailing-edge-stream-pointers.md"},
    {.id = "S-161",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KsStreamPointerAdvance restores the lock or reports the end of the queue",
     .text = "KsStreamPointerAdvance: unlocks if locked, advances, restores the former lock state; "
             "past the last frame a locked pointer yields STATUS_DEVICE_NOT_READY; an unlocked one "
             "always succeeds.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/nf-ks-ksstreampointeradvance.md"},
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
     .source = "ks/nf-ks-ksstreampointeradvanceoffsets.md"},
    {.id = "S-163",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Unlock with Eject moves on to the next frame",
     .text = "KsStreamPointerUnlock(Eject TRUE) advances to the next frame after unlocking.",
     .outcome = "",
     .source = "ks/nf-ks-ksstreampointerunlock.md"},
    {.id = "S-164",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "IRP or MDL requested from an unlocked stream pointer",
     .text = "KsStreamPointerGetIrp / GetMdl need a locked pointer.",
     .outcome = "NULL",
     .source = "ks/nf-ks-ksstreampointergetirp.md; ks/nf-ks-ksstreampointergetmdl.md"},
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
         "ks/nf-ks-kspingetfirstclonestreampointer.md; ks/nf-ks-ksstreampointergetnextclone.md"},
    {.id = "S-166",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Offset names the input or output side and Remaining counts down from Count",
     .text = "Offset points to OffsetIn on an input pin and OffsetOut on an output pin; Count is "
             "fixed while on the frame, Remaining goes from Count down.",
     .outcome = "",
     .source = "ks/ns-ks-_ksstream_pointer.md; ks/ns-ks-_ksstream_pointer_offset.md"},
    {.id = "S-167",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Count and Remaining are bytes, or mappings with GENERATE_MAPPINGS",
     .text = "Count/Remaining are bytes and Data is valid without GENERATE_MAPPINGS; with it they "
             "are mapping counts and Mappings is valid.",
     .outcome = "",
     .source = "ks/ns-ks-_ksstream_pointer_offset.md"},
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
               "avshws/capture.cpp:390-396,1349 and avscamera/sys/Capture.cpp:869"},
    {.id = "S-169",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A stream pointer timeout fires once unless cancelled, replaced or deleted",
     .text =
         "Timeout: KsStreamPointerScheduleTimeout(Interval in 100 ns) fires the callback if the "
         "pointer is neither deleted nor its timeout cancelled; rescheduling replaces the old "
         "one; cancelling with none scheduled is harmless.",
     .outcome = "",
     .source =
         "ks/nf-ks-ksstreampointerscheduletimeout.md; ks/nf-ks-ksstreampointercanceltimeout.md"},
    {.id = "S-170",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Timeouts scheduled in PAUSE may wait for RUN",
     .text =
         "A timeout scheduled in PAUSE may not fire until one is scheduled in RUN, and then all "
         "may fire at once.",
     .outcome = "",
     .source = "ks/nf-ks-ksstreampointerscheduletimeout.md"},
    {.id = "S-171",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Status code set on a stream pointer that is never deleted",
     .text = "KsStreamPointerSetStatusCode sets the status the IRP of that frame completes with; "
             "the minidriver MUST still delete the pointer.",
     .outcome = "IRP hangs",
     .source =
         "stream/introduction-to-stream-pointers.md; ks/nf-ks-ksstreampointersetstatuscode.md"},
    {.id = "S-172",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Available byte count read without the processing mutex",
     .text = "KsPinGetAvailableByteCount is safe only under the processing mutex or if the pin "
             "cannot go ACQUIRE->STOP meanwhile.",
     .outcome = "race",
     .source = "ks/nf-ks-kspingetavailablebytecount.md"},
    {.id = "S-173",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Filter-centric driver moves stream pointers itself",
     .text = "Filter-centric drivers SHOULD NOT move stream pointers themselves; use them for "
             "header access only.",
     .outcome = "undocumented",
     .source = "stream/introduction-to-stream-pointers.md; stream/filter-centric-processing.md"},
};

}  // namespace

Chapter streaming_11() { return kStreaming11; }

}  // namespace drydock::rules::chapter
