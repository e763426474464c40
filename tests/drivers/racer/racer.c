/* A driver whose two threads, DPCs and work items share memory in the way that the value Way of its service key names. */
#include <ntddk.h>

#include "../shared/service_value.h"

#define TAG 'ecaR'

static SERVICE_TEXT Way;
static LONG Count;
static LONG Answer;
static volatile LONG Ready;
static PLONG Shared;
static KSPIN_LOCK SpinLock;
static EX_SPIN_LOCK SharedSpinLock;
static FAST_MUTEX FastMutex;
static KMUTEX Mutex;
static ERESOURCE Resource;
static KEVENT Event;
static KSEMAPHORE Semaphore;
static KDPC FirstDpc, SecondDpc;
static KTIMER Timer;
static WORK_QUEUE_ITEM WorkItem;
static SLIST_HEADER List;
static RTL_RUN_ONCE Once = RTL_RUN_ONCE_INIT;

typedef struct _ITEM {
  SLIST_ENTRY Entry;
  LONG Value;
} ITEM;

static BOOLEAN Is(const char* Name) { return IsServiceText(Way, Name); }

static VOID Pause(VOID) {
  LARGE_INTEGER Moment;
  Moment.QuadPart = -1000;
  KeDelayExecutionThread(KernelMode, FALSE, &Moment);
}

static ULONG NTAPI MakeAnswer(PRTL_RUN_ONCE RunOnce, PVOID Parameter, PVOID* Context) {
  UNREFERENCED_PARAMETER(RunOnce);
  UNREFERENCED_PARAMETER(Parameter);
  UNREFERENCED_PARAMETER(Context);
  Answer = 42;
  return TRUE;
}

/* Both threads count, each under what is to protect the count. */
static BOOLEAN CountUnderLock(VOID) {
  KIRQL Irql;
  if (Is("SpinLock")) {
    KeAcquireSpinLock(&SpinLock, &Irql);
    Count++;
    KeReleaseSpinLock(&SpinLock, Irql);
  } else if (Is("ExSpinLock")) {
    Irql = ExAcquireSpinLockExclusive(&SharedSpinLock);
    Count++;
    ExReleaseSpinLockExclusive(&SharedSpinLock, Irql);
  } else if (Is("FastMutex")) {
    ExAcquireFastMutex(&FastMutex);
    Count++;
    ExReleaseFastMutex(&FastMutex);
  } else if (Is("Mutex")) {
    KeWaitForSingleObject(&Mutex, Executive, KernelMode, FALSE, NULL);
    Count++;
    KeReleaseMutex(&Mutex, FALSE);
  } else if (Is("Resource")) {
    KeEnterCriticalRegion();
    ExAcquireResourceExclusiveLite(&Resource, TRUE);
    Count++;
    ExReleaseResourceLite(&Resource);
    KeLeaveCriticalRegion();
  } else if (Is("Interlocked")) {
    InterlockedIncrement(&Count);
  } else if (Is("RunOnce")) {
    RtlRunOnceExecuteOnce(&Once, MakeAnswer, NULL, NULL);
    if (Answer != 42) DbgBreakPoint();
  } else {
    return FALSE;
  }
  return TRUE;
}

static VOID Give(VOID) {
  ITEM* Item;
  Answer = 42;
  if (Is("Event")) KeSetEvent(&Event, IO_NO_INCREMENT, FALSE);
  if (Is("Semaphore")) KeReleaseSemaphore(&Semaphore, IO_NO_INCREMENT, 1, FALSE);
  if (Is("Volatile")) Ready = 1;
  if (Is("Publish")) InterlockedExchangePointer((PVOID*)&Shared, &Answer);
  if (Is("List")) {
    Item = (ITEM*)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*Item), TAG);
    if (Item == NULL) return;
    Item->Value = 42;
    InterlockedPushEntrySList(&List, &Item->Entry);
  }
}

static VOID Take(VOID) {
  ITEM* Item;
  if (Is("Event")) KeWaitForSingleObject(&Event, Executive, KernelMode, FALSE, NULL);
  if (Is("Semaphore")) KeWaitForSingleObject(&Semaphore, Executive, KernelMode, FALSE, NULL);
  while (Is("Volatile") && !Ready) Pause();
  while (Is("Publish") && Shared == NULL) Pause();
  if (Is("List")) {
    while ((Item = (ITEM*)InterlockedPopEntrySList(&List)) == NULL) Pause();
    if (Item->Value != 42) DbgBreakPoint();
    ExFreePoolWithTag(Item, TAG);
  }
  if (Answer != 42) DbgBreakPoint();
}

/* A block that one thread freed is another thread's now. */
static VOID UseBlock(VOID) {
  PLONG Block = (PLONG)ExAllocatePoolWithTag(NonPagedPoolNx, 64, TAG);
  if (Block == NULL) return;
  Block[3] = 1;
  ExFreePoolWithTag(Block, TAG);
}

