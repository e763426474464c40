// The video port library of the old display driver model.
#ifndef __VIDEO_H__
#define __VIDEO_H__

#include "ntddk.h"
#include "ntddvdeo.h"
#include "dderror.h"

EXTERN_C_START

#ifndef VPAPI
#define VPAPI
#endif
#define VIDEOPORT_API
typedef LONG VP_STATUS, *PVP_STATUS;

// Debugging.

typedef enum VIDEO_DEBUG_LEVEL {
  Error = 0,
  Warn,
  Trace,
  Info
} VIDEO_DEBUG_LEVEL,
    *PVIDEO_DEBUG_LEVEL;
VOID VideoDebugPrintLevel(VIDEO_DEBUG_LEVEL DebugPrintLevel, PCSTR DebugMessage, ...);
#if defined(DBG) && DBG
#define VideoDebugPrint(arg) VideoPortDebugPrint arg
#else
#define VideoDebugPrint(arg) ((void)0)
#endif

// Requests.

typedef struct _STATUS_BLOCK {
  union {
    VP_STATUS Status;
    PVOID Pointer;
  };
  ULONG_PTR Information;
} STATUS_BLOCK, *PSTATUS_BLOCK;

typedef struct _VIDEO_REQUEST_PACKET {
  ULONG IoControlCode;
  PSTATUS_BLOCK StatusBlock;
  PVOID InputBuffer;
  ULONG InputBufferLength;
  PVOID OutputBuffer;
  ULONG OutputBufferLength;
} VIDEO_REQUEST_PACKET, *PVIDEO_REQUEST_PACKET;

typedef struct _VIDEO_ACCESS_RANGE {
  PHYSICAL_ADDRESS RangeStart;
  ULONG RangeLength;
  UCHAR RangeInIoSpace;
  UCHAR RangeVisible;
  UCHAR RangeShareable;
  UCHAR RangePassive;
} VIDEO_ACCESS_RANGE, *PVIDEO_ACCESS_RANGE;
#define VIDEO_RANGE_PASSIVE_DECODE 1
#define VIDEO_RANGE_10_BIT_DECODE 2
#define VIDEO_MEMORY_SPACE_MEMORY 0x00
#define VIDEO_MEMORY_SPACE_IO 0x01
#define VIDEO_MEMORY_SPACE_USER_MODE 0x02
#define VIDEO_MEMORY_SPACE_DENSE 0x04
#define VIDEO_MEMORY_SPACE_P6CACHE 0x08
#define VIDEO_ENUM_MORE_DEVICES ERROR_CONTINUE
#define VIDEO_ENUM_NO_MORE_DEVICES ERROR_NO_MORE_DEVICES
#define VIDEO_ENUM_INVALID_DEVICE ERROR_INVALID_NAME
#define VIDEO_INVALID_CHILD_ID 0xFFFFFFFF
#define DISPLAY_ADAPTER_HW_ID 0xFFFFFFFF

typedef enum _VP_LOCK_OPERATION {
  VpReadAccess = 0,
  VpWriteAccess,
  VpModifyAccess
} VP_LOCK_OPERATION;

typedef enum _VIDEO_CHILD_TYPE {
  Monitor = 1,
  NonPrimaryChip,
  VideoChip,
  Other
} VIDEO_CHILD_TYPE,
    *PVIDEO_CHILD_TYPE;

typedef struct _VIDEO_CHILD_ENUM_INFO {
  ULONG Size;
  ULONG ChildDescriptorSize;
  ULONG ChildIndex;
  ULONG ACPIHwId;
  PVOID ChildHwDeviceExtension;
} VIDEO_CHILD_ENUM_INFO, *PVIDEO_CHILD_ENUM_INFO;

typedef struct _VIDEO_CHILD_STATE {
  ULONG Id;
  ULONG State;
} VIDEO_CHILD_STATE, *PVIDEO_CHILD_STATE;

typedef struct _VIDEO_CHILD_STATE_CONFIGURATION {
  ULONG Count;
  VIDEO_CHILD_STATE ChildStateArray[1];
} VIDEO_CHILD_STATE_CONFIGURATION, *PVIDEO_CHILD_STATE_CONFIGURATION;

typedef enum _VIDEO_DEVICE_DATA_TYPE {
  VpMachineData = 0,
  VpCmosData,
  VpBusData,
  VpControllerData,
  VpMonitorData
} VIDEO_DEVICE_DATA_TYPE,
    *PVIDEO_DEVICE_DATA_TYPE;

typedef enum VIDEO_SYNCHRONIZE_PRIORITY {
  VpLowPriority = 0,
  VpMediumPriority,
  VpHighPriority
} VIDEO_SYNCHRONIZE_PRIORITY,
    *PVIDEO_SYNCHRONIZE_PRIORITY;

typedef enum _VP_POOL_TYPE {
  VpNonPagedPool = 0,
  VpPagedPool,
  VpNonPagedPoolCacheAligned = 4,
  VpPagedPoolCacheAligned
} VP_POOL_TYPE,
    *PVP_POOL_TYPE;

typedef enum _HW_DMA_RETURN { DmaAsyncReturn, DmaSyncReturn } HW_DMA_RETURN, *PHW_DMA_RETURN;

typedef enum _DMA_FLAGS {
  VideoPortUnlockAfterDma = 1,
  VideoPortKeepPagesLocked,
  VideoPortDmaInitOnly
} DMA_FLAGS;

typedef ULONG DMA_EVENT_FLAGS;
#define SET_USER_EVENT 0x01
#define EVENT_TYPE_MASK 1
typedef struct __DMA_PARAMETERS* PDMA;
typedef struct _VIDEO_PORT_SPIN_LOCK* PSPIN_LOCK;
typedef struct _VIDEO_DEBUG_REPORT* PVIDEO_DEBUG_REPORT;

