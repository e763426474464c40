// Workers: queues of work items that a minidriver registers, and counted ones.
#include <atomic>
#include <unordered_map>

#include "src/ks/base/out_of_memory.h"
#include "src/nt/base/thread.h"
#include "src/sim/lock.h"

namespace drydock::ks {
namespace {

struct Worker {
  WORK_QUEUE_TYPE type;
  PWORK_QUEUE_ITEM counted;
  LONG count = 0;
};

struct Workers {
  sim::Lock lock;
  std::unordered_map<const void*, std::unique_ptr<Worker>> live DRYDOCK_GUARDED_BY(lock);
};

Workers& workers() {
  static auto& instance = *new Workers;
  return instance;
}

PKSWORKER add(WORK_QUEUE_TYPE type, PWORK_QUEUE_ITEM counted) {
  auto made = std::make_unique<Worker>(Worker{type, counted});
  Worker* const face = made.get();
  Workers& all = workers();
  const sim::Hold hold(all.lock);
  all.live[face] = std::move(made);
  return face;
}

// The count afterwards, and the item to queue when it leaves zero.
ULONG change(PKSWORKER worker, LONG by, PWORK_QUEUE_ITEM& item, WORK_QUEUE_TYPE& type) {
  Workers& all = workers();
  const sim::Hold hold(all.lock);
  const auto at = all.live.find(worker);
  if (at == all.live.end()) return 0;
  Worker& one = *at->second;
  if (by > 0 && one.count == 0) item = one.counted;
  type = one.type;
  one.count += by;
  return static_cast<ULONG>(one.count);
}

}  // namespace
}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;

extern "C" NTSTATUS KsRegisterWorker(WORK_QUEUE_TYPE WorkQueueType, PKSWORKER* Worker_) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsRegisterWorker");
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  *Worker_ = add(WorkQueueType, nullptr);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS KsRegisterCountedWorker(WORK_QUEUE_TYPE WorkQueueType,
                                            PWORK_QUEUE_ITEM CountedWorkItem, PKSWORKER* Worker_) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsRegisterCountedWorker");
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  *Worker_ = add(WorkQueueType, CountedWorkItem);
  return STATUS_SUCCESS;
}

extern "C" VOID KsUnregisterWorker(PKSWORKER Worker_) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsUnregisterWorker");
  Workers& all = workers();
  const drydock::sim::Hold hold(all.lock);
  all.live.erase(Worker_);
}

extern "C" NTSTATUS KsQueueWorkItem(PKSWORKER Worker_, PWORK_QUEUE_ITEM WorkItem) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsQueueWorkItem");
  WORK_QUEUE_TYPE type = DelayedWorkQueue;
  {
    Workers& all = workers();
    const drydock::sim::Hold hold(all.lock);
    const auto at = all.live.find(Worker_);
    if (at == all.live.end()) return STATUS_INVALID_PARAMETER;
    type = at->second->type;
  }
  ExQueueWorkItem(WorkItem, type);
  return STATUS_SUCCESS;
}

extern "C" ULONG KsIncrementCountedWorker(PKSWORKER Worker_) {
  PWORK_QUEUE_ITEM item = nullptr;
  WORK_QUEUE_TYPE type = DelayedWorkQueue;
  const ULONG count = change(Worker_, 1, item, type);
  if (item != nullptr) ExQueueWorkItem(item, type);
  return count;
}

extern "C" ULONG KsDecrementCountedWorker(PKSWORKER Worker_) {
  PWORK_QUEUE_ITEM item = nullptr;
  WORK_QUEUE_TYPE type = DelayedWorkQueue;
  return change(Worker_, -1, item, type);
}
