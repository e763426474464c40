#pragma once
// IRQL, dispatcher objects (events, mutexes, semaphores, timers), DPCs, APCs and waits.

#include "lists.h"

EXTERN_C_START

// IRQL.
NTKERNELAPI KIRQL KeGetCurrentIrql(VOID);
NTKERNELAPI KIRQL KfRaiseIrql(KIRQL NewIrql);
NTKERNELAPI VOID KeLowerIrql(KIRQL NewIrql);
NTKERNELAPI KIRQL KeRaiseIrqlToDpcLevel(VOID);
NTKERNELAPI KIRQL KeRaiseIrqlToSynchLevel(VOID);
#define KeRaiseIrql(NewIrql, OldIrql) (*(OldIrql) = KfRaiseIrql(NewIrql))
#define KzRaiseIrql(NewIrql) KfRaiseIrql(NewIrql)
#define KzLowerIrql(NewIrql) KeLowerIrql(NewIrql)
NTKERNELAPI VOID KeEnterCriticalRegion(VOID);
NTKERNELAPI VOID KeLeaveCriticalRegion(VOID);
NTKERNELAPI VOID KeEnterGuardedRegion(VOID);
NTKERNELAPI VOID KeLeaveGuardedRegion(VOID);
NTKERNELAPI BOOLEAN KeAreAllApcsDisabled(VOID);
NTKERNELAPI BOOLEAN KeAreApcsDisabled(VOID);

// Event, timer and wait vocabulary (also in ntdef.h of some kits).
#ifndef _DISPATCHER_VOCABULARY_
#define _DISPATCHER_VOCABULARY_

typedef enum _KWAIT_REASON {
  Executive,
  FreePage,
  PageIn,
  PoolAllocation,
  DelayExecution,
  Suspended,
  UserRequest,
  WrExecutive,
  WrFreePage,
  WrPageIn,
  WrPoolAllocation,
  WrDelayExecution,
  WrSuspended,
  WrUserRequest,
  WrSpare0,
  WrQueue,
  WrLpcReceive,
  WrLpcReply,
  WrVirtualMemory,
  WrPageOut,
  WrRendezvous,
  WrKeyedEvent,
  WrTerminated,
  WrProcessInSwap,
  WrCpuRateControl,
  WrCalloutStack,
  WrKernel,
  WrResource,
  WrPushLock,
  WrMutex,
  WrQuantumEnd,
  WrDispatchInt,
  WrPreempted,
  WrYieldExecution,
  WrFastMutex,
  WrGuardedMutex,
  WrRundown,
  WrAlertByThreadId,
  WrDeferredPreempt,
  WrPhysicalFault,
  MaximumWaitReason
} KWAIT_REASON;
#endif
#define MAXIMUM_REASON MaximumWaitReason

typedef struct _DISPATCHER_HEADER {
  union {
    struct {
      UCHAR Type;
      union {
        UCHAR TimerControlFlags;
        struct {
          UCHAR Absolute : 1;
          UCHAR Coalescable : 1;
          UCHAR KeepShifting : 1;
          UCHAR EncodedTolerableDelay : 5;
        };
        UCHAR Abandoned;
        BOOLEAN Signalling;
      };
      union {
        UCHAR ThreadControlFlags;
        struct {
          UCHAR CpuThrottled : 1;
          UCHAR CycleProfiling : 1;
          UCHAR CounterProfiling : 1;
          UCHAR Reserved : 5;
        };
        UCHAR Hand;
        UCHAR Size;
      };
      union {
        UCHAR TimerMiscFlags;
        struct {
          UCHAR Index : 6;
          UCHAR Inserted : 1;
          volatile UCHAR Expired : 1;
        };
        BOOLEAN DebugActive;
        struct {
          BOOLEAN ActiveDR7 : 1;
          BOOLEAN Instrumented : 1;
          BOOLEAN Reserved2 : 4;
          BOOLEAN UmsScheduled : 1;
          BOOLEAN UmsPrimary : 1;
        };
        BOOLEAN DpcActive;
      };
    };
    volatile LONG Lock;
    LONG LockNV;
  };
  LONG SignalState;
  LIST_ENTRY WaitListHead;
} DISPATCHER_HEADER, *PDISPATCHER_HEADER;

typedef struct _KEVENT {
  DISPATCHER_HEADER Header;
} KEVENT, *PKEVENT, *PRKEVENT;

typedef struct _KSEMAPHORE {
  DISPATCHER_HEADER Header;
  LONG Limit;
} KSEMAPHORE, *PKSEMAPHORE, *PRKSEMAPHORE;

typedef struct _KGATE {
  DISPATCHER_HEADER Header;
} KGATE, *PKGATE, *PRKGATE;

