// Stream pointers: where a minidriver is in its queue.
//
// The face and the context of a clone are one block of pool, so that a driver that writes past it
// is found. Everything is guarded by the lock of the queue.
#pragma once

#include "src/ks/base/wdk.h"
#include "src/ks/queue/frame.h"

namespace drydock::ks {

class StreamPointer {
 public:
  enum class Role : std::uint8_t { kLeading, kTrailing, kClone };

  // Null without memory.
  static std::shared_ptr<StreamPointer> make(Queue& queue, Role role, ULONG context);
  ~StreamPointer();
  StreamPointer(const StreamPointer&) = delete;
  StreamPointer& operator=(const StreamPointer&) = delete;

  Queue& queue;
  const Role role;
  KSSTREAM_POINTER* const face;

  Frame* frame = nullptr;  // null: no frame yet, or past the last
  bool locked = false;
  bool deleted = false;  // by a cancel callback: finished when it returns
  PFNKSSTREAMPOINTER cancelled = nullptr;
  PFNKSSTREAMPOINTER timed_out = nullptr;
  LONGLONG deadline = 0;    // 0: none
  ULONG remaining = 0;      // as the host last left it in the face (S-152)
  bool mapped = false;      // the face shows mappings
  bool status_set = false;  // KsStreamPointerSetStatusCode (S-171)
  rules::Stack made;        // where it was cloned, for leaks at close

  // Points the offsets of the face at the frame (S-166, S-167).
  void show();
  // Drivers find it no longer. Whoever uses it behind the back of a cancel callback that deleted it
  // is told so (S-194).
  void retract(bool by_cancel = false);

 private:
  StreamPointer(Queue& queue, Role role, KSSTREAM_POINTER* face);
};

// The pointer with this face; null, after a finding, when there is none (S-158: deleted before;
// S-194: by its cancel callback).
std::shared_ptr<StreamPointer> pointer_of(const KSSTREAM_POINTER* face, const char* call);

}  // namespace drydock::ks
