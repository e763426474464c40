// Observes whether a client that assumes what it destroys not to be in use is right (K-220). The
// Direct3D runtime asks, because the promise was its driver's.
//
// Cost: two loads. Owner: the caller's frame. Threads: it observes its own thread.
#pragma once

namespace drydock::dxgk {

class IdlenessWatch {
 public:
  IdlenessWatch() : before_(broken) {}

  // True when this thread, since the watch began, broke the promise that the GPU does not use what
  // is destroyed.
  bool is_broken() const { return broken != before_; }
  static void note_broken() { ++broken; }

 private:
  static thread_local constinit unsigned broken;
  const unsigned before_;
};

}  // namespace drydock::dxgk
