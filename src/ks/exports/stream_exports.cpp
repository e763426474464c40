// Stream pointers and processing as minidrivers use them.
#include <fmt/format.h>

#include "src/ks/exports/exports.h"
#include "src/ks/pin/pin.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

using namespace drydock::ks;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

namespace {

// S-193: on Windows the cancel callback runs under the lock of the queue. True when the call may go
// on.
bool may_touch_queue(const char* call) {
  nt::require_irql_at_most(DISPATCH_LEVEL, call);
  if (!rules::breaks("S-193", in_cancel_callback())) return true;
  nt::Breach("S-193", nt::Offender::running())
      .message("{} is called in a stream pointer's cancel callback", call)
      .raise();
  return false;
}

std::shared_ptr<StreamPointer> usable(PKSSTREAM_POINTER face, const char* call) {
  return may_touch_queue(call) ? pointer_of(face, call) : nullptr;
}

PKSSTREAM_POINTER face_of(const std::shared_ptr<StreamPointer>& pointer) {
  return pointer == nullptr ? nullptr : pointer->face;
}

// S-173: in a filter that processes only the class driver moves the edges.
void check_mover(const StreamPointer& pointer, const char* call) {
  auto& pin = static_cast<Pin&>(pointer.queue.pin());
  if (pointer.role == StreamPointer::Role::kClone ||
      !rules::breaks("S-173", pin.filter().is_filter_centric()))
    return;
  pin.breach("S-173", fmt::format("{} moves an edge in a filter-centric filter", call))
      .raise_later();
}

// S-164.
void require_locked(const StreamPointer& pointer, const char* call) {
  if (rules::breaks("S-164", !pointer.queue.is_locked(pointer)))
    nt::Breach("S-164", nt::Offender::running())
        .message("{} needs a locked stream pointer", call)
        .raise();
}

std::shared_ptr<Queue> queue_of(PKSPIN Pin_, const char* call) {
  const auto pin = object_as<Pin>(Pin_, call);
  return pin == nullptr ? nullptr : pin->queue();
}

// Records what the minidriver gets, for a crash near address zero.
PKSSTREAM_POINTER noted(PKSSTREAM_POINTER face) {
  Given& given = given_to_callback();
  given.no_frame = face == nullptr;
  given.empty_frame =
      face != nullptr && face->StreamHeader != nullptr && face->Offset->Data == nullptr;
  return face;
}

}  // namespace

extern "C" PKSSTREAM_POINTER KsPinGetLeadingEdgeStreamPointer(PKSPIN Pin_,
                                                              KSSTREAM_POINTER_STATE State) {
  if (!may_touch_queue("KsPinGetLeadingEdgeStreamPointer")) return nullptr;
  const auto queue = queue_of(Pin_, "KsPinGetLeadingEdgeStreamPointer");
  return noted(queue == nullptr ? nullptr : face_of(queue->leading(State)));
}

extern "C" PKSSTREAM_POINTER KsPinGetTrailingEdgeStreamPointer(PKSPIN Pin_,
                                                               KSSTREAM_POINTER_STATE State) {
  if (!may_touch_queue("KsPinGetTrailingEdgeStreamPointer")) return nullptr;
  const auto queue = queue_of(Pin_, "KsPinGetTrailingEdgeStreamPointer");
  return noted(queue == nullptr ? nullptr : face_of(queue->trailing(State)));
}

extern "C" PKSSTREAM_POINTER KsPinGetFirstCloneStreamPointer(PKSPIN Pin_) {
  if (!may_touch_queue("KsPinGetFirstCloneStreamPointer")) return nullptr;
  const auto queue = queue_of(Pin_, "KsPinGetFirstCloneStreamPointer");
  return queue == nullptr ? nullptr : face_of(queue->first_clone());
}

extern "C" PKSSTREAM_POINTER KsStreamPointerGetNextClone(PKSSTREAM_POINTER StreamPointer_) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerGetNextClone");
  return pointer == nullptr ? nullptr : face_of(pointer->queue.next_clone(*pointer));
}

extern "C" NTSTATUS KsPinGetAvailableByteCount(PKSPIN Pin_, PLONG InputDataBytes,
                                               PLONG OutputBufferBytes) {
  const auto pin = object_as<Pin>(Pin_, "KsPinGetAvailableByteCount");
  const auto queue = pin == nullptr ? nullptr : pin->queue();
  if (queue == nullptr) return STATUS_UNSUCCESSFUL;
  const bool still =
      pin->control_mutex().held() || (pin->processes() && pin->processor().mutex().held());
  if (rules::breaks("S-172", !still)) {
    pin->breach("S-172", "KsPinGetAvailableByteCount is called without the processing mutex")
        .raise_later();
  }
  LONG in = 0;
  LONG out = 0;
  queue->available(in, out);
  if (InputDataBytes != nullptr) *InputDataBytes = in;
  if (OutputBufferBytes != nullptr) *OutputBufferBytes = out;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS KsStreamPointerLock(PKSSTREAM_POINTER StreamPointer_) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerLock");
  return pointer == nullptr ? STATUS_DEVICE_NOT_READY : pointer->queue.lock(*pointer);
}

extern "C" VOID KsStreamPointerUnlock(PKSSTREAM_POINTER StreamPointer_, BOOLEAN Eject) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerUnlock");
  if (pointer == nullptr) return;
  if (Eject) check_mover(*pointer, "KsStreamPointerUnlock");
  pointer->queue.unlock(*pointer, Eject);
}

extern "C" NTSTATUS KsStreamPointerAdvance(PKSSTREAM_POINTER StreamPointer_) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerAdvance");
  if (pointer == nullptr) return STATUS_DEVICE_NOT_READY;
  check_mover(*pointer, "KsStreamPointerAdvance");
  return pointer->queue.advance(*pointer);
}

