// Fill patterns in memory into which a driver writes commands. They show the host whether the
// driver wrote more than it reported.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "src/nt/mm/physical.h"

namespace drydock::vidmm {

inline constexpr std::byte kUnwritten{0xB5};

// The rest of the buffer's last page. A write behind that page faults.
inline std::size_t bytes_behind(std::size_t size) {
  return nt::pages_of(size) * nt::kPageBytes - size;
}

inline void mark_end(void* buffer, std::size_t size) {
  std::memset(static_cast<std::byte*>(buffer) + size, static_cast<int>(kUnwritten),
              bytes_behind(size));
}

inline bool is_end_intact(const void* buffer, std::size_t size) {
  const std::byte* const end = static_cast<const std::byte*>(buffer) + size;
  return std::all_of(end, end + bytes_behind(size),
                     [](std::byte each) { return each == kUnwritten; });
}

// The same, and restores the pattern: each write behind the end is found once.
inline bool restore_end(void* buffer, std::size_t size) {
  if (is_end_intact(buffer, size)) return true;
  mark_end(buffer, size);
  return false;
}

// Fills the whole buffer with the pattern, before the driver writes into it.
inline void mark_unwritten(void* buffer, std::size_t size) {
  std::memset(buffer, static_cast<int>(kUnwritten), size);
}

// True when the driver wrote a command there: the bytes are neither the pattern nor zeros, with
// which drivers clear a buffer.
inline bool is_written_at(const void* buffer, std::size_t size, std::size_t offset) {
  constexpr std::size_t kWord = 4;
  if (offset > size || size - offset < kWord) return false;
  const std::byte* const at = static_cast<const std::byte*>(buffer) + offset;
  return std::any_of(at, at + kWord,
                     [](std::byte each) { return each != kUnwritten && each != std::byte{0}; });
}

}  // namespace drydock::vidmm