typedef struct _QUERY_INTERFACE {
  const GUID* InterfaceType;
  USHORT Size;
  USHORT Version;
  PINTERFACE Interface;
  PVOID InterfaceSpecificData;
} QUERY_INTERFACE, *PQUERY_INTERFACE;

typedef struct _VIDEO_X86_BIOS_ARGUMENTS {
  ULONG Eax;
  ULONG Ebx;
  ULONG Ecx;
  ULONG Edx;
  ULONG Esi;
  ULONG Edi;
  ULONG Ebp;
} VIDEO_X86_BIOS_ARGUMENTS, *PVIDEO_X86_BIOS_ARGUMENTS;

typedef struct _INT10_BIOS_ARGUMENTS {
  ULONG Eax;
  ULONG Ebx;
  ULONG Ecx;
  ULONG Edx;
  ULONG Esi;
  ULONG Edi;
  ULONG Ebp;
  USHORT SegDs;
  USHORT SegEs;
} INT10_BIOS_ARGUMENTS, *PINT10_BIOS_ARGUMENTS;

typedef struct _VPOSVERSIONINFO {
  ULONG Size;
  ULONG MajorVersion;
  ULONG MinorVersion;
  ULONG BuildNumber;
  USHORT ServicePackMajor;
  USHORT ServicePackMinor;
} VPOSVERSIONINFO, *PVPOSVERSIONINFO;

typedef enum _EMULATOR_PORT_ACCESS_TYPE {
  Uchar,
  Ushort,
  Ulong
} EMULATOR_PORT_ACCESS_TYPE,
    *PEMULATOR_PORT_ACCESS_TYPE;

typedef struct _EMULATOR_ACCESS_ENTRY {
  ULONG BasePort;
  ULONG NumConsecutivePorts;
  EMULATOR_PORT_ACCESS_TYPE AccessType;
  UCHAR AccessMode;
  UCHAR StringSupport;
  PVOID Routine;
} EMULATOR_ACCESS_ENTRY, *PEMULATOR_ACCESS_ENTRY;
#define EMULATOR_READ_ACCESS 0x01
#define EMULATOR_WRITE_ACCESS 0x02

// Scatter/gather.

typedef struct _VP_SCATTER_GATHER_ELEMENT {
  PHYSICAL_ADDRESS Address;
  ULONG Length;
  ULONG_PTR Reserved;
} VP_SCATTER_GATHER_ELEMENT, *PVP_SCATTER_GATHER_ELEMENT;

typedef struct _VP_SCATTER_GATHER_LIST {
  ULONG NumberOfElements;
  ULONG_PTR Reserved;
  VP_SCATTER_GATHER_ELEMENT Elements[0];
} VP_SCATTER_GATHER_LIST, *PVP_SCATTER_GATHER_LIST;

typedef struct _VP_DEVICE_DESCRIPTION {
  BOOLEAN ScatterGather;
  BOOLEAN Dma32BitAddresses;
  BOOLEAN Dma64BitAddresses;
  ULONG MaximumLength;
} VP_DEVICE_DESCRIPTION, *PVP_DEVICE_DESCRIPTION;
typedef struct __VP_DMA_ADAPTER* PVP_DMA_ADAPTER;

// Routines of the miniport.

typedef void BANKED_SECTION_ROUTINE(ULONG ReadBank, ULONG WriteBank, PVOID Context);
typedef BANKED_SECTION_ROUTINE* PBANKED_SECTION_ROUTINE;

typedef PVOID VIDEO_PORT_GET_PROC_ADDRESS(PVOID HwDeviceExtension, PUCHAR FunctionName);
typedef VIDEO_PORT_GET_PROC_ADDRESS* PVIDEO_PORT_GET_PROC_ADDRESS;

typedef struct _VIDEO_PORT_CONFIG_INFO {
  ULONG Length;
  ULONG SystemIoBusNumber;
  INTERFACE_TYPE AdapterInterfaceType;
  ULONG BusInterruptLevel;
  ULONG BusInterruptVector;
  KINTERRUPT_MODE InterruptMode;
  ULONG NumEmulatorAccessEntries;
  PEMULATOR_ACCESS_ENTRY EmulatorAccessEntries;
  ULONG_PTR EmulatorAccessEntriesContext;
  PHYSICAL_ADDRESS VdmPhysicalVideoMemoryAddress;
  ULONG VdmPhysicalVideoMemoryLength;
  ULONG HardwareStateSize;
  ULONG DmaChannel;
  ULONG DmaPort;
  UCHAR DmaShareable;
  UCHAR InterruptShareable;
  BOOLEAN Master;
  DMA_WIDTH DmaWidth;
  DMA_SPEED DmaSpeed;
  BOOLEAN bMapBuffers;
  BOOLEAN NeedPhysicalAddresses;
  BOOLEAN DemandMode;
  ULONG MaximumTransferLength;
  ULONG NumberOfPhysicalBreaks;
  BOOLEAN ScatterGather;
  ULONG MaximumScatterGatherChunkSize;
  PVIDEO_PORT_GET_PROC_ADDRESS VideoPortGetProcAddress;
  PWSTR DriverRegistryPath;
  ULONGLONG SystemMemorySize;
} VIDEO_PORT_CONFIG_INFO, *PVIDEO_PORT_CONFIG_INFO;

typedef VP_STATUS VIDEO_HW_FIND_ADAPTER(PVOID HwDeviceExtension, PVOID HwContext,
                                        PWSTR ArgumentString, PVIDEO_PORT_CONFIG_INFO ConfigInfo,
                                        PUCHAR Again);
typedef VIDEO_HW_FIND_ADAPTER* PVIDEO_HW_FIND_ADAPTER;

