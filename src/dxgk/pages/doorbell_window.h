// The address at which a client rings its doorbell. It never changes. It is mapped to the place
// that the driver has assigned for now, or to memory that nothing reads.
//
// Whole pages are mapped. When several doorbells share a page, the driver passes the offset of each
// to its user-mode half.
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

  // Maps the pages of a driver's mapping of its device, or of memory that it allocated as physical
  // memory. False when these cannot be mapped twice.
  bool map(void* doorbell);
  void unmap();

  void* address() const { return address_; }

 private:
  const std::size_t bytes_;
  int file_ = -1;
  void* address_ = nullptr;
};

}  // namespace drydock::dxgk
