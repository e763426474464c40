// Frames in flight: cancel, reset, close, end of stream.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming13[] = {
    {.id = "S-191",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Cancelling an IRP calls back unlocked pointers and spares locked frames",
     .text = "When an IRP is cancelled: call the cancel callbacks of all UNLOCKED stream pointers "
             "on its frames; frames with a locked pointer are not cancelled.",
     .outcome = "",
     .source = "stream/locking-and-unlocking-stream-pointers.md; "
               "stream/stream-pointers-and-irp-cancellation.md"},
    {.id = "S-192",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Cancel callback does not delete its clone",
     .text = "Cancel callback: drop every reference to the clone, tell the hardware, and MUST call "
             "KsStreamPointerDelete on it.",
     .outcome = "IRP keeps a reference and never completes; applications may crash",
     .source = "ks/nc-ks-pfnksstreampointer.md"},
    {.id = "S-193",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Cancel callback takes a mutex or touches the queue",
     .text = "The cancel callback runs at DISPATCH_LEVEL under the queue spin lock: MUST NOT "
             "manipulate the queue or call anything that takes a mutex.",
     .outcome = "deadlock; decided: fatal",
     .source = "ks/nc-ks-pfnksstreampointer.md; stream/stream-pointers-and-irp-cancellation.md"},
    {.id = "S-194",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Cancel callback deletes a clone another thread is using",
     .text = "MUST synchronise so that the callback does not delete a clone another thread is "
             "using.",
     .outcome = "use after free",
     .source = "stream/locking-and-unlocking-stream-pointers.md"},
    {.id = "S-195",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A locked clone's driver can see that its IRP was cancelled",
     .text = "A locked clone can hold a frame through a cancel request; a driver that polls "
             "Irp->Cancel (avscamera hwsim.cpp:1063) must be able to see it set.",
     .outcome = "cancel never noticed",
     .source = "Windows-driver-samples/avstream: avscamera/sys/hwsim.cpp:1063-1072 (derived)"},
    {.id = "S-196",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Stream I/O sent between KSRESET_BEGIN and KSRESET_END",
     .text = "IOCTL_KS_RESET_STATE KSRESET_BEGIN: existing read/write requests are cancelled and "
             "new ones rejected with STATUS_DEVICE_NOT_READY until KSRESET_END.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/ni-ks-ioctl_ks_reset_state.md"},
    {.id = "S-197",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only KSRESET_END ends the reset state",
     .text = "The reset state is NOT ended by a pin state change; only KSRESET_END ends it.",
     .outcome = "",
     .source = "ks/ni-ks-ioctl_ks_reset_state.md"},
    {.id = "S-198",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reset is called on each reset change and queue flush",
     .text = "Reset dispatch is called when the reset state changes and whenever the pin queue is "
             "flushed; the filter control mutex MAY be held. Filter.Reset only for filter-centric "
             "filters; its return value is unused.",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspinvoid.md; ks/nc-ks-pfnksfiltervoid.md"},
    {.id = "S-199",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Codec keeps clones or old state after a reset",
     .text = "On reset begin a codec SHOULD delete all its clones and reset internal state; after "
             "END it takes new input.",
     .outcome = "stale frames",
     .source = "stream/resetting-state-in-avstream-codecs.md"},
    {.id = "S-200",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Topology lacks the connection that carries a reset",
     .text = "For reset to propagate, the filter MUST describe input->output topology connections.",
     .outcome = "reset does not reach the other pin",
     .source = "stream/resetting-state-in-avstream-codecs.md"},
    {.id = "S-201",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "End of stream on an output pin flushes and resets with KSRESET_END",
     .text = "Setting ENDOFSTREAM on an output header and unlocking flushes the queue and produces "
             "a KSRESET_END reset without a BEGIN (output pins only).",
     .outcome = "",
     .source = "stream/resetting-state-in-avstream-codecs.md"},
    {.id = "S-202",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Input waits after end of stream until the output signals it too",
     .text = "After ENDOFSTREAM reached an input pin, that pin gets no new input until the "
             "minidriver sets ENDOFSTREAM on an output pointer.",
     .outcome = "stall",
     .source = "stream/handling-end-of-stream-in-avstream-codecs.md"},
    {.id = "S-203",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Pin.Close runs under the filter control mutex after events are freed",
     .text = "Pin.Close: events already freed, object otherwise intact, filter control mutex held, "
             "PASSIVE_LEVEL; may return STATUS_PENDING (completed with KsCompletePendingRequest).",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspinirp.md; ks/ns-ks-_kspin.md"},
    {.id = "S-204",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Close of a streaming pin refused or hangs",
     .text = "MUST accept Close in any state: a client can vanish while streaming. (avscamera's "
             "Close itself calls SetState(STOP) when DeviceState is not STOP.)",
     .outcome = "hang",
     .source =
         "stream/state-transitions.md (stream-class wording); Windows-driver-samples/avstream: "
         "avscamera/sys/Capture.cpp Close"},
    {.id = "S-205",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Outstanding buffers are cancelled before the close is delivered",
     .text = "Outstanding buffers are cancelled before the close is delivered (documented for "
             "stream class; apply the same order to AVStream).",
     .outcome = "frames in flight at close",
     .source = "stream/state-transitions.md"},
    {.id = "S-206",
     .party = Party::kClient,
     .severity = Severity::kFatal,
     .status = Status::kProved,
     .title = "Source pin handle outlives the connection's file object",
     .text = "When a connection ends, the SOURCE pin handle MUST be closed before the underlying "
             "file object is destroyed; a sink that lends resources must tell the source.",
     .outcome = "use after free",
     .source = "stream/ks-pins.md"},
    {.id = "S-207",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The pin bag is freed at close, shared items with their last bag",
     .text = "Everything in the pin bag is freed when the pin closes; an item in several bags only "
             "when it leaves the last.",
     .outcome = "leak / double free",
     .source = "ks/ns-ks-_kspin.md; stream/object-bags.md"},
    {.id = "S-208",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Pin close returns every frame, then the allocator, then the pin",
     .text =
         "[derived from seed + 6] Order at pin close with an own allocator: no more Allocate -> "
         "every frame back -> Free for each -> allocator file object closed (handle closed and "
         "the pin's reference dropped) -> DeleteAllocator -> Pin.Close / bag cleanup.",
     .outcome = "decided: checks each step",
     .source = "PFNKSDELETEALLOCATOR; stream/ksproperty-stream-allocator.md; see A-04"},
};

}  // namespace

Chapter streaming_13() { return kStreaming13; }

}  // namespace drydock::rules::chapter
