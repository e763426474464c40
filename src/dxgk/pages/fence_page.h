// A value in a page that the host shares with clients. The host writes it, and clients only read it
// (a monitored fence) or write it too.
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

  // The release makes everything visible, to a client that sees the value, that was done before the
  // signal.
  void set(std::uint64_t value) { value_->store(value, std::memory_order_release); }
  // Others may have written it. The acquire makes visible what they did before.
  std::uint64_t get() const { return value_->load(std::memory_order_acquire); }
  // For clients: 64 bits, in most cases read-only (K-439).
  void* address() const { return client_view_; }
  // For the GPU and its driver, which write it.
  void* kernel_address() const { return value_; }

 private:
  std::atomic<std::uint64_t>* value_ = nullptr;
  void* client_view_ = nullptr;
  std::optional<nt::ReadOnlyPages> named_;
};

}  // namespace drydock::dxgk
