#include "src/sched/engine/collector.h"

#include <utility>

#include "src/trace/trace.h"

namespace drydock::sched {

void Collector::end_reported() {
  for (const Reports::Report& report : reports_.take()) end(report);
}

void Collector::end(const Reports::Report& report) {
  if (report.type == DXGK_INTERRUPT_MONITORED_FENCE_SIGNALED) return void(queues_.end_progress());
  if (report.type == DXGK_INTERRUPT_SUSPEND_CONTEXT_COMPLETED)
    return queues_.end_suspension(report.context, report.suspension);
  if (report.type == DXGK_INTERRUPT_DMA_PAGE_FAULTED) return end_fault(report);
  ender_.finish(nodes_.complete(report.node, report.fence));
  if (report.type == DXGK_INTERRUPT_DMA_PREEMPTED) preemption_.requeue(report.node);
  ender_.end_refused(report.node);
}

// K-411: all earlier work is complete. The work that faulted has ended, and its device is in error.
void Collector::end_fault(const Reports::Report& report) {
  Packets over;
  if (report.has_fence()) over = nodes_.complete(report.node, report.fence);
  trace::event("gpu", "fault", {{"node", report.node}, {"fence", report.fence}});
  for (std::unique_ptr<Packet>& packet : over) {
    if (packet->fence == report.fence) {
      packet->was_aborted = true;
      fail_device(*packet, D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
    }
    ender_.finish(std::move(packet));
  }
  ender_.end_refused(report.node);
  if ((report.fault_flags & DXGK_PAGE_FAULT_ADAPTER_RESET_REQUIRED) != 0) {
    recovery_.reset_adapter(report.node);
  } else if ((report.fault_flags & DXGK_PAGE_FAULT_ENGINE_RESET_REQUIRED) != 0) {
    recovery_.reset_engine_or_adapter(report.node);
  }
}

void Collector::await(const std::function<bool()>& is_over) {
  for (;;) {
    end_reported();
    ender_.drop_hopeless();
    if (is_over()) break;
    const sim::Time next = watchdog_.watch_all();
    if (!is_over()) sim::park(next);
  }
  strand_.wake();  // something may have been reported meanwhile
}

}  // namespace drydock::sched
