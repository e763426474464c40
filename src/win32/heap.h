// The heap of user-mode drivers: what they take by malloc, new, HeapAlloc, LocalAlloc, GlobalAlloc,
// _aligned_malloc and VirtualAlloc.
//
// Its blocks are blocks of pool, with the same records, guards, poison and rules: N-001 for what is
// given back twice, N-003 for what is given back by the wrong function, to the wrong heap or was
// never taken, N-004 and N-005 for writes outside and afterwards, N-008 for what is left at unload.
// `drydock cc` binds these names of a user-mode driver to the host (src/cc/user_heap.h); the host
// and its libraries keep their own heap.
//
// A host that plays a device or an adapter to the driver gives it an account: what the driver takes
// in calls under the account and can no longer be reached when the device has gone was forgotten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/nt/driver/driver.h"
#include "src/nt/pool/heap_family.h"

namespace drydock::nt {

// Never the same twice in a process; 0 is no account.
using HeapAccount = std::uint32_t;
HeapAccount new_heap_account();

// While it lives, what a driver takes on this thread belongs to the account. They nest.
class UnderHeapAccount {
 public:
  explicit UnderHeapAccount(HeapAccount account);
  ~UnderHeapAccount();
  UnderHeapAccount(const UnderHeapAccount&) = delete;
  UnderHeapAccount& operator=(const UnderHeapAccount&) = delete;

 private:
  const HeapAccount outer_;
};

// The account of the calling thread.
HeapAccount current_heap_account();

// Raises `rule` for every block of the account that neither the driver's globals nor its other
// blocks lead to, directly or by others, and forgets it; what is reached lives on in something
// larger. `when` begins the sentence: "after DestroyDevice". Not while the driver runs on this
// thread. Returns how many were left. Looks at the whole pool, and at the driver's memory.
std::size_t report_heap_left(const Driver& driver, HeapAccount account, std::string_view rule,
                             std::string_view when);

}  // namespace drydock::nt
