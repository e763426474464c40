#include "src/sched/engine/recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/trace.h"

namespace drydock::sched {
namespace {

constexpr sim::Time kSecond = 10'000'000;
constexpr sim::Time kMinute = 60 * kSecond;
constexpr sim::Time kDriverDelay = 5 * kSecond;  // TdrDdiDelay
constexpr std::size_t kResetsPerMinute = 5;
constexpr ULONG kTimeoutReason = 0x117;  // VIDEO_TDR_TIMEOUT_DETECTED

}  // namespace

void Recovery::recover(UINT node) {
  trace::event("gpu", "hung", {{"node", node}});
  if (!driver_.is_reachable()) return ender_.drop_hopeless();
  driver_.collect_debug_info(kTimeoutReason);
  reset_engine_or_adapter(node);
}

void Recovery::recover_all() {
  const auto is_in_work = [&](UINT node) {
    const NodesHold hold(nodes_);
    return nodes_.at(node).oldest() != nullptr;
  };
  for (UINT node = 0; node < nodes_.count(); ++node) {
    if (is_in_work(node)) recover(node);
  }
}

void Recovery::recover_adapter() {
  if (!driver_.is_reachable()) return;
  driver_.collect_debug_info(kTimeoutReason);
  reset_adapter(0);
}

void Recovery::reset_engine_or_adapter(UINT node) {
  if (!reset_engines(node)) reset_adapter(node);
}

// The engines that are reset together with a node; nothing when the driver cannot reset single
// engines.
std::optional<ULONGLONG> Recovery::dependent_engines(UINT node) {
  if (!caps_.resets_engines) return std::nullopt;
  DXGKARG_QUERYENGINESTATUS status{};
  status.NodeOrdinal = node;
  driver_.query_engine_status(status);
  DXGKARG_QUERYDEPENDENTENGINEGROUP group{};
  group.NodeOrdinal = node;
  if (!NT_SUCCESS(driver_.query_dependent_engine_group(group))) return std::nullopt;
  const ULONGLONG nodes = ~(~ULONGLONG{0} << (nodes_.count() - 1) << 1);
  const bool has_others = (group.DependentNodeOrdinalMask & ~nodes) != 0;
  if (rules::breaks("K-455", (group.DependentNodeOrdinalMask >> node & 1) == 0 || has_others)) {
    nt::Breach("K-455", driver_.offender())
        .message(
            "DxgkDdiQueryDependentEngineGroup returned "
            "DependentNodeOrdinalMask {:#x} {} node {}",
            group.DependentNodeOrdinalMask,
            has_others ? "with nodes that are not there, for" : "without", node)
        .raise_later();
  }
  // The corrected mask: the node that is reset, and nodes that exist.
  return (group.DependentNodeOrdinalMask & nodes) | ULONGLONG{1} << node;
}

bool Recovery::is_paging_on(ULONGLONG nodes) {
  const NodesHold hold(nodes_);
  for (UINT each = 0; each < nodes_.count(); ++each) {
    if ((nodes >> each & 1) == 0) continue;
    if (std::ranges::any_of(nodes_.at(each).hardware(), [](const std::unique_ptr<Packet>& packet) {
          return packet->is<PagingWork>();
        }))
      return true;
  }
  return false;
}

// False when the driver cannot reset engines, when that failed, or when paging was lost: then the
// adapter is reset (K-454).
bool Recovery::reset_engines(UINT node) {
  const std::optional<ULONGLONG> group = dependent_engines(node);
  if (!group || is_paging_on(*group)) return false;
  for (UINT each = 0; each < nodes_.count(); ++each) {
    if ((*group >> each & 1) != 0 && !reset_engine(each)) return false;
  }
  return true;
}

bool Recovery::reset_engine(UINT node) {
  UINT completed = 0;
  UINT submitted = 0;
  {
    const NodesHold hold(nodes_);
    completed = nodes_.at(node).last_reported();
    submitted = nodes_.at(node).last_submitted();
  }
  DXGKARG_RESETENGINE arguments{};
  arguments.NodeOrdinal = node;
  if (!NT_SUCCESS(driver_.reset_engine(arguments))) return false;
  UINT aborted = arguments.LastAbortedFenceId;
  if (rules::breaks("K-453",
                    Node::is_later(completed, aborted) || Node::is_later(aborted, submitted))) {
    nt::Breach("K-453", driver_.offender())
        .message(
            "DxgkDdiResetEngine returned LastAbortedFenceId {}; "
            "completed is {}, submitted were fences up to {}",
            aborted, completed, submitted)
        .raise_later();
    aborted = submitted;
  }
  trace::event("gpu", "engine reset", {{"node", node}, {"fence", aborted}});
  Packets lost;
  {
    const NodesHold hold(nodes_);
    lost = nodes_.at(node).take_hardware();
    nodes_.at(node).set_reported(aborted);
    nodes_.at(node).preempting_since = 0;
    nodes_.at(node).is_stopped = true;
  }
  contexts_.unload(node);
  const Packet* const guilty = lost.empty() ? nullptr : lost.front().get();
  ender_.abort(std::move(lost), guilty);
  return true;
}

// K-445: more than five resets within a minute are too many.
bool Recovery::count_reset() {
  const sim::Time now = sim::now();
  std::erase_if(resets_, [&](sim::Time then) { return now - then > kMinute; });
  resets_.push_back(now);
  rules::evaluated("K-445");
  return resets_.size() <= kResetsPerMinute;
}

// K-446: a thread did not return from the driver in time.
void Recovery::fail_stuck_driver(const char* waiting) {
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
NTSTATUS Recovery::call_alone(const char* name, AloneCall entry) {
  sim::Completion over;
  NTSTATUS status = STATUS_SUCCESS;
  // The release pairs with the acquire of the thread that waits.
  std::atomic<bool> has_begun = false;
  sim::Thread caller = sim::spawn("gpu reset", [&] {
    status = (driver_.*entry)([&] { has_begun.store(true, std::memory_order_release); });
    over.complete();
    strand_.wake();
  });
  {
    rules::evaluated("K-446");
    const ContextUpdates::Refusal refusal(updates_);
    const sim::Time deadline = sim::now() + kDriverDelay;
    bool is_patient = true;
    while (!over.is_complete()) {
      strand_.run_urgent_jobs();
      // The time-out is for the threads that must leave the driver; the call itself may take any
      // time.
      if (has_begun.load(std::memory_order_acquire)) is_patient = false;
      if (is_patient && sim::now() >= deadline) {
        is_patient = false;
        fail_stuck_driver(name);
      }
      if (!over.is_complete()) sim::park(is_patient ? deadline : sim::kForever);
    }
  }
  caller.join();
  return status;
}

// K-445.
void Recovery::fail_unresettable_driver() {
  nt::Breach("K-445", driver_.offender())
      .message(caps_.resets_adapter ? "bug check 0x116: more than five resets within a minute"
                                    : "bug check 0x116: the GPU hangs and cannot be reset")
      .raise_later();
  driver_.end_life();
}

// K-450: a driver that has an entry point for the reset has one for the restart. Without it the GPU
// counts as restarted.
void Recovery::restart() {
  if (!rules::breaks("K-450", !caps_.restarts_adapter)) {
    call_alone("DxgkDdiRestartFromTimeout", &EngineDriver::restart_from_timeout);
    return;
  }
  nt::Breach("K-450", driver_.offender())
      .message("DxgkDdiResetFromTimeout without DxgkDdiRestartFromTimeout")
      .raise_later();
}

// Everything leaves video memory, and nothing runs. The driver must not touch its device (K-450) or
// its memory (K-448).
void Recovery::lose_memory() {
  const std::vector<vidmm::VideoMemory::Seen> before = memory_.look_through_apertures();
  is_resetting_ = true;
  contexts_.unload_all();
  driver_.expect_untouched(true);
  memory_.lose_all();
  driver_.expect_untouched(false);
  is_resetting_ = false;
  sim::switch_point();
  if (!before.empty()) rules::evaluated("K-448");
  if (const vidmm::Tenant* const tenant = vidmm::VideoMemory::changed_since(before))
    nt::Breach("K-448", driver_.offender())
        .message(
            "{} bytes that an aperture showed have changed after "
            "DxgkDdiResetFromTimeout returned",
            tenant->size())
        .raise_later();
}

// K-452: no fence may be outstanding after a reset of the adapter.
void Recovery::check_fences_after_reset() {
  for (UINT node = 0; node < nodes_.count() && caps_.has_fence_query; ++node) {
    const std::optional<UINT> current = driver_.current_fence(node);
    UINT submitted = 0;
    {
      const NodesHold hold(nodes_);
      submitted = nodes_.at(node).last_submitted();
    }
    if (!current || !rules::breaks("K-452", Node::is_later(submitted, *current))) continue;
    nt::Breach("K-452", driver_.offender())
        .message(
            "after DxgkDdiResetFromTimeout the fence of node {} is "
            "{}, but {} was submitted",
            node, *current, submitted)
        .raise_later();
  }
}

void Recovery::reset_adapter(UINT node) {
  if (!caps_.resets_adapter || !count_reset()) {
    fail_unresettable_driver();
    return ender_.drop_hopeless();
  }
  const bool was_reset =
      NT_SUCCESS(call_alone("DxgkDdiResetFromTimeout", &EngineDriver::reset_from_timeout));
  ++adapter_resets_;
  trace::event("gpu", "adapter reset", {{"node", node}});
  const Packet* guilty = nullptr;
  {
    const NodesHold hold(nodes_);
    guilty = nodes_.at(node).oldest();
  }
  Packets lost = reports_.take_lost();
  lose_memory();
  restart();
  // A reset that failed has been raised, and wrote nothing off.
  if (was_reset) check_fences_after_reset();
  // Threads that waited for the lost work find the GPU working again.
  ender_.abort(std::move(lost), guilty);
  ender_.drop_hopeless();
}

}  // namespace drydock::sched
