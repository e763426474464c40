// The five seeds.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel01Lessons[] = {
    {.rule = "K-001",
     .why = "The kernel looks the handles up on the device that is named. With another device "
            "nothing is destroyed, and the allocations stay until their own device goes.",
     .check = "D3DKMTDestroyAllocation and D3DKMTDestroyAllocation2 compare the device of each "
              "allocation and of the resource with hDevice and refuse the whole call with "
              "STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMT_DESTROYALLOCATION destroy = {};
destroy.hDevice = otherDevice;
destroy.phAllocationList = &allocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(D3DKMT_DESTROYALLOCATION destroy = {};
destroy.hDevice = deviceThatCreatedIt;
destroy.phAllocationList = &allocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)"},
    {.rule = "K-004",
     .why = "One destroy reaches the miniport as one call with one resource handle. A list across "
            "two resources would have no such call.",
     .check = "D3DKMTDestroyAllocation compares the resource of every allocation in the list with "
              "that of the first before it detaches any, and answers STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMT_HANDLE list[] = {texture.hAllocation, loose.hAllocation};
destroy.phAllocationList = list;
destroy.AllocationCount = 2;
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(destroy.phAllocationList = &texture.hAllocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);
destroy.phAllocationList = &loose.hAllocation;
D3DKMTDestroyAllocation(&destroy);)"},
    {.rule = "K-005",
     .why = "Naming the resource already means all of its allocations. A list beside it is "
            "ignored, so a caller who meant only the list loses the whole resource.",
     .check = "A destroy that names hResource with phAllocationList or AllocationCount is counted "
              "on its device and carried out; the count is told in one finding when the device "
              "goes.",
     .wrong = R"(destroy.hResource = resource;
destroy.phAllocationList = handles;
destroy.AllocationCount = count;
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(destroy.hResource = resource;
destroy.phAllocationList = NULL;
destroy.AllocationCount = 0;
D3DKMTDestroyAllocation(&destroy);)"},
    {.rule = "K-007",
     .why = "The count says how many handles the kernel copies from the caller. Without a list "
            "there is nothing to copy, and nothing is freed.",
     .check = "The list is copied when D3DKMTDestroyAllocation begins; a count without readable "
              "memory behind it ends the call with STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMT_DESTROYALLOCATION destroy = {};
destroy.hDevice = device;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(D3DKMT_DESTROYALLOCATION destroy = {};
destroy.hDevice = device;
destroy.phAllocationList = &allocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)"},
    {.rule = "K-009",
     .why = "The number of a destroyed allocation may be given to the next one that is created, "
            "and then a second destroy takes away something that is in use.",
     .check = "A handle leaves the process's table with its first destroy, and listing one twice "
              "in a single call counts as a second: both are refused with "
              "STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMTDestroyAllocation(&destroy);
…
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(if (allocation != 0) {
    D3DKMTDestroyAllocation(&destroy);
    allocation = 0;
})"},
    {.rule = "K-010",
     .why = "A resource is an object of its own. Without its allocations it still holds a handle "
            "and the miniport's resource data until the device is destroyed.",
     .check = "D3DKMTDestroyDevice looks for resources that have no allocations left and tells how "
              "many there were in one finding.",
     .wrong = R"(destroy.phAllocationList = handles;
destroy.AllocationCount = count;
D3DKMTDestroyAllocation(&destroy);
D3DKMTDestroyDevice(&destroyDevice);)",
     .right = R"(destroy.hResource = resource;
destroy.phAllocationList = NULL;
destroy.AllocationCount = 0;
D3DKMTDestroyAllocation(&destroy);
D3DKMTDestroyDevice(&destroyDevice);)"},
    {.rule = "K-011",
     .why = "Once the resource is gone its number is free for another object of the same process, "
            "which a second destroy would hit.",
     .check = "Of two destroys that name a resource, even from two threads at once, one succeeds; "
              "the other finds no such resource and gets STATUS_INVALID_PARAMETER.",
     .wrong = R"(destroy.hResource = resource;
D3DKMTDestroyAllocation(&destroy);
…
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(destroy.hResource = resource;
D3DKMTDestroyAllocation(&destroy);
resource = 0;)"},
    {.rule = "K-012",
     .why = "Global share handles and NT handles live in other tables. Taken for local handles "
            "they name nothing, or by chance something else.",
     .check = "Every entry of phAllocationList must be an allocation in the calling process's own "
              "handle table; anything else fails the call with STATUS_INVALID_PARAMETER.",
     .wrong = R"(destroy.phAllocationList = &create.hGlobalShare;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)",
     .right = R"(destroy.phAllocationList = &info.hAllocation;
destroy.AllocationCount = 1;
D3DKMTDestroyAllocation(&destroy);)"},
    {.rule = "K-015",
     .why = "After the call the kernel has forgotten the allocation and no later call will ever "
            "name it, so what was put off is never freed.",
     .check = "The pool blocks behind the handles in pAllocationList are noted before "
              "DxgkDdiDestroyAllocation; one that is still allocated when it returns is a finding "
              "with the stack of its allocation.",
     .wrong = R"(for (UINT i = 0; i < pDestroyAllocation->NumAllocations; ++i) {
    KmAllocation* allocation = (KmAllocation*)pDestroyAllocation->pAllocationList[i];
    InsertTailList(&adapter->FreeLater, &allocation->Link);
}
return STATUS_SUCCESS;)",
     .right = R"(for (UINT i = 0; i < pDestroyAllocation->NumAllocations; ++i)
    ExFreePoolWithTag(pDestroyAllocation->pAllocationList[i], TAG);
return STATUS_SUCCESS;)"},
    {.rule = "K-016",
     .why = "A resource that goes and is not freed leaks; one that stays and is freed is used "
            "again with the next allocation that is added or destroyed.",
     .check = "When DxgkDdiDestroyAllocation returns with DestroyResource set, the pool block "
              "behind hResource must be gone; one that is still there is reported and ends "
              "the driver (a block freed too early is K-017).",
     .wrong = R"(for (UINT i = 0; i < args->NumAllocations; ++i)
    ExFreePoolWithTag(args->pAllocationList[i], TAG);
return STATUS_SUCCESS;)",
     .right = R"(for (UINT i = 0; i < args->NumAllocations; ++i)
    ExFreePoolWithTag(args->pAllocationList[i], TAG);
if (args->Flags.DestroyResource)
    ExFreePoolWithTag(args->hResource, TAG);
return STATUS_SUCCESS;)"},
    {.rule = "K-017",
     .why = "hResource is filled in for every allocation that belongs to a resource, also when the "
            "resource stays. Whoever frees by it frees at the first member that goes.",
     .check = "Without DestroyResource the block behind hResource must still be allocated after "
              "DxgkDdiDestroyAllocation, unless the driver wrote another handle there; else the "
              "finding ends the driver's life.",
     .wrong = R"(if (args->hResource != NULL)
    ExFreePoolWithTag(args->hResource, TAG);)",
     .right = R"(if (args->Flags.DestroyResource)
    ExFreePoolWithTag(args->hResource, TAG);)"},
    {.rule = "K-019",
     .why = "A resource whose allocations went earlier is destroyed with an empty list, and the "
            "first element of that is whatever lies in memory.",
     .check = "A driver that crashes in a DxgkDdiDestroyAllocation with NumAllocations 0 gets this "
              "finding beside that of the crash; a read that does no harm is not seen.",
     .wrong = R"(KmAllocation* first = (KmAllocation*)args->pAllocationList[0];
KmAdapter* adapter = first->Adapter;)",
     .right = R"(KmAdapter* adapter = (KmAdapter*)hAdapter;
