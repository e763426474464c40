// The queue of a pin: frames in their order, the edges, and the clones.
//
// Contract: an operation computes under the queue's lock what follows from it, and does that after
// the lock is released: it sends requests on that are done, triggers processing, and calls cancel
// callbacks. Frames keep the order of their arrival; with ENFORCE_FIFO a request that is done waits
// for those before it (S-189).
//
// Cancelling (S-191 to S-195): a frame that a pointer holds locked stays until it is unlocked. The
// clones of the other frames get their cancel callbacks at DISPATCH_LEVEL; the thread is marked
// meanwhile, so that a call that would take the queue's lock or a mutex is S-193, and a clone that
// its callback deletes is detached when the callback has returned.
//
//   kOpen ◄──► kHolding (the end of a stream is in the queue, S-202)
//     └───────────┴──► kClosed: cancelled, and what arrives goes home
//
// Cost: one short lock an operation; frames and pointers are not copied. Owner: the pin, from
// ACQUIRE to STOP; a thread that has the queue keeps it alive. Threads: any, up to DISPATCH_LEVEL.
#pragma once

#include <deque>
#include <list>
#include <memory>
#include <vector>

#include "src/ks/object/object.h"
#include "src/ks/queue/frame.h"
#include "src/ks/queue/some_queue_lock.h"
#include "src/ks/queue/stream_pointer.h"
#include "src/sim/lock.h"

namespace drydock::ks {

class GateInput;
class StreamingPin;

struct QueueOptions {
  bool is_input = false;         // data flows into the pin
  bool trailing_edge = false;    // KSPIN_FLAG_DISTINCT_TRAILING_EDGE
  bool fifo = false;             // KSPIN_FLAG_ENFORCE_FIFO
  bool mappings = false;         // KSPIN_FLAG_GENERATE_MAPPINGS
  bool triggers = true;          // not KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING
  bool triggers_always = false;  // KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL
  bool holds_at_end = false;     // a codec: input waits behind the end of a stream (S-202)
};

class Queue final : public Station, public std::enable_shared_from_this<Queue> {
 public:
  Queue(StreamingPin& pin, QueueOptions options);
  ~Queue() override;
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  bool build();  // makes the edges; false without memory

  StreamingPin& pin() { return pin_; }
  const QueueOptions& options() const { return options_; }
  void arrive(std::unique_ptr<StreamRequest> request) override;

  // The input of the processing gate that is on while a frame is at or ahead of the leading edge.
  void drive(std::shared_ptr<GateInput> input);
  bool has_frame() const;
  bool edge_locked() const;
  bool is_locked(const StreamPointer& pointer) const;
  std::size_t clones() const;
  // KsPinGetAvailableByteCount.
  void available(LONG& in, LONG& out) const;

  // Stream pointers. The routines that drivers call check their arguments and come here. Null:
  // there is no frame to lock.
  std::shared_ptr<StreamPointer> leading(KSSTREAM_POINTER_STATE state);
  std::shared_ptr<StreamPointer> trailing(KSSTREAM_POINTER_STATE state);
  std::shared_ptr<StreamPointer> first_clone();
  std::shared_ptr<StreamPointer> next_clone(const StreamPointer& clone);
  NTSTATUS lock(StreamPointer& pointer);
  void unlock(StreamPointer& pointer, bool eject);
  NTSTATUS advance(StreamPointer& pointer);
  NTSTATUS advance_offsets(StreamPointer& pointer, ULONG in, ULONG out, bool eject, bool unlock);
  NTSTATUS clone(StreamPointer& from, PFNKSSTREAMPOINTER cancelled, ULONG context,
                 std::shared_ptr<StreamPointer>& made);
  void remove(StreamPointer& clone);
  void set_status(StreamPointer& pointer, NTSTATUS status);
  PIRP irp(StreamPointer& pointer, bool& first, bool& last);
  PMDL mdl(StreamPointer& pointer);
  // Time-outs (queue_timeout.cpp). A time-out that was scheduled outside RUN waits until another is
  // scheduled in RUN (S-170).
  void set_timeout(StreamPointer& pointer, PFNKSSTREAMPOINTER callback, LONGLONG interval);
  void cancel_timeout(StreamPointer& pointer);
  void time_out(const std::shared_ptr<StreamPointer>& pointer, LONGLONG deadline);

  // S-202: the minidriver has ended its output as well, so the requests that were held go on.
  void resume();
  // A copy of another pin's frame into the next frame here, if there is one (splitters).
  void fill_from(const Frame& source);

