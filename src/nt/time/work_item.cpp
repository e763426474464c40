// Work items: queued by drivers, run by two workers at PASSIVE_LEVEL.
#include "src/nt/time/work_item.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/time/service.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/history.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"
#include "src/sim/happens_before.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/trace.h"

struct _IO_WORKITEM {
  PVOID object;  // the device or driver it was made for
  PIO_WORKITEM_ROUTINE routine;
  PIO_WORKITEM_ROUTINE_EX routine_ex;
  PVOID context;
};

namespace drydock::nt {
namespace {

struct QueuedItem {
  const void* item;  // WORK_QUEUE_ITEM or IO_WORKITEM
  Driver* driver;
  std::function<void()> call;
  bool keeps_image = false;  // an IO_WORKITEM has a reference on its device until it has run
};

class Workers {
 public:
  Workers() {
    on_abandoned(Resource::kWorkItem, [](const void* item) { instance().remove(item); });
  }

  static Workers& instance() {
    static sim::NeverDestroyed<Workers> workers;
    return *workers;
  }

  bool add(QueuedItem queued) {
    sim::publish(queued.item);
    {
      const MutexHold hold(mutex_);
      if (std::ranges::find(queue_, queued.item, &QueuedItem::item) != queue_.end()) return false;
      queue_.push_back(std::move(queued));
    }
    first_.wake();
    second_.wake();
    sim::switch_point();
    return true;
  }

  bool is_queued(const void* item) {
    const MutexHold hold(mutex_);
    return std::ranges::find(queue_, item, &QueuedItem::item) != queue_.end();
  }

  // Returns when all items of the driver's that keep its image have run, or when one of them never
  // will.
  void wait_for_items_of(const Driver& driver) {
    sim::Woken woken = sim::Woken::kUnparked;
    while (woken == sim::Woken::kUnparked) {
      {
        const MutexHold hold(mutex_);
        if (!keeps_image(driver)) return;
        unloader_ = &sim::current();
      }
      woken = sim::park();
    }
    const MutexHold hold(mutex_);
    unloader_ = nullptr;
  }

  void remove(const void* item) {
    std::deque<QueuedItem> gone;  // destroyed after the mutex is released, with what the items hold
    const MutexHold hold(mutex_);
    const auto at = std::ranges::find(queue_, item, &QueuedItem::item);
    if (at == queue_.end()) return;
    gone.push_back(std::move(*at));
    queue_.erase(at);
  }

 private:
  sim::Time step() {
    QueuedItem next;
    {
      const MutexHold hold(mutex_);
      if (queue_.empty()) return sim::kForever;
      next = std::move(queue_.front());
      queue_.pop_front();
      if (next.keeps_image) running_.push_back(next.driver);
    }
    settle(Resource::kWorkItem, next.item);
    note_event(next.item, "taken from the queue");
    const trace::Span span("nt", "work item");
    const sim::Aside aside(next.item);
    if (next.driver != nullptr) {
      next.driver->run("work item", next.call);
    } else {
      next.call();
    }
    if (next.keeps_image) note_returned(next.driver);
    return sim::now();
  }

  bool keeps_image(const Driver& driver) const DRYDOCK_REQUIRES(mutex_) {
    return std::ranges::find(running_, &driver) != running_.end() ||
           std::ranges::any_of(queue_, [&](const QueuedItem& each) {
             return each.keeps_image && each.driver == &driver;
           });
  }

  void note_returned(const Driver* driver) {
    const MutexHold hold(mutex_);
    running_.erase(std::ranges::find(running_, driver));
    if (unloader_ != nullptr) sim::unpark(*std::exchange(unloader_, nullptr));
  }

