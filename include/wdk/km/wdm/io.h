#pragma once
// I/O manager services: IRPs, stack locations, devices, symbolic links, work items, timers and
// queues.

#include "objects.h"

EXTERN_C_START

// Stack arithmetic.
#define IoGetFunctionCodeFromCtlCode(ControlCode) (((ControlCode) >> 2) & 0x00000FFF)
#define IoSizeOfIrp(StackSize) ((USHORT)(sizeof(IRP) + sizeof(IO_STACK_LOCATION) * (StackSize)))

FORCEINLINE PIO_STACK_LOCATION IoGetCurrentIrpStackLocation(PIRP Irp) {
  return Irp->Tail.Overlay.CurrentStackLocation;
}

FORCEINLINE PIO_STACK_LOCATION IoGetNextIrpStackLocation(PIRP Irp) {
  return Irp->Tail.Overlay.CurrentStackLocation - 1;
}

FORCEINLINE VOID IoSetNextIrpStackLocation(PIRP Irp) {
  --Irp->CurrentLocation;
  --Irp->Tail.Overlay.CurrentStackLocation;
}

FORCEINLINE VOID IoSkipCurrentIrpStackLocation(PIRP Irp) {
  ++Irp->CurrentLocation;
  ++Irp->Tail.Overlay.CurrentStackLocation;
}

FORCEINLINE VOID IoCopyCurrentIrpStackLocationToNext(PIRP Irp) {
  PIO_STACK_LOCATION current = IoGetCurrentIrpStackLocation(Irp);
  PIO_STACK_LOCATION next = IoGetNextIrpStackLocation(Irp);
  memcpy(next, current, FIELD_OFFSET(IO_STACK_LOCATION, CompletionRoutine));
  next->Control = 0;
}

FORCEINLINE VOID IoMarkIrpPending(PIRP Irp) {
  IoGetCurrentIrpStackLocation(Irp)->Control |= SL_PENDING_RETURNED;
}

FORCEINLINE VOID IoSetCompletionRoutine(PIRP Irp, PIO_COMPLETION_ROUTINE CompletionRoutine,
                                        PVOID Context, BOOLEAN InvokeOnSuccess,
                                        BOOLEAN InvokeOnError, BOOLEAN InvokeOnCancel) {
  PIO_STACK_LOCATION next = IoGetNextIrpStackLocation(Irp);
  next->CompletionRoutine = CompletionRoutine;
  next->Context = Context;
  next->Control = (UCHAR)((InvokeOnSuccess ? SL_INVOKE_ON_SUCCESS : 0) |
                          (InvokeOnError ? SL_INVOKE_ON_ERROR : 0) |
                          (InvokeOnCancel ? SL_INVOKE_ON_CANCEL : 0));
}

FORCEINLINE PDRIVER_CANCEL drydock_set_cancel_routine(PIRP irp, PDRIVER_CANCEL routine) {
  return (PDRIVER_CANCEL)__atomic_exchange_n(&irp->CancelRoutine, routine, __ATOMIC_SEQ_CST);
}
#define IoSetCancelRoutine(Irp, NewCancelRoutine) \
  drydock_set_cancel_routine((Irp), (NewCancelRoutine))

#define IoCallDriver(DeviceObject, Irp) IofCallDriver((DeviceObject), (Irp))
#define IoCompleteRequest(Irp, PriorityBoost) IofCompleteRequest((Irp), (PriorityBoost))
NTKERNELAPI NTSTATUS IofCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp);
NTKERNELAPI VOID IofCompleteRequest(PIRP Irp, CCHAR PriorityBoost);

// IRPs.
#define STATUS_CONTINUE_COMPLETION STATUS_SUCCESS
typedef enum _IO_COMPLETION_ROUTINE_RESULT {
  ContinueCompletion = STATUS_CONTINUE_COMPLETION,
  StopCompletion = STATUS_MORE_PROCESSING_REQUIRED
} IO_COMPLETION_ROUTINE_RESULT,
    *PIO_COMPLETION_ROUTINE_RESULT;
