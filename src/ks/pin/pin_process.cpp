// The processing of a pin: its own dispatch, its gates, and the stream events in its frames.
#include <fmt/format.h>

#include <cstring>

#include "src/ks/base/host_work.h"
#include "src/ks/pin/pin.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

constexpr sim::Time kStalled = 10LL * 10'000'000;  // ten seconds

// The picture's number in an extended header; 0 when there is none.
LONGLONG picture_in(const StreamRequest& request, const Frame& frame) {
  KS_FRAME_INFO info;
  if (request.header_size < sizeof(KSSTREAM_HEADER) + sizeof info) return 0;
  std::memcpy(&info, frame.header + 1, sizeof info);
  return info.ExtendedHeaderSize == sizeof info ? info.PictureNumber : 0;
}

// S-182: whether enough pins of each type have come to their processing state, and one that is no
// copy of another.
bool enough_pins(Filter& filter) {
  bool any = false;
  std::vector<ULONG> ready(filter.pin_types());
  for (const std::shared_ptr<Pin>& pin : pins_of(filter)) {
    const bool counts = pin->face().ClientState >= pin->least_processing_state();
    any = any || (counts && pin->copy_source() == nullptr);
    if (counts) ++ready[pin->face().Id];
  }
  bool enough = any;
  for (ULONG id = 0; id < ready.size(); ++id) {
    enough = enough && ready[id] >= filter.pin_type(id)->descriptor.InstancesNecessary;
  }
  return enough;
}

}  // namespace

void Pin::note_ready() { filter_.set_enough_pins(enough_pins(filter_)); }

// S-155, S-176; and the time since when frames wait, for S-178.
NTSTATUS Pin::process() {
  constexpr const char* kWhere = "KSPIN_DISPATCH.Process";
  const NTSTATUS status = ask(kWhere, [&] {
    return trace::recorded_call(kWhere, face_.Descriptor->Dispatch->Process)(&face_);
  });
  if (!driver().alive()) return STATUS_PENDING;
  if (rules::breaks("S-176", status != STATUS_SUCCESS && status != STATUS_PENDING)) {
    breach("S-176", fmt::format("Process returned {:#x}", static_cast<ULONG>(status)))
        .tolerated()
        .raise_later();
  }
  const std::shared_ptr<Queue> queue = this->queue();
  if (queue == nullptr) return status;
  if (rules::breaks("S-155", queue->edge_locked()))
    breach("S-155", "Process returned with the leading edge locked").raise_later();
  const bool waits = status != STATUS_SUCCESS && queue->has_frame();
  const sim::Hold hold(lock_);
  pended_ = waits ? std::optional(sim::now()) : std::nullopt;
  return status;
}

// S-178: the pin leaves its processing state, and frames have waited since the minidriver said that
// it would come back to them.
void Pin::check_stall() {
  const std::shared_ptr<Queue> queue = this->queue();
  if (queue == nullptr || !queue->has_frame() || queue->clones() != 0) return;
  std::optional<sim::Time> since;
  {
    const sim::Hold hold(lock_);
    since = std::exchange(pended_, std::nullopt);
  }
  if (!since || !rules::breaks("S-178", sim::now() - *since >= kStalled)) return;
  breach("S-178",
         "frames waited for seconds after Process returned STATUS_PENDING, and nobody "
         "attempted to process them")
      .raise_later();
}

void Pin::note_progress() {
  if (processes()) processor().note_progress();
}

// S-272.
void Pin::check_stamp(const KSSTREAM_HEADER& header) {
  if ((header.OptionsFlags & KSSTREAM_HEADER_OPTIONSF_TIMEVALID) == 0) return;
  if (!rules::breaks("S-272", clocks_.is_plain_stamp(header.PresentationTime.Time))) return;
  breach("S-272", "PresentationTime comes from GetTime, not from GetCorrelatedTime").raise_later();
}

// S-280, S-282. A frame without data is not looked at.
void Pin::check_surface(const Frame& frame) {
  const ULONG used = frame.header->DataUsed;
  if (frame.vram == nullptr || used == 0) return;
  rules::evaluated("S-280");
  if (used != sizeof(VRAM_SURFACE_INFO)) {
    breach("S-280", fmt::format("DataUsed of a frame in video memory is {}, not the {} bytes of a "
                                "VRAM_SURFACE_INFO",
                                used, sizeof(VRAM_SURFACE_INFO)))
        .raise_later();
  } else if (frame.vram->info()->cbCaptured == 0) {
    breach("S-280", "a frame in video memory is done and cbCaptured is 0").raise_later();
  }
  if (rules::breaks("S-282", frame.vram->is_too_late))
    breach("S-282", "a frame was captured into a surface after DxgkDdiStopCapture").raise_later();
}

// S-146.
void Pin::note_done(const StreamRequest& request) {
  if (face_.DataFlow != KSPIN_DATAFLOW_OUT) return;
  bool fell = false;
  for (const Frame& frame : request.frames) {
    check_stamp(*frame.header);
    if (NT_SUCCESS(request.status)) check_surface(frame);
    const LONGLONG picture = picture_in(request, frame);
    if (picture == 0) continue;
    const sim::Hold hold(lock_);
    if (pictures_.resumed) rules::evaluated("S-146");
    fell = fell || (pictures_.resumed && picture <= pictures_.last);
    pictures_ = {picture, false};
  }
  // Samples of Microsoft's begin again, and Windows does not look.
  if (fell)
    breach("S-146", "PictureNumber began again between PAUSE and RUN").tolerated().raise_later();
}

// A worker ends the output: this thread may be inside Process, at DISPATCH_LEVEL.
void Pin::stream_ended() {
  if (face_.DataFlow == KSPIN_DATAFLOW_OUT) {
    const auto self = std::static_pointer_cast<Pin>(shared_from_this());
    queue_host_work([self] { self->end_output(); });
  } else if ((type_.descriptor.Flags & KSPIN_FLAG_GENERATE_EOS_EVENTS) != 0) {
    events().generate(KSEVENTSETID_Connection, KSEVENT_CONNECTION_ENDOFSTREAM);
  }
}

// S-201: flushes what is queued for the old stream and calls Reset. Then the inputs get the
// requests that were held (S-202).
void Pin::end_output() {
  {
    const Holding control(control_mutex());
    flush_queue(STATUS_CANCELLED);
  }
  for (const std::shared_ptr<Pin>& pin : pins_of(filter_)) {
    const std::shared_ptr<Queue> queue = pin->queue();
    if (queue != nullptr && pin->face().DataFlow == KSPIN_DATAFLOW_IN) queue->resume();
  }
}

// The gate feeds the processing gate as long as a pin is attached to it.
void Pin::attach_gate(KSGATE* gate, GateKind kind) {
  if (gate_ != nullptr) filter_.release_gate(*gate_);
  gate_ = gate;
  gate_kind_ = kind;
  if (gate_ != nullptr && processes()) filter_.adopt_gate(*gate_, kind, processor().gate());
}

std::shared_ptr<Pin> Pin::copy_source() {
  if ((type_.descriptor.Flags & KSPIN_FLAG_SPLITTER) == 0) return nullptr;
  const std::vector<std::shared_ptr<Pin>> all = pins_of_type(filter_, face_.Id);
  return all.empty() || all.front().get() == this ? nullptr : all.front();
}

}  // namespace drydock::ks
