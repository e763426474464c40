// Memory segments: their descriptions, preferences, bad ranges, and the CPU's window into them.
#pragma once

#include "base.h"

EXTERN_C_START

typedef struct _DXGK_SEGMENTFLAGS {
  union {
    struct {
      UINT Aperture : 1;
      UINT Agp : 1;
      UINT CpuVisible : 1;
      UINT UseBanking : 1;
      UINT CacheCoherent : 1;
      UINT PitchAlignment : 1;
      UINT PopulatedFromSystemMemory : 1;
      UINT PreservedDuringStandby : 1;
      UINT PreservedDuringHibernate : 1;
      UINT PartiallyPreservedDuringHibernate : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
      UINT DirectFlip : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      UINT Use64KBPages : 1;
      UINT ReservedSysMem : 1;
      UINT SupportsCpuHostAperture : 1;
      UINT SupportsCachedCpuHostAperture : 1;
      UINT ApplicationTarget : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
      UINT VprSupported : 1;
      UINT VprPreservedDuringStandby : 1;
      UINT EncryptedPagingSupported : 1;
      UINT LocalBudgetGroup : 1;
      UINT NonLocalBudgetGroup : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_9)
      UINT PopulatedByReservedDDRByFirmware : 1;
      UINT Reserved : 10;
#else
      UINT Reserved : 11;
#endif
#else
      UINT Reserved : 16;
#endif
#else
      UINT Reserved : 21;
#endif
#else
      UINT Reserved : 22;
#endif
    };
    UINT Value;
  };
} DXGK_SEGMENTFLAGS;

// Where the driver would like an allocation to be put.
typedef struct _DXGK_SEGMENTPREFERENCE {
  union {
    struct {
      UINT SegmentId0 : 5;
      UINT Direction0 : 1;
      UINT SegmentId1 : 5;
      UINT Direction1 : 1;
      UINT SegmentId2 : 5;
      UINT Direction2 : 1;
      UINT SegmentId3 : 5;
      UINT Direction3 : 1;
      UINT SegmentId4 : 5;
      UINT Direction4 : 1;
      UINT Reserved : 2;
    };
    UINT Value;
  };
} DXGK_SEGMENTPREFERENCE, *PDXGK_SEGMENTPREFERENCE;

typedef struct _DXGK_SEGMENTBANKPREFERENCE {
  union {
    struct {
      UINT Bank0 : 7;
      UINT Direction0 : 1;
      UINT Bank1 : 7;
      UINT Direction1 : 1;
      UINT Bank2 : 7;
      UINT Direction2 : 1;
      UINT Bank3 : 7;
      UINT Direction3 : 1;
    };
    UINT Value;
  };
} DXGK_SEGMENTBANKPREFERENCE;

// One segment, in the form of each generation of the query.
typedef struct _DXGK_SEGMENTDESCRIPTOR {
  PHYSICAL_ADDRESS BaseAddress;
  PHYSICAL_ADDRESS CpuTranslatedAddress;
  SIZE_T Size;
  UINT NbOfBanks;
  SIZE_T* pBankRangeTable;
  SIZE_T CommitLimit;
  DXGK_SEGMENTFLAGS Flags;
} DXGK_SEGMENTDESCRIPTOR;

typedef struct _DXGK_SEGMENTDESCRIPTOR3 {
  DXGK_SEGMENTFLAGS Flags;
  PHYSICAL_ADDRESS BaseAddress;
  PHYSICAL_ADDRESS CpuTranslatedAddress;
  SIZE_T Size;
  UINT NbOfBanks;
  SIZE_T* pBankRangeTable;
  SIZE_T CommitLimit;
  SIZE_T SystemMemoryEndAddress;
  SIZE_T Reserved;
} DXGK_SEGMENTDESCRIPTOR3;

typedef struct _DXGK_CPUHOSTAPERTURE {
  UINT64 PhysicalAddress;
  UINT32 SizeInPages;
} DXGK_CPUHOSTAPERTURE;

