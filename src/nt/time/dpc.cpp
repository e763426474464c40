#include "src/nt/time/dpc.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/nt/base/mutex.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/time/service.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/history.h"
#include "src/nt/watch/ledger.h"
#include "src/nt/watch/numbers.h"
#include "src/rules/evaluated.h"
#include "src/sim/happens_before.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/trace.h"

namespace drydock::nt {
namespace {

// A processor takes no longer to come to the DPCs of its queue.
constexpr sim::Time kUntilDrained = 10'000;
constexpr std::size_t kMostUnflushed = 4096;
// A strand that lowers its IRQL goes on after the DPCs of its processor, unless one of them waits
// for the strand: a part of the host may do so. Under a seed the time passes only when no strand
// can run.
constexpr sim::Time kLongestDpcs = 10'000;

// KDPC::Number of a DPC with a target is the number of the target above this.
constexpr USHORT kTarget = 0x800;

struct Queued {
  KDPC* dpc = nullptr;
  Driver* driver = nullptr;
  KDPC
      call{};  // what to call, as it was when queued: the driver may queue or free its KDPC meanwhile
  std::uint64_t section = 0;  // that queued it on its own processor; else 0
};

ULONG processor_for(const KDPC& dpc, const DpcRequest& request) {
  if (dpc.Number >= kTarget) return (dpc.Number - kTarget) % processor_count();
  return request.processor.value_or(current_processor()) % kMostProcessors;
}

// The address at which a DPC publishes that it has ended on a processor. The next DPC there
// observes it.
const void* end_on(const KDPC* dpc, ULONG processor) {
  static_assert(kMostProcessors < sizeof(KDPC));
  return reinterpret_cast<const char*>(dpc) + 1 + processor;
}

// Counts the DPCs of a processor since the process began.
struct Counts {
  std::uint64_t queued = 0;
  std::uint64_t done = 0;  // run to the end, or removed
};

class Queues {
 public:
  Queues() {
    on_abandoned(Resource::kDpc,
                 [](const void* dpc) { instance().remove(static_cast<const KDPC*>(dpc)); });
    for (ULONG i = 0; i < kMostProcessors; ++i) {
      services_.push_back(
          std::make_unique<Service>("DPCs of processor " + std::to_string(i), [this, i] {
            run_all(i);
            return sim::kForever;
          }));
    }
  }

  static Queues& instance() {
    static sim::NeverDestroyed<Queues> queues;
    return *queues;
  }

  bool add(KDPC& dpc, const DpcRequest& request) {
    const ULONG processor = processor_for(dpc, request);
    const bool is_here = processor == current_processor();
    sim::publish(&dpc);
    {
      const MutexHold hold(mutex_);
      if (is_queued(&dpc)) return false;
      dpc.SystemArgument1 = request.argument1;
      dpc.SystemArgument2 = request.argument2;
      const Queued entry{&dpc, request.driver, dpc, is_here ? current_section() : 0};
      std::deque<Queued>& queue = queues_[processor];
      dpc.Importance == HighImportance ? queue.push_front(entry) : queue.push_back(entry);
      ++counts_[processor].queued;
      mark_dpcs(processor);
      // The debt is added before the DPC can run and settle it.
      if (request.driver != nullptr) add_debt(Resource::kDpc, &dpc, sizeof dpc, "DPC");
    }
    services_[processor]->wake();
    sim::switch_point();
    return true;
  }

  bool remove(const KDPC* dpc) {
    bool was_queued = false;
    {
      const MutexHold hold(mutex_);
      for (ULONG i = 0; i < kMostProcessors && !was_queued; ++i) {
        was_queued =
            std::erase_if(queues_[i], [dpc](const Queued& one) { return one.dpc == dpc; }) != 0;
        if (was_queued) ++counts_[i].done;
        if (was_queued && queues_[i].empty()) unmark_dpcs(i);
      }
      if (was_queued) release_flushers();
    }
    settle(Resource::kUnflushedDpc, dpc);
    if (!was_queued) return false;
    wake_for_processor();
    settle(Resource::kDpc, dpc);
    return true;
  }

  // Returns when everything that was queued, and what runs, is done.
  void flush() {
    if (self().runs_dpc) return;
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
    if (self().runs_dpc) return;
    {
      const MutexHold hold(mutex_);
      if (is_queued(&dpc)) return;  // the queue's own debt covers it
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
        if (!is_running(dpc) || self().runs_dpc) return sim::observe(this);
        flushers_.push_back(&sim::current());
      }
      if (sim::park() == sim::Woken::kStuck) return;
    }
  }

