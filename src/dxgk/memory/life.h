// The phases of a binding's life.
//
//   Creating ──► Live ──► Detached ──► Draining ──► Closed ──► Destroyed ──► Freed
//
//   Creating    the driver makes it; a creation that fails goes to Closed
//   Live        clients may use it
//   Detached    the client's destroy has run: its handle does not resolve
//   Draining    claims of the host or of the GPU are left; skipped when there are none
//   Closed      DxgkDdiCloseAllocation has run
//   Destroyed   DxgkDdiDestroyAllocation has run; only for the last binding of an allocation
//   Freed       the binding's own reference is released; the memory follows after the read sections
//
// An adapter that stops takes its bindings from Live to Draining or Closed: their handles stay.
//
// Threads: one at a time changes it. That is the thread that creates the binding or that took it
// out of the lists of its device, and then the worker that got it from there. Others may read.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>

namespace drydock::dxgk {

enum class Phase : std::uint8_t {
  kCreating,
  kLive,
  kDetached,
  kDraining,
  kClosed,
  kDestroyed,
  kFreed,
};

inline const char* name_of(Phase phase) {
  switch (phase) {
    case Phase::kCreating:
      return "creating";
    case Phase::kLive:
      return "live";
    case Phase::kDetached:
      return "detached";
    case Phase::kDraining:
      return "draining";
    case Phase::kClosed:
      return "closed";
    case Phase::kDestroyed:
      return "destroyed";
    case Phase::kFreed:
      return "freed";
  }
  return "unknown";
}

class Life {
 public:
  // The acquire pairs with the release of enter(): everything done before the step is visible.
  Phase phase() const { return phase_.load(std::memory_order_acquire); }

  void enter(Phase next) {
    assert(may_follow(phase_.load(std::memory_order_relaxed), next));
    phase_.store(next, std::memory_order_release);
  }

  static constexpr bool may_follow(Phase before, Phase next) {
    switch (before) {
      case Phase::kCreating:
        return next == Phase::kLive || next == Phase::kClosed;
      case Phase::kLive:
        return next == Phase::kDetached || next == Phase::kDraining || next == Phase::kClosed;
      case Phase::kDetached:
        return next == Phase::kDraining || next == Phase::kClosed;
      case Phase::kDraining:
        return next == Phase::kClosed;
      case Phase::kClosed:
        return next == Phase::kDestroyed || next == Phase::kFreed;
      case Phase::kDestroyed:
        return next == Phase::kFreed;
      case Phase::kFreed:
        return false;
    }
    return false;
  }

 private:
  std::atomic<Phase> phase_ = Phase::kCreating;
};

}  // namespace drydock::dxgk
