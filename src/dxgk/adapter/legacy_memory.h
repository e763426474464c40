// The limit of a legacy-mode device's allocations: the size of all segments of the GPU together
// (K-467).
//
// Cost: nothing for other devices.
#pragma once

#include <atomic>
#include <cassert>

#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

class LegacyMemory {
 public:
  // Sets the limit. Called before the device has its first allocation.
  void limit_to_segments(const Adapter& adapter) {
    SIZE_T limit = 0;
    for (const DXGK_SEGMENTDESCRIPTOR4& segment : adapter.caps().segments) limit += segment.Size;
    limit_.store(limit, std::memory_order_relaxed);
  }

  // Counts the bytes of a new binding. False when the sum exceeds the limit. In both cases the
  // binding releases them at its end.
  bool take(SIZE_T bytes) {
    const SIZE_T limit = limit_.load(std::memory_order_relaxed);
    if (limit == kNone) return true;
    const SIZE_T before = taken_.fetch_add(bytes, std::memory_order_relaxed);
    return bytes <= limit && before <= limit - bytes;
  }
  void release(SIZE_T bytes) {
    if (limit_.load(std::memory_order_relaxed) == kNone) return;
    [[maybe_unused]] const SIZE_T before = taken_.fetch_sub(bytes, std::memory_order_relaxed);
    assert(before >= bytes);
  }

 private:
  static constexpr SIZE_T kNone = ~SIZE_T{0};

  std::atomic<SIZE_T> limit_ = kNone;
  std::atomic<SIZE_T> taken_ = 0;
};

}  // namespace drydock::dxgk
