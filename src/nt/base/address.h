// Pointers as numbers, for arithmetic on pages.
#pragma once

#include <cstdint>

namespace drydock::nt {

// Reservations of address space begin at multiples of this.
inline constexpr std::uintptr_t kAllocationGranularity = 0x10000;

inline std::uintptr_t as_number(const volatile void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}
inline void* as_pointer(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

}  // namespace drydock::nt