typedef BOOLEAN VIDEO_HW_INITIALIZE(PVOID HwDeviceExtension);
typedef VIDEO_HW_INITIALIZE* PVIDEO_HW_INITIALIZE;

typedef BOOLEAN VIDEO_HW_INTERRUPT(PVOID HwDeviceExtension);
typedef VIDEO_HW_INTERRUPT* PVIDEO_HW_INTERRUPT;

typedef BOOLEAN VIDEO_HW_START_IO(PVOID HwDeviceExtension, PVIDEO_REQUEST_PACKET RequestPacket);
typedef VIDEO_HW_START_IO* PVIDEO_HW_START_IO;

typedef BOOLEAN VIDEO_HW_RESET_HW(PVOID HwDeviceExtension, ULONG Columns, ULONG Rows);
typedef VIDEO_HW_RESET_HW* PVIDEO_HW_RESET_HW;

typedef void VIDEO_HW_TIMER(PVOID HwDeviceExtension);
typedef VIDEO_HW_TIMER* PVIDEO_HW_TIMER;

typedef HW_DMA_RETURN VIDEO_HW_START_DMA(PVOID HwDeviceExtension, PDMA pDma);
typedef VIDEO_HW_START_DMA* PVIDEO_HW_START_DMA;

typedef VP_STATUS VIDEO_HW_POWER_SET(PVOID HwDeviceExtension, ULONG HwId,
                                     PVIDEO_POWER_MANAGEMENT VideoPowerControl);
typedef VIDEO_HW_POWER_SET* PVIDEO_HW_POWER_SET;

typedef VP_STATUS VIDEO_HW_POWER_GET(PVOID HwDeviceExtension, ULONG HwId,
                                     PVIDEO_POWER_MANAGEMENT VideoPowerControl);
typedef VIDEO_HW_POWER_GET* PVIDEO_HW_POWER_GET;

typedef VP_STATUS VIDEO_HW_GET_CHILD_DESCRIPTOR(PVOID HwDeviceExtension,
                                                PVIDEO_CHILD_ENUM_INFO ChildEnumInfo,
                                                PVIDEO_CHILD_TYPE VideoChildType,
                                                PUCHAR pChildDescriptor, PULONG UId,
                                                PULONG pUnused);
typedef VIDEO_HW_GET_CHILD_DESCRIPTOR* PVIDEO_HW_GET_CHILD_DESCRIPTOR;

typedef VP_STATUS VIDEO_HW_QUERY_INTERFACE(PVOID HwDeviceExtension,
                                           PQUERY_INTERFACE QueryInterface);
typedef VIDEO_HW_QUERY_INTERFACE* PVIDEO_HW_QUERY_INTERFACE;

typedef void VIDEO_HW_LEGACYRESOURCES(ULONG VendorId, ULONG DeviceId,
                                      PVIDEO_ACCESS_RANGE* LegacyResourceList,
                                      PULONG LegacyResourceCount);
typedef VIDEO_HW_LEGACYRESOURCES* PVIDEO_HW_LEGACYRESOURCES;

typedef void MINIPORT_DPC_ROUTINE(PVOID HwDeviceExtension, PVOID Context);
typedef MINIPORT_DPC_ROUTINE* PMINIPORT_DPC_ROUTINE;

typedef VP_STATUS MINIPORT_GET_REGISTRY_ROUTINE(PVOID HwDeviceExtension, PVOID Context,
                                                PWSTR ValueName, PVOID ValueData,
                                                ULONG ValueLength);
typedef MINIPORT_GET_REGISTRY_ROUTINE* PMINIPORT_GET_REGISTRY_ROUTINE;

typedef VP_STATUS MINIPORT_QUERY_DEVICE_ROUTINE(
    PVOID HwDeviceExtension, PVOID Context, VIDEO_DEVICE_DATA_TYPE DeviceDataType, PVOID Identifier,
    ULONG IdentifierLength, PVOID ConfigurationData, ULONG ConfigurationDataLength,
    PVOID ComponentInformation, ULONG ComponentInformationLength);
typedef MINIPORT_QUERY_DEVICE_ROUTINE* PMINIPORT_QUERY_DEVICE_ROUTINE;

typedef BOOLEAN MINIPORT_SYNCHRONIZE_ROUTINE(PVOID Context);
typedef MINIPORT_SYNCHRONIZE_ROUTINE* PMINIPORT_SYNCHRONIZE_ROUTINE;

typedef void VIDEO_BUGCHECK_CALLBACK(PVOID HwDeviceExtension, ULONG BugcheckCode, PUCHAR Buffer,
                                     ULONG BufferSize);
typedef VIDEO_BUGCHECK_CALLBACK* PVIDEO_BUGCHECK_CALLBACK;

typedef void EXECUTE_DMA(PVOID HwDeviceExtension, PVP_DMA_ADAPTER VpDmaAdapter,
                         PVP_SCATTER_GATHER_LIST SGList, PVOID Context);
typedef EXECUTE_DMA* PEXECUTE_DMA;

typedef VP_STATUS DRIVER_IO_PORT_UCHAR(ULONG_PTR Context, ULONG Port, UCHAR AccessMode,
                                       PUCHAR Data);
typedef DRIVER_IO_PORT_UCHAR* PDRIVER_IO_PORT_UCHAR;

typedef VP_STATUS DRIVER_IO_PORT_UCHAR_STRING(ULONG_PTR Context, ULONG Port, UCHAR AccessMode,
                                              PUCHAR Data, ULONG DataLength);
typedef DRIVER_IO_PORT_UCHAR_STRING* PDRIVER_IO_PORT_UCHAR_STRING;

