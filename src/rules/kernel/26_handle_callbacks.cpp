// Handle callbacks.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelHandleCallbacks[] = {
    {.id = "K-415",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Handle callback is called at too high an IRQL",
     .text = "GetHandleData / GetHandleParent: IRQL < DISPATCH_LEVEL. EnumHandleChildren: "
             "PASSIVE_LEVEL. Acquire/ReleaseHandleData: IRQL <= APC_LEVEL.",
     .outcome = "IRQL violation, bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_enumhandlechildren.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md",
     .lesson = {.why = "The handle table is guarded by locks that can wait. At DISPATCH_LEVEL "
                       "waiting is impossible, and the processor stays there for good.",
                .check =
                    "Each of these callbacks compares the IRQL with its own limit when it is "
                    "called: PASSIVE_LEVEL for DxgkCbEnumHandleChildren, APC_LEVEL for the others.",
                .wrong = R"(VOID DpcRoutine(PVOID Context) {
    data = Dxgk->DxgkCbGetHandleData(&get);
    …)",
                .right =
                    R"(NTSTATUS OpenAllocation(HANDLE hDevice, const DXGKARG_OPENALLOCATION* args) {
    opened->Allocation = Dxgk->DxgkCbGetHandleData(&get);
    …)"},
     .tests = {provokes("HandleCallbackRules.K415AcquireAtDispatchLevelIsFound"),
               provokes("HandleCallbackRules.K415ChildrenAtApcLevelAreFound"),
               provokes("HandleCallbackRules.K415DataAtDispatchLevelIsFound"),
               stays_silent("HandleCallbackRules.K415DataAtApcLevelIsSilent")}},
    {.id = "K-416",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Handle callbacks return what the driver stored for a kernel handle",
     .text = "They take graphics-kernel (D3DKMT) handles and return what the driver stored: "
             "allocation data, resource data, or with DeviceSpecific the open binding's data.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md",
     .tests = {proves("HandleCallbacks.K416GiveWhatTheDriverStored"),
               proves("HandleCallbacks.K416SharedAllocationHasOneDataAndABindingEach")}},
    {.id = "K-417",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DeviceSpecific is used with a handle type other than ALLOCATION",
     .text = "DeviceSpecific is legal only with type ALLOCATION.",
     .outcome = "NULL returned",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md",
     .lesson = {.why = "Only an allocation is opened once per device and has data for each. For "
                       "other objects the flag asks for something that does not exist.",
                .check =
                    "DxgkCbGetHandleData and DxgkCbAcquireHandleData look at Type when "
                    "DeviceSpecific is set, report any but DXGK_HANDLE_ALLOCATION and return NULL.",
                .wrong = R"(get.hObject = hResource;
get.Type = DXGK_HANDLE_RESOURCE;
get.Flags.DeviceSpecific = 1;
data = Dxgk->DxgkCbGetHandleData(&get);)",
                .right = R"(get.hObject = hAllocation;
get.Type = DXGK_HANDLE_ALLOCATION;
get.Flags.DeviceSpecific = 1;
data = Dxgk->DxgkCbGetHandleData(&get);)"},
     .tests = {provokes("HandleCallbackRules.K417DeviceSpecificResourceIsFound"),
               stays_silent("HandleCallbackRules.K417DeviceSpecificAllocationIsSilent")}},
    {.id = "K-418",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Handle callbacks return NULL for a forged or destroyed handle",
     .text = "NULL is returned for a handle that does not resolve (forged, or already destroyed).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md",
     .tests = {proves("HandleCallbacks.K418GiveNothingForWhatDoesNotResolve")}},
    {.id = "K-419",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DDI goes on after a handle callback returned NULL",
     .text = "On an unexpected NULL the current DDI must fail with STATUS_INVALID_HANDLE.",
     .outcome = "null dereference, or the program is told that all went well",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandledata.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandleparent.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_enumhandlechildren.md",
     .lesson =
         {.why = "NULL means that the program named something that is gone or was never there. To "
                 "go on is to follow a null pointer, or to tell the program that all went well.",
          .check =
              "An entry point in which DxgkCbGetHandleData, DxgkCbAcquireHandleData, "
              "DxgkCbGetHandleParent or DxgkCbEnumHandleChildren found nothing for a handle that "
              "is not 0 must return a failure; success is reported when it returns. Which failure "
              "is not compared. An escape may tell its caller in its data instead.",
          .wrong = R"(KmAllocation* allocation = Dxgk->DxgkCbGetHandleData(&get);
if (allocation != NULL) Resize(allocation);
return STATUS_SUCCESS;)",
          .right = R"(KmAllocation* allocation = Dxgk->DxgkCbGetHandleData(&get);
if (allocation == NULL) return STATUS_INVALID_HANDLE;
Resize(allocation);
return STATUS_SUCCESS;)"},
     .tests = {provokes("HandleCallbackRules.K419SuccessAfterAHandleOfNothingIsFound"),
               stays_silent("HandleCallbackRules.K419EscapeThatAnswersInItsDataIsSilent"),
               stays_silent("HandleCallbackRules.K419ExpectedNullsAreSilent"),
               stays_silent("HandleCallbackRules.K419FailureAfterAHandleOfNothingIsSilent")}},
    {.id = "K-420",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "GetHandleParent returns the resource, NULL for a stand-alone allocation",
     .text =
         "GetHandleParent returns the resource handle of an allocation, NULL if it stands alone.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_gethandleparent.md",
     .tests = {proves("HandleCallbacks.K420ParentIsTheResource")}},
    {.id = "K-421",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "EnumHandleChildren counts from zero and ends with NULL",
     .text = "EnumHandleChildren is zero-based and returns NULL past the last child; the child "
             "comes back as a graphics-kernel handle.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_enumhandlechildren.md",
     .tests = {proves("HandleCallbacks.K421ChildrenAreCountedFromZero")}},
    {.id = "K-422",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Pointer from GetHandleData is used after its allocation may have died",
     .text = "A pointer from GetHandleData is only safe while the driver knows the allocation "
             "cannot die (inside a DDI for it or an open binding); user mode may destroy at any "
             "time. Otherwise use AcquireHandleData.",
     .outcome = "use-after-free, bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md",
     .lesson = {.why = "A program may destroy its allocation at any moment. A pointer kept beyond "
                       "the call then leads into memory that was freed and given to somebody else.",
                .check = "Data that DxgkCbGetHandleData gave out are marked when "
                         "DxgkDdiDestroyAllocation frees them; a later access of the driver to "
                         "that block raises this instead of N-005.",
                .wrong = R"(device->Current = Dxgk->DxgkCbGetHandleData(&get);  // in DxgkDdiEscape
…
device->Current->LastUse = now;                     // in a later call)",
                .right = R"(device->Current = Dxgk->DxgkCbAcquireHandleData(&get, &device->Release);
…
device->Current->LastUse = now;
release.ReleaseHandle = device->Release;
release.Type = DXGK_HANDLE_ALLOCATION;
Dxgk->DxgkCbReleaseHandleData(release);)"},
     .tests = {provokes("HandleCallbackRules.K422PointerReadAfterTheDestroyIsFound"),
               provokes("HandleCallbackRules.K422PointerWrittenAfterTheDestroyIsFound"),
               stays_silent("HandleCallbackRules.K422PointerOfAHeldAllocationIsSilent")}},
    {.id = "K-423",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "AcquireHandleData is not matched by one ReleaseHandleData",
     .text = "Every AcquireHandleData is matched by one ReleaseHandleData with the release handle "
             "and same type; the reference blocks destruction meanwhile.",
     .outcome = "destroy never completes; leak",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md; "
               "d3dkmddi/ns-d3dkmddi-dxgkargcb_releasehandledata.md",
     .lesson =
         {.why = "While a reference is held the allocation cannot be destroyed. One that is never "
                 "given back keeps the allocation, and with it the program's device, from ending.",
          .check =
              "DxgkCbReleaseHandleData reports a handle that is not held; a device whose end waits "
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
     .tests = {provokes("HandleCallbackRules.K423SecondReleaseIsFound"),
               stays_silent("HandleCallbackRules.K423OneReleaseIsSilent")}},
    {.id = "K-424",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An acquired allocation is not destroyed until it is released",
     .text = "An acquired allocation and its miniport objects are not destroyed until released.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_acquirehandledata.md",
     .tests = {proves("HandleCallbacks.K424K234HeldAllocationIsNotDestroyed"),
               proves("HandleCallbacks.K424SynchronousDestroyWaitsForTheRelease")}},
    {.id = "K-425",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "GetCaptureAddress refuses a handle that is no capture allocation",
     .text = "GetCaptureAddress: a bad or non-capture handle gives STATUS_INVALID_PARAMETER.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_getcaptureaddress.md",
     .tests = {proves("CallbackPromises.K425NothingIsACaptureBuffer"),
               proves("CaptureAddress.K425OfACaptureBufferIsGiven"),
               proves("CaptureAddress.K425OfNoCaptureBufferIsRefused")}},
    {.id = "K-426",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ExcludeAdapterAccess is called with illegal attributes or from a wrong DDI",
     .text = "ExcludeAdapterAccess: PASSIVE; EVICT_ALL and CALL_SYNCHRONOUS exclude each other; "
             "the latter only from level-two/three DDIs; not while UseAlternateVA locks exist; the "
             "caller must not block on the callback.",
     .outcome = "call fails / deadlock",
     .source = "dispmprt/nc-dispmprt-dxgkcb_exclude_adapter_access.md",
     .lesson = {.why = "The callback has the adapter to itself. Asked for synchronously from a "
                       "call that others can be in beside it, it would wait for its own caller.",
                .check = "DxgkCbExcludeAdapterAccess looks at the IRQL, at the two attributes "
                         "together, at the entry point it is called from and for locks with "
                         "UseAlternateVA; a caller that waits for the callback is not looked for.",
                .wrong = R"(NTSTATUS Escape(HANDLE hAdapter, const DXGKARG_ESCAPE* pEscape) {
    Dxgk->DxgkCbExcludeAdapterAccess(Dxgk->DeviceHandle, DXGK_EXCLUDE_CALL_SYNCHRONOUS,
                                     Protected, adapter);
    …)",
                .right = R"(NTSTATUS Escape(HANDLE hAdapter, const DXGKARG_ESCAPE* pEscape) {
    Dxgk->DxgkCbExcludeAdapterAccess(Dxgk->DeviceHandle, DXGK_EXCLUDE_EVICT_ALL,
                                     Protected, adapter);
    …)"},
     .tests = {provokes("CallbackRules.K426AtDispatchLevelIsFound"),
               provokes("CallbackRules.K426BothAttributesAreFound"),
               provokes("CallbackRules.K426SynchronousAtLevelZeroIsFound"),
               provokes("Excluding.K426DuringALockAtAnAddressOfItsOwnIsFound"),
               stays_silent("CallbackRules.K426LaterIsSilent"),
               stays_silent("CallbackRules.K426SynchronousAtLevelThreeIsSilent"),
               stays_silent("Excluding.K426DuringOtherLocksAndAfterItIsSilent")}},
    {.id = "K-427",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "IOMMU memory callback runs above APC_LEVEL or its MDL dies too early",
     .text = "IOMMU-related memory callbacks: IRQL <= APC_LEVEL, checked from WDDM 3.2; MDLs "
             "mapped by the driver must outlive the unmap.",
     .outcome = "bugcheck-class",
     .source = "display/iommu-dma-remapping.md; display/iommu-based-gpu-isolation.md",
     .lesson = {.why = "Mapping changes page tables and may wait. An MDL that dies first leaves "
                       "the IOMMU with entries for pages that belong to somebody else.",
                .check = "The memory callbacks compare the IRQL with APC_LEVEL, for drivers from "
                         "WDDM 3.2 on; DxgkCbUnmapMdlFromIoMmu asks whether the MDL is still "
                         "there, if it came from the executive.",
                .wrong = R"(IoFreeMdl(map.pMdl);
unmap.hMemoryHandle = map.hMemoryHandle;
Dxgk->DxgkCbUnmapMdlFromIoMmu(Dxgk->DeviceHandle, &unmap);)",
                .right = R"(unmap.hMemoryHandle = map.hMemoryHandle;
Dxgk->DxgkCbUnmapMdlFromIoMmu(Dxgk->DeviceHandle, &unmap);
IoFreeMdl(map.pMdl);)"},
     .tests = {provokes("CallbackRules.K427MdlThatDiesEarlyIsFound"),
               provokes("CallbackRules.K427MemoryAtDispatchLevelIsFound"),
               stays_silent("CallbackRules.K427MdlThatOutlivesItsMappingIsSilent"),
               stays_silent("HostileGpu.K427OlderDriversAreOnlyRefused")}},
};

}  // namespace

Chapter handle_callbacks() { return kKernelHandleCallbacks; }

}  // namespace drydock::rules::kernel
