#include "src/nt/time/dpc.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <vector>

#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/time/service.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/history.h"
#include "src/nt/watch/ledger.h"
#include "src/nt/watch/numbers.h"
#include "src/sim/happens_before.h"
#include "src/trace/trace.h"

namespace drydock::nt {
namespace {

// A processor takes no longer to come to the DPCs of its queue.
constexpr sim::Time kUntilDrained = 10'000;
constexpr std::size_t kMostUnflushed = 4096;

struct Queued {
  KDPC* dpc;
  Driver* driver;
  KDPC
      call;  // what to call, as it was when queued: the driver may queue or free its KDPC meanwhile
};

class Queue {
 public:
  Queue() {
    on_abandoned(Resource::kDpc,
                 [](const void* dpc) { instance().remove(static_cast<const KDPC*>(dpc)); });
  }

  static Queue& instance() {
    // Never destroyed: strands may still run when the process ends.
    static Queue& queue = *new Queue;
    return queue;
  }

  bool add(KDPC& dpc, Driver* driver, PVOID argument1, PVOID argument2) {
    sim::publish(&dpc);
    {
      const MutexHold hold(mutex_);
      if (find(&dpc) != queue_.end()) return false;
      dpc.SystemArgument1 = argument1;
      dpc.SystemArgument2 = argument2;
      const Queued entry{&dpc, driver, dpc};
      if (dpc.Importance == HighImportance) {
        queue_.push_front(entry);
      } else {
        queue_.push_back(entry);
      }
      // The debt is added before the DPC can run and settle it.
      if (driver != nullptr) add_debt(Resource::kDpc, &dpc, sizeof dpc, "DPC");
    }
    service_.wake();
    sim::switch_point();
    return true;
  }

  bool remove(const KDPC* dpc) {
    bool is_queued = false;
    {
      const MutexHold hold(mutex_);
      const auto at = find(dpc);
      is_queued = at != queue_.end();
      if (is_queued) queue_.erase(at);
      if (is_queued) release_flushers();
    }
    settle(Resource::kUnflushedDpc, dpc);
    if (!is_queued) return false;
    settle(Resource::kDpc, dpc);
    return true;
  }

  // Returns when everything that was queued, and what runs, is done.
  void flush() {
    if (service_.is_me()) return;
    while (!is_drained()) {
      if (sim::park() == sim::Woken::kStuck) return;
    }
    sim::observe(this);
    std::vector<const KDPC*> flushed;
    {
      const MutexHold hold(mutex_);
      flushed.swap(unflushed_);
    }
    for (const KDPC* dpc : flushed) settle(Resource::kUnflushedDpc, dpc);
  }

  void expect_flush(const KDPC& dpc) {
    if (service_.is_me()) return;
    {
      const MutexHold hold(mutex_);
      if (find(&dpc) != queue_.end()) return;  // it is owed already
      if (unflushed_.size() == kMostUnflushed) unflushed_.clear();
      std::erase(unflushed_, &dpc);
      unflushed_.push_back(&dpc);
    }
    settle(Resource::kUnflushedDpc, &dpc);
    add_debt(Resource::kUnflushedDpc, &dpc, sizeof dpc,
             "DPC that its cancelled timer may have queued", sim::now() + kUntilDrained);
  }

  void wait_until_not_running(const KDPC* dpc) {
    for (;;) {
      {
        const MutexHold hold(mutex_);
        if (running_ != dpc || service_.is_me()) return sim::observe(this);
        flushers_.push_back(&sim::current());
      }
      if (sim::park() == sim::Woken::kStuck) return;
    }
  }

  bool is_mine() const { return service_.is_me(); }

 private:
  std::deque<Queued>::iterator find(const KDPC* dpc) DRYDOCK_REQUIRES(mutex_) {
    return std::ranges::find(queue_, dpc, &Queued::dpc);
  }

  // If not, the calling strand is woken when something has changed.
  bool is_drained() {
    const MutexHold hold(mutex_);
    if (queue_.empty() && running_ == nullptr) return true;
    flushers_.push_back(&sim::current());
    return false;
  }

  void release_flushers() DRYDOCK_REQUIRES(mutex_) {
    for (sim::Strand* strand : flushers_) sim::unpark(*strand);
    flushers_.clear();
  }

  sim::Time step() {
    Queued next{};
    {
      const MutexHold hold(mutex_);
      if (queue_.empty()) return sim::kForever;
      next = queue_.front();
      queue_.pop_front();
      assert(running_ == nullptr);  // one strand runs all DPCs
      running_ = next.dpc;
    }
    settle(Resource::kDpc, next.dpc);
    const trace::Span span("nt", "DPC", {{"object", number_of(next.dpc)}});
    call_aside(next);
    settle(Resource::kUnflushedDpc, next.dpc);
    const MutexHold hold(mutex_);
    running_ = nullptr;
    release_flushers();
    return sim::now();
  }