for (UINT i = 0; i < args->NumAllocations; ++i)
    FreeAllocation(adapter, (KmAllocation*)args->pAllocationList[i]);)"},
    {.rule = "K-020",
     .why = "The callback finds its adapter by the handle that DxgkDdiStartDevice was given. The "
            "driver's own context block means nothing to it, and read as a device it stops the "
            "machine.",
     .check = "The handle is looked up at the call among the devices that this driver serves; any "
              "other value is reported and ends the driver there.",
     .wrong = R"(adapter->Dxgk.DxgkCbDestroyContextAllocation(adapter, context->hAllocation);)",
     .right = R"(adapter->Dxgk.DxgkCbDestroyContextAllocation(adapter->Dxgk.DeviceHandle,
                                             context->hAllocation);)"},
    {.rule = "K-021",
     .why = "hDriverAllocation is the driver's own number for the allocation. The kernel would "
            "look behind it for an object that is not there.",
     .check = "DxgkCbDestroyContextAllocation looks hAllocation up among the context allocations "
              "that are alive, ends the driver for any other, and says when it was its own "
              "hDriverAllocation.",
     .wrong = R"(create.hDriverAllocation = save;
Dxgk->DxgkCbCreateContextAllocation(&create);
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, save);)",
     .right = R"(create.hDriverAllocation = save;
