// Handle callbacks.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel25Lessons[] = {
    {.rule = "K-415",
     .why = "The handle table is guarded by locks that can wait. At DISPATCH_LEVEL waiting is "
            "impossible, and the processor stays there for good.",
     .check = "Each of these callbacks compares the IRQL with its own limit when it is called: "
              "PASSIVE_LEVEL for DxgkCbEnumHandleChildren, APC_LEVEL for the others.",
     .wrong = R"(VOID DpcRoutine(PVOID Context) {
    data = Dxgk->DxgkCbGetHandleData(&get);
    …)",
     .right = R"(NTSTATUS OpenAllocation(HANDLE hDevice, const DXGKARG_OPENALLOCATION* args) {
    opened->Allocation = Dxgk->DxgkCbGetHandleData(&get);
    …)"},
    {.rule = "K-417",
     .why = "Only an allocation is opened once per device and has data for each. For other objects "
            "the flag asks for something that does not exist.",
     .check = "DxgkCbGetHandleData and DxgkCbAcquireHandleData look at Type when DeviceSpecific is "
              "set, report any but DXGK_HANDLE_ALLOCATION and return NULL.",
     .wrong = R"(get.hObject = hResource;
get.Type = DXGK_HANDLE_RESOURCE;
get.Flags.DeviceSpecific = 1;
data = Dxgk->DxgkCbGetHandleData(&get);)",
     .right = R"(get.hObject = hAllocation;
get.Type = DXGK_HANDLE_ALLOCATION;
get.Flags.DeviceSpecific = 1;
data = Dxgk->DxgkCbGetHandleData(&get);)"},
    {.rule = "K-419",
     .why = "NULL means that the program named something that is gone or was never there. To go on "
            "is to follow a null pointer, or to tell the program that all went well.",
     .check = "An entry point in which a handle that is not 0 resolved to NULL must return a "
              "failure; success is reported when it returns. Which failure is not compared.",
     .wrong = R"(KmAllocation* allocation = Dxgk->DxgkCbGetHandleData(&get);
if (allocation != NULL) Resize(allocation);
return STATUS_SUCCESS;)",
     .right = R"(KmAllocation* allocation = Dxgk->DxgkCbGetHandleData(&get);
if (allocation == NULL) return STATUS_INVALID_HANDLE;
Resize(allocation);
return STATUS_SUCCESS;)"},
    {.rule = "K-422",
     .why = "A program may destroy its allocation at any moment. A pointer kept beyond the call "
            "then leads into memory that was freed and given to somebody else.",
     .check = "Data that DxgkCbGetHandleData gave out are marked when DxgkDdiDestroyAllocation "
              "frees them; a later access of the driver to that block raises this instead of "
              "N-005.",
     .wrong = R"(device->Current = Dxgk->DxgkCbGetHandleData(&get);  // in DxgkDdiEscape
…
device->Current->LastUse = now;                     // in a later call)",
     .right = R"(device->Current = Dxgk->DxgkCbAcquireHandleData(&get, &device->Release);
…
device->Current->LastUse = now;
release.ReleaseHandle = device->Release;
release.Type = DXGK_HANDLE_ALLOCATION;
Dxgk->DxgkCbReleaseHandleData(release);)"},
    {.rule = "K-423",
     .why = "While a reference is held the allocation cannot be destroyed. One that is never given "
            "back keeps the allocation, and with it the program's device, from ending.",
     .check = "DxgkCbReleaseHandleData reports a handle that is not held; a device whose end waits "
              "two seconds for held allocations reports each with the stack that acquired it.",
     .wrong = R"(data = Dxgk->DxgkCbAcquireHandleData(&get, &releaseHandle);
if (data->Format == 0) return STATUS_INVALID_PARAMETER;)",
     .right = R"(data = Dxgk->DxgkCbAcquireHandleData(&get, &releaseHandle);
if (data == NULL) return STATUS_INVALID_HANDLE;
format = data->Format;
release.ReleaseHandle = releaseHandle;
release.Type = DXGK_HANDLE_ALLOCATION;
Dxgk->DxgkCbReleaseHandleData(release);
if (format == 0) return STATUS_INVALID_PARAMETER;)"},
    {.rule = "K-426",
     .why = "The callback has the adapter to itself. Asked for synchronously from a call that "
            "others can be in beside it, it would wait for its own caller.",
     .check =
         "DxgkCbExcludeAdapterAccess looks at the IRQL, at the two attributes together, at the "
         "entry point it is called from and for locks with UseAlternateVA; a caller that waits "
         "for the callback is not looked for.",
     .wrong = R"(NTSTATUS Escape(HANDLE hAdapter, const DXGKARG_ESCAPE* pEscape) {
    Dxgk->DxgkCbExcludeAdapterAccess(Dxgk->DeviceHandle, DXGK_EXCLUDE_CALL_SYNCHRONOUS,
                                     Protected, adapter);
    …)",
     .right = R"(NTSTATUS Escape(HANDLE hAdapter, const DXGKARG_ESCAPE* pEscape) {
    Dxgk->DxgkCbExcludeAdapterAccess(Dxgk->DeviceHandle, DXGK_EXCLUDE_EVICT_ALL,
                                     Protected, adapter);
    …)"},
    {.rule = "K-427",
     .why = "Mapping changes page tables and may wait. An MDL that dies first leaves the IOMMU "
            "with entries for pages that belong to somebody else.",
     .check = "The memory callbacks compare the IRQL with APC_LEVEL, for drivers from WDDM 3.2 on; "
              "DxgkCbUnmapMdlFromIoMmu asks whether the MDL is still there, if it came from the "
              "executive.",
     .wrong = R"(IoFreeMdl(map.pMdl);
unmap.hMemoryHandle = map.hMemoryHandle;
Dxgk->DxgkCbUnmapMdlFromIoMmu(Dxgk->DeviceHandle, &unmap);)",
     .right = R"(unmap.hMemoryHandle = map.hMemoryHandle;
Dxgk->DxgkCbUnmapMdlFromIoMmu(Dxgk->DeviceHandle, &unmap);
IoFreeMdl(map.pMdl);)"},
};

}  // namespace

Lessons kernel_25() { return kKernel25Lessons; }

}  // namespace drydock::rules::lessons
