// Finds work that takes too long. Such work is asked for, preempted, and at last the GPU is reset.
//
//   too late ──► QueryCurrentFence ──► PreemptCommand ──► again too late ──► Recovery
//
// Owner: the scheduler. Threads: only the strand; set_timeout() any. Cost: watch_all() takes two
// locks for each node, and looks at the packets at its hardware.
#pragma once

#include <atomic>

#include "src/sched/engine/hardware_queues.h"
#include "src/sched/engine/preemption.h"
#include "src/sched/engine/recovery.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"
#include "src/sim/schedule.h"

namespace drydock::sched {

class Watchdog {
 public:
  Watchdog(EngineDriver& driver, const EngineCaps& caps, Nodes& nodes, HardwareQueues& queues,
           Preemption& preemption, Recovery& recovery)
      : driver_(driver),
        caps_(caps),
        nodes_(nodes),
        queues_(queues),
        preemption_(preemption),
        recovery_(recovery) {}
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // How long a packet may take before the GPU counts as hung; the registry's TdrDelay.
  void set_timeout(sim::Time delay) { timeout_.store(delay, std::memory_order_relaxed); }

  // Recovers the nodes that hang. Returns when to look at them again.
  sim::Time watch_all();

 private:
  sim::Time watch(UINT node);
  sim::Time watch_queues(UINT node);
  void query_fence(UINT node);
  bool is_reported(UINT node);
  bool withdraw_unanswered(UINT node);

  EngineDriver& driver_;
  const EngineCaps& caps_;
  Nodes& nodes_;
  HardwareQueues& queues_;
  Preemption& preemption_;
  Recovery& recovery_;
  std::atomic<sim::Time> timeout_ = 20'000'000;  // relaxed: it guards nothing
};

}  // namespace drydock::sched
