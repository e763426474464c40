/* Display library: helpers of the port driver in the manner of the video port. */
#pragma once

typedef enum _DEBUG_LEVEL {
  DlDebugError = 0,
  DlDebugWarning,
  DlDebugTrace,
  DlDebugInfo,
} DEBUG_LEVEL;

#ifndef __VIDEO_H__

typedef enum _EMULATOR_PORT_ACCESS_TYPE {
  Uchar,
  Ushort,
  Ulong,
} EMULATOR_PORT_ACCESS_TYPE,
    *PEMULATOR_PORT_ACCESS_TYPE;

#define EMULATOR_READ_ACCESS 0x01
#define EMULATOR_WRITE_ACCESS 0x02

typedef struct _EMULATOR_ACCESS_ENTRY {
  ULONG BasePort;
  ULONG NumConsecutivePorts;
  EMULATOR_PORT_ACCESS_TYPE AccessType;
  UCHAR AccessMode;
  UCHAR StringSupport;
  PVOID Routine;
} EMULATOR_ACCESS_ENTRY, *PEMULATOR_ACCESS_ENTRY;

typedef struct _VIDEO_ACCESS_RANGE {
  PHYSICAL_ADDRESS RangeStart;
  ULONG RangeLength;
  UCHAR RangeInIoSpace;
  UCHAR RangeVisible;
  UCHAR RangeShareable;
  UCHAR RangePassive;
} VIDEO_ACCESS_RANGE, *PVIDEO_ACCESS_RANGE;

typedef enum _VIDEO_SYNCHRONIZE_PRIORITY {
  VpLowPriority = 0,
  VpMediumPriority,
  VpHighPriority,
} VIDEO_SYNCHRONIZE_PRIORITY,
    *PVIDEO_SYNCHRONIZE_PRIORITY;

typedef enum _VP_POOL_TYPE {
  VpNonPagedPool = 0,
  VpPagedPool,
  VpNonPagedPoolCacheAligned = 4,
  VpPagedPoolCacheAligned,
} VP_POOL_TYPE,
    *PVP_POOL_TYPE;

typedef enum {
  VideoPortServicesAGP = 1,
  VideoPortServicesI2C,
  VideoPortServicesHeadless,
  VideoPortServicesInt10,
  VideoPortServicesDebugReport,
  VideoPortServicesWCMemoryProtection,
} VIDEO_PORT_SERVICES;

typedef enum _VP_LOCK_OPERATION {
  VpReadAccess = 0,
  VpWriteAccess,
  VpModifyAccess,
} VP_LOCK_OPERATION;

typedef struct _VP_DEVICE_DESCRIPTION {
  BOOLEAN ScatterGather;
  BOOLEAN Dma32BitAddresses;
  BOOLEAN Dma64BitAddresses;
  ULONG MaximumLength;
} VP_DEVICE_DESCRIPTION, *PVP_DEVICE_DESCRIPTION;

typedef struct _VPOSVERSIONINFO {
  ULONG Size;
  ULONG MajorVersion;
  ULONG MinorVersion;
  ULONG BuildNumber;
  USHORT ServicePackMajor;
  USHORT ServicePackMinor;
} VPOSVERSIONINFO, *PVPOSVERSIONINFO;

typedef struct _VP_DMA_ADAPTER VP_DMA_ADAPTER, *PVP_DMA_ADAPTER;

EXTERN_C_START
typedef VOID (*PBANKED_SECTION_ROUTINE)(ULONG ReadBank, ULONG WriteBank, PVOID Context);
typedef BOOLEAN (*PMINIPORT_SYNCHRONIZE_ROUTINE)(PVOID Context);
typedef VP_STATUS (*PMINIPORT_GET_REGISTRY_ROUTINE)(PVOID HwDeviceExtension, PVOID Context,
                                                    PWSTR ValueName, PVOID ValueData,
                                                    ULONG ValueLength);
EXTERN_C_END

#endif

EXTERN_C_START

VOID DlDebugPrint(DEBUG_LEVEL DebugPrintLevel, PSTR DebugMessage, ...);
#define DlDebugPrintEx(arg) DlDebugPrint arg