NTKERNELAPI PIRP IoAllocateIrp(CCHAR StackSize, BOOLEAN ChargeQuota);
NTKERNELAPI VOID IoFreeIrp(PIRP Irp);
NTKERNELAPI VOID IoInitializeIrp(PIRP Irp, USHORT PacketSize, CCHAR StackSize);
NTKERNELAPI VOID IoReuseIrp(PIRP Irp, NTSTATUS Status);
NTKERNELAPI BOOLEAN IoCancelIrp(PIRP Irp);
NTKERNELAPI BOOLEAN IoForwardIrpSynchronously(PDEVICE_OBJECT DeviceObject, PIRP Irp);
NTKERNELAPI PIRP IoBuildAsynchronousFsdRequest(ULONG MajorFunction, PDEVICE_OBJECT DeviceObject,
                                               PVOID Buffer, ULONG Length,
                                               PLARGE_INTEGER StartingOffset,
                                               PIO_STATUS_BLOCK IoStatusBlock);
NTKERNELAPI PIRP IoBuildDeviceIoControlRequest(ULONG IoControlCode, PDEVICE_OBJECT DeviceObject,
                                               PVOID InputBuffer, ULONG InputBufferLength,
                                               PVOID OutputBuffer, ULONG OutputBufferLength,
                                               BOOLEAN InternalDeviceIoControl, PKEVENT Event,
                                               PIO_STATUS_BLOCK IoStatusBlock);
NTKERNELAPI PIRP IoBuildSynchronousFsdRequest(ULONG MajorFunction, PDEVICE_OBJECT DeviceObject,
                                              PVOID Buffer, ULONG Length,
                                              PLARGE_INTEGER StartingOffset, PKEVENT Event,
                                              PIO_STATUS_BLOCK IoStatusBlock);
NTKERNELAPI NTSTATUS IoSetCompletionRoutineEx(PDEVICE_OBJECT DeviceObject, PIRP Irp,
                                              PIO_COMPLETION_ROUTINE CompletionRoutine,
                                              PVOID Context, BOOLEAN InvokeOnSuccess,
                                              BOOLEAN InvokeOnError, BOOLEAN InvokeOnCancel);
NTKERNELAPI PIRP IoMakeAssociatedIrp(PIRP Irp, CCHAR StackSize);
NTKERNELAPI IO_PRIORITY_HINT IoGetIoPriorityHint(PIRP Irp);
NTKERNELAPI NTSTATUS IoSetIoPriorityHint(PIRP Irp, IO_PRIORITY_HINT PriorityHint);
NTKERNELAPI BOOLEAN IoIs32bitProcess(PIRP Irp);
NTKERNELAPI PIRP IoAllocateIrpEx(PDEVICE_OBJECT DeviceObject, CCHAR StackSize, BOOLEAN ChargeQuota);
NTKERNELAPI VOID IoAcquireCancelSpinLock(PKIRQL Irql);
NTKERNELAPI VOID IoReleaseCancelSpinLock(KIRQL Irql);
NTKERNELAPI PEPROCESS IoGetRequestorProcess(PIRP Irp);
NTKERNELAPI ULONG IoGetRequestorProcessId(PIRP Irp);
NTKERNELAPI BOOLEAN IoIsSystemThread(PETHREAD Thread);
FORCEINLINE BOOLEAN IoIsErrorUserInduced(NTSTATUS Status) {
  switch (Status) {
    case STATUS_DEVICE_NOT_READY:
    case STATUS_IO_TIMEOUT:
    case STATUS_MEDIA_WRITE_PROTECTED:
    case STATUS_NO_MEDIA_IN_DEVICE:
    case STATUS_UNRECOGNIZED_MEDIA:
    case STATUS_VERIFY_REQUIRED:
    case STATUS_WRONG_VOLUME:
      return TRUE;
    default:
      return FALSE;
  }
}

