// The ends of packets: completed, preempted or dropped. Also the waits for those ends.
#include <algorithm>
#include <utility>

#include "src/sched/scheduler.h"
#include "src/trace/trace.h"

namespace drydock::sched {

// K-399: the driver must not report a fence that was never issued, or one before the last that it
// reported.
std::optional<Scheduler::BadReport> Scheduler::interrupt(
    const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
  Report report{data.InterruptType, 0, 0, 0};
  UINT preemption = 0;
  switch (data.InterruptType) {
    case DXGK_INTERRUPT_SUSPEND_CONTEXT_COMPLETED:
      report.context = data.SuspendContextCompleted.hContext;
      report.suspension = data.SuspendContextCompleted.ContextSuspendFence;
      [[fallthrough]];
    case DXGK_INTERRUPT_MONITORED_FENCE_SIGNALED: {
      const sim::Hold hold(lock_);
      reported_by_interrupt_.push_back(report);
      return std::nullopt;
    }
    case DXGK_INTERRUPT_DMA_COMPLETED:
      report.node = data.DmaCompleted.NodeOrdinal;
      report.fence = data.DmaCompleted.SubmissionFenceId;
      break;
    case DXGK_INTERRUPT_DMA_PREEMPTED:
      report.node = data.DmaPreempted.NodeOrdinal;
      report.fence = data.DmaPreempted.LastCompletedFenceId;
      preemption = data.DmaPreempted.PreemptionFenceId;
      break;
    case DXGK_INTERRUPT_DMA_PAGE_FAULTED:
      report.node = data.DmaPageFaulted.NodeOrdinal;
      report.fence = data.DmaPageFaulted.FaultedFenceId;
      report.fault_flags = static_cast<UINT>(data.DmaPageFaulted.PageFaultFlags);
      break;
    default:
      return std::nullopt;  // the scheduler does not wait for it
  }
  const bool has_fence = data.InterruptType != DXGK_INTERRUPT_DMA_PAGE_FAULTED ||
                         (report.fault_flags & DXGK_PAGE_FAULT_FENCE_INVALID) == 0;
  const sim::Hold hold(lock_);
  if (report.node >= node_count_) return BadReport{report.node, report.fence, 0, 0};
  Node& node = nodes_[report.node];
  const UINT completed = node.last_reported();
  const UINT issued = node.last_submitted();
  if (node.is_stopped) return BadReport{report.node, report.fence, completed, issued, true};
  if (has_fence &&
      (Node::is_later(report.fence, issued) || Node::is_later(completed, report.fence)))
    return BadReport{report.node, report.fence, completed, issued};
  if (data.InterruptType == DXGK_INTERRUPT_DMA_PREEMPTED &&
      (node.preempting_since == 0 || node.preemption_fence != preemption))
    return BadReport{report.node, preemption, completed, issued};
  if (has_fence) node.set_reported(report.fence);
  reported_by_interrupt_.push_back(report);
  return std::nullopt;
}

void Scheduler::dpc() {
  {
    const sim::Hold hold(lock_);
    if (reported_by_interrupt_.empty()) return;
    std::ranges::move(reported_by_interrupt_, std::back_inserter(reported_));
    reported_by_interrupt_.clear();
  }
  wake();
}

void Scheduler::end_reported() {
  std::vector<Report> reports;
  {
    const sim::Hold hold(lock_);
    reports.swap(reported_);
  }
  for (const Report& report : reports) end_report(report);
}

void Scheduler::end_report(const Report& report) {
  if (report.type == DXGK_INTERRUPT_MONITORED_FENCE_SIGNALED) return void(end_progress());
  if (report.type == DXGK_INTERRUPT_SUSPEND_CONTEXT_COMPLETED)
    return end_suspension(report.context, report.suspension);
  if (report.type == DXGK_INTERRUPT_DMA_PAGE_FAULTED) return end_fault(report);
  Packets over;
  {
    const sim::Hold hold(lock_);
    over = nodes_[report.node].complete(report.fence);
  }
  for (std::unique_ptr<Packet>& packet : over) finish(std::move(packet));
  if (report.type == DXGK_INTERRUPT_DMA_PREEMPTED) requeue_preempted(report.node);
  end_refused(report.node);
}

// K-411: all earlier work is complete. The work that faulted has ended, and its device is in error.
void Scheduler::end_fault(const Report& report) {
  Packets over;
  const bool has_fence = (report.fault_flags & DXGK_PAGE_FAULT_FENCE_INVALID) == 0;
  {
    const sim::Hold hold(lock_);
    if (has_fence) over = nodes_[report.node].complete(report.fence);
  }
  trace::event("gpu", "fault", {{"node", report.node}, {"fence", report.fence}});
  for (std::unique_ptr<Packet>& packet : over) {
    if (packet->fence == report.fence) {
      packet->was_aborted = true;
      fail_device(*packet, D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
    }
    finish(std::move(packet));
  }
  end_refused(report.node);
  if ((report.fault_flags & DXGK_PAGE_FAULT_ADAPTER_RESET_REQUIRED) != 0) {
    reset_adapter(report.node);
  } else if ((report.fault_flags & DXGK_PAGE_FAULT_ENGINE_RESET_REQUIRED) != 0 &&
             !reset_engine(report.node)) {
    reset_adapter(report.node);
  }
}

// K-396: packets that were at the hardware when preemption was requested go back to the front of
// their context's queue. Paging packets keep their fence and are submitted again at once (K-393).
void Scheduler::requeue_preempted(UINT node) {
  trace::event("gpu", "preempted", {{"node", node}});
  Packets back;
  {
    const sim::Hold hold(lock_);
    back = nodes_[node].take_preempted();
  }
  Packets paging;
  for (auto each = back.rbegin(); each != back.rend(); ++each) {
    Packet& packet = **each;
    packet.come_back();
    if (!packet.context) {
      paging.push_back(std::move(*each));
      continue;
    }
    unpin(packet);
    const sim::Hold hold(lock_);
    --packet.context->at_hardware;
    packet.context->is_blocked = false;  // a point behind it has its turn later
    nodes_[node].queue_again(std::move(*each));
  }
  for (auto each = paging.rbegin(); each != paging.rend(); ++each) send(std::move(*each));
}

// The packet has ended, for whatever reason: it uses nothing any more of what it named.
void Scheduler::finish(std::unique_ptr<Packet> packet) {
  trace::event("gpu", packet->was_aborted ? "aborted" : "completed",
               {{"node", packet->node}, {"fence", packet->fence}});
  check_others(*packet);
  unpin(*packet);
  if (packet->claims != nullptr) packet->claims->end(packet->was_aborted);
  if (packet->when_over) std::exchange(packet->when_over, nullptr)();
  if (packet->is<AddressedWork>()) end_virtual(*packet);
  if (packet->queue() != nullptr) end_queued(*packet);
  const bool was_at_hardware = packet->is_at_hardware();
  packet->end();
  if (packet->is<PagingWork>()) {
    --packet->as<PagingWork>().paged->place.paging_packets;
    paging_was_aborted_ = packet->was_aborted;
    paging_is_over_ = true;
    return;
  }
  if (packet->is<SwitchWork>()) {
    if (packet->as<SwitchWork>().left) packet->as<SwitchWork>().left->release_by_gpu();
    return;
  }
  WorkSource& context = *packet->context;
  {
    const sim::Hold hold(lock_);
    if (was_at_hardware && --context.at_hardware == 0) {
      context.is_blocked = false;
      woken_.store(true, std::memory_order_relaxed);
    }
    const WorkOwner& device = context.owner();
    if (--context.owner().packets == 0) {
      std::erase_if(idle_waiters_, [&](const auto& waiter) {
        if (waiter.first == &device) waiter.second->complete();
        return waiter.first == &device;
      });
    }
  }
  context.release_by_gpu();
}

void Scheduler::wait_idle(const WorkOwner& device) {
  sim::Completion done;
  {
    const sim::Hold hold(lock_);
    if (device.packets == 0) return;
    idle_waiters_.emplace_back(&device, &done);
  }
  done.wait();
}

// Drops the work of devices that failed or stop; drops all work when the driver cannot be reached.
void Scheduler::drop_hopeless() {
  const bool reachable = is_reachable();
  Packets waiting;
  Packets running;
  {
    const sim::Hold hold(lock_);
    for (Node& node : nodes_) {
      for (std::unique_ptr<Packet>& packet : node.take_waiting([&](const WorkSource& context) {
             // A device that is being destroyed waits for nothing; its signals still wait for its
             // own work.
             return !reachable || !context.owner().is_working() ||
                    (context.owner().is_going() && context.is_blocked && context.at_hardware == 0);
           }))
        waiting.push_back(std::move(packet));
      if (reachable) continue;
      for (std::unique_ptr<Packet>& packet : node.take_hardware())
        running.push_back(std::move(packet));
      node.preempting_since = 0;
    }
  }
  for (std::unique_ptr<Packet>& packet : running) {
    packet->was_aborted = true;
    fail_device(*packet, D3DKMT_DEVICEEXECUTION_STOPPED);
    finish(std::move(packet));
  }
  for (std::unique_ptr<Packet>& packet : waiting) drop(std::move(packet));
}

// Ends a packet that never reaches the hardware, or does not reach it again.
void Scheduler::drop(std::unique_ptr<Packet> packet) {
  packet->was_aborted = true;
  if (packet->is<SyncWork>()) {
    packet->as<SyncWork>().point->drop();
  } else if (packet->is<RenderWork>()) {  // for other packets the driver built nothing
    cancel_in_driver(*packet);
  }
  finish(std::move(packet));
}

void Scheduler::cancel_in_driver(const Packet& packet) {
  if (!caps_.cancels || !is_reachable()) return;
  DXGKARG_CANCELCOMMAND arguments{};
  describe(packet, arguments);
  driver_.cancel_command(arguments);
}

}  // namespace drydock::sched
