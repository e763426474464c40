// What a legacy-mode device may allocate: no more than the GPU's segments hold together (K-467).
//
// Cost: nothing for other devices.
#pragma once

#include <atomic>
#include <cassert>

#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

class LegacyMemory {
 public:
  // From now on there is a limit. Before the device has its first allocation.
  void limit_to_segments(const Adapter& adapter) {
    SIZE_T limit = 0;
    for (const DXGK_SEGMENTDESCRIPTOR4& segment : adapter.caps().segments) limit += segment.Size;
    limit_.store(limit, std::memory_order_relaxed);
  }

  // Counts what a new binding takes; false when it is too much together. Either way the binding
  // gives it back at its end.
  bool take(SIZE_T bytes) {
    const SIZE_T limit = limit_.load(std::memory_order_relaxed);
    if (limit == kNone) return true;
    const SIZE_T before = taken_.fetch_add(bytes, std::memory_order_relaxed);
    return bytes <= limit && before <= limit - bytes;
  }
  void give_back(SIZE_T bytes) {
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
