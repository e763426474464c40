/* Services of the port driver: callbacks by pointer and the interfaces of DxgkCbQueryServices. */
#pragma once

DEFINE_GUID(GUID_DXGKDDI_AZURE_TRIAGE_EVENT, 0x45125F6F, 0x6132, 0x4082, 0xAD, 0x17, 0xED, 0x27,
            0xF8, 0xDD, 0x02, 0xF9);

typedef enum {
  DxgkServicesAgp,
  DxgkServicesDebugReport,
  DxgkServicesTimedOperation,
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
  DxgkServicesSPB,
  DxgkServicesBDD,
  DxgkServicesFirmwareTable,
  DxgkServicesIDD,
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
  DxgkServicesFeature,
#endif
} DXGK_SERVICES;

EXTERN_C_START

typedef NTSTATUS (*DXGKCB_EVAL_ACPI_METHOD)(HANDLE DeviceHandle, ULONG DeviceUid,
                                            PACPI_EVAL_INPUT_BUFFER_COMPLEX AcpiInputBuffer,
                                            ULONG AcpiInputSize,
                                            PACPI_EVAL_OUTPUT_BUFFER AcpiOutputBuffer,
                                            ULONG AcpiOutputSize);

typedef NTSTATUS (*DXGKCB_GET_DEVICE_INFORMATION)(HANDLE DeviceHandle,
                                                  PDXGK_DEVICE_INFO DeviceInfo);

typedef NTSTATUS (*DXGKCB_INDICATE_CHILD_STATUS)(HANDLE DeviceHandle,
                                                 PDXGK_CHILD_STATUS ChildStatus);

typedef NTSTATUS (*DXGKCB_MAP_MEMORY)(HANDLE DeviceHandle, PHYSICAL_ADDRESS TranslatedAddress,
                                      ULONG Length, BOOLEAN InIoSpace, BOOLEAN MapToUserMode,
                                      MEMORY_CACHING_TYPE CacheType, PVOID* VirtualAddress);

typedef NTSTATUS (*DXGKCB_UNMAP_MEMORY)(HANDLE DeviceHandle, PVOID VirtualAddress);

typedef BOOLEAN (*DXGKCB_QUEUE_DPC)(HANDLE DeviceHandle);

typedef NTSTATUS (*DXGKCB_QUERY_SERVICES)(HANDLE DeviceHandle, DXGK_SERVICES ServicesType,
                                          PINTERFACE Interface);

typedef NTSTATUS (*DXGKCB_READ_DEVICE_SPACE)(HANDLE DeviceHandle, ULONG DataType, PVOID Buffer,
                                             ULONG Offset, ULONG Length, PULONG BytesRead);

typedef NTSTATUS (*DXGKCB_WRITE_DEVICE_SPACE)(HANDLE DeviceHandle, ULONG DataType, PVOID Buffer,
                                              ULONG Offset, ULONG Length, PULONG BytesWritten);

typedef NTSTATUS (*DXGKCB_SYNCHRONIZE_EXECUTION)(HANDLE DeviceHandle,
                                                 PKSYNCHRONIZE_ROUTINE SynchronizeRoutine,
                                                 PVOID Context, ULONG MessageNumber,
                                                 PBOOLEAN ReturnValue);

typedef NTSTATUS (*DXGKCB_IS_DEVICE_PRESENT)(
    HANDLE DeviceHandle, PPCI_DEVICE_PRESENCE_PARAMETERS DevicePresenceParameters,
    PBOOLEAN DevicePresent);

typedef VOID (*DXGKCB_LOG_ETW_EVENT)(LPCGUID EventGuid, UCHAR Type, USHORT EventBufferSize,
                                     PVOID EventBuffer);

typedef NTSTATUS (*DXGKCB_EXCLUDE_ADAPTER_ACCESS)(HANDLE DeviceHandle, ULONG Attributes,
                                                  PDXGKDDI_PROTECTED_CALLBACK DxgkProtectedCallback,
                                                  PVOID ProtectedCallbackContext);

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
typedef NTSTATUS(APIENTRY* DXGKCB_ACQUIRE_POST_DISPLAY_OWNERSHIP)(
    HANDLE DeviceHandle, PDXGK_DISPLAY_INFORMATION DisplayInfo);
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
typedef NTSTATUS(APIENTRY* DXGKCB_ACQUIRE_POST_DISPLAY_OWNERSHIP2)(
    HANDLE DeviceHandle, PDXGK_DISPLAY_INFORMATION DisplayInfo,
    PDXGK_DISPLAY_OWNERSHIP_FLAGS Flags);
#endif

/* AGP. */
#define DXGK_AGP_INTERFACE_VERSION_1 0x01

#define DXGK_AGPCOMMAND_AGP1X 0x00001
#define DXGK_AGPCOMMAND_AGP2X 0x00002
#define DXGK_AGPCOMMAND_AGP4X 0x00004
#define DXGK_AGPCOMMAND_AGP8X 0x00008
#define DXGK_AGPCOMMAND_DISABLE_SBA 0x10000
#define DXGK_AGPCOMMAND_DISABLE_FW 0x20000

typedef NTSTATUS(APIENTRY* DXGKCB_AGP_ALLOCATE_POOL)(HANDLE Context, ULONG AllocationSize,
                                                     MEMORY_CACHING_TYPE CacheType,
                                                     PPHYSICAL_ADDRESS PhysicalAddress,
                                                     PVOID* VirtualAddress);
