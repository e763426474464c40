// Entry points of levels two and three: the GPU is idle while the driver runs them (K-057, K-472).
#pragma once

#include <functional>

#include "src/dxgk/adapter/adapter.h"
#include "src/sched/scheduler.h"

namespace drydock::dxgk {

// Adapter::call() while the GPU is idle as the level promises. Not on the scheduler's strand, nor
// from inside the driver.
inline NTSTATUS call_idle(Adapter& adapter, const Ddi& ddi, Seat& seat, sched::Scheduler::Idle how,
                          const std::function<NTSTATUS()>& body) {
  if (adapter.scheduler() == nullptr) return adapter.call(ddi, seat, body);
  NTSTATUS status = STATUS_DEVICE_REMOVED;
  adapter.scheduler()->while_idle(how, [&] { status = adapter.call(ddi, seat, body); });
  return status;
}

}  // namespace drydock::dxgk
