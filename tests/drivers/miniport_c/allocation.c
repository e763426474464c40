/* Allocations of the sample miniport, and an escape that touches a client's buffer. */
#include "ntddk.h"
#include "dispmprt.h"
#include "inc/SHARED.H"
#include "Trace.h"
#include "allocation.tmh"

NTSTATUS
SampleStartDevice(IN_CONST_PVOID MiniportDeviceContext, IN_PDXGK_START_INFO DxgkStartInfo,
                  IN_PDXGKRNL_INTERFACE DxgkInterface, OUT_PULONG NumberOfVideoPresentSources,
                  OUT_PULONG NumberOfChildren)
{
    PSAMPLE_ADAPTER Adapter = (PSAMPLE_ADAPTER)MiniportDeviceContext;

    Adapter->StartInfo = *DxgkStartInfo;
    Adapter->Interface = *DxgkInterface;
    *NumberOfVideoPresentSources = 0;
    *NumberOfChildren = 0;
    return STATUS_SUCCESS;
}

NTSTATUS
SampleStopDevice(IN_CONST_PVOID MiniportDeviceContext)
{
    LARGE_INTEGER Timeout;
    PSAMPLE_ADAPTER Adapter = (PSAMPLE_ADAPTER)MiniportDeviceContext;

    Timeout.QuadPart = -10 * 1000 * 1000LL;
    return KeWaitForSingleObject(&Adapter->Idle, Executive, KernelMode, FALSE, &Timeout);
}

NTSTATUS
APIENTRY
SampleCreateAllocation(IN_CONST_HANDLE hAdapter, INOUT_PDXGKARG_CREATEALLOCATION pCreateAllocation)
{
    PSAMPLE_ADAPTER Adapter = (PSAMPLE_ADAPTER)hAdapter;
    KIRQL OldIrql;
    UINT i;

    for (i = 0; i < pCreateAllocation->NumAllocations; i++) {
        DXGK_ALLOCATIONINFO *Info = &pCreateAllocation->pAllocationInfo[i];
        PSAMPLE_ALLOCATION Allocation = ExAllocatePool2(POOL_FLAG_NON_PAGED, sizeof(*Allocation), SAMPLE_TAG);

        if (!Allocation)
            return STATUS_NO_MEMORY;
        Allocation->Size = PAGE_SIZE;
        KeAcquireSpinLock(&Adapter->Lock, &OldIrql);
        InsertTailList(&Adapter->Allocations, &Allocation->Link);
        KeReleaseSpinLock(&Adapter->Lock, OldIrql);
        Info->hAllocation = Allocation;
        Info->Size = Allocation->Size;
        Info->SupportedReadSegmentSet = 1;
        Info->SupportedWriteSegmentSet = 1;
        Info->Flags.CpuVisible = 1;
    }
    return STATUS_SUCCESS;
}

NTSTATUS
APIENTRY
SampleDestroyAllocation(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_DESTROYALLOCATION pDestroyAllocation)
{
    PSAMPLE_ADAPTER Adapter = (PSAMPLE_ADAPTER)hAdapter;
    UINT i;

    for (i = 0; i < pDestroyAllocation->NumAllocations; i++) {
        PSAMPLE_ALLOCATION Allocation = (PSAMPLE_ALLOCATION)pDestroyAllocation->pAllocationList[i];
        KIRQL OldIrql;

        KeAcquireSpinLock(&Adapter->Lock, &OldIrql);
        RemoveEntryList(&Allocation->Link);
        KeReleaseSpinLock(&Adapter->Lock, OldIrql);
        ExFreePoolWithTag(Allocation, SAMPLE_TAG);
    }
    if (pDestroyAllocation->Flags.DestroyResource)
        TraceEvents(TRACE_LEVEL_VERBOSE, TRACE_DEVICE, "resource %p goes too", pDestroyAllocation->hResource);
    return STATUS_SUCCESS;
}

NTSTATUS
APIENTRY
SampleEscape(IN_CONST_HANDLE hAdapter, IN_CONST_PDXGKARG_ESCAPE pEscape)
{
    NTSTATUS Status = STATUS_SUCCESS;
    ULONG Value = 0;

    UNREFERENCED_PARAMETER(hAdapter);
    __try {
        ProbeForRead(pEscape->pPrivateDriverData, sizeof(ULONG), sizeof(ULONG));
        __try {
            Value = *(volatile ULONG *)pEscape->pPrivateDriverData;
        } __finally {
            DbgPrint(__FUNCTION__ ": read %lu\n", Value);
        }
        if (Value == 0)
            __leave;
        *(volatile ULONG *)pEscape->pPrivateDriverData = Value + 1;
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        Status = GetExceptionCode();
    }
    return Status;
}
