// Workers: queues of work items that a minidriver registers, and counted ones.
#include <memory>
#include <unordered_map>
#include <vector>

#include "src/ks/base/out_of_memory.h"
#include "src/ks/exports/exports.h"
#include "src/nt/time/work_item.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock::ks {
namespace {

// A work item on its way: when the last one that keeps it lets go, the item has run or never will.
using Outstanding = std::shared_ptr<sim::Completion>;

struct Worker {
  PWORK_QUEUE_ITEM counted;
  LONG count = 0;
  std::vector<Outstanding> items;  // all that were queued and may not have run
};

struct Workers {
  sim::Lock lock;
  std::unordered_map<const void*, std::shared_ptr<Worker>> live DRYDOCK_GUARDED_BY(lock);

  std::shared_ptr<Worker> find(const void* face) DRYDOCK_REQUIRES(lock) {
    const auto at = live.find(face);
    return at == live.end() ? nullptr : at->second;
  }
};

Workers& workers() {
  static sim::NeverDestroyed<Workers> instance;
  return *instance;
}

PKSWORKER add(PWORK_QUEUE_ITEM counted) {
  auto made = std::make_shared<Worker>(Worker{.counted = counted, .items = {}});
  Worker* const face = made.get();
  Workers& all = workers();
  const sim::Hold hold(all.lock);
  all.live[face] = std::move(made);
  return face;
}

// Counts an item as outstanding until the result is destroyed. Removes items that have ended.
std::shared_ptr<void> begin_item(Worker& worker) {
  std::erase_if(worker.items, [](const Outstanding& each) { return each->is_complete(); });
  const Outstanding& over = worker.items.emplace_back(std::make_shared<sim::Completion>());
  return {nullptr, [over](void*) { over->complete(); }};
}

// The count afterwards. The counted item is queued when it leaves zero.
ULONG change(PKSWORKER face, LONG by) {
  std::shared_ptr<void> completion;
  PWORK_QUEUE_ITEM item = nullptr;
  ULONG count = 0;
  {
    Workers& all = workers();
    const sim::Hold hold(all.lock);
    const std::shared_ptr<Worker> worker = all.find(face);
    if (worker == nullptr) return 0;
    if (by > 0 && worker->count == 0 && worker->counted != nullptr) {
      item = worker->counted;
      completion = begin_item(*worker);
    }
    worker->count += by;
    count = static_cast<ULONG>(worker->count);
  }
  if (item != nullptr) nt::queue_work_item(item, "KsIncrementCountedWorker", std::move(completion));
  return count;
}

}  // namespace
}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;

extern "C" NTSTATUS KsRegisterWorker(WORK_QUEUE_TYPE, PKSWORKER* Worker_) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsRegisterWorker");
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  *Worker_ = add(nullptr);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS KsRegisterCountedWorker(WORK_QUEUE_TYPE, PWORK_QUEUE_ITEM CountedWorkItem,
                                            PKSWORKER* Worker_) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsRegisterCountedWorker");
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  *Worker_ = add(CountedWorkItem);
  return STATUS_SUCCESS;
}

// Returns when no item of it is outstanding.
extern "C" VOID KsUnregisterWorker(PKSWORKER Worker_) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsUnregisterWorker");
  std::vector<Outstanding> items;
  {
    Workers& all = workers();
    const drydock::sim::Hold hold(all.lock);
    const std::shared_ptr<Worker> worker = all.find(Worker_);
    if (worker == nullptr) return;
    items.swap(worker->items);
    all.live.erase(Worker_);
  }
  for (const Outstanding& each : items) each->wait();
}

extern "C" NTSTATUS KsQueueWorkItem(PKSWORKER Worker_, PWORK_QUEUE_ITEM WorkItem) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsQueueWorkItem");
  std::shared_ptr<void> completion;
  {
    Workers& all = workers();
    const drydock::sim::Hold hold(all.lock);
    const std::shared_ptr<Worker> worker = all.find(Worker_);
    if (worker == nullptr) return STATUS_INVALID_PARAMETER;
    completion = begin_item(*worker);
  }
  nt::queue_work_item(WorkItem, "KsQueueWorkItem", std::move(completion));
  return STATUS_SUCCESS;
}

extern "C" ULONG KsIncrementCountedWorker(PKSWORKER Worker_) { return change(Worker_, 1); }
extern "C" ULONG KsDecrementCountedWorker(PKSWORKER Worker_) { return change(Worker_, -1); }
