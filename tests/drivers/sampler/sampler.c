/*
 * A software device that takes a sample at every tick of a timer, hands it to a thread that keeps
 * the latest ones in a ring, and writes the ring back before it goes.
 *
 * Built with SAMPLER_CARELESS it forgets to undo what it did when a step of its start fails.
 */
#include "sampler.h"

static UNICODE_STRING DeviceName = RTL_CONSTANT_STRING(L"\\Device\\Sampler");
static UNICODE_STRING LinkName = RTL_CONSTANT_STRING(L"\\DosDevices\\Sampler");

NTSTATUS
SamplerCreateClose(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
    UNREFERENCED_PARAMETER(DeviceObject);

    Irp->IoStatus.Status = STATUS_SUCCESS;
    Irp->IoStatus.Information = 0;
    IoCompleteRequest(Irp, IO_NO_INCREMENT);
    return STATUS_SUCCESS;
}

VOID
SamplerTick(PKDPC Dpc, PVOID Context, PVOID Argument1, PVOID Argument2)
{
    PSAMPLER sampler = (PSAMPLER)Context;
    PSAMPLE sample;

    UNREFERENCED_PARAMETER(Dpc);
    UNREFERENCED_PARAMETER(Argument1);
    UNREFERENCED_PARAMETER(Argument2);

    // Without memory the sample is lost; the next tick brings another.
    sample = (PSAMPLE)ExAllocateFromNPagedLookasideList(&sampler->Samples);
    if (sample == NULL) {
        return;
    }
    sample->Value = (ULONG)KeQueryInterruptTime();
    ExInterlockedInsertTailList(&sampler->Queue, &sample->Link, &sampler->Lock);
    KeSetEvent(&sampler->Arrived, IO_NO_INCREMENT, FALSE);
}

static VOID
SamplerStore(PSAMPLER Sampler)
{
    PLIST_ENTRY entry;

    while ((entry = ExInterlockedRemoveHeadList(&Sampler->Queue, &Sampler->Lock)) != NULL) {
        PSAMPLE sample = CONTAINING_RECORD(entry, SAMPLE, Link);

        Sampler->Ring[Sampler->RingNext] = sample->Value;
        Sampler->RingNext = (Sampler->RingNext + 1) % (SAMPLER_RING_SIZE / sizeof(ULONG));
        ExFreeToNPagedLookasideList(&Sampler->Samples, sample);
        KeSetEvent(&Sampler->FirstStored, IO_NO_INCREMENT, FALSE);
    }
}

VOID
SamplerThread(PVOID Context)
{
    PSAMPLER sampler = (PSAMPLER)Context;
    PVOID objects[2];
    NTSTATUS status;

    objects[0] = &sampler->Stop;
    objects[1] = &sampler->Arrived;
    do {
        status = KeWaitForMultipleObjects(2, objects, WaitAny, Executive, KernelMode, FALSE, NULL, NULL);
        SamplerStore(sampler);
    } while (status != STATUS_WAIT_0);
    PsTerminateSystemThread(STATUS_SUCCESS);
}

VOID
SamplerFlush(PDEVICE_OBJECT DeviceObject, PVOID Context)
{
    PSAMPLER sampler = (PSAMPLER)Context;

    UNREFERENCED_PARAMETER(DeviceObject);

    RtlCopyMemory(sampler->Dma, sampler->Ring, SAMPLER_RING_SIZE);
    RtlCopyMemory(sampler->PageView, sampler->DmaView, SAMPLER_PAGE_SIZE);
    KeSetEvent(&sampler->Flushed, IO_NO_INCREMENT, FALSE);
}

static NTSTATUS
SamplerStartThread(PSAMPLER Sampler)
{
    OBJECT_ATTRIBUTES attributes;
    HANDLE handle;
    NTSTATUS status;

    InitializeObjectAttributes(&attributes, NULL, OBJ_KERNEL_HANDLE, NULL, NULL);
    status = PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, &attributes, NULL, NULL, SamplerThread, Sampler);
    if (!NT_SUCCESS(status)) {
        return status;
    }
    status = ObReferenceObjectByHandle(handle, THREAD_ALL_ACCESS, *PsThreadType, KernelMode,
                                       (PVOID*)&Sampler->Thread, NULL);
    if (!NT_SUCCESS(status)) {
        // Nothing may go before the thread has.
        KeSetEvent(&Sampler->Stop, IO_NO_INCREMENT, FALSE);
        ZwWaitForSingleObject(handle, FALSE, NULL);
    }
    ZwClose(handle);
    return status;
}

