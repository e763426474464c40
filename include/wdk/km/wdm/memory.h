#pragma once
// Memory descriptor lists, mappings, contiguous memory, sections and page protection.

#include "pool.h"
#include "resources.h"

EXTERN_C_START

typedef enum _LOCK_OPERATION { IoReadAccess, IoWriteAccess, IoModifyAccess } LOCK_OPERATION;

typedef enum _MEMORY_CACHING_TYPE_ORIG { MmFrameBufferCached = 2 } MEMORY_CACHING_TYPE_ORIG;

typedef enum _MEMORY_CACHING_TYPE {
  MmNonCached = 0,
  MmCached = 1,
  MmWriteCombined = MmFrameBufferCached,
  MmHardwareCoherentCached,
  MmNonCachedUnordered,
  MmUSWCCached,
  MmMaximumCacheType,
  MmNotMapped = -1
} MEMORY_CACHING_TYPE;

typedef enum _MM_PAGE_PRIORITY {
  LowPagePriority,
  NormalPagePriority = 16,
  HighPagePriority = 32
} MM_PAGE_PRIORITY;

typedef enum _MM_SYSTEM_SIZE { MmSmallSystem, MmMediumSystem, MmLargeSystem } MM_SYSTEMSIZE;
typedef ULONG NODE_REQUIREMENT;
#define MM_ANY_NODE_OK 0x80000000

typedef struct _MDL {
  struct _MDL* Next;
  CSHORT Size;
  CSHORT MdlFlags;
  struct _EPROCESS* Process;
  PVOID MappedSystemVa;
  PVOID StartVa;
  ULONG ByteCount;
  ULONG ByteOffset;
} MDL, *PMDL;
typedef MDL* PMDLX;
typedef const MDL* PCMDL;
typedef VOID MM_MDL_ROUTINE(PVOID DriverContext, PVOID MappedVa);
typedef MM_MDL_ROUTINE* PMM_MDL_ROUTINE;
#define MDL_MAPPED_TO_SYSTEM_VA 0x0001
#define MDL_PAGES_LOCKED 0x0002
#define MDL_SOURCE_IS_NONPAGED_POOL 0x0004
#define MDL_ALLOCATED_FIXED_SIZE 0x0008
#define MDL_PARTIAL 0x0010
#define MDL_PARTIAL_HAS_BEEN_MAPPED 0x0020
#define MDL_IO_PAGE_READ 0x0040
#define MDL_WRITE_OPERATION 0x0080
#define MDL_PARENT_MAPPED_SYSTEM_VA 0x0100
#define MDL_FREE_EXTRA_PTES 0x0200
#define MDL_DESCRIBES_AWE 0x0400
#define MDL_IO_SPACE 0x0800
#define MDL_NETWORK_HEADER 0x1000
#define MDL_MAPPING_CAN_FAIL 0x2000
#define MDL_ALLOCATED_MUST_SUCCEED 0x4000
#define MDL_INTERNAL 0x8000
#define MDL_MAPPING_FLAGS                                                     \
  (MDL_MAPPED_TO_SYSTEM_VA | MDL_PAGES_LOCKED | MDL_SOURCE_IS_NONPAGED_POOL | \
   MDL_PARTIAL_HAS_BEEN_MAPPED | MDL_PARENT_MAPPED_SYSTEM_VA | MDL_IO_SPACE)
#define MDL_LOCKED_PAGE_TABLES 0x0100
#define MDL_PAGE_CONTENTS_INVARIANT 0x4000
#define MdlMappingNoWrite 0x80000000
#define MdlMappingNoExecute 0x40000000
#define MdlMappingWithGuardPtes 0x20000000
#define MM_DONT_ZERO_ALLOCATION 0x00000001
#define MM_ALLOCATE_FROM_LOCAL_NODE_ONLY 0x00000002
#define MM_ALLOCATE_FULLY_REQUIRED 0x00000004
#define MM_ALLOCATE_NO_WAIT 0x00000008
#define MM_ALLOCATE_PREFER_CONTIGUOUS 0x00000010
#define MM_ALLOCATE_REQUIRE_CONTIGUOUS_CHUNKS 0x00000020
#define MM_ALLOCATE_FAST_LARGE_PAGES 0x00000040
#define MM_ALLOCATE_TRIM_IF_NECESSARY 0x00000080
#define MM_ALLOCATE_AND_HOT_REMOVE 0x00000100
#define MM_FREE_MDL_PAGES_ZERO 0x00000001

