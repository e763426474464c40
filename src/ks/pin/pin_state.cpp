// The states of a pin: one step at a time, each with a call of the minidriver's SetDeviceState.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "src/ks/base/out_of_memory.h"
#include "src/ks/description/descriptor.h"
#include "src/ks/pin/pin.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

// Returns whether data flows in and out again. A filter that captures or renders is none, even if
// it has a pin for the tuner before it.
bool is_codec(Filter& filter) {
  bool in = false;
  bool out = false;
  for (ULONG id = 0; id < filter.pin_types(); ++id) {
    const KSPIN_DESCRIPTOR_EX& type = filter.pin_type(id)->descriptor;
    if (!uses_standard_transport(type, *filter.face().Descriptor)) continue;
    (type.PinDescriptor.DataFlow == KSPIN_DATAFLOW_IN ? in : out) = true;
  }
  return in && out;
}

}  // namespace

KSSTATE Pin::least_processing_state() const {
  return (type_.descriptor.Flags & KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY) != 0 ? KSSTATE_RUN
                                                                              : KSSTATE_PAUSE;
}

// A request after the last handle was closed starts nothing, because no client would stop the pin.
NTSTATUS Pin::set_state(KSSTATE to) {
  if (life_ != PinLife::kOpen && to > state_) return STATUS_DEVICE_NOT_READY;
  while (state_ != to) {
    KSSTATE next = to;
    if (has_standard_transport()) {
      next = static_cast<KSSTATE>(to > state_ ? state_ + 1 : state_ - 1);
    }
    const NTSTATUS status = step(next, state_);
    // Steps down are made even if the minidriver refuses: a client that left cannot be held
    // (S-204).
    if (!NT_SUCCESS(status) && to > state_) return status;
  }
  return STATUS_SUCCESS;
}

bool Pin::needs_frames() const {
  return (type_.descriptor.Flags & KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING) == 0;
}

// An input of the processing gate, or of the gate that the minidriver attached.
std::shared_ptr<GateInput> Pin::frames_input() {
  if (gate_ != nullptr) return std::make_shared<GateInput>(*gate_, gate_kind_);
  return std::make_shared<GateInput>(processor().gate());
}

// A pin that processes waits for its own state. In a filter that processes, a pin below that state
// does not keep the others from processing (S-182); its frames count from here on.
void Pin::open_gate() {
  if (runs_ != nullptr) runs_->set(true);
  if (!filter_.is_filter_centric()) return;
  if (needs_frames() && has_frames_ == nullptr && copy_source() == nullptr) {
    has_frames_ = frames_input();
    queue()->drive(has_frames_);
  }
  note_ready();
}

void Pin::close_gate() {
  if (runs_ != nullptr) runs_->set(false);
  if (filter_.is_filter_centric()) {
    note_ready();
    if (const std::shared_ptr<Queue> queue = this->queue()) queue->drive(nullptr);
    has_frames_.reset();
  }
  if (processes()) processor().wait_until_idle();
}

// The pipe exists from the first step up to the last step down (S-139).
NTSTATUS Pin::build_section() {
  const NTSTATUS status = filter_.check_necessary_pins();
  if (!NT_SUCCESS(status) || !has_standard_transport()) return status;
  const ULONG flags = type_.descriptor.Flags;
  QueueOptions options;
  options.is_input = face_.DataFlow == KSPIN_DATAFLOW_IN;
  options.trailing_edge = (flags & KSPIN_FLAG_DISTINCT_TRAILING_EDGE) != 0;
  options.fifo = (flags & KSPIN_FLAG_ENFORCE_FIFO) != 0;
  options.mappings = (flags & KSPIN_FLAG_GENERATE_MAPPINGS) != 0;
  options.triggers =
      (flags & KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING) == 0 && copy_source() == nullptr;
  options.triggers_always = (flags & KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL) != 0;
  options.holds_at_end = options.is_input && filter_.has_outputs();
  auto queue = std::make_shared<Queue>(*this, options);
  if (out_of_memory() || !queue->build()) return STATUS_INSUFFICIENT_RESOURCES;
  if (processor_ != nullptr) {
    if (needs_frames()) {
      has_frames_ = frames_input();
      queue->drive(has_frames_);
    }
  }
  const sim::Hold hold(lock_);
  assert(queue_ == nullptr);
  queue_ = std::move(queue);
  return STATUS_SUCCESS;
}

void Pin::drop_section() {
  std::shared_ptr<Queue> queue = this->queue();
  if (queue != nullptr) queue->close(STATUS_CANCELLED);
  if (processes()) processor().wait_until_idle();
  has_frames_.reset();
  if (runs_ != nullptr) runs_->set(false);
  if (requester_ != nullptr) {
    requester_->release();
    requester_.reset();
  }
  const sim::Hold hold(lock_);
  queue_.reset();
}

NTSTATUS Pin::ask_state(KSSTATE to, KSSTATE from) {
  const KSPIN_DISPATCH* dispatch = face_.Descriptor->Dispatch;
  if (dispatch == nullptr || dispatch->SetDeviceState == nullptr) return STATUS_SUCCESS;
  return ask_now("KSPIN_DISPATCH.SetDeviceState", "S-136", dispatch->SetDeviceState, &face_, to,
                 from);
}

void Pin::set_own_state(KSSTATE to) {
  assert(to != state_);
  state_ = to;
  face_.DeviceState = to;
  clocks_.set_state(to);
}

