// Create items, dispatch tables and options of the IRP services. Kernel mode only.
#pragma once

EXTERN_C_START

// Streaming requests: what to probe, how to send.
#define KSPROBE_STREAMREAD 0x00000000
#define KSPROBE_STREAMWRITE 0x00000001
#define KSPROBE_ALLOCATEMDL 0x00000010
#define KSPROBE_PROBEANDLOCK 0x00000020
#define KSPROBE_SYSTEMADDRESS 0x00000040
#define KSPROBE_ALLOWFORMATCHANGE 0x00000080
#define KSPROBE_MODIFY 0x00000200
#define KSPROBE_STREAMWRITEMODIFY (KSPROBE_MODIFY | KSPROBE_STREAMWRITE)
#define KSSTREAM_READ KSPROBE_STREAMREAD
#define KSSTREAM_WRITE KSPROBE_STREAMWRITE
#define KSSTREAM_PAGED_DATA 0x00000000
#define KSSTREAM_NONPAGED_DATA 0x00000100
#define KSSTREAM_SYNCHRONOUS 0x00001000
#define KSSTREAM_FAILUREEXCEPTION 0x00002000

// Objects that can be created below a device, and their dispatch tables.
#define KSDISPATCH_FASTIO 0x80000000

typedef struct {
  PDRIVER_DISPATCH Create;
  PVOID Context;
  UNICODE_STRING ObjectClass;
  PSECURITY_DESCRIPTOR SecurityDescriptor;
  ULONG Flags;
} KSOBJECT_CREATE_ITEM, *PKSOBJECT_CREATE_ITEM;

typedef VOID (*PFNKSITEMFREECALLBACK)(PKSOBJECT_CREATE_ITEM CreateItem);

#define KSCREATE_ITEM_SECURITYCHANGED 0x00000001
#define KSCREATE_ITEM_WILDCARD 0x00000002
#define KSCREATE_ITEM_NOPARAMETERS 0x00000004
#define KSCREATE_ITEM_FREEONSTOP 0x00000008

#define DEFINE_KSCREATE_DISPATCH_TABLE(tablename) KSOBJECT_CREATE_ITEM tablename[] =
#define DEFINE_KSCREATE_ITEMEX(DispatchCreate, TypeName, Context, Flags)            \
  {(DispatchCreate),                                                                \
   (PVOID)(Context),                                                                \
   {sizeof(TypeName) - sizeof(UNICODE_NULL), sizeof(TypeName), (PWCHAR)(TypeName)}, \
   NULL,                                                                            \
   (Flags)}
#define DEFINE_KSCREATE_ITEM(DispatchCreate, TypeName, Context) \
  DEFINE_KSCREATE_ITEMEX(DispatchCreate, TypeName, Context, 0)
#define DEFINE_KSCREATE_ITEMNULL(DispatchCreate, Context) \
  {DispatchCreate, Context, {0, 0, NULL}, NULL, 0}

typedef struct {
  ULONG CreateItemsCount;
  PKSOBJECT_CREATE_ITEM CreateItemsList;
} KSOBJECT_CREATE, *PKSOBJECT_CREATE;

// The fast I/O entry points of a file object, as in FAST_IO_DISPATCH.
typedef BOOLEAN (*PFNKSFASTDEVICECONTROL_)(struct _FILE_OBJECT* FileObject, BOOLEAN Wait,
                                           PVOID InputBuffer, ULONG InputBufferLength,
                                           PVOID OutputBuffer, ULONG OutputBufferLength,
                                           ULONG IoControlCode, PIO_STATUS_BLOCK IoStatus,
                                           struct _DEVICE_OBJECT* DeviceObject);
typedef BOOLEAN (*PFNKSFASTTRANSFER_)(struct _FILE_OBJECT* FileObject, PLARGE_INTEGER FileOffset,
                                      ULONG Length, BOOLEAN Wait, ULONG LockKey, PVOID Buffer,
                                      PIO_STATUS_BLOCK IoStatus,
                                      struct _DEVICE_OBJECT* DeviceObject);

typedef struct {
  PDRIVER_DISPATCH DeviceIoControl;
  PDRIVER_DISPATCH Read;
  PDRIVER_DISPATCH Write;
  PDRIVER_DISPATCH Flush;
  PDRIVER_DISPATCH Close;
  PDRIVER_DISPATCH QuerySecurity;
  PDRIVER_DISPATCH SetSecurity;
  PFNKSFASTDEVICECONTROL_ FastDeviceIoControl;
  PFNKSFASTTRANSFER_ FastRead;
  PFNKSFASTTRANSFER_ FastWrite;
} KSDISPATCH_TABLE, *PKSDISPATCH_TABLE;