// MDLs of requests.
NTKERNELAPI PMDL IoAllocateMdl(PVOID VirtualAddress, ULONG Length, BOOLEAN SecondaryBuffer,
                               BOOLEAN ChargeQuota, PIRP Irp);
NTKERNELAPI VOID IoFreeMdl(PMDL Mdl);
NTKERNELAPI VOID IoBuildPartialMdl(PMDL SourceMdl, PMDL TargetMdl, PVOID VirtualAddress,
                                   ULONG Length);

// Devices and drivers.
NTKERNELAPI NTSTATUS IoCreateDevice(PDRIVER_OBJECT DriverObject, ULONG DeviceExtensionSize,
                                    PUNICODE_STRING DeviceName, ULONG DeviceType,
                                    ULONG DeviceCharacteristics, BOOLEAN Exclusive,
                                    PDEVICE_OBJECT* DeviceObject);
NTKERNELAPI VOID IoDeleteDevice(PDEVICE_OBJECT DeviceObject);
NTKERNELAPI NTSTATUS IoAttachDevice(PDEVICE_OBJECT SourceDevice, PUNICODE_STRING TargetDevice,
                                    PDEVICE_OBJECT* AttachedDevice);
NTKERNELAPI PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT SourceDevice,
                                                       PDEVICE_OBJECT TargetDevice);
NTKERNELAPI NTSTATUS IoAttachDeviceToDeviceStackSafe(PDEVICE_OBJECT SourceDevice,
                                                     PDEVICE_OBJECT TargetDevice,
                                                     PDEVICE_OBJECT* AttachedToDeviceObject);
NTKERNELAPI VOID IoDetachDevice(PDEVICE_OBJECT TargetDevice);
NTKERNELAPI PDEVICE_OBJECT IoGetAttachedDevice(PDEVICE_OBJECT DeviceObject);
NTKERNELAPI PDEVICE_OBJECT IoGetAttachedDeviceReference(PDEVICE_OBJECT DeviceObject);
NTKERNELAPI NTSTATUS IoGetDeviceObjectPointer(PUNICODE_STRING ObjectName, ACCESS_MASK DesiredAccess,
                                              PFILE_OBJECT* FileObject,
                                              PDEVICE_OBJECT* DeviceObject);
NTKERNELAPI PDEVICE_OBJECT IoGetRelatedDeviceObject(PFILE_OBJECT FileObject);
NTKERNELAPI NTSTATUS IoAllocateDriverObjectExtension(PDRIVER_OBJECT DriverObject,
                                                     PVOID ClientIdentificationAddress,
                                                     ULONG DriverObjectExtensionSize,
                                                     PVOID* DriverObjectExtension);
NTKERNELAPI PVOID IoGetDriverObjectExtension(PDRIVER_OBJECT DriverObject,
                                             PVOID ClientIdentificationAddress);
NTKERNELAPI NTSTATUS IoCreateSymbolicLink(PUNICODE_STRING SymbolicLinkName,
                                          PUNICODE_STRING DeviceName);
NTKERNELAPI NTSTATUS IoCreateUnprotectedSymbolicLink(PUNICODE_STRING SymbolicLinkName,
                                                     PUNICODE_STRING DeviceName);
NTKERNELAPI NTSTATUS IoDeleteSymbolicLink(PUNICODE_STRING SymbolicLinkName);
NTKERNELAPI NTSTATUS IoRegisterShutdownNotification(PDEVICE_OBJECT DeviceObject);
NTKERNELAPI NTSTATUS IoRegisterLastChanceShutdownNotification(PDEVICE_OBJECT DeviceObject);
NTKERNELAPI VOID IoUnregisterShutdownNotification(PDEVICE_OBJECT DeviceObject);
NTKERNELAPI BOOLEAN IoIsWdmVersionAvailable(UCHAR MajorVersion, UCHAR MinorVersion);
NTKERNELAPI VOID IoRegisterDriverReinitialization(
    PDRIVER_OBJECT DriverObject, PDRIVER_REINITIALIZE DriverReinitializationRoutine, PVOID Context);
