// Names the client process that the calling thread works for.
//
// Every thunk and every call of a driver sets it while it runs. Handle callbacks of drivers read
// it. Threads: each has its own. Cost: one store to a thread-local word at each end.
#pragma once

#include <utility>

namespace drydock::dxgk {

class Process;

// While one lives, calls of this thread belong to a process, or to the host (null).
class ProcessScope {
 public:
  explicit ProcessScope(Process* process) : outer_(std::exchange(running_, process)) {}
  ~ProcessScope() { running_ = outer_; }
  ProcessScope(const ProcessScope&) = delete;
  ProcessScope& operator=(const ProcessScope&) = delete;

  // Null for the host's own work.
  static Process* current() { return running_; }

 private:
  [[gnu::tls_model("initial-exec")]] static constinit thread_local Process* running_;

  Process* const outer_;
};

}  // namespace drydock::dxgk
