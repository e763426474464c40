// Receives the driver's reports of its work: at the device's IRQL by NotifyInterrupt, and as
// complete by NotifyDpc.
//
//   interrupt() ──► heard ──► dpc() ──► reported ──► take(), on the strand
//
// A report that cannot be true is returned and not stored (K-399).
//
// Owner: the scheduler. Threads: interrupt() at the device's IRQL with the interrupt's lock held,
// dpc() at DISPATCH_LEVEL; the other functions only on the strand. Cost: one lock for each call.
#pragma once

#include <optional>
#include <vector>

#include "src/sched/work/nodes.h"
#include "src/wdk/graphics.h"

namespace drydock::sched {

class Reports {
 public:
  struct Report {
    DXGK_INTERRUPT_TYPE type;
    UINT node = 0;
    UINT fence = 0;        // completed, preempted or faulted
    UINT fault_flags = 0;  // DXGK_PAGE_FAULT_FLAGS
    UINT preemption = 0;   // the fence of the request that a preemption answers
    // Set for a suspension.
    HANDLE context = nullptr;
    UINT64 suspension = 0;

    // True when `fence` says which work the report is about.
    bool has_fence() const {
      return type != DXGK_INTERRUPT_DMA_PAGE_FAULTED ||
             (fault_flags & DXGK_PAGE_FAULT_FENCE_INVALID) == 0;
    }
  };
  struct BadReport {
    UINT node, fence, completed, issued;
    bool is_of_stopped = false;  // its engine was reset and cannot report anything (K-414)
  };

  explicit Reports(Nodes& nodes) : nodes_(nodes) {}
  Reports(const Reports&) = delete;
  Reports& operator=(const Reports&) = delete;

  std::optional<BadReport> interrupt(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data);
  // True when there is something to take.
  bool dpc();

  std::vector<Report> take();
  // The adapter was reset: no report is outstanding any more. Takes everything from the hardware.
  Packets take_lost();

 private:
  std::optional<BadReport> add(const Report& report);

  Nodes& nodes_;
  std::vector<Report> heard_ DRYDOCK_GUARDED_BY(nodes_.lock);     // reported at interrupt level
  std::vector<Report> reported_ DRYDOCK_GUARDED_BY(nodes_.lock);  // reported in the DPC
};

}  // namespace drydock::sched