NTKERNELAPI VOID IoRegisterBootDriverReinitialization(
    PDRIVER_OBJECT DriverObject, PDRIVER_REINITIALIZE DriverReinitializationRoutine, PVOID Context);
NTKERNELAPI PVOID IoGetInitialStack(VOID);
NTKERNELAPI VOID IoGetStackLimits(PULONG_PTR LowLimit, PULONG_PTR HighLimit);
NTKERNELAPI ULONG_PTR IoGetRemainingStackSize(VOID);
NTKERNELAPI LOGICAL IoWithinStackLimits(ULONG_PTR RegionStart, SIZE_T RegionSize);
NTKERNELAPI PDEVICE_OBJECT IoGetLowerDeviceObject(PDEVICE_OBJECT DeviceObject);
NTKERNELAPI NTSTATUS IoValidateDeviceIoControlAccess(PIRP Irp, ULONG RequiredAccess);
NTKERNELAPI NTSTATUS IoQueryFullDriverPath(PDRIVER_OBJECT DriverObject, PUNICODE_STRING FullPath);

// StartIo and DPC for ISR.
NTKERNELAPI VOID IoStartNextPacket(PDEVICE_OBJECT DeviceObject, BOOLEAN Cancelable);
NTKERNELAPI VOID IoStartNextPacketByKey(PDEVICE_OBJECT DeviceObject, BOOLEAN Cancelable, ULONG Key);
NTKERNELAPI VOID IoStartPacket(PDEVICE_OBJECT DeviceObject, PIRP Irp, PULONG Key,
                               PDRIVER_CANCEL CancelFunction);
NTKERNELAPI VOID IoSetStartIoAttributes(PDEVICE_OBJECT DeviceObject, BOOLEAN DeferredStartIo,
                                        BOOLEAN NonCancelable);
#define IoRequestDpc(DeviceObject, Irp, Context) \
  KeInsertQueueDpc(&(DeviceObject)->Dpc, (Irp), (Context))
#define IoInitializeDpcRequest(DeviceObject, DpcRoutine) \
  KeInitializeDpc(&(DeviceObject)->Dpc, (PKDEFERRED_ROUTINE)(void*)(DpcRoutine), (DeviceObject))
NTKERNELAPI NTSTATUS IoInitializeTimer(PDEVICE_OBJECT DeviceObject, PIO_TIMER_ROUTINE TimerRoutine,
                                       PVOID Context);
NTKERNELAPI VOID IoStartTimer(PDEVICE_OBJECT DeviceObject);
NTKERNELAPI VOID IoStopTimer(PDEVICE_OBJECT DeviceObject);

// Work items.
#ifndef _WORK_QUEUE_TYPE_DEFINED_
#define _WORK_QUEUE_TYPE_DEFINED_
typedef enum _WORK_QUEUE_TYPE {
  CriticalWorkQueue,
  DelayedWorkQueue,
  HyperCriticalWorkQueue,
  NormalWorkQueue,
  BackgroundWorkQueue,
  RealTimeWorkQueue,
  SuperCriticalWorkQueue,
  MaximumWorkQueue,
  CustomPriorityWorkQueue = 32
} WORK_QUEUE_TYPE;
#endif
NTKERNELAPI PIO_WORKITEM IoAllocateWorkItem(PDEVICE_OBJECT DeviceObject);
NTKERNELAPI VOID IoFreeWorkItem(PIO_WORKITEM IoWorkItem);
NTKERNELAPI VOID IoQueueWorkItem(PIO_WORKITEM IoWorkItem, PIO_WORKITEM_ROUTINE WorkerRoutine,
                                 WORK_QUEUE_TYPE QueueType, PVOID Context);
NTKERNELAPI VOID IoQueueWorkItemEx(PIO_WORKITEM IoWorkItem, PIO_WORKITEM_ROUTINE_EX WorkerRoutine,
                                   WORK_QUEUE_TYPE QueueType, PVOID Context);
