// The strand of an adapter's scheduler: the one thread that pages, patches, submits and recovers.
// Other threads give it jobs.
//
//   kInTurn    runs in the next step
//   kUrgent    runs in the next step, and also while the strand waits until no other thread is
//              inside the driver. A thread inside the driver may wait for it, so it runs nothing on
//              the GPU then, and does not call the driver.
//   patient    runs in every step until it returns true
//
// `step` is what the strand does when it was woken. It asks take_wake() whether it has to look
// again, runs the jobs, and returns when it must be called without a wake.
//
// Owner: the scheduler, whose last member it is: when it is destroyed nothing runs any more.
// Threads: any, unless a function is only for the strand. Cost: one lock for each kind of job, and
// the wake of nt::Service.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <vector>

#include "src/nt/time/service.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"

namespace drydock::sched {

class Strand {
 public:
  using Job = std::function<void()>;
  using PatientJob = std::function<bool()>;
  enum class Kind : std::uint8_t { kInTurn, kUrgent };

  explicit Strand(std::function<sim::Time()> step);
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  // Lets the strand look at what has changed. At any IRQL.
  void wake();

  void queue(Kind kind, Job job);
  void queue_until_done(PatientJob job);
  // Runs the job on the strand and waits for it. On the strand itself it runs at once. Not at
  // DISPATCH_LEVEL.
  void run(Kind kind, const Job& job);

  // True on the strand.
  bool is_here() const { return service_.is_me(); }

  // The rest is only for the strand.

  // True when wake() or look_again() was called since the last call.
  bool take_wake() {
    assert(is_here());
    return woken_.exchange(false, std::memory_order_acquire);
  }
  // Makes the step go round once more.
  void look_again() { woken_.store(true, std::memory_order_relaxed); }

  void run_jobs();  // the urgent ones first
  void run_urgent_jobs();
  void run_patient_jobs();

 private:
  std::vector<Job> take(Kind kind);

  sim::Lock lock_;
  std::vector<Job> jobs_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<Job> urgent_jobs_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<PatientJob> patient_jobs_ DRYDOCK_GUARDED_BY(lock_);
  // The release in wake() pairs with the acquire in take_wake(): the strand sees what the caller
  // stored before.
  std::atomic<bool> woken_ = false;
  nt::Service service_;
};

}  // namespace drydock::sched
