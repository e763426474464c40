// The client's side of a call: whose it is, and its memory, of which nothing is believed.
//
// A thunk reads each structure once, into host memory, checks what it read, looks whether its
// answers can be written, and only then acts. Answers that cannot be written after all undo the
// act.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <span>
#include <vector>

#include "src/dxgk/dock/dock.h"
#include "src/nt/base/called.h"
#include "src/nt/mm/user_copy.h"
#include "src/sim/schedule.h"
#include "src/thunks/client_memory.h"
#include "src/wdk/graphics.h"

namespace drydock::thunks {

// The process of the calling thread; threads that entered none are in the standard dock's own.
inline dxgk::Process& caller() {
  dxgk::Process* const process = dxgk::Process::current();
  return process != nullptr ? *process : dxgk::Dock::standard().own_process();
}

// Runs the body of a thunk: a host that has no memory is a status, and a schedule may switch here.
template <typename Body>
NTSTATUS thunk(Body&& body, const char* name = __builtin_FUNCTION()) noexcept {
  nt::note_called(name);
  try {
    sim::switch_point();
    return body();
  } catch (const std::bad_alloc&) {
    return STATUS_NO_MEMORY;
  }
}

// Lists longer than this name something twice, or memory that no client has.
inline constexpr std::size_t kMostHandles = 1U << dxgk::kIndexBits;
inline constexpr std::size_t kMostAllocations = 1U << 20;
// Private data of one call: what is beyond would not find room in a kernel's pool.
inline constexpr std::size_t kMostPrivateData = 256U << 20;

// Lists of a call: on the stack as long as they are short.
class Scratch {
 public:
  std::pmr::memory_resource* memory() { return &memory_; }

 private:
  std::array<std::byte, 1024> stack_;
  std::pmr::monotonic_buffer_resource memory_{stack_.data(), stack_.size()};
};

template <typename T>
using ScratchList = std::pmr::vector<T>;

// The same for bytes without a structure, which need no alignment.
inline NTSTATUS read_bytes(const void* from, std::size_t bytes, std::vector<std::byte>& out) {
  if (bytes == 0) return STATUS_SUCCESS;
  if (from == nullptr) return STATUS_INVALID_PARAMETER;
  if (bytes > 4096 && !nt::user_can_read(from, bytes)) return STATUS_INVALID_PARAMETER;
  if (bytes > kMostPrivateData) return STATUS_NO_MEMORY;
  out.resize(bytes);
  return nt::copy_from_user(out.data(), from, bytes) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

[[nodiscard]] inline bool write_bytes(void* to, std::span<const std::byte> bytes) {
  return bytes.empty() || nt::copy_to_user(to, bytes.data(), bytes.size());
}

// A buffer for an answer: there, or of no size.
[[nodiscard]] inline bool can_write_bytes(void* to, std::size_t bytes) {
  return bytes == 0 || (to != nullptr && nt::user_can_write(to, bytes));
}

}  // namespace drydock::thunks