typedef VP_STATUS DRIVER_IO_PORT_ULONG(ULONG_PTR Context, ULONG Port, UCHAR AccessMode,
                                       PULONG Data);
typedef DRIVER_IO_PORT_ULONG* PDRIVER_IO_PORT_ULONG;

typedef VP_STATUS DRIVER_IO_PORT_ULONG_STRING(ULONG_PTR Context, ULONG Port, UCHAR AccessMode,
                                              PULONG Data, ULONG DataLength);
typedef DRIVER_IO_PORT_ULONG_STRING* PDRIVER_IO_PORT_ULONG_STRING;

typedef VP_STATUS DRIVER_IO_PORT_USHORT(ULONG_PTR Context, ULONG Port, UCHAR AccessMode,
                                        PUSHORT Data);
typedef DRIVER_IO_PORT_USHORT* PDRIVER_IO_PORT_USHORT;

typedef VP_STATUS DRIVER_IO_PORT_USHORT_STRING(ULONG_PTR Context, ULONG Port, UCHAR AccessMode,
                                               PUSHORT Data, ULONG DataLength);
typedef DRIVER_IO_PORT_USHORT_STRING* PDRIVER_IO_PORT_USHORT_STRING;

typedef struct _VIDEO_HW_INITIALIZATION_DATA {
  ULONG HwInitDataSize;
  INTERFACE_TYPE AdapterInterfaceType;
  PVIDEO_HW_FIND_ADAPTER HwFindAdapter;
  PVIDEO_HW_INITIALIZE HwInitialize;
  PVIDEO_HW_INTERRUPT HwInterrupt;
  PVIDEO_HW_START_IO HwStartIO;
  ULONG HwDeviceExtensionSize;
  ULONG StartingDeviceNumber;
  PVIDEO_HW_RESET_HW HwResetHw;
  PVIDEO_HW_TIMER HwTimer;
  PVIDEO_HW_START_DMA HwStartDma;
  PVIDEO_HW_POWER_SET HwSetPowerState;
  PVIDEO_HW_POWER_GET HwGetPowerState;
  PVIDEO_HW_GET_CHILD_DESCRIPTOR HwGetVideoChildDescriptor;
  PVIDEO_HW_QUERY_INTERFACE HwQueryInterface;
  ULONG HwChildDeviceExtensionSize;
  PVIDEO_ACCESS_RANGE HwLegacyResourceList;
  ULONG HwLegacyResourceCount;
  PVIDEO_HW_LEGACYRESOURCES HwGetLegacyResources;
  BOOLEAN AllowEarlyEnumeration;
  ULONG Reserved;
} VIDEO_HW_INITIALIZATION_DATA, *PVIDEO_HW_INITIALIZATION_DATA;

// Serial bus, BIOS and services.

typedef void VIDEO_WRITE_CLOCK_LINE(PVOID HwDeviceExtension, UCHAR Data);
typedef VIDEO_WRITE_CLOCK_LINE* PVIDEO_WRITE_CLOCK_LINE;

typedef void VIDEO_WRITE_DATA_LINE(PVOID HwDeviceExtension, UCHAR Data);
typedef VIDEO_WRITE_DATA_LINE* PVIDEO_WRITE_DATA_LINE;

typedef BOOLEAN VIDEO_READ_CLOCK_LINE(PVOID HwDeviceExtension);
typedef VIDEO_READ_CLOCK_LINE* PVIDEO_READ_CLOCK_LINE;

typedef BOOLEAN VIDEO_READ_DATA_LINE(PVOID HwDeviceExtension);
typedef VIDEO_READ_DATA_LINE* PVIDEO_READ_DATA_LINE;

typedef void VIDEO_WAIT_VSYNC_ACTIVE(PVOID HwDeviceExtension);
typedef VIDEO_WAIT_VSYNC_ACTIVE* PVIDEO_WAIT_VSYNC_ACTIVE;

typedef VP_STATUS INT10_CALL_BIOS(PVOID Context, PINT10_BIOS_ARGUMENTS BiosArguments);
typedef INT10_CALL_BIOS* PINT10_CALL_BIOS;

typedef VP_STATUS INT10_ALLOCATE_BUFFER(PVOID Context, PUSHORT Seg, PUSHORT Off, PULONG Length);
typedef INT10_ALLOCATE_BUFFER* PINT10_ALLOCATE_BUFFER;

typedef VP_STATUS INT10_FREE_BUFFER(PVOID Context, USHORT Seg, USHORT Off);
typedef INT10_FREE_BUFFER* PINT10_FREE_BUFFER;

typedef VP_STATUS INT10_READ_MEMORY(PVOID Context, USHORT Seg, USHORT Off, PVOID Buffer,
                                    ULONG Length);
typedef INT10_READ_MEMORY* PINT10_READ_MEMORY;

typedef VP_STATUS INT10_WRITE_MEMORY(PVOID Context, USHORT Seg, USHORT Off, PVOID Buffer,
                                     ULONG Length);
typedef INT10_WRITE_MEMORY* PINT10_WRITE_MEMORY;

typedef struct _I2C_FNC_TABLE {
  ULONG Size;
  PVIDEO_WRITE_CLOCK_LINE WriteClockLine;
  PVIDEO_WRITE_DATA_LINE WriteDataLine;
  PVIDEO_READ_CLOCK_LINE ReadClockLine;
  PVIDEO_READ_DATA_LINE ReadDataLine;
  PVIDEO_WAIT_VSYNC_ACTIVE WaitVsync;
  PVOID Reserved;
} I2C_FNC_TABLE, *PI2C_FNC_TABLE;

typedef struct _I2C_CALLBACKS {
  PVIDEO_WRITE_CLOCK_LINE WriteClockLine;
  PVIDEO_WRITE_DATA_LINE WriteDataLine;
  PVIDEO_READ_CLOCK_LINE ReadClockLine;
  PVIDEO_READ_DATA_LINE ReadDataLine;
} I2C_CALLBACKS, *PI2C_CALLBACKS;

