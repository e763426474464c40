#pragma once
// Doubly linked lists, singly linked lists, sequenced lists and the locked forms of them.

#include "interlocked.h"

EXTERN_C_START

// The host's end of a driver that Windows would stop with bug check 0x139. The operations on doubly
// linked lists check what Windows checks: an entry's neighbours point back to it.
void drydock_fast_fail(unsigned code) __attribute__((__noreturn__));
#ifndef FAST_FAIL_CORRUPT_LIST_ENTRY
#define FAST_FAIL_CORRUPT_LIST_ENTRY 3
#endif

FORCEINLINE VOID InitializeListHead(PLIST_ENTRY ListHead) {
  ListHead->Flink = ListHead;
  ListHead->Blink = ListHead;
}

FORCEINLINE BOOLEAN IsListEmpty(const LIST_ENTRY* ListHead) {
  return (BOOLEAN)(ListHead->Flink == ListHead);
}

FORCEINLINE VOID drydock_link(PLIST_ENTRY before, PLIST_ENTRY entry, PLIST_ENTRY after) {
  if (before->Flink != after || after->Blink != before)
    drydock_fast_fail(FAST_FAIL_CORRUPT_LIST_ENTRY);
  entry->Blink = before;
  entry->Flink = after;
  before->Flink = entry;
  after->Blink = entry;
}

FORCEINLINE BOOLEAN RemoveEntryList(PLIST_ENTRY Entry) {
  PLIST_ENTRY next = Entry->Flink;
  PLIST_ENTRY previous = Entry->Blink;
  if (next->Blink != Entry || previous->Flink != Entry)
    drydock_fast_fail(FAST_FAIL_CORRUPT_LIST_ENTRY);
  previous->Flink = next;
  next->Blink = previous;
  return (BOOLEAN)(next == previous);
}

#define RemoveEntryListUnsafe(Entry) ((void)RemoveEntryList(Entry))

FORCEINLINE PLIST_ENTRY RemoveHeadList(PLIST_ENTRY ListHead) {
  PLIST_ENTRY entry = ListHead->Flink;
  RemoveEntryList(entry);
  return entry;
}

FORCEINLINE PLIST_ENTRY RemoveTailList(PLIST_ENTRY ListHead) {
  PLIST_ENTRY entry = ListHead->Blink;
  RemoveEntryList(entry);
  return entry;
}

FORCEINLINE VOID InsertHeadList(PLIST_ENTRY ListHead, PLIST_ENTRY Entry) {
  drydock_link(ListHead, Entry, ListHead->Flink);
}

FORCEINLINE VOID InsertTailList(PLIST_ENTRY ListHead, PLIST_ENTRY Entry) {
  drydock_link(ListHead->Blink, Entry, ListHead);
}

FORCEINLINE VOID AppendTailList(PLIST_ENTRY ListHead, PLIST_ENTRY ListToAppend) {
  PLIST_ENTRY tail = ListHead->Blink;
  PLIST_ENTRY new_tail = ListToAppend->Blink;
  tail->Flink = ListToAppend;
  ListToAppend->Blink = tail;
  new_tail->Flink = ListHead;
  ListHead->Blink = new_tail;
}

FORCEINLINE PSINGLE_LIST_ENTRY PopEntryList(PSINGLE_LIST_ENTRY ListHead) {
  PSINGLE_LIST_ENTRY first = ListHead->Next;
  if (first != NULL) ListHead->Next = first->Next;
  return first;
}

FORCEINLINE VOID PushEntryList(PSINGLE_LIST_ENTRY ListHead, PSINGLE_LIST_ENTRY Entry) {
  Entry->Next = ListHead->Next;
  ListHead->Next = Entry;
}

// Sequenced lists: the host owns the representation behind these calls.
#ifndef _SLIST_HEADER_
#define _SLIST_HEADER_
typedef struct DECLSPEC_ALIGN(16) _SLIST_ENTRY {
  struct _SLIST_ENTRY* Next;
} SLIST_ENTRY, *PSLIST_ENTRY;
typedef union DECLSPEC_ALIGN(16) _SLIST_HEADER {
  struct {
    ULONGLONG Alignment;
    ULONGLONG Region;
  };
  struct {
    ULONGLONG Depth : 16;
    ULONGLONG Sequence : 48;
    ULONGLONG Reserved : 4;
    ULONGLONG NextEntry : 60;
  } HeaderX64;
} SLIST_HEADER, *PSLIST_HEADER;
#endif

