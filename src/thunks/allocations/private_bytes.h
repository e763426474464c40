// Host memory for the private data of a call's allocations. A small amount is stored in the object
// itself, which lives on the stack.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "src/thunks/client/client.h"

namespace drydock::thunks {

class PrivateBytes {
 public:
  // Copies a client's bytes. Only the driver knows their structure, so each copy is aligned for
  // any.
  NTSTATUS read(const void* from, std::size_t bytes, std::span<std::byte>& out) {
    if (bytes == 0) return STATUS_SUCCESS;
    if (from == nullptr) return STATUS_INVALID_PARAMETER;
    if (bytes > 4096 && !nt::user_can_read(from, bytes)) return STATUS_INVALID_PARAMETER;
    out = {take(bytes), bytes};
    return nt::copy_from_user(out.data(), from, bytes) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
  }

 private:
  static constexpr std::size_t kAlignment = alignof(std::max_align_t);

  std::byte* take(std::size_t bytes) {
    if (bytes > room_.size() - used_) {
      further_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
      return further_.back().get();
    }
    std::byte* const out = room_.data() + used_;
    used_ = std::min(room_.size(), (used_ + bytes + kAlignment - 1) & ~(kAlignment - 1));
    return out;
  }

  alignas(std::max_align_t) std::array<std::byte, 2048> room_;  // not cleared
  std::size_t used_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> further_;
};

}  // namespace drydock::thunks
