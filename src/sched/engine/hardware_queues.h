// The hardware queues that exist in the driver. Work in them ends when the GPU has written a value
// of the queue's progress fence, and not by a fence of the node.
//
// Owner: the scheduler. Threads: any thread adds and removes a queue; the other functions are only
// for the strand. Cost: an adapter without queues pays one relaxed load. Otherwise each function
// looks at every queue of the adapter.
#pragma once

#include <atomic>
#include <vector>

#include "src/nt/base/ref.h"
#include "src/sched/engine/ender.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"

namespace drydock::sched {

class HardwareQueues {
 public:
  HardwareQueues(EngineDriver& driver, Nodes& nodes, Ender& ender)
      : driver_(driver), nodes_(nodes), ender_(ender) {}
  HardwareQueues(const HardwareQueues&) = delete;
  HardwareQueues& operator=(const HardwareQueues&) = delete;

  // A queue is in the list from its creation in the driver until its destruction there.
  void add(HardwareQueue& queue);
  void remove(const HardwareQueue& queue);

  // Reads the progress fences and ends the work that has reached its value. True when some has.
  bool end_progress();
  // Disconnects the doorbells of queues whose device is lost.
  void disconnect_lost();

  // K-463: asks the driver to remove all work of the context from the hardware. Completes `over`
  // when that is done, or cannot be done. The driver may end it by a report.
  void suspend(WorkSource& context, sim::Completion& over);
  void end_suspension(HANDLE context, UINT64 suspension);

 private:
  std::vector<nt::Ref<HardwareQueue>> all();

  EngineDriver& driver_;
  Nodes& nodes_;
  Ender& ender_;
  sim::Lock lock_;
  std::vector<HardwareQueue*> queues_ DRYDOCK_GUARDED_BY(lock_);
  std::atomic<std::size_t> count_ = 0;  // relaxed: the thread that adds one wakes the strand
};

}  // namespace drydock::sched
