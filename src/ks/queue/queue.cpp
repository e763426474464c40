// The queue: arrival, pointers and their moves.
#include "src/ks/queue/queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "src/ks/base/mutex.h"
#include "src/ks/queue/mapping.h"
#include "src/ks/queue/processing.h"
#include "src/ks/queue/queue_after.h"
#include "src/ks/queue/streaming_pin.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

constexpr sim::Time kSecond = 10'000'000;
// Longer than any device takes to fill a frame.
constexpr sim::Time kCancelledForLong = 10 * kSecond;

}  // namespace

Queue::Queue(StreamingPin& pin, QueueOptions options) : pin_(pin), options_(options) {}

bool Queue::build() {
  auto leading = StreamPointer::make(*this, StreamPointer::Role::kLeading, 0);
  std::shared_ptr<StreamPointer> trailing;
  if (options_.trailing_edge) {
    trailing = StreamPointer::make(*this, StreamPointer::Role::kTrailing, 0);
  }
  owner_ = pin_.weak_from_this();
  const QueueHold hold(*this);
  leading_ = std::move(leading);
  trailing_ = std::move(trailing);
  return leading_ != nullptr && (trailing_ != nullptr || !options_.trailing_edge);
}

Queue::~Queue() = default;

bool Queue::at_frame() const { return leading_->frame() != nullptr; }

bool Queue::has_frame() const {
  const QueueHold hold(*this);
  return at_frame();
}

bool Queue::edge_locked() const {
  const QueueHold hold(*this);
  return leading_->is_locked();
}

bool Queue::is_locked(const StreamPointer& pointer) const {
  const QueueHold hold(*this);
  return pointer.is_locked();
}

std::size_t Queue::clones() const {
  const QueueHold hold(*this);
  return clones_.size();
}

void Queue::available(LONG& in, LONG& out) const {
  const QueueHold hold(*this);
  LONG bytes = 0;
  bool ahead = false;
  for (const Frame* frame : frames_) {
    if (frame == leading_->frame()) {
      ahead = true;
      bytes += static_cast<LONG>(leading_->face->Offset->Remaining);
    } else if (ahead) {
      bytes += static_cast<LONG>(options_.is_input ? frame->header->DataUsed : frame->extent);
    }
  }
  in = options_.is_input ? bytes : 0;
  out = options_.is_input ? 0 : bytes;
}

void Queue::drive(std::shared_ptr<GateInput> input) {
  {
    const QueueHold hold(*this);
    frames_input_ = input;
  }
  if (input != nullptr) input->follow([this] { return has_frame(); });
}

// The edges have one reference together, until the last of them has passed the frame (S-160).
void Queue::accept(StreamRequest& request, After& after) {
  request.open = static_cast<ULONG>(request.frames.size());
  for (Frame& frame : request.frames) frame.enter_queue();
  if (state_ == State::kHolding) {
    request.enter(RequestState::kHeld);
    return;
  }
  after.trigger = options_.triggers && (options_.triggers_always || !at_frame());
  enqueue(request);
}

void Queue::enqueue(StreamRequest& request) {
  assert(state_ != State::kClosed);
  request.enter(RequestState::kQueued);
  for (Frame& frame : request.frames) {
    frames_.push_back(&frame);
    if (leading_->frame() == nullptr) leading_->place(&frame);
    if (trailing_ != nullptr && trailing_->frame() == nullptr) trailing_->place(&frame);
    const bool last = (frame.header->OptionsFlags & KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM) != 0;
    if (last && options_.holds_at_end) state_ = State::kHolding;
  }
}

void Queue::resume() {
  After after;
  {
    const QueueHold hold(*this);
    if (state_ == State::kClosed) return;
    state_ = State::kOpen;
    const bool empty = !at_frame();
    for (const std::unique_ptr<StreamRequest>& request : requests_) {
      if (request->state == RequestState::kHeld && state_ == State::kOpen) enqueue(*request);
    }
    after.trigger = options_.triggers && empty && at_frame();
  }
  follow_up(after);
}

void Queue::arrive(std::unique_ptr<StreamRequest> request) {
  After after;
  {
    const QueueHold hold(*this);
    if (state_ == State::kClosed) {
      request->status = closed_status_;
      request->enter(RequestState::kCancelled);
      after.home.push_back(std::move(request));
    } else {
      StreamRequest& one = *request;
      requests_.push_back(std::move(request));
      accept(one, after);
      watch_cancel(one, after);
    }
  }
  follow_up(after);
}

