// GPU virtual addresses, page table entries and residency.
#pragma once

// Page tables.
#define DXGK_MAX_PAGE_TABLE_LEVEL_COUNT 6
#define DXGK_MIN_PAGE_TABLE_LEVEL_COUNT 2
#define DXGK_MAX_GPU_VA_BIT_COUNT 63

typedef enum _DXGK_PTE_PAGE_SIZE {
  DXGK_PTE_PAGE_TABLE_PAGE_4KB = 0,
  DXGK_PTE_PAGE_TABLE_PAGE_64KB = 1,
} DXGK_PTE_PAGE_SIZE;

typedef struct _DXGK_PTE {
  union {
    struct {
      ULONGLONG Valid : 1;
      ULONGLONG Zero : 1;
      ULONGLONG CacheCoherent : 1;
      ULONGLONG ReadOnly : 1;
      ULONGLONG NoExecute : 1;
      ULONGLONG Segment : 5;
      ULONGLONG LargePage : 1;
      ULONGLONG PhysicalAdapterIndex : 6;
      ULONGLONG PageTablePageSize : 2;
      ULONGLONG SystemReserved0 : 1;
      ULONGLONG Reserved : 44;
    };
    ULONGLONG Flags;
  };
  union {
    ULONGLONG PageAddress;
    ULONGLONG PageTableAddress;
  };
} DXGK_PTE;

// Address ranges.
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0)
typedef enum _D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION_TYPE {
  D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP = 0,
  D3DDDI_UPDATEGPUVIRTUALADDRESS_UNMAP = 1,
  D3DDDI_UPDATEGPUVIRTUALADDRESS_COPY = 2,
  D3DDDI_UPDATEGPUVIRTUALADDRESS_MAP_PROTECT = 3,
} D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION_TYPE;

typedef enum _D3DDDIGPUVIRTUALADDRESS_RESERVATION_TYPE {
  D3DDDIGPUVIRTUALADDRESS_RESERVE_NO_ACCESS = 0,
  D3DDDIGPUVIRTUALADDRESS_RESERVE_ZERO = 1,
  D3DDDIGPUVIRTUALADDRESS_RESERVE_NO_COMMIT = 2
} D3DDDIGPUVIRTUALADDRESS_RESERVATION_TYPE;

typedef struct D3DDDI_RESERVEGPUVIRTUALADDRESS {
  union {
    D3DKMT_HANDLE hPagingQueue;
    D3DKMT_HANDLE hAdapter;
  };
  D3DGPU_VIRTUAL_ADDRESS BaseAddress;
  D3DGPU_VIRTUAL_ADDRESS MinimumAddress;
  D3DGPU_VIRTUAL_ADDRESS MaximumAddress;
  D3DGPU_SIZE_T Size;
  union {
    D3DDDIGPUVIRTUALADDRESS_RESERVATION_TYPE ReservationType;
    UINT Reserved0;
  };
  union {
    UINT64 DriverProtection;
    UINT64 Reserved1;
  };
  D3DGPU_VIRTUAL_ADDRESS VirtualAddress;
  union {
    UINT64 PagingFenceValue;
    UINT64 Reserved2;
  };
} D3DDDI_RESERVEGPUVIRTUALADDRESS;

typedef struct _D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE {
  union {
    struct {
      UINT64 Write : 1;
      UINT64 Execute : 1;
      UINT64 Zero : 1;
      UINT64 NoAccess : 1;
      UINT64 SystemUseOnly : 1;
      UINT64 Reserved : 59;
    };
    UINT64 Value;
  };
} D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE;

