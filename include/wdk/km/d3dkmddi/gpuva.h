// GPU virtual addresses: page tables, their levels, root tables, and ranges that a driver reserves.
#pragma once

#include "base.h"

EXTERN_C_START

typedef enum _DXGK_PAGETABLEUPDATEMODE {
  DXGK_PAGETABLEUPDATE_CPU_VIRTUAL,
  DXGK_PAGETABLEUPDATE_GPU_VIRTUAL,
  DXGK_PAGETABLEUPDATE_GPU_PHYSICAL
} DXGK_PAGETABLEUPDATEMODE;

// DXGKQAITYPE_GPUMMUCAPS
typedef struct _DXGK_QUERYGPUMMUCAPSIN {
  UINT PhysicalAdapterIndex;
} DXGK_QUERYGPUMMUCAPSIN;

typedef struct _DXGK_GPUMMUCAPS {
  union {
    struct {
      UINT ReadOnlyMemorySupported : 1;
      UINT NoExecuteMemorySupported : 1;
      UINT ZeroInPteSupported : 1;
      UINT ExplicitPageTableInvalidation : 1;
      UINT CacheCoherentMemorySupported : 1;
      UINT PageTableUpdateRequireAddressSpaceIdle : 1;
      UINT LargePageSupported : 1;
      UINT DualPteSupported : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_1)
      UINT AllowNonAlignedLargePageAddress : 1;
      UINT SysMem64KBPageSupported : 1;
      UINT InvalidTlbEntriesNotCached : 1;
      UINT SysMemLargePageSupported : 1;
      UINT CachedPageTables : 1;
      UINT Reserved : 19;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_9)
      UINT AllowNonAlignedLargePageAddress : 1;
      UINT SysMem64KBPageSupported : 1;
      UINT InvalidTlbEntriesNotCached : 1;
      UINT SysMemLargePageSupported : 1;
      UINT Reserved : 20;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_6)
      UINT AllowNonAlignedLargePageAddress : 1;
      UINT SysMem64KBPageSupported : 1;
      UINT InvalidTlbEntriesNotCached : 1;
      UINT Reserved : 21;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
      UINT AllowNonAlignedLargePageAddress : 1;
      UINT SysMem64KBPageSupported : 1;
      UINT Reserved : 22;
#else
      UINT Reserved : 24;
#endif
    };
    UINT Value;
  };
  DXGK_PAGETABLEUPDATEMODE PageTableUpdateMode;
  UINT VirtualAddressBitCount;
  UINT LeafPageTableSizeFor64KPagesInBytes;
  UINT PageTableLevelCount;
  struct {
    UINT SourcePageTableVaInTransfer : 1;
    UINT Reserved : 31;
  } LegacyBehaviors;
} DXGK_GPUMMUCAPS;

// DXGKQAITYPE_PAGETABLELEVELDESC
typedef struct _DXGK_QUERYPAGETABLELEVELDESCIN {
  WORD LevelIndex;
  WORD PhysicalAdapterIndex;
} DXGK_QUERYPAGETABLELEVELDESCIN;

typedef struct _DXGK_PAGE_TABLE_LEVEL_DESC {
  UINT PageTableIndexBitCount;
  UINT PageTableSegmentId;
  UINT PagingProcessPageTableSegmentId;
  UINT PageTableSizeInBytes;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
  UINT PageTableAlignmentInBytes;
#endif
} DXGK_PAGE_TABLE_LEVEL_DESC;

// Address of a page table, in the form that the update mode says.
typedef struct _DXGK_PAGETABLEUPDATEADDRESS {
  union {
    PVOID CpuVirtual;
    D3DGPU_PHYSICAL_ADDRESS GpuPhysical;
    D3DGPU_VIRTUAL_ADDRESS GpuVirtual;
  };
} DXGK_PAGETABLEUPDATEADDRESS;

typedef struct _DXGK_UPDATEPAGETABLEFLAGS {
  UINT Repeat : 1;
  UINT InitialUpdate : 1;
  UINT NotifyEviction : 1;
  UINT Use64KBPages : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_1)
  UINT NativeFence : 1;
  UINT Reserved : 27;
#else
  UINT Reserved : 28;
#endif
} DXGK_UPDATEPAGETABLEFLAGS;

// Root page table of a context.
typedef struct _DXGKARG_GETROOTPAGETABLESIZE {
  UINT NumberOfPte;
  UINT PhysicalAdapterIndex;
} DXGKARG_GETROOTPAGETABLESIZE;
DRYDOCK_DXGK_POINTERS(DXGKARG_GETROOTPAGETABLESIZE);

typedef struct _DXGKARG_SETROOTPAGETABLE {
  HANDLE hContext;
  D3DGPU_PHYSICAL_ADDRESS Address;
  UINT NumEntries;
} DXGKARG_SETROOTPAGETABLE;
DRYDOCK_DXGK_POINTERS(DXGKARG_SETROOTPAGETABLE);

typedef SIZE_T APIENTRY DXGKDDI_GETROOTPAGETABLESIZE(IN_CONST_HANDLE hAdapter,
                                                     INOUT_PDXGKARG_GETROOTPAGETABLESIZE pArgs);
typedef VOID APIENTRY DXGKDDI_SETROOTPAGETABLE(IN_CONST_HANDLE hAdapter,
                                               IN_CONST_PDXGKARG_SETROOTPAGETABLE pSetPageTable);
typedef DXGKDDI_GETROOTPAGETABLESIZE* PDXGKDDI_GETROOTPAGETABLESIZE;
typedef DXGKDDI_SETROOTPAGETABLE* PDXGKDDI_SETROOTPAGETABLE;

// A range of a process's address space kept for the driver.
typedef struct _DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE {
  HANDLE hDxgkProcess;
  UINT64 SizeInBytes;
  UINT Alignment;
  UINT64 StartVirtualAddress;
  UINT64 BaseAddress;
  union {
    struct {
      UINT AllowUserModeMapping : 1;
    };
    UINT Flags;
  };
} DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE;
DRYDOCK_DXGK_POINTERS(DXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE);

typedef NTSTATUS(APIENTRY CALLBACK* DXGKCB_RESERVEGPUVIRTUALADDRESSRANGE)(
    IN_CONST_HANDLE hAdapter, INOUT_PDXGKARGCB_RESERVEGPUVIRTUALADDRESSRANGE pArgs);

EXTERN_C_END