  // The IRP was cancelled.
  void cancel(PIRP irp);
  // Cancels every request (reset, removal). Frames that are locked are cancelled at their unlock.
  void flush(NTSTATUS status);
  // Cancels the requests of a source that takes its frames back, and no others.
  void take_back(const Station& home);
  // The end of the section: flushes, detaches the clones that the minidriver still has (S-148), and
  // sends home whatever arrives later.
  void close(NTSTATUS status);
  // The driver is dead: answers the requests whose clients wait, without calling it.
  void abandon();

 private:
  class QueueHold;
  struct After;  // the actions that follow an operation, without the lock
  enum class State : std::uint8_t {
    kOpen,
    kHolding,  // the end of a stream is in the queue: what arrives is held back (S-202)
    kClosed,   // for good: what arrives goes home with closed_status_
  };

  void accept(StreamRequest& request, After& after) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void enqueue(StreamRequest& request) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void note_end(const Frame& frame, bool was_queued, After& after)
      DRYDOCK_REQUIRES(lock_, some_queue_lock);
  Frame* next_of(const Frame& frame) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  NTSTATUS move(StreamPointer& pointer, After& after) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void pass(StreamPointer& edge, After& after) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void drop(Frame& frame, After& after) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void collect_done(After& after) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  NTSTATUS lock_here(StreamPointer& pointer) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void unlock_here(StreamPointer& pointer, After& after) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void detach(StreamPointer& clone, After& after) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void cancel_all(const Station* home, NTSTATUS status);
  void cancel_request(StreamRequest& request, NTSTATUS status, After& after)
      DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void cancel_frame(Frame& frame, After& after) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  bool at_frame() const DRYDOCK_REQUIRES(lock_, some_queue_lock);
  bool map(Frame& frame) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void note_used(const StreamPointer& pointer) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void step(KSSTREAM_POINTER_OFFSET& offset, ULONG used) const;
  void watch_cancel(StreamRequest& request, After& after) DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void unwatch_cancel(StreamRequest& request) DRYDOCK_EXCLUDES(lock_);
  std::shared_ptr<StreamPointer> edge(const std::shared_ptr<StreamPointer>& pointer,
                                      KSSTREAM_POINTER_STATE state)
      DRYDOCK_REQUIRES(lock_, some_queue_lock);
  void follow_up(After& after) DRYDOCK_EXCLUDES(lock_);
  void call_cancelled(const std::shared_ptr<StreamPointer>& pointer) DRYDOCK_EXCLUDES(lock_);

  StreamingPin& pin_;
  std::weak_ptr<Object> owner_;  // the pin, for a time-out, which keeps only the queue alive
  const QueueOptions options_;
  mutable sim::Lock lock_{sim::LockRank::kStreamQueue};
  std::list<std::unique_ptr<StreamRequest>> requests_ DRYDOCK_GUARDED_BY(lock_);
  std::deque<Frame*> frames_ DRYDOCK_GUARDED_BY(lock_);  // not done, oldest first
  std::shared_ptr<StreamPointer> leading_ DRYDOCK_GUARDED_BY(lock_);
  std::shared_ptr<StreamPointer> trailing_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<std::shared_ptr<StreamPointer>> clones_ DRYDOCK_GUARDED_BY(lock_);
  bool has_cloned_ DRYDOCK_GUARDED_BY(lock_) = false;  // ever
  std::shared_ptr<GateInput> frames_input_ DRYDOCK_GUARDED_BY(lock_);
  State state_ DRYDOCK_GUARDED_BY(lock_) = State::kOpen;
  NTSTATUS closed_status_ DRYDOCK_GUARDED_BY(lock_) = STATUS_CANCELLED;
};

// Holds the lock of a queue while it lives.
class DRYDOCK_ANNOTATION(scoped_lockable) Queue::QueueHold {
 public:
  explicit QueueHold(const Queue& queue)
      DRYDOCK_ANNOTATION(acquire_capability(queue.lock_, some_queue_lock))
      : queue_(queue) {
    queue_.lock_.acquire();
    some_queue_lock.acquire();
  }
  ~QueueHold() DRYDOCK_ANNOTATION(release_capability()) {
    some_queue_lock.release();
    queue_.lock_.release();
  }
  QueueHold(const QueueHold&) = delete;
  QueueHold& operator=(const QueueHold&) = delete;

 private:
  const Queue& queue_;
};

}  // namespace drydock::ks