#define MmGetMdlPfnArray(Mdl) ((PPFN_NUMBER)((Mdl) + 1))
#define MmGetMdlByteCount(Mdl) ((Mdl)->ByteCount)
#define MmGetMdlByteOffset(Mdl) ((Mdl)->ByteOffset)
#define MmGetMdlBaseVa(Mdl) ((Mdl)->StartVa)
#define MmGetMdlVirtualAddress(Mdl) ((PVOID)((PCHAR)(Mdl)->StartVa + (Mdl)->ByteOffset))
#define MmGetProcedureAddress(Address) (Address)
#define MmLockPagableCodeSection(Address) MmLockPagableDataSection(Address)
#define MmMapLockedPagesNoReservedMapping(Mdl, Mode) MmMapLockedPages(Mdl, Mode)

NTKERNELAPI SIZE_T MmSizeOfMdl(PVOID Base, SIZE_T Length);
NTKERNELAPI NTSTATUS MmAdvanceMdl(PMDL Mdl, ULONG NumberOfBytes);
NTKERNELAPI VOID MmBuildMdlForNonPagedPool(PMDLX MemoryDescriptorList);
NTKERNELAPI VOID MmProbeAndLockPages(PMDL MemoryDescriptorList, KPROCESSOR_MODE AccessMode,
                                     LOCK_OPERATION Operation);
NTKERNELAPI VOID MmUnlockPages(PMDL MemoryDescriptorList);
NTKERNELAPI PVOID MmMapLockedPages(PMDL MemoryDescriptorList, KPROCESSOR_MODE AccessMode);
NTKERNELAPI VOID MmUnmapLockedPages(PVOID BaseAddress, PMDL MemoryDescriptorList);
NTKERNELAPI NTSTATUS MmProtectMdlSystemAddress(PMDL MemoryDescriptorList, ULONG NewProtect);
NTKERNELAPI PVOID MmMapLockedPagesWithReservedMapping(PVOID MappingAddress, ULONG PoolTag,
                                                      PMDL MemoryDescriptorList,
                                                      MEMORY_CACHING_TYPE CacheType);
NTKERNELAPI VOID MmUnmapReservedMapping(PVOID BaseAddress, ULONG PoolTag,
                                        PMDL MemoryDescriptorList);
NTKERNELAPI PVOID MmAllocateMappingAddress(SIZE_T NumberOfBytes, ULONG PoolTag);
NTKERNELAPI VOID MmFreeMappingAddress(PVOID BaseAddress, ULONG PoolTag);
NTKERNELAPI PMDL MmAllocatePagesForMdl(PHYSICAL_ADDRESS LowAddress, PHYSICAL_ADDRESS HighAddress,
                                       PHYSICAL_ADDRESS SkipBytes, SIZE_T TotalBytes);
NTKERNELAPI PMDL MmAllocatePagesForMdlEx(PHYSICAL_ADDRESS LowAddress, PHYSICAL_ADDRESS HighAddress,
                                         PHYSICAL_ADDRESS SkipBytes, SIZE_T TotalBytes,
                                         MEMORY_CACHING_TYPE CacheType, ULONG Flags);
NTKERNELAPI VOID MmFreePagesFromMdl(PMDLX MemoryDescriptorList);
NTKERNELAPI PVOID MmMapLockedPagesSpecifyCache(PMDL MemoryDescriptorList,
                                               KPROCESSOR_MODE AccessMode,
                                               MEMORY_CACHING_TYPE CacheType,
                                               PVOID RequestedAddress, ULONG BugCheckOnFailure,
                                               ULONG Priority);
NTKERNELAPI VOID MmFreePagesFromMdlEx(PMDL MemoryDescriptorList, ULONG Flags);
NTKERNELAPI VOID MmProbeAndLockProcessPages(PMDL MemoryDescriptorList, PEPROCESS Process,
                                            KPROCESSOR_MODE AccessMode, LOCK_OPERATION Operation);
NTKERNELAPI VOID MmProbeAndLockSelectedPages(PMDL MemoryDescriptorList, PVOID SegmentArray,
                                             KPROCESSOR_MODE AccessMode, LOCK_OPERATION Operation);
NTKERNELAPI PMDL MmAllocateNodePagesForMdlEx(PHYSICAL_ADDRESS LowAddress,
                                             PHYSICAL_ADDRESS HighAddress,
                                             PHYSICAL_ADDRESS SkipBytes, SIZE_T TotalBytes,
                                             MEMORY_CACHING_TYPE CacheType, ULONG IdealNode,
                                             ULONG Flags);
