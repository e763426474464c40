/* The memory of a sampler, and the settings it finds in the registry. */
#include "sampler.h"

static NTSTATUS
SamplerQueryPeriod(HANDLE Key, PULONG Period)
{
    UNICODE_STRING name = RTL_CONSTANT_STRING(L"Period");
    PKEY_VALUE_PARTIAL_INFORMATION value;
    ULONG size = sizeof(KEY_VALUE_PARTIAL_INFORMATION) + sizeof(ULONG);
    NTSTATUS status;

    value = (PKEY_VALUE_PARTIAL_INFORMATION)ExAllocatePool2(POOL_FLAG_PAGED, size, SAMPLER_TAG);
    if (value == NULL) {
        return STATUS_INSUFFICIENT_RESOURCES;
    }
    status = ZwQueryValueKey(Key, &name, KeyValuePartialInformation, value, size, &size);
    if (NT_SUCCESS(status) && value->Type == REG_DWORD && value->DataLength == sizeof(ULONG)) {
        *Period = *(PULONG)value->Data;
    }
    ExFreePoolWithTag(value, SAMPLER_TAG);
    return status == STATUS_OBJECT_NAME_NOT_FOUND ? STATUS_SUCCESS : status;
}

NTSTATUS
SamplerReadSettings(PUNICODE_STRING RegistryPath, PULONG Period)
{
    OBJECT_ATTRIBUTES attributes;
    HANDLE key;
    NTSTATUS status;

    *Period = SAMPLER_DEFAULT_PERIOD;
    InitializeObjectAttributes(&attributes, RegistryPath, OBJ_CASE_INSENSITIVE | OBJ_KERNEL_HANDLE, NULL, NULL);
    status = ZwCreateKey(&key, KEY_READ, &attributes, 0, NULL, REG_OPTION_VOLATILE, NULL);
    if (!NT_SUCCESS(status)) {
        return status;
    }
    status = SamplerQueryPeriod(key, Period);
    ZwClose(key);
    if (*Period == 0 || *Period > 1000) {
        *Period = SAMPLER_DEFAULT_PERIOD;
    }
    return status;
}

static NTSTATUS
SamplerStartDma(PSAMPLER Sampler)
{
    PHYSICAL_ADDRESS highest;

    highest.QuadPart = 0xFFFFFFFF;
    Sampler->Dma = MmAllocateContiguousMemory(SAMPLER_RING_SIZE, highest);
    if (Sampler->Dma == NULL) {
        return STATUS_INSUFFICIENT_RESOURCES;
    }
    Sampler->DmaAddress = MmGetPhysicalAddress(Sampler->Dma);
    Sampler->DmaView = MmMapIoSpace(Sampler->DmaAddress, SAMPLER_RING_SIZE, MmCached);
    return Sampler->DmaView == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

static NTSTATUS
SamplerLockPage(PSAMPLER Sampler)
{
    __try {
        MmProbeAndLockPages(Sampler->PageMdl, KernelMode, IoModifyAccess);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        return GetExceptionCode();
    }
    Sampler->PageLocked = TRUE;
    Sampler->PageView = (PULONG)MmGetSystemAddressForMdlSafe(Sampler->PageMdl, NormalPagePriority | MdlMappingNoExecute);
    return Sampler->PageView == NULL ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

static NTSTATUS
SamplerStartPage(PSAMPLER Sampler)
{
    Sampler->Page = ExAllocatePool2(POOL_FLAG_PAGED, SAMPLER_PAGE_SIZE, SAMPLER_TAG);
    if (Sampler->Page == NULL) {
        return STATUS_INSUFFICIENT_RESOURCES;
    }
    Sampler->PageMdl = IoAllocateMdl(Sampler->Page, SAMPLER_PAGE_SIZE, FALSE, FALSE, NULL);
    if (Sampler->PageMdl == NULL) {
        return STATUS_INSUFFICIENT_RESOURCES;
    }
    return SamplerLockPage(Sampler);
}

NTSTATUS
SamplerStartMemory(PSAMPLER Sampler)
{
    NTSTATUS status;

    ExInitializeNPagedLookasideList(&Sampler->Samples, NULL, NULL, POOL_NX_ALLOCATION, sizeof(SAMPLE), SAMPLER_TAG, 0);
    Sampler->HasSamples = TRUE;
    Sampler->Ring = (PULONG)ExAllocatePool2(POOL_FLAG_NON_PAGED, SAMPLER_RING_SIZE, SAMPLER_TAG);
    if (Sampler->Ring == NULL) {
        return STATUS_INSUFFICIENT_RESOURCES;
    }
    status = SamplerStartDma(Sampler);
    if (!NT_SUCCESS(status)) {
        return status;
    }
    return SamplerStartPage(Sampler);
}

VOID
SamplerStopMemory(PSAMPLER Sampler)
{
    if (Sampler->PageLocked) {
        MmUnlockPages(Sampler->PageMdl);
    }
    if (Sampler->PageMdl != NULL) {
        IoFreeMdl(Sampler->PageMdl);
    }
    if (Sampler->Page != NULL) {
        ExFreePoolWithTag(Sampler->Page, SAMPLER_TAG);
    }
    if (Sampler->DmaView != NULL) {
        MmUnmapIoSpace(Sampler->DmaView, SAMPLER_RING_SIZE);
    }
    if (Sampler->Dma != NULL) {
        MmFreeContiguousMemory(Sampler->Dma);
    }
    if (Sampler->Ring != NULL) {
        ExFreePoolWithTag(Sampler->Ring, SAMPLER_TAG);
    }
    if (Sampler->HasSamples) {
        ExDeleteNPagedLookasideList(&Sampler->Samples);
    }
}
