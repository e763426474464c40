// Lookaside lists: entries of one size, which a list recycles instead of freeing them to pool.
#include <fmt/format.h>

#include "src/nt/base/thread.h"
#include "src/nt/pool/listeners.h"
#include "src/nt/pool/pool.h"
#include "src/nt/pool/pool_check.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/rules/stored_stack.h"

namespace drydock::nt {
namespace {

constexpr USHORT kDepth = 4;  // the depth with which Windows begins
// The largest entry that a list recycles. A thread that takes an entry may read one that another
// thread is freeing; the memory of a larger one could be unmapped by then.
constexpr std::size_t kLargestSpare = 32 * 1024;

PVOID allocate_plain(POOL_TYPE type, SIZE_T bytes, ULONG tag, PLOOKASIDE_LIST_EX) {
  return ExAllocatePoolWithTag(type, bytes, tag);
}

void free_plain(PVOID entry, PLOOKASIDE_LIST_EX) { ExFreePool(entry); }

void count_one(ULONG& counter) { __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED); }

// The two generations differ in what their routines are given.
template <typename General>
struct Lookaside;

template <>
struct Lookaside<GENERAL_LOOKASIDE> {
  static void set_routines(GENERAL_LOOKASIDE& list, PALLOCATE_FUNCTION allocate,
                           PFREE_FUNCTION free) {
    list.Allocate = allocate != nullptr ? allocate : &ExAllocatePoolWithTag;
    list.Free = free != nullptr ? free : &ExFreePool;
  }
  static bool takes_from_pool(const GENERAL_LOOKASIDE& list) {
    return list.Allocate == &ExAllocatePoolWithTag;
  }
  static void* allocate(GENERAL_LOOKASIDE& list) {
    return list.Allocate(list.Type, list.Size, list.Tag);
  }
  static void free(GENERAL_LOOKASIDE& list, void* entry) { list.Free(entry); }
};

template <>
struct Lookaside<GENERAL_LOOKASIDE_POOL> {
  static void set_routines(GENERAL_LOOKASIDE_POOL& list, PALLOCATE_FUNCTION_EX allocate,
                           PFREE_FUNCTION_EX free) {
    list.AllocateEx = allocate != nullptr ? allocate : &allocate_plain;
    list.FreeEx = free != nullptr ? free : &free_plain;
  }
  static bool takes_from_pool(const GENERAL_LOOKASIDE_POOL& list) {
    return list.AllocateEx == &allocate_plain;
  }
  static void* allocate(GENERAL_LOOKASIDE_POOL& list) {
    return list.AllocateEx(list.Type, list.Size, list.Tag,
                           CONTAINING_RECORD(&list, LOOKASIDE_LIST_EX, L));
  }
  static void free(GENERAL_LOOKASIDE_POOL& list, void* entry) {
    list.FreeEx(entry, CONTAINING_RECORD(&list, LOOKASIDE_LIST_EX, L));
  }
};

// The record of an entry that is a whole block of pool; null for what a driver's own routine took
// elsewhere.
PoolBlock* block_of(const void* entry) {
  PoolBlock* block = PoolRegion::get().find(entry);
  return block != nullptr && block->address == entry ? block : nullptr;
}

template <typename General, typename Allocate, typename Free>
void initialise(const char* call, General& list, Allocate allocate, Free free, std::uint32_t type,
                SIZE_T size, ULONG tag) {
  rules::evaluated("N-012");
  if (const auto before = find_debt(Resource::kLookasideList, &list)) {
    settle(Resource::kLookasideList, &list);
    Breach("N-012", Offender::running())
        .message("{} initialises a list that is in use: {}", call, before->what)
        .object(before->what)
        .stack("initialised", before->taken)
        .raise();
  }
  std::memset(&list, 0, sizeof list);
  InitializeSListHead(&list.ListHead);
  const bool may_recycle = pool_options().special == SpecialPool::kNone && size <= kLargestSpare;
  list.Depth = may_recycle ? kDepth : 0;
  list.MaximumDepth = EX_MAXIMUM_LOOKASIDE_DEPTH_BASE;
  Lookaside<General>::set_routines(list, allocate, free);
  list.Type = static_cast<POOL_TYPE>(type);
  list.Tag = tag;
  list.Size = static_cast<ULONG>(std::max<SIZE_T>(size, LOOKASIDE_MINIMUM_BLOCK_SIZE));
  add_debt(Resource::kLookasideList, &list, sizeof list,
           fmt::format("lookaside list '{}' of {}-byte entries", pool_tag_text(tag), size));
}

// Takes an entry from the list; null when the list is empty.
template <typename General>
void* pop(General& list) {
  void* entry = ExpInterlockedPopEntrySList(&list.ListHead);
  if (PoolBlock* block = block_of(entry); block != nullptr) {
    if (blocks_are_watched.load(std::memory_order_relaxed)) [[unlikely]]
      announce_block(block->address, block->size);
    block->begin_another_life();
    block->state.store(BlockState::kLive, std::memory_order_release);
  }
  return entry;
}

template <typename General>
void* take(General& list, const rules::Stack& stack) {
  count_one(list.TotalAllocates);
  void* entry = pop(list);
  if (entry == nullptr) {
    count_one(list.AllocateMisses);
    entry = Lookaside<General>::allocate(list);
    if (entry == nullptr) return nullptr;
  }
  if (PoolBlock* block = block_of(entry); block != nullptr) {
    block->link = &list;
    block->allocated = &stack;
  }
  return entry;
}

// False when the entry is not this list's to take: N-001, N-003 or N-013 was raised.
template <typename General>
bool may_return(const char* call, General& list, void* entry) {
  const PoolBlock* block = block_of(entry);
  if (block == nullptr && !Lookaside<General>::takes_from_pool(list)) return true;
  if (block == nullptr || !block->is_live_at(entry)) {
    refuse_free(call, entry);
    return false;
  }
  if (!rules::breaks("N-013", block->link != &list)) return true;
  Breach("N-013", Offender::running())
      .message("{} is given {}, which came from {}", call, name_of(*block),
               block->link == nullptr ? std::string("pool and no list")
                                      : fmt::format("the list at {}, not {}", block->link,
                                                    static_cast<const void*>(&list)))
      .about(concerning(*block))
      .raise();
  return false;
}

// False when another thread gives the same entry back in this moment: N-001 was raised.
bool mark_cached(const char* call, void* entry, const rules::Stack& stack) {
  PoolBlock* block = block_of(entry);
  if (block == nullptr) return true;
  if (!block->claim()) {
    refuse_free(call, entry);
    return false;
  }
  block->freed = &stack;
  block->state.store(BlockState::kCached, std::memory_order_release);
  return true;
}

template <typename General>
void put(const char* call, General& list, void* entry, const rules::Stack& stack) {
  if (!may_return(call, list, entry)) return;
  count_one(list.TotalFrees);
  if (ExQueryDepthSList(&list.ListHead) >= list.Depth) {
    count_one(list.FreeMisses);
    Lookaside<General>::free(list, entry);
  } else if (mark_cached(call, entry, stack)) {
    ExpInterlockedPushEntrySList(&list.ListHead, static_cast<PSLIST_ENTRY>(entry));
  }
}

template <typename General>
void flush(General& list) {
  while (void* entry = pop(list)) Lookaside<General>::free(list, entry);
}

template <typename General>
void remove(General& list) {
  settle(Resource::kLookasideList, &list);
  flush(list);
}

// Paged entries are for APC_LEVEL and below, whatever list they are on.
void require_level(const GENERAL_LOOKASIDE_POOL& list, const char* call) {
  require_irql_at_most((list.Type & PagedPool) ? APC_LEVEL : DISPATCH_LEVEL, call);
}

bool is_pool_type(POOL_TYPE type) {
  switch (static_cast<int>(type)) {
    case NonPagedPoolBase:
    case PagedPool:
    case NonPagedPoolBaseCacheAligned:
    case PagedPoolCacheAligned:
    case NonPagedPoolSession:
    case PagedPoolSession:
    case NonPagedPoolCacheAlignedSession:
    case PagedPoolCacheAlignedSession:
    case NonPagedPoolNx:
    case NonPagedPoolNxCacheAligned:
    case NonPagedPoolSessionNx:
      return true;
    default:
      return false;
  }
}

}  // namespace
}  // namespace drydock::nt

