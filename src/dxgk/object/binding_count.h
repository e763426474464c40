// How many bindings an allocation has.
//
// A binding is destroyed in two steps. The last binding that begins to leave evicts the allocation.
// The last binding that is closed has the driver destroy its object.
//
//    63 … 32       31 … 0
//   +-------------+---------------------+
//   | not closed  | not begun to leave  |
//   +-------------+---------------------+
//
// Both numbers are in one word: a binding that is added counts in both before another one can find
// itself the last. Owner: the allocation. Cost: one atomic operation per step. Threads: any.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>

namespace drydock::dxgk {

class BindingCount {
 public:
  // The first binding, which creates the allocation.
  void begin() {
    assert(both_.load(std::memory_order_relaxed) == 0);
    both_.store(kOne, std::memory_order_relaxed);
  }

  // Adds a binding. False when the last one has begun to leave.
  bool try_add() {
    std::uint64_t seen = both_.load(std::memory_order_relaxed);
    while (staying(seen) != 0) {
      // The acquire pairs with the releases of the bindings that leave.
      if (both_.compare_exchange_weak(seen, seen + kOne, std::memory_order_acquire)) return true;
    }
    return false;
  }
  // A binding begins to leave. True for the last one.
  bool begin_leave() {
    const std::uint64_t before = both_.fetch_sub(kStaying, std::memory_order_acq_rel);
    assert(staying(before) != 0);
    return staying(before) == 1;
  }
  // A binding was closed. True for the last one.
  bool end_leave() {
    const std::uint64_t before = both_.fetch_sub(kClosed, std::memory_order_acq_rel);
    assert(all(before) > staying(before));
    return all(before) == 1;
  }

  // Bindings that are not closed, including those that have begun to leave.
  std::uint32_t size() const { return all(both_.load(std::memory_order_acquire)); }

 private:
  static constexpr std::uint64_t kStaying = 1, kClosed = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kOne = kStaying + kClosed;

  static std::uint32_t staying(std::uint64_t both) { return static_cast<std::uint32_t>(both); }
  static std::uint32_t all(std::uint64_t both) { return static_cast<std::uint32_t>(both >> 32); }

  std::atomic<std::uint64_t> both_ = 0;
};

}  // namespace drydock::dxgk
