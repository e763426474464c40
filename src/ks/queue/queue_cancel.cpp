// The queue: cancelling requests, one or all.
#include <fmt/format.h>

#include <algorithm>

#include "src/ks/base/mutex.h"
#include "src/ks/base/request.h"
#include "src/ks/object/header.h"
#include "src/ks/queue/queue.h"
#include "src/ks/queue/queue_after.h"
#include "src/ks/queue/streaming_pin.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

// The cancel routine of stream IRPs. The IRP may be completed by another thread as soon as the
// cancel lock is free, so what is needed of it is read before.
void cancel_stream(PDEVICE_OBJECT, PIRP irp) {
  const ObjectHeader* header = header_of(IoGetCurrentIrpStackLocation(irp)->FileObject);
  const std::shared_ptr<Target> target = header == nullptr ? nullptr : header->target;
  IoReleaseCancelSpinLock(irp->CancelIrql);
  Object* object = target == nullptr ? nullptr : target->object();
  if (object == nullptr || object->kind() != Kind::kPin) return;
  if (const std::shared_ptr<Queue> queue = static_cast<StreamingPin*>(object)->queue())
    queue->cancel(irp);
}

// S-148, or S-171 when its status was set. A driver that died could delete nothing.
void raise_held_clone(const StreamingPin& pin, const rules::Stack& made, bool status_set) {
  if (!pin.driver().alive()) return;
  pin.breach(status_set ? "S-171"_rule : "S-148"_rule,
             fmt::format("a clone is held when the pin has stopped{}",
                         status_set ? ", whose status was set" : ""))
      .stack("cloned", made)
      .raise_later();
}

}  // namespace

void Queue::watch_cancel(StreamRequest& request, After& after) {
  if (request.irp == nullptr || request.home != &client_return()) return;
  IoSetCancelRoutine(request.irp, cancel_stream);
  const bool too_late = request.irp->Cancel && IoSetCancelRoutine(request.irp, nullptr) != nullptr;
  if (too_late) cancel_request(request, STATUS_CANCELLED, after);
}

void Queue::unwatch_cancel(StreamRequest& request) {
  if (request.irp != nullptr && request.home == &client_return()) end_cancelling(request.irp);
}

void Queue::cancel(PIRP irp) {
  After after;
  {
    const QueueHold hold(*this);
    const auto at = std::ranges::find_if(
        requests_, [irp](const auto& one) { return one->irp == irp && irp->Cancel; });
    if (at != requests_.end()) cancel_request(**at, STATUS_CANCELLED, after);
  }
  follow_up(after);
}

// S-191: frames that a pointer holds locked stay until it unlocks them.
void Queue::cancel_request(StreamRequest& request, NTSTATUS status, After& after) {
  if (request.is_cancelled()) return;
  request.enter(RequestState::kCancelled);
  request.cancelled_at = sim::now();
  request.status = status;
  // Cancelling the last frame removes the request from the queue.
  std::vector<Frame*> open;
  for (Frame& frame : request.frames) {
    if (frame.state != FrameState::kOutside && frame.locks == 0) open.push_back(&frame);
  }
  for (Frame* frame : open) cancel_frame(*frame, after);
}

// The edges leave the frame. The clones at it get their cancel callbacks, and the frame is done
// when they are deleted.
void Queue::cancel_frame(Frame& frame, After& after) {
  for (const std::shared_ptr<StreamPointer>& clone : clones_) {
    if (clone->frame() == &frame && clone->cancelled != nullptr) after.cancelled.push_back(clone);
  }
  if (leading_->frame() == &frame) leading_->place(next_of(frame));
  if (trailing_ != nullptr && trailing_->frame() == &frame) trailing_->place(next_of(frame));
  if (frame.state == FrameState::kPassed) return;
  frame.pass();
  drop(frame, after);
}

// S-192, S-193: the callback runs at DISPATCH_LEVEL and has to delete its clone.
void Queue::call_cancelled(const std::shared_ptr<StreamPointer>& pointer) {
  const PFNKSSTREAMPOINTER callback = pointer->cancelled;
  KIRQL irql = PASSIVE_LEVEL;
  KeRaiseIrql(DISPATCH_LEVEL, &irql);
  pin_.call(kCancelCallback, [&] {
    trace::recorded_call(kCancelCallback, callback, "PFNKSSTREAMPOINTER")(pointer->face);
  });
  KeLowerIrql(irql);
  After after;
  bool deleted = false;
  {
    const QueueHold hold(*this);
    deleted = pointer->life() != StreamPointer::Life::kLive;
    if (deleted) detach(*pointer, after);
  }
  follow_up(after);
  if (rules::breaks("S-192", !deleted))
    pin_.breach("S-192", "the cancel callback did not delete its clone").raise_later();
}

void Queue::flush(NTSTATUS status) { cancel_all(nullptr, status); }

void Queue::take_back(const Station& home) { cancel_all(&home, STATUS_CANCELLED); }

// Cancels the requests of one home, or of all.
void Queue::cancel_all(const Station* home, NTSTATUS status) {
  After after;
  {
    const QueueHold hold(*this);
    // Cancelling takes requests off the list.
    std::vector<StreamRequest*> all;
    for (const auto& request : requests_) {
      if (home == nullptr || request->home == home) all.push_back(request.get());
    }
    for (StreamRequest* request : all) cancel_request(*request, status, after);
  }
  follow_up(after);
}

// A request that its client knows to be pending is completed here. The client of a request that was
// being sent when the driver ended has the status of its call, and its memory may be freed.
void Queue::abandon() {
  std::list<std::unique_ptr<StreamRequest>> all;
  {
    const QueueHold hold(*this);
    state_ = State::kClosed;
    closed_status_ = STATUS_DEVICE_REMOVED;
    all.swap(requests_);
    frames_.clear();
    for (const std::shared_ptr<StreamPointer>& clone : clones_) clone->abandon();
    leading_->abandon();
    if (trailing_ != nullptr) trailing_->abandon();
  }
  some_queue_lock.is_not_needed();  // the requests are in no queue any more
  for (std::unique_ptr<StreamRequest>& request : all) {
    for (Frame& frame : request->frames) frame.abandon();
    request->open = 0;
    request->status = STATUS_DEVICE_REMOVED;
    if (!request->is_cancelled()) request->enter(RequestState::kCancelled);
    const bool answers = request->pended == nullptr || request->pended->load();
    if (answers) {
      unwatch_cancel(*request);
      Station& home = *request->home;
      home.arrive(std::move(request));
    }
  }
}

void Queue::close(NTSTATUS status) {
  {
    const QueueHold hold(*this);
    state_ = State::kClosed;
    closed_status_ = status;
  }
  flush(status);
  struct HeldClone {
    rules::Stack made;
    bool status_set;
  };
  std::vector<HeldClone> held;
  After after;
  {
    const QueueHold hold(*this);
    frames_input_ = nullptr;
    if (has_cloned_) rules::evaluated("S-148");
    while (!clones_.empty()) {
      held.push_back({clones_.back()->made, clones_.back()->status_set});
      detach(*clones_.back(), after);
    }
    unlock_here(*leading_, after);
    if (trailing_ != nullptr) unlock_here(*trailing_, after);
  }
  follow_up(after);
  for (const HeldClone& clone : held) raise_held_clone(pin_, clone.made, clone.status_set);
}

}  // namespace drydock::ks
