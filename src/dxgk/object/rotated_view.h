// Addresses at which a client sees an allocation that may lie in video memory. Windows maps them to
// wherever it lies ("rotated"), so they are no system memory to make another allocation of (K-114).
//
// Cost: one load a lock once it is known.
#pragma once

#include <atomic>
#include <cstddef>

namespace drydock::dxgk {

// Of one allocation; forgotten with it.
class RotatedView {
 public:
  RotatedView() = default;
  ~RotatedView() {
    if (address_.load(std::memory_order_relaxed) != nullptr) unmap();
  }
  RotatedView(const RotatedView&) = delete;
  RotatedView& operator=(const RotatedView&) = delete;

  // Always the same address. Thread-safe.
  void map(const void* address, std::size_t bytes);

 private:
  void unmap();

  std::atomic<const void*> address_ = nullptr;
};

// True when any of the bytes is a view.
bool is_rotated(const void* address, std::size_t bytes);

}  // namespace drydock::dxgk
