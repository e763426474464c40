// The CPU's locks of a binding, and the offer of its contents: what its client said of it last.
//
// Owner: the binding. Threads: guarded by the lock of the binding's device.
#pragma once

#include <cstdint>
#include <utility>

#include "src/dxgk/object/instance.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

// How the first of the locks mapped the allocation; further ones join it (K-245, K-246).
struct LockedView {
  Instance* instance = nullptr;
  bool is_alternate = false;    // by an address of its own
  bool is_in_aperture = false;  // AcquireAperture
  // Through a swizzling range, which maps `range_data` of it, or a host aperture. Then the locks do
  // not count in the tenant's cpu_locks.
  bool is_by_range = false;
  UINT range_data = 0;
};

struct CpuLocks {
  std::uint32_t count = 0;
  std::uint32_t unlocks = 0;  // of the D3DKMTUnlock that is being looked at
  LockedView view;            // of the last series; its instance is null before the first
  bool bars_gpu = false;      // it counts in the instance's barring_locks

  bool is_locked() const { return count != 0; }
};

// D3DKMTOfferAllocations.
class Offer {
 public:
  // kDiscarded: what was in the allocation is lost since the offer.
  enum class State : std::uint8_t { kNone, kOffered, kDiscarded };

  bool is_made() const { return state_ != State::kNone; }
  bool may_decommit() const { return may_decommit_; }

  // A second offer changes the terms; what is lost stays lost.
  void make(UINT priority, bool may_decommit) {
    if (state_ == State::kNone) state_ = State::kOffered;
    priority_ = priority;
    may_decommit_ = may_decommit;
  }
  // Scarce memory takes the contents of offers up to a priority. True when this one lost them now.
  bool discard(UINT up_to_priority) {
    if (state_ != State::kOffered || priority_ > up_to_priority) return false;
    state_ = State::kDiscarded;
    return true;
  }
  // A reclaim failed: the offer is as it was, and the contents are lost.
  void renew_discarded() { state_ = State::kDiscarded; }
  // The state before.
  State end() { return std::exchange(state_, State::kNone); }

 private:
  State state_ = State::kNone;
  UINT priority_ = 0;
  bool may_decommit_ = false;  // the memory may be lost too: it has to be had anew (K-273)
};

}  // namespace drydock::dxgk