NTKERNELAPI NTSTATUS MmMapMdl(PMDL MemoryDescriptorList, ULONG Protection,
                              PMM_MDL_ROUTINE DriverRoutine, PVOID DriverContext);
NTKERNELAPI PVOID MmAllocateMappingAddressEx(SIZE_T NumberOfBytes, ULONG PoolTag, ULONG Flags);
typedef struct _MM_PHYSICAL_ADDRESS_LIST {
  PHYSICAL_ADDRESS PhysicalAddress;
  SIZE_T NumberOfBytes;
} MM_PHYSICAL_ADDRESS_LIST, *PMM_PHYSICAL_ADDRESS_LIST;
NTKERNELAPI NTSTATUS MmAllocateMdlForIoSpace(PMM_PHYSICAL_ADDRESS_LIST PhysicalAddressList,
                                             SIZE_T NumberOfEntries, PMDL* NewMdl);

FORCEINLINE VOID drydock_initialize_mdl(PMDL mdl, PVOID base, SIZE_T length) {
  mdl->Next = NULL;
  mdl->Size =
      (CSHORT)(sizeof(MDL) + sizeof(PFN_NUMBER) * ADDRESS_AND_SIZE_TO_SPAN_PAGES(base, length));
  mdl->MdlFlags = 0;
  mdl->StartVa = PAGE_ALIGN(base);
  mdl->ByteOffset = BYTE_OFFSET(base);
  mdl->ByteCount = (ULONG)length;
}

#define MmInitializeMdl(MemoryDescriptorList, BaseVa, Length) \
  drydock_initialize_mdl((MemoryDescriptorList), (PVOID)(BaseVa), (Length))

FORCEINLINE PVOID MmGetSystemAddressForMdlSafe(PMDL Mdl, ULONG Priority) {
  if ((Mdl->MdlFlags & (MDL_MAPPED_TO_SYSTEM_VA | MDL_SOURCE_IS_NONPAGED_POOL)) != 0)
    return Mdl->MappedSystemVa;
  return MmMapLockedPagesSpecifyCache(Mdl, KernelMode, MmCached, NULL, FALSE, Priority);
}

FORCEINLINE PVOID MmGetSystemAddressForMdl(PMDL Mdl) {
  if ((Mdl->MdlFlags & (MDL_MAPPED_TO_SYSTEM_VA | MDL_SOURCE_IS_NONPAGED_POOL)) != 0)
    return Mdl->MappedSystemVa;
  return MmMapLockedPages(Mdl, KernelMode);
}

FORCEINLINE VOID MmPrepareMdlForReuse(PMDL Mdl) {
  if ((Mdl->MdlFlags & MDL_PARTIAL_HAS_BEEN_MAPPED) != 0)
    MmUnmapLockedPages(Mdl->MappedSystemVa, Mdl);
}

#define KeFlushIoBuffers(Mdl, ReadOperation, DmaOperation) \
  ((void)(Mdl), (void)(ReadOperation), (void)(DmaOperation))

// Device and physical memory.
typedef struct _PHYSICAL_MEMORY_RANGE {
  PHYSICAL_ADDRESS BaseAddress;
  LARGE_INTEGER NumberOfBytes;
} PHYSICAL_MEMORY_RANGE, *PPHYSICAL_MEMORY_RANGE;
typedef struct _MM_COPY_ADDRESS {
  union {
    PVOID VirtualAddress;
    PHYSICAL_ADDRESS PhysicalAddress;
  };
} MM_COPY_ADDRESS, *PMMCOPY_ADDRESS;
#define MM_COPY_MEMORY_PHYSICAL 0x1
#define MM_COPY_MEMORY_VIRTUAL 0x2
#define MM_PERMANENT_ADDRESS_IS_IO_SPACE 0x1
NTKERNELAPI PVOID MmMapIoSpace(PHYSICAL_ADDRESS PhysicalAddress, SIZE_T NumberOfBytes,
                               MEMORY_CACHING_TYPE CacheEnable);
NTKERNELAPI VOID MmUnmapIoSpace(PVOID BaseAddress, SIZE_T NumberOfBytes);
NTKERNELAPI PVOID MmAllocateContiguousMemory(SIZE_T NumberOfBytes,
                                             PHYSICAL_ADDRESS HighestAcceptableAddress);
