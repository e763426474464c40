// How many have an allocation open. What it holds goes with the last of them that begins to leave,
// the driver's object with the last that has been closed.
#pragma once

#include <atomic>
#include <cstdint>

namespace drydock::dxgk {

// Both numbers are one word: who comes must count in both before anybody finds itself the last.
class BindingCount {
 public:
  void begin() { both_.store(kOne, std::memory_order_relaxed); }

  // One more; false when the last has begun to leave.
  bool try_add() {
    std::uint64_t seen = both_.load(std::memory_order_relaxed);
    while (staying(seen) != 0) {
      if (both_.compare_exchange_weak(seen, seen + kOne, std::memory_order_acquire)) return true;
    }
    return false;
  }
  // One begins to leave. True for the last.
  bool begin_leave() { return staying(both_.fetch_sub(kStaying, std::memory_order_acq_rel)) == 1; }
  // One has been closed. True for the last.
  bool end_leave() { return all(both_.fetch_sub(kClosed, std::memory_order_acq_rel)) == 1; }

  // With those that leave.
  std::uint32_t size() const { return all(both_.load(std::memory_order_acquire)); }

 private:
  static constexpr std::uint64_t kStaying = 1, kClosed = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kOne = kStaying + kClosed;

  static std::uint32_t staying(std::uint64_t both) { return static_cast<std::uint32_t>(both); }
  static std::uint32_t all(std::uint64_t both) { return static_cast<std::uint32_t>(both >> 32); }

  std::atomic<std::uint64_t> both_ = 0;
};

}  // namespace drydock::dxgk
