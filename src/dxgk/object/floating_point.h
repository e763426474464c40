// The floating-point control state that a driver's entry point has to leave as it was.
#pragma once

#include <cstdint>

namespace drydock::dxgk {

// Records the calling thread's control words. Cost: two stores, and two more with a comparison in
// has_changed().
class FloatingPointControl {
 public:
  FloatingPointControl() {
    asm volatile("stmxcsr %0" : "=m"(mxcsr_));
    asm volatile("fnstcw %0" : "=m"(x87_));
  }

  // Compares rounding, precision and masks. Exception flags are ignored.
  bool has_changed() const {
    const FloatingPointControl now;
    return ((now.mxcsr_ ^ mxcsr_) & ~kMxcsrFlags) != 0 || now.x87_ != x87_;
  }

  void restore() const {
    const FloatingPointControl now;
    const std::uint32_t mxcsr = (now.mxcsr_ & kMxcsrFlags) | (mxcsr_ & ~kMxcsrFlags);
    asm volatile("ldmxcsr %0" : : "m"(mxcsr));
    asm volatile("fldcw %0" : : "m"(x87_));
  }

 private:
  static constexpr std::uint32_t kMxcsrFlags = 0x3f;

  std::uint32_t mxcsr_;
  std::uint16_t x87_;
};

}  // namespace drydock::dxgk
