// Closed pages, open for one instruction: what handlers of faults on watched memory share.
#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "src/nt/mm/physical.h"

namespace drydock::nt {

inline bool is_write_fault(const void* context) {
  constexpr greg_t kWrite = 2;  // of the page fault's error code
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWrite) != 0;
}

// The pages that are open for the instruction that a thread is making; the trap after it closes
// them. An instruction touches four at most: two operands that lie across a border.
struct Step {
  std::uintptr_t pages[4];
  std::size_t count = 0;

  bool open(std::uintptr_t address, void* context) {
    if (count == std::size(pages)) return false;
    const std::uintptr_t page = address / kPageBytes * kPageBytes;
    if (mprotect(reinterpret_cast<void*>(page), kPageBytes, PROT_READ | PROT_WRITE) != 0)
      return false;
    pages[count++] = page;
    flags_of(context) |= kTrap;
    return true;
  }

  void close(void* context) {
    while (count != 0) mprotect(reinterpret_cast<void*>(pages[--count]), kPageBytes, PROT_NONE);
    flags_of(context) &= ~kTrap;
  }

 private:
  static constexpr greg_t kTrap = 0x100;  // the processor stops after one instruction

  static greg_t& flags_of(void* context) {
    return static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL];
  }
};

}  // namespace drydock::nt
