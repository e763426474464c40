// The states of a pin (b.4): one step at a time, each asked of the minidriver.
#include <fmt/format.h>

#include "src/ks/pin.h"

namespace drydock::ks {

KSSTATE Pin::least_processing_state() const {
  return (type_.descriptor.Flags & KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY) != 0 ? KSSTATE_RUN
                                                                              : KSSTATE_PAUSE;
}

NTSTATUS Pin::set_state(KSSTATE to) {
  while (state_ != to) {
    KSSTATE next = to;
    if (has_standard_transport()) {
      next = static_cast<KSSTATE>(to > state_ ? state_ + 1 : state_ - 1);
    }
    const NTSTATUS status = step(next, state_);
    // The way down is always gone to its end: a client that left cannot be refused (S-204).
    if (!NT_SUCCESS(status) && to > state_) return status;
  }
  return STATUS_SUCCESS;
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
  options.triggers = (flags & KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING) == 0;
  options.triggers_always = (flags & KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL) != 0;
  auto queue = std::make_shared<Queue>(*this, options);
  if (out_of_memory() || !queue->build()) return STATUS_INSUFFICIENT_RESOURCES;
  if (processes()) {
    runs_ = std::make_unique<GateInput>(processor().gate());
    if ((flags & KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING) == 0) {
      has_frames_ = std::make_unique<GateInput>(processor().gate());
      queue->drive(has_frames_.get());
    }
  }
  const sim::Hold hold(lock_);
  queue_ = std::move(queue);
  return STATUS_SUCCESS;
}

void Pin::drop_section() {
  std::shared_ptr<Queue> queue = this->queue();
  if (queue != nullptr) queue->close(STATUS_CANCELLED);
  if (processes()) processor().wait_until_idle();
  has_frames_.reset();
  runs_.reset();
  requester_.reset();
  const sim::Hold hold(lock_);
  queue_.reset();
}

NTSTATUS Pin::ask_state(KSSTATE to, KSSTATE from) {
  const KSPIN_DISPATCH* dispatch = face_.Descriptor->Dispatch;
  if (dispatch == nullptr || dispatch->SetDeviceState == nullptr) return STATUS_SUCCESS;
  return ask_now("KSPIN_DISPATCH.SetDeviceState", "S-136",
                 [&] { return dispatch->SetDeviceState(&face_, to, from); });
}

NTSTATUS Pin::step(KSSTATE to, KSSTATE from) {
  const bool up = to > from;
  if (up && from == KSSTATE_STOP) {
    const NTSTATUS status = build_section();
    if (!NT_SUCCESS(status)) return status;
  }
  if (!up && runs_ != nullptr && to < least_processing_state()) {
    runs_->set(false);
    processor().wait_until_idle();
  }
  face_.ClientState = to;
  NTSTATUS status = ask_state(to, from);
  if (!NT_SUCCESS(status) && up) {
    face_.ClientState = from;
    if (from == KSSTATE_STOP) drop_section();
    return status;
  }
  state_ = to;
  face_.DeviceState = to;
  clocks_.set_state(to);
  if (up) {
    status = enter_state(to);
  } else if (to == KSSTATE_STOP) {
    flush_queue(STATUS_CANCELLED);
    drop_section();
  }
  return status;
}

// What follows from a step up: frames from the requester at ACQUIRE, then processing.
NTSTATUS Pin::enter_state(KSSTATE to) {
  if (runs_ != nullptr && to >= least_processing_state()) {
    runs_->set(true);
    processor().attempt(false);
  }
  return STATUS_SUCCESS;
}

void Pin::tell_reset() {
  const KSPIN_DISPATCH* dispatch = face_.Descriptor->Dispatch;
  if (dispatch != nullptr && dispatch->Reset != nullptr) {
    call("KSPIN_DISPATCH.Reset", [&] { dispatch->Reset(&face_); });
  }
  const KSFILTER_DISPATCH* filter = filter_.face().Descriptor->Dispatch;
  if (filter_.is_filter_centric() && filter->Reset != nullptr) {
    filter_.call("KSFILTER_DISPATCH.Reset", [&] { filter->Reset(&filter_.face()); });
  }
}

void Pin::flush_queue(NTSTATUS status) {
  if (const std::shared_ptr<Queue> queue = this->queue()) queue->flush(status);
  tell_reset();
}

// S-196 to S-198: the state of the pin does not end a reset.
void Pin::reset(KSRESET to) {
  if (reset_ == to) return;
  reset_ = to;
  face_.ResetState = to;
  if (to == KSRESET_BEGIN) {
    flush_queue(STATUS_CANCELLED);
  } else {
    tell_reset();
  }
}

}  // namespace drydock::ks