#define DEFINE_KSDISPATCH_TABLE(tablename, DeviceIoControl, Read, Write, Flush, Close,     \
                                QuerySecurity, SetSecurity, FastDeviceIoControl, FastRead, \
                                FastWrite)                                                 \
  const KSDISPATCH_TABLE tablename = {                                                     \
      DeviceIoControl,     Read,     Write,     Flush, Close, QuerySecurity, SetSecurity,  \
      FastDeviceIoControl, FastRead, FastWrite,                                            \
  }

typedef PVOID KSDEVICE_HEADER, KSOBJECT_HEADER;

// Choices of the IRP services.
typedef enum {
  KsInvokeOnSuccess = 1,
  KsInvokeOnError = 2,
  KsInvokeOnCancel = 4
} KSCOMPLETION_INVOCATION;

typedef enum {
  KsAcquireOnly,
  KsAcquireAndRemove,
  KsAcquireOnlySingleItem,
  KsAcquireAndRemoveOnlySingleItem
} KSIRP_REMOVAL_OPERATION;

typedef enum { KsListEntryTail, KsListEntryHead } KSLIST_ENTRY_LOCATION;

typedef enum {
  KsStackCopyToNewLocation,
  KsStackReuseCurrentLocation,
  KsStackUseNewLocation
} KSSTACK_USE;

typedef enum { KSTARGET_STATE_DISABLED, KSTARGET_STATE_ENABLED } KSTARGET_STATE;

typedef NTSTATUS (*PFNKSIRPLISTCALLBACK)(PIRP Irp, PVOID Context);

// Interfaces of the software bus enumerator.
typedef VOID (*PFNDEREFERENCEDEVICEOBJECT)(PVOID Context);
typedef NTSTATUS (*PFNQUERYMEDIUMSLIST)(PVOID Context, ULONG* MediumsCount,
                                        PKSPIN_MEDIUM* MediumList);
typedef NTSTATUS (*PFNQUERYREFERENCESTRING)(PVOID Context, PWCHAR* String);
typedef VOID (*PFNREFERENCEDEVICEOBJECT)(PVOID Context);

#define BUS_INTERFACE_REFERENCE_VERSION 0x100

typedef struct {
  INTERFACE Interface;
  PFNREFERENCEDEVICEOBJECT ReferenceDeviceObject;
  PFNDEREFERENCEDEVICEOBJECT DereferenceDeviceObject;
  PFNQUERYREFERENCESTRING QueryReferenceString;
} BUS_INTERFACE_REFERENCE, *PBUS_INTERFACE_REFERENCE;

typedef struct {
  INTERFACE Interface;
  PFNQUERYMEDIUMSLIST QueryMediumsList;
} BUS_INTERFACE_MEDIUMS, *PBUS_INTERFACE_MEDIUMS;

#define STATIC_REFERENCE_BUS_INTERFACE STATIC_KSMEDIUMSETID_Standard
#define REFERENCE_BUS_INTERFACE KSMEDIUMSETID_Standard
#define STATIC_GUID_BUS_INTERFACE_MEDIUMS \
  0x4EC35C3E, 0x201B, 0x11D2, 0x87, 0x45, 0x00, 0xA0, 0xC9, 0x22, 0x31, 0x96
DEFINE_GUIDSTRUCT("4EC35C3E-201B-11D2-8745-00A0C9223196", GUID_BUS_INTERFACE_MEDIUMS);
#define GUID_BUS_INTERFACE_MEDIUMS DEFINE_GUIDNAMED(GUID_BUS_INTERFACE_MEDIUMS)

// A private conversation between two pins that are connected.
#define IOCTL_KS_HANDSHAKE CTL_CODE(FILE_DEVICE_KS, 0x007, METHOD_NEITHER, FILE_ANY_ACCESS)

typedef struct {
  GUID ProtocolId;
  PVOID Argument1;
  PVOID Argument2;
} KSHANDSHAKE, *PKSHANDSHAKE;

// Cached MDLs of samples.
typedef VOID (*PFNKSCANCELPINNEDMDL)(GUID Guid, PVOID CancelContext, PVOID ReleaseContext);

// Refuses a request that does not come from kernel mode.
#define DENY_USERMODE_ACCESS(Irp, CompleteRequest)                  \
  if ((Irp)->RequestorMode != KernelMode) {                         \
    (Irp)->IoStatus.Status = STATUS_INVALID_DEVICE_REQUEST;         \
    (Irp)->IoStatus.Information = 0;                                \
    if (CompleteRequest) IoCompleteRequest((Irp), IO_NO_INCREMENT); \
    return STATUS_INVALID_DEVICE_REQUEST;                           \
  }

EXTERN_C_END
