#include "src/nt/pool/pool.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/pool/pool_blocks.h"
#include "src/nt/pool/pool_check.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/sync/lock_order.h"
#include "src/nt/sync/resource_lock.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/rules/stored_stack.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

constexpr ULONG kNoTag = 0x656e6f4e;  // "None", as Windows shows blocks without one
constexpr std::uint32_t kSessionPool = 32;
constexpr std::uint32_t kMustSucceed = NonPagedPoolBaseMustSucceed;

SpecialPool special_pool_of_environment() {
  const char* text = std::getenv("DRYDOCK_SPECIAL_POOL");
  if (text == nullptr) return SpecialPool::kNone;
  if (const auto special = special_pool_from(text)) return *special;
  fmt::print(stderr, "drydock: DRYDOCK_SPECIAL_POOL is none, after or before, not '{}'\n", text);
  return SpecialPool::kNone;
}

// Read by every allocation, written while nothing runs.
std::atomic<SpecialPool> special_pool = special_pool_of_environment();

struct PoolRequest {
  const char* call;
  std::size_t bytes;
  ULONG tag;
  std::uint32_t type;  // POOL_TYPE with its flags
  bool zero;
  bool raise;  // instead of returning null
  bool untagged = false;
  SpecialPool special = SpecialPool::kNone;  // when special pool is on, or asked for

  bool paged() const { return (type & PagedPool) != 0; }
  bool cache_aligned() const { return (type & NonPagedPoolBaseCacheAligned) != 0; }
  bool executable() const { return !paged() && (type & POOL_NX_ALLOCATION) == 0; }
  // Types 2 and 6; with bit 0 it is the reserved type 3, or none.
  bool must_succeed() const { return (type & 3) == kMustSucceed; }
  BlockNeed need() const {
    return {bytes, cache_aligned() ? std::size_t{64} : 16, executable(), special};
  }
};

PoolRequest legacy(const char* call, POOL_TYPE type, SIZE_T bytes, ULONG tag) {
  const auto bits = static_cast<std::uint32_t>(type);
  return {.call = call,
          .bytes = bytes,
          .tag = tag,
          .type = bits,
          .zero = (bits & POOL_ZERO_ALLOCATION) != 0,
          .raise = (bits & POOL_RAISE_IF_ALLOCATION_FAILURE) != 0,
          .special = special_pool.load(std::memory_order_relaxed)};
}

void* refuse(const PoolRequest& request) {
  if (request.raise) ExRaiseStatus(STATUS_INSUFFICIENT_RESOURCES);
  return nullptr;
}

// The rules that are looked at when a block is taken.
[[gnu::noinline]] void count_request(const PoolRequest& request) {
  rules::evaluated(request.paged() ? "N-006"_rule : "N-007"_rule);
  for (const rules::RuleId rule : {"N-009"_rule, "N-010"_rule, "N-011"_rule})
    rules::evaluated(rule);
}

// The rules that are looked at when a block is freed; N-005 at each touch from then on.
[[gnu::noinline]] void count_free(const PoolBlock* block, ULONG tag) {
  for (const rules::RuleId rule : {"N-001"_rule, "N-003"_rule, "N-004"_rule})
    rules::evaluated(rule);
  if (tag != 0) rules::evaluated("N-002");
  if (block == nullptr) return;
  rules::evaluated("N-005");
  rules::evaluated((block->type & PagedPool) != 0 ? "N-006"_rule : "N-007"_rule);
  if (!block->has_debts.load(std::memory_order_relaxed)) return;
  for (const rules::RuleId rule :
       {"N-012"_rule, "N-022"_rule, "N-034"_rule, "N-037"_rule, "N-038"_rule, "N-040"_rule})
    rules::evaluated(rule);
}

