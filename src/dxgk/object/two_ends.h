// The two ends of an object of which a driver has a half. The client's destroy ends its name. The
// driver's half ends with that, or when the adapter stops, whichever comes first.
//
//   name            Live ──► Destroyed
//   driver's half   None ──► Live ──► Destroyed
//
// It is a bug of the host, and asserted, to free an object while the driver has its half.
//
// Owner: the object. Threads: any; of several threads that end it, exactly one goes on. Cost: one
// atomic operation per step.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>

namespace drydock::dxgk {

class TwoEnds {
 public:
  TwoEnds() = default;
  ~TwoEnds() { assert(half_.load(std::memory_order_relaxed) != Half::kLive); }
  TwoEnds(const TwoEnds&) = delete;
  TwoEnds& operator=(const TwoEnds&) = delete;

  // The driver has created its half. Called before any thread can end it.
  void begin_in_driver() {
    [[maybe_unused]] const Half before = half_.exchange(Half::kLive, std::memory_order_release);
    assert(before == Half::kNone);
  }
  // True for the one caller that must have the driver destroy its half; false when there is none.
  // All uses of the object (release) come before its end (acquire), here and below.
  [[nodiscard]] bool begin_driver_end() {
    Half live = Half::kLive;
    return half_.compare_exchange_strong(live, Half::kDestroyed, std::memory_order_acq_rel);
  }

  // True for the one caller that must destroy the object.
  [[nodiscard]] bool begin_destroy() {
    return !is_destroyed_.exchange(true, std::memory_order_acq_rel);
  }
  // Its destroy has begun.
  bool is_destroyed() const { return is_destroyed_.load(std::memory_order_acquire); }

 private:
  enum class Half : std::uint8_t { kNone, kLive, kDestroyed };

  std::atomic<Half> half_ = Half::kNone;
  std::atomic<bool> is_destroyed_ = false;
};

}  // namespace drydock::dxgk
