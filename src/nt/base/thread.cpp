#include "src/nt/base/thread.h"

#include <algorithm>

#include "src/nt/base/called.h"
#include "src/nt/base/driver_life.h"
#include "src/nt/base/listeners.h"
#include "src/rules/evaluated.h"
#include "src/sim/happens_before.h"

namespace drydock::nt {

constinit thread_local Thread* known_self = nullptr;

Thread& make_self() {
  thread_local Thread thread;
  thread.strand = &sim::current();
  known_self = &thread;
  return thread;
}

void require_irql_at_most(KIRQL level, const char* call) {
  note_called(call);
  end_call_if_dead();
  rules::evaluated("N-018");
  const KIRQL irql = self().irql;
  if (irql > level) [[unlikely]]
    base_listeners.irql_too_high(call, irql, level);
}

void require_irql_at_least(KIRQL level, const char* call) {
  note_called(call);
  end_call_if_dead();
  rules::evaluated("N-019");
  const KIRQL irql = self().irql;
  if (irql < level) [[unlikely]]
    base_listeners.irql_too_low(call, irql, level);
}

void note_acquired(const void* lock, const char* kind) {
  sim::observe(lock);
  self().held.push_back({lock, kind, rules::Stack::capture()});
}

bool note_released(const void* lock) {
  auto& held = self().held;
  const auto at = std::find_if(held.rbegin(), held.rend(),
                               [lock](const HeldLock& one) { return one.address == lock; });
  if (at == held.rend()) return false;
  held.erase(std::next(at).base());
  sim::publish(lock);
  return true;
}

bool holds(const void* lock) {
  return std::ranges::any_of(self().held,
                             [lock](const HeldLock& one) { return one.address == lock; });
}

}  // namespace drydock::nt
