// Stream pointers: where a minidriver is in its queue.
//
// Contract: a pointer is at a frame or past the last; only one at a frame can be locked. The face
// and the context of a clone are one block of pool, so that a driver that writes past it is found.
//
// Cost: one block of pool a pointer. Owner: the queue; a clone until it is deleted. Threads: those
// that hold the lock of the queue.
#pragma once

#include "src/ks/base/wdk.h"
#include "src/ks/queue/frame.h"

namespace drydock::ks {

class StreamPointer {
 public:
  enum class Role : std::uint8_t { kLeading, kTrailing, kClone };
  enum class Life : std::uint8_t {
    kLive,
    kDeleted,   // by its own cancel callback: the queue detaches it when the callback has returned
    kDetached,  // the queue has it no longer, and drivers do not find it
  };

  // Null without memory.
  static std::shared_ptr<StreamPointer> make(Queue& queue, Role role, ULONG context);
  ~StreamPointer();
  StreamPointer(const StreamPointer&) = delete;
  StreamPointer& operator=(const StreamPointer&) = delete;

  Queue& queue;
  const Role role;
  KSSTREAM_POINTER* const face;

  // The frame it is at; null: no frame yet, or past the last. Only a pointer at a frame is locked.
  Frame* frame() const DRYDOCK_REQUIRES(some_queue_lock) { return frame_; }
  bool is_locked() const DRYDOCK_REQUIRES(some_queue_lock) { return is_locked_; }
  Life life() const DRYDOCK_REQUIRES(some_queue_lock) { return life_; }

  // Moves to a frame, or past the last, and fills the view. Not while it is locked.
  void place(Frame* frame) DRYDOCK_REQUIRES(some_queue_lock);
  // A new clone at the frame of another, with its offsets and its lock; one reference more.
  void place_like(const StreamPointer& from) DRYDOCK_REQUIRES(some_queue_lock);
  void lock() DRYDOCK_REQUIRES(some_queue_lock);
  void unlock() DRYDOCK_REQUIRES(some_queue_lock);
  // Leaves its frame for good, without a new view. Not while it is locked.
  Frame* leave() DRYDOCK_REQUIRES(some_queue_lock);
  // The driver has ended: releases the frame without calling it.
  void abandon() DRYDOCK_REQUIRES(some_queue_lock);

  void mark_deleted() DRYDOCK_REQUIRES(some_queue_lock);
  void detach() DRYDOCK_REQUIRES(some_queue_lock);

  // Points the offsets of the face at the frame (S-166, S-167).
  void fill_view() DRYDOCK_REQUIRES(some_queue_lock);

  // Of a clone, set before others find it: the minidriver's callback, and where it was cloned, for
  // leaks at close.
  PFNKSSTREAMPOINTER cancelled = nullptr;
  rules::Stack made;

  PFNKSSTREAMPOINTER timed_out DRYDOCK_GUARDED_BY(some_queue_lock) = nullptr;
  LONGLONG deadline DRYDOCK_GUARDED_BY(some_queue_lock) = 0;  // 0: none
  ULONG remaining DRYDOCK_GUARDED_BY(some_queue_lock) =
      0;  // as the host last left it in the face (S-152)
  bool mapped DRYDOCK_GUARDED_BY(some_queue_lock) = false;  // the face holds mappings
  bool status_set DRYDOCK_GUARDED_BY(some_queue_lock) =
      false;  // KsStreamPointerSetStatusCode (S-171)

 private:
  StreamPointer(Queue& queue, Role role, KSSTREAM_POINTER* face);
  // Drivers find it no longer. The use of one that its cancel callback deleted is a finding of its
  // own (S-194).
  void retract() DRYDOCK_REQUIRES(some_queue_lock);

  Frame* frame_ DRYDOCK_GUARDED_BY(some_queue_lock) = nullptr;
  bool is_locked_ DRYDOCK_GUARDED_BY(some_queue_lock) = false;
  Life life_ DRYDOCK_GUARDED_BY(some_queue_lock) = Life::kLive;
};

// The pointer with this face; null, after a finding, when there is none (S-158: deleted before;
// S-194: by its cancel callback).
std::shared_ptr<StreamPointer> pointer_of(const KSSTREAM_POINTER* face, const char* call);

}  // namespace drydock::ks
