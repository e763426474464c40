/* Work of a software engine that a system thread ends: what was submitted, which preemption is wanted, and the thread. The
 * driver writes the routine of the thread, and says what wakes it. */
#ifndef WORKER_H
#define WORKER_H

typedef struct _WORKER {
  DXGKRNL_INTERFACE Dxgk;
  KEVENT Work;
  KEVENT Stop;
  PVOID Thread;
  KSPIN_LOCK Lock;
  /* Under the lock. */
  UINT Submitted;
  UINT PreemptionFence;
  BOOLEAN MustPreempt;
  BOOLEAN Frozen;
  UINT Completed;
} WORKER;

static inline VOID InitializeWorker(WORKER* Worker) {
  KeInitializeEvent(&Worker->Work, SynchronizationEvent, FALSE);
  KeInitializeEvent(&Worker->Stop, NotificationEvent, FALSE);
  KeInitializeSpinLock(&Worker->Lock);
}

/* The thread decides under its lock what happened, and the interrupt's routine reports it. */
typedef struct _NEWS {
  WORKER* Worker;
  UINT Completed;
  UINT PreemptionFence;
  BOOLEAN IsCompleted;
  BOOLEAN IsPreempted;
} NEWS;

static BOOLEAN ReportNews(PVOID Context) {
  const NEWS* News = (const NEWS*)Context;
  const DXGKRNL_INTERFACE* Dxgk = &News->Worker->Dxgk;
  DXGKARGCB_NOTIFY_INTERRUPT_DATA Data;
  if (News->IsCompleted) {
    RtlZeroMemory(&Data, sizeof(Data));
    Data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    Data.DmaCompleted.SubmissionFenceId = News->Completed;
    Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &Data);
  }
  if (News->IsPreempted) {
    RtlZeroMemory(&Data, sizeof(Data));
    Data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
    Data.DmaPreempted.PreemptionFenceId = News->PreemptionFence;
    Data.DmaPreempted.LastCompletedFenceId = News->Completed;
    Dxgk->DxgkCbNotifyInterrupt(Dxgk->DeviceHandle, &Data);
  }
  Dxgk->DxgkCbQueueDpc(Dxgk->DeviceHandle);
  return TRUE;
}

/* Under the lock, so that a reset either sees the work as reported or finds it before it is. */
static UINT ReportWork(WORKER* Worker) {
  NEWS News;
  KIRQL Irql;
  BOOLEAN Reported = FALSE;
  KeAcquireSpinLock(&Worker->Lock, &Irql);
  News.Worker = Worker;
  News.IsCompleted = !Worker->Frozen && Worker->Completed != Worker->Submitted;
  News.IsPreempted = !Worker->Frozen && Worker->MustPreempt;
  News.PreemptionFence = Worker->PreemptionFence;
  if (News.IsCompleted) Worker->Completed = Worker->Submitted;
  News.Completed = Worker->Completed;
  Worker->MustPreempt = Worker->MustPreempt && Worker->Frozen;
  if (News.IsCompleted || News.IsPreempted)
    Worker->Dxgk.DxgkCbSynchronizeExecution(Worker->Dxgk.DeviceHandle, ReportNews, &News, 0, &Reported);
  KeReleaseSpinLock(&Worker->Lock, Irql);
  return News.Completed;
}

static inline VOID NoteSubmission(WORKER* Worker, UINT Fence) {
  KIRQL Irql;
  KeAcquireSpinLock(&Worker->Lock, &Irql);
  Worker->Submitted = Fence;
  KeReleaseSpinLock(&Worker->Lock, Irql);
}

static inline VOID NotePreemption(WORKER* Worker, UINT Fence) {
  KIRQL Irql;
  KeAcquireSpinLock(&Worker->Lock, &Irql);
  Worker->MustPreempt = TRUE;
  Worker->PreemptionFence = Fence;
  KeReleaseSpinLock(&Worker->Lock, Irql);
}

/* Ends all work without reporting it. Returns the last fence. */
static inline UINT DropWork(WORKER* Worker, BOOLEAN Freeze) {
  KIRQL Irql;
  UINT Fence;
  KeAcquireSpinLock(&Worker->Lock, &Irql);
  Fence = Worker->Completed = Worker->Submitted;
  Worker->MustPreempt = FALSE;
  Worker->Frozen = Freeze;
  KeReleaseSpinLock(&Worker->Lock, Irql);
  return Fence;
}

static inline NTSTATUS StartThread(WORKER* Worker, PKSTART_ROUTINE Routine, PVOID Context) {
  OBJECT_ATTRIBUTES Attributes;
  HANDLE Handle = NULL;
  NTSTATUS Status;
  InitializeObjectAttributes(&Attributes, NULL, OBJ_KERNEL_HANDLE, NULL, NULL);
  KeClearEvent(&Worker->Stop);
  KeClearEvent(&Worker->Work);
  Status = PsCreateSystemThread(&Handle, SYNCHRONIZE, &Attributes, NULL, NULL, Routine, Context);
  if (!NT_SUCCESS(Status)) return Status;
  Status = ObReferenceObjectByHandle(Handle, SYNCHRONIZE, *PsThreadType, KernelMode, &Worker->Thread, NULL);
  if (!NT_SUCCESS(Status)) {
    /* The thread runs already. */
    Worker->Thread = NULL;
    KeSetEvent(&Worker->Stop, IO_NO_INCREMENT, FALSE);
    ZwWaitForSingleObject(Handle, FALSE, NULL);
  }
  ZwClose(Handle);
  return Status;
}

static inline VOID StopThread(WORKER* Worker) {
  if (Worker->Thread == NULL) return;
  KeSetEvent(&Worker->Stop, IO_NO_INCREMENT, FALSE);
  KeWaitForSingleObject(Worker->Thread, Executive, KernelMode, FALSE, NULL);
  ObDereferenceObject(Worker->Thread);
  Worker->Thread = NULL;
}

/* FALSE when the thread has to end. */
static inline BOOLEAN WaitForWork(WORKER* Worker) {
  PVOID Objects[2] = {&Worker->Stop, &Worker->Work};
  return KeWaitForMultipleObjects(2, Objects, WaitAny, Executive, KernelMode, FALSE, NULL, NULL) != STATUS_WAIT_0;
}

#endif