  // Runs the DPC as another task, because another processor might run it. A DPC does not run twice
  // at once, so each run follows the one before.
  void call_aside(const Queued& queued) {
    const sim::Aside aside(queued.dpc);
    call(queued);
    sim::publish(queued.dpc);
    sim::publish(this);  // for threads that flush the queue
  }

  static void call(const Queued& queued) {
    Thread& thread = self();
    thread.irql = DISPATCH_LEVEL;
    const auto body = [&] {
      queued.call.DeferredRoutine(queued.dpc, queued.call.DeferredContext,
                                  queued.call.SystemArgument1, queued.call.SystemArgument2);
    };
    if (queued.driver != nullptr) {
      queued.driver->run("DPC routine", body);
    } else {
      body();
    }
    thread.irql = PASSIVE_LEVEL;
  }

  Mutex mutex_{sim::LockRank::kDpcQueue};
  std::deque<Queued> queue_ DRYDOCK_GUARDED_BY(mutex_);
  const KDPC* running_ DRYDOCK_GUARDED_BY(mutex_) = nullptr;
  std::vector<const KDPC*> unflushed_ DRYDOCK_GUARDED_BY(mutex_);
  std::vector<sim::Strand*> flushers_ DRYDOCK_GUARDED_BY(mutex_);
  Service service_{"DPC", [this] { return step(); }};
};

}  // namespace

bool queue_dpc(KDPC& dpc, Driver* driver, PVOID argument1, PVOID argument2) {
  return Queue::instance().add(dpc, driver, argument1, argument2);
}

void expect_flush(KDPC& dpc) { Queue::instance().expect_flush(dpc); }

}  // namespace drydock::nt

using namespace drydock::nt;

namespace {

constexpr UCHAR kDpcObject = 19;
constexpr UCHAR kThreadedDpcObject = 24;

void initialise_dpc(KDPC& dpc, UCHAR type, PKDEFERRED_ROUTINE routine, PVOID context) {
  drydock::nt::number(&dpc);
  begin_history(&dpc, "initialised");
  dpc = {};
  dpc.Type = type;
  dpc.Importance = MediumImportance;
  dpc.DeferredRoutine = routine;
  dpc.DeferredContext = context;
}

}  // namespace

extern "C" VOID KeInitializeDpc(PRKDPC Dpc, PKDEFERRED_ROUTINE DeferredRoutine,
                                PVOID DeferredContext) {
  initialise_dpc(*Dpc, kDpcObject, DeferredRoutine, DeferredContext);
}

extern "C" VOID KeInitializeThreadedDpc(PRKDPC Dpc, PKDEFERRED_ROUTINE DeferredRoutine,
                                        PVOID DeferredContext) {
  initialise_dpc(*Dpc, kThreadedDpcObject, DeferredRoutine, DeferredContext);
}

extern "C" BOOLEAN KeInsertQueueDpc(PRKDPC Dpc, PVOID SystemArgument1, PVOID SystemArgument2) {
  if (Dpc->DeferredRoutine == nullptr) {
    Breach("N-021", Offender::running())
        .message("KeInsertQueueDpc was given a DPC that is not initialised")
        .raise();
    return FALSE;
  }
  return queue_dpc(*Dpc, current_driver(), SystemArgument1, SystemArgument2);
}

extern "C" BOOLEAN KeRemoveQueueDpc(PRKDPC Dpc) { return Queue::instance().remove(Dpc); }

extern "C" BOOLEAN KeRemoveQueueDpcEx(PRKDPC Dpc, BOOLEAN WaitIfActive) {
  const BOOLEAN removed = Queue::instance().remove(Dpc);
  if (WaitIfActive) Queue::instance().wait_until_not_running(Dpc);
  return removed;
}

extern "C" VOID KeFlushQueuedDpcs(VOID) {
  require_irql_at_most(PASSIVE_LEVEL, "KeFlushQueuedDpcs");
  Queue::instance().flush();
}

extern "C" VOID KeSetImportanceDpc(PRKDPC Dpc, KDPC_IMPORTANCE Importance) {
  Dpc->Importance = static_cast<UCHAR>(Importance);
}

extern "C" VOID KeSetTargetProcessorDpc(PRKDPC Dpc, CCHAR Number) {
  Dpc->Number = static_cast<USHORT>(Number);
}

extern "C" NTSTATUS KeSetTargetProcessorDpcEx(PKDPC Dpc, PPROCESSOR_NUMBER ProcNumber) {
  if (ProcNumber->Group != 0 || ProcNumber->Reserved != 0) return STATUS_INVALID_PARAMETER;
  Dpc->Number = ProcNumber->Number;
  return STATUS_SUCCESS;
}

extern "C" LOGICAL KeIsExecutingDpc(VOID) { return Queue::instance().is_mine(); }

extern "C" ULONG KeShouldYieldProcessor(VOID) { return FALSE; }
