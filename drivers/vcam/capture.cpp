#include "capture.h"

#include "frame_pool.h"
#include "picture.h"

namespace {

// The header that may follow; whether it does, each frame says for itself (S-124).
PKS_FRAME_INFO frame_info(KSSTREAM_HEADER& header) {
  if (header.Size < sizeof(KSSTREAM_HEADER) + sizeof(KS_FRAME_INFO)) return nullptr;
  return reinterpret_cast<PKS_FRAME_INFO>(&header + 1);
}

// Rows as the frame's surface has them (S-268), if they have room for a row.
Format format_for(const Format& format, const KS_FRAME_INFO* info) {
  constexpr LONG kLongest = 1 << 16;
  if (info == nullptr || info->lSurfacePitch <= 0 || info->lSurfacePitch > kLongest) return format;
  const ULONG pitch = static_cast<ULONG>(info->lSurfacePitch);
  return pitch < format.stride ? format : with_stride(format, pitch);
}

}  // namespace

Capture::Capture(PKSPIN pin, Camera& camera, const Format& format)
    : pin_(pin), camera_(camera), format_(format) {
  KeInitializeSpinLock(&lock_);
  KeInitializeTimerEx(&timer_, NotificationTimer);
  KeInitializeDpc(&dpc_, on_tick, this);
}

void Capture::set_format(const Format& format) {
  const SpinHold hold(lock_);
  format_ = format;
}

// One frame at a time: the next tick calls again.
NTSTATUS Capture::process() {
  {
    const SpinHold hold(lock_);
    if (!working_ || flying_ != nullptr) return STATUS_PENDING;
  }
  const PKSSTREAM_POINTER leading =
      KsPinGetLeadingEdgeStreamPointer(pin_, KSSTREAM_POINTER_STATE_LOCKED);
  if (leading == nullptr) return STATUS_PENDING;
  if (leading->StreamHeader->Data == nullptr) {  // S-269
    KsStreamPointerUnlock(leading, TRUE);
    return STATUS_SUCCESS;
  }
  PKSSTREAM_POINTER frame = nullptr;
  if (!NT_SUCCESS(KsStreamPointerClone(leading, nullptr, 0, &frame))) {
    KsStreamPointerUnlock(leading, FALSE);
    return STATUS_PENDING;
  }
  KsStreamPointerUnlock(leading, TRUE);
  frame->StreamHeader->DataUsed = 0;
  bool flies = false;
  {
    const SpinHold hold(lock_);
    flies = working_;
    if (flies) flying_ = frame;
  }
  if (!flies) finish(frame);
  return STATUS_PENDING;
}

VOID Capture::on_tick(PKDPC, PVOID context, PVOID, PVOID) {
  static_cast<Capture*>(context)->tick();
}

PKSSTREAM_POINTER Capture::land() {
  const SpinHold hold(lock_);
  const PKSSTREAM_POINTER frame = flying_;
  flying_ = nullptr;
  return frame;
}

void Capture::tick() {
  const PKSSTREAM_POINTER frame = land();
  if (frame != nullptr) {
    finish(frame);
  } else {
    const SpinHold hold(lock_);
    ++pictures_;
    ++dropped_;
  }
  KsPinAttemptProcessing(pin_, TRUE);
}

// Without a clock the stream counts its own time.
LONGLONG Capture::time(ULONGLONG number, const Format& format) const {
  if (clock_ == nullptr) return static_cast<LONGLONG>(number) * format.interval;
  LONGLONG system = 0;
  return clock_->GetCorrelatedTime(&system);
}

void Capture::fill(KSSTREAM_HEADER& header, UCHAR* data, const Format& format) {
  ULONGLONG number = 0;
  ULONGLONG dropped = 0;
  {
    const SpinHold hold(lock_);
    number = ++pictures_;
    dropped = dropped_;
  }
  draw_picture(data, format, number);
  header.DataUsed = format.image_size;
  header.Duration = format.interval;
  header.PresentationTime = {time(number, format), 1, 1};
  header.OptionsFlags |= KSSTREAM_HEADER_OPTIONSF_TIMEVALID |
                         KSSTREAM_HEADER_OPTIONSF_DURATIONVALID |
                         KSSTREAM_HEADER_OPTIONSF_SPLICEPOINT;
  if (const PKS_FRAME_INFO info = frame_info(header)) {
    info->ExtendedHeaderSize = sizeof(KS_FRAME_INFO);
    info->dwFrameFlags = KS_VIDEO_FLAG_FRAME;
    info->PictureNumber = static_cast<LONGLONG>(number);
    info->DropCount = static_cast<LONGLONG>(dropped);
  }
}

// The frame gets its picture and goes. A buffer that is too short for one was made by somebody who
// ignored the framing (S-044).
void Capture::finish(PKSSTREAM_POINTER frame) {
  Format format = {};
  {
    const SpinHold hold(lock_);
    format = format_;
  }
  KSSTREAM_HEADER& header = *frame->StreamHeader;
  format = format_for(format, frame_info(header));
  if (camera_.is_gone()) {
    KsStreamPointerSetStatusCode(frame, STATUS_DEVICE_REMOVED);
  } else if (frame->OffsetOut.Remaining < format.image_size) {
    KsStreamPointerSetStatusCode(frame, STATUS_BUFFER_TOO_SMALL);
  } else {
    fill(header, frame->OffsetOut.Data, format);
  }
  KsStreamPointerDelete(frame);
}

