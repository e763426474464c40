// The value of a monitored fence, where a client can read it: a page that the host writes and
// clients only see.
#pragma once

#include <atomic>
#include <cstdint>

namespace drydock::dxgk {

class FencePage {
 public:
  // Throws std::bad_alloc.
  explicit FencePage(std::uint64_t value);
  ~FencePage();
  FencePage(const FencePage&) = delete;
  FencePage& operator=(const FencePage&) = delete;

  // The release shows, to a client that sees the value, what was done before the signal.
  void set(std::uint64_t value) { value_->store(value, std::memory_order_release); }
  // For clients: 64 bits, read-only.
  void* address() const { return shown_; }

 private:
  std::atomic<std::uint64_t>* value_ = nullptr;
  void* shown_ = nullptr;
};

}  // namespace drydock::dxgk