NTKERNELAPI ULONG IoSizeofWorkItem(VOID);
NTKERNELAPI VOID IoInitializeWorkItem(PVOID IoObject, PIO_WORKITEM IoWorkItem);
NTKERNELAPI VOID IoUninitializeWorkItem(PIO_WORKITEM IoWorkItem);
NTKERNELAPI BOOLEAN IoTryQueueWorkItem(PIO_WORKITEM IoWorkItem,
                                       PIO_WORKITEM_ROUTINE_EX WorkerRoutine,
                                       WORK_QUEUE_TYPE QueueType, PVOID Context);

// Events by name.
NTKERNELAPI PKEVENT IoCreateNotificationEvent(PUNICODE_STRING EventName, PHANDLE EventHandle);
NTKERNELAPI PKEVENT IoCreateSynchronizationEvent(PUNICODE_STRING EventName, PHANDLE EventHandle);

// Sharing and files.
NTKERNELAPI NTSTATUS IoCheckShareAccess(ACCESS_MASK DesiredAccess, ULONG DesiredShareAccess,
                                        PFILE_OBJECT FileObject, PSHARE_ACCESS ShareAccess,
                                        BOOLEAN Update);
NTKERNELAPI VOID IoRemoveShareAccess(PFILE_OBJECT FileObject, PSHARE_ACCESS ShareAccess);
NTKERNELAPI VOID IoSetShareAccess(ACCESS_MASK DesiredAccess, ULONG DesiredShareAccess,
                                  PFILE_OBJECT FileObject, PSHARE_ACCESS ShareAccess);
NTKERNELAPI VOID IoUpdateShareAccess(PFILE_OBJECT FileObject, PSHARE_ACCESS ShareAccess);
NTKERNELAPI NTSTATUS IoCreateFile(PHANDLE FileHandle, ACCESS_MASK DesiredAccess,
                                  POBJECT_ATTRIBUTES ObjectAttributes,
                                  PIO_STATUS_BLOCK IoStatusBlock, PLARGE_INTEGER AllocationSize,
                                  ULONG FileAttributes, ULONG ShareAccess, ULONG Disposition,
                                  ULONG CreateOptions, PVOID EaBuffer, ULONG EaLength,
                                  CREATE_FILE_TYPE CreateFileType, PVOID InternalParameters,
                                  ULONG Options);

// Cancel-safe queues.
struct _IO_CSQ;
typedef struct _IO_CSQ_IRP_CONTEXT {
  ULONG Type;
  struct _IRP* Irp;
  struct _IO_CSQ* Csq;
} IO_CSQ_IRP_CONTEXT, *PIO_CSQ_IRP_CONTEXT;
typedef VOID IO_CSQ_INSERT_IRP(struct _IO_CSQ* Csq, PIRP Irp);
typedef IO_CSQ_INSERT_IRP* PIO_CSQ_INSERT_IRP;
typedef NTSTATUS IO_CSQ_INSERT_IRP_EX(struct _IO_CSQ* Csq, PIRP Irp, PVOID InsertContext);
typedef IO_CSQ_INSERT_IRP_EX* PIO_CSQ_INSERT_IRP_EX;
typedef VOID IO_CSQ_REMOVE_IRP(struct _IO_CSQ* Csq, PIRP Irp);
typedef IO_CSQ_REMOVE_IRP* PIO_CSQ_REMOVE_IRP;
typedef PIRP IO_CSQ_PEEK_NEXT_IRP(struct _IO_CSQ* Csq, PIRP Irp, PVOID PeekContext);
typedef IO_CSQ_PEEK_NEXT_IRP* PIO_CSQ_PEEK_NEXT_IRP;
typedef VOID IO_CSQ_ACQUIRE_LOCK(struct _IO_CSQ* Csq, PKIRQL Irql);
typedef IO_CSQ_ACQUIRE_LOCK* PIO_CSQ_ACQUIRE_LOCK;
typedef VOID IO_CSQ_RELEASE_LOCK(struct _IO_CSQ* Csq, KIRQL Irql);
typedef IO_CSQ_RELEASE_LOCK* PIO_CSQ_RELEASE_LOCK;
typedef VOID IO_CSQ_COMPLETE_CANCELED_IRP(struct _IO_CSQ* Csq, PIRP Irp);
typedef IO_CSQ_COMPLETE_CANCELED_IRP* PIO_CSQ_COMPLETE_CANCELED_IRP;
typedef struct _IO_CSQ {
  ULONG Type;
  PIO_CSQ_INSERT_IRP CsqInsertIrp;
  PIO_CSQ_REMOVE_IRP CsqRemoveIrp;
  PIO_CSQ_PEEK_NEXT_IRP CsqPeekNextIrp;
  PIO_CSQ_ACQUIRE_LOCK CsqAcquireLock;
  PIO_CSQ_RELEASE_LOCK CsqReleaseLock;
  PIO_CSQ_COMPLETE_CANCELED_IRP CsqCompleteCanceledIrp;
  PVOID ReservePointer;
} IO_CSQ, *PIO_CSQ;
NTKERNELAPI NTSTATUS IoCsqInitialize(PIO_CSQ Csq, PIO_CSQ_INSERT_IRP CsqInsertIrp,
                                     PIO_CSQ_REMOVE_IRP CsqRemoveIrp,
                                     PIO_CSQ_PEEK_NEXT_IRP CsqPeekNextIrp,
                                     PIO_CSQ_ACQUIRE_LOCK CsqAcquireLock,
                                     PIO_CSQ_RELEASE_LOCK CsqReleaseLock,
                                     PIO_CSQ_COMPLETE_CANCELED_IRP CsqCompleteCanceledIrp);
