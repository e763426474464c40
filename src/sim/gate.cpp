#include "src/sim/gate.h"

#include <cassert>
#include <utility>

namespace drydock::sim {

struct Gate::Waiter {
  Strand& strand;
  std::uint32_t wanted;  // kAlone, or 1 to be together with others
  std::atomic<bool> admitted = false;
};

Gate::~Gate() {
  assert(state_.load(std::memory_order_relaxed) == 0);
  remove_published(this, 2);
}

// Strands that were alone publish to the gate's address; those that were together publish to the
// address one byte behind it.
void Gate::observe_others(std::uint32_t wanted) {
  if (orders_ == Orders::kHost) return;
  observe(this);
  if (wanted == kAlone) observe(reinterpret_cast<const char*>(this) + 1);
}

void Gate::note_leaving(std::uint32_t had) {
  if (orders_ == Orders::kHost) return;
  publish(reinterpret_cast<const char*>(this) + (had == kAlone ? 0 : 1));
}

void Gate::wait(std::uint32_t wanted, bool is_first) {
  Waiter me{current(), wanted};
  {
    const SpinHold hold(lock_);
    waiters_.insert(is_first ? waiters_.begin() : waiters_.end(), &me);
    state_.fetch_or(kQueued, std::memory_order_relaxed);
    admit();  // a strand inside may have left before it saw the queue
  }
  while (!me.admitted.load(std::memory_order_acquire)) park();
  const SpinHold hold(lock_);  // waits until the admitting strand has left the gate
}

// Admits the waiters that may enter now, in the order of the queue.
void Gate::admit() {
  while (!waiters_.empty()) {
    Waiter& first = *waiters_.front();
    std::uint32_t seen = state_.load(std::memory_order_relaxed);
    const std::uint32_t barred = first.wanted == kAlone ? ~kQueued : kAlone;
    if ((seen & barred) != 0) break;
    if (!state_.compare_exchange_strong(seen, seen + first.wanted, std::memory_order_acquire))
      continue;
    waiters_.erase(waiters_.begin());
    first.admitted.store(true, std::memory_order_release);
    unpark(first.strand);
  }
  if (waiters_.empty()) state_.fetch_and(~kQueued, std::memory_order_relaxed);
}

void Gate::leave_to_others(std::uint32_t had) {
  const SpinHold hold(lock_);
  state_.fetch_sub(had, std::memory_order_release);
  admit();
}

void Completion::complete() {
  publish(this);
  const SpinHold hold(lock_);
  done_.store(true, std::memory_order_release);
  for (Strand* strand : waiters_) unpark(*strand);
  waiters_.clear();
}

bool Completion::wait(Time deadline) {
  Strand& self = current();
  {
    const SpinHold hold(lock_);
    if (is_complete()) return true;
    waiters_.push_back(&self);
  }
  while (!is_complete() && park(deadline) != Woken::kTimedOut) {
  }
  // A complete() under way has left this object, or does not know of this wait.
  const SpinHold hold(lock_);
  std::erase(waiters_, &self);
  return is_complete();
}

}  // namespace drydock::sim
