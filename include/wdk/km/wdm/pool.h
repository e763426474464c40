#pragma once
// Pool allocation and lookaside lists.

#include "locks.h"

EXTERN_C_START

extern POOL_TYPE ExDefaultNonPagedPoolType;
extern ULONG ExDefaultMdlProtection;

NTKERNELAPI VOID ExInitializeDriverRuntime(ULONG RuntimeFlags);
#define DrvRtPoolNxOptIn 0x00000001
#define DrvRtPoolZero 0x00000002

NTKERNELAPI PVOID ExAllocatePool(POOL_TYPE PoolType, SIZE_T NumberOfBytes);
NTKERNELAPI PVOID ExAllocatePoolWithTag(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
NTKERNELAPI PVOID ExAllocatePoolWithTagPriority(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag,
                                                EX_POOL_PRIORITY Priority);
NTKERNELAPI PVOID ExAllocatePoolWithQuota(POOL_TYPE PoolType, SIZE_T NumberOfBytes);
NTKERNELAPI PVOID ExAllocatePoolWithQuotaTag(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
NTKERNELAPI PVOID ExAllocatePool2(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag);
NTKERNELAPI PVOID ExAllocatePool3(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag,
                                  PCPOOL_EXTENDED_PARAMETER ExtendedParameters,
                                  ULONG ExtendedParametersCount);
NTKERNELAPI VOID ExFreePool(PVOID P);
NTKERNELAPI VOID ExFreePoolWithTag(PVOID P, ULONG Tag);
NTKERNELAPI VOID ExFreePool2(PVOID P, ULONG Tag, PCPOOL_EXTENDED_PARAMETER ExtendedParameters,
                             ULONG ExtendedParametersCount);
NTKERNELAPI NTSTATUS ExCreatePool(ULONG Flags, ULONG_PTR Tag, POOL_CREATE_EXTENDED_PARAMS* Params,
                                  HANDLE* PoolHandle);
NTKERNELAPI VOID ExDestroyPool(HANDLE PoolHandle);

// Allocation with the contents stated: the driver-runtime wrappers.
FORCEINLINE PVOID ExAllocatePoolZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) {
  PVOID block =
      ExAllocatePoolWithTag((POOL_TYPE)(PoolType | POOL_ZERO_ALLOCATION), NumberOfBytes, Tag);
  if (block != NULL) memset(block, 0, NumberOfBytes);
  return block;
}

FORCEINLINE PVOID ExAllocatePoolUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) {
  return ExAllocatePoolWithTag(PoolType, NumberOfBytes, Tag);
}

FORCEINLINE PVOID ExAllocatePoolQuotaZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) {
  PVOID block =
      ExAllocatePoolWithQuotaTag((POOL_TYPE)(PoolType | POOL_ZERO_ALLOCATION), NumberOfBytes, Tag);
  if (block != NULL) memset(block, 0, NumberOfBytes);
  return block;
}

FORCEINLINE PVOID ExAllocatePoolQuotaUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes,
                                                   ULONG Tag) {
  return ExAllocatePoolWithQuotaTag(PoolType, NumberOfBytes, Tag);
}

FORCEINLINE PVOID ExAllocatePoolPriorityZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag,
                                             EX_POOL_PRIORITY Priority) {
  PVOID block = ExAllocatePoolWithTagPriority((POOL_TYPE)(PoolType | POOL_ZERO_ALLOCATION),
                                              NumberOfBytes, Tag, Priority);
  if (block != NULL) memset(block, 0, NumberOfBytes);
  return block;
}

FORCEINLINE PVOID ExAllocatePoolPriorityUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes,
                                                      ULONG Tag, EX_POOL_PRIORITY Priority) {
  return ExAllocatePoolWithTagPriority(PoolType, NumberOfBytes, Tag, Priority);
}

