// Connects the two sides of capture into video memory. This is the first header of src/bridge. A
// capture driver names a surface by a handle that it borrows for the length of one call. The
// graphics kernel knows the allocation behind the handle, and when capture into it must have ended.
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

// The state of an allocation that a driver captures into. Both sides share it.
struct Capture {
  std::atomic<bool> has_ended = false;
};

class BorrowedSurface {
 public:
  // `allocation` is the client's handle of the surface, `borrower` the name of the driver.
  BorrowedSurface(std::uint32_t allocation, std::string borrower);
  ~BorrowedSurface();
  BorrowedSurface(const BorrowedSurface&) = delete;
  BorrowedSurface& operator=(const BorrowedSurface&) = delete;

  // A number that the graphics kernel uses for nothing else. Each BorrowedSurface has a new one.
  std::uint32_t handle() const { return handle_; }
  // The state that the graphics kernel set for the handle; null when the driver did not use the
  // handle there.
  std::shared_ptr<Capture> capture() const;

 private:
  const std::uint32_t handle_;
};

// The graphics kernel's knowledge of a handle that is or was borrowed.
struct BorrowedHandle {
  bool is_borrowed = false;      // the call that borrows it has not ended
  std::uint32_t allocation = 0;  // 0 when is_borrowed is false
  std::string borrower;          // empty when the handle was borrowed long ago
};
// Returns nothing when the number never was such a handle.
std::optional<BorrowedHandle> find_borrowed(std::uint32_t handle);
// Stores the state of the allocation that the graphics kernel found behind the handle.
void set_capture(std::uint32_t handle, std::shared_ptr<Capture> capture);

}  // namespace drydock::bridge