typedef struct _KMUTANT {
  DISPATCHER_HEADER Header;
  LIST_ENTRY MutantListEntry;
  struct _KTHREAD* OwnerThread;
  BOOLEAN Abandoned;
  UCHAR ApcDisable;
} KMUTANT, *PKMUTANT, *PRKMUTANT, KMUTEX, *PKMUTEX, *PRKMUTEX;

typedef struct _KTIMER {
  DISPATCHER_HEADER Header;
  ULARGE_INTEGER DueTime;
  LIST_ENTRY TimerListEntry;
  struct _KDPC* Dpc;
  ULONG Processor;
  ULONG Period;
} KTIMER, *PKTIMER, *PRKTIMER;

typedef struct _KWAIT_BLOCK {
  LIST_ENTRY WaitListEntry;
  struct _KTHREAD* Thread;
  PVOID Object;
  struct _KWAIT_BLOCK* NextWaitBlock;
  USHORT WaitKey;
  UCHAR WaitType;
  volatile UCHAR BlockState;
  LONG SpareLong;
} KWAIT_BLOCK, *PKWAIT_BLOCK, *PRKWAIT_BLOCK;
#define KSEMAPHORE_ACTUAL_LENGTH (FIELD_OFFSET(KSEMAPHORE, Limit) + sizeof(LONG))
#define KTIMER_ACTUAL_LENGTH (FIELD_OFFSET(KTIMER, Period) + sizeof(LONG))

// Deferred procedure calls.

typedef void KDEFERRED_ROUTINE(struct _KDPC* Dpc, PVOID DeferredContext, PVOID SystemArgument1,
                               PVOID SystemArgument2);
typedef KDEFERRED_ROUTINE* PKDEFERRED_ROUTINE;

typedef enum _KDPC_IMPORTANCE {
  LowImportance,
  MediumImportance,
  HighImportance,
  MediumHighImportance
} KDPC_IMPORTANCE;
typedef struct _KDPC {
  union {
    ULONG TargetInfoAsUlong;
    struct {
      UCHAR Type;
      UCHAR Importance;
      volatile USHORT Number;
    };
  };
  SINGLE_LIST_ENTRY DpcListEntry;
  KAFFINITY ProcessorHistory;
  PKDEFERRED_ROUTINE DeferredRoutine;
  PVOID DeferredContext;
  PVOID SystemArgument1;
  PVOID SystemArgument2;
  PVOID DpcData;
} KDPC, *PKDPC, *PRKDPC;

typedef struct _KDPC_WATCHDOG_INFORMATION {
  ULONG DpcTimeLimit;
  ULONG DpcTimeCount;
  ULONG DpcWatchdogLimit;
  ULONG DpcWatchdogCount;
  ULONG Reserved;
} KDPC_WATCHDOG_INFORMATION, *PKDPC_WATCHDOG_INFORMATION;
#define DPC_NORMAL 0
#define DPC_THREADED 1
NTKERNELAPI VOID KeInitializeDpc(PRKDPC Dpc, PKDEFERRED_ROUTINE DeferredRoutine,
                                 PVOID DeferredContext);
NTKERNELAPI VOID KeInitializeThreadedDpc(PRKDPC Dpc, PKDEFERRED_ROUTINE DeferredRoutine,
                                         PVOID DeferredContext);
NTKERNELAPI BOOLEAN KeInsertQueueDpc(PRKDPC Dpc, PVOID SystemArgument1, PVOID SystemArgument2);
NTKERNELAPI BOOLEAN KeRemoveQueueDpc(PRKDPC Dpc);
NTKERNELAPI VOID KeFlushQueuedDpcs(VOID);
NTKERNELAPI VOID KeSetImportanceDpc(PRKDPC Dpc, KDPC_IMPORTANCE Importance);
NTKERNELAPI VOID KeSetTargetProcessorDpc(PRKDPC Dpc, CCHAR Number);
NTKERNELAPI NTSTATUS KeSetTargetProcessorDpcEx(PKDPC Dpc, PPROCESSOR_NUMBER ProcNumber);
NTKERNELAPI NTSTATUS KeQueryDpcWatchdogInformation(PKDPC_WATCHDOG_INFORMATION WatchdogInformation);
NTKERNELAPI BOOLEAN KeRemoveQueueDpcEx(PRKDPC Dpc, BOOLEAN WaitIfActive);
NTKERNELAPI ULONG KeShouldYieldProcessor(VOID);
NTKERNELAPI LOGICAL KeIsExecutingDpc(VOID);
NTKERNELAPI VOID KeGenericCallDpc(PKDEFERRED_ROUTINE Routine, PVOID Context);
NTKERNELAPI VOID KeSignalCallDpcDone(PVOID SystemArgument1);
NTKERNELAPI LOGICAL KeSignalCallDpcSynchronize(PVOID SystemArgument2);

