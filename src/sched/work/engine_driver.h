// The driver of an adapter, as the scheduler sees it: the interface of vidmm/driver.h and, in
// addition, the entry points that submit work, preempt it and reset engines.
//
// Owner: the graphics kernel implements it and owns it; it outlives the scheduler. A call returns
// when the driver's entry point has returned. It returns STATUS_DEVICE_REMOVED when the driver has
// failed.
//
// Threads: the scheduler's strand. reset_from_timeout() and restart_from_timeout() run while no
// other thread is inside the driver.
//
// Cost: one virtual call for each call of the driver, which costs far more itself.
#pragma once

#include <functional>
#include <optional>

#include "src/vidmm/driver.h"
#include "src/wdk/graphics.h"

namespace drydock::sched {

// The driver's report of its engines when it was started, and the entry points that it has for
// them.
struct EngineCaps {
  UINT nodes = 1;
  SIZE_T paging_buffer_size = 0;  // 0: the scheduler chooses
  UINT paging_buffer_private_size = 0;
  bool patches = false;
  bool preempts = false;
  bool cancels = false;
  bool suspends = false;
  bool has_fence_query = false;
  bool resets_engines = false;
  bool resets_adapter = false;      // DxgkDdiResetFromTimeout
  bool restarts_adapter = false;    // DxgkDdiRestartFromTimeout
  bool switches_contexts = false;   // K-392, from WDDM 1.2 on
  bool marks_resubmission = false;  // from WDDM 2.0 on
};

class EngineDriver : public vidmm::Driver {
 public:
  virtual EngineCaps engine_caps() const = 0;
  // True when the driver has not failed, may be called, and its hardware is present.
  virtual bool is_reachable() const = 0;

  virtual NTSTATUS submit_command(const DXGKARG_SUBMITCOMMAND& work) = 0;
  virtual NTSTATUS submit_command_virtual(const DXGKARG_SUBMITCOMMANDVIRTUAL& work) = 0;
  virtual NTSTATUS submit_command_to_hw_queue(const DXGKARG_SUBMITCOMMANDTOHWQUEUE& work) = 0;
  virtual NTSTATUS patch(const DXGKARG_PATCH& work) = 0;
  virtual NTSTATUS preempt_command(const DXGKARG_PREEMPTCOMMAND& node) = 0;
  virtual void cancel_command(const DXGKARG_CANCELCOMMAND& work) = 0;
  virtual NTSTATUS suspend_context(DXGKARG_SUSPENDCONTEXT& context) = 0;
  virtual NTSTATUS query_current_fence(DXGKARG_QUERYCURRENTFENCE& node) = 0;
  virtual NTSTATUS query_dependent_engine_group(DXGKARG_QUERYDEPENDENTENGINEGROUP& node) = 0;
  virtual void query_engine_status(DXGKARG_QUERYENGINESTATUS& node) = 0;
  virtual NTSTATUS reset_engine(DXGKARG_RESETENGINE& node) = 0;
  virtual void collect_debug_info(ULONG reason) = 0;

  // Both wait until no other thread is inside the driver, and call `when_alone` before the driver.
  virtual NTSTATUS reset_from_timeout(const std::function<void()>& when_alone) = 0;
  virtual NTSTATUS restart_from_timeout(const std::function<void()>& when_alone) = 0;

  // The newest fence of a node that the driver counts as completed. Empty when it fails to say.
  std::optional<UINT> current_fence(UINT node) {
    DXGKARG_QUERYCURRENTFENCE arguments{};
    arguments.NodeOrdinal = node;
    if (!NT_SUCCESS(query_current_fence(arguments))) return std::nullopt;
    return arguments.CurrentFence;
  }

  // While `is_expected` is true, the driver must not touch its device (K-450).
  virtual void expect_untouched(bool is_expected) = 0;
  // Fails the driver, after a breach from which it cannot recover.
  virtual void end_life() = 0;
};

}  // namespace drydock::sched
