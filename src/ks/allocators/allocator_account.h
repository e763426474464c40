// What a minidriver's allocator took, for S-006: the pool and the buffers of InitializeAllocator,
// and the frames of Allocate that lie in pool. What of it is left after DeleteAllocator is said by
// name.
//
// What was taken is known by its stack, which leads through the call of InitializeAllocator; when
// two are called at once nobody knows whose it is, and nothing is said. Cost: a look at all the
// driver's pool for each allocator, nothing for a frame that does not lie in pool.
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

class AllocatorAccount {
 public:
  explicit AllocatorAccount(const nt::Driver& driver) : driver_(driver) {}

  // Around a call of InitializeAllocator, outside the driver.
  class Opening {
   public:
    explicit Opening(AllocatorAccount& account);
    ~Opening();
    Opening(const Opening&) = delete;
    Opening& operator=(const Opening&) = delete;

    // The call itself, inside the driver.
    NTSTATUS initialize(const KSALLOCATOR_DISPATCH& calls, PKSPIN pin, PKSALLOCATOR_FRAMING framing,
                        PVOID* context) const;
    // It has succeeded.
    void note_taken() const;

   private:
    AllocatorAccount& account_;
    const bool alone_;
    const std::uint64_t number_;
    std::vector<const void*> blocks_before_;
    std::uint64_t owed_before_ = 0;
  };

  // A block of pool that begins with a frame, and a frame that Free was called for.
  void note_frame(const nt::PoolBlockInfo& block);
  void note_freed(const void* frame);
  // After DeleteAllocator, with what before_delete() said before it.
  static std::uint64_t before_delete();
  void check_left(const std::string& allocator, std::uint64_t before) const;

 private:
  const nt::Driver& driver_;
  mutable sim::Lock lock_;
  std::vector<nt::PoolBlockInfo> blocks_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<nt::PoolBlockInfo> frames_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<std::uint64_t> buffers_ DRYDOCK_GUARDED_BY(lock_);  // numbers in the ledger
  std::atomic<bool> has_frames_ = false;  // spares a lock where no frame lies in pool
};

}  // namespace drydock::ks