// Inlined into each entry point, so that the stacks begin at the entry point's caller.
[[gnu::always_inline]] inline void* allocate(const PoolRequest& request) {
  const Thread& thread = self();
  if (rules::evaluation_counts.load(std::memory_order_relaxed) != nullptr) [[unlikely]]
    count_request(request);
  if (thread.irql >= DISPATCH_LEVEL) [[unlikely]]
    check_pool_irql(request.call, thread.irql, request.paged());
  if (request.bytes == 0 || request.tag == 0 || request.untagged || request.must_succeed())
      [[unlikely]]
    check_request(request.call, request.bytes, request.tag, request.untagged,
                  request.must_succeed(), rules::Stack::capture());
  if (sim::injecting()) [[unlikely]] {
    if (fails_at(sim::FaultKind::kPool, rules::Stack::capture())) return refuse(request);
  }
  const PoolSlot slot = take_block(request.need());
  if (slot.block == nullptr) [[unlikely]]
    return refuse(request);
  begin_life(*slot.block, {.bytes = request.bytes,
                           .tag = request.tag,
                           .type = request.type,
                           .owner = thread.entry == nullptr ? nullptr : thread.entry->driver,
                           .link = nullptr,
                           .allocated = &rules::stored_stack()});
  if (request.zero) std::memset(slot.address, 0, request.bytes);
  return slot.address;
}

// Something in a block that the executive still works on.
struct Stranded {
  rules::RuleId rule;
  std::string what;
  const void* address;
  rules::Stack since;
  std::optional<Resource> resource;  // the ledger's kind, when the ledger has it
};

std::optional<rules::RuleId> rule_for_stranded(Resource resource) {
  switch (resource) {
    case Resource::kLookasideList:
      return "N-012"_rule;
    case Resource::kTimer:
      return "N-037"_rule;
    case Resource::kDpc:
    case Resource::kUnflushedDpc:
      return "N-038"_rule;
    case Resource::kWorkItem:
      return "N-040"_rule;
    default:
      return std::nullopt;  // their addresses name other memory
  }
}

std::vector<Stranded> stranded_in(const PoolBlock& block) {
  std::vector<Stranded> out;
  for (Debt& debt : debts_within(block.address, block.size)) {
    const std::optional<rules::RuleId> rule = rule_for_stranded(debt.resource);
    if (!rule.has_value()) continue;
    const char* state = debt.resource == Resource::kUnflushedDpc ? "" : " in use";
    out.push_back({*rule, std::move(debt.what) + state, debt.address, debt.taken, debt.resource});
  }
  for (const Wait& wait : waits_within(block.address, block.size)) {
    out.push_back({"N-022", std::string(name_of(wait.type)) + " that a thread waits for",
                   wait.object, wait.where, std::nullopt});
  }
  return out;
}

// The breaches of a free. They are found before the block is freed and raised afterwards, so that
// the block is freed even if a breach ends the driver.
struct FreeFaults {
  bool irql = false;
  bool paged = false;
  ULONG given_tag = 0;
  ULONG tag = 0;
  std::string written;
  std::vector<Stranded> stranded;
};

FreeFaults examine(const PoolBlock& block, ULONG tag, KIRQL irql) {
  FreeFaults out;
  out.paged = (block.type & PagedPool) != 0;
  out.irql = irql > DISPATCH_LEVEL || (irql == DISPATCH_LEVEL && out.paged);
  out.tag = block.tag;
  out.given_tag = tag == 0 ? block.tag : tag;
  out.written = written_outside(block);
  if (block.has_debts.load(std::memory_order_relaxed)) out.stranded = stranded_in(block);
  return out;
}

void raise_faults(const FreeFaults& faults, const char* call, KIRQL irql, const PoolBlock& block) {
  if (faults.irql) check_pool_irql(call, irql, faults.paged);
  const std::string name = name_of(block);
  if (faults.given_tag != faults.tag) {
    Breach("N-002", Offender::running())
        .message("{} frees {} with the tag '{}'", call, name, pool_tag_text(faults.given_tag))
        .about(concerning(block))
        .raise();
  }
  if (!faults.written.empty()) {
    Breach("N-004", Offender::running())
        .message("{} frees {}: {}", call, name, faults.written)
        .about(concerning(block))
        .raise();
  }
  for (const Stranded& one : faults.stranded) {
    Concerning what = concerning(block);
    what.stacks.push_back({one.what, one.since});
    if (one.resource) abandon(*one.resource, one.address);
    Breach(one.rule, Offender::running())
        .message("{} frees {}, which holds at offset {} a {}", call, name,
                 static_cast<const std::byte*>(one.address) - block.address, one.what)
        .about(std::move(what))
        .raise();
  }
}

[[gnu::noinline]] void free_strange(const char* call, PoolBlock& block, ULONG tag, KIRQL irql) {
  const FreeFaults faults = examine(block, tag, irql);
  remove_locks_within(block.address, block.size);
  if (faults.stranded.empty()) {
    end_life(block);
  } else {
    // The executive still works on what lies inside.
    block.state.store(BlockState::kRetired, std::memory_order_release);
  }
  raise_faults(faults, call, irql, block);
  raise_resources_within(block.address, block.size, call);
}