NTSTATUS Pin::step(KSSTATE to, KSSTATE from) {
  assert(from == state_);
  const bool up = to > from;
  if (up && from == KSSTATE_STOP) {
    const NTSTATUS status = build_section();
    if (!NT_SUCCESS(status)) return status;
  }
  if (!up && requester_ != nullptr && to < KSSTATE_PAUSE) requester_->stop();
  filter_.check_gates();
  note_step(to, from);
  face_.ClientState = to;
  const bool leaves = !up && from >= least_processing_state() && to < least_processing_state();
  if (leaves && has_standard_transport()) {
    check_stall();
    close_gate();
  }
  NTSTATUS status = ask_state(to, from);
  if (!NT_SUCCESS(status) && up) {
    face_.ClientState = from;
    if (from == KSSTATE_STOP) drop_section();
    return status;
  }
  if (to == KSSTATE_STOP || from == KSSTATE_STOP) device().note_use(up);
  set_own_state(to);
  if (up) {
    status = enter_state(to);
    if (!NT_SUCCESS(status)) step(from, to);
  } else if (to == KSSTATE_STOP) {
    flush_queue(STATUS_CANCELLED);
    drop_section();
  }
  return status;
}

// Does what follows from a step up: the requester takes its frames at ACQUIRE, sends them at PAUSE,
// and processing begins.
NTSTATUS Pin::enter_state(KSSTATE to) {
  if (to == KSSTATE_ACQUIRE && connection_.is_source() && has_standard_transport()) {
    assert(requester_ == nullptr);
    requester_ = std::make_unique<Requester>(*this);
    const NTSTATUS status = requester_->acquire();
    if (!NT_SUCCESS(status)) return status;
  }
  if (to == KSSTATE_PAUSE && requester_ != nullptr) requester_->start();
  if (to == least_processing_state() && has_standard_transport() && processes()) {
    open_gate();
    if (copy_source() == nullptr) processor().attempt(false);
  }
  return STATUS_SUCCESS;
}

void Pin::notify_reset() {
  const KSPIN_DISPATCH* dispatch = face_.Descriptor->Dispatch;
  if (dispatch != nullptr && dispatch->Reset != nullptr) {
    call("KSPIN_DISPATCH.Reset", dispatch->Reset, &face_);
  }
  const KSFILTER_DISPATCH* filter = filter_.face().Descriptor->Dispatch;
  if (filter_.is_filter_centric() && filter->Reset != nullptr) {
    filter_.call("KSFILTER_DISPATCH.Reset", filter->Reset, &filter_.face());
  }
}

void Pin::flush_queue(NTSTATUS status) {
  if (const std::shared_ptr<Queue> queue = this->queue()) queue->flush(status);
  notify_reset();
}

// S-196 to S-198: the state of the pin does not end a reset.
void Pin::reset(KSRESET to) {
  if (reset_ == to) return;
  reset_ = to;
  face_.ResetState = to;
  if (to == KSRESET_BEGIN) {
    flush_queue(STATUS_CANCELLED);
    const std::shared_ptr<Queue> queue = this->queue();
    if (queue != nullptr && is_codec(filter_) && rules::breaks("S-199", queue->clones() != 0)) {
      breach("S-199", "clones are left when a reset has begun").raise_later();
    }
  } else {
    notify_reset();
  }
  if (face_.DataFlow == KSPIN_DATAFLOW_IN) propagate_reset(to);
}

// S-200: from an input to the outputs that the topology connects it with.
void Pin::propagate_reset(KSRESET to) {
  const std::vector<ULONG> behind = filter_.outputs_behind(face_.Id);
  bool any = false;
  bool reached = false;
  for (const std::shared_ptr<Pin>& pin : pins_of(filter_)) {
    if (pin->face_.DataFlow != KSPIN_DATAFLOW_OUT) continue;
    any = true;
    if (std::ranges::find(behind, pin->face_.Id) == behind.end()) continue;
    reached = true;
    pin->reset(to);
  }
  if (any && to == KSRESET_BEGIN && rules::breaks("S-200", !reached)) {
    breach("S-200", "the topology connects no output pin with the input that is reset")
        .raise_later();
  }
}

// S-042: frames of the framing are as large as the format needs.
void Pin::check_framing_of_format() {
  const KSALLOCATOR_FRAMING_EX* framing = face_.Descriptor->AllocatorFraming;
  const ULONG sample = face_.ConnectionFormat->SampleSize;
  if (framing == nullptr || framing->CountItems == 0 || sample == 0) return;
  const KS_FRAMING_RANGE& range = framing->FramingItem[0].FramingRange.Range;
  if (!rules::breaks("S-042", range.MaxFrameSize < sample)) return;
  breach("S-042", fmt::format("frames of at most {} bytes are for samples of {}",
                              range.MaxFrameSize, sample))
      .raise_later();
}

// Records before a step what the rules check after it.
void Pin::note_step(KSSTATE to, KSSTATE from) {
  if (to == KSSTATE_ACQUIRE && from == KSSTATE_STOP) check_framing_of_format();
  const bool between = to >= KSSTATE_PAUSE && from >= KSSTATE_PAUSE;
  const sim::Hold hold(lock_);
  if (between) {
    pictures_.resumed = true;
  } else if (to == KSSTATE_STOP) {
    pictures_ = {};
  }
}

}  // namespace drydock::ks
