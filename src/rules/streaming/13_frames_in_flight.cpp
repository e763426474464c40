// Frames in flight: cancel, reset, close, end of stream.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingFramesInFlight[] = {
    {.id = "S-191",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Cancelling an IRP calls back unlocked pointers and spares locked frames",
     .text = "When an IRP is cancelled: call the cancel callbacks of all UNLOCKED stream pointers "
             "on its frames; frames with a locked pointer are not cancelled.",
     .outcome = "",
     .source = "stream/locking-and-unlocking-stream-pointers.md; "
               "stream/stream-pointers-and-irp-cancellation.md",
     .tests = {proves("KsPointerPromises.S191CancelCallsTheCallbackOfUnlockedClones"),
               proves("KsPointerPromises.S195ALockedCloneSeesTheCancelAndHoldsTheFrame")}},
    {.id = "S-192",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Cancel callback does not delete its clone",
     .text = "Cancel callback: drop every reference to the clone, tell the hardware, and MUST call "
             "KsStreamPointerDelete on it.",
     .outcome = "IRP keeps a reference and never completes; applications may crash",
     .source = "ks/nc-ks-pfnksstreampointer.md",
     .lesson = {.why = "The request waits for every reference on its frame, and a program that is "
                       "being closed hangs in its last read.",
                .check = "After each cancel callback the host looks whether its clone was deleted.",
                .wrong = R"(VOID OnCancelled(PKSSTREAM_POINTER Clone) {
  StopTransfer(Clone->Context);
})",
                .right = R"(VOID OnCancelled(PKSSTREAM_POINTER Clone) {
  StopTransfer(Clone->Context);
  KsStreamPointerDelete(Clone);
})"},
     .tests = {provokes("KsStreamRules.S192CloneThatTheCallbackDoesNotDeleteIsFound"),
               stays_silent("KsStreamRules.S192CloneDeletedByTheCallbackIsSilent")}},
    {.id = "S-193",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Cancel callback takes a mutex or touches the queue",
     .text = "The cancel callback runs at DISPATCH_LEVEL under the queue spin lock: MUST NOT "
             "manipulate the queue or call anything that takes a mutex.",
     .outcome = "deadlock; decided: fatal",
     .source = "ks/nc-ks-pfnksstreampointer.md; stream/stream-pointers-and-irp-cancellation.md",
     .lesson = {.why = "The queue's spin lock is held around the callback; whatever takes it "
                       "again, or waits for a mutex, never comes back.",
                .check = "Stream pointer calls other than the delete, and every AVStream mutex, "
                         "report when they are called inside a cancel callback.",
                .wrong = R"(VOID OnCancelled(PKSSTREAM_POINTER Clone) {
  KsPinAcquireProcessingMutex(Clone->Pin);
  KsStreamPointerDelete(Clone);
  KsPinReleaseProcessingMutex(Clone->Pin);
})",
                .right = R"(VOID OnCancelled(PKSSTREAM_POINTER Clone) {
  InterlockedExchangePointer((PVOID*)Clone->Context, NULL);
  KsStreamPointerDelete(Clone);
})"},
     .tests = {provokes("KsStreamRules.S193MutexInTheCallbackIsFound"),
               provokes("KsStreamRules.S193QueueInTheCallbackIsFound"),
               stays_silent("KsStreamRules.S193OnlyTheDeleteIsSilent")}},
    {.id = "S-194",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Cancel callback deletes a clone another thread is using",
     .text =
         "MUST synchronise so that the callback does not delete a clone another thread is using.",
     .outcome = "use after free",
     .source = "stream/locking-and-unlocking-stream-pointers.md",
     .lesson =
         {.why = "A cancel comes at any moment; a DPC that took the clone from a list just before "
                 "writes through a pointer that is gone.",
          .check = "Clones that their cancel callback has deleted are remembered, and a later call "
                   "with one is reported under this rule.",
          .wrong = R"(VOID OnTransferDone(PTRANSFER Transfer) {
  KsStreamPointerDelete(Transfer->Clone);
})",
          .right =
              R"(VOID OnTransferDone(PTRANSFER Transfer) {  // OnCancelled takes Clone away the same way
  PKSSTREAM_POINTER clone =
      (PKSSTREAM_POINTER)InterlockedExchangePointer((PVOID*)&Transfer->Clone, NULL);
  if (clone != NULL) KsStreamPointerDelete(clone);
})"},
     .tests = {provokes("KsWays.S194CloneUsedAfterItsCallbackIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-195",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A locked clone's driver can see that its IRP was cancelled",
     .text = "A locked clone can hold a frame through a cancel request; a driver that polls "
             "Irp->Cancel (avscamera hwsim.cpp:1063) must be able to see it set.",
     .outcome = "cancel never noticed",
     .source = "Windows-driver-samples/avstream: avscamera/sys/hwsim.cpp:1063-1072 (derived)",
     .tests = {proves("KsPointerPromises.S195ALockedCloneSeesTheCancelAndHoldsTheFrame")}},
    {.id = "S-196",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Stream I/O sent between KSRESET_BEGIN and KSRESET_END",
     .text = "IOCTL_KS_RESET_STATE KSRESET_BEGIN: existing read/write requests are cancelled and "
             "new ones rejected with STATUS_DEVICE_NOT_READY until KSRESET_END.",
     .outcome = "STATUS_DEVICE_NOT_READY",
     .source = "ks/ni-ks-ioctl_ks_reset_state.md",
     .tests = {proves("KsPromises.S196ResetCancelsAndRefusesUntilItsEnd")}},
    {.id = "S-197",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only KSRESET_END ends the reset state",
     .text = "The reset state is NOT ended by a pin state change; only KSRESET_END ends it.",
     .outcome = "",
     .source = "ks/ni-ks-ioctl_ks_reset_state.md",
     .tests = {proves("KsPromises.S196ResetCancelsAndRefusesUntilItsEnd")}},
    {.id = "S-198",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Reset is called on each reset change and queue flush",
     .text = "Reset dispatch is called when the reset state changes and whenever the pin queue is "
             "flushed; the filter control mutex MAY be held. Filter.Reset only for filter-centric "
             "filters; its return value is unused.",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspinvoid.md; ks/nc-ks-pfnksfiltervoid.md",
     .tests = {proves("KsPromises.S196ResetCancelsAndRefusesUntilItsEnd")}},
    {.id = "S-199",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Codec keeps clones or old state after a reset",
     .text = "On reset begin a codec SHOULD delete all its clones and reset internal state; after "
             "END it takes new input.",
     .outcome = "stale frames",
     .source = "stream/resetting-state-in-avstream-codecs.md",
     .lesson = {.why = "Pictures from before the seek come out after it, mixed with the new ones.",
                .check = "When a reset begins on a pin of a filter with both inputs and outputs, "
                         "clones that are left after its callbacks are told.",
                .wrong = R"(VOID OnReset(PKSPIN Pin) {
  ((PCODEC)Pin->Context)->NeedKeyFrame = TRUE;
})",
                .right = R"(VOID OnReset(PKSPIN Pin) {
  PKSSTREAM_POINTER clone;
  while ((clone = KsPinGetFirstCloneStreamPointer(Pin)) != NULL)
    KsStreamPointerDelete(clone);
  ((PCODEC)Pin->Context)->NeedKeyFrame = TRUE;
})"},
     .tests = {provokes("KsWays.S199CloneLeftInAResetIsFound"),
               stays_silent("KsWays.S199CloneOfACaptureIsSilent"),
               stays_silent("KsWays.S199CloneDeletedInAResetIsSilent")}},
    {.id = "S-200",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Topology lacks the connection that carries a reset",
     .text = "For reset to propagate, the filter MUST describe input->output topology connections.",
     .outcome = "reset does not reach the other pin",
     .source = "stream/resetting-state-in-avstream-codecs.md",
     .lesson = {.why = "The class driver finds the outputs behind an input by the topology alone; "
                       "without a connection the old pictures stay in the output.",
                .check = "When a reset begins on an input and the filter has output pins, none of "
                         "which the topology reaches from it, the filter is told.",
                .wrong = R"(DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes),
DEFINE_KSFILTER_DEFAULT_CONNECTIONS,)",
                .right = R"(static const KSTOPOLOGY_CONNECTION Connections[] = {
    {KSFILTER_NODE, INPUT_PIN, 0, 1}, {0, 0, KSFILTER_NODE, OUTPUT_PIN}};