  void wait_for_processor(ULONG processor) {
    const sim::Time deadline = sim::now() + kLongestDpcs;
    std::uint64_t last = 0;
    {
      const MutexHold hold(mutex_);
      last = counts_[processor].queued;
    }
    while (!is_done(processor, last)) {
      if (sim::park(deadline) == sim::Woken::kUnparked) continue;
      const MutexHold hold(mutex_);
      std::erase(flushers_, &sim::current());
      return;
    }
  }

  // Publishes the section's accesses so far, so that they happen before the DPCs that it queued.
  void publish_to_dpcs_of(std::uint64_t section) {
    if (!sim::is_recording_order()) return;
    const MutexHold hold(mutex_);
    for (const std::deque<Queued>& queue : queues_) {
      for (const Queued& one : queue) {
        if (one.section == section) sim::publish(one.dpc);
      }
    }
  }

  void wake(ULONG processor) { services_[processor]->wake(); }

 private:
  bool is_queued(const KDPC* dpc) const DRYDOCK_REQUIRES(mutex_) {
    return std::ranges::any_of(queues_, [dpc](const std::deque<Queued>& queue) {
      return std::ranges::find(queue, dpc, &Queued::dpc) != queue.end();
    });
  }

  bool is_running(const KDPC* dpc) const DRYDOCK_REQUIRES(mutex_) {
    return std::ranges::find(running_, dpc, &Queued::dpc) != running_.end();
  }

  // True when no DPC is queued or runs. If not, the calling strand is woken when something has
  // changed.
  bool is_drained() {
    const MutexHold hold(mutex_);
    const bool is_left = std::ranges::any_of(
        counts_, [](const Counts& counts) { return counts.done != counts.queued; });
    if (is_left) flushers_.push_back(&sim::current());
    return !is_left;
  }

  // True when as many DPCs of the processor have run or were removed. If not, the calling strand is
  // woken when something has changed.
  bool is_done(ULONG processor, std::uint64_t count) {
    const MutexHold hold(mutex_);
    if (counts_[processor].done >= count) return true;
    flushers_.push_back(&sim::current());
    return false;
  }

  void release_flushers() DRYDOCK_REQUIRES(mutex_) {
    for (sim::Strand* strand : flushers_) sim::unpark(*strand);
    flushers_.clear();
  }

  // Runs the DPCs of a processor, if no strand has it. Otherwise they run when the processor falls.
  void run_all(ULONG processor) {
    if (!has_able(processor) || !take_processor_for_dpcs(processor)) return;
    Thread& thread = self();
    thread.runs_dpc = true;
    while (const std::optional<Queued> next = begin_next(processor)) {
      settle(Resource::kDpc, next->dpc);
      {
        const trace::Span span("nt", "DPC", {{"object", number_of(next->dpc)}});
        call_aside(*next, processor);
      }
      settle(Resource::kUnflushedDpc, next->dpc);
      end_running(processor);
    }
    thread.runs_dpc = false;
    leave_processor_after_dpcs();
  }

  // The first that can run. A DPC of the host waits until it has ended on another processor.
  std::deque<Queued>::iterator first_able(std::deque<Queued>& queue) DRYDOCK_REQUIRES(mutex_) {
    auto at = queue.begin();
    while (at != queue.end() && at->driver == nullptr && is_running(at->dpc)) ++at;
    return at;
  }

  bool has_able(ULONG processor) {
    const MutexHold hold(mutex_);
    return first_able(queues_[processor]) != queues_[processor].end();
  }

  std::optional<Queued> begin_next(ULONG processor) {
    const MutexHold hold(mutex_);
    std::deque<Queued>& queue = queues_[processor];
    if (queue.empty()) unmark_dpcs(processor);
    const auto next = first_able(queue);
    if (next == queue.end()) return std::nullopt;
    const Queued out = *next;
    queue.erase(next);
    assert(running_[processor].dpc == nullptr);  // one at a time on a processor
    running_[processor] = out;
    return out;
  }

  void end_running(ULONG processor) {
    std::vector<ULONG> blocked;
    {
      const MutexHold hold(mutex_);
      const Queued ended = std::exchange(running_[processor], {});
      ++counts_[processor].done;
      release_flushers();
      // Another processor may have waited with a DPC of the host until it has ended here.
      for (ULONG i = 0; ended.driver == nullptr && i < kMostProcessors; ++i) {
        if (i != processor &&
            std::ranges::find(queues_[i], ended.dpc, &Queued::dpc) != queues_[i].end())
          blocked.push_back(i);
      }
    }
    for (const ULONG other : blocked) services_[other]->wake();
  }