Dxgk->DxgkCbCreateContextAllocation(&create);
save->hAllocation = create.hAllocation;
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, save->hAllocation);)"},
    {.rule = "K-022",
     .why = "Only the miniport knows when a context allocation may go. Destroyed twice, the second "
            "call hits a handle that is dead or somebody else's.",
     .check = "DxgkCbDestroyContextAllocation of a handle that was issued once and is gone raises "
              "it at the call; one that is never destroyed is found as K-369.",
     .wrong = R"(Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, context->hSaveArea);
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, context->hSaveArea);)",
     .right = R"(if (context->hSaveArea != NULL) {
    Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, context->hSaveArea);
    context->hSaveArea = NULL;
})"},
    {.rule = "K-023",
     .why = "The call takes locks that can wait and may evict memory. At DISPATCH_LEVEL the "
            "processor cannot switch away, and the machine hangs or stops.",
     .check = "The IRQL is read first thing in DxgkCbDestroyContextAllocation; anything above "
              "PASSIVE_LEVEL ends the driver with this finding.",
     .wrong = R"(KeAcquireSpinLock(&adapter->Lock, &irql);
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, context->hSaveArea);
KeReleaseSpinLock(&adapter->Lock, irql);)",
     .right = R"(KeAcquireSpinLock(&adapter->Lock, &irql);
HANDLE saveArea = context->hSaveArea;
context->hSaveArea = NULL;
KeReleaseSpinLock(&adapter->Lock, irql);
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, saveArea);)"},
    {.rule = "K-024",
     .why = "Before Windows 8 the table of callbacks ends before this member. A driver that calls "
            "it there jumps through memory it does not own.",
     .check = "drydock cc compiles with headers that declare the member from "
              "DXGKDDI_INTERFACE_VERSION_WIN8 on only: its use in an older driver is a compile "
              "error, and the table handed to DxgkDdiStartDevice ends before it.",
     .wrong = R"(#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WIN7
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, hAllocation);)",
     .right = R"(#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WIN8
…
Dxgk->DxgkCbDestroyContextAllocation(Dxgk->DeviceHandle, hAllocation);)"},
    {.rule = "K-026",
     .why = "A batch that is submitted after the deallocate names handles that are dead. The "
            "kernel refuses all of it, also the commands that had nothing to do with the resource.",
     .check = "The submission that comes too late is refused by D3DKMTRender with "
              "STATUS_INVALID_HANDLE, because its allocation list names what was destroyed.",
     .wrong = R"(pfnDeallocateCb(hRTDevice, &deallocate);
FlushCommands(device);)",
     .right = R"(FlushCommands(device);
pfnDeallocateCb(hRTDevice, &deallocate);)"},
    {.rule = "K-027",
     .why = "A driver may keep a resource for reuse after DestroyResource, but what never reaches "
            "the kernel occupies video memory as long as the device lives.",
     .check = "D3DKMTDestroyDevice counts the allocations that are left on the device and tells "
              "the number in one finding.",
     .wrong = R"(VOID DestroyResource(D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource) {
    ReleaseSystemCopy(hResource);
})",
     .right = R"(VOID DestroyResource(D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource) {
    ReleaseSystemCopy(hResource);
    DeallocateNowOrLater(hDevice, hResource);  // ends in pfnDeallocateCb
})"},
    {.rule = "K-030",
     .why = "The context is all that says what the allocator holds; when it is gone nobody can "
            "give the rest back.",
     .check =
         "The finding is S-006, which is the same demand: what InitializeAllocator took and is "
         "alive after DeleteAllocator is named with its stack.",
     .wrong = R"(VOID OnDelete(PVOID Context) {
    ExFreePoolWithTag(Context, TAG);
})",
     .right = R"(VOID OnDelete(PVOID Context) {
    ExFreePoolWithTag(((PALLOCATOR)Context)->Table, TAG);
    ExFreePoolWithTag(Context, TAG);
})"},
    {.rule = "K-032",
     .why = "A routine that no table names is never called.",
     .check = "The finding is S-003, which is the same demand: an Allocator table whose "
              "DeleteAllocator is NULL is refused when the pin type is made.",
     .wrong = R"(KSALLOCATOR_DISPATCH Table = {OnInitialize, NULL, OnAllocate, OnFree};)",
     .right = R"(KSALLOCATOR_DISPATCH Table = {OnInitialize, OnDelete, OnAllocate, OnFree};)"},
};

}  // namespace

Lessons kernel_01() { return kKernel01Lessons; }

}  // namespace drydock::rules::lessons