Frame* Queue::next_of(const Frame& frame) {
  const auto at = std::ranges::find(frames_, &frame);
  return at == frames_.end() || at + 1 == frames_.end() ? nullptr : *(at + 1);
}

void Queue::drop(Frame& frame, After& after) {
  if (!frame.release()) return;
  // The frames of a request that is held back are not in the queue.
  const bool was_queued = std::erase(frames_, &frame) != 0;
  note_end(frame, was_queued, after);
  assert(frame.request->open != 0);
  if (--frame.request->open == 0) collect_done(after);
}

// S-201: the queue is done with a frame that ends a stream. After a cancelled one no end comes out
// of the filter, so what arrived behind it is held back no longer.
void Queue::note_end(const Frame& frame, bool was_queued, After& after) {
  const ULONG flags = frame.header->OptionsFlags;
  if ((flags & KSSTREAM_HEADER_OPTIONSF_ENDOFSTREAM) == 0) return;
  if (!frame.request->is_cancelled()) {
    after.ended = true;
  } else if (was_queued && state_ == State::kHolding) {
    after.resumes = true;
  }
}

void Queue::collect_done(After& after) {
  for (auto at = requests_.begin(); at != requests_.end();) {
    if ((*at)->open != 0) {
      if (options_.fifo) return;
      ++at;
      continue;
    }
    if ((*at)->is_cancelled()) {
      after.home.push_back(std::move(*at));
    } else {
      (*at)->enter(RequestState::kTravelling);
      after.done.push_back(std::move(*at));
    }
    at = requests_.erase(at);
  }
}

NTSTATUS Queue::lock_here(StreamPointer& pointer) {
  if (pointer.is_locked()) return STATUS_SUCCESS;
  Frame* frame = pointer.frame();
  if (frame == nullptr || frame->request->is_cancelled()) return STATUS_DEVICE_NOT_READY;
  if (options_.mappings && !map(*frame)) return STATUS_INSUFFICIENT_RESOURCES;
  if (frame->mapping_count != 0 && !pointer.mapped) pointer.fill_view();
  pointer.lock();
  return STATUS_SUCCESS;
}

// A frame whose request was cancelled while the frame was locked is cancelled now.
void Queue::unlock_here(StreamPointer& pointer, After& after) {
  if (!pointer.is_locked()) return;
  pointer.unlock();
  Frame& frame = *pointer.frame();
  if (frame.locks != 0 || !frame.request->is_cancelled()) return;
  after.locked_for = std::max(after.locked_for, sim::now() - frame.request->cancelled_at);
  cancel_frame(frame, after);
}

// The last edge that passes a frame releases the reference of the edges.
void Queue::pass(StreamPointer& edge, After& after) {
  Frame& old = *edge.frame();
  edge.place(next_of(old));
  const bool last = edge.role == StreamPointer::Role::kTrailing || trailing_ == nullptr;
  if (!last) return;
  old.pass();
  drop(old, after);
}

NTSTATUS Queue::move(StreamPointer& pointer, After& after) {
  if (pointer.frame() == nullptr) return STATUS_SUCCESS;
  const bool relock = pointer.is_locked();
  const bool held_back =
      pointer.role == StreamPointer::Role::kTrailing && pointer.frame() == leading_->frame();
  if (held_back) return STATUS_DEVICE_NOT_READY;
  Frame& old = *pointer.frame();
  unlock_here(pointer, after);
  if (pointer.frame() != &old) return STATUS_DEVICE_NOT_READY;  // it was cancelled on the way
  if (pointer.role != StreamPointer::Role::kClone) {
    pass(pointer, after);
  } else {
    pointer.place(next_of(old));
    if (pointer.frame() != nullptr) ++pointer.frame()->references;
    drop(old, after);
  }
  return relock ? lock_here(pointer) : STATUS_SUCCESS;
}

std::shared_ptr<StreamPointer> Queue::edge(const std::shared_ptr<StreamPointer>& pointer,
                                           KSSTREAM_POINTER_STATE state) {
  if (pointer == nullptr || state_ == State::kClosed) return nullptr;
  if (state == KSSTREAM_POINTER_STATE_LOCKED && !NT_SUCCESS(lock_here(*pointer))) return nullptr;
  return pointer;
}

std::shared_ptr<StreamPointer> Queue::leading(KSSTREAM_POINTER_STATE state) {
  const QueueHold hold(*this);
  return edge(leading_, state);
}

