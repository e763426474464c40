// What follows from an operation on a queue and is done after its lock was dropped.
#pragma once

#include <memory>
#include <vector>

#include "src/ks/queue/queue.h"

namespace drydock::ks {

struct Queue::After {
  std::vector<std::unique_ptr<StreamRequest>> done;       // to the next station
  std::vector<std::unique_ptr<StreamRequest>> home;       // cancelled: straight home
  std::vector<std::shared_ptr<StreamPointer>> cancelled;  // to be told
  std::vector<std::shared_ptr<StreamPointer>> gone;       // freed outside the lock
  sim::Time kept = 0;                                     // a cancelled frame locked (S-155)
  bool trigger = false;                                   // processing
  bool ended = false;                                     // a frame with ENDOFSTREAM is done
};

}  // namespace drydock::ks