typedef struct _D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION {
  D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION_TYPE OperationType;
  union {
    struct {
      D3DGPU_VIRTUAL_ADDRESS BaseAddress;
      D3DGPU_SIZE_T SizeInBytes;
      D3DKMT_HANDLE hAllocation;
      D3DGPU_SIZE_T AllocationOffsetInBytes;
      D3DGPU_SIZE_T AllocationSizeInBytes;
    } Map;
    struct {
      D3DGPU_VIRTUAL_ADDRESS BaseAddress;
      D3DGPU_SIZE_T SizeInBytes;
      D3DKMT_HANDLE hAllocation;
      D3DGPU_SIZE_T AllocationOffsetInBytes;
      D3DGPU_SIZE_T AllocationSizeInBytes;
      D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE Protection;
      UINT64 DriverProtection;
    } MapProtect;
    struct {
      D3DGPU_VIRTUAL_ADDRESS BaseAddress;
      D3DGPU_SIZE_T SizeInBytes;
      D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE Protection;
    } Unmap;
    struct {
      D3DGPU_VIRTUAL_ADDRESS SourceAddress;
      D3DGPU_SIZE_T SizeInBytes;
      D3DGPU_VIRTUAL_ADDRESS DestAddress;
    } Copy;
  };
} D3DDDI_UPDATEGPUVIRTUALADDRESS_OPERATION;

typedef struct D3DDDI_MAPGPUVIRTUALADDRESS {
  D3DKMT_HANDLE hPagingQueue;
  D3DGPU_VIRTUAL_ADDRESS BaseAddress;
  D3DGPU_VIRTUAL_ADDRESS MinimumAddress;
  D3DGPU_VIRTUAL_ADDRESS MaximumAddress;
  D3DKMT_HANDLE hAllocation;
  D3DGPU_SIZE_T OffsetInPages;
  D3DGPU_SIZE_T SizeInPages;
  D3DDDIGPUVIRTUALADDRESS_PROTECTION_TYPE Protection;
  UINT64 DriverProtection;
  UINT Reserved0;
  UINT64 Reserved1;
  D3DGPU_VIRTUAL_ADDRESS VirtualAddress;
  UINT64 PagingFenceValue;
} D3DDDI_MAPGPUVIRTUALADDRESS;
#endif

// Paging queues and residency.
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0)
typedef enum D3DDDI_PAGINGQUEUE_PRIORITY {
  D3DDDI_PAGINGQUEUE_PRIORITY_BELOW_NORMAL = -1,
  D3DDDI_PAGINGQUEUE_PRIORITY_NORMAL = 0,
  D3DDDI_PAGINGQUEUE_PRIORITY_ABOVE_NORMAL = 1,
} D3DDDI_PAGINGQUEUE_PRIORITY;

typedef struct D3DDDI_MAKERESIDENT_FLAGS {
  union {
    struct {
      UINT CantTrimFurther : 1;
      UINT MustSucceed : 1;
      UINT Reserved : 30;
    };
    UINT Value;
  };
} D3DDDI_MAKERESIDENT_FLAGS;

typedef struct D3DDDI_MAKERESIDENT {
  D3DKMT_HANDLE hPagingQueue;
  UINT NumAllocations;
  CONST D3DKMT_HANDLE* AllocationList;
  CONST UINT* PriorityList;
  D3DDDI_MAKERESIDENT_FLAGS Flags;
  UINT64 PagingFenceValue;
  UINT64 NumBytesToTrim;
} D3DDDI_MAKERESIDENT;

typedef struct D3DDDI_EVICT_FLAGS {
  union {
    struct {
      UINT EvictOnlyIfNecessary : 1;
      UINT NotWrittenTo : 1;
      UINT Reserved : 30;
    };
    UINT Value;
  };
} D3DDDI_EVICT_FLAGS;

typedef struct D3DDDI_TRIMRESIDENCYSET_FLAGS {
  union {
    struct {
      UINT PeriodicTrim : 1;
      UINT RestartPeriodicTrim : 1;
      UINT TrimToBudget : 1;
      UINT Reserved : 29;
    };
    UINT Value;
  };
} D3DDDI_TRIMRESIDENCYSET_FLAGS;

typedef struct D3DDDI_DESTROYPAGINGQUEUE {
  D3DKMT_HANDLE hPagingQueue;
} D3DDDI_DESTROYPAGINGQUEUE;
#endif