// Asynchronous procedure calls: the layout is needed inside IRP, nothing else uses it.
typedef VOID KNORMAL_ROUTINE(PVOID NormalContext, PVOID SystemArgument1, PVOID SystemArgument2);
typedef KNORMAL_ROUTINE* PKNORMAL_ROUTINE;
typedef VOID KRUNDOWN_ROUTINE(struct _KAPC* Apc);
typedef KRUNDOWN_ROUTINE* PKRUNDOWN_ROUTINE;
typedef VOID KKERNEL_ROUTINE(struct _KAPC* Apc, PKNORMAL_ROUTINE* NormalRoutine,
                             PVOID* NormalContext, PVOID* SystemArgument1, PVOID* SystemArgument2);
typedef KKERNEL_ROUTINE* PKKERNEL_ROUTINE;
typedef struct _KAPC {
  UCHAR Type;
  union {
    UCHAR AllFlags;
    UCHAR SpareByte0;
  };
  UCHAR Size;
  UCHAR SpareByte1;
  ULONG SpareLong0;
  struct _KTHREAD* Thread;
  LIST_ENTRY ApcListEntry;
  union {
    PVOID Reserved[3];
    struct {
      PKKERNEL_ROUTINE KernelRoutine;
      PKRUNDOWN_ROUTINE RundownRoutine;
      PKNORMAL_ROUTINE NormalRoutine;
    };
  };
  PVOID NormalContext;
  PVOID SystemArgument1;
  PVOID SystemArgument2;
  CCHAR ApcStateIndex;
  KPROCESSOR_MODE ApcMode;
  BOOLEAN Inserted;
} KAPC, *PKAPC, *PRKAPC;

// Events.
NTKERNELAPI VOID KeInitializeEvent(PRKEVENT Event, EVENT_TYPE Type, BOOLEAN State);
NTKERNELAPI VOID KeClearEvent(PRKEVENT Event);
NTKERNELAPI LONG KeResetEvent(PRKEVENT Event);
NTKERNELAPI LONG KeSetEvent(PRKEVENT Event, KPRIORITY Increment, BOOLEAN Wait);
NTKERNELAPI LONG KeReadStateEvent(PRKEVENT Event);
NTKERNELAPI LONG KePulseEvent(PRKEVENT Event, KPRIORITY Increment, BOOLEAN Wait);
// Mutexes.
NTKERNELAPI VOID KeInitializeMutex(PRKMUTEX Mutex, ULONG Level);
NTKERNELAPI LONG KeReadStateMutex(PRKMUTEX Mutex);
NTKERNELAPI LONG KeReleaseMutex(PRKMUTEX Mutex, BOOLEAN Wait);
// Semaphores.
NTKERNELAPI VOID KeInitializeSemaphore(PRKSEMAPHORE Semaphore, LONG Count, LONG Limit);
NTKERNELAPI LONG KeReadStateSemaphore(PRKSEMAPHORE Semaphore);
NTKERNELAPI LONG KeReleaseSemaphore(PRKSEMAPHORE Semaphore, KPRIORITY Increment, LONG Adjustment,
                                    BOOLEAN Wait);
// Timers.
NTKERNELAPI VOID KeInitializeTimer(PKTIMER Timer);
NTKERNELAPI VOID KeInitializeTimerEx(PKTIMER Timer, TIMER_TYPE Type);
NTKERNELAPI BOOLEAN KeCancelTimer(PKTIMER);
NTKERNELAPI BOOLEAN KeReadStateTimer(PKTIMER Timer);
NTKERNELAPI BOOLEAN KeSetTimer(PKTIMER Timer, LARGE_INTEGER DueTime, PKDPC Dpc);
NTKERNELAPI BOOLEAN KeSetTimerEx(PKTIMER Timer, LARGE_INTEGER DueTime, LONG Period, PKDPC Dpc);
NTKERNELAPI BOOLEAN KeSetCoalescableTimer(PKTIMER Timer, LARGE_INTEGER DueTime, ULONG Period,
                                          ULONG TolerableDelay, PKDPC Dpc);
// Waits.
NTKERNELAPI NTSTATUS KeWaitForSingleObject(PVOID Object, KWAIT_REASON WaitReason,
                                           KPROCESSOR_MODE WaitMode, BOOLEAN Alertable,
                                           PLARGE_INTEGER Timeout);
NTKERNELAPI NTSTATUS KeWaitForMultipleObjects(ULONG Count, PVOID Object[], WAIT_TYPE WaitType,
                                              KWAIT_REASON WaitReason, KPROCESSOR_MODE WaitMode,
                                              BOOLEAN Alertable, PLARGE_INTEGER Timeout,
                                              PKWAIT_BLOCK WaitBlockArray);