NTKERNELAPI NTSTATUS IoCsqInitializeEx(PIO_CSQ Csq, PIO_CSQ_INSERT_IRP_EX CsqInsertIrp,
                                       PIO_CSQ_REMOVE_IRP CsqRemoveIrp,
                                       PIO_CSQ_PEEK_NEXT_IRP CsqPeekNextIrp,
                                       PIO_CSQ_ACQUIRE_LOCK CsqAcquireLock,
                                       PIO_CSQ_RELEASE_LOCK CsqReleaseLock,
                                       PIO_CSQ_COMPLETE_CANCELED_IRP CsqCompleteCanceledIrp);
NTKERNELAPI VOID IoCsqInsertIrp(PIO_CSQ Csq, PIRP Irp, PIO_CSQ_IRP_CONTEXT Context);
NTKERNELAPI NTSTATUS IoCsqInsertIrpEx(PIO_CSQ Csq, PIRP Irp, PIO_CSQ_IRP_CONTEXT Context,
                                      PVOID InsertContext);
NTKERNELAPI PIRP IoCsqRemoveIrp(PIO_CSQ Csq, PIO_CSQ_IRP_CONTEXT Context);
NTKERNELAPI PIRP IoCsqRemoveNextIrp(PIO_CSQ Csq, PVOID PeekContext);

// Error log.

typedef struct _IO_ERROR_LOG_PACKET {
  UCHAR MajorFunctionCode;
  UCHAR RetryCount;
  USHORT DumpDataSize;
  USHORT NumberOfStrings;
  USHORT StringOffset;
  USHORT EventCategory;
  NTSTATUS ErrorCode;
  ULONG UniqueErrorValue;
  NTSTATUS FinalStatus;
  ULONG SequenceNumber;
  ULONG IoControlCode;
  LARGE_INTEGER DeviceOffset;
  ULONG DumpData[1];
} IO_ERROR_LOG_PACKET, *PIO_ERROR_LOG_PACKET;
#define ERROR_LOG_MAXIMUM_SIZE 240
NTKERNELAPI PVOID IoAllocateErrorLogEntry(PVOID IoObject, UCHAR EntrySize);
NTKERNELAPI VOID IoFreeErrorLogEntry(PVOID ElEntry);
NTKERNELAPI VOID IoWriteErrorLogEntry(PVOID ElEntry);