  Mutex mutex_;
  std::deque<QueuedItem> queue_ DRYDOCK_GUARDED_BY(mutex_);
  std::vector<const Driver*> running_ DRYDOCK_GUARDED_BY(mutex_);  // one for each such routine
  sim::Strand* unloader_ DRYDOCK_GUARDED_BY(mutex_) = nullptr;     // waits for them; one at a time
  Service first_{"worker 1", [this] { return step(); }};
  Service second_{"worker 2", [this] { return step(); }};
};

// N-040: an item that waits to run is not to be queued or freed.
bool refuse_if_queued(const void* item, const char* call) {
  if (!rules::breaks("N-040", Workers::instance().is_queued(item))) return false;
  Concerning concerning{.object = "work item", .address = item};
  if (const auto debt = find_debt(Resource::kWorkItem, item))
    concerning.stacks.push_back({"queued", debt->taken});
  Breach("N-040", Offender::running())
      .message("{} was given a work item that is queued and has not run yet", call)
      .about(concerning)
      .raise();
  return true;
}

// One of the two routines is null: the other is the one that runs.
void queue_io_item(PIO_WORKITEM item, PIO_WORKITEM_ROUTINE routine,
                   PIO_WORKITEM_ROUTINE_EX routine_ex, PVOID context, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  if (refuse_if_queued(item, call)) return;
  item->routine = routine;
  item->routine_ex = routine_ex;
  item->context = context;
  add_debt(Resource::kWorkItem, item, sizeof *item, "queued work item");
  note_event(item, "queued");
  Workers::instance().add({item, current_driver(),
                           [item, copy = *item] {
                             if (copy.routine_ex != nullptr) {
                               copy.routine_ex(copy.object, copy.context, item);
                             } else {
                               copy.routine(static_cast<PDEVICE_OBJECT>(copy.object), copy.context);
                             }
                           },
                           /*keeps_image=*/true});
}

}  // namespace

void queue_work_item(PWORK_QUEUE_ITEM item, const char* call, std::shared_ptr<void> lifetime) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  if (refuse_if_queued(item, call)) return;
  begin_history(item, "queued");
  add_debt(Resource::kWorkItem, item, sizeof *item, "queued work item");
  Workers::instance().add({item, current_driver(), [copy = *item, lifetime = std::move(lifetime)] {
                             copy.WorkerRoutine(copy.Parameter);
                           }});
}

void wait_for_work_items_of(const Driver& driver) { Workers::instance().wait_for_items_of(driver); }

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" VOID ExQueueWorkItem(PWORK_QUEUE_ITEM WorkItem, WORK_QUEUE_TYPE) {
  queue_work_item(WorkItem, "ExQueueWorkItem", nullptr);
}

extern "C" PIO_WORKITEM IoAllocateWorkItem(PDEVICE_OBJECT DeviceObject) {
  require_irql_at_most(DISPATCH_LEVEL, "IoAllocateWorkItem");
  namespace sim = drydock::sim;
  if (fails_here(sim::FaultKind::kObject)) return nullptr;
  auto* item = new _IO_WORKITEM{};
  item->object = DeviceObject;
  add_debt(Resource::kOwnWorkItem, item, sizeof *item, "work item of IoAllocateWorkItem");
  begin_history(item, "allocated");
  return item;
}

extern "C" VOID IoFreeWorkItem(PIO_WORKITEM IoWorkItem) {
  require_irql_at_most(DISPATCH_LEVEL, "IoFreeWorkItem");
  if (refuse_if_queued(IoWorkItem, "IoFreeWorkItem")) return;
  settle(Resource::kOwnWorkItem, IoWorkItem);
  note_event(IoWorkItem, "freed");
  delete IoWorkItem;
}

extern "C" ULONG IoSizeofWorkItem(VOID) { return sizeof(_IO_WORKITEM); }

extern "C" VOID IoInitializeWorkItem(PVOID IoObject, PIO_WORKITEM IoWorkItem) {
  *IoWorkItem = {};
  IoWorkItem->object = IoObject;
  begin_history(IoWorkItem, "initialised");
}

extern "C" VOID IoUninitializeWorkItem(PIO_WORKITEM IoWorkItem) {
  refuse_if_queued(IoWorkItem, "IoUninitializeWorkItem");
}

extern "C" VOID IoQueueWorkItem(PIO_WORKITEM IoWorkItem, PIO_WORKITEM_ROUTINE WorkerRoutine,
                                WORK_QUEUE_TYPE, PVOID Context) {
  queue_io_item(IoWorkItem, WorkerRoutine, nullptr, Context, "IoQueueWorkItem");
}

extern "C" VOID IoQueueWorkItemEx(PIO_WORKITEM IoWorkItem, PIO_WORKITEM_ROUTINE_EX WorkerRoutine,
                                  WORK_QUEUE_TYPE, PVOID Context) {
  queue_io_item(IoWorkItem, nullptr, WorkerRoutine, Context, "IoQueueWorkItemEx");
}

extern "C" BOOLEAN IoTryQueueWorkItem(PIO_WORKITEM IoWorkItem,
                                      PIO_WORKITEM_ROUTINE_EX WorkerRoutine,
                                      WORK_QUEUE_TYPE QueueType, PVOID Context) {
  require_irql_at_most(DISPATCH_LEVEL, "IoTryQueueWorkItem");
  if (Workers::instance().is_queued(IoWorkItem)) return FALSE;
  IoQueueWorkItemEx(IoWorkItem, WorkerRoutine, QueueType, Context);
  return TRUE;
}
