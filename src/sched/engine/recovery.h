// Resets of a GPU that hangs or faulted: first of single engines, and if that does not help, of the
// adapter. The work that a reset loses is aborted.
//
// Between the reset of the adapter and its restart nothing runs: paging operations are announced to
// the driver and not executed (K-449). Everything leaves video memory.
//
// The reset of the adapter waits until no other thread is inside the driver (K-447). Meanwhile the
// strand runs urgent jobs, for which those threads may wait, and updates of context allocations are
// refused.
//
// Owner: the scheduler. Threads: only the strand. Cost: a reset may take seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/sched/engine/ender.h"
#include "src/sched/engine/reports.h"
#include "src/sched/memory/context_memory.h"
#include "src/sched/memory/context_updates.h"
#include "src/sched/strand.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"
#include "src/vidmm/video_memory.h"

namespace drydock::sched {

class Recovery {
 public:
  Recovery(EngineDriver& driver, const EngineCaps& caps, Nodes& nodes, Strand& strand,
           Reports& reports, Ender& ender, vidmm::VideoMemory& memory, ContextMemory& contexts,
           ContextUpdates& updates)
      : driver_(driver),
        caps_(caps),
        nodes_(nodes),
        strand_(strand),
        reports_(reports),
        ender_(ender),
        memory_(memory),
        contexts_(contexts),
        updates_(updates) {}
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;

  // The node hangs: collects debug information, and resets the engine or the adapter.
  void recover(UINT node);
  // The same for every node that has work.
  void recover_all();
  // Resets the engines that depend on each other with the node, or else the adapter (K-454).
  void reset_engine_or_adapter(UINT node);
  void reset_adapter(UINT node);
  // The adapter counts as hung, whether it is or not.
  void recover_adapter();

  bool is_resetting() const { return is_resetting_; }
  std::uint64_t adapter_resets() const { return adapter_resets_; }

 private:
  std::optional<ULONGLONG> dependent_engines(UINT node);
  bool reset_engines(UINT node);
  bool reset_engine(UINT node);
  bool is_paging_on(ULONGLONG nodes);
  bool count_reset();
  using AloneCall = NTSTATUS (EngineDriver::*)(const std::function<void()>& when_alone);
  NTSTATUS call_alone(const char* name, AloneCall entry);
  void fail_stuck_driver(const char* waiting);
  void fail_unresettable_driver();
  void restart();
  void lose_memory();
  void check_fences_after_reset();

  EngineDriver& driver_;
  const EngineCaps& caps_;
  Nodes& nodes_;
  Strand& strand_;
  Reports& reports_;
  Ender& ender_;
  vidmm::VideoMemory& memory_;
  ContextMemory& contexts_;
  ContextUpdates& updates_;
  std::vector<sim::Time> resets_;  // resets of the adapter within the last minute
  std::uint64_t adapter_resets_ = 0;
  bool is_resetting_ = false;
};

}  // namespace drydock::sched
