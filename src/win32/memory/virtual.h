// Ranges of pages that VirtualAlloc gave.
#pragma once

#include <cstddef>

namespace drydock::win32 {

struct VirtualPages {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
};

// The pages that hold any of the bytes, if they all lie in one range that lives.
VirtualPages pages_of_range(const void* address, std::size_t bytes);

// Returns the beginning of the live range around an address; null when there is none.
std::byte* range_around(const void* address);

}  // namespace drydock::win32