static VOID Run(PVOID Context) {
  const BOOLEAN IsFirst = Context == NULL;
  if (CountUnderLock()) {
  } else if (Is("Nothing")) {
    Count++;
  } else if (Is("PoolBlock")) {
    Shared[3]++;
  } else if (Is("HalfInterlocked")) {
    if (IsFirst) InterlockedExchange(&Count, 7);
    if (!IsFirst) Count = 0;
  } else if (Is("Reading")) {
    if (Count != 0) DbgBreakPoint();
  } else if (Is("Neighbours")) {
    ((PUCHAR)&Count)[IsFirst ? 0 : 1]++;
  } else if (Is("PoolReuse")) {
    UseBlock();
  } else if (IsFirst) {
    Give();
  } else {
    Take();
  }
  PsTerminateSystemThread(STATUS_SUCCESS);
}

static VOID CountInDpc(PKDPC Dpc, PVOID Context, PVOID Argument1, PVOID Argument2) {
  UNREFERENCED_PARAMETER(Dpc);
  UNREFERENCED_PARAMETER(Context);
  UNREFERENCED_PARAMETER(Argument1);
  UNREFERENCED_PARAMETER(Argument2);
  Count++;
  KeSetEvent(&Event, IO_NO_INCREMENT, FALSE);
}

static VOID CountInWorkItem(PVOID Parameter) {
  UNREFERENCED_PARAMETER(Parameter);
  Count++;
  KeSetEvent(&Event, IO_NO_INCREMENT, FALSE);
}

static VOID QueueThings(VOID) {
  LARGE_INTEGER Due;
  Due.QuadPart = -10000;
  Count = 1;
  if (Is("Dpc") || Is("DpcAndThread")) KeInsertQueueDpc(&FirstDpc, NULL, NULL);
  if (Is("DpcAndThread")) Count++;
  if (Is("TwoDpcs")) {
    KeInsertQueueDpc(&FirstDpc, NULL, NULL);
    KeInsertQueueDpc(&SecondDpc, NULL, NULL);
  }
  if (Is("RaisedDpc") || Is("RaisedDpcElsewhere") || Is("RaisedDpcs")) {
    KIRQL Irql = KeRaiseIrqlToDpcLevel();
    if (Is("RaisedDpcElsewhere"))
      KeSetTargetProcessorDpc(&FirstDpc, (CCHAR)((KeGetCurrentProcessorNumberEx(NULL) + 1) % 2));
    KeInsertQueueDpc(&FirstDpc, NULL, NULL);
    if (Is("RaisedDpcs")) KeInsertQueueDpc(&SecondDpc, NULL, NULL);
    Count++;
    KeLowerIrql(Irql);
  }
  if (Is("Timer")) {
    KeSetTimer(&Timer, Due, &FirstDpc);
    KeWaitForSingleObject(&Event, Executive, KernelMode, FALSE, NULL);
  }
  if (Is("WorkItem")) {
    ExQueueWorkItem(&WorkItem, DelayedWorkQueue);
    KeWaitForSingleObject(&Event, Executive, KernelMode, FALSE, NULL);
  }
  KeFlushQueuedDpcs();
  if (Count == 0) DbgBreakPoint();
}

static VOID StartThreads(VOID) {
  HANDLE Handles[2];
  PVOID Threads[2];
  ULONG i;
  for (i = 0; i < 2; i++) {
    PsCreateSystemThread(&Handles[i], THREAD_ALL_ACCESS, NULL, NULL, NULL, Run, i == 0 ? NULL : &Count);
    ObReferenceObjectByHandle(Handles[i], THREAD_ALL_ACCESS, NULL, KernelMode, &Threads[i], NULL);
  }
  for (i = 0; i < 2; i++) {
    KeWaitForSingleObject(Threads[i], Executive, KernelMode, FALSE, NULL);
    ObDereferenceObject(Threads[i]);
    ZwClose(Handles[i]);
  }
  /* Whoever has waited for the threads may touch what they did. */
  Count = 0;
  Answer = 0;
}

static VOID Unload(PDRIVER_OBJECT DriverObject) {
  UNREFERENCED_PARAMETER(DriverObject);
  if (Is("PoolBlock")) ExFreePoolWithTag(Shared, TAG);
  ExDeleteResourceLite(&Resource);
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath) {
  ReadServiceText(RegistryPath, L"Way", Way);
  DriverObject->DriverUnload = Unload;
  KeInitializeSpinLock(&SpinLock);
  ExInitializeFastMutex(&FastMutex);
  KeInitializeMutex(&Mutex, 0);
  ExInitializeResourceLite(&Resource);
  KeInitializeEvent(&Event, SynchronizationEvent, FALSE);
  KeInitializeSemaphore(&Semaphore, 0, 1);
  KeInitializeDpc(&FirstDpc, CountInDpc, NULL);
  KeInitializeDpc(&SecondDpc, CountInDpc, NULL);
  KeInitializeTimer(&Timer);
  ExInitializeWorkItem(&WorkItem, CountInWorkItem, NULL);
  InitializeSListHead(&List);
  if (Is("PoolBlock")) {
    Shared = (PLONG)ExAllocatePoolWithTag(NonPagedPoolNx, 64, TAG);
    if (Shared == NULL) return STATUS_NO_MEMORY;
    Shared[3] = 0;
  }
  if (Is("Dpc") || Is("DpcAndThread") || Is("TwoDpcs") || Is("Timer") || Is("WorkItem") ||
      Is("RaisedDpc") || Is("RaisedDpcElsewhere") || Is("RaisedDpcs"))
    QueueThings();
  else
    StartThreads();
  return STATUS_SUCCESS;
}
