// Time-out detection and recovery: the scheduler first preempts, then resets the engine, and then
// the adapter.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "src/nt/watch/breach.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

constexpr sim::Time kSecond = 10'000'000;
constexpr sim::Time kMinute = 60 * kSecond;
constexpr sim::Time kDriverDelay = 5 * kSecond;  // TdrDdiDelay
constexpr std::size_t kResetsPerMinute = 5;
constexpr ULONG kTimeoutReason = 0x117;  // VIDEO_TDR_TIMEOUT_DETECTED

}  // namespace

sim::Time Scheduler::watch_all() {
  sim::Time next = sim::kForever;
  for (UINT node = 0; node < node_count_; ++node)
    next = std::min({next, watch(node), watch_queues(node)});
  return next;
}

// Recovers the node when it hangs. Returns when to look at it again.
sim::Time Scheduler::watch(UINT node) {
  const sim::Time timeout = timeout_.load(std::memory_order_relaxed);
  bool is_preempting = false;
  sim::Time due = sim::kForever;
  {
    const sim::Hold hold(lock_);
    const Packet* const oldest = nodes_[node].oldest_with_fence();
    if (oldest == nullptr && nodes_[node].preempting_since == 0) return sim::kForever;
    is_preempting = nodes_[node].preempting_since != 0;
    due = (is_preempting ? nodes_[node].preempting_since - 1 : oldest->submitted_at) + timeout;
  }
  if (sim::now() < due) return due;
  // K-398: the work may have ended without its interrupt.
  query_fence(node);
  if (is_reported(node)) return sim::now() + timeout;
  if (!is_preempting && can_preempt()) {
    ask_preemption(node);
    return sim::now() + timeout;
  }
  check_unanswered(node);
  recover(node);
  return sim::now();
}

// K-395: preemption was requested, all work is complete and reported, and the driver did not
// answer.
void Scheduler::check_unanswered(UINT node) {
  UINT fence = 0;
  {
    const sim::Hold hold(lock_);
    if (nodes_[node].preempting_since == 0 || nodes_[node].oldest_with_fence() != nullptr) return;
    fence = nodes_[node].preemption_fence;
  }
  if (!is_reachable()) return;
  nt::Breach("K-395", driver_.offender())
      .message(
          "DxgkDdiPreemptCommand with PreemptionFenceId {}: all work "
          "of node {} is complete and reported, and "
          "DXGK_INTERRUPT_DMA_PREEMPTED was not",
          fence, node)
      .raise_later();
}

// True when the overdue work has been reported by now. Its DPC may be on the way; it gets the same
// time again.
bool Scheduler::is_reported(UINT node) {
  const sim::Hold hold(lock_);
  Packet* const oldest = nodes_[node].oldest_with_fence();
  if (oldest == nullptr || nodes_[node].preempting_since != 0 || oldest->was_given_time ||
      Node::is_later(oldest->fence, nodes_[node].last_reported()))
    return false;
  oldest->was_given_time = true;
  oldest->submitted_at = sim::now();
  return true;
}

bool Scheduler::can_preempt() const { return caps_.preempts; }

void Scheduler::query_fence(UINT node) {
  if (!caps_.has_fence_query) return;
  DXGKARG_QUERYCURRENTFENCE arguments{};
  arguments.NodeOrdinal = node;
  const NTSTATUS status = driver_.query_current_fence(arguments);
  UINT reported = 0;
  {
    const sim::Hold hold(lock_);
    reported = nodes_[node].last_reported();
  }
  if (!NT_SUCCESS(status) || !Node::is_later(arguments.CurrentFence, reported)) return;
  nt::Breach("K-398", driver_.offender())
      .message(
          "DxgkDdiQueryCurrentFence returned CurrentFence {} of node "
          "{}, but the last one that was reported is {}",
          arguments.CurrentFence, node, reported)
      .raise_later();
}

