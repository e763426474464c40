// Decides which memory of the process belongs to clients.
//
// Drivers and clients live in one process, so the border of user space has to be drawn. The host
// declares the memory of its clients with UserRange; as soon as one is declared, only declared
// memory and what a driver mapped for UserMode is user memory. As long as none is declared, all
// memory below MmUserProbeAddress is, except pool and mappings of physical memory: so a probe works
// for a host that declares nothing, but does not find a driver that probes its own stack or
// globals.
//
// Cost: one short lock a call. Owner: memory is declared as long as its UserRange lives. Threads:
// any.
#pragma once

#include <cstddef>

namespace drydock::nt {

// While it lives, these bytes are a client's. Ranges may overlap.
class UserRange {
 public:
  UserRange(const void* address, std::size_t bytes);
  ~UserRange();
  UserRange(const UserRange&) = delete;
  UserRange& operator=(const UserRange&) = delete;

 private:
  const void* address_;
  std::size_t bytes_;
};

// Every byte lies in one user range. An empty range is.
bool is_user_memory(const void* address, std::size_t bytes);

// The byte lies in a range that the host declared.
bool is_declared_user_memory(const void* address);

// The byte is surely a client's: the host declared it, or a driver mapped it for UserMode.
bool is_mapped_for_users(const void* address);

// A driver mapped these bytes for UserMode, or unmapped them again.
void note_user_view(const void* address, std::size_t bytes);
void remove_user_view(const void* address);

}  // namespace drydock::nt