NTKERNELAPI PVOID MmAllocateContiguousMemorySpecifyCache(SIZE_T NumberOfBytes,
                                                         PHYSICAL_ADDRESS LowestAcceptableAddress,
                                                         PHYSICAL_ADDRESS HighestAcceptableAddress,
                                                         PHYSICAL_ADDRESS BoundaryAddressMultiple,
                                                         MEMORY_CACHING_TYPE CacheType);
NTKERNELAPI PVOID MmAllocateContiguousMemorySpecifyCacheNode(
    SIZE_T NumberOfBytes, PHYSICAL_ADDRESS LowestAcceptableAddress,
    PHYSICAL_ADDRESS HighestAcceptableAddress, PHYSICAL_ADDRESS BoundaryAddressMultiple,
    MEMORY_CACHING_TYPE CacheType, NODE_REQUIREMENT PreferredNode);
NTKERNELAPI VOID MmFreeContiguousMemory(PVOID BaseAddress);
NTKERNELAPI VOID MmFreeContiguousMemorySpecifyCache(PVOID BaseAddress, SIZE_T NumberOfBytes,
                                                    MEMORY_CACHING_TYPE CacheType);
NTKERNELAPI PVOID MmAllocateNonCachedMemory(SIZE_T NumberOfBytes);
NTKERNELAPI VOID MmFreeNonCachedMemory(PVOID BaseAddress, SIZE_T NumberOfBytes);
NTKERNELAPI PHYSICAL_ADDRESS MmGetPhysicalAddress(PVOID BaseAddress);
NTKERNELAPI BOOLEAN MmIsAddressValid(PVOID VirtualAddress);
NTKERNELAPI BOOLEAN MmIsThisAnNtAsSystem(VOID);
NTKERNELAPI MM_SYSTEMSIZE MmQuerySystemSize(VOID);
NTKERNELAPI PVOID MmMapIoSpaceEx(PHYSICAL_ADDRESS PhysicalAddress, SIZE_T NumberOfBytes,
                                 ULONG Protect);
NTKERNELAPI PVOID MmAllocateContiguousNodeMemory(SIZE_T NumberOfBytes,
                                                 PHYSICAL_ADDRESS LowestAcceptableAddress,
                                                 PHYSICAL_ADDRESS HighestAcceptableAddress,
                                                 PHYSICAL_ADDRESS BoundaryAddressMultiple,
                                                 ULONG Protect, NODE_REQUIREMENT PreferredNode);
NTKERNELAPI NTSTATUS MmAllocateContiguousMemoryEx(PSIZE_T NumberOfBytes,
                                                  PHYSICAL_ADDRESS LowestAcceptableAddress,
                                                  PHYSICAL_ADDRESS HighestAcceptableAddress,
                                                  PHYSICAL_ADDRESS BoundaryAddressMultiple,
                                                  NODE_REQUIREMENT PreferredNode, ULONG Protect,
                                                  PVOID PartitionObject, ULONG Tag, ULONG Flags,
                                                  PVOID* BaseAddress);
NTKERNELAPI PVOID MmGetVirtualForPhysical(PHYSICAL_ADDRESS PhysicalAddress);
NTKERNELAPI PPHYSICAL_MEMORY_RANGE MmGetPhysicalMemoryRanges(VOID);
NTKERNELAPI PPHYSICAL_MEMORY_RANGE MmGetPhysicalMemoryRangesEx(PVOID PartitionObject);
NTKERNELAPI PPHYSICAL_MEMORY_RANGE MmGetPhysicalMemoryRangesEx2(PVOID PartitionObject, ULONG Flags);
NTKERNELAPI NTSTATUS MmAddPhysicalMemory(PPHYSICAL_ADDRESS StartAddress,
                                         PLARGE_INTEGER NumberOfBytes);
NTKERNELAPI NTSTATUS MmRemovePhysicalMemory(PPHYSICAL_ADDRESS StartAddress,
                                            PLARGE_INTEGER NumberOfBytes);
NTKERNELAPI NTSTATUS MmCopyMemory(PVOID TargetAddress, MM_COPY_ADDRESS SourceAddress,
                                  SIZE_T NumberOfBytes, ULONG Flags,
                                  PSIZE_T NumberOfBytesTransferred);

// User memory.
NTKERNELAPI VOID ProbeForRead(const void* Address, SIZE_T Length, ULONG Alignment);
NTKERNELAPI VOID ProbeForWrite(PVOID Address, SIZE_T Length, ULONG Alignment);
NTKERNELAPI HANDLE MmSecureVirtualMemory(PVOID Address, SIZE_T Size, ULONG ProbeMode);
NTKERNELAPI VOID MmUnsecureVirtualMemory(HANDLE SecureHandle);
NTKERNELAPI HANDLE MmSecureVirtualMemoryEx(PVOID Address, SIZE_T Size, ULONG ProbeMode,
                                           ULONG Flags);
