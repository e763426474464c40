// A strand of the host that serves a queue: timers, DPCs, work items. It starts when there is work
// and ends when the schedule changes, so that it always belongs to the schedule of the day.
//
// This is the first header of the room `time`: clocks, timers, DPCs and work items. Each of the
// last three is a queue with a service.
//
// Owner: the queue, whose service is its last member. Threads: any thread may wake it; `step` runs
// on the service's own strand, without a lock of the service. Cost of wake(): one mutex, and the
// start of a strand when there is none.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "src/nt/base/mutex.h"
#include "src/sim/schedule.h"

namespace drydock::nt {

class Service {
 public:
  // `step` does what is due and returns when to be called next (kForever: when woken).
  Service(std::string name, std::function<sim::Time()> step);
  // The strand must be idle, and no thread may wake it afterwards.
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  // Starts the strand if need be and lets it look at its queue.
  void wake();

  // True on the service's own strand, from its first step to its last.
  bool is_me() const { return me_.load(std::memory_order_relaxed) == &sim::current(); }

 private:
  void run();
  void stop();

  const std::string name_;
  const std::function<sim::Time()> step_;
  Mutex mutex_;
  sim::Thread thread_ DRYDOCK_GUARDED_BY(mutex_);
  bool stopping_ DRYDOCK_GUARDED_BY(mutex_) = false;
  bool starting_ DRYDOCK_GUARDED_BY(mutex_) = false;  // a wake() is about to bring thread_
  bool woken_ DRYDOCK_GUARDED_BY(mutex_) = false;     // meanwhile another one came
  // Stored by the strand itself. Relaxed: only that strand can find itself there.
  std::atomic<const sim::Strand*> me_ = nullptr;
  std::uint64_t hook_ = 0;
};

}  // namespace drydock::nt