  // A DPC comes after what its queuer did, after DPCs that the same section queued before it, and
  // after its own last run on this processor. Other processors might run what it is not after.
  void call_aside(const Queued& queued, ULONG processor) {
    const sim::Aside aside(queued.dpc);
    sim::observe(end_on(queued.dpc, processor));
    call(queued);
    end_section(self());
    if (queued.section != 0) publish_to_dpcs_of(queued.section);
    sim::publish(queued.driver == nullptr ? queued.dpc : end_on(queued.dpc, processor));
    sim::publish(this);  // for threads that flush the queue
  }

  static void call(const Queued& queued) {
    const auto body = [&] {
      queued.call.DeferredRoutine(queued.dpc, queued.call.DeferredContext,
                                  queued.call.SystemArgument1, queued.call.SystemArgument2);
    };
    if (queued.driver != nullptr) {
      queued.driver->run("DPC routine", body);
    } else {
      body();
    }
  }

  Mutex mutex_{sim::LockRank::kDpcQueue};
  std::array<std::deque<Queued>, kMostProcessors> queues_ DRYDOCK_GUARDED_BY(mutex_);
  std::array<Queued, kMostProcessors> running_ DRYDOCK_GUARDED_BY(mutex_);  // without a DPC: none
  std::array<Counts, kMostProcessors> counts_ DRYDOCK_GUARDED_BY(mutex_);
  std::vector<const KDPC*> unflushed_ DRYDOCK_GUARDED_BY(mutex_);
  std::vector<sim::Strand*> flushers_ DRYDOCK_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Service>> services_;  // by processor
};

}  // namespace

bool queue_dpc(KDPC& dpc, const DpcRequest& request) {
  return Queues::instance().add(dpc, request);
}

void expect_flush(KDPC& dpc) { Queues::instance().expect_flush(dpc); }

void run_dpcs_of(ULONG processor) { Queues::instance().wake(processor); }

void end_dpc_section(std::uint64_t section) { Queues::instance().publish_to_dpcs_of(section); }

void wait_for_dpcs_of(ULONG processor) { Queues::instance().wait_for_processor(processor); }

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
  if (drydock::rules::breaks("N-021", Dpc->DeferredRoutine == nullptr)) {
    Breach("N-021", Offender::running())
        .message("KeInsertQueueDpc was given a DPC that is not initialised")
        .raise();
    return FALSE;
  }
  return queue_dpc(*Dpc, {current_driver(), SystemArgument1, SystemArgument2});
}

extern "C" BOOLEAN KeRemoveQueueDpc(PRKDPC Dpc) { return Queues::instance().remove(Dpc); }

extern "C" BOOLEAN KeRemoveQueueDpcEx(PRKDPC Dpc, BOOLEAN WaitIfActive) {
  const BOOLEAN removed = Queues::instance().remove(Dpc);
  if (WaitIfActive) Queues::instance().wait_until_not_running(Dpc);
  return removed;
}

extern "C" VOID KeFlushQueuedDpcs(VOID) {
  require_irql_at_most(PASSIVE_LEVEL, "KeFlushQueuedDpcs");
  Queues::instance().flush();
}

extern "C" VOID KeSetImportanceDpc(PRKDPC Dpc, KDPC_IMPORTANCE Importance) {
  Dpc->Importance = static_cast<UCHAR>(Importance);
}

extern "C" VOID KeSetTargetProcessorDpc(PRKDPC Dpc, CCHAR Number) {
  Dpc->Number = static_cast<USHORT>(kTarget + Number);
}

extern "C" NTSTATUS KeSetTargetProcessorDpcEx(PKDPC Dpc, PPROCESSOR_NUMBER ProcNumber) {
  if (KeGetProcessorIndexFromNumber(ProcNumber) == INVALID_PROCESSOR_INDEX)
    return STATUS_INVALID_PARAMETER;
  Dpc->Number = static_cast<USHORT>(kTarget + ProcNumber->Number);
  return STATUS_SUCCESS;
}

// No watchdog watches DPCs: limits of zero say so.
extern "C" NTSTATUS KeQueryDpcWatchdogInformation(PKDPC_WATCHDOG_INFORMATION WatchdogInformation) {
  if (!self().runs_dpc) return STATUS_UNSUCCESSFUL;
  *WatchdogInformation = {};
  return STATUS_SUCCESS;
}

extern "C" LOGICAL KeIsExecutingDpc(VOID) { return self().runs_dpc; }

extern "C" ULONG KeShouldYieldProcessor(VOID) { return FALSE; }
