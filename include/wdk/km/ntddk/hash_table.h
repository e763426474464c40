#pragma once
// Hash tables of entries that their users allocate.

#include "../wdm.h"

EXTERN_C_START

#define RTL_HASH_ALLOCATED_HEADER 0x00000001
#define RTL_HASH_RESERVED_SIGNATURE 0

typedef struct _RTL_DYNAMIC_HASH_TABLE_ENTRY {
  LIST_ENTRY Linkage;
  ULONG_PTR Signature;
} RTL_DYNAMIC_HASH_TABLE_ENTRY, *PRTL_DYNAMIC_HASH_TABLE_ENTRY;
#define HASH_ENTRY_KEY(x) ((x)->Signature)

typedef struct _RTL_DYNAMIC_HASH_TABLE_CONTEXT {
  PLIST_ENTRY ChainHead;
  PLIST_ENTRY PrevLinkage;
  ULONG_PTR Signature;
} RTL_DYNAMIC_HASH_TABLE_CONTEXT, *PRTL_DYNAMIC_HASH_TABLE_CONTEXT;

typedef struct _RTL_DYNAMIC_HASH_TABLE_ENUMERATOR {
  union {
    RTL_DYNAMIC_HASH_TABLE_ENTRY HashEntry;
    PLIST_ENTRY CurEntry;
  };
  PLIST_ENTRY ChainHead;
  ULONG BucketIndex;
} RTL_DYNAMIC_HASH_TABLE_ENUMERATOR, *PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR;

typedef struct _RTL_DYNAMIC_HASH_TABLE {
  ULONG Flags;
  ULONG Shift;
  ULONG TableSize;
  ULONG Pivot;
  ULONG DivisorMask;
  ULONG NumEntries;
  ULONG NonEmptyBuckets;
  ULONG NumEnumerators;
  PVOID Directory;
} RTL_DYNAMIC_HASH_TABLE, *PRTL_DYNAMIC_HASH_TABLE;

NTSYSAPI BOOLEAN RtlCreateHashTable(PRTL_DYNAMIC_HASH_TABLE* HashTable, ULONG Shift, ULONG Flags);
NTSYSAPI BOOLEAN RtlCreateHashTableEx(PRTL_DYNAMIC_HASH_TABLE* HashTable, ULONG InitialSize,
                                      ULONG Shift, ULONG Flags);
NTSYSAPI VOID RtlDeleteHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable);
NTSYSAPI BOOLEAN RtlInsertEntryHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                         PRTL_DYNAMIC_HASH_TABLE_ENTRY Entry, ULONG_PTR Signature,
                                         PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context);
NTSYSAPI BOOLEAN RtlRemoveEntryHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                         PRTL_DYNAMIC_HASH_TABLE_ENTRY Entry,
                                         PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context);
NTSYSAPI PRTL_DYNAMIC_HASH_TABLE_ENTRY
RtlLookupEntryHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable, ULONG_PTR Signature,
                        PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context);
NTSYSAPI PRTL_DYNAMIC_HASH_TABLE_ENTRY RtlGetNextEntryHashTable(
    PRTL_DYNAMIC_HASH_TABLE HashTable, PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context);
NTSYSAPI BOOLEAN RtlInitEnumerationHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                             PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator);
NTSYSAPI PRTL_DYNAMIC_HASH_TABLE_ENTRY RtlEnumerateEntryHashTable(
    PRTL_DYNAMIC_HASH_TABLE HashTable, PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator);
NTSYSAPI VOID RtlEndEnumerationHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                         PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator);
NTSYSAPI BOOLEAN RtlInitWeakEnumerationHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                                 PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator);
NTSYSAPI PRTL_DYNAMIC_HASH_TABLE_ENTRY RtlWeaklyEnumerateEntryHashTable(
    PRTL_DYNAMIC_HASH_TABLE HashTable, PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator);
NTSYSAPI VOID RtlEndWeakEnumerationHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable,
                                             PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator);
NTSYSAPI BOOLEAN RtlExpandHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable);
NTSYSAPI BOOLEAN RtlContractHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable);

FORCEINLINE VOID RtlInitHashTableContext(PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context) {
  Context->ChainHead = NULL;
  Context->PrevLinkage = NULL;
}
FORCEINLINE VOID RtlInitHashTableContextFromEnumerator(
    PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context, PRTL_DYNAMIC_HASH_TABLE_ENUMERATOR Enumerator) {
  Context->ChainHead = Enumerator->ChainHead;
  Context->PrevLinkage = Enumerator->HashEntry.Linkage.Blink;
}
FORCEINLINE VOID RtlReleaseHashTableContext(PRTL_DYNAMIC_HASH_TABLE_CONTEXT Context) {
  UNREFERENCED_PARAMETER(Context);
}
FORCEINLINE ULONG RtlTotalBucketsHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable) {
  return HashTable->TableSize;
}
FORCEINLINE ULONG RtlNonEmptyBucketsHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable) {
  return HashTable->NonEmptyBuckets;
}
FORCEINLINE ULONG RtlEmptyBucketsHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable) {
  return HashTable->TableSize - HashTable->NonEmptyBuckets;
}
FORCEINLINE ULONG RtlTotalEntriesHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable) {
  return HashTable->NumEntries;
}
FORCEINLINE ULONG RtlActiveEnumeratorsHashTable(PRTL_DYNAMIC_HASH_TABLE HashTable) {
  return HashTable->NumEnumerators;
}

EXTERN_C_END
