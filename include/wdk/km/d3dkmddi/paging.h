// DxgkDdiBuildPagingBuffer: the operations by which memory content and page tables move.
#pragma once

#include "base.h"
#include "gpuva.h"
#include "memory_objects.h"

EXTERN_C_START

typedef enum _DXGK_BUILDPAGINGBUFFER_OPERATION {
  DXGK_OPERATION_TRANSFER = 0,
  DXGK_OPERATION_FILL = 1,
  DXGK_OPERATION_DISCARD_CONTENT = 2,
  DXGK_OPERATION_READ_PHYSICAL = 3,
  DXGK_OPERATION_WRITE_PHYSICAL = 4,
  DXGK_OPERATION_MAP_APERTURE_SEGMENT = 5,
  DXGK_OPERATION_UNMAP_APERTURE_SEGMENT = 6,
  DXGK_OPERATION_SPECIAL_LOCK_TRANSFER = 7,
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN7)
  DXGK_OPERATION_VIRTUAL_TRANSFER = 8,
  DXGK_OPERATION_VIRTUAL_FILL = 9,
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
  DXGK_OPERATION_INIT_CONTEXT_RESOURCE = 10,
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  DXGK_OPERATION_UPDATE_PAGE_TABLE = 11,
  DXGK_OPERATION_FLUSH_TLB = 12,
  DXGK_OPERATION_UPDATE_CONTEXT_ALLOCATION = 13,
  DXGK_OPERATION_COPY_PAGE_TABLE_ENTRIES = 14,
  DXGK_OPERATION_NOTIFY_RESIDENCY = 15,
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
  DXGK_OPERATION_SIGNAL_MONITORED_FENCE = 16,
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_9)
  DXGK_OPERATION_MAP_APERTURE_SEGMENT2 = 17,
  DXGK_OPERATION_NOTIFY_FENCE_RESIDENCY = 18,
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
  DXGK_OPERATION_MAP_MMU = 19,
  DXGK_OPERATION_UNMAP_MMU = 20,
  DXGK_OPERATION_NOTIFY_RESIDENCY2 = 21,
  DXGK_OPERATION_NOTIFY_ALLOC = 22,
#endif
} DXGK_BUILDPAGINGBUFFER_OPERATION;

// Flags of the single operations.
typedef struct _DXGK_TRANSFERFLAGS {
  union {
    struct {
      UINT Swizzle : 1;
      UINT Unswizzle : 1;
      UINT AllocationIsIdle : 1;
      UINT TransferStart : 1;
      UINT TransferEnd : 1;
      UINT Reserved : 27;
    };
    UINT Value;
  };
} DXGK_TRANSFERFLAGS;

