#include "src/sched/engine/reports.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace drydock::sched {

std::optional<Reports::BadReport> Reports::interrupt(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
  Report report{data.InterruptType};
  switch (data.InterruptType) {
    case DXGK_INTERRUPT_SUSPEND_CONTEXT_COMPLETED:
      report.context = data.SuspendContextCompleted.hContext;
      report.suspension = data.SuspendContextCompleted.ContextSuspendFence;
      [[fallthrough]];
    case DXGK_INTERRUPT_MONITORED_FENCE_SIGNALED: {
      const NodesHold hold(nodes_);
      heard_.push_back(report);
      return std::nullopt;
    }
    case DXGK_INTERRUPT_DMA_COMPLETED:
      report.node = data.DmaCompleted.NodeOrdinal;
      report.fence = data.DmaCompleted.SubmissionFenceId;
      break;
    case DXGK_INTERRUPT_DMA_PREEMPTED:
      report.node = data.DmaPreempted.NodeOrdinal;
      report.fence = data.DmaPreempted.LastCompletedFenceId;
      report.preemption = data.DmaPreempted.PreemptionFenceId;
      break;
    case DXGK_INTERRUPT_DMA_PAGE_FAULTED:
      report.node = data.DmaPageFaulted.NodeOrdinal;
      report.fence = data.DmaPageFaulted.FaultedFenceId;
      report.fault_flags = static_cast<UINT>(data.DmaPageFaulted.PageFaultFlags);
      break;
    default:
      return std::nullopt;  // the scheduler does not wait for it
  }
  return add(report);
}

// K-399: the driver must not report a fence that was never issued, or one before the last that it
// reported, or a preemption that was not requested.
std::optional<Reports::BadReport> Reports::add(const Report& report) {
  const NodesHold hold(nodes_);
  if (report.node >= nodes_.count()) return BadReport{report.node, report.fence, 0, 0};
  Node& node = nodes_.at(report.node);
  const UINT completed = node.last_reported();
  const UINT issued = node.last_submitted();
  if (node.is_stopped) return BadReport{report.node, report.fence, completed, issued, true};
  if (report.has_fence() &&
      (Node::is_later(report.fence, issued) || Node::is_later(completed, report.fence)))
    return BadReport{report.node, report.fence, completed, issued};
  if (report.type == DXGK_INTERRUPT_DMA_PREEMPTED &&
      (node.preempting_since == 0 || node.preemption_fence != report.preemption))
    return BadReport{report.node, report.preemption, completed, issued};
  if (report.has_fence()) node.set_reported(report.fence);
  heard_.push_back(report);
  return std::nullopt;
}

bool Reports::dpc() {
  const NodesHold hold(nodes_);
  if (heard_.empty()) return false;
  std::ranges::move(heard_, std::back_inserter(reported_));
  heard_.clear();
  return true;
}

std::vector<Reports::Report> Reports::take() {
  const NodesHold hold(nodes_);
  return std::exchange(reported_, {});
}

Packets Reports::take_lost() {
  Packets lost;
  const NodesHold hold(nodes_);
  for (Node& node : nodes_.all()) {
    std::ranges::move(node.take_hardware(), std::back_inserter(lost));
    node.set_reported(node.last_submitted());
    node.preempting_since = 0;
  }
  heard_.clear();
  reported_.clear();
  return lost;
}

}  // namespace drydock::sched
