// Where a client rings its doorbell: an address that never changes, behind which lies the place
// that the driver has assigned for now, or memory that nobody looks at.
//
// What is shown is whole pages: a driver whose doorbells share a page tells its user-mode half
// where in the page its own one is.
#pragma once

#include <cstddef>

namespace drydock::dxgk {

class DoorbellWindow {
 public:
  // Throws std::bad_alloc.
  explicit DoorbellWindow(std::size_t bytes);
  ~DoorbellWindow();
  DoorbellWindow(const DoorbellWindow&) = delete;
  DoorbellWindow& operator=(const DoorbellWindow&) = delete;

  // The pages of a driver's mapping of its device, or of memory that it allocated as physical
  // memory. False when that cannot be shown twice.
  bool map(void* doorbell);
  void unmap();

  void* address() const { return address_; }

 private:
  const std::size_t bytes_;
  int file_ = -1;
  void* address_ = nullptr;
};

}  // namespace drydock::dxgk
