// Routines that run on every processor at the same time.
#include <functional>
#include <utility>
#include <vector>

#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

constexpr sim::Time kMoment = 10'000;

// Strands meet here; the last one lets all go. Nobody waits for a driver that is dead.
class Barrier {
 public:
  Barrier(std::size_t count, const Driver* driver) : count_(count), driver_(driver) {}

  // True for one of them.
  bool meet() {
    std::uint64_t round = 0;
    {
      const sim::Hold hold(mutex_);
      round = round_;
      if (waiting_.size() + 1 == count_) {
        for (sim::Strand* strand : waiting_) sim::unpark(*strand);
        waiting_.clear();
        ++round_;
        return true;
      }
      waiting_.push_back(&sim::current());
    }
    while (!is_over(round) && (driver_ == nullptr || driver_->alive()))
      sim::park(sim::now() + kMoment);
    return false;
  }

 private:
  bool is_over(std::uint64_t round) {
    const sim::Hold hold(mutex_);
    return round_ != round;
  }

  const std::size_t count_;
  const Driver* const driver_;
  sim::Lock mutex_;
  std::vector<sim::Strand*> waiting_ DRYDOCK_GUARDED_BY(mutex_);
  std::uint64_t round_ DRYDOCK_GUARDED_BY(mutex_) = 0;
};

// Runs the body at IPI_LEVEL on a processor, whatever that does meanwhile.
void interrupt_processor(ULONG processor, const std::function<void()>& body) {
  const Interrupting interrupting(processor);
  Thread& thread = self();
  const KIRQL previous = std::exchange(thread.irql, IPI_LEVEL);
  body();
  thread.irql = previous;
}

// Runs the body as a DPC of a processor, when no strand has it.
void run_as_dpc(ULONG processor, const std::function<void()>& body) {
  Thread& thread = self();
  const KAFFINITY before = set_affinity(KAFFINITY{1} << processor);
  const KIRQL previous = thread.irql;
  set_irql(thread, DISPATCH_LEVEL);
  const bool outer = std::exchange(thread.runs_dpc, true);
  body();
  thread.runs_dpc = outer;
  set_irql(thread, previous);
  set_affinity(before);
}

// The caller's strand is one of the processors; the others are strands of the host.
void on_every_processor(KIRQL irql, const char* where, const std::function<void(ULONG)>& body) {
  Driver* const driver = current_driver();
  const ULONG count = KeQueryActiveProcessorCountEx(ALL_PROCESSOR_GROUPS);
  const ULONG mine = KeGetCurrentProcessorNumberEx(nullptr);
  Barrier start(count, driver);
  const auto run = [&](ULONG processor) {
    start.meet();
    // A crossing of its own, so that a crash comes back here and the strands are waited for.
    const auto call = [&] {
      if (driver == nullptr) return body(processor);
      try {
        driver->run(where, [&] { body(processor); });
      } catch (const DriverEnded&) {  // thrown again below, when all strands are back
      }
    };
    irql == IPI_LEVEL ? interrupt_processor(processor, call) : run_as_dpc(processor, call);
  };
  std::vector<sim::Thread> others;
  for (ULONG i = 0; i < count; ++i) {
    if (i != mine) others.push_back(sim::spawn("processor", [&run, i] { run(i); }));
  }
  run(mine);
  for (sim::Thread& other : others) other.join();
  if (driver != nullptr && !driver->alive()) throw DriverEnded{};
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

// wdm/nf-wdm-keipigenericcall.md: all processors begin together, at IPI_LEVEL; the answer is the
// caller's own.
ULONG_PTR KeIpiGenericCall(PKIPI_BROADCAST_WORKER BroadcastFunction, ULONG_PTR Context) {
  require_irql_at_most(IPI_LEVEL - 1, "KeIpiGenericCall");
  ULONG_PTR answer = 0;
  const ULONG mine = KeGetCurrentProcessorNumberEx(nullptr);
  on_every_processor(IPI_LEVEL, "IPI routine", [&](ULONG processor) {
    const ULONG_PTR own = BroadcastFunction(Context);
    if (processor == mine) answer = own;
  });
  return answer;
}

// A DPC on every processor. Its arguments are what the two routines below take.
VOID KeGenericCallDpc(PKDEFERRED_ROUTINE Routine, PVOID Context) {
  require_irql_at_most(APC_LEVEL, "KeGenericCallDpc");
  // Two such calls would each wait for processors that the other has.
  static drydock::sim::Gate& one_at_a_time =
      *new drydock::sim::Gate(drydock::sim::Gate::Orders::kHost);
  const drydock::sim::Alone alone(one_at_a_time);
  const ULONG count = KeQueryActiveProcessorCountEx(ALL_PROCESSOR_GROUPS);
  Barrier meeting(count, current_driver());
  Barrier end(count, current_driver());
  on_every_processor(DISPATCH_LEVEL, "DPC routine", [&](ULONG) {
    KDPC dpc{};
    KeInitializeDpc(&dpc, Routine, Context);
    Routine(&dpc, Context, &end, &meeting);
  });
}

VOID KeSignalCallDpcDone(PVOID SystemArgument1) {
  require_irql_at_least(DISPATCH_LEVEL, "KeSignalCallDpcDone");
  static_cast<Barrier*>(SystemArgument1)->meet();
}

LOGICAL KeSignalCallDpcSynchronize(PVOID SystemArgument2) {
  require_irql_at_least(DISPATCH_LEVEL, "KeSignalCallDpcSynchronize");
  return static_cast<Barrier*>(SystemArgument2)->meet();
}

}  // extern "C"
