// Where the two sides of capture into video memory meet. A capture driver sees a surface by a
// handle that is lent to it for the length of one call; the display kernel knows the allocation
// behind the handle, and when capture into it must have ended.
//
// Cost: a short lock for each call that lends a handle or asks about one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace drydock::bridge {

// Of an allocation that somebody captures into.
struct Capture {
  std::atomic<bool> has_ended = false;
};

class BorrowedSurface {
 public:
  // `allocation` is the client's handle of it, `borrower` the name of the driver.
  BorrowedSurface(std::uint32_t allocation, std::string borrower);
  ~BorrowedSurface();
  BorrowedSurface(const BorrowedSurface&) = delete;
  BorrowedSurface& operator=(const BorrowedSurface&) = delete;

  // No number that the display kernel gives to anything, and another one each time.
  std::uint32_t handle() const { return handle_; }
  // What the display kernel found behind it; null when nobody asked there.
  std::shared_ptr<Capture> capture() const;

 private:
  const std::uint32_t handle_;
};

// For the display kernel: what a handle is that was lent once.
struct BorrowedHandle {
  bool is_lent = false;          // still
  std::uint32_t allocation = 0;  // only as long as it is
  std::string borrower;          // empty when that was long ago
};
// Nothing when it never was.
std::optional<BorrowedHandle> find_borrowed(std::uint32_t handle);
void set_capture(std::uint32_t handle, std::shared_ptr<Capture> capture);

}  // namespace drydock::bridge
