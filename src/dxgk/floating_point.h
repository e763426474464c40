// The floating-point control state that a driver's entry point has to leave as it was.
#pragma once

#include <cstdint>

namespace drydock::dxgk {

// Notes the calling thread's control words; cost: two loads each way.
class FloatingPointControl {
 public:
  FloatingPointControl() : mxcsr_(mxcsr()), x87_(x87()) {}

  // Rounding, precision and masks, without the flags of what happened.
  bool has_changed() const { return mxcsr() != mxcsr_ || x87() != x87_; }
  void restore() const {
    std::uint32_t whole = 0;
    asm volatile("stmxcsr %0" : "=m"(whole));
    whole = (whole & kMxcsrFlags) | mxcsr_;
    asm volatile("ldmxcsr %0" : : "m"(whole));
    asm volatile("fldcw %0" : : "m"(x87_));
  }

 private:
  static constexpr std::uint32_t kMxcsrFlags = 0x3f;

  static std::uint32_t mxcsr() {
    std::uint32_t value = 0;
    asm volatile("stmxcsr %0" : "=m"(value));
    return value & ~kMxcsrFlags;
  }
  static std::uint16_t x87() {
    std::uint16_t value = 0;
    asm volatile("fnstcw %0" : "=m"(value));
    return value;
  }

  std::uint32_t mxcsr_;
  std::uint16_t x87_;
};

}  // namespace drydock::dxgk
