// Updates of context allocations: each runs UpdateContextAllocation on the GPU while a thread waits
// for it, perhaps inside the driver.
//
// When the strand waits until all threads have left the driver, updates are refused: those that
// come then, and the one that is in the middle. Otherwise the strand and the thread would wait for
// each other.
//
// Owner: the scheduler. Threads: only the strand; another thread waits for an Update. Cost: an
// update pages the tenant in and waits for the GPU.
#pragma once

#include "src/sim/gate.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

class ContextUpdates {
 public:
  explicit ContextUpdates(vidmm::VideoMemory& memory) : memory_(memory) {}
  ContextUpdates(const ContextUpdates&) = delete;
  ContextUpdates& operator=(const ContextUpdates&) = delete;

  // One update. Its caller reads `is_done` when `is_over` is complete. The strand may still use it
  // after that, so both share it.
  struct Update {
    sim::Completion is_over;
    bool is_done = false;
  };
  void run(Update& update, vidmm::Tenant& tenant, void* data, UINT bytes);

  // While one lives, updates are refused.
  class Refusal {
   public:
    explicit Refusal(ContextUpdates& updates);
    ~Refusal() { updates_.are_refused_ = before_; }
    Refusal(const Refusal&) = delete;
    Refusal& operator=(const Refusal&) = delete;

   private:
    ContextUpdates& updates_;
    const bool before_;
  };

 private:
  vidmm::VideoMemory& memory_;
  bool are_refused_ = false;
  Update* running_ = nullptr;  // the update whose caller waits
};

}  // namespace drydock::sched
