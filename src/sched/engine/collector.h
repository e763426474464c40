// Collects work that has ended: it takes the reports of the driver and ends, requeues or aborts the
// work that they are about.
//
// Whatever the strand waits for, it waits here, so that work ends and hangs are found meanwhile.
//
// Owner: the scheduler. Threads: only the strand. Cost: one lock when there is no report; for each
// report two locks and the ends of its packets.
#pragma once

#include <functional>

#include "src/sched/engine/ender.h"
#include "src/sched/engine/hardware_queues.h"
#include "src/sched/engine/preemption.h"
#include "src/sched/engine/recovery.h"
#include "src/sched/engine/reports.h"
#include "src/sched/engine/watchdog.h"
#include "src/sched/strand.h"
#include "src/sched/work/nodes.h"

namespace drydock::sched {

class Collector {
 public:
  Collector(Nodes& nodes, Strand& strand, Reports& reports, Ender& ender, HardwareQueues& queues,
            Preemption& preemption, Recovery& recovery, Watchdog& watchdog)
      : nodes_(nodes),
        strand_(strand),
        reports_(reports),
        ender_(ender),
        queues_(queues),
        preemption_(preemption),
        recovery_(recovery),
        watchdog_(watchdog) {}
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  // Ends the work that was reported.
  void end_reported();
  // Does so until `is_over` is true.
  void await(const std::function<bool()>& is_over);

  // True on the strand.
  bool is_here() const { return strand_.is_here(); }

 private:
  void end(const Reports::Report& report);
  void end_fault(const Reports::Report& report);

  Nodes& nodes_;
  Strand& strand_;
  Reports& reports_;
  Ender& ender_;
  HardwareQueues& queues_;
  Preemption& preemption_;
  Recovery& recovery_;
  Watchdog& watchdog_;
};

}  // namespace drydock::sched