typedef struct _DDC_CONTROL {
  ULONG Size;
  I2C_CALLBACKS I2CCallbacks;
  UCHAR EdidSegment;
} DDC_CONTROL, *PDDC_CONTROL;

typedef BOOLEAN I2C_START(PVOID HwDeviceExtension, PI2C_CALLBACKS I2CCallbacks);
typedef I2C_START* PI2C_START;

typedef BOOLEAN I2C_STOP(PVOID HwDeviceExtension, PI2C_CALLBACKS I2CCallbacks);
typedef I2C_STOP* PI2C_STOP;

typedef BOOLEAN I2C_WRITE(PVOID HwDeviceExtension, PI2C_CALLBACKS I2CCallbacks, PUCHAR Buffer,
                          ULONG Length);
typedef I2C_WRITE* PI2C_WRITE;

typedef BOOLEAN I2C_READ(PVOID HwDeviceExtension, PI2C_CALLBACKS I2CCallbacks, PUCHAR Buffer,
                         ULONG Length);
typedef I2C_READ* PI2C_READ;

typedef enum _VIDEO_PORT_SERVICES {
  VideoPortServicesAGP = 1,
  VideoPortServicesI2C,
  VideoPortServicesHeadless,
  VideoPortServicesInt10,
  VideoPortServicesDebugReport,
  VideoPortServicesWCMemoryProtection
} VIDEO_PORT_SERVICES;

typedef struct _VIDEO_PORT_I2C_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PI2C_START I2CStart;
  PI2C_STOP I2CStop;
  PI2C_WRITE I2CWrite;
  PI2C_READ I2CRead;
} VIDEO_PORT_I2C_INTERFACE, *PVIDEO_PORT_I2C_INTERFACE;

typedef struct _VIDEO_PORT_INT10_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PINT10_ALLOCATE_BUFFER Int10AllocateBuffer;
  PINT10_FREE_BUFFER Int10FreeBuffer;
  PINT10_READ_MEMORY Int10ReadMemory;
  PINT10_WRITE_MEMORY Int10WriteMemory;
  PINT10_CALL_BIOS Int10CallBios;
} VIDEO_PORT_INT10_INTERFACE, *PVIDEO_PORT_INT10_INTERFACE;

typedef VP_STATUS (*PROTECT_WC_MEMORY)(PVOID Context, PVOID HwDeviceExtension);

typedef VP_STATUS (*RESTORE_WC_MEMORY)(PVOID Context, PVOID HwDeviceExtension);

typedef struct _VIDEO_PORT_WCMEMORYPROTECTION_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PROTECT_WC_MEMORY VideoPortProtectWCMemory;
  RESTORE_WC_MEMORY VideoPortRestoreWCMemory;
} VIDEO_PORT_WCMEMORYPROTECTION_INTERFACE, *PVIDEO_PORT_WCMEMORYPROTECTION_INTERFACE;

typedef struct _VIDEO_PORT_DEBUG_REPORT_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PVIDEO_DEBUG_REPORT (*DbgReportCreate)(PVOID HwDeviceExtension, ULONG ulCode, ULONG_PTR ulpArg1,
                                         ULONG_PTR ulpArg2, ULONG_PTR ulpArg3, ULONG_PTR ulpArg4);
  BOOLEAN (*DbgReportSecondaryData)(PVIDEO_DEBUG_REPORT pReport, PVOID pvData, ULONG ulDataSize);
  void (*DbgReportComplete)(PVIDEO_DEBUG_REPORT pReport);
} VIDEO_PORT_DEBUG_REPORT_INTERFACE, *PVIDEO_PORT_DEBUG_REPORT_INTERFACE;
#define VIDEO_PORT_I2C_INTERFACE_VERSION_1 1
#define VIDEO_PORT_I2C_INTERFACE_VERSION_2 2
#define VIDEO_PORT_INT10_INTERFACE_VERSION_1 1
NTKERNELAPI VOID VideoPortAcquireDeviceLock(PVOID HwDeviceExtension);
NTKERNELAPI VOID VideoPortAcquireSpinLock(PVOID HwDeviceExtension, PSPIN_LOCK SpinLock,
                                          PUCHAR OldIrql);
NTKERNELAPI VOID VideoPortAcquireSpinLockAtDpcLevel(PVOID HwDeviceExtension, PSPIN_LOCK SpinLock);
NTKERNELAPI VP_STATUS VideoPortAllocateBuffer(PVOID HwDeviceExtension, ULONG Size, PVOID* Buffer);
NTKERNELAPI PVOID VideoPortAllocateCommonBuffer(PVOID HwDeviceExtension,
                                                PVP_DMA_ADAPTER VpDmaAdapter, ULONG DesiredLength,
                                                PPHYSICAL_ADDRESS LogicalAddress,
                                                BOOLEAN CacheEnabled, PVOID Reserved);
NTKERNELAPI PVOID VideoPortAllocateContiguousMemory(PVOID HwDeviceExtension, ULONG NumberOfBytes,
                                                    PHYSICAL_ADDRESS HighestAcceptableAddress);
NTKERNELAPI PVOID VideoPortAllocatePool(PVOID HwDeviceExtension, VP_POOL_TYPE PoolType,
                                        SIZE_T NumberOfBytes, ULONG Tag);
NTKERNELAPI PDMA VideoPortAssociateEventsWithDmaHandle(PVOID HwDeviceExtension,
                                                       PVIDEO_REQUEST_PACKET pVrp,
                                                       PVOID MappedUserEvent,
                                                       PVOID DisplayDriverEvent);
