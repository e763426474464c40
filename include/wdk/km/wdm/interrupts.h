#pragma once
// Interrupts: connecting, messages, active state and the routines that serve them.

#include "io.h"

EXTERN_C_START

typedef BOOLEAN KSERVICE_ROUTINE(struct _KINTERRUPT* Interrupt, PVOID ServiceContext);
typedef KSERVICE_ROUTINE* PKSERVICE_ROUTINE;

typedef BOOLEAN KMESSAGE_SERVICE_ROUTINE(struct _KINTERRUPT* Interrupt, PVOID ServiceContext,
                                         ULONG MessageID);
typedef KMESSAGE_SERVICE_ROUTINE* PKMESSAGE_SERVICE_ROUTINE;

typedef struct _IO_INTERRUPT_MESSAGE_INFO_ENTRY {
  PHYSICAL_ADDRESS MessageAddress;
  KAFFINITY TargetProcessorSet;
  PKINTERRUPT InterruptObject;
  ULONG MessageData;
  ULONG Vector;
  KIRQL Irql;
  KINTERRUPT_MODE Mode;
  KINTERRUPT_POLARITY Polarity;
} IO_INTERRUPT_MESSAGE_INFO_ENTRY, *PIO_INTERRUPT_MESSAGE_INFO_ENTRY;

typedef struct _IO_INTERRUPT_MESSAGE_INFO {
  KIRQL UnifiedIrql;
  ULONG MessageCount;
  IO_INTERRUPT_MESSAGE_INFO_ENTRY MessageInfo[1];
} IO_INTERRUPT_MESSAGE_INFO, *PIO_INTERRUPT_MESSAGE_INFO;
typedef struct _IO_CONNECT_INTERRUPT_FULLY_SPECIFIED_PARAMETERS {
  PDEVICE_OBJECT PhysicalDeviceObject;
  PKINTERRUPT* InterruptObject;
  PKSERVICE_ROUTINE ServiceRoutine;
  PVOID ServiceContext;
  PKSPIN_LOCK SpinLock;
  KIRQL SynchronizeIrql;
  BOOLEAN FloatingSave;
  BOOLEAN ShareVector;
  ULONG Vector;
  KIRQL Irql;
  KINTERRUPT_MODE InterruptMode;
  KAFFINITY ProcessorEnableMask;
  USHORT Group;
} IO_CONNECT_INTERRUPT_FULLY_SPECIFIED_PARAMETERS,
    *PIO_CONNECT_INTERRUPT_FULLY_SPECIFIED_PARAMETERS;

typedef struct _IO_CONNECT_INTERRUPT_LINE_BASED_PARAMETERS {
  PDEVICE_OBJECT PhysicalDeviceObject;
  PKINTERRUPT* InterruptObject;
  PKSERVICE_ROUTINE ServiceRoutine;
  PVOID ServiceContext;
  PKSPIN_LOCK SpinLock;
  KIRQL SynchronizeIrql;
  BOOLEAN FloatingSave;
} IO_CONNECT_INTERRUPT_LINE_BASED_PARAMETERS, *PIO_CONNECT_INTERRUPT_LINE_BASED_PARAMETERS;

typedef struct _IO_CONNECT_INTERRUPT_MESSAGE_BASED_PARAMETERS {
  PDEVICE_OBJECT PhysicalDeviceObject;
  union {
    PVOID* Generic;
    PIO_INTERRUPT_MESSAGE_INFO* InterruptMessageTable;
    PKINTERRUPT* InterruptObject;
  } ConnectionContext;
  PKMESSAGE_SERVICE_ROUTINE MessageServiceRoutine;
  PVOID ServiceContext;
  PKSPIN_LOCK SpinLock;
  KIRQL SynchronizeIrql;
  BOOLEAN FloatingSave;
  PKSERVICE_ROUTINE FallBackServiceRoutine;
} IO_CONNECT_INTERRUPT_MESSAGE_BASED_PARAMETERS, *PIO_CONNECT_INTERRUPT_MESSAGE_BASED_PARAMETERS;