extern "C" NTSTATUS KsStreamPointerAdvanceOffsets(PKSSTREAM_POINTER StreamPointer_, ULONG InUsed,
                                                  ULONG OutUsed, BOOLEAN Eject) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerAdvanceOffsets");
  if (pointer == nullptr) return STATUS_DEVICE_NOT_READY;
  return pointer->queue.advance_offsets(*pointer, InUsed, OutUsed, Eject, false);
}

extern "C" VOID KsStreamPointerAdvanceOffsetsAndUnlock(PKSSTREAM_POINTER StreamPointer_,
                                                       ULONG InUsed, ULONG OutUsed, BOOLEAN Eject) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerAdvanceOffsetsAndUnlock");
  if (pointer != nullptr) {
    pointer->queue.advance_offsets(*pointer, InUsed, OutUsed, Eject, true);
  }
}

extern "C" NTSTATUS KsStreamPointerClone(PKSSTREAM_POINTER StreamPointer_,
                                         PFNKSSTREAMPOINTER CancelCallback, ULONG ContextSize,
                                         PKSSTREAM_POINTER* CloneStreamPointer) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerClone");
  if (pointer == nullptr || CloneStreamPointer == nullptr) return STATUS_DEVICE_NOT_READY;
  std::shared_ptr<StreamPointer> made;
  const NTSTATUS status = pointer->queue.clone(*pointer, CancelCallback, ContextSize, made);
  if (NT_SUCCESS(status)) *CloneStreamPointer = made->face;
  return status;
}

// S-158: an edge cannot be deleted; it lives as long as its queue.
extern "C" VOID KsStreamPointerDelete(PKSSTREAM_POINTER StreamPointer_) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsStreamPointerDelete");
  const auto pointer = pointer_of(StreamPointer_, "KsStreamPointerDelete");
  if (pointer == nullptr) return;
  if (rules::breaks("S-158", pointer->role != StreamPointer::Role::kClone)) {
    nt::Breach("S-158", nt::Offender::running())
        .message("KsStreamPointerDelete was given an edge of the queue")
        .raise();
    return;
  }
  pointer->queue.remove(*pointer);
}

extern "C" NTSTATUS KsStreamPointerSetStatusCode(PKSSTREAM_POINTER StreamPointer_,
                                                 NTSTATUS Status) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerSetStatusCode");
  if (pointer == nullptr) return STATUS_DEVICE_NOT_READY;
  pointer->queue.set_status(*pointer, Status);
  return STATUS_SUCCESS;
}

extern "C" PIRP KsStreamPointerGetIrp(PKSSTREAM_POINTER StreamPointer_, PBOOLEAN FirstFrameInIrp,
                                      PBOOLEAN LastFrameInIrp) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerGetIrp");
  if (pointer == nullptr) return nullptr;
  require_locked(*pointer, "KsStreamPointerGetIrp");
  bool first = false;
  bool last = false;
  const PIRP irp = pointer->queue.irp(*pointer, first, last);
  if (FirstFrameInIrp != nullptr) *FirstFrameInIrp = first;
  if (LastFrameInIrp != nullptr) *LastFrameInIrp = last;
  return irp;
}

extern "C" PMDL KsStreamPointerGetMdl(PKSSTREAM_POINTER StreamPointer_) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerGetMdl");
  if (pointer == nullptr) return nullptr;
  require_locked(*pointer, "KsStreamPointerGetMdl");
  return pointer->queue.mdl(*pointer);
}

extern "C" VOID KsPinAttemptProcessing(PKSPIN Pin_, BOOLEAN Asynchronous) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsPinAttemptProcessing");
  if (rules::breaks("S-181", Pin_ == nullptr)) {
    nt::Breach("S-181", nt::Offender::running())
        .message("KsPinAttemptProcessing was given no pin")
        .raise();
    return;
  }
  const auto pin = object_as<Pin>(Pin_, "KsPinAttemptProcessing");
  if (pin != nullptr && pin->processes()) pin->processor().attempt(Asynchronous);
}

extern "C" VOID KsFilterAttemptProcessing(PKSFILTER Filter_, BOOLEAN Asynchronous) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsFilterAttemptProcessing");
  const auto filter = object_as<Filter>(Filter_, "KsFilterAttemptProcessing");
  if (filter != nullptr && filter->is_filter_centric()) filter->processor()->attempt(Asynchronous);
}

extern "C" PKSGATE KsPinGetAndGate(PKSPIN Pin_) {
  const auto pin = object_as<Pin>(Pin_, "KsPinGetAndGate");
  return pin == nullptr || !pin->processes() ? nullptr : &pin->processor().gate();
}

extern "C" PKSGATE KsFilterGetAndGate(PKSFILTER Filter_) {
  const auto filter = object_as<Filter>(Filter_, "KsFilterGetAndGate");
  return filter == nullptr || !filter->is_filter_centric() ? nullptr : &filter->processor()->gate();
}

extern "C" VOID KsStreamPointerScheduleTimeout(PKSSTREAM_POINTER StreamPointer_,
                                               PFNKSSTREAMPOINTER Callback, ULONGLONG Interval) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerScheduleTimeout");
  if (pointer == nullptr || Callback == nullptr) return;
  pointer->queue.set_timeout(*pointer, Callback, static_cast<LONGLONG>(Interval));
}

extern "C" VOID KsStreamPointerCancelTimeout(PKSSTREAM_POINTER StreamPointer_) {
  const auto pointer = usable(StreamPointer_, "KsStreamPointerCancelTimeout");
  if (pointer != nullptr) pointer->queue.cancel_timeout(*pointer);
}