// K-452: no fence may be outstanding after a reset of the adapter.
void Scheduler::check_fences_after_reset() {
  for (UINT node = 0; node < node_count_ && caps_.has_fence_query; ++node) {
    DXGKARG_QUERYCURRENTFENCE arguments{};
    arguments.NodeOrdinal = node;
    const NTSTATUS status = driver_.query_current_fence(arguments);
    UINT submitted = 0;
    {
      const sim::Hold hold(lock_);
      submitted = nodes_[node].last_submitted();
    }
    if (!NT_SUCCESS(status) || !Node::is_later(submitted, arguments.CurrentFence)) continue;
    nt::Breach("K-452", driver_.offender())
        .message(
            "after DxgkDdiResetFromTimeout the fence of node {} is "
            "{}, but {} was submitted",
            node, arguments.CurrentFence, submitted)
        .raise_later();
  }
}

// True when a packet of higher priority waits while others are at the hardware.
bool Scheduler::is_urgent(const Node& node) {
  if (node.has_room()) return false;
  const int waiting = node.next_priority();
  bool any = false;
  for (const std::unique_ptr<Packet>& packet : node.hardware()) {
    if (!packet->has_fence()) continue;  // hardware queues take turns by themselves
    if (!packet->context || packet->context->priority.load() >= waiting) return false;
    any = true;
  }
  return any;
}

// K-463: true when the process of the work was killed, so that nothing waits for it.
bool Scheduler::is_abandoned(const Node& node) {
  return std::ranges::any_of(node.hardware(), [](const std::unique_ptr<Packet>& packet) {
    return packet->has_fence() && packet->context && packet->context->owner().is_abandoned();
  });
}

void Scheduler::preempt_for_others(UINT node) {
  if (!can_preempt()) return;
  {
    const sim::Hold hold(lock_);
    const Node& engine = nodes_[node];
    if (engine.preempting_since != 0 || !(is_abandoned(engine) || is_urgent(engine))) return;
  }
  ask_preemption(node);
}

void Scheduler::ask_preemption(UINT node) {
  DXGKARG_PREEMPTCOMMAND arguments{};
  {
    const sim::Hold hold(lock_);
    nodes_[node].ask_back(nodes_[node].issue_fence());
    arguments.PreemptionFenceId = nodes_[node].preemption_fence;
  }
  arguments.NodeOrdinal = node;
  trace::event("gpu", "preempt", {{"node", node}, {"fence", arguments.PreemptionFenceId}});
  driver_.preempt_command(arguments);
}

void Scheduler::recover(UINT node) {
  trace::event("gpu", "hung", {{"node", node}});
  if (!is_reachable()) return drop_hopeless();
  driver_.collect_debug_info(kTimeoutReason);
  if (!reset_engine(node)) reset_adapter(node);
}

void Scheduler::force_timeout(Reset what) {
  run_on_strand([&](vidmm::VideoMemory&) {
    const auto is_in_work = [&](UINT node) {
      const sim::Hold hold(lock_);
      return nodes_[node].oldest() != nullptr;
    };
    if (what == Reset::kAdapter && is_reachable()) {
      driver_.collect_debug_info(kTimeoutReason);
      reset_adapter(0);
    }
    for (UINT node = 0; node < node_count_ && what == Reset::kEngines; ++node) {
      if (is_in_work(node)) recover(node);
    }
  });
}

// The engines that are reset together with a node; nothing when the driver cannot reset single
// engines.
std::optional<ULONGLONG> Scheduler::dependent_engines(UINT node) {
  if (!caps_.resets_engines) return std::nullopt;
  DXGKARG_QUERYENGINESTATUS status{};
  status.NodeOrdinal = node;
  driver_.query_engine_status(status);
  DXGKARG_QUERYDEPENDENTENGINEGROUP group{};
  group.NodeOrdinal = node;
  if (!NT_SUCCESS(driver_.query_dependent_engine_group(group))) return std::nullopt;
  const bool has_others = (group.DependentNodeOrdinalMask >> 1 >> (node_count_ - 1)) != 0;
  if ((group.DependentNodeOrdinalMask >> node & 1) == 0 || has_others) {
    nt::Breach("K-455", driver_.offender())
        .message(
            "DxgkDdiQueryDependentEngineGroup returned "
            "DependentNodeOrdinalMask {:#x} {} node {}",
            group.DependentNodeOrdinalMask,
            has_others ? "with nodes that are not there, for" : "without", node)
        .raise_later();
    return std::nullopt;
  }
  return group.DependentNodeOrdinalMask;
}

