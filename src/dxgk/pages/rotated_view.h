// Addresses at which a client sees an allocation that may lie in video memory. Windows maps them to
// the allocation's place ("rotated"). They are not system memory, so no other allocation can be
// created on them (K-114).
//
// Cost: one load per lock once the address is known. Threads: any.
#pragma once

#include <atomic>
#include <cstddef>

namespace drydock::dxgk {

// The view of one allocation; it is removed with it.
class RotatedView {
 public:
  RotatedView() = default;
  ~RotatedView() {
    if (address_.load(std::memory_order_relaxed) != nullptr) unmap();
  }
  RotatedView(const RotatedView&) = delete;
  RotatedView& operator=(const RotatedView&) = delete;

  // Registers the address, which must always be the same. Thread-safe.
  void map(const void* address, std::size_t bytes);

 private:
  void unmap();

  std::atomic<const void*> address_ = nullptr;
};

// True when any of the bytes belongs to a view.
bool is_rotated(const void* address, std::size_t bytes);

}  // namespace drydock::dxgk