// Sessions.

typedef enum _IO_SESSION_STATE {
  IoSessionStateCreated = 1,
  IoSessionStateInitialized,
  IoSessionStateConnected,
  IoSessionStateDisconnected,
  IoSessionStateDisconnectedLoggedOn,
  IoSessionStateLoggedOn,
  IoSessionStateLoggedOff,
  IoSessionStateTerminated,
  IoSessionStateMax
} IO_SESSION_STATE,
    *PIO_SESSION_STATE;

typedef enum _IO_SESSION_EVENT {
  IoSessionEventIgnore = 0,
  IoSessionEventCreated,
  IoSessionEventTerminated,
  IoSessionEventConnected,
  IoSessionEventDisconnected,
  IoSessionEventLogon,
  IoSessionEventLogoff,
  IoSessionEventMax
} IO_SESSION_EVENT,
    *PIO_SESSION_EVENT;

typedef enum _IO_CONTAINER_INFORMATION_CLASS {
  IoSessionStateInformation,
  IoMaxContainerInformationClass
} IO_CONTAINER_INFORMATION_CLASS;

typedef enum _IO_CONTAINER_NOTIFICATION_CLASS {
  IoSessionStateNotification,
  IoMaxContainerNotificationClass
} IO_CONTAINER_NOTIFICATION_CLASS;

typedef struct _IO_SESSION_STATE_INFORMATION {
  ULONG SessionId;
  IO_SESSION_STATE SessionState;
  BOOLEAN LocalSession;
} IO_SESSION_STATE_INFORMATION, *PIO_SESSION_STATE_INFORMATION;

typedef struct _IO_SESSION_STATE_NOTIFICATION {
  ULONG Size;
  ULONG Flags;
  PVOID IoObject;
  ULONG EventMask;
  PVOID Context;
} IO_SESSION_STATE_NOTIFICATION, *PIO_SESSION_STATE_NOTIFICATION;

typedef struct _IO_SESSION_CONNECT_INFO {
  ULONG SessionId;
  BOOLEAN LocalSession;
} IO_SESSION_CONNECT_INFO, *PIO_SESSION_CONNECT_INFO;

typedef NTSTATUS IO_SESSION_NOTIFICATION_FUNCTION(PVOID SessionObject, PVOID IoObject, ULONG Event,
                                                  PVOID Context, PVOID NotificationPayload,
                                                  ULONG PayloadLength);
typedef IO_SESSION_NOTIFICATION_FUNCTION* PIO_SESSION_NOTIFICATION_FUNCTION;
typedef NTSTATUS (*PIO_CONTAINER_NOTIFICATION_FUNCTION)(VOID);
NTKERNELAPI NTSTATUS IoGetContainerInformation(IO_CONTAINER_INFORMATION_CLASS InformationClass,
                                               PVOID ContainerObject, PVOID Buffer,
                                               ULONG BufferLength);
NTKERNELAPI NTSTATUS IoRegisterContainerNotification(
    IO_CONTAINER_NOTIFICATION_CLASS NotificationClass,
    PIO_CONTAINER_NOTIFICATION_FUNCTION CallbackFunction, PVOID NotificationInformation,
    ULONG NotificationInformationLength, PVOID CallbackRegistration);
NTKERNELAPI VOID IoUnregisterContainerNotification(PVOID CallbackRegistration);

// WMI registration, as far as drivers pass it on.
#define WMIREG_ACTION_REGISTER 1
#define WMIREG_ACTION_DEREGISTER 2
#define WMIREG_ACTION_REREGISTER 3
#define WMIREG_ACTION_UPDATE_GUIDS 4
#define WMIREG_ACTION_BLOCK_IRPS 5
NTKERNELAPI NTSTATUS IoWMIRegistrationControl(PDEVICE_OBJECT DeviceObject, ULONG Action);
NTKERNELAPI NTSTATUS IoWMIWriteEvent(PVOID WnodeEventItem);

EXTERN_C_END
