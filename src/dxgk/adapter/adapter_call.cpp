// How the host enters a miniport: which threads may be inside together, the IRQL, and the result.
#include <fmt/format.h>

#include <algorithm>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/miniport/call_frame.h"
#include "src/dxgk/object/floating_point.h"
#include "src/dxgk/object/process_scope.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/rules/watch.h"
#include "src/sched/scheduler.h"

namespace drydock::dxgk {
namespace {

constexpr auto kAmongOthers = sim::Passage::Kind::kAmongOthers;
constexpr auto kPastWaiters = sim::Passage::Kind::kPastWaiters;

// Alone at a gate, if there is one.
class SeatTurn {
 public:
  explicit SeatTurn(sim::Gate* gate) : gate_(gate) {
    if (gate_ != nullptr) gate_->enter_alone();
  }
  ~SeatTurn() {
    if (gate_ != nullptr) gate_->leave_alone();
  }
  SeatTurn(const SeatTurn&) = delete;
  SeatTurn& operator=(const SeatTurn&) = delete;

 private:
  sim::Gate* const gate_;
};

// Levels zero and one: never a second thread of the same process.
bool takes_turns(Level level) {
  return level == Level::kZero || level == Level::kScheduler || level == Level::kQuery;
}

bool is_legal(const Ddi& ddi, NTSTATUS status) {
  return status == STATUS_SUCCESS || (ddi.any_success && NT_SUCCESS(status)) ||
         std::ranges::find(ddi.legal, status) != ddi.legal.end();
}

}  // namespace

constinit thread_local CallFrame* CallFrame::innermost_ = nullptr;

bool is_inside(const Ddi& ddi) {
  const CallFrame* const frame = CallFrame::current();
  return frame != nullptr && &frame->ddi() == &ddi;
}

NTSTATUS Adapter::call_through(const Ddi& ddi, Seat& seat, void* body, NTSTATUS (*invoke)(void*)) {
  const ProcessScope context(seat.process());
  const std::optional<NTSTATUS> status = ddi.level == Level::kZero
                                             ? call_among_others(ddi, seat, body, invoke)
                                             : call_in_company(ddi, seat, body, invoke);
  if (!driver().alive() && running_.gpu != nullptr) running_.gpu->look_again();
  if (!status) return STATUS_DEVICE_REMOVED;
  if (ddi.rule.has_value()) rules::evaluated(*ddi.rule);
  if (*status != STATUS_SUCCESS && ddi.rule.has_value() && rules::is_watching())
    check_status(ddi, *status);
  return *status;
}

// Level zero, as nearly all calls are. The gates are always entered in this order, as below.
std::optional<NTSTATUS> Adapter::call_among_others(const Ddi& ddi, Seat& seat, void* body,
                                                   NTSTATUS (*invoke)(void*)) {
  const SeatTurn turn(gates_.threading == Threading::kDocumented ? &seat.turn() : nullptr);
  const sim::Passage all(gates_.alone, seat.is_schedulers() ? kPastWaiters : kAmongOthers);
  return enter_driver(ddi, body, invoke);
}

std::optional<NTSTATUS> Adapter::call_in_company(const Ddi& ddi, Seat& seat, void* body,
                                                 NTSTATUS (*invoke)(void*)) {
  // The gates are always entered in this order, so that two threads never wait for each other.
  const bool takes_turn = takes_turns(ddi.level) && gates_.threading == Threading::kDocumented;
  const SeatTurn turn(takes_turn ? &seat.turn() : nullptr);
  std::optional<sim::Alone> group, alone, no_queries;
  std::optional<sim::Passage> all, queries;
  if (ddi.level == Level::kScheduler) group.emplace(gates_.scheduler);
  if (ddi.level == Level::kSwizzling) group.emplace(gates_.swizzling);
  if (ddi.level == Level::kPointer) group.emplace(gates_.pointer);
  if (ddi.level == Level::kAlone || ddi.level == Level::kAloneButQueries) {
    alone.emplace(gates_.alone);
  } else if (ddi.level != Level::kAny && ddi.level != Level::kQuery &&
             ddi.level != Level::kPointer) {
    // Threads inside the driver may wait for the scheduler, and a thread that wants to be alone
    // waits for them. So the scheduler passes that thread.
    all.emplace(gates_.alone, seat.is_schedulers() ? kPastWaiters : kAmongOthers);
  }
  if (ddi.level == Level::kAlone) no_queries.emplace(gates_.queries);
  if (ddi.level == Level::kQuery) queries.emplace(gates_.queries);
  return enter_driver(ddi, body, invoke);
}

// Returns nothing when the driver was not entered, or did not return.
std::optional<NTSTATUS> Adapter::enter_driver(const Ddi& ddi, void* body,
                                              NTSTATUS (*invoke)(void*)) {
  if (life_.is_silent()) return std::nullopt;
  nt::Thread& thread = nt::self();
  const KIRQL irql = thread.irql;
  if (ddi.level != Level::kAny) nt::set_irql(thread, ddi.irql);
  NTSTATUS status = STATUS_SUCCESS;
  const CallFrame frame(*this, ddi);
  std::optional<FloatingPointControl> control;
  if (rules::is_watching()) control.emplace();
  if (thread.irql > APC_LEVEL) rules::evaluated(ddi.paged_rule);
  const bool returned = driver().run(ddi.name, [&] { status = invoke(body); });
  nt::set_irql(thread, irql);
  if (control && rules::breaks("K-044", control->has_changed())) {
    control->restore();
    nt::Breach("K-044", offender())
        .message("{} returned with another floating-point control state", ddi.name)
        .raise_later();
  }
  if (!returned) return std::nullopt;
  if (frame.has_looked_up() && !ddi.answers_in_band &&
      rules::breaks("K-419", frame.unresolved() != 0 && NT_SUCCESS(status))) {
    nt::Breach("K-419", offender())
        .message("{} returned {:#010x} although the handle {:#x} stood for nothing", ddi.name,
                 static_cast<ULONG>(status), frame.unresolved())
        .raise_later();
  }
  return status;
}

void Adapter::check_status(const Ddi& ddi, NTSTATUS status) {
  if (is_legal(ddi, status)) return;
  nt::Breach(*ddi.rule, offender())
      .message("{} returned {:#010x}", ddi.name, static_cast<ULONG>(status))
      .raise_later();
}

nt::Offender Adapter::offender() {
  return nt::Offender::ending(driver(), [this] {
    if (running_.gpu != nullptr) running_.gpu->look_again();
  });
}

// Paged code in an entry point that is called at a high IRQL breaks that entry point's own rule.
void raise_paged_code_rule(const std::string& message) {
  const CallFrame* const frame = CallFrame::current();
  const nt::Entry* const entry = nt::self().entry;
  if (frame == nullptr || entry == nullptr || entry->driver != &frame->adapter().driver() ||
      entry->irql <= APC_LEVEL)
    return;
  nt::Breach(frame->ddi().paged_rule, nt::Offender::running())
      .message("{}: {}", frame->ddi().name, message)
      .raise();
}

}  // namespace drydock::dxgk