typedef struct _DXGK_SEGMENTDESCRIPTOR4 {
  DXGK_SEGMENTFLAGS Flags;
  PHYSICAL_ADDRESS BaseAddress;
  SIZE_T Size;
  SIZE_T CommitLimit;
  SIZE_T SystemMemoryEndAddress;
  union {
    PHYSICAL_ADDRESS CpuTranslatedAddress;
    DXGK_CPUHOSTAPERTURE CpuHostAperture;
  };
  UINT NumInvalidMemoryRanges;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
  SIZE_T VprRangeStartOffset;
  SIZE_T VprRangeSize;
  UINT VprAlignment;
  UINT NumVprSupported;
  UINT VprReserveSize;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
  UINT NumUEFIFrameBufferRanges;
#endif
} DXGK_SEGMENTDESCRIPTOR4;

// Input and output of DXGKQAITYPE_QUERYSEGMENT, ...SEGMENT3 and ...SEGMENT4.
typedef struct _DXGK_QUERYSEGMENTIN {
  PHYSICAL_ADDRESS AgpApertureBase;
  LARGE_INTEGER AgpApertureSize;
  DXGK_SEGMENTFLAGS AgpFlags;
} DXGK_QUERYSEGMENTIN;

typedef struct _DXGK_QUERYSEGMENTIN4 {
  UINT PhysicalAdapterIndex;
} DXGK_QUERYSEGMENTIN4;

typedef struct _DXGK_QUERYSEGMENTOUT {
  UINT NbSegment;
  DXGK_SEGMENTDESCRIPTOR* pSegmentDescriptor;
  UINT PagingBufferSegmentId;
  UINT PagingBufferSize;
  UINT PagingBufferPrivateDataSize;
} DXGK_QUERYSEGMENTOUT;

typedef struct _DXGK_QUERYSEGMENTOUT3 {
  UINT NbSegment;
  DXGK_SEGMENTDESCRIPTOR3* pSegmentDescriptor;
  UINT PagingBufferSegmentId;
  UINT PagingBufferSize;
  UINT PagingBufferPrivateDataSize;
} DXGK_QUERYSEGMENTOUT3;

typedef struct _DXGK_QUERYSEGMENTOUT4 {
  UINT NbSegment;
  BYTE* pSegmentDescriptor;
  UINT PagingBufferSegmentId;
  UINT PagingBufferSize;
  UINT PagingBufferPrivateDataSize;
  SIZE_T SegmentDescriptorStride;
} DXGK_QUERYSEGMENTOUT4;

// DXGKQAITYPE_SEGMENTMEMORYSTATE and DXGKQAITYPE_UEFIFRAMEBUFFERRANGES
typedef struct _DXGK_QUERYSEGMENTMEMORYSTATE {
  WORD DriverSegmentId;
  WORD PhysicalAdapterIndex;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
  union {
    UINT NumInvalidMemoryRanges;
    UINT NumUEFIFrameBufferRanges;
  };
#else
  UINT NumInvalidMemoryRanges;
#endif
  DXGK_MEMORYRANGE* pMemoryRanges;
} DXGK_QUERYSEGMENTMEMORYSTATE, DXGK_SEGMENTMEMORYSTATE, *PDXGK_SEGMENTMEMORYSTATE;
typedef CONST DXGK_SEGMENTMEMORYSTATE* IN_CONST_PDXGK_SEGMENTMEMORYSTATE;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
// The queries of WDDM 3.2: paging buffer, number of segments, segments, scatter reserve.
typedef struct _DXGK_QUERYPAGINGBUFFERINFOIN {
  UINT16 PhysicalAdapterIndex;
  UINT16 Reserved;
} DXGK_QUERYPAGINGBUFFERINFOIN;

typedef struct _DXGK_QUERYPAGINGBUFFERINFOOUT {
  UINT32 PagingBufferSize;
  UINT32 PagingBufferPrivateDataSize;
} DXGK_QUERYPAGINGBUFFERINFOOUT;

typedef struct _DXGK_QUERYSEGMENTCOUNTIN {
  UINT16 PhysicalAdapterIndex;
  UINT16 Padding;
  UINT32 Reserved;
} DXGK_QUERYSEGMENTCOUNTIN;

typedef struct _DXGK_QUERYSEGMENTCOUNTOUT {
  UINT16 SegmentCount;
  UINT16 Padding;
  UINT32 Reserved;
} DXGK_QUERYSEGMENTCOUNTOUT;

