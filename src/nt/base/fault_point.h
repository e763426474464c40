// The question that every call which may fail asks at its fault point.
#pragma once

#include <atomic>
#include <cstdint>

#include "src/rules/stack.h"
#include "src/sim/faults.h"

namespace drydock::nt {

// A listener that gets each fault point that is met, with the number of its stack, so that a
// program can name the places. It is not called where no fault can be injected. Null removes it.
using FaultPointListener = void (*)(std::uint64_t number, const rules::Stack& stack);
extern std::atomic<FaultPointListener> fault_point_listener;

// True when the call with this stack is to fail as its documents say.
inline bool fails_at(sim::FaultKind kind, const rules::Stack& stack) {
  const std::uint64_t number = stack.hash();
  // Relaxed: the listener is set and removed while no faults are injected.
  const FaultPointListener listener = fault_point_listener.load(std::memory_order_relaxed);
  if (listener != nullptr) [[unlikely]]
    listener(number, stack);
  return sim::fail_here(kind, number);
}

// True when the call that asks is to fail as its documents say.
inline bool fails_here(sim::FaultKind kind) {
  return sim::injecting() && fails_at(kind, rules::Stack::capture());
}

}  // namespace drydock::nt
