// Claims on an object: operations of the host and work of the GPU that keep it from being
// destroyed.
//
//    63       62       61    60 … 32     31 … 0
//   +--------+--------+-----+-----------+--------+
//   | closed | waived | new | GPU       | host   |
//   +--------+--------+-----+-----------+--------+
//
// Host claims are operations of the host and holds of the driver. GPU claims are submitted work.
// While an object is new, only the driver that creates it can claim it. After close(), no claim is
// granted. The object is drained when no claim is left; if the client has promised that the GPU is
// done (waived), when no host claim is left.
//
// A count never overflows or underflows (K-235): one claim or release() too many is a bug of the
// host, and asserted.
//
// Owner: the object. Threads: any. Cost: one atomic operation to claim and one to release; no lock.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>

#include "src/sim/happens_before.h"

namespace drydock::dxgk {

class Claims {
 public:
  enum class By : std::uint64_t { kHost = 1, kGpu = 1ULL << 32 };

  Claims() = default;
  ~Claims() { sim::remove_published(this, 2); }

  // The object is complete. The release pairs with the acquire of a claim.
  void open() {
    sim::publish(this);
    word_.fetch_and(~kNew, std::memory_order_release);
  }

  // True when granted; then the caller must call release(). `before_open` is for the driver while
  // it creates.
  bool claim(By by, bool before_open = false) {
    // The acquire makes everything visible that was done before open().
    std::uint64_t seen = word_.load(std::memory_order_acquire);
    const std::uint64_t barred = before_open ? kClosed : kClosed | kNew;
    while ((seen & barred) == 0) {
      assert((seen & mask_of(by)) != mask_of(by));
      if (word_.compare_exchange_weak(seen, seen + static_cast<std::uint64_t>(by),
                                      std::memory_order_acquire)) {
        sim::observe(this);
        return true;
      }
    }
    return false;
  }

  // Adds a claim for a caller that has one already. Always granted, even when closed meanwhile.
  void claim_again(By by) {
    const std::uint64_t before =
        word_.fetch_add(static_cast<std::uint64_t>(by), std::memory_order_relaxed);
    assert((before & mask_of(by)) != 0 && (before & mask_of(by)) != mask_of(by));
    static_cast<void>(before);
  }

  // True when this was the last claim that kept the object from being drained.
  [[nodiscard]] bool release(By by) {
    const std::uint64_t one = static_cast<std::uint64_t>(by);
    sim::publish(uses());
    const std::uint64_t before = word_.fetch_sub(one, std::memory_order_acq_rel);
    assert((before & mask_of(by)) != 0);
    if (is_drained(before) || !is_drained(before - one)) return false;
    sim::observe(uses());
    return true;
  }

  enum class Closed : std::uint8_t { kAlready, kDraining, kDrained };

  // No claim is granted from now on. Exactly one caller gets another answer than kAlready. While
  // the object is new every caller gets kAlready.
  Closed close(bool waive_gpu) {
    const std::uint64_t bits = kClosed | (waive_gpu ? kWaived : 0);
    std::uint64_t seen = word_.load(std::memory_order_relaxed);
    do {
      if ((seen & (kClosed | kNew)) != 0) return Closed::kAlready;
    } while (!word_.compare_exchange_weak(seen, seen | bits, std::memory_order_acq_rel));
    sim::observe(uses());
    return is_drained(seen | bits) ? Closed::kDrained : Closed::kDraining;
  }

  bool is_open() const { return (word_.load(std::memory_order_acquire) & (kClosed | kNew)) == 0; }
  bool is_used_by_gpu() const { return (word_.load(std::memory_order_acquire) & kGpuMask) != 0; }

 private:
  static constexpr std::uint64_t kClosed = 1ULL << 63;
  static constexpr std::uint64_t kWaived = 1ULL << 62;
  static constexpr std::uint64_t kNew = 1ULL << 61;
  static constexpr std::uint64_t kHostMask = 0xffff'ffffULL;
  static constexpr std::uint64_t kGpuMask = 0x1fff'ffffULL << 32;

  static constexpr std::uint64_t mask_of(By by) { return by == By::kGpu ? kGpuMask : kHostMask; }
  // The address at which the release of each claim is published, for the thread that drains the
  // object.
  const void* uses() const { return reinterpret_cast<const char*>(this) + 1; }

  static bool is_drained(std::uint64_t word) {
    if ((word & kClosed) == 0 || (word & kHostMask) != 0) return false;
    return (word & kWaived) != 0 || (word & kGpuMask) == 0;
  }

  std::atomic<std::uint64_t> word_ = kNew;
};

}  // namespace drydock::dxgk