/* Memory and DMA. */
PVOID DlAllocatePool(PVOID DeviceHandle, VP_POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
VOID DlFreePool(PVOID DeviceHandle, PVOID Ptr);
PVOID DlAllocateCommonBuffer(PVOID DeviceHandle, PVP_DMA_ADAPTER DlpDmaAdapter, ULONG DesiredLength,
                             PPHYSICAL_ADDRESS LogicalAddress, BOOLEAN CacheEnabled,
                             PVOID Reserved);
VOID DlReleaseCommonBuffer(PVOID DeviceHandle, PVP_DMA_ADAPTER DlpDmaAdapter, ULONG Length,
                           PHYSICAL_ADDRESS LogicalAddress, PVOID VirtualAddress,
                           BOOLEAN CacheEnabled);
PVP_DMA_ADAPTER DlGetDmaAdapter(PVOID DeviceHandle, PVP_DEVICE_DESCRIPTION DlpDeviceDescription);
PVOID DlLockBuffer(PVOID DeviceHandle, PVOID BaseAddress, ULONG Length,
                   VP_LOCK_OPERATION Operation);
VOID DlUnlockBuffer(PVOID DeviceHandle, PVOID Mdl);
VP_STATUS DlMapMemory(PVOID DeviceHandle, PHYSICAL_ADDRESS TranslatedAddress, PULONG Length,
                      PULONG InIoSpace, PVOID* VirtualAddress);
NTSTATUS DlMapMemoryEx(PVOID DeviceHandle, PHYSICAL_ADDRESS TranslatedAddress, PULONG Length,
                       PULONG InIoSpace, HANDLE ProcessHandle, PVOID* VirtualAddress,
                       BOOLEAN MapToUserMode);
NTSTATUS DlUnmapMemory(PVOID DeviceHandle, PVOID VirtualAddress, HANDLE ProcessHandle);
PVOID DlGetDeviceBase(PVOID DeviceHandle, PHYSICAL_ADDRESS IoAddress, ULONG NumberOfUchars,
                      UCHAR InIoSpace);
VOID DlFreeDeviceBase(PVOID DeviceHandle, PVOID MappedAddress);

/* Events, timing and synchronisation. */
VP_STATUS DlCreateEvent(PVOID DeviceHandle, ULONG EventFlag, PVOID Unused, PEVENT* ppEvent);
VP_STATUS DlDeleteEvent(PVOID DeviceHandle, PEVENT pEvent);
LONG DlSetEvent(PVOID DeviceHandle, PEVENT pEvent);
VOID DlClearEvent(PVOID DeviceHandle, PEVENT pEvent);
VP_STATUS DlWaitForSingleObject(PVOID DeviceHandle, PVOID pEvent, PLARGE_INTEGER Timeout);
LONGLONG DlQueryPerformanceCounter(PVOID pDeviceHandle, PLONGLONG pllPerformanceFrequency);
VOID DlStopTimer(PVOID DeviceHandle);
BOOLEAN DlQueueDpc(PVOID DeviceHandle);
BOOLEAN DlSynchronizeExecution(PVOID DeviceHandle, VIDEO_SYNCHRONIZE_PRIORITY Priority,
                               PMINIPORT_SYNCHRONIZE_ROUTINE SynchronizeRoutine, PVOID Context,
                               ULONG MessageNumber);
VP_STATUS DlDisableInterrupt(PVOID DeviceHandle);
VP_STATUS DlEnableInterrupt(PVOID DeviceHandle);

/* The device, its resources and children. */
NTSTATUS DlGetDeviceInformation(PVOID DeviceHandle, PDXGK_DEVICE_INFO DeviceInfo);
NTSTATUS DlIndicateChildStatus(PVOID DeviceHandle, PDXGK_CHILD_STATUS ChildStatus);
VP_STATUS DlEnumerateChildren(PVOID DeviceHandle, PVOID Reserved);
NTSTATUS DlEvalAcpiMethod(PVOID DeviceHandle, ULONG DeviceUid,
                          PACPI_EVAL_INPUT_BUFFER_COMPLEX AcpiInputBuffer, ULONG AcpiInputSize,
                          PACPI_EVAL_OUTPUT_BUFFER AcpiOutputBuffer, ULONG AcpiOutputSize);
NTSTATUS DlQueryServices(PVOID DeviceHandle, VIDEO_PORT_SERVICES ServicesType,
                         PINTERFACE Interface);
ULONG DlReadDeviceSpace(PVOID DeviceHandle, ULONG DataType, ULONG SlotNumber, PVOID Buffer,
                        ULONG Offset, ULONG Length);
ULONG DlSetBusData(PVOID DeviceHandle, ULONG BusDataType, ULONG SlotNumber, PVOID Buffer,
                   ULONG Offset, ULONG Length);
PVOID DlGetRomImage(PVOID DeviceHandle, PVOID Unused1, ULONG Unused2, ULONG Length);
BOOLEAN DlScanRom(PVOID DeviceHandle, PUCHAR RomBase, ULONG RomLength, PUCHAR String);
NTSTATUS DlGetAccessRanges(PVOID DeviceHandle, ULONG NumRequestedResources,
                           PIO_RESOURCE_DESCRIPTOR RequestedResources, ULONG NumAccessRanges,
                           PVIDEO_ACCESS_RANGE AccessRanges, PVOID VendorId, PVOID DeviceId,
                           PULONG Slot);
VP_STATUS DlVerifyAccessRanges(PVOID DeviceHandle, ULONG NumAccessRanges,
                               PVIDEO_ACCESS_RANGE AccessRanges);
VP_STATUS DlSetTrappedEmulatorPorts(PVOID DeviceHandle, ULONG NumAccessRanges,
                                    PVIDEO_ACCESS_RANGE AccessRange);
PVOID DlGetAssociatedDeviceExtension(PVOID DeviceObject);

/* Registry, log and version. */
VP_STATUS DlGetRegistryParameters(PVOID DeviceHandle, PWSTR ParameterName,
                                  UCHAR IsParameterFileName,
                                  PMINIPORT_GET_REGISTRY_ROUTINE CallbackRoutine, PVOID Context);
VP_STATUS DlSetRegistryParameters(PVOID DeviceHandle, PWSTR ValueName, PVOID ValueData,
                                  ULONG ValueLength);
VOID DlLogError(PVOID DeviceHandle, PVIDEO_REQUEST_PACKET Vrp, VP_STATUS ErrorCode, ULONG UniqueId);
VP_STATUS DlGetVersion(PVOID DeviceHandle, PVPOSVERSIONINFO pDlpOsVersionInfo);

EXTERN_C_END
