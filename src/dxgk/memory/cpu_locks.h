// The CPU's locks of a binding, and the client's offer of its contents.
//
// Owner: the binding. Threads: the lock of the binding's device guards both.
#pragma once

#include <cstdint>
#include <utility>

#include "src/dxgk/object/instance.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// How the first of the locks mapped the allocation; further ones join it (K-245, K-246).
struct LockedView {
  Instance* instance = nullptr;
  bool is_alternate = false;    // it has an address of its own
  bool is_in_aperture = false;  // AcquireAperture
  // It is mapped through a swizzling range, which maps the part `range_data`, or through a host
  // aperture. Then the locks do not count in the tenant's CPU locks.
  bool is_by_range = false;
  UINT range_data = 0;
};

struct CpuLocks {
  std::uint32_t count = 0;
  std::uint32_t unlocks = 0;  // how often the D3DKMTUnlock that is being checked names it
  LockedView view;  // the view of the last series of locks; its instance is null before the first
  bool bars_gpu = false;  // it counts in the instance's barring_locks

  bool is_locked() const { return count != 0; }
};

// D3DKMTOfferAllocations.
class Offer {
 public:
  // kDiscarded: the contents were lost after the offer.
  enum class State : std::uint8_t { kNone, kOffered, kDiscarded };

  bool is_made() const { return state_ != State::kNone; }
  bool may_decommit() const { return may_decommit_; }

  // A second offer changes the terms. Lost contents stay lost.
  void make(UINT priority, bool may_decommit) {
    if (state_ == State::kNone) state_ = State::kOffered;
    priority_ = priority;
    may_decommit_ = may_decommit;
  }
  // Memory is short: discards the contents if the priority is low enough. True when they were lost
  // now.
  bool discard(UINT up_to_priority) {
    if (state_ != State::kOffered || priority_ > up_to_priority) return false;
    state_ = State::kDiscarded;
    return true;
  }
  // A reclaim failed: the allocation is offered again, and its contents are lost.
  void renew_discarded() { state_ = State::kDiscarded; }
  // Ends the offer. Returns the state before.
  State end() { return std::exchange(state_, State::kNone); }

 private:
  State state_ = State::kNone;
  UINT priority_ = 0;
  // The memory may be lost too, and must then be allocated again (K-273).
  bool may_decommit_ = false;
};

}  // namespace drydock::dxgk
