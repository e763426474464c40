// Pool: the memory that drivers allocate by ExAllocatePool* and free by ExFreePool*.
//
// Every block has a record of its own (src/nt/pool/pool_region.h): owner, tag, size, type, where it
// was allocated and where it was freed. Freed blocks are poisoned and held back for a while, so
// that a second free and a late write are seen.
//
// This is the first header of the room `pool`: pool, special pool, lookaside lists, and the blocks
// of which the heap of user-mode drivers is made.
//
// Owner: the driver that allocated a block; what it leaves at unload is N-008. Threads: any, up to
// DISPATCH_LEVEL. Cost: an allocation and its free take no lock; see the workload pool_pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drydock/rule_id.h"
#include "src/nt/driver/driver.h"
#include "src/rules/stack.h"

namespace drydock::nt {

// Special pool gives each block pages of its own, with an inaccessible page next to it; freed pages
// become inaccessible.
enum class SpecialPool : std::uint8_t { kNone, kGuardAfter, kGuardBefore };

// "none", "after" and "before", as users write them.
std::string_view to_text(SpecialPool special);
std::optional<SpecialPool> special_pool_from(std::string_view text);

struct PoolOptions {
  SpecialPool special = SpecialPool::kNone;
};

// Sets the options of the whole process, for blocks that are allocated from then on. At first they
// are those of the environment's DRYDOCK_SPECIAL_POOL, or none.
void set_pool_options(const PoolOptions& options);
PoolOptions pool_options();

// A block as the ledger knows it.
struct PoolBlockInfo {
  const void* address;
  std::size_t size;
  ULONG tag;
  POOL_TYPE type;
  bool live;  // false: freed
  rules::Stack allocated;
};

// The block that an address lies in; nothing when it lies in none. Any address will do.
std::optional<PoolBlockInfo> find_pool_block(const void* address);

// True for the first byte of a block that was not freed. Cost: a look at the block's record.
bool is_live_pool_block(const void* address);

// Tells the lives of one block apart: another thread may get the memory as soon as one has freed
// it. Nothing when no live block begins there.
std::optional<std::uint8_t> life_of_pool_block(const void* address);

// How far into a block an address lies; nothing when it lies in no block, or in a freed one. Any
// address will do. Cost: a look at the block's record.
std::optional<std::size_t> offset_in_live_block(const void* address);

// Every block that a driver has now. Looks at the whole pool.
std::vector<PoolBlockInfo> pool_blocks_of(const Driver& driver);

// Describes an address in the pool: "8 bytes behind pool block 'abcd' of 64 bytes allocated at …";
// nothing when it lies elsewhere. The crash handler may call it: it takes no lock of the pool and
// reads no memory of the driver.
std::optional<std::string> describe_pool_address(const void* address);

// The rule that an access to this address breaks: N-004 next to a block, N-005 in a freed one; else
// nothing.
std::optional<rules::RuleId> pool_rule_broken_at(const void* address);

// From now on an access to this block, which was freed, breaks `rule` instead of N-005: for memory
// whose life another interface governs. The newest thousand such blocks are known.
void set_rule_of_freed_block(const void* block, rules::RuleId rule);

// Remembers that something the driver owes lies in a block, so that its free looks into the ledger.
void mark_object_in_pool(const void* address);

// Raises N-008 for every block that the driver leaked, and N-004 or N-005 for blocks that were
// written outside or after their free. Removes the driver as their owner. Returns the number of
// leaks.
std::size_t raise_pool_leaks(const Driver& driver);

}  // namespace drydock::nt