// False when the driver cannot reset engines, when that failed, or when paging was lost: then the
// adapter is reset (K-454).
bool Scheduler::reset_engine(UINT node) {
  const std::optional<ULONGLONG> group = dependent_engines(node);
  if (!group) return false;
  for (UINT each = 0; each < node_count_; ++each) {
    if ((*group >> each & 1) == 0) continue;
    const sim::Hold hold(lock_);
    if (std::ranges::any_of(nodes_[each].hardware(), [](const std::unique_ptr<Packet>& packet) {
          return packet->is<PagingWork>();
        }))
      return false;
  }
  for (UINT each = 0; each < node_count_; ++each) {
    if ((*group >> each & 1) != 0 && !reset_one(each)) return false;
  }
  return true;
}

bool Scheduler::reset_one(UINT node) {
  UINT completed = 0;
  UINT submitted = 0;
  {
    const sim::Hold hold(lock_);
    completed = nodes_[node].last_reported();
    submitted = nodes_[node].last_submitted();
  }
  DXGKARG_RESETENGINE arguments{};
  arguments.NodeOrdinal = node;
  if (!NT_SUCCESS(driver_.reset_engine(arguments))) return false;
  const UINT aborted = arguments.LastAbortedFenceId;
  if (Node::is_later(completed, aborted) || Node::is_later(aborted, submitted)) {
    nt::Breach("K-453", driver_.offender())
        .message(
            "DxgkDdiResetEngine returned LastAbortedFenceId {}; "
            "completed is {}, submitted were fences up to {}",
            aborted, completed, submitted)
        .raise_later();
    return true;
  }
  trace::event("gpu", "engine reset", {{"node", node}, {"fence", aborted}});
  Packets lost;
  {
    const sim::Hold hold(lock_);
    lost = nodes_[node].take_hardware();
    nodes_[node].set_reported(aborted);
    nodes_[node].preempting_since = 0;
    nodes_[node].is_stopped = true;
  }
  turns_[node] = {};
  const Packet* const guilty = lost.empty() ? nullptr : lost.front().get();
  abort(std::move(lost), guilty);
  return true;
}

// K-445: more than five resets within a minute are too many.
bool Scheduler::count_reset() {
  const sim::Time now = sim::now();
  std::erase_if(resets_, [&](sim::Time then) { return now - then > kMinute; });
  resets_.push_back(now);
  return resets_.size() <= kResetsPerMinute;
}

// K-446: a thread did not return from the driver in time.
void Scheduler::fail_stuck_driver(const char* waiting) {
  nt::Breach("K-446", driver_.offender())
      .message(
          "bug check 0x116: a thread was inside the driver for {} seconds "
          "while {} waited to be alone there",
          kDriverDelay / kSecond, waiting)
      .raise_later();
  driver_.end_life();
}