NTKERNELAPI VOID InitializeSListHead(PSLIST_HEADER SListHead);
NTKERNELAPI PSLIST_ENTRY ExpInterlockedPopEntrySList(PSLIST_HEADER ListHead);
NTKERNELAPI PSLIST_ENTRY ExpInterlockedPushEntrySList(PSLIST_HEADER ListHead,
                                                      PSLIST_ENTRY ListEntry);
NTKERNELAPI PSLIST_ENTRY ExpInterlockedFlushSList(PSLIST_HEADER ListHead);
NTKERNELAPI USHORT ExQueryDepthSList(PSLIST_HEADER SListHead);
NTKERNELAPI PSLIST_ENTRY FirstEntrySList(const SLIST_HEADER* SListHead);
#define ExInitializeSListHead InitializeSListHead
#define InterlockedPopEntrySList(Head) ExpInterlockedPopEntrySList(Head)
#define InterlockedPushEntrySList(Head, Entry) ExpInterlockedPushEntrySList(Head, Entry)
#define InterlockedFlushSList(Head) ExpInterlockedFlushSList(Head)
#define QueryDepthSList(Head) ExQueryDepthSList(Head)
#define ExInterlockedPopEntrySList(Head, Lock) ExpInterlockedPopEntrySList(Head)
#define ExInterlockedPushEntrySList(Head, Entry, Lock) ExpInterlockedPushEntrySList(Head, Entry)
#define ExInterlockedFlushSList(Head) ExpInterlockedFlushSList(Head)

// Locked forms: callable at any IRQL, the host takes the spin lock at the highest level.
NTKERNELAPI PLIST_ENTRY ExInterlockedInsertHeadList(PLIST_ENTRY ListHead, PLIST_ENTRY ListEntry,
                                                    PKSPIN_LOCK Lock);
NTKERNELAPI PLIST_ENTRY ExInterlockedInsertTailList(PLIST_ENTRY ListHead, PLIST_ENTRY ListEntry,
                                                    PKSPIN_LOCK Lock);
NTKERNELAPI PLIST_ENTRY ExInterlockedRemoveHeadList(PLIST_ENTRY ListHead, PKSPIN_LOCK Lock);
NTKERNELAPI PSINGLE_LIST_ENTRY ExInterlockedPopEntryList(PSINGLE_LIST_ENTRY ListHead,
                                                         PKSPIN_LOCK Lock);
NTKERNELAPI PSINGLE_LIST_ENTRY ExInterlockedPushEntryList(PSINGLE_LIST_ENTRY ListHead,
                                                          PSINGLE_LIST_ENTRY ListEntry,
                                                          PKSPIN_LOCK Lock);
NTKERNELAPI LARGE_INTEGER ExInterlockedAddLargeInteger(PLARGE_INTEGER Addend,
                                                       LARGE_INTEGER Increment, PKSPIN_LOCK Lock);
NTKERNELAPI ULONG ExInterlockedAddUlong(PULONG Addend, ULONG Increment, PKSPIN_LOCK Lock);
#define ExInterlockedIncrementLong(Addend, Lock) InterlockedIncrement(Addend)
#define ExInterlockedDecrementLong(Addend, Lock) InterlockedDecrement(Addend)
#define ExInterlockedExchangeUlong(Target, Value, Lock) \
  ((ULONG)InterlockedExchange((LONG volatile*)(Target), (LONG)(Value)))
#define ExInterlockedAddLargeStatistic(Addend, Increment) \
  ((VOID)InterlockedAdd64(&(Addend)->QuadPart, (Increment)))
#define ExInterlockedCompareExchange64(Destination, Exchange, Comparand, Lock) \
  InterlockedCompareExchange64(Destination, *(Exchange), *(Comparand))

EXTERN_C_END