typedef struct _IO_CONNECT_INTERRUPT_PARAMETERS {
  ULONG Version;
  union {
    IO_CONNECT_INTERRUPT_FULLY_SPECIFIED_PARAMETERS FullySpecified;
    IO_CONNECT_INTERRUPT_LINE_BASED_PARAMETERS LineBased;
    IO_CONNECT_INTERRUPT_MESSAGE_BASED_PARAMETERS MessageBased;
  };
} IO_CONNECT_INTERRUPT_PARAMETERS, *PIO_CONNECT_INTERRUPT_PARAMETERS;

typedef struct _IO_DISCONNECT_INTERRUPT_PARAMETERS {
  ULONG Version;
  union {
    PVOID Generic;
    PKINTERRUPT InterruptObject;
    PIO_INTERRUPT_MESSAGE_INFO InterruptMessageTable;
  } ConnectionContext;
} IO_DISCONNECT_INTERRUPT_PARAMETERS, *PIO_DISCONNECT_INTERRUPT_PARAMETERS;
#define CONNECT_FULLY_SPECIFIED 0x1
#define CONNECT_LINE_BASED 0x2
#define CONNECT_MESSAGE_BASED 0x3
#define CONNECT_FULLY_SPECIFIED_GROUP 0x4
#define CONNECT_MESSAGE_BASED_PASSIVE 0x5
#define CONNECT_CURRENT_VERSION 0x5
typedef enum _IO_ACCESS_TYPE { ReadAccess, WriteAccess, ModifyAccess } IO_ACCESS_TYPE;
typedef enum _IO_ACCESS_MODE { SequentialAccess, RandomAccess } IO_ACCESS_MODE;
typedef struct _IO_REPORT_INTERRUPT_ACTIVE_STATE_PARAMETERS {
  ULONG Version;
  union {
    PVOID Generic;
    PKINTERRUPT InterruptObject;
    PIO_INTERRUPT_MESSAGE_INFO InterruptMessageTable;
  } ConnectionContext;
} IO_REPORT_INTERRUPT_ACTIVE_STATE_PARAMETERS, *PIO_REPORT_INTERRUPT_ACTIVE_STATE_PARAMETERS;
NTKERNELAPI NTSTATUS IoConnectInterrupt(PKINTERRUPT* InterruptObject,
                                        PKSERVICE_ROUTINE ServiceRoutine, PVOID ServiceContext,
                                        PKSPIN_LOCK SpinLock, ULONG Vector, KIRQL Irql,
                                        KIRQL SynchronizeIrql, KINTERRUPT_MODE InterruptMode,
                                        BOOLEAN ShareVector, KAFFINITY ProcessorEnableMask,
                                        BOOLEAN FloatingSave);
NTKERNELAPI NTSTATUS IoConnectInterruptEx(PIO_CONNECT_INTERRUPT_PARAMETERS Parameters);
NTKERNELAPI VOID IoDisconnectInterrupt(PKINTERRUPT InterruptObject);
NTKERNELAPI VOID IoDisconnectInterruptEx(PIO_DISCONNECT_INTERRUPT_PARAMETERS Parameters);
NTKERNELAPI NTSTATUS IoGetAffinityInterrupt(PKINTERRUPT InterruptObject,
                                            PGROUP_AFFINITY GroupAffinity);
NTKERNELAPI VOID IoReportInterruptActive(PIO_REPORT_INTERRUPT_ACTIVE_STATE_PARAMETERS Parameters);
NTKERNELAPI VOID IoReportInterruptInactive(PIO_REPORT_INTERRUPT_ACTIVE_STATE_PARAMETERS Parameters);

typedef ULONG_PTR KIPI_BROADCAST_WORKER(ULONG_PTR Argument);
typedef KIPI_BROADCAST_WORKER* PKIPI_BROADCAST_WORKER;
NTKERNELAPI ULONG_PTR KeIpiGenericCall(PKIPI_BROADCAST_WORKER BroadcastFunction, ULONG_PTR Context);

EXTERN_C_END