// Inlined into each entry point, as allocate() is.
[[gnu::always_inline]] inline void free_block(const char* call, void* address, ULONG tag) {
  sim::switch_point();
  PoolBlock* block = PoolRegion::get().find(address);
  if (rules::evaluation_counts.load(std::memory_order_relaxed) != nullptr) [[unlikely]]
    count_free(block, tag);
  if (block == nullptr || !block->is_live_at(address) || !block->claim()) [[unlikely]] {
    refuse_free(call, address);
    return;
  }
  // It is read below; the stack takes as long as it takes to come.
  __builtin_prefetch(block->end());
  block->freed = &rules::stored_stack();
  const KIRQL irql = self().irql;
  if (block->bin == kSpanBin || block->has_debts.load(std::memory_order_relaxed) ||
      (tag != 0 && tag != block->tag) || irql >= DISPATCH_LEVEL || !slot_guard_intact(*block))
      [[unlikely]] {
    free_strange(call, *block, tag, irql);
    return;
  }
  end_life(*block);
}

constexpr POOL_FLAGS kPoolKinds =
    POOL_FLAG_NON_PAGED | POOL_FLAG_NON_PAGED_EXECUTE | POOL_FLAG_PAGED;
constexpr POOL_FLAGS kKnownRequired = kPoolKinds | POOL_FLAG_USE_QUOTA | POOL_FLAG_UNINITIALIZED |
                                      POOL_FLAG_SESSION | POOL_FLAG_CACHE_ALIGNED |
                                      POOL_FLAG_RAISE_ON_FAILURE;
constexpr POOL_FLAGS kRequiredBits = 0xffffffff;

bool are_valid(POOL_FLAGS flags) {
  const POOL_FLAGS kind = flags & kPoolKinds;
  const bool one_kind = kind != 0 && (kind & (kind - 1)) == 0;
  return one_kind && (flags & kRequiredBits & ~kKnownRequired) == 0;
}

PoolRequest modern(const char* call, POOL_FLAGS flags, SIZE_T bytes, ULONG tag) {
  std::uint32_t type = NonPagedPoolExecute;
  if (flags & POOL_FLAG_NON_PAGED) type = NonPagedPoolNx;
  if (flags & POOL_FLAG_PAGED) type = PagedPool;
  if (flags & POOL_FLAG_CACHE_ALIGNED) type |= NonPagedPoolBaseCacheAligned;
  if (flags & POOL_FLAG_SESSION) type |= kSessionPool;
  SpecialPool special = special_pool.load(std::memory_order_relaxed);
  if ((flags & POOL_FLAG_SPECIAL_POOL) && special == SpecialPool::kNone)
    special = SpecialPool::kGuardAfter;
  return {.call = call,
          .bytes = bytes,
          .tag = tag,
          .type = type,
          .zero = (flags & POOL_FLAG_UNINITIALIZED) == 0,
          .raise = (flags & POOL_FLAG_RAISE_ON_FAILURE) != 0,
          .special = special};
}

// If special pool is on, the priority may say on which side of the block the guard is.
void apply(int priority, PoolRequest& request) {
  constexpr int kSaysSide = 8;
  if (request.special == SpecialPool::kNone || (priority & kSaysSide) == 0) return;
  request.special = (priority & 1) ? SpecialPool::kGuardBefore : SpecialPool::kGuardAfter;
}

// False when a parameter that is not optional cannot be met.
bool apply(PCPOOL_EXTENDED_PARAMETER parameters, ULONG count, PoolRequest& request) {
  for (ULONG i = 0; i < count; ++i) {
    switch (parameters[i].Type) {
      case PoolExtendedParameterPriority:
        apply(static_cast<int>(parameters[i].Priority), request);
        break;
      case PoolExtendedParameterNumaNode:
        break;
      default:
        if (!parameters[i].Optional) return false;
    }
  }
  return true;
}

}  // namespace

std::string_view to_text(SpecialPool special) {
  switch (special) {
    case SpecialPool::kNone:
      return "none";
    case SpecialPool::kGuardAfter:
      return "after";
    case SpecialPool::kGuardBefore:
      return "before";
  }
  return "";
}