std::shared_ptr<StreamPointer> Queue::trailing(KSSTREAM_POINTER_STATE state) {
  const QueueHold hold(*this);
  return edge(trailing_, state);
}

std::shared_ptr<StreamPointer> Queue::first_clone() {
  const QueueHold hold(*this);
  return clones_.empty() ? nullptr : clones_.front();
}

std::shared_ptr<StreamPointer> Queue::next_clone(const StreamPointer& clone) {
  const QueueHold hold(*this);
  const auto at = std::ranges::find(clones_, &clone, &std::shared_ptr<StreamPointer>::get);
  return at == clones_.end() || at + 1 == clones_.end() ? nullptr : *(at + 1);
}

NTSTATUS Queue::lock(StreamPointer& pointer) {
  const QueueHold hold(*this);
  return lock_here(pointer);
}

void Queue::unlock(StreamPointer& pointer, bool eject) {
  After after;
  {
    const QueueHold hold(*this);
    unlock_here(pointer, after);
    if (eject && pointer.frame() != nullptr) {
      note_used(pointer);
      move(pointer, after);
    }
  }
  if (eject) pin_.note_progress();
  follow_up(after);
}

NTSTATUS Queue::advance(StreamPointer& pointer) {
  After after;
  NTSTATUS status = STATUS_SUCCESS;
  {
    const QueueHold hold(*this);
    note_used(pointer);
    status = move(pointer, after);
  }
  pin_.note_progress();
  follow_up(after);
  return status;
}

// An edge that leaves a frame of an output pin writes how much of it was used; a clone does not.
void Queue::note_used(const StreamPointer& pointer) {
  const bool writes = pointer.role != StreamPointer::Role::kClone && !options_.is_input;
  if (!writes || pointer.frame() == nullptr) return;
  const KSSTREAM_POINTER_OFFSET& offset = *pointer.face->Offset;
  const ULONG used = offset.Count - std::min(offset.Remaining, offset.Count);
  if (!options_.mappings) pointer.frame()->header->DataUsed = used;
}

NTSTATUS Queue::advance_offsets(StreamPointer& pointer, ULONG in, ULONG out, bool eject,
                                bool unlock) {
  After after;
  NTSTATUS status = STATUS_DEVICE_NOT_READY;
  bool too_far = false;
  bool moved_back = false;
  {
    const QueueHold hold(*this);
    if (pointer.is_locked()) {
      KSSTREAM_POINTER_OFFSET& offset = *pointer.face->Offset;
      const ULONG asked = options_.is_input ? in : out;
      moved_back = offset.Remaining > pointer.remaining;
      if (moved_back) offset.Remaining = pointer.remaining;
      const ULONG used = std::min(asked, offset.Remaining);
      too_far = asked > offset.Remaining;
      offset.Remaining -= used;
      pointer.remaining = offset.Remaining;
      step(offset, used);
      status = STATUS_SUCCESS;
      if (unlock) unlock_here(pointer, after);
      if ((offset.Remaining == 0 || eject) && pointer.frame() != nullptr) {
        note_used(pointer);
        status = move(pointer, after);
      }
    }
  }
  follow_up(after);
  pin_.note_progress();
  if (rules::breaks("S-152", moved_back))
    pin_.breach("S-152", "the minidriver moved a stream pointer back").raise_later();
  if (rules::breaks("S-162", too_far)) {
    pin_.breach("S-162", fmt::format("a stream pointer is advanced by {} of fewer that remain",
                                     options_.is_input ? in : out))
        .raise_later();
  }
  return status;
}

// Serves splitters: fills the frame at the leading edge as the minidriver would have done it.
void Queue::fill_from(const Frame& source) {
  After after;
  {
    const QueueHold hold(*this);
    Frame* frame = leading_->frame();
    if (frame == nullptr || frame->data == nullptr || leading_->is_locked()) return;
    const ULONG bytes = std::min({source.header->DataUsed, source.extent, frame->extent});
    if (bytes != 0) std::memcpy(frame->data, source.data, bytes);
    KSSTREAM_HEADER& header = *frame->header;
    header.PresentationTime = source.header->PresentationTime;
    header.Duration = source.header->Duration;
    header.OptionsFlags = source.header->OptionsFlags;
    header.TypeSpecificFlags = source.header->TypeSpecificFlags;
    header.DataUsed = bytes;
    move(*leading_, after);
  }
  follow_up(after);
}

