// The heap of user-mode drivers: what they take by malloc, new, HeapAlloc, LocalAlloc, GlobalAlloc,
// _aligned_malloc and VirtualAlloc.
//
// Its blocks are blocks of pool, with the same records, guards, poison and rules: N-001 for what is
// freed twice, N-003 for what is freed by the wrong function, to the wrong heap or was
// never taken, N-004 and N-005 for writes outside and afterwards, N-008 for what is left at unload.
// `drydock cc` binds these names of a user-mode driver to the host (src/cc/user_heap.h); the host
// and its libraries have their own heap.
//
// A host that plays a device or an adapter to the driver gives it an account: what the driver takes
// in calls under the account and can no longer be reached when the device is destroyed is a leak.
//
// PoolBlock::tag of such a block is its account and PoolBlock::link the record of its heap, if
// HeapCreate made one.
//
// Cost: that of pool; raise_heap_leaks() looks at the whole pool. Owner: the driver. Threads: any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "drydock/rule_id.h"
#include "src/nt/driver/driver.h"
#include "src/nt/pool/heap_family.h"

namespace drydock::win32 {

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
// blocks lead to, directly or by others, and removes it from the account of the driver; what is
// reached belongs to something larger. `when` begins the sentence: "after DestroyDevice". Not while
// the driver runs on this thread. Returns how many were left. Looks at the whole pool, and at the
// driver's memory.
std::size_t raise_heap_leaks(const nt::Driver& driver, HeapAccount account, rules::RuleId rule,
                             std::string_view when);

}  // namespace drydock::win32