typedef struct _DXGK_DISCARDCONTENTFLAGS {
  union {
    struct {
      UINT AllocationIsIdle : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGK_DISCARDCONTENTFLAGS;

typedef struct _DXGK_MAPAPERTUREFLAGS {
  union {
    struct {
      UINT CacheCoherent : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGK_MAPAPERTUREFLAGS;

typedef struct _DXGK_TRANSFERVIRTUALFLAGS {
  union {
    struct {
      UINT Src64KBPages : 1;
      UINT Dst64KBPages : 1;
      UINT Reserved : 30;
    };
    UINT Flags;
  };
} DXGK_TRANSFERVIRTUALFLAGS;

typedef enum _DXGK_MEMORY_TRANSFER_DIRECTION {
  DXGK_MEMORY_TRANSFER_LOCAL_TO_SYSTEM = 0,
  DXGK_MEMORY_TRANSFER_SYSTEM_TO_LOCAL = 1,
  DXGK_MEMORY_TRANSFER_LOCAL_TO_LOCAL = 2
} DXGK_MEMORY_TRANSFER_DIRECTION;

// Operations in the virtual address space of the paging process.
typedef struct _DXGK_BUILDPAGINGBUFFER_TRANSFERVIRTUAL {
  HANDLE hAllocation;
  UINT64 AllocationOffsetInBytes;
  UINT64 TransferSizeInBytes;
  D3DGPU_VIRTUAL_ADDRESS SourceVirtualAddress;
  D3DGPU_VIRTUAL_ADDRESS DestinationVirtualAddress;
  D3DGPU_VIRTUAL_ADDRESS SourcePageTable;
  DXGK_MEMORY_TRANSFER_DIRECTION TransferDirection;
  DXGK_TRANSFERVIRTUALFLAGS Flags;
  D3DGPU_VIRTUAL_ADDRESS DestinationPageTable;
} DXGK_BUILDPAGINGBUFFER_TRANSFERVIRTUAL;

typedef struct _DXGK_BUILDPAGINGBUFFER_FILLVIRTUAL {
  HANDLE hAllocation;
  UINT64 AllocationOffsetInBytes;
  UINT64 FillSizeInBytes;
  UINT FillPattern;
  D3DGPU_VIRTUAL_ADDRESS DestinationVirtualAddress;
} DXGK_BUILDPAGINGBUFFER_FILLVIRTUAL;

typedef struct _DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE {
  UINT PageTableLevel;
  HANDLE hAllocation;
  DXGK_PAGETABLEUPDATEADDRESS PageTableAddress;
  DXGK_PTE* pPageTableEntries;
  UINT StartIndex;
  UINT NumPageTableEntries;
  UINT Reserved0;
  DXGK_UPDATEPAGETABLEFLAGS Flags;
  UINT64 DriverProtection;
  UINT64 AllocationOffsetInBytes;
  HANDLE hProcess;
  DXGK_PAGETABLEUPDATEMODE UpdateMode;
  DXGK_PTE* pPageTableEntries64KB;
  D3DGPU_VIRTUAL_ADDRESS FirstPteVirtualAddress;
} DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE;

typedef struct _DXGK_BUILDPAGINGBUFFER_FLUSHTLB {
  D3DGPU_PHYSICAL_ADDRESS RootPageTableAddress;
  HANDLE hProcess;
  D3DGPU_VIRTUAL_ADDRESS StartVirtualAddress;
  D3DGPU_VIRTUAL_ADDRESS EndVirtualAddress;
} DXGK_BUILDPAGINGBUFFER_FLUSHTLB;

typedef struct _DXGK_BUILDPAGINGBUFFER_COPY_RANGE {
  UINT NumPageTableEntries;
  D3DGPU_VIRTUAL_ADDRESS SrcPageTableAddress;
  D3DGPU_VIRTUAL_ADDRESS DstPageTableAddress;
  UINT SrcStartPteIndex;
  UINT DstStartPteIndex;
} DXGK_BUILDPAGINGBUFFER_COPY_RANGE;

typedef struct _DXGK_BUILDPAGINGBUFFER_COPYPAGETABLEENTRIES {
  UINT NumRanges;
  DXGK_BUILDPAGINGBUFFER_COPY_RANGE* pRanges;
} DXGK_BUILDPAGINGBUFFER_COPYPAGETABLEENTRIES;

typedef struct _DXGK_BUILDPAGINGBUFFER_UPDATECONTEXTALLOCATION {
  D3DGPU_VIRTUAL_ADDRESS ContextAllocation;
  UINT64 ContextAllocationSize;
  PVOID pDriverPrivateData;
  UINT DriverPrivateDataSize;
} DXGK_BUILDPAGINGBUFFER_UPDATECONTEXTALLOCATION;

typedef struct _DXGK_BUILDPAGINGBUFFER_NOTIFYRESIDENCY {
  HANDLE hAllocation;
  D3DGPU_PHYSICAL_ADDRESS PhysicalAddress;
  union {
    struct {
      UINT Resident : 1;
      UINT Reserved : 31;
    };
  };
} DXGK_BUILDPAGINGBUFFER_NOTIFYRESIDENCY;

typedef struct _DXGK_BUILDPAGINGBUFFER_SIGNALMONITOREDFENCE {
  D3DGPU_VIRTUAL_ADDRESS MonitoredFenceGpuVa;
  UINT64 MonitoredFenceValue;
} DXGK_BUILDPAGINGBUFFER_SIGNALMONITOREDFENCE;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
// Notice that an allocation is about to leave memory or the IOMMU.
typedef struct _DXGK_NOTIFYALLOCFLAGS {
  union {
    struct {
      UINT Eviction : 1;
      UINT IoMmuUnmap : 1;
      UINT Reserved : 30;
    };
    UINT Value;
  };
} DXGK_NOTIFYALLOCFLAGS;

typedef struct _DXGK_BUILDPAGINGBUFFER_NOTIFYALLOC {
  HANDLE hAllocation;
  HANDLE hKmdProcessHandle;
  DXGK_NOTIFYALLOCFLAGS Flags;
  UINT64 OffsetInBytes;
  UINT64 SizeInBytes;
  UINT64 GpuVirtualAddressAtOffset;
} DXGK_BUILDPAGINGBUFFER_NOTIFYALLOC;
#endif

typedef struct _DXGKARG_BUILDPAGINGBUFFER {
  VOID* pDmaBuffer;
  UINT DmaSize;
  VOID* pDmaBufferPrivateData;
  UINT DmaBufferPrivateDataSize;
  DXGK_BUILDPAGINGBUFFER_OPERATION Operation;
  UINT MultipassOffset;
  union {
    struct {
      HANDLE hAllocation;
      UINT TransferOffset;
      SIZE_T TransferSize;
      struct {
        UINT SegmentId;
        union {
          LARGE_INTEGER SegmentAddress;
          MDL* pMdl;
        };
      } Source;
      struct {
        UINT SegmentId;
        union {
          LARGE_INTEGER SegmentAddress;
          MDL* pMdl;
        };
      } Destination;
      DXGK_TRANSFERFLAGS Flags;
      UINT MdlOffset;
    } Transfer;
    struct {
      HANDLE hAllocation;
      SIZE_T FillSize;
      UINT FillPattern;
      struct {
        UINT SegmentId;
        LARGE_INTEGER SegmentAddress;
      } Destination;
    } Fill;
    struct {
      HANDLE hAllocation;
      DXGK_DISCARDCONTENTFLAGS Flags;
      UINT SegmentId;
      PHYSICAL_ADDRESS SegmentAddress;
    } DiscardContent;
    struct {
      UINT SegmentId;
      PHYSICAL_ADDRESS PhysicalAddress;
    } ReadPhysical;
    struct {
      UINT SegmentId;
      PHYSICAL_ADDRESS PhysicalAddress;
    } WritePhysical;
    struct {
      HANDLE hDevice;
      HANDLE hAllocation;
      UINT SegmentId;
      SIZE_T OffsetInPages;
      SIZE_T NumberOfPages;
      PMDL pMdl;
      DXGK_MAPAPERTUREFLAGS Flags;
      ULONG MdlOffset;
    } MapApertureSegment;
    struct {
      HANDLE hDevice;
      HANDLE hAllocation;
      UINT SegmentId;
      SIZE_T OffsetInPages;
      SIZE_T NumberOfPages;
      PHYSICAL_ADDRESS DummyPage;
    } UnmapApertureSegment;
    struct {
      HANDLE hAllocation;
      UINT TransferOffset;
      SIZE_T TransferSize;
      struct {
        UINT SegmentId;
        union {
          LARGE_INTEGER SegmentAddress;
          MDL* pMdl;
        };
      } Source;
      struct {
        UINT SegmentId;
        union {
          LARGE_INTEGER SegmentAddress;
          MDL* pMdl;
        };
      } Destination;
      DXGK_TRANSFERFLAGS Flags;
      UINT SwizzlingRangeId;
      UINT SwizzlingRangeData;
    } SpecialLockTransfer;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
    struct {
      HANDLE hAllocation;
      struct {
        UINT SegmentId;
        union {
          LARGE_INTEGER SegmentAddress;
          MDL* pMdl;
        };
        PVOID VirtualAddress;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
        D3DGPU_VIRTUAL_ADDRESS GpuVirtualAddress;
#endif
      } Destination;
    } InitContextResource;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
    DXGK_BUILDPAGINGBUFFER_TRANSFERVIRTUAL TransferVirtual;
    DXGK_BUILDPAGINGBUFFER_FILLVIRTUAL FillVirtual;
    DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE UpdatePageTable;
    DXGK_BUILDPAGINGBUFFER_FLUSHTLB FlushTlb;
    DXGK_BUILDPAGINGBUFFER_COPYPAGETABLEENTRIES CopyPageTableEntries;
    DXGK_BUILDPAGINGBUFFER_UPDATECONTEXTALLOCATION UpdateContextAllocation;
    DXGK_BUILDPAGINGBUFFER_NOTIFYRESIDENCY NotifyResidency;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
    DXGK_BUILDPAGINGBUFFER_SIGNALMONITOREDFENCE SignalMonitoredFence;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_9)
    struct {
      HANDLE hDevice;
      HANDLE hAllocation;
      UINT SegmentId;
      SIZE_T OffsetInPages;
      SIZE_T NumberOfPages;
      DXGK_ADL Adl;
      DXGK_MAPAPERTUREFLAGS Flags;
      ULONG AdlOffset;
      PVOID CpuVisibleAddress;
    } MapApertureSegment2;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
    DXGK_BUILDPAGINGBUFFER_NOTIFYALLOC NotifyAllocation;
#endif
    struct {
      UINT Reserved[64];
    } Reserved;
  };
  HANDLE hSystemContext;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  D3DGPU_VIRTUAL_ADDRESS DmaBufferGpuVirtualAddress;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
  UINT DmaBufferWriteOffset;
#endif
} DXGKARG_BUILDPAGINGBUFFER;
DRYDOCK_DXGK_POINTERS(DXGKARG_BUILDPAGINGBUFFER);

typedef NTSTATUS APIENTRY DXGKDDI_BUILDPAGINGBUFFER(
    IN_CONST_HANDLE hAdapter, IN_PDXGKARG_BUILDPAGINGBUFFER pBuildPagingBuffer);
typedef DXGKDDI_BUILDPAGINGBUFFER* PDXGKDDI_BUILDPAGINGBUFFER;

EXTERN_C_END