NTKERNELAPI BOOLEAN VideoPortCheckForDeviceExistence(PVOID HwDeviceExtension, USHORT VendorId,
                                                     USHORT DeviceId, UCHAR RevisionId,
                                                     USHORT SubVendorId, USHORT SubSystemId,
                                                     ULONG Flags);
NTKERNELAPI VOID VideoPortClearEvent(PVOID HwDeviceExtension, PEVENT pEvent);
NTKERNELAPI ULONG VideoPortCompareMemory(PVOID Source1, PVOID Source2, SIZE_T Length);
NTKERNELAPI VP_STATUS VideoPortCompleteDma(PVOID HwDeviceExtension, PVP_DMA_ADAPTER VpDmaAdapter,
                                           PVP_SCATTER_GATHER_LIST VpScatterGather,
                                           BOOLEAN WriteToDevice);
NTKERNELAPI VP_STATUS VideoPortCreateEvent(PVOID HwDeviceExtension, ULONG EventFlag, PVOID Unused,
                                           PEVENT* ppEvent);
NTKERNELAPI VP_STATUS VideoPortCreateSecondaryDisplay(PVOID HwDeviceExtension,
                                                      PVOID* SecondaryDeviceExtension,
                                                      ULONG ulFlag);
NTKERNELAPI VP_STATUS VideoPortCreateSpinLock(PVOID HwDeviceExtension, PSPIN_LOCK* SpinLock);
NTKERNELAPI BOOLEAN VideoPortDDCMonitorHelper(PVOID HwDeviceExtension, PVOID DDCControl,
                                              PUCHAR EdidBuffer, ULONG EdidBufferSize);
NTKERNELAPI VOID VideoPortDebugPrint(VIDEO_DEBUG_LEVEL DebugPrintLevel, PSTR DebugMessage, ...);
NTKERNELAPI VP_STATUS VideoPortDeleteEvent(PVOID HwDeviceExtension, PEVENT pEvent);
NTKERNELAPI VP_STATUS VideoPortDeleteSpinLock(PVOID HwDeviceExtension, PSPIN_LOCK SpinLock);
NTKERNELAPI VP_STATUS VideoPortDisableInterrupt(PVOID HwDeviceExtension);
NTKERNELAPI PDMA VideoPortDoDma(PVOID HwDeviceExtension, PDMA pDma, DMA_FLAGS DmaFlags);
NTKERNELAPI VP_STATUS VideoPortEnableInterrupt(PVOID HwDeviceExtension);
NTKERNELAPI VP_STATUS VideoPortEnumerateChildren(PVOID HwDeviceExtension, PVOID Reserved);
NTKERNELAPI VP_STATUS VideoPortFlushRegistry(PVOID HwDeviceExtension);
NTKERNELAPI VOID VideoPortFreeCommonBuffer(PVOID HwDeviceExtension, ULONG Length,
                                           PVOID VirtualAddress, PHYSICAL_ADDRESS LogicalAddress,
                                           BOOLEAN CacheEnabled);
NTKERNELAPI VOID VideoPortFreeDeviceBase(PVOID HwDeviceExtension, PVOID MappedAddress);
NTKERNELAPI VOID VideoPortFreePool(PVOID HwDeviceExtension, PVOID Ptr);
NTKERNELAPI VP_STATUS VideoPortGetAccessRanges(PVOID HwDeviceExtension, ULONG NumRequestedResources,
                                               PIO_RESOURCE_DESCRIPTOR RequestedResources,
                                               ULONG NumAccessRanges,
                                               PVIDEO_ACCESS_RANGE AccessRanges, PVOID VendorId,
                                               PVOID DeviceId, PULONG Slot);
NTKERNELAPI PVOID VideoPortGetAssociatedDeviceExtension(PVOID DeviceObject);
NTKERNELAPI ULONG VideoPortGetAssociatedDeviceID(PVOID DeviceObject);
NTKERNELAPI ULONG VideoPortGetBusData(PVOID HwDeviceExtension, BUS_DATA_TYPE BusDataType,
                                      ULONG SlotNumber, PVOID Buffer, ULONG Offset, ULONG Length);
NTKERNELAPI ULONG VideoPortGetBytesUsed(PVOID HwDeviceExtension, PDMA pDma);
NTKERNELAPI PVOID VideoPortGetCommonBuffer(PVOID HwDeviceExtension, ULONG DesiredLength,
                                           ULONG Alignment, PPHYSICAL_ADDRESS LogicalAddress,
                                           PULONG pActualLength, BOOLEAN CacheEnabled);
NTKERNELAPI UCHAR VideoPortGetCurrentIrql(VOID);
NTKERNELAPI PVOID VideoPortGetDeviceBase(PVOID HwDeviceExtension, PHYSICAL_ADDRESS IoAddress,
                                         ULONG NumberOfUchars, UCHAR InIoSpace);
NTKERNELAPI VP_STATUS VideoPortGetDeviceData(PVOID HwDeviceExtension,
                                             VIDEO_DEVICE_DATA_TYPE DeviceDataType,
                                             PMINIPORT_QUERY_DEVICE_ROUTINE CallbackRoutine,
                                             PVOID Context);
NTKERNELAPI PVP_DMA_ADAPTER VideoPortGetDmaAdapter(PVOID HwDeviceExtension,
                                                   PVP_DEVICE_DESCRIPTION VpDeviceDescription);
NTKERNELAPI PVOID VideoPortGetDmaContext(PVOID HwDeviceExtension, PDMA pDma);
NTKERNELAPI PVOID VideoPortGetMdl(PVOID HwDeviceExtension, PDMA pDma);
NTKERNELAPI VP_STATUS VideoPortGetRegistryParameters(PVOID HwDeviceExtension, PWSTR ParameterName,
                                                     UCHAR IsParameterFileName,
                                                     PMINIPORT_GET_REGISTRY_ROUTINE CallbackRoutine,
                                                     PVOID Context);