typedef struct _DXGK_SEGMENTFLAGS2 {
  union {
    struct {
      UINT Aperture : 1;
      UINT PopulatedFromSystemMemory : 1;
      UINT SystemMemoryReservedByBios : 1;
      UINT CpuVisible : 1;
      UINT Reserved : 28;
    };
    UINT Value;
  };
} DXGK_SEGMENTFLAGS2;

typedef struct _DXGK_SEGMENTDESCRIPTOR2 {
  DXGK_SEGMENTFLAGS2 Flags;
  SIZE_T Size;
  PMDL pMdl;
  PHYSICAL_ADDRESS BaseAddress;
  PHYSICAL_ADDRESS CpuTranslatedAddress;
} DXGK_SEGMENTDESCRIPTOR2;

typedef struct _DXGK_QUERYSEGMENTOUT2 {
  UINT SegmentCount;
  DXGK_SEGMENTDESCRIPTOR2* pSegmentDescriptor;
} DXGK_QUERYSEGMENTOUT2;

typedef struct _DXGK_QUERYSCATTERRESERVEIN {
  UINT SegmentId;
} DXGK_QUERYSCATTERRESERVEIN;

typedef struct _DXGK_QUERYSCATTERRESERVEOUT {
  UINT64 SetVGPUResourcesPageSize;
} DXGK_QUERYSCATTERRESERVEOUT;
#endif

// Pages of a segment behind the CPU host aperture.
typedef struct _DXGKARG_MAPCPUHOSTAPERTURE {
  HANDLE hAllocation;
  WORD SegmentId;
  WORD PhysicalAdapterIndex;
  UINT64 NumberOfPages;
  UINT32* pCpuHostAperturePages;
  UINT64* pMemorySegmentPages;
} DXGKARG_MAPCPUHOSTAPERTURE;
DRYDOCK_DXGK_POINTERS(DXGKARG_MAPCPUHOSTAPERTURE);

typedef struct _DXGKARG_UNMAPCPUHOSTAPERTURE {
  UINT64 NumberOfPages;
  UINT32* pCpuHostAperturePages;
  WORD SegmentId;
  WORD PhysicalAdapterIndex;
} DXGKARG_UNMAPCPUHOSTAPERTURE;
DRYDOCK_DXGK_POINTERS(DXGKARG_UNMAPCPUHOSTAPERTURE);

typedef NTSTATUS APIENTRY DXGKDDI_MAPCPUHOSTAPERTURE(IN_CONST_HANDLE hAdapter,
                                                     IN_CONST_PDXGKARG_MAPCPUHOSTAPERTURE pArgs);
typedef NTSTATUS APIENTRY DXGKDDI_UNMAPCPUHOSTAPERTURE(
    IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_UNMAPCPUHOSTAPERTURE pArgs);
typedef DXGKDDI_MAPCPUHOSTAPERTURE* PDXGKDDI_MAPCPUHOSTAPERTURE;
typedef DXGKDDI_UNMAPCPUHOSTAPERTURE* PDXGKDDI_UNMAPCPUHOSTAPERTURE;

// Protected ranges of a segment (arguments not public), and frame-buffer ranges given back after
// the firmware's display.
typedef struct _DXGKARG_SETVIDEOPROTECTEDREGION DXGKARG_SETVIDEOPROTECTEDREGION;
DRYDOCK_DXGK_POINTERS(DXGKARG_SETVIDEOPROTECTEDREGION);

typedef NTSTATUS APIENTRY DXGKDDI_SETVIDEOPROTECTEDREGION(
    IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_SETVIDEOPROTECTEDREGION pArgs);
typedef DXGKDDI_SETVIDEOPROTECTEDREGION* PDXGKDDI_SETVIDEOPROTECTEDREGION;

typedef NTSTATUS(APIENTRY CALLBACK* DXGKCB_UNBLOCKUEFIFRAMEBUFFERRANGES)(
    IN_CONST_HANDLE hAdapter, IN_CONST_PDXGK_SEGMENTMEMORYSTATE pSegmentMemoryState);

EXTERN_C_END
