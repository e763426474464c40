// Where the two sides of capture into video memory meet: the first header of this room. A capture
// driver names a surface by a handle that it borrows for the length of one call. The graphics
// kernel knows the allocation behind the handle, and when capture into it must have ended.
//
// Cost: a short lock for each call that makes a handle or looks one up. Owner: the streaming side
// makes a BorrowedSurface; both sides share a Capture. Threads: any.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace drydock::bridge {

// Shared state of an allocation that a driver captures into.
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

  // No number that the graphics kernel has for anything, and another one each time.
  std::uint32_t handle() const { return handle_; }
  // What the graphics kernel found behind it; null when the driver did not use the handle there.
  std::shared_ptr<Capture> capture() const;

 private:
  const std::uint32_t handle_;
};

// What the graphics kernel learns of a handle that was borrowed once.
struct BorrowedHandle {
  bool is_borrowed = false;      // now
  std::uint32_t allocation = 0;  // 0 when it is not borrowed any more
  std::string borrower;          // empty when that was long ago
};
// Nothing when the number never was such a handle.
std::optional<BorrowedHandle> find_borrowed(std::uint32_t handle);
// The graphics kernel found an allocation behind the handle.
void set_capture(std::uint32_t handle, std::shared_ptr<Capture> capture);

}  // namespace drydock::bridge