NTKERNELAPI PVOID VideoPortGetRomImage(PVOID HwDeviceExtension, PVOID Unused1, ULONG Unused2,
                                       ULONG Length);
NTKERNELAPI VP_STATUS VideoPortGetVersion(PVOID HwDeviceExtension,
                                          PVPOSVERSIONINFO pVpOsVersionInfo);
NTKERNELAPI VP_STATUS VideoPortGetVgaStatus(PVOID HwDeviceExtension, PULONG VgaStatus);
NTKERNELAPI ULONG VideoPortInitialize(PVOID Argument1, PVOID Argument2,
                                      PVIDEO_HW_INITIALIZATION_DATA HwInitializationData,
                                      PVOID HwContext);
NTKERNELAPI VP_STATUS VideoPortInt10(PVOID HwDeviceExtension,
                                     PVIDEO_X86_BIOS_ARGUMENTS BiosArguments);
NTKERNELAPI LONG VideoPortInterlockedDecrement(PLONG Addend);
NTKERNELAPI LONG VideoPortInterlockedExchange(PLONG Target, LONG Value);
NTKERNELAPI LONG VideoPortInterlockedIncrement(PLONG Addend);
NTKERNELAPI BOOLEAN VideoPortIsNoVesa(VOID);
NTKERNELAPI PVOID VideoPortLockBuffer(PVOID HwDeviceExtension, PVOID BaseAddress, ULONG Length,
                                      VP_LOCK_OPERATION Operation);
NTKERNELAPI BOOLEAN VideoPortLockPages(PVOID HwDeviceExtension, PVIDEO_REQUEST_PACKET pVrp,
                                       PEVENT pUEvent, PEVENT pDisplayEvent, DMA_FLAGS DmaFlags);
NTKERNELAPI VOID VideoPortLogError(PVOID HwDeviceExtension, PVIDEO_REQUEST_PACKET Vrp,
                                   VP_STATUS ErrorCode, ULONG UniqueId);
NTKERNELAPI VP_STATUS VideoPortMapBankedMemory(PVOID HwDeviceExtension,
                                               PHYSICAL_ADDRESS PhysicalAddress, PULONG Length,
                                               PULONG InIoSpace, PVOID* VirtualAddress,
                                               ULONG BankLength, UCHAR ReadWriteBank,
                                               PBANKED_SECTION_ROUTINE BankRoutine, PVOID Context);
NTKERNELAPI PDMA VideoPortMapDmaMemory(PVOID HwDeviceExtension, PVIDEO_REQUEST_PACKET pVrp,
                                       PHYSICAL_ADDRESS BoardAddress, PULONG Length,
                                       PULONG InIoSpace, PVOID MappedUserEvent,
                                       PVOID DisplayDriverEvent, PVOID* VirtualAddress);
NTKERNELAPI VP_STATUS VideoPortMapMemory(PVOID HwDeviceExtension, PHYSICAL_ADDRESS PhysicalAddress,
                                         PULONG Length, PULONG InIoSpace, PVOID* VirtualAddress);
NTKERNELAPI VOID VideoPortMoveMemory(PVOID Destination, PVOID Source, ULONG Length);
NTKERNELAPI VOID VideoPortPutDmaAdapter(PVOID HwDeviceExtension, PVP_DMA_ADAPTER VpDmaAdapter);
NTKERNELAPI LONGLONG VideoPortQueryPerformanceCounter(PVOID HwDeviceExtension,
                                                      PLONGLONG PerformanceFrequency);
NTKERNELAPI VP_STATUS VideoPortQueryServices(PVOID HwDeviceExtension,
                                             VIDEO_PORT_SERVICES ServicesType,
                                             PINTERFACE Interface);
NTKERNELAPI VOID VideoPortQuerySystemTime(PLARGE_INTEGER CurrentTime);
NTKERNELAPI BOOLEAN VideoPortQueueDpc(PVOID HwDeviceExtension,
                                      PMINIPORT_DPC_ROUTINE CallbackRoutine, PVOID Context);
