// A client's memory that drivers touch under watch: rule N-058.
//
// The pages are closed. A driver's access goes on only when the thread is below DISPATCH_LEVEL,
// inside a guarded block, and some call of the driver that is still running on this thread has
// probed the byte; else it is N-058 and the driver's life ends. What the client itself did not
// allow (set_rights) is an access violation, as ever.
//
// Memory that is only declared (UserRange) is not closed: there the rule is checked when an access
// faults by itself.
//
// Not seen: which probe it was (one for reading allows a write), and accesses through a system
// address of the same pages, which are right. The limits of watched_pages.h hold too.
//
// Cost: two signals for each instruction that touches a page. The host and the client read and
// write at contents(), which costs nothing; the kernel of the machine can use no other address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/mm/watched_pages.h"

namespace drydock::nt {

class UserMemory {
 public:
  // Zeroed. Throws std::bad_alloc.
  explicit UserMemory(std::size_t bytes);
  ~UserMemory();
  UserMemory(const UserMemory&) = delete;
  UserMemory& operator=(const UserMemory&) = delete;

  void* address() const { return address_; }    // the address that a driver gets
  void* contents() const { return contents_; }  // the same bytes, for the client
  std::size_t size() const { return bytes_; }

  // The client changes its own protection, or frees the memory behind the driver's back.
  void set_rights(PageRights rights) { watched_->set_rights(rights); }

 private:
  const std::size_t bytes_;
  std::vector<PageFrame> frames_;
  void* contents_ = nullptr;
  void* address_ = nullptr;
  std::optional<UserRange> range_;
  std::optional<WatchedPages> watched_;
};

// Memory of the kernel whose address a hostile client puts into its data. No probe accepts it while
// some client's memory is declared, so that every access of a driver is N-058.
class KernelBait {
 public:
  // Throws std::bad_alloc.
  explicit KernelBait(std::size_t bytes);
  ~KernelBait();
  KernelBait(const KernelBait&) = delete;
  KernelBait& operator=(const KernelBait&) = delete;

  void* address() const { return address_; }

 private:
  const std::size_t bytes_;
  void* const address_;
  std::optional<WatchedPages> watched_;
};

// Notes that the driver on this thread probed these bytes in the call that is running.
void note_probed(const void* address, std::size_t bytes);

// Checks N-058 when an access to user memory faults, from now on.
void watch_user_memory();

}  // namespace drydock::nt