…
DEFINE_KSFILTER_NODE_DESCRIPTORS(Nodes),
DEFINE_KSFILTER_CONNECTIONS(Connections),)"},
     .tests = {provokes("KsObjectRules.S200TopologyThatEndsInANodeIsFound"),
               stays_silent("KsObjectRules.S200DefaultTopologyIsSilent")}},
    {.id = "S-201",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "End of stream on an output pin flushes and resets with KSRESET_END",
     .text = "Setting ENDOFSTREAM on an output header and unlocking flushes the queue and produces "
             "a KSRESET_END reset without a BEGIN (output pins only).",
     .outcome = "",
     .source = "stream/resetting-state-in-avstream-codecs.md",
     .tests = {proves("KsFilterCentric.S202InputWaitsForTheEndOfTheOutput")}},
    {.id = "S-202",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Input waits after end of stream until the output signals it too",
     .text = "After ENDOFSTREAM reached an input pin, that pin gets no new input until the "
             "minidriver sets ENDOFSTREAM on an output pointer.",
     .outcome = "stall",
     .source = "stream/handling-end-of-stream-in-avstream-codecs.md",
     .tests = {proves("KsFilterCentric.S202InputWaitsForTheEndOfTheOutput")}},
    {.id = "S-203",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Pin.Close runs under the filter control mutex after events are freed",
     .text = "Pin.Close: events already freed, object otherwise intact, filter control mutex held, "
             "PASSIVE_LEVEL; may return STATUS_PENDING (completed with KsCompletePendingRequest).",
     .outcome = "",
     .source = "ks/nc-ks-pfnkspinirp.md; ks/ns-ks-_kspin.md",
     .tests = {proves("KsPinPromises.S203APinIsClosedStoppedAndEmpty")}},
    {.id = "S-204",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Close of a streaming pin refused or hangs",
     .text = "MUST accept Close in any state: a client can vanish while streaming. (avscamera's "
             "Close itself calls SetState(STOP) when DeviceState is not STOP.)",
     .outcome = "hang",
     .source = "stream/state-transitions.md (stream-class wording); "
               "Windows-driver-samples/avstream: avscamera/sys/Capture.cpp Close",
     .lesson = {.why = "A program that crashes closes its handles in whatever state they are, and "
                       "nobody can send a STOP first any more.",
                .check = "An error that Close returns is reported; a Close that hangs is ended by "
                         "the watchdog.",
                .wrong = R"(NTSTATUS OnClose(PKSPIN Pin, PIRP Irp) {
  if (((PCAPTURE)Pin->Context)->Running) return STATUS_DEVICE_BUSY;
  return STATUS_SUCCESS;
})",
                .right = R"(NTSTATUS OnClose(PKSPIN Pin, PIRP Irp) {
  if (((PCAPTURE)Pin->Context)->Running) StopCapture(Pin);
  return STATUS_SUCCESS;
})"},
     .tests = {provokes("KsWays.S204RefusedCloseIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-205",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Outstanding buffers are cancelled before the close is delivered",
     .text = "Outstanding buffers are cancelled before the close is delivered (documented for "
             "stream class; apply the same order to AVStream).",
     .outcome = "frames in flight at close",
     .source = "stream/state-transitions.md",
     .tests = {proves("KsPinPromises.S203APinIsClosedStoppedAndEmpty")}},
    {.id = "S-206",
     .party = Party::kClient,
     .severity = Severity::kFatal,
     .status = Status::kProved,
     .title = "Source pin handle outlives the connection's file object",
     .text = "When a connection ends, the SOURCE pin handle MUST be closed before the underlying "
             "file object is destroyed; a sink that lends resources must tell the source.",
     .outcome = "use after free",
     .source = "stream/ks-pins.md",
     .tests = {proves("KsAllocator.ClosingWhileRunningFreesEveryFrameFirst")}},
    {.id = "S-207",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The pin bag is freed at close, shared items with their last bag",
     .text = "Everything in the pin bag is freed when the pin closes; an item in several bags only "
             "when it leaves the last.",
     .outcome = "leak / double free",
     .source = "ks/ns-ks-_kspin.md; stream/object-bags.md",
     .tests = {proves("KsPromises.S207TheBagGoesAfterClose")}},
    {.id = "S-208",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Pin close returns every frame, then the allocator, then the pin",
     .text = "[derived from seed + 6] Order at pin close with an own allocator: no more Allocate "
             "-> every frame back -> Free for each -> allocator file object closed (handle closed "
             "and the pin's reference dropped) -> DeleteAllocator -> Pin.Close / bag cleanup.",
     .outcome = "decided: checks each step",
     .source = "PFNKSDELETEALLOCATOR; stream/ksproperty-stream-allocator.md",
     .tests = {proves("KsAllocator.DeleteComesOnceAfterTheLastFrame")}},
};

}  // namespace

Chapter frames_in_flight() { return kStreamingFramesInFlight; }

}  // namespace drydock::rules::streaming
