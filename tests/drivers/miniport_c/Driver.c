/* A display miniport in C, with the habits of Windows driver source: wrong-case and backslash includes, trace calls,
   structured exceptions, pool tags, paged sections. */
#include <NtDDK.h>
#include <dispMPRT.h>
#include <NTSTRSAFE.H>
#include "INC\shared.h"
#include "trace.h"
#include "Driver.tmh"

DRIVER_INITIALIZE DriverEntry;

#ifdef ALLOC_PRAGMA
#pragma alloc_text(INIT, DriverEntry)
#pragma alloc_text(PAGE, SampleAddDevice)
#endif

/* Called with and without arguments after the text. */
#define Log(Format, ...) DbgPrint("sample: " Format "\n", __VA_ARGS__)

static const WCHAR DeviceName[] = L"\\Device\\Sample";

NTSTATUS
DriverEntry(IN PDRIVER_OBJECT DriverObject, IN PUNICODE_STRING RegistryPath)
{
    DRIVER_INITIALIZATION_DATA Data = {0};
    UNICODE_STRING Name;

    C_ASSERT(sizeof(WCHAR) == 2);
    C_ASSERT(sizeof(L"ab") == 3 * sizeof(USHORT));
    C_ASSERT(sizeof(ULONG) == 4);

    WPP_INIT_TRACING(DriverObject, RegistryPath);
    Log("starting");
    Log("names are %u bytes", (ULONG)sizeof(DeviceName));
    TraceEvents(TRACE_LEVEL_INFORMATION, TRACE_DRIVER, "%!FUNC! Enter");
    DebugPrint((TRACE_LEVEL_VERBOSE, "path %wZ", RegistryPath));

    RtlInitUnicodeString(&Name, DeviceName);
    Data.Version = DXGKDDI_INTERFACE_VERSION;
    Data.DxgkDdiAddDevice = SampleAddDevice;
    Data.DxgkDdiRemoveDevice = SampleRemoveDevice;
    Data.DxgkDdiStartDevice = SampleStartDevice;
    Data.DxgkDdiStopDevice = SampleStopDevice;
    Data.DxgkDdiUnload = SampleUnload;
    Data.DxgkDdiCreateAllocation = SampleCreateAllocation;
    Data.DxgkDdiDestroyAllocation = SampleDestroyAllocation;
    Data.DxgkDdiEscape = SampleEscape;
    return DxgkInitialize(DriverObject, RegistryPath, &Data);
}

NTSTATUS
SampleAddDevice(IN_CONST_PDEVICE_OBJECT PhysicalDeviceObject, OUT_PPVOID MiniportDeviceContext)
{
    PSAMPLE_ADAPTER Adapter;

    PAGED_CODE();
    Adapter = (PSAMPLE_ADAPTER)ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(*Adapter), SAMPLE_TAG);
    if (Adapter == NULL) {
        TraceFailure("no memory in " __FUNCTION__ ": %!STATUS!", STATUS_NO_MEMORY);
        return STATUS_NO_MEMORY;
    }
    RtlZeroMemory(Adapter, sizeof(*Adapter));
    Adapter->PhysicalDevice = PhysicalDeviceObject;
    InitializeListHead(&Adapter->Allocations);
    KeInitializeSpinLock(&Adapter->Lock);
    KeInitializeEvent(&Adapter->Idle, NotificationEvent, TRUE);
    *MiniportDeviceContext = Adapter;
    return STATUS_SUCCESS;
}

NTSTATUS
SampleRemoveDevice(IN_CONST_PVOID MiniportDeviceContext)
{
    PAGED_CODE();
    ExFreePoolWithTag((PVOID)MiniportDeviceContext, SAMPLE_TAG);
    return STATUS_SUCCESS;
}

VOID
SampleUnload(VOID)
{
    WPP_CLEANUP(NULL);
}