NTSTATUS
SamplerStart(PSAMPLER Sampler)
{
    LARGE_INTEGER due, patience;
    NTSTATUS status;

    status = SamplerStartMemory(Sampler);
    if (!NT_SUCCESS(status)) {
        return status;
    }
    status = SamplerStartThread(Sampler);
    if (!NT_SUCCESS(status)) {
        return status;
    }
    Sampler->Flush = IoAllocateWorkItem(Sampler->Device);
    if (Sampler->Flush == NULL) {
        return STATUS_INSUFFICIENT_RESOURCES;
    }

    due.QuadPart = -10000LL * Sampler->Period;
    KeSetTimerEx(&Sampler->Timer, due, (LONG)Sampler->Period, &Sampler->Dpc);
    Sampler->HasTimer = TRUE;

    // A device that takes no samples is of no use.
    patience.QuadPart = -50000000LL;
    status = KeWaitForSingleObject(&Sampler->FirstStored, Executive, KernelMode, FALSE, &patience);
    return status == STATUS_TIMEOUT ? STATUS_IO_TIMEOUT : status;
}

VOID
SamplerStop(PSAMPLER Sampler)
{
    if (Sampler->HasTimer) {
        KeCancelTimer(&Sampler->Timer);
        KeFlushQueuedDpcs();
    }
    if (Sampler->Thread != NULL) {
        KeSetEvent(&Sampler->Stop, IO_NO_INCREMENT, FALSE);
        KeWaitForSingleObject(Sampler->Thread, Executive, KernelMode, FALSE, NULL);
        ObDereferenceObject(Sampler->Thread);
    }
    if (Sampler->Flush != NULL) {
        IoQueueWorkItem(Sampler->Flush, SamplerFlush, DelayedWorkQueue, Sampler);
        KeWaitForSingleObject(&Sampler->Flushed, Executive, KernelMode, FALSE, NULL);
        IoFreeWorkItem(Sampler->Flush);
    }
    SamplerStopMemory(Sampler);
}

static VOID
SamplerDeleteDevice(PDEVICE_OBJECT Device)
{
    PSAMPLER sampler = (PSAMPLER)Device->DeviceExtension;

    SamplerStop(sampler);
    if (sampler->Linked) {
        IoDeleteSymbolicLink(&LinkName);
    }
    IoDeleteDevice(Device);
}

VOID
SamplerUnload(PDRIVER_OBJECT DriverObject)
{
    SamplerDeleteDevice(DriverObject->DeviceObject);
}

static VOID
SamplerInitialize(PSAMPLER Sampler, PDEVICE_OBJECT Device)
{
    RtlZeroMemory(Sampler, sizeof(*Sampler));
    Sampler->Device = Device;
    KeInitializeSpinLock(&Sampler->Lock);
    InitializeListHead(&Sampler->Queue);
    KeInitializeEvent(&Sampler->Stop, NotificationEvent, FALSE);
    KeInitializeEvent(&Sampler->Arrived, SynchronizationEvent, FALSE);
    KeInitializeEvent(&Sampler->FirstStored, NotificationEvent, FALSE);
    KeInitializeEvent(&Sampler->Flushed, NotificationEvent, FALSE);
    KeInitializeTimerEx(&Sampler->Timer, SynchronizationTimer);
    KeInitializeDpc(&Sampler->Dpc, SamplerTick, Sampler);
}

NTSTATUS
DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
    PDEVICE_OBJECT device;
    PSAMPLER sampler;
    NTSTATUS status;

    DriverObject->DriverUnload = SamplerUnload;
    DriverObject->MajorFunction[IRP_MJ_CREATE] = SamplerCreateClose;
    DriverObject->MajorFunction[IRP_MJ_CLOSE] = SamplerCreateClose;

    status = IoCreateDevice(DriverObject, sizeof(SAMPLER), &DeviceName, FILE_DEVICE_UNKNOWN,
                            FILE_DEVICE_SECURE_OPEN, FALSE, &device);
    if (!NT_SUCCESS(status)) {
        return status;
    }
    sampler = (PSAMPLER)device->DeviceExtension;
    SamplerInitialize(sampler, device);

    status = IoCreateSymbolicLink(&LinkName, &DeviceName);
    if (NT_SUCCESS(status)) {
        sampler->Linked = TRUE;
        status = SamplerReadSettings(RegistryPath, &sampler->Period);
    }
    if (NT_SUCCESS(status)) {
        status = SamplerStart(sampler);
    }
#ifndef SAMPLER_CARELESS
    if (!NT_SUCCESS(status)) {
        SamplerDeleteDevice(device);
    }
#endif
    return status;
}