// Threads that are inside the driver may wait for the strand. The strand serves them until they
// have returned.
void Scheduler::call_alone(const char* name, AloneCall entry) {
  sim::Completion over;
  // The release pairs with the acquire of the thread that waits.
  std::atomic<bool> has_begun = false;
  sim::Thread caller = sim::spawn("gpu reset", [&] {
    (driver_.*entry)([&] { has_begun.store(true, std::memory_order_release); });
    over.complete();
    wake();
  });
  waits_to_be_alone_ = true;
  if (Update* const update = std::exchange(updating_, nullptr)) update->is_over.complete();
  const sim::Time deadline = sim::now() + kDriverDelay;
  bool is_patient = true;
  while (!over.is_complete()) {
    run_urgent_jobs();
    // The time-out is for the threads that must leave the driver; the call itself may take any
    // time.
    if (has_begun.load(std::memory_order_acquire)) is_patient = false;
    if (is_patient && sim::now() >= deadline) {
      is_patient = false;
      fail_stuck_driver(name);
    }
    if (!over.is_complete()) sim::park(is_patient ? deadline : sim::kForever);
  }
  waits_to_be_alone_ = false;
  caller.join();
}

// K-445; and K-450 for a driver that has an entry point for the reset and none for the restart.
void Scheduler::fail_unresettable_driver(bool can_reset) {
  const bool lacks_end = caps_.resets_adapter && !caps_.restarts_adapter;
  nt::Breach(lacks_end ? "K-450"_rule : "K-445"_rule, driver_.offender())
      .message(can_reset   ? "bug check 0x116: more than five resets within a minute"
               : lacks_end ? "DxgkDdiResetFromTimeout without DxgkDdiRestartFromTimeout"
                           : "bug check 0x116: the GPU hangs and cannot be reset")
      .raise_later();
  driver_.end_life();
}

// Everything leaves video memory, and nothing runs. The driver must not touch its device (K-450) or
// its memory (K-448).
void Scheduler::lose_memory() {
  const std::vector<vidmm::VideoMemory::Seen> before = memory_.look_through_apertures();
  is_resetting_ = true;
  for (Turn& turn : turns_) turn = {};
  driver_.expect_untouched(true);
  memory_.lose_all();
  driver_.expect_untouched(false);
  is_resetting_ = false;
  sim::switch_point();
  if (const vidmm::Tenant* const tenant = vidmm::VideoMemory::changed_since(before))
    nt::Breach("K-448", driver_.offender())
        .message(
            "{} bytes that an aperture showed have changed after "
            "DxgkDdiResetFromTimeout returned",
            tenant->size())
        .raise_later();
}

void Scheduler::reset_adapter(UINT node) {
  const bool can_reset = caps_.resets_adapter && caps_.restarts_adapter;
  if (!can_reset || !count_reset()) {
    fail_unresettable_driver(can_reset);
    return drop_hopeless();
  }
  call_alone("DxgkDdiResetFromTimeout", &EngineDriver::reset_from_timeout);
  ++adapter_resets_;
  trace::event("gpu", "adapter reset", {{"node", node}});
  Packets lost;
  const Packet* guilty = nullptr;
  {
    const sim::Hold hold(lock_);
    guilty = nodes_[node].oldest();
    for (Node& each : nodes_) {
      for (std::unique_ptr<Packet>& packet : each.take_hardware())
        lost.push_back(std::move(packet));
      each.set_reported(each.last_submitted());
      each.preempting_since = 0;
    }
    reported_by_interrupt_.clear();
    reported_.clear();
  }
  lose_memory();
  call_alone("DxgkDdiRestartFromTimeout", &EngineDriver::restart_from_timeout);
  check_fences_after_reset();
  // Threads that waited for the lost work find the GPU working again.
  abort(std::move(lost), guilty);
  drop_hopeless();
}

// Ends the packets that were at the hardware of a reset engine. The device of the packet that hung
// is in error, and so are the devices whose work was lost with it.
void Scheduler::abort(Packets packets, const Packet* guilty) {
  for (std::unique_ptr<Packet>& packet : packets) {
    packet->was_aborted = true;
    fail_device(*packet, packet.get() == guilty ? D3DKMT_DEVICEEXECUTION_HUNG
                                                : D3DKMT_DEVICEEXECUTION_RESET);
    if (packet->context) packet->context->owner().end_fences();
    finish(std::move(packet));
  }
}

}  // namespace drydock::sched
