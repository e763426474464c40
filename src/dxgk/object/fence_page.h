// A value that the host shares with a client: a page that the host writes and clients only see, as
// of a monitored fence, or one that clients write too.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "src/nt/mm/read_only_pages.h"

namespace drydock::dxgk {

class FencePage {
 public:
  enum class Clients : std::uint8_t { kRead, kWrite };

  // Throws std::bad_alloc.
  explicit FencePage(std::uint64_t value, Clients clients = Clients::kRead);
  ~FencePage();
  FencePage(const FencePage&) = delete;
  FencePage& operator=(const FencePage&) = delete;

  // The release shows, to a client that sees the value, what was done before the signal.
  void set(std::uint64_t value) { value_->store(value, std::memory_order_release); }
  // Somebody else may have written it: the acquire shows what was done before.
  std::uint64_t get() const { return value_->load(std::memory_order_acquire); }
  // For clients: 64 bits, in most cases read-only (K-439).
  void* address() const { return shown_; }
  // For the GPU and its driver, which write it.
  void* kernel_address() const { return value_; }

 private:
  std::atomic<std::uint64_t>* value_ = nullptr;
  void* shown_ = nullptr;
  std::optional<nt::ReadOnlyPages> named_;
};

}  // namespace drydock::dxgk