// Lookaside lists.
struct _LOOKASIDE_LIST_EX;
typedef PVOID ALLOCATE_FUNCTION(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
typedef ALLOCATE_FUNCTION* PALLOCATE_FUNCTION;
typedef PVOID ALLOCATE_FUNCTION_EX(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag,
                                   struct _LOOKASIDE_LIST_EX* Lookaside);
typedef ALLOCATE_FUNCTION_EX* PALLOCATE_FUNCTION_EX;
typedef VOID FREE_FUNCTION(PVOID Buffer);
typedef FREE_FUNCTION* PFREE_FUNCTION;
typedef VOID FREE_FUNCTION_EX(PVOID Buffer, struct _LOOKASIDE_LIST_EX* Lookaside);
typedef FREE_FUNCTION_EX* PFREE_FUNCTION_EX;

typedef struct DECLSPEC_ALIGN(64) _GENERAL_LOOKASIDE {
  union {
    SLIST_HEADER ListHead;
    SINGLE_LIST_ENTRY SingleListHead;
  };
  USHORT Depth;
  USHORT MaximumDepth;
  ULONG TotalAllocates;
  union {
    ULONG AllocateMisses;
    ULONG AllocateHits;
  };
  ULONG TotalFrees;
  union {
    ULONG FreeMisses;
    ULONG FreeHits;
  };
  POOL_TYPE Type;
  ULONG Tag;
  ULONG Size;
  union {
    PALLOCATE_FUNCTION_EX AllocateEx;
    PALLOCATE_FUNCTION Allocate;
  };
  union {
    PFREE_FUNCTION_EX FreeEx;
    PFREE_FUNCTION Free;
  };
  LIST_ENTRY ListEntry;
  ULONG LastTotalAllocates;
  union {
    ULONG LastAllocateMisses;
    ULONG LastAllocateHits;
  };
  ULONG Future[2];
} GENERAL_LOOKASIDE, *PGENERAL_LOOKASIDE;

typedef struct _GENERAL_LOOKASIDE_POOL {
  union {
    SLIST_HEADER ListHead;
    SINGLE_LIST_ENTRY SingleListHead;
  };
  USHORT Depth;
  USHORT MaximumDepth;
  ULONG TotalAllocates;
  union {
    ULONG AllocateMisses;
    ULONG AllocateHits;
  };
  ULONG TotalFrees;
  union {
    ULONG FreeMisses;
    ULONG FreeHits;
  };
  POOL_TYPE Type;
  ULONG Tag;
  ULONG Size;
  union {
    PALLOCATE_FUNCTION_EX AllocateEx;
    PALLOCATE_FUNCTION Allocate;
  };
  union {
    PFREE_FUNCTION_EX FreeEx;
    PFREE_FUNCTION Free;
  };
  LIST_ENTRY ListEntry;
  ULONG LastTotalAllocates;
  union {
    ULONG LastAllocateMisses;
    ULONG LastAllocateHits;
  };
  ULONG Future[2];
} GENERAL_LOOKASIDE_POOL, *PGENERAL_LOOKASIDE_POOL;

typedef struct DECLSPEC_ALIGN(64) _NPAGED_LOOKASIDE_LIST {
  GENERAL_LOOKASIDE L;
} NPAGED_LOOKASIDE_LIST, *PNPAGED_LOOKASIDE_LIST;
typedef struct DECLSPEC_CACHEALIGN _PAGED_LOOKASIDE_LIST {
  GENERAL_LOOKASIDE L;
} PAGED_LOOKASIDE_LIST, *PPAGED_LOOKASIDE_LIST;
typedef struct _LOOKASIDE_LIST_EX {
  GENERAL_LOOKASIDE_POOL L;
} LOOKASIDE_LIST_EX, *PLOOKASIDE_LIST_EX;
#define LOOKASIDE_MINIMUM_BLOCK_SIZE (RTL_SIZEOF_THROUGH_FIELD(SLIST_ENTRY, Next))
#define EX_LOOKASIDE_LIST_EX_FLAGS_RAISE_ON_FAIL 0x00000001U
#define EX_LOOKASIDE_LIST_EX_FLAGS_FAIL_NO_RAISE 0x00000002U
#define EX_MAXIMUM_LOOKASIDE_DEPTH_BASE 256
#define EX_MAXIMUM_LOOKASIDE_DEPTH_LIMIT 1024
NTKERNELAPI VOID ExInitializeNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside,
                                                 PALLOCATE_FUNCTION Allocate, PFREE_FUNCTION Free,
                                                 ULONG Flags, SIZE_T Size, ULONG Tag, USHORT Depth);
NTKERNELAPI VOID ExDeleteNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside);
NTKERNELAPI VOID ExInitializePagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside,
                                                PALLOCATE_FUNCTION Allocate, PFREE_FUNCTION Free,
                                                ULONG Flags, SIZE_T Size, ULONG Tag, USHORT Depth);
NTKERNELAPI VOID ExDeletePagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside);
NTKERNELAPI NTSTATUS ExInitializeLookasideListEx(PLOOKASIDE_LIST_EX Lookaside,
                                                 PALLOCATE_FUNCTION_EX Allocate,
                                                 PFREE_FUNCTION_EX Free, POOL_TYPE PoolType,
                                                 ULONG Flags, SIZE_T Size, ULONG Tag, USHORT Depth);
NTKERNELAPI VOID ExDeleteLookasideListEx(PLOOKASIDE_LIST_EX Lookaside);
NTKERNELAPI VOID ExFlushLookasideListEx(PLOOKASIDE_LIST_EX Lookaside);
NTKERNELAPI PVOID ExAllocateFromNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside);
NTKERNELAPI VOID ExFreeToNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside, PVOID Entry);
NTKERNELAPI PVOID ExAllocateFromPagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside);
NTKERNELAPI VOID ExFreeToPagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside, PVOID Entry);
NTKERNELAPI PVOID ExAllocateFromLookasideListEx(PLOOKASIDE_LIST_EX Lookaside);
NTKERNELAPI VOID ExFreeToLookasideListEx(PLOOKASIDE_LIST_EX Lookaside, PVOID Entry);

EXTERN_C_END
