#include "src/win32/heap.h"

#include <fmt/format.h>

#include <atomic>

#include "src/nt/watch/report.h"
#include "src/win32/heap_calls.h"

namespace drydock::nt {
namespace {

thread_local HeapAccount account_of_thread = 0;

std::string giver_for(const PoolBlock& block) {
  if (!is_user_heap(block.type)) return "ExFreePool";
  return giver_of(family_of(block.type));
}

PoolBlock* expect(const char* call, const void* address, HeapFamily family, const PoolBlock* heap) {
  PoolBlock* const block = PoolRegion::get().find(address);
  if (block == nullptr || !block->is_live_at(address)) {
    refuse_free(call, address);
    return nullptr;
  }
  if (!is_user_heap(block->type) || family_of(block->type) != family) {
    report("N-003",
           fmt::format("{} is given {}, {}, which {} gives back", call, address, name_of(*block),
                       giver_for(*block)),
           concerning(*block));
    return nullptr;
  }
  if (block->link != heap) {
    report("N-003",
           fmt::format("{} is given {}, {}, which lies in another heap", call, address,
                       name_of(*block)),
           concerning(*block));
    return nullptr;
  }
  return block;
}

}  // namespace

HeapAccount new_heap_account() {
  static std::atomic<HeapAccount> last = 0;
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

UnderHeapAccount::UnderHeapAccount(HeapAccount account) : outer_(account_of_thread) {
  account_of_thread = account;
}
UnderHeapAccount::~UnderHeapAccount() { account_of_thread = outer_; }

HeapAccount current_heap_account() { return account_of_thread; }

PoolBlock* expect_heap_block(const char* call, const void* address, HeapFamily family,
                             const PoolBlock* heap) {
  try {
    return expect(call, address, family, heap);
  } catch (const DriverEnded&) {
    // Left below, when the exception is gone.
  }
  leave_current_driver();
}

void report_written_outside(const char* call, const PoolBlock& block, const std::string& written) {
  report("N-004", fmt::format("{} gives back {}: {}", call, name_of(block), written),
         concerning(block));
}

}  // namespace drydock::nt