void Capture::begin() {
  LONGLONG interval = 0;
  {
    const SpinHold hold(lock_);
    if (working_) return;
    working_ = true;
    interval = format_.interval;
  }
  LARGE_INTEGER first;
  first.QuadPart = -interval;
  KeSetTimerEx(&timer_, first, static_cast<LONG>(interval / 10000), &dpc_);
  KsPinAttemptProcessing(pin_, TRUE);
}

void Capture::end() {
  {
    const SpinHold hold(lock_);
    if (!working_) return;
    working_ = false;
  }
  KeCancelTimer(&timer_);
  KeFlushQueuedDpcs();
  if (const PKSSTREAM_POINTER frame = land()) finish(frame);
}

void Capture::reset() {
  if (const PKSSTREAM_POINTER frame = land()) KsStreamPointerDelete(frame);
}

NTSTATUS Capture::set_state(KSSTATE to, KSSTATE from) {
  if (to == KSSTATE_RUN) return camera_.set_wanted(*this, true);
  if (from == KSSTATE_RUN) return camera_.set_wanted(*this, false);
  if (to == KSSTATE_ACQUIRE && from == KSSTATE_STOP) {
    if (!NT_SUCCESS(KsPinGetReferenceClockInterface(pin_, &clock_))) clock_ = nullptr;
    const SpinHold hold(lock_);
    pictures_ = dropped_ = 0;
  }
  if (to == KSSTATE_STOP && clock_ != nullptr) {
    clock_->Release();
    clock_ = nullptr;
  }
  return STATUS_SUCCESS;
}

namespace {

// The framing says what the format needs (S-042).
NTSTATUS write_framing(PKSPIN pin, const Format& format) {
  NTSTATUS status = KsEdit(pin, &pin->Descriptor, VCAM_TAG);
  if (NT_SUCCESS(status)) status = KsEdit(pin, &pin->Descriptor->AllocatorFraming, VCAM_TAG);
  if (!NT_SUCCESS(status)) return status;
  auto* framing = const_cast<PKSALLOCATOR_FRAMING_EX>(pin->Descriptor->AllocatorFraming);
  KS_FRAMING_ITEM& item = framing->FramingItem[0];
  item.PhysicalRange = {format.image_size, format.image_size, 0};
  item.FramingRange.Range = item.PhysicalRange;
  return STATUS_SUCCESS;
}

NTSTATUS format_of(PKSPIN pin, Format& format) {
  for (ULONG i = 0; i < kVideoRangesCount; ++i) {
    if (NT_SUCCESS(read_format(*pin->ConnectionFormat, *kVideoRanges[i], format))) {
      return STATUS_SUCCESS;
    }
  }
  return STATUS_NO_MATCH;
}

NTSTATUS create_pin(PKSPIN pin, PIRP) {
  Format format = {};
  NTSTATUS status = format_of(pin, format);
  if (NT_SUCCESS(status)) status = write_framing(pin, format);
  if (!NT_SUCCESS(status)) return status;
  Camera& camera = Camera::of(KsPinGetDevice(pin));
  auto* capture = new (NonPagedPoolNx) Capture(pin, camera, format);
  status = keep_in_bag(pin->Bag, capture);
  if (!NT_SUCCESS(status)) return status;
  pin->Context = capture;
  pin->StreamHeaderSize = sizeof(KSSTREAM_HEADER) + sizeof(KS_FRAME_INFO);
  camera.add(*capture);
  return STATUS_SUCCESS;
}

NTSTATUS close_pin(PKSPIN pin, PIRP) {
  Capture& capture = Capture::of(pin);
  capture.camera().set_wanted(capture, false);
  capture.camera().remove(capture);
  return STATUS_SUCCESS;
}

NTSTATUS process_pin(PKSPIN pin) { return Capture::of(pin).process(); }

VOID reset_pin(PKSPIN pin) { Capture::of(pin).reset(); }

// Before Create the context is not ours yet (S-115).
NTSTATUS set_pin_format(PKSPIN pin, PKSDATAFORMAT old_format, PKSMULTIPLE_ITEM,
                        const KSDATARANGE* range, const KSATTRIBUTE_LIST*) {
  Format format = {};
  NTSTATUS status = read_format(*pin->ConnectionFormat, *range, format);
  if (!NT_SUCCESS(status) || old_format == nullptr) return status;
  status = write_framing(pin, format);
  if (NT_SUCCESS(status)) Capture::of(pin).set_format(format);
  return status;
}

NTSTATUS set_pin_state(PKSPIN pin, KSSTATE to, KSSTATE from) {
  return Capture::of(pin).set_state(to, from);
}

}  // namespace

const KSPIN_DISPATCH kCaptureDispatch = {create_pin,     close_pin,       process_pin, reset_pin,
                                         set_pin_format, set_pin_state,   nullptr,     nullptr,
                                         nullptr,        &kFrameAllocator};
