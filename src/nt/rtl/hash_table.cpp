// Hash tables of entries that their users allocate.
//
// A table has a fixed number of buckets, which one block of pool holds. In a bucket the entries
// stand in the order of their signatures, and equal ones in the order of their insertion.
#include <bit>

#include "ntddk.h"
#include "src/nt/base/wdk.h"

namespace {

constexpr ULONG kTableTag = 0x62614854;  // "THab"
constexpr ULONG kBuckets = 128;
constexpr ULONG kMostBuckets = 1U << 20;

LIST_ENTRY* buckets_of(const RTL_DYNAMIC_HASH_TABLE& table) {
  return static_cast<LIST_ENTRY*>(table.Directory);
}

RTL_DYNAMIC_HASH_TABLE_ENTRY* hash_entry_at(PLIST_ENTRY link) {
  return CONTAINING_RECORD(link, RTL_DYNAMIC_HASH_TABLE_ENTRY, Linkage);
}

LIST_ENTRY& bucket_of(const RTL_DYNAMIC_HASH_TABLE& table, ULONG_PTR signature) {
  constexpr ULONG_PTR kOdd = 0x9E3779B97F4A7C15;  // spreads neighbours
  return buckets_of(table)[(signature >> table.Shift) * kOdd >> 32 & table.DivisorMask];
}

// An enumerator that stands in a bucket has the reserved signature.
bool is_enumerator(PLIST_ENTRY link) {
  return hash_entry_at(link)->Signature == RTL_HASH_RESERVED_SIGNATURE;
}

// The last link of a bucket before the entries with this signature.
PLIST_ENTRY link_before(LIST_ENTRY& bucket, ULONG_PTR signature) {
  PLIST_ENTRY at = &bucket;
  while (at->Flink != &bucket && hash_entry_at(at->Flink)->Signature < signature) at = at->Flink;
  return at;
}

bool has_entries(LIST_ENTRY& bucket) {
  for (PLIST_ENTRY at = bucket.Flink; at != &bucket; at = at->Flink) {
    if (!is_enumerator(at)) return true;
  }
  return false;
}

void find_place(const RTL_DYNAMIC_HASH_TABLE& table, ULONG_PTR signature,
                RTL_DYNAMIC_HASH_TABLE_CONTEXT& out) {
  LIST_ENTRY& bucket = bucket_of(table, signature);
  out = {&bucket, link_before(bucket, signature), signature};
}

PRTL_DYNAMIC_HASH_TABLE_ENTRY found_behind(RTL_DYNAMIC_HASH_TABLE_CONTEXT& place) {
  PLIST_ENTRY next = place.PrevLinkage->Flink;
  for (; next != place.ChainHead && is_enumerator(next); next = next->Flink)
    place.PrevLinkage = next;
  const bool is_found =
      next != place.ChainHead && hash_entry_at(next)->Signature == place.Signature;
  return is_found ? hash_entry_at(next) : nullptr;
}

void remove_enumerator(RTL_DYNAMIC_HASH_TABLE& table,
                       RTL_DYNAMIC_HASH_TABLE_ENUMERATOR& enumerator) {
  --table.NumEnumerators;
  RemoveEntryList(&enumerator.HashEntry.Linkage);
  enumerator.ChainHead = nullptr;
}

}  // namespace

extern "C" {

BOOLEAN RtlCreateHashTableEx(PRTL_DYNAMIC_HASH_TABLE* HashTable, ULONG InitialSize, ULONG Shift,
                             ULONG) {
  const ULONG count = std::bit_ceil(InitialSize < kBuckets ? kBuckets : InitialSize);
  if (count > kMostBuckets || Shift >= 64) return FALSE;
  PRTL_DYNAMIC_HASH_TABLE table = *HashTable;
  const bool is_ours = table == nullptr;
  if (is_ours)
    table = static_cast<PRTL_DYNAMIC_HASH_TABLE>(
        ExAllocatePoolWithTag(NonPagedPoolNx, sizeof *table, kTableTag));
  if (table == nullptr) return FALSE;
  auto* const buckets = static_cast<LIST_ENTRY*>(
      ExAllocatePoolWithTag(NonPagedPoolNx, count * sizeof(LIST_ENTRY), kTableTag));
  if (buckets == nullptr) {
    if (is_ours) ExFreePoolWithTag(table, kTableTag);
    return FALSE;
  }
  for (ULONG i = 0; i < count; ++i) InitializeListHead(&buckets[i]);
  *table = {};
  table->Flags = is_ours ? RTL_HASH_ALLOCATED_HEADER : 0;
  table->Shift = Shift;
  table->TableSize = count;
  table->DivisorMask = count - 1;
  table->Directory = buckets;
  *HashTable = table;
  return TRUE;
}

BOOLEAN RtlCreateHashTable(PRTL_DYNAMIC_HASH_TABLE* HashTable, ULONG Shift, ULONG Flags) {
  return RtlCreateHashTableEx(HashTable, kBuckets, Shift, Flags);
}

VOID RtlDeleteHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable) {
  const bool is_ours = (HashTable->Flags & RTL_HASH_ALLOCATED_HEADER) != 0;
  ExFreePoolWithTag(HashTable->Directory, kTableTag);
  HashTable->Directory = nullptr;
  if (is_ours) ExFreePoolWithTag(HashTable, kTableTag);
}

