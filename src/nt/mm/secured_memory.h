// A client's memory that the system relies on: as long as it is secured, the calls by which a
// client frees it or changes its protection refuse (VirtualFree, VirtualAlloc,
// ZwFreeVirtualMemory).
//
// What a client does without these calls cannot be refused.
//
// Cost: a short lock to secure; freeing costs one load while nothing is secured. Owner: memory is
// secured as long as the object lives. Threads: any.
#pragma once

#include <cstddef>
#include <utility>

namespace drydock::nt {

class SecuredMemory {
 public:
  SecuredMemory() = default;
  SecuredMemory(const void* address, std::size_t bytes);
  ~SecuredMemory() {
    if (number_ != 0) end();
  }
  SecuredMemory(SecuredMemory&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
  SecuredMemory& operator=(SecuredMemory&& other) noexcept {
    if (number_ != 0) end();
    number_ = std::exchange(other.number_, 0);
    return *this;
  }

 private:
  void end();

  std::size_t number_ = 0;  // 0: none
};

// True when any of the bytes is secured.
bool is_secured(const void* address, std::size_t bytes);

}  // namespace drydock::nt