typedef NTSTATUS(APIENTRY* DXGKCB_AGP_FREE_POOL)(HANDLE Context, PVOID VirtualAddress);
typedef NTSTATUS(APIENTRY* DXGKCB_AGP_SET_COMMAND)(HANDLE Context, ULONG Command);

typedef struct _DXGK_AGP_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  DXGKCB_AGP_ALLOCATE_POOL AgpAllocatePool;
  DXGKCB_AGP_FREE_POOL AgpFreePool;
  DXGKCB_AGP_SET_COMMAND AgpSetCommand;
} DXGK_AGP_INTERFACE, *PDXGK_AGP_INTERFACE;

/* Error reports that the driver fills by itself. */
#define DXGK_DEBUG_REPORT_INTERFACE_VERSION_1 0x01
#define DXGK_DEBUG_REPORT_MAX_SIZE 0xF800

DECLARE_HANDLE(DXGK_DEBUG_REPORT_HANDLE);

typedef struct _DXGK_DEBUG_REPORT_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  DXGK_DEBUG_REPORT_HANDLE (*DbgReportCreate)(HANDLE DeviceHandle, ULONG ulCode, ULONG_PTR ulpArg1,
                                              ULONG_PTR ulpArg2, ULONG_PTR ulpArg3,
                                              ULONG_PTR ulpArg4);
  BOOLEAN (*DbgReportSecondaryData)(DXGK_DEBUG_REPORT_HANDLE hReport, PVOID pvData,
                                    ULONG ulDataSize);
  VOID (*DbgReportComplete)(DXGK_DEBUG_REPORT_HANDLE hReport);
} DXGK_DEBUG_REPORT_INTERFACE, *PDXGK_DEBUG_REPORT_INTERFACE;

/* Operations bounded in time. */
#define DXGK_TIMED_OPERATION_INTERFACE_VERSION_1 0x01

typedef struct _DXGK_TIMED_OPERATION {
  USHORT Size;
  ULONG_PTR OwnerTag;
  BOOLEAN OsHandled;
  BOOLEAN TimeoutTriggered;
  LARGE_INTEGER Timeout;
  LARGE_INTEGER StartTick;
} DXGK_TIMED_OPERATION, *PDXGK_TIMED_OPERATION;

typedef struct _DXGK_TIMED_OPERATION_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  NTSTATUS (*TimedOperationStart)(DXGK_TIMED_OPERATION* Op, CONST LARGE_INTEGER* Timeout,
                                  BOOLEAN OsHandled);
  NTSTATUS (*TimedOperationDelay)(DXGK_TIMED_OPERATION* Op, KPROCESSOR_MODE WaitMode,
                                  BOOLEAN Alertable, CONST LARGE_INTEGER* Interval);
  NTSTATUS (*TimedOperationWaitForSingleObject)(DXGK_TIMED_OPERATION* Op, PVOID Object,
                                                KWAIT_REASON WaitReason, KPROCESSOR_MODE WaitMode,
                                                BOOLEAN Alertable, CONST LARGE_INTEGER* Timeout);
} DXGK_TIMED_OPERATION_INTERFACE, *PDXGK_TIMED_OPERATION_INTERFACE;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
/* Simple peripheral buses. */
#define DXGK_SPB_INTERFACE_VERSION_1 0x01

typedef struct _DXGK_SPB_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  NTSTATUS (*OpenSpbResource)(HANDLE DeviceHandle, LARGE_INTEGER SpbReourceId,
                              UNICODE_STRING* SpbResourceSubName, ACCESS_MASK DesiredAccess,
                              ULONG ShareAccess, ULONG OpenOptions, VOID** SpbResource);
  NTSTATUS (*CloseSpbResource)(HANDLE DeviceHandle, VOID* SpbResource);
  NTSTATUS (*ReadSpbResource)(HANDLE DeviceHandle, VOID* SpbResource, ULONG Length, VOID* Buffer,
                              LARGE_INTEGER* ByteOffset, HANDLE EventHandle,
                              IO_STATUS_BLOCK* IoStatusBlock);
  NTSTATUS (*WriteSpbResource)(HANDLE DeviceHandle, VOID* SpbResource, ULONG Length, VOID* Buffer,
                               LARGE_INTEGER* ByteOffset, HANDLE EventHandle,
                               IO_STATUS_BLOCK* IoStatusBlock);
  NTSTATUS (*SpbResourceIoControl)(HANDLE DeviceHandle, VOID* SpbResource, ULONG IoControlCode,
                                   ULONG InBufferSize, VOID* InputBuffer, ULONG OutBufferSize,
                                   VOID* OutputBuffer, HANDLE EventHandle,
                                   IO_STATUS_BLOCK* IoStatusBlock);
} DXGK_SPB_INTERFACE, *PDXGK_SPB_INTERFACE;

/* Tables of the system firmware. */
#define DXGK_FIRMWARE_TABLE_INTERFACE_VERSION_1 0x01

typedef struct _DXGK_FIRMWARE_TABLE_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  NTSTATUS (*EnumSystemFirmwareTables)(VOID* Context, ULONG ProviderSignature, ULONG BufferSize,
                                       VOID* Buffer, ULONG* RequiredSize);
  NTSTATUS (*ReadSystemFirmwareTable)(VOID* Context, ULONG ProviderSignature, ULONG TableId,
                                      ULONG BufferSize, VOID* Buffer, ULONG* RequiredSize);
} DXGK_FIRMWARE_TABLE_INTERFACE, *PDXGK_FIRMWARE_TABLE_INTERFACE;
#endif

EXTERN_C_END