extern "C" {

using namespace drydock::nt;
using drydock::rules::stored_stack;

VOID ExInitializeNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside, PALLOCATE_FUNCTION Allocate,
                                     PFREE_FUNCTION Free, ULONG Flags, SIZE_T Size, ULONG Tag,
                                     USHORT) {
  require_irql_at_most(DISPATCH_LEVEL, "ExInitializeNPagedLookasideList");
  initialise("ExInitializeNPagedLookasideList", Lookaside->L, Allocate, Free,
             NonPagedPoolBase | Flags, Size, Tag);
}

VOID ExDeleteNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside) {
  require_irql_at_most(DISPATCH_LEVEL, "ExDeleteNPagedLookasideList");
  remove(Lookaside->L);
}

PVOID ExAllocateFromNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside) {
  require_irql_at_most(DISPATCH_LEVEL, "ExAllocateFromNPagedLookasideList");
  return take(Lookaside->L, stored_stack());
}

VOID ExFreeToNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside, PVOID Entry) {
  require_irql_at_most(DISPATCH_LEVEL, "ExFreeToNPagedLookasideList");
  put("ExFreeToNPagedLookasideList", Lookaside->L, Entry, stored_stack());
}

VOID ExInitializePagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside, PALLOCATE_FUNCTION Allocate,
                                    PFREE_FUNCTION Free, ULONG Flags, SIZE_T Size, ULONG Tag,
                                    USHORT) {
  require_irql_at_most(APC_LEVEL, "ExInitializePagedLookasideList");
  initialise("ExInitializePagedLookasideList", Lookaside->L, Allocate, Free, PagedPool | Flags,
             Size, Tag);
}