void Queue::step(KSSTREAM_POINTER_OFFSET& offset, ULONG used) const {
  if (!options_.mappings) {
    offset.Data += used;
    return;
  }
  auto* at = reinterpret_cast<std::uint8_t*>(offset.Mappings);
  offset.Mappings = reinterpret_cast<PKSMAPPING>(at + std::size_t{used} * pin_.mapper().stride());
}

NTSTATUS Queue::clone(StreamPointer& from, PFNKSSTREAMPOINTER cancelled, ULONG context,
                      std::shared_ptr<StreamPointer>& made) {
  std::shared_ptr<StreamPointer> fresh =
      StreamPointer::make(*this, StreamPointer::Role::kClone, context);
  if (fresh == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  fresh->cancelled = cancelled;
  fresh->made = rules::Stack::capture();
  pin_.note_progress();
  const QueueHold hold(*this);
  if (from.frame() == nullptr || from.frame()->request->is_cancelled()) {
    return STATUS_DEVICE_NOT_READY;
  }
  fresh->place_like(from);
  clones_.push_back(fresh);
  has_cloned_ = true;
  made = std::move(fresh);
  return STATUS_SUCCESS;
}

void Queue::detach(StreamPointer& clone, After& after) {
  const auto at = std::ranges::find(clones_, &clone, &std::shared_ptr<StreamPointer>::get);
  if (at == clones_.end()) return;
  after.detached.push_back(*at);
  clones_.erase(at);
  clone.detach();
  unlock_here(clone, after);
  if (Frame* frame = clone.leave()) drop(*frame, after);
}

void Queue::remove(StreamPointer& clone) {
  After after;
  {
    const QueueHold hold(*this);
    if (clone.status_set) rules::evaluated("S-171");
    if (in_cancel_callback()) {
      clone.mark_deleted();
      return;
    }
    detach(clone, after);
  }
  pin_.note_progress();
  follow_up(after);
}

void Queue::set_status(StreamPointer& pointer, NTSTATUS status) {
  const QueueHold hold(*this);
  if (pointer.frame() == nullptr) return;
  pointer.frame()->request->status = status;
  pointer.status_set = true;
}

PIRP Queue::irp(StreamPointer& pointer, bool& first, bool& last) {
  const QueueHold hold(*this);
  if (!pointer.is_locked()) return nullptr;
  const StreamRequest& request = *pointer.frame()->request;
  first = pointer.frame() == &request.frames.front();
  last = pointer.frame() == &request.frames.back();
  return request.irp;
}

PMDL Queue::mdl(StreamPointer& pointer) {
  const QueueHold hold(*this);
  return pointer.is_locked() ? pointer.frame()->mdl : nullptr;
}

bool Queue::map(Frame& frame) {
  if (frame.mapping_count != 0 || frame.data == nullptr) return true;
  frame.mappings = pin_.mapper().map(frame.mdl, frame.data, frame.extent, frame.mapping_count);
  return frame.mapping_count != 0;
}

// Sends on the requests that are done, then attempts processing. The pin stays alive meanwhile.
void Queue::follow_up(After& after) {
  const std::shared_ptr<Object> self = pin_.shared_from_this();
  if (after.locked_for != 0 && rules::breaks("S-155", after.locked_for >= kCancelledForLong)) {
    pin_.breach("S-155", fmt::format("a frame was kept locked for {} seconds after its request was "
                                     "cancelled",
                                     after.locked_for / kSecond))
        .raise_later();
  }
  for (const std::shared_ptr<StreamPointer>& pointer : after.cancelled) call_cancelled(pointer);
  after.detached.clear();
  std::shared_ptr<GateInput> input;
  {
    const QueueHold hold(*this);
    input = frames_input_;
  }
  if (input != nullptr) input->follow([this] { return has_frame(); });
  for (std::unique_ptr<StreamRequest>& request : after.home) {
    Station& home = *request->home;
    unwatch_cancel(*request);
    home.arrive(std::move(request));
  }
  for (std::unique_ptr<StreamRequest>& request : after.done) {
    unwatch_cancel(*request);
    pin_.note_done(*request);
    pin_.send_on(std::move(request));
  }
  if (after.ended) pin_.stream_ended();
  if (after.resumes) resume();
  // A worker does it when the thread is inside a callback, because a quick sink would otherwise
  // feed its source for ever.
  if (after.trigger && pin_.processes()) {
    pin_.processor().attempt(current_callback() != nullptr);
  }
}

}  // namespace drydock::ks
