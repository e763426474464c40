#include "src/win32/memory/heap.h"

#include <fmt/format.h>

#include <atomic>

#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/win32/memory/heap_calls.h"

namespace drydock::win32 {
namespace {

thread_local HeapAccount account_of_thread = 0;

std::string giver_for(const nt::PoolBlock& block) {
  if (!nt::is_user_heap(block.type)) return "ExFreePool";
  return nt::giver_of(nt::family_of(block.type));
}

nt::PoolBlock* expect(const char* call, const void* address, nt::HeapFamily family,
                      const nt::PoolBlock* heap) {
  nt::PoolBlock* const block = nt::PoolRegion::get().find(address);
  if (block == nullptr || !block->is_live_at(address)) {
    nt::refuse_free(call, address);
    return nullptr;
  }
  if (rules::breaks("N-003",
                    !nt::is_user_heap(block->type) || nt::family_of(block->type) != family)) {
    nt::Breach("N-003", nt::Offender::running())
        .message("{} is given {}, {}, which {} gives back", call, address, nt::name_of(*block),
                 giver_for(*block))
        .about(nt::concerning(*block))
        .raise();
    return nullptr;
  }
  if (rules::breaks("N-003", block->link != heap)) {
    nt::Breach("N-003", nt::Offender::running())
        .message("{} is given {}, {}, which lies in another heap", call, address,
                 nt::name_of(*block))
        .about(nt::concerning(*block))
        .raise();
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

nt::PoolBlock* expect_heap_block(const char* call, const void* address, nt::HeapFamily family,
                                 const nt::PoolBlock* heap) {
  try {
    return expect(call, address, family, heap);
  } catch (const nt::DriverEnded&) {
    // Left below, after the exception was destroyed.
  }
  nt::leave_current_driver();
}

void raise_written_outside(const char* call, const nt::PoolBlock& block,
                           const std::string& written) {
  nt::Breach("N-004", nt::Offender::running())
      .message("{} gives back {}: {}", call, nt::name_of(block), written)
      .about(nt::concerning(block))
      .raise();
}

}  // namespace drydock::win32