NTKERNELAPI NTSTATUS KeDelayExecutionThread(KPROCESSOR_MODE WaitMode, BOOLEAN Alertable,
                                            PLARGE_INTEGER Interval);
#define KeWaitForMutexObject KeWaitForSingleObject

// Device queues.
typedef struct _KDEVICE_QUEUE_ENTRY {
  LIST_ENTRY DeviceListEntry;
  ULONG SortKey;
  BOOLEAN Inserted;
} KDEVICE_QUEUE_ENTRY, *PKDEVICE_QUEUE_ENTRY, *PRKDEVICE_QUEUE_ENTRY;
typedef struct _KDEVICE_QUEUE {
  CSHORT Type;
  CSHORT Size;
  LIST_ENTRY DeviceListHead;
  KSPIN_LOCK Lock;
  union {
    BOOLEAN Busy;
    struct {
      LONG64 Reserved : 8;
      LONG64 Hint : 56;
    };
  };
} KDEVICE_QUEUE, *PKDEVICE_QUEUE, *PRKDEVICE_QUEUE;
NTKERNELAPI VOID KeInitializeDeviceQueue(PKDEVICE_QUEUE DeviceQueue);
NTKERNELAPI BOOLEAN KeInsertDeviceQueue(PKDEVICE_QUEUE DeviceQueue,
                                        PKDEVICE_QUEUE_ENTRY DeviceQueueEntry);
NTKERNELAPI BOOLEAN KeInsertByKeyDeviceQueue(PKDEVICE_QUEUE DeviceQueue,
                                             PKDEVICE_QUEUE_ENTRY DeviceQueueEntry, ULONG SortKey);
NTKERNELAPI PKDEVICE_QUEUE_ENTRY KeRemoveDeviceQueue(PKDEVICE_QUEUE DeviceQueue);
NTKERNELAPI PKDEVICE_QUEUE_ENTRY KeRemoveByKeyDeviceQueue(PKDEVICE_QUEUE DeviceQueue,
                                                          ULONG SortKey);
NTKERNELAPI PKDEVICE_QUEUE_ENTRY KeRemoveByKeyDeviceQueueIfBusy(PKDEVICE_QUEUE DeviceQueue,
                                                                ULONG SortKey);
NTKERNELAPI BOOLEAN KeRemoveEntryDeviceQueue(PKDEVICE_QUEUE DeviceQueue,
                                             PKDEVICE_QUEUE_ENTRY DeviceQueueEntry);

// Threads and priorities.
NTKERNELAPI PKTHREAD KeGetCurrentThread(VOID);
NTKERNELAPI KPRIORITY KeQueryPriorityThread(PRKTHREAD Thread);
NTKERNELAPI KPRIORITY KeSetPriorityThread(PKTHREAD Thread, KPRIORITY Priority);
NTKERNELAPI LONG KeSetBasePriorityThread(PRKTHREAD Thread, LONG Increment);
NTKERNELAPI ULONG KeQueryRuntimeThread(PKTHREAD Thread, PULONG UserTime);
NTKERNELAPI ULONG64 KeQueryTotalCycleTimeThread(PKTHREAD Thread, PULONG64 CycleTimeStamp);
#define LOW_PRIORITY 0
#define LOW_REALTIME_PRIORITY 16
#define HIGH_PRIORITY 31
#define MAXIMUM_PRIORITY 32
#define IO_NO_INCREMENT 0
#define IO_CD_ROM_INCREMENT 1
#define IO_DISK_INCREMENT 1
#define IO_KEYBOARD_INCREMENT 6
#define IO_MAILSLOT_INCREMENT 2
#define IO_MOUSE_INCREMENT 6
#define IO_NAMED_PIPE_INCREMENT 2
#define IO_NETWORK_INCREMENT 2
#define IO_PARALLEL_INCREMENT 1
#define IO_SERIAL_INCREMENT 2
#define IO_SOUND_INCREMENT 8
#define IO_VIDEO_INCREMENT 1
#define EVENT_INCREMENT 1
#define SEMAPHORE_INCREMENT 1
typedef VOID EXPAND_STACK_CALLOUT(PVOID Parameter);
typedef EXPAND_STACK_CALLOUT* PEXPAND_STACK_CALLOUT;
#define MAXIMUM_EXPANSION_SIZE (73728 - (PAGE_SIZE / 2))
NTKERNELAPI NTSTATUS KeExpandKernelStackAndCallout(PEXPAND_STACK_CALLOUT Callout, PVOID Parameter,
                                                   SIZE_T Size);
NTKERNELAPI NTSTATUS KeExpandKernelStackAndCalloutEx(PEXPAND_STACK_CALLOUT Callout, PVOID Parameter,
                                                     SIZE_T Size, BOOLEAN Wait, PVOID Context);

EXTERN_C_END