VOID ExDeletePagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside) {
  require_irql_at_most(APC_LEVEL, "ExDeletePagedLookasideList");
  remove(Lookaside->L);
}

PVOID ExAllocateFromPagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside) {
  require_irql_at_most(APC_LEVEL, "ExAllocateFromPagedLookasideList");
  return take(Lookaside->L, stored_stack());
}

VOID ExFreeToPagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside, PVOID Entry) {
  require_irql_at_most(APC_LEVEL, "ExFreeToPagedLookasideList");
  put("ExFreeToPagedLookasideList", Lookaside->L, Entry, stored_stack());
}

NTSTATUS ExInitializeLookasideListEx(PLOOKASIDE_LIST_EX Lookaside, PALLOCATE_FUNCTION_EX Allocate,
                                     PFREE_FUNCTION_EX Free, POOL_TYPE PoolType, ULONG Flags,
                                     SIZE_T Size, ULONG Tag, USHORT) {
  constexpr ULONG kBoth =
      EX_LOOKASIDE_LIST_EX_FLAGS_RAISE_ON_FAIL | EX_LOOKASIDE_LIST_EX_FLAGS_FAIL_NO_RAISE;
  require_irql_at_most(DISPATCH_LEVEL, "ExInitializeLookasideListEx");
  if (!is_pool_type(PoolType)) return STATUS_INVALID_PARAMETER_4;
  if ((Flags & ~kBoth) != 0 || Flags == kBoth) return STATUS_INVALID_PARAMETER_5;
  auto type = static_cast<std::uint32_t>(PoolType);
  if (Flags & EX_LOOKASIDE_LIST_EX_FLAGS_RAISE_ON_FAIL) type |= POOL_RAISE_IF_ALLOCATION_FAILURE;
  if (Flags & EX_LOOKASIDE_LIST_EX_FLAGS_FAIL_NO_RAISE) type |= POOL_QUOTA_FAIL_INSTEAD_OF_RAISE;
  initialise("ExInitializeLookasideListEx", Lookaside->L, Allocate, Free, type, Size, Tag);
  return STATUS_SUCCESS;
}

VOID ExDeleteLookasideListEx(PLOOKASIDE_LIST_EX Lookaside) {
  require_irql_at_most(DISPATCH_LEVEL, "ExDeleteLookasideListEx");
  remove(Lookaside->L);
}

VOID ExFlushLookasideListEx(PLOOKASIDE_LIST_EX Lookaside) {
  require_irql_at_most(DISPATCH_LEVEL, "ExFlushLookasideListEx");
  flush(Lookaside->L);
}

PVOID ExAllocateFromLookasideListEx(PLOOKASIDE_LIST_EX Lookaside) {
  require_irql_at_most(DISPATCH_LEVEL, "ExAllocateFromLookasideListEx");
  require_level(Lookaside->L, "ExAllocateFromLookasideListEx");
  return take(Lookaside->L, stored_stack());
}

VOID ExFreeToLookasideListEx(PLOOKASIDE_LIST_EX Lookaside, PVOID Entry) {
  require_irql_at_most(DISPATCH_LEVEL, "ExFreeToLookasideListEx");
  require_level(Lookaside->L, "ExFreeToLookasideListEx");
  put("ExFreeToLookasideListEx", Lookaside->L, Entry, stored_stack());
}

}  // extern "C"