extern PVOID MmHighestUserAddress;
extern PVOID MmSystemRangeStart;
extern ULONG_PTR MmUserProbeAddress;
#define MM_HIGHEST_USER_ADDRESS MmHighestUserAddress
#define MM_SYSTEM_RANGE_START MmSystemRangeStart
#define MM_USER_PROBE_ADDRESS MmUserProbeAddress
#define MM_LOWEST_USER_ADDRESS ((PVOID)0x10000)
#define ProbeForReadUchar(Address) \
  (ProbeForRead((Address), sizeof(UCHAR), 1), *(volatile UCHAR*)(Address))
#define ProbeForReadUlong(Address) \
  (ProbeForRead((Address), sizeof(ULONG), sizeof(ULONG)), *(volatile ULONG*)(Address))

// Sections of the driver image and views in system space.
NTKERNELAPI PVOID MmGetSystemRoutineAddress(PUNICODE_STRING SystemRoutineName);
NTKERNELAPI LOGICAL MmIsDriverVerifying(struct _DRIVER_OBJECT* DriverObject);
NTKERNELAPI LOGICAL MmIsDriverVerifyingByAddress(PVOID AddressWithinSection);
NTKERNELAPI PVOID MmLockPagableDataSection(PVOID AddressWithinSection);
NTKERNELAPI VOID MmUnlockPagableImageSection(PVOID ImageSectionHandle);
NTKERNELAPI PVOID MmPageEntireDriver(PVOID AddressWithinSection);
NTKERNELAPI VOID MmResetDriverPaging(PVOID AddressWithinSection);
NTKERNELAPI VOID MmLockPagableSectionByHandle(PVOID ImageSectionHandle);
NTKERNELAPI LOGICAL MmIsDriverSuspectForVerifier(struct _DRIVER_OBJECT* DriverObject);
NTKERNELAPI NTSTATUS MmMapViewInSystemSpace(PVOID Section, PVOID* MappedBase, PSIZE_T ViewSize);
NTKERNELAPI NTSTATUS MmUnmapViewInSystemSpace(PVOID MappedBase);
NTKERNELAPI NTSTATUS MmMapViewInSessionSpace(PVOID Section, PVOID* MappedBase, PSIZE_T ViewSize);
NTKERNELAPI NTSTATUS MmUnmapViewInSessionSpace(PVOID MappedBase);
NTKERNELAPI NTSTATUS MmProtectDriverSection(PVOID AddressWithinSection, SIZE_T Size, ULONG Flags);

// Page protection and allocation types.
#define PAGE_NOACCESS 0x01
#define PAGE_READONLY 0x02
#define PAGE_READWRITE 0x04
#define PAGE_WRITECOPY 0x08
#define PAGE_EXECUTE 0x10
#define PAGE_EXECUTE_READ 0x20
#define PAGE_EXECUTE_READWRITE 0x40
#define PAGE_EXECUTE_WRITECOPY 0x80
#define PAGE_GUARD 0x100
#define PAGE_NOCACHE 0x200
#define PAGE_WRITECOMBINE 0x400
#define MEM_COMMIT 0x1000
#define MEM_RESERVE 0x2000
#define MEM_DECOMMIT 0x4000
#define MEM_RELEASE 0x8000
#define MEM_FREE 0x10000
#define MEM_PRIVATE 0x20000
#define MEM_MAPPED 0x40000
#define MEM_RESET 0x80000
#define MEM_TOP_DOWN 0x100000
#define MEM_LARGE_PAGES 0x20000000
#define MEM_4MB_PAGES 0x80000000
#define SEC_RESERVE 0x4000000
#define SEC_COMMIT 0x8000000
#define SEC_LARGE_PAGES 0x80000000
#define SEC_FILE 0x00800000
#define SEC_IMAGE 0x01000000
#define SEC_NOCACHE 0x10000000
#define SEC_WRITECOMBINE 0x40000000

typedef enum _SECTION_INHERIT { ViewShare = 1, ViewUnmap = 2 } SECTION_INHERIT;

// Structures that the I/O manager keeps in MDL form.

typedef union _FILE_SEGMENT_ELEMENT {
  PVOID64 Buffer;
  ULONGLONG Alignment;
} FILE_SEGMENT_ELEMENT, *PFILE_SEGMENT_ELEMENT;

EXTERN_C_END