std::optional<SpecialPool> special_pool_from(std::string_view text) {
  for (const SpecialPool special :
       {SpecialPool::kNone, SpecialPool::kGuardAfter, SpecialPool::kGuardBefore}) {
    if (to_text(special) == text) return special;
  }
  return std::nullopt;
}

void set_pool_options(const PoolOptions& options) {
  special_pool.store(options.special, std::memory_order_relaxed);
}

PoolOptions pool_options() { return {special_pool.load(std::memory_order_relaxed)}; }

}  // namespace drydock::nt

extern "C" {

using namespace drydock::nt;

POOL_TYPE ExDefaultNonPagedPoolType = NonPagedPoolExecute;
ULONG ExDefaultMdlProtection = 0;

VOID ExInitializeDriverRuntime(ULONG RuntimeFlags) {
  if ((RuntimeFlags & DrvRtPoolNxOptIn) == 0) return;
  ExDefaultNonPagedPoolType = NonPagedPoolNx;
  ExDefaultMdlProtection = MdlMappingNoExecute;
}

PVOID ExAllocatePool(POOL_TYPE PoolType, SIZE_T NumberOfBytes) {
  PoolRequest request = legacy("ExAllocatePool", PoolType, NumberOfBytes, kNoTag);
  request.untagged = true;
  return allocate(request);
}

PVOID ExAllocatePoolWithTag(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) {
  return allocate(legacy("ExAllocatePoolWithTag", PoolType, NumberOfBytes, Tag));
}

PVOID ExAllocatePoolWithTagPriority(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag,
                                    EX_POOL_PRIORITY Priority) {
  PoolRequest request = legacy("ExAllocatePoolWithTagPriority", PoolType, NumberOfBytes, Tag);
  apply(static_cast<int>(Priority), request);
  return allocate(request);
}

PVOID ExAllocatePoolWithQuota(POOL_TYPE PoolType, SIZE_T NumberOfBytes) {
  PoolRequest request = legacy("ExAllocatePoolWithQuota", PoolType, NumberOfBytes, kNoTag);
  request.untagged = true;
  request.raise = (request.type & POOL_QUOTA_FAIL_INSTEAD_OF_RAISE) == 0;
  return allocate(request);
}

PVOID ExAllocatePoolWithQuotaTag(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) {
  PoolRequest request = legacy("ExAllocatePoolWithQuotaTag", PoolType, NumberOfBytes, Tag);
  request.raise = (request.type & POOL_QUOTA_FAIL_INSTEAD_OF_RAISE) == 0;
  return allocate(request);
}

PVOID ExAllocatePool2(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag) {
  const PoolRequest request = modern("ExAllocatePool2", Flags, NumberOfBytes, Tag);
  if (!are_valid(Flags) || Tag == 0) {
    if (Tag == 0)
      check_request(request.call, 1, Tag, false, false, drydock::rules::Stack::capture());
    return refuse(request);
  }
  return allocate(request);
}

PVOID ExAllocatePool3(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag,
                      PCPOOL_EXTENDED_PARAMETER ExtendedParameters, ULONG ExtendedParametersCount) {
  PoolRequest request = modern("ExAllocatePool3", Flags, NumberOfBytes, Tag);
  if (!are_valid(Flags) || Tag == 0 ||
      !apply(ExtendedParameters, ExtendedParametersCount, request)) {
    if (Tag == 0)
      check_request(request.call, 1, Tag, false, false, drydock::rules::Stack::capture());
    return refuse(request);
  }
  return allocate(request);
}

VOID ExFreePool(PVOID P) { free_block("ExFreePool", P, 0); }

VOID ExFreePoolWithTag(PVOID P, ULONG Tag) { free_block("ExFreePoolWithTag", P, Tag); }

// Secure pool belongs to virtualization-based security, which this machine does not have.
NTSTATUS ExCreatePool(ULONG, ULONG_PTR, POOL_CREATE_EXTENDED_PARAMS*, HANDLE* PoolHandle) {
  if (PoolHandle != nullptr) *PoolHandle = nullptr;
  return STATUS_NOT_SUPPORTED;
}

VOID ExDestroyPool(HANDLE) {}

VOID ExFreePool2(PVOID P, ULONG Tag, PCPOOL_EXTENDED_PARAMETER, ULONG) {
  free_block("ExFreePool2", P, Tag);
}

}  // extern "C"