// A signature that is reserved becomes its neighbour.
BOOLEAN RtlInsertEntryHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                PRTL_DYNAMIC_HASH_TABLE_ENTRY Entry, ULONG_PTR Signature,
                                PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context) {
  Entry->Signature = Signature == RTL_HASH_RESERVED_SIGNATURE ? Signature + 1 : Signature;
  RTL_DYNAMIC_HASH_TABLE_CONTEXT own{};
  RTL_DYNAMIC_HASH_TABLE_CONTEXT& place = Context == nullptr ? own : *Context;
  if (place.ChainHead == nullptr) find_place(*HashTable, Entry->Signature, place);
  if (!has_entries(*place.ChainHead)) ++HashTable->NonEmptyBuckets;
  PLIST_ENTRY at = place.PrevLinkage;
  while (at->Flink != place.ChainHead && hash_entry_at(at->Flink)->Signature <= Entry->Signature)
    at = at->Flink;
  InsertHeadList(at, &Entry->Linkage);
  ++HashTable->NumEntries;
  return TRUE;
}

BOOLEAN RtlRemoveEntryHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                PRTL_DYNAMIC_HASH_TABLE_ENTRY Entry,
                                PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context) {
  LIST_ENTRY& bucket = bucket_of(*HashTable, Entry->Signature);
  if (Context != nullptr && Context->ChainHead == nullptr)
    find_place(*HashTable, Entry->Signature, *Context);
  if (Context != nullptr && Context->PrevLinkage == &Entry->Linkage)
    Context->PrevLinkage = Entry->Linkage.Blink;
  RemoveEntryList(&Entry->Linkage);
  --HashTable->NumEntries;
  if (!has_entries(bucket)) --HashTable->NonEmptyBuckets;
  return TRUE;
}

PRTL_DYNAMIC_HASH_TABLE_ENTRY RtlLookupEntryHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                                      ULONG_PTR Signature,
                                                      PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context) {
  RTL_DYNAMIC_HASH_TABLE_CONTEXT own{};
  RTL_DYNAMIC_HASH_TABLE_CONTEXT& place = Context == nullptr ? own : *Context;
  const ULONG_PTR wanted = Signature == RTL_HASH_RESERVED_SIGNATURE ? Signature + 1 : Signature;
  find_place(*HashTable, wanted, place);
  return found_behind(place);
}

// The next entry with the signature that was looked up.
PRTL_DYNAMIC_HASH_TABLE_ENTRY RtlGetNextEntryHashTable(PRTL_DYNAMIC_HASH_TABLE,
                                                       PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context) {
  Context->PrevLinkage = Context->PrevLinkage->Flink;
  return found_behind(*Context);
}

// The enumerator stands in a bucket as an entry, so that entries may be removed meanwhile.
BOOLEAN RtlInitEnumerationHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                    PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator) {
  *Enumerator = {};
  Enumerator->ChainHead = buckets_of(*HashTable);
  Enumerator->HashEntry.Signature = RTL_HASH_RESERVED_SIGNATURE;
  InsertHeadList(Enumerator->ChainHead, &Enumerator->HashEntry.Linkage);
  ++HashTable->NumEnumerators;
  return TRUE;
}

PRTL_DYNAMIC_HASH_TABLE_ENTRY RtlEnumerateEntryHashTable(
    PRTL_DYNAMIC_HASH_TABLE HashTable, PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator) {
  LIST_ENTRY& mine = Enumerator->HashEntry.Linkage;
  PLIST_ENTRY next = mine.Flink;
  RemoveEntryList(&mine);
  for (;;) {
    LIST_ENTRY& bucket = buckets_of(*HashTable)[Enumerator->BucketIndex];
    if (next == nullptr) next = bucket.Flink;
    while (next != &bucket && is_enumerator(next)) next = next->Flink;
    Enumerator->ChainHead = &bucket;
    if (next != &bucket) break;
    if (Enumerator->BucketIndex + 1 == HashTable->TableSize) {
      InsertTailList(&bucket, &mine);
      return nullptr;
    }
    ++Enumerator->BucketIndex;
    next = nullptr;
  }
  InsertHeadList(next, &mine);
  return hash_entry_at(next);
}

VOID RtlEndEnumerationHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator) {
  remove_enumerator(*HashTable, *Enumerator);
}

// A weak enumeration allows other changes too; this one allows them in any case.
BOOLEAN RtlInitWeakEnumerationHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                        PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator) {
  return RtlInitEnumerationHashTable(HashTable, Enumerator);
}
PRTL_DYNAMIC_HASH_TABLE_ENTRY RtlWeaklyEnumerateEntryHashTable(
    PRTL_DYNAMIC_HASH_TABLE HashTable, PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator) {
  return RtlEnumerateEntryHashTable(HashTable, Enumerator);
}
VOID RtlEndWeakEnumerationHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                    PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator) {
  remove_enumerator(*HashTable, *Enumerator);
}

// The number of buckets is fixed: a table neither grows nor shrinks, which callers must expect.
BOOLEAN RtlExpandHashTable(PRTL_DYNAMIC_HASH_TABLE) { return FALSE; }
BOOLEAN RtlContractHashTable(PRTL_DYNAMIC_HASH_TABLE) { return FALSE; }

}  // extern "C"
