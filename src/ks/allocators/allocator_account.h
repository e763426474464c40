// The memory that a minidriver's allocator took, for S-006: the pool and the buffers of
// InitializeAllocator, and the frames of Allocate that lie in pool. What the driver has not freed
// after DeleteAllocator is a leak.
//
// An allocation belongs to the allocator when its stack leads through the call of
// InitializeAllocator. When two such calls run at once the account cannot tell them apart and says
// nothing.
//
// Cost: a look at all of the driver's pool for each allocator, nothing for a frame that does not
// lie in pool.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "src/ks/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/pool/pool.h"
#include "src/sim/lock.h"

namespace drydock::ks {

class BagItems;

class AllocatorAccount {
 public:
  explicit AllocatorAccount(const nt::Driver& driver) : driver_(driver) {}

  // Lives around a call of InitializeAllocator, outside the driver.
  class Opening {
   public:
    explicit Opening(AllocatorAccount& account);
    ~Opening();
    Opening(const Opening&) = delete;
    Opening& operator=(const Opening&) = delete;

    // The call itself, inside the driver.
    NTSTATUS initialize(const KSALLOCATOR_DISPATCH& calls, PKSPIN pin, PKSALLOCATOR_FRAMING framing,
                        PVOID* context) const;
    // The call has succeeded: the account takes what it allocated.
    void note_taken() const;

   private:
    AllocatorAccount& account_;
    const bool alone_;
    const std::uint64_t number_;
    std::vector<const void*> blocks_before_;
    std::uint64_t last_debt_before_ = 0;
  };

  // A pool block that begins with a frame; a frame for which Free was called.
  void note_frame(const nt::PoolBlockInfo& block);
  void note_freed(const void* frame);
  // Runs after DeleteAllocator, with the number that before_delete() returned before it.
  static std::uint64_t before_delete();
  // Raises what the allocator left behind. Items of a bag are freed with the bag's object.
  void check_left(const std::string& allocator, std::uint64_t before, const BagItems& bags) const;

 private:
  const nt::Driver& driver_;
  mutable sim::Lock lock_;
  std::vector<nt::PoolBlockInfo> blocks_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<nt::PoolBlockInfo> frames_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<std::uint64_t> buffers_ DRYDOCK_GUARDED_BY(lock_);  // numbers in the ledger
  std::atomic<bool> has_frames_ = false;  // spares a lock where no frame lies in pool
};

}  // namespace drydock::ks
