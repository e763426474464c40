// The client's side of a call: its process and its memory, which the host never trusts. First
// header of src/thunks.
//
// Contract: a thunk reads each structure once, into host memory, checks its copy, checks that its
// answers can be written, and only then acts. If an answer cannot be written after all, the thunk
// undoes the act. A refusal that a rule covers names the rule (nt::client_breaks,
// nt::names_nothing); a refusal that none covers is a plain status.
//
// Cost: the guarded copies of client_memory.h. Owner: the caller's Process owns what a call
// creates. Threads: any, also several of one process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <span>
#include <vector>

#include "src/dxgk/dock/dock.h"
#include "src/nt/base/called.h"
#include "src/nt/mm/user_copy.h"
#include "src/nt/watch/client_call.h"
#include "src/sim/schedule.h"
#include "src/thunks/client/client_memory.h"
#include "src/thunks/client/refusals.h"
#include "src/wdk/graphics.h"

namespace drydock::thunks {

// The process of the calling thread. A thread that entered none is in the standard dock's own
// process.
inline dxgk::Process& caller() {
  dxgk::Process* const process = dxgk::Process::current();
  return process != nullptr ? *process : dxgk::Dock::standard().own_process();
}

using nt::client_breaks;
using nt::names_nothing;

// Why reserved members are refused (K-043).
inline constexpr char kReserved[] = "reserved members and bits are 0";

// Runs the body of a thunk, and raises which rules the call broke. If the host runs out of memory,
// the client gets a status. The call is a switch point. Inlined, so that the frame is the entry
// point's and its caller the client.
template <typename Body>
[[gnu::always_inline]] inline NTSTATUS thunk(Body&& body,
                                             const char* name = __builtin_FUNCTION()) noexcept {
  nt::note_called(name);
  nt::ClientCall call(name, __builtin_frame_address(0));
  NTSTATUS status = STATUS_NO_MEMORY;
  try {
    sim::switch_point();
    status = body();
  } catch (const std::bad_alloc&) {
    status = STATUS_NO_MEMORY;
  }
  if (!call.noted().empty()) [[unlikely]]
    raise_noted(call);
  return status;
}

// A longer list names something twice, or needs more memory than any client has.
inline constexpr std::size_t kMostHandles = 1U << dxgk::kIndexBits;
inline constexpr std::size_t kMostAllocations = 1U << 20;
// The most private data of one call. More would not fit into a kernel's pool.
inline constexpr std::size_t kMostPrivateData = 256U << 20;

// Memory for the lists of a call: on the stack if they are short.
class Scratch {
 public:
  std::pmr::memory_resource* memory() { return &memory_; }

 private:
  std::array<std::byte, 1024> stack_;
  std::pmr::monotonic_buffer_resource memory_{stack_.data(), stack_.size()};
};

template <typename T>
using ScratchList = std::pmr::vector<T>;

// Reads bytes without a structure, which need no alignment.
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

// Returns whether a buffer for an answer can be written; one of size 0 need not exist.
[[nodiscard]] inline bool can_write_bytes(void* to, std::size_t bytes) {
  return bytes == 0 || (to != nullptr && nt::user_can_write(to, bytes));
}

// Reads private data that the driver may change and that is then written back.
inline NTSTATUS read_private_data(void* from, std::size_t bytes, std::vector<std::byte>& out) {
  const NTSTATUS status = read_bytes(from, bytes, out);
  if (!NT_SUCCESS(status)) return status;
  return can_write_bytes(from, bytes) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

// K-373. `least` is 1 for calls whose contexts all stand in the array, 0 for those that name the
// first one elsewhere.
inline bool breaks_context_count(ULONG count, ULONG least) {
  return client_breaks("K-373", count < least || count > D3DDDI_MAX_BROADCAST_CONTEXT,
                       {"BroadcastContextCount", count},
                       least == 0 ? "it is at most D3DDDI_MAX_BROADCAST_CONTEXT"
                                  : "it is 1 to D3DDDI_MAX_BROADCAST_CONTEXT");
}

}  // namespace drydock::thunks
