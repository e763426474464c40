// The work that an operation on a queue does after it has released the queue's lock.
#pragma once

#include <memory>
#include <vector>

#include "src/ks/queue/queue.h"

namespace drydock::ks {

struct Queue::After {
  std::vector<std::unique_ptr<StreamRequest>> done;       // go to the next station
  std::vector<std::unique_ptr<StreamRequest>> home;       // were cancelled and go straight home
  std::vector<std::shared_ptr<StreamPointer>> cancelled;  // get their cancel callbacks
  std::vector<std::shared_ptr<StreamPointer>> detached;   // destroyed outside the lock
  sim::Time locked_for = 0;  // how long a frame stayed locked after it was cancelled (S-155)
  bool trigger = false;      // processing is attempted
  bool ended = false;        // a frame with ENDOFSTREAM is done
  bool resumes = false;      // one was cancelled: nothing waits for the end of its stream
};

}  // namespace drydock::ks
