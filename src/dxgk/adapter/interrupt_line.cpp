#include "src/dxgk/adapter/interrupt_line.h"

#include <algorithm>
#include <bit>

#include "src/nt/base/processor.h"
#include "src/sim/happens_before.h"

namespace drydock::dxgk {

// This thread has the line, at the line's IRQL, until the end of the scope.
class InterruptLine::Inside {
 public:
  explicit Inside(InterruptLine& line) : line_(line), passage_(line.gate_) {
    nt::Thread& thread = nt::self();
    irql_ = thread.irql;
    thread.irql = std::max(irql_, line_.irql_);
    line_.holder_.store(&thread, std::memory_order_relaxed);
  }
  ~Inside() {
    line_.holder_.store(nullptr, std::memory_order_relaxed);
    nt::self().irql = irql_;
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  InterruptLine& line_;
  // Ends last: DPCs run when the line is free again.
  const nt::Interrupting interrupting_;
  sim::Alone passage_;
  KIRQL irql_ = PASSIVE_LEVEL;
};

void InterruptLine::connect(KIRQL irql, ULONG messages, Service service) {
  irql_ = irql;
  messages_ = std::clamp<ULONG>(messages, 1, 64);
  service_ = std::move(service);
  pending_.store(0, std::memory_order_relaxed);
  connected_.store(true, std::memory_order_release);
}

void InterruptLine::disconnect() {
  connected_.store(false, std::memory_order_release);
  const sim::Alone last(gate_);
  service_ = nullptr;
}

bool InterruptLine::raise(ULONG message) {
  if (!is_connected() || message >= messages_) return false;
  sim::publish(&pending_);
  pending_.fetch_or(std::uint64_t{1} << message, std::memory_order_acq_rel);
  // The thread inside delivers it when it leaves.
  if (!is_mine()) deliver();
  return true;
}

bool InterruptLine::synchronize(const std::function<void()>& body) {
  if (is_mine()) {
    body();
    return true;
  }
  {
    const Inside inside(*this);
    if (!is_connected()) return false;
    body();
  }
  deliver();
  return true;
}

// The strand that is interrupted does not notice what runs meanwhile.
void InterruptLine::deliver() {
  if (pending_.load(std::memory_order_acquire) == 0) return;
  const sim::Aside aside;
  while (pending_.load(std::memory_order_acquire) != 0) {
    const Inside inside(*this);
    const std::uint64_t pending = pending_.load(std::memory_order_acquire);
    if (pending == 0 || !is_connected()) return;
    sim::observe(&pending_);
    const auto message = static_cast<ULONG>(std::countr_zero(pending));
    pending_.fetch_and(~(std::uint64_t{1} << message), std::memory_order_acq_rel);
    service_(message);
  }
}

}  // namespace drydock::dxgk
