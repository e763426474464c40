// Memory of the host whose every access by driver code is told of, for rules about what a driver
// reads.
//
// The pages are closed and open for one instruction at a time; code of the host passes untold. Not
// seen: a second thread on the page in the same instruction. Cost: two signals for each access, the
// host's too.
#pragma once

#include <cstddef>

#include "src/rules/stack.h"

namespace drydock::nt {

class SpiedMemory {
 public:
  // Called in the handler of the fault, on the thread that makes the access and before it is made.
  // Driver code was interrupted, so no lock of the host is held.
  using Told = void (*)(void* context, std::size_t offset, bool writes, const rules::Stack& where);

  // Zeroed. Throws std::bad_alloc.
  SpiedMemory(std::size_t bytes, Told told, void* context);
  ~SpiedMemory();
  SpiedMemory(const SpiedMemory&) = delete;
  SpiedMemory& operator=(const SpiedMemory&) = delete;

  void* address() const { return address_; }

 private:
  const std::size_t bytes_;
  void* address_;
};

}  // namespace drydock::nt