NTKERNELAPI VOID VideoPortReadPortBufferUchar(PUCHAR Port, PUCHAR Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortReadPortBufferUlong(PULONG Port, PULONG Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortReadPortBufferUshort(PUSHORT Port, PUSHORT Buffer, ULONG Count);
NTKERNELAPI UCHAR VideoPortReadPortUchar(PUCHAR Port);
NTKERNELAPI ULONG VideoPortReadPortUlong(PULONG Port);
NTKERNELAPI USHORT VideoPortReadPortUshort(PUSHORT Port);
NTKERNELAPI VOID VideoPortReadRegisterBufferUchar(PUCHAR Register, PUCHAR Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortReadRegisterBufferUlong(PULONG Register, PULONG Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortReadRegisterBufferUshort(PUSHORT Register, PUSHORT Buffer, ULONG Count);
NTKERNELAPI UCHAR VideoPortReadRegisterUchar(PUCHAR Register);
NTKERNELAPI ULONG VideoPortReadRegisterUlong(PULONG Register);
NTKERNELAPI USHORT VideoPortReadRegisterUshort(PUSHORT Register);
NTKERNELAPI LONG VideoPortReadStateEvent(PVOID HwDeviceExtension, PEVENT pEvent);
NTKERNELAPI VP_STATUS VideoPortRegisterBugcheckCallback(PVOID HwDeviceExtension, ULONG BugcheckCode,
                                                        PVIDEO_BUGCHECK_CALLBACK Callback,
                                                        ULONG BugcheckDataSize);
NTKERNELAPI VOID VideoPortReleaseBuffer(PVOID HwDeviceExtension, PVOID Buffer);
NTKERNELAPI VOID VideoPortReleaseCommonBuffer(PVOID HwDeviceExtension, PVP_DMA_ADAPTER VpDmaAdapter,
                                              ULONG Length, PHYSICAL_ADDRESS LogicalAddress,
                                              PVOID VirtualAddress, BOOLEAN CacheEnabled);
NTKERNELAPI VOID VideoPortReleaseDeviceLock(PVOID HwDeviceExtension);
NTKERNELAPI VOID VideoPortReleaseSpinLock(PVOID HwDeviceExtension, PSPIN_LOCK SpinLock,
                                          UCHAR NewIrql);
NTKERNELAPI VOID VideoPortReleaseSpinLockFromDpcLevel(PVOID HwDeviceExtension, PSPIN_LOCK SpinLock);
NTKERNELAPI BOOLEAN VideoPortScanRom(PVOID HwDeviceExtension, PUCHAR RomBase, ULONG RomLength,
                                     PUCHAR String);
NTKERNELAPI ULONG VideoPortSetBusData(PVOID HwDeviceExtension, BUS_DATA_TYPE BusDataType,
                                      ULONG SlotNumber, PVOID Buffer, ULONG Offset, ULONG Length);
NTKERNELAPI VOID VideoPortSetBytesUsed(PVOID HwDeviceExtension, PDMA pDma, ULONG BytesUsed);
NTKERNELAPI VOID VideoPortSetDmaContext(PVOID HwDeviceExtension, PDMA pDma, PVOID InstanceContext);
NTKERNELAPI LONG VideoPortSetEvent(PVOID HwDeviceExtension, PEVENT pEvent);
NTKERNELAPI VP_STATUS VideoPortSetRegistryParameters(PVOID HwDeviceExtension, PWSTR ValueName,
                                                     PVOID ValueData, ULONG ValueLength);
NTKERNELAPI VP_STATUS VideoPortSetTrappedEmulatorPorts(PVOID HwDeviceExtension,
                                                       ULONG NumAccessRanges,
                                                       PVIDEO_ACCESS_RANGE AccessRange);
NTKERNELAPI BOOLEAN VideoPortSignalDmaComplete(PVOID HwDeviceExtension, PDMA pDmaHandle);
NTKERNELAPI VOID VideoPortStallExecution(ULONG Microseconds);
NTKERNELAPI VP_STATUS VideoPortStartDma(PVOID HwDeviceExtension, PVP_DMA_ADAPTER VpDmaAdapter,
                                        PVOID Mdl, ULONG Offset, PULONG pLength,
                                        PEXECUTE_DMA ExecuteDmaRoutine, PVOID Context,
                                        BOOLEAN WriteToDevice);
NTKERNELAPI VOID VideoPortStartTimer(PVOID HwDeviceExtension);
NTKERNELAPI VOID VideoPortStopTimer(PVOID HwDeviceExtension);
NTKERNELAPI BOOLEAN VideoPortSynchronizeExecution(PVOID HwDeviceExtension,
                                                  VIDEO_SYNCHRONIZE_PRIORITY Priority,
                                                  PMINIPORT_SYNCHRONIZE_ROUTINE SynchronizeRoutine,
                                                  PVOID Context);
NTKERNELAPI VOID VideoPortUnlockBuffer(PVOID HwDeviceExtension, PVOID Mdl);
NTKERNELAPI BOOLEAN VideoPortUnlockPages(PVOID hwDeviceExtension, PDMA pDma);
NTKERNELAPI BOOLEAN VideoPortUnmapDmaMemory(PVOID HwDeviceExtension, PVOID VirtualAddress,
                                            HANDLE ProcessHandle, PDMA BoardMemoryHandle);
NTKERNELAPI VP_STATUS VideoPortUnmapMemory(PVOID HwDeviceExtension, PVOID VirtualAddress,
                                           HANDLE ProcessHandle);
NTKERNELAPI VP_STATUS VideoPortVerifyAccessRanges(PVOID HwDeviceExtension, ULONG NumAccessRanges,
                                                  PVIDEO_ACCESS_RANGE AccessRanges);
NTKERNELAPI VP_STATUS VideoPortWaitForSingleObject(PVOID HwDeviceExtension, PVOID Object,
                                                   PLARGE_INTEGER Timeout);
NTKERNELAPI VOID VideoPortWritePortBufferUchar(PUCHAR Port, PUCHAR Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortWritePortBufferUlong(PULONG Port, PULONG Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortWritePortBufferUshort(PUSHORT Port, PUSHORT Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortWritePortUchar(PUCHAR Port, UCHAR Value);
NTKERNELAPI VOID VideoPortWritePortUlong(PULONG Port, ULONG Value);
NTKERNELAPI VOID VideoPortWritePortUshort(PUSHORT Port, USHORT Value);
NTKERNELAPI VOID VideoPortWriteRegisterBufferUchar(PUCHAR Register, PUCHAR Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortWriteRegisterBufferUlong(PULONG Register, PULONG Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortWriteRegisterBufferUshort(PUSHORT Register, PUSHORT Buffer, ULONG Count);
NTKERNELAPI VOID VideoPortWriteRegisterUchar(PUCHAR Register, UCHAR Value);
NTKERNELAPI VOID VideoPortWriteRegisterUlong(PULONG Register, ULONG Value);
NTKERNELAPI VOID VideoPortWriteRegisterUshort(PUSHORT Register, USHORT Value);
NTKERNELAPI VOID VideoPortZeroDeviceMemory(PVOID Destination, ULONG Length);
NTKERNELAPI VOID VideoPortZeroMemory(PVOID Destination, ULONG Length);

EXTERN_C_END

#endif
