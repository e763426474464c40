#include "src/ks/allocators/allocator_account.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "src/ks/object/bag.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

std::atomic<std::uint64_t> calls_begun = 0;
std::atomic<int> calls_running = 0;

// A function of its own, so that its address shows in the stacks which lead through it.
[[gnu::noinline]] NTSTATUS call_initialize(PFNKSPININITIALIZEALLOCATOR initialize, PKSPIN pin,
                                           PKSALLOCATOR_FRAMING framing, PVOID* context) {
  const NTSTATUS status = initialize(pin, framing, context);
  asm volatile("" ::: "memory");  // not a jump
  return status;
}

bool is_of_initialize(const rules::Stack& stack) {
  constexpr std::uintptr_t kCode = 256;  // more than the function has
  const auto begin = reinterpret_cast<std::uintptr_t>(&call_initialize);
  return std::any_of(stack.pcs, stack.pcs + stack.depth, [&](const void* pc) {
    return reinterpret_cast<std::uintptr_t>(pc) - begin < kCode;
  });
}

bool same_place(const rules::Stack& a, const rules::Stack& b) {
  return a.depth == b.depth && std::equal(a.pcs, a.pcs + a.depth, b.pcs);
}

// Returns whether an allocator may have reserved this kind of resource for its frames, besides
// pool. Threads, timers and the like are judged when the driver is unloaded.
bool is_reserved(const nt::Debt& debt) {
  switch (debt.resource) {
    case nt::Resource::kContiguous:
    case nt::Resource::kLookasideList:
    case nt::Resource::kHandle:
    case nt::Resource::kReference:
    case nt::Resource::kMdl:
    case nt::Resource::kLockedPages:
    case nt::Resource::kIoSpace:
      return true;
    default:
      return false;
  }
}

}  // namespace

AllocatorAccount::Opening::Opening(AllocatorAccount& account)
    : account_(account), alone_(calls_running.fetch_add(1) == 0), number_(++calls_begun) {
  for (const nt::PoolBlockInfo& one : nt::pool_blocks_of(account_.driver_)) {
    if (is_of_initialize(one.allocated)) blocks_before_.push_back(one.address);
  }
  for (const nt::Debt& one : nt::debts_of(account_.driver_)) {
    last_debt_before_ = std::max(last_debt_before_, one.number);
  }
}

AllocatorAccount::Opening::~Opening() { --calls_running; }

NTSTATUS AllocatorAccount::Opening::initialize(const KSALLOCATOR_DISPATCH& calls, PKSPIN pin,
                                               PKSALLOCATOR_FRAMING framing, PVOID* context) const {
  const auto initialize =
      trace::recorded_call("KSALLOCATOR_DISPATCH.InitializeAllocator", calls.InitializeAllocator);
  return call_initialize(initialize, pin, framing, context);
}

void AllocatorAccount::Opening::note_taken() const {
  if (!alone_) return;
  std::vector<nt::PoolBlockInfo> blocks = nt::pool_blocks_of(account_.driver_);
  std::erase_if(blocks, [this](const nt::PoolBlockInfo& one) {
    return !is_of_initialize(one.allocated) ||
           std::ranges::find(blocks_before_, one.address) != blocks_before_.end();
  });
  const std::vector<nt::Debt> debts = nt::debts_of(account_.driver_);
  // A call that has begun since may have allocated too.
  if (number_ != calls_begun) return;
  const sim::Hold hold(account_.lock_);
  account_.blocks_ = std::move(blocks);
  for (const nt::Debt& one : debts) {
    if (one.number > last_debt_before_ && is_reserved(one) && is_of_initialize(one.taken)) {
      account_.buffers_.push_back(one.number);
    }
  }
}

void AllocatorAccount::note_frame(const nt::PoolBlockInfo& block) {
  has_frames_.store(true, std::memory_order_release);
  const sim::Hold hold(lock_);
  const auto known = std::ranges::find(frames_, block.address, &nt::PoolBlockInfo::address);
  if (known == frames_.end()) frames_.push_back(block);
}

void AllocatorAccount::note_freed(const void* frame) {
  if (!has_frames_.load(std::memory_order_acquire) || nt::is_live_pool_block(frame)) return;
  const sim::Hold hold(lock_);
  std::erase_if(frames_, [&](const nt::PoolBlockInfo& one) { return one.address == frame; });
}

std::uint64_t AllocatorAccount::before_delete() {
  const std::uint64_t begun = calls_begun;
  return calls_running == 0 ? begun : 0;
}

void AllocatorAccount::check_left(const std::string& allocator, std::uint64_t before,
                                  const BagItems& bags) const {
  std::vector<nt::PoolBlockInfo> blocks;
  std::vector<std::uint64_t> buffers;
  {
    const sim::Hold hold(lock_);
    blocks = blocks_;
    blocks.insert(blocks.end(), frames_.begin(), frames_.end());
    buffers = buffers_;
  }
  rules::evaluated("S-006");
  // The memory that this allocator freed may belong to another one by now.
  if (before == 0 || before != calls_begun) blocks.clear();
  const auto raise_leak = [&](const std::string& what, const rules::Stack& taken) {
    nt::Breach("S-006", driver_)
        .message("{}: DeleteAllocator left {}", allocator, what)
        .object(allocator)
        .stack("taken", taken)
        .raise_later();
  };
  for (const nt::PoolBlockInfo& taken : blocks) {
    const auto now = nt::find_pool_block(taken.address);
    if (!now || !now->live || !same_place(now->allocated, taken.allocated)) continue;
    if (bags.contains(const_cast<void*>(taken.address))) continue;
    raise_leak(fmt::format("{} bytes of pool", taken.size), taken.allocated);
  }
  for (const nt::Debt& debt : nt::debts_of(driver_)) {
    if (!is_reserved(debt) || std::ranges::find(buffers, debt.number) == buffers.end()) continue;
    raise_leak(debt.what, debt.taken);
  }
}

}  // namespace drydock::ks
