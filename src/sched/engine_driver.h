// The driver of an adapter, as the scheduler sees it: what video memory sees (vidmm/driver.h), and
// the entry points by which work is submitted, taken back and given up.
//
// The graphics kernel implements it and owns it; it outlives the scheduler. A call returns when the
// driver's entry point has, and gives STATUS_DEVICE_REMOVED when the driver is dead. Calls come
// from the scheduler's strand, except those that are alone in the driver (reset_from_timeout(),
// restart_from_timeout()).
//
// Cost: one virtual call for each call of the driver, which costs far more itself.
#pragma once

#include <functional>

#include "src/vidmm/driver.h"
#include "src/wdk/graphics.h"

namespace drydock::sched {

// What the driver said of its engines when it was started, and which entry points it has for them.
struct EngineCaps {
  UINT nodes = 1;
  SIZE_T paging_buffer_size = 0;  // 0: as the scheduler likes
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
  // The driver lives, is called, and its hardware is there.
  virtual bool is_reachable() const = 0;

  virtual NTSTATUS submit_command(const DXGKARG_SUBMITCOMMAND& work) = 0;
  virtual NTSTATUS submit_command_virtual(const DXGKARG_SUBMITCOMMANDVIRTUAL& work) = 0;
  virtual NTSTATUS submit_command_to_hw_queue(const DXGKARG_SUBMITCOMMANDTOHWQUEUE& work) = 0;
  virtual NTSTATUS patch(const DXGKARG_PATCH& work) = 0;
  virtual void preempt_command(const DXGKARG_PREEMPTCOMMAND& node) = 0;
  virtual void cancel_command(const DXGKARG_CANCELCOMMAND& work) = 0;
  virtual NTSTATUS suspend_context(DXGKARG_SUSPENDCONTEXT& context) = 0;
  virtual NTSTATUS query_current_fence(DXGKARG_QUERYCURRENTFENCE& node) = 0;
  virtual NTSTATUS query_dependent_engine_group(DXGKARG_QUERYDEPENDENTENGINEGROUP& node) = 0;
  virtual void query_engine_status(DXGKARG_QUERYENGINESTATUS& node) = 0;
  virtual NTSTATUS reset_engine(DXGKARG_RESETENGINE& node) = 0;
  virtual void collect_debug_info(ULONG reason) = 0;

  // Both wait until no other thread is in the driver, and then call `when_alone` first.
  virtual NTSTATUS reset_from_timeout(const std::function<void()>& when_alone) = 0;
  virtual NTSTATUS restart_from_timeout(const std::function<void()>& when_alone) = 0;

  // From now on until the next call the driver leaves its device alone (K-450).
  virtual void expect_untouched(bool is_expected) = 0;
  // The driver's life ends, after a breach from which it does not recover.
  virtual void end_life() = 0;
};

}  // namespace drydock::sched
