// Handle pairs and kernel handles.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeHandles[] = {
    {.id = "U-018",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime gives each create or open call a fresh runtime handle",
     .text = "CreateResource, CreateResource2 and OpenResource receive in hResource a user-mode "
             "*runtime* handle that is unique per call.",
     .outcome = "decided: runtime bug",
     .source = "display/handling-resource-creation-and-destruction.md",
     .tests = {proves("RuntimePromises.U018AndU025HandlesAreUnique")}},
    {.id = "U-019",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver handle used where the runtime resource handle belongs",
     .text = "Save that incoming value and use it, and only it, to name the resource in every "
             "callback.",
     .outcome = "generic: E_INVALIDARG from the callback; decided: wrong-handle-kind finding "
                "(driver handle or kernel handle passed)",
     .source = "display/handling-resource-creation-and-destruction.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddiarg_createresource.md",
     .lesson = {.why = "The runtime looks up its own object by the value; a pointer of the "
                       "driver's is no object there, and the call fails.",
                .check =
                    "Callbacks that take a resource look its handle up; when it is the driver's or "
                    "the kernel's name of something instead, the finding says which.",
                .wrong = R"(allocate.hResource = (HANDLE)resource;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)",
                .right = R"(allocate.hResource = resource->hRuntime;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)"},
     .tests = {provokes("CallbackRules.U019OtherNamesOfTheResourceAreFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-020",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateResource succeeds without a fresh driver handle in hResource",
     .text = "On success overwrite hResource with a unique *driver* handle. Leaving the runtime "
             "handle in place, returning NULL, or returning a value that is live for another "
             "resource breaks the contract.",
     .outcome = "decided: creation treated as failed, finding; duplicate handle = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md; "
               "display/handling-resource-creation-and-destruction.md",
     .lesson = {.why = "The runtime gives this value back in every later call; the driver then "
                       "reads the runtime's handle as a pointer of its own.",
                .check = "When CreateResource succeeds, hResource must be neither NULL nor what it "
                         "was on entry; else the creation counts as failed.",
                .wrong = R"(RESOURCE* resource = new RESOURCE(pArgs);
device->Resources.push_back(resource);
return S_OK;)",
                .right = R"(RESOURCE* resource = new RESOURCE(pArgs);
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;
return S_OK;)"},
     .tests = {provokes("ResourceRules.U020HandleThatIsNotTheDriversIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-021",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime names a resource by its driver handle after creation",
     .text = "All later driver calls name the resource by the driver handle.",
     .outcome = "decided: runtime bug",
     .source = "display/handling-resource-creation-and-destruction.md",
     .tests = {proves("RuntimePromises.U021DriversGetTheirOwnHandles")}},
    {.id = "U-022",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Runtime handle and driver handle of a resource form one fixed pair",
     .text = "Runtime handle and driver handle are in one-to-one correspondence for the life of "
             "the resource.",
     .outcome = "decided: aliasing finding",
     .source = "display/handling-resource-creation-and-destruction.md",
     .lesson = {.why = "Two resources with one driver handle are one to the driver: destroying "
                       "either takes the memory of both.",
                .check = "The handle of each new resource is compared with those of all that live "
                         "on the device.",
                .wrong = R"(static RESOURCE shared;
shared.hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)&shared;)",
                .right = R"(RESOURCE* resource = new RESOURCE;
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;)"},
     .tests = {provokes("ResourceRules.U022HandleOfAnotherIsFound"),
               stays_silent("ProperDriver.DefersUntilTheNextFlush")}},
    {.id = "U-023",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "hKMResource used as the key of a user-mode resource map",
     .text =
         "User-mode handles are unique per creation; kernel resource handles are not guaranteed "
         "unique across user-mode resources, because opening a shared resource refers to an "
         "existing kernel object. hKMResource must not be used as a map key for user-mode objects.",
     .outcome = "decided: lint",
     .source = "display/handling-resource-creation-and-destruction.md",
     .lesson =
         {.why =
              "Opening a shared resource may bring a kernel name that another object of the driver "
              "has already; found by that name two become one, and destroying either takes both.",
          .check = "When CreateResource or OpenResource returns the driver handle of a living "
                   "resource, and both were given the same hKMResource, it is mentioned; by option "
                   "a second opening brings the first one's.",
          .wrong = R"(RESOURCE*& resource = device->ByKernelHandle[pArgs->hKMResource];
if (resource == NULL) resource = new RESOURCE;
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;)",
          .right = R"(RESOURCE* resource = new RESOURCE;
resource->hKernelResource = pArgs->hKMResource;
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;)"},
     .tests = {provokes("CreationRules.U023ResourcesByTheKernelsHandleAreFound"),
               stays_silent("CreationRules.U023ResourcesByTheRuntimesHandleAreSilent")}},
    {.id = "U-024",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A kernel resource exists only if pfnAllocateCb named the runtime handle",
     .text = "A kernel resource is created, and hKMResource returned, only if the UMD put the "
             "runtime handle into D3DDDICB_ALLOCATE.hResource.",
     .outcome = "decided: hKMResource stays 0",
     .source = "display/handling-resource-creation-and-destruction.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md",
     .tests = {proves("RuntimePromises.U024KernelResourceComesWithTheRuntimeHandleOnly")}},
    {.id = "U-025",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnAllocateCb gives every array element its own allocation handle",
     .text = "Each element of the allocation-info array receives its own kernel allocation handle "
             "in hAllocation; it is attached to the kernel resource when one exists.",
     .outcome = "decided: runtime bug",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md",
     .tests = {proves("RuntimePromises.U018AndU025HandlesAreUnique")}},
    {.id = "U-026",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver maps a surface to the wrong allocation handle",
     .text = "Keep the mapping from surface (resource plus index) to allocation handle(s); store "
             "the handles in the driver resource object.",
     .outcome = "decided: wrong handle used = finding at use",
     .source = "display/requesting-and-using-surface-memory.md",
     .lesson = {.why = "The kernel works on another allocation than the one that the application "
                       "sees, or on none.",
                .check = "Lock, unlock, release, offer, reclaim, priority and residency callbacks "
                         "look their handles up among the live allocations of the device; a live "
                         "handle of the wrong surface is not recognised.",
                .wrong = R"(D3DDDICB_LOCK lock = {};
lock.hAllocation = resource->hKernelResource;
lock.Flags.LockEntire = 1;)",
                .right = R"(D3DDDICB_LOCK lock = {};
lock.hAllocation = resource->Allocations[pArgs->SubResourceIndex];
lock.Flags.LockEntire = 1;)"},
     .tests = {provokes("CallbackRules.U026HandleOfNoAllocationIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-027",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A surface is named by resource and index below SurfCount",
     .text = "Surfaces have no handle. A surface is (resource handle, index), index being the "
             "position in pSurfList.",
     .outcome = "decided: the host rejects SubResourceIndex >= SurfCount",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .tests = {proves("RuntimePromises.U027SurfaceThatIsNotThereIsNotNamed")}},
    {.id = "U-028",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may embed kernel handles in the command stream",
     .text = "hKMResource and hAllocation may be embedded in the command stream for the KMD.",
     .outcome =
         "documented: bad handle found by the KMD gives D3DDDIERR_INVALIDHANDLE from pfnRenderCb",
     .source =
         "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md; d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md",
     .tests = {proves("KernelSide.U028HandleInTheCommandsIsTheKernelDriversToResolve")}},
    {.id = "U-029",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver device handle used where the runtime device handle belongs",
     .text =
         "First argument of every device callback is the runtime device handle given in "
         "D3DDDIARG_CREATEDEVICE.hDevice (or hRTDevice in D3D10+), not the driver device handle.",
     .outcome = "decided: E_INVALIDARG, finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_createdevice.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_rendercb.md",
     .lesson = {.why = "Callbacks find the device by that handle; the driver's own pointer means "
                       "nothing on the other side.",
                .check = "Every device callback looks up its first argument, and says what it was "
                         "given instead.",
                .wrong = R"(render.hContext = device->hContext;
device->pCallbacks->pfnRenderCb((HANDLE)device, &render);)",
                .right = R"(device->hRuntime = pArgs->hDevice;  // in CreateDevice
…
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
     .tests = {provokes("CallbackRules.U029CallbackAfterDestroyDeviceIsFound"),
               provokes("CallbackRules.U029OtherDeviceHandlesAreFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-030",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateDevice or OpenAdapter does not swap in a driver handle",
     .text = "CreateDevice swaps hDevice in place (in: runtime handle; out: unique driver handle); "
             "OpenAdapter does the same with hAdapter.",
     .outcome = "decided: as U-020",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_createdevice.md; "
               "d3dumddi/ns-d3dumddi-_d3dddiarg_openadapter.md",
     .lesson =
         {.why = "All later calls carry the handle that is left there; unchanged, it is a "
                 "runtime's handle that the driver takes for its own object.",
          .check = "After OpenAdapter and CreateDevice have succeeded the handle must be there and "
                   "differ from the runtime's.",
          .wrong =
              R"(HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* pArgs) {
  TheDevice.hRuntime = pArgs->hDevice;
  return S_OK;
})",
          .right =
              R"(HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* pArgs) {
  DEVICE* device = new DEVICE;
  device->hRuntime = pArgs->hDevice;
  pArgs->hDevice = (HANDLE)device;
  return S_OK;
})"},
     .tests = {provokes("DeviceRules.U030HandleThatIsNotTheDriversIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-031",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The driver private block stays at one address for the handle's life",
     .text =
         "D3D10+: the driver handle is a pointer (pDrvPrivate) to runtime-owned memory of the size "
         "CalcPrivate*Size returned; it is unique and constant for the life of the handle.",
     .outcome = "decided: runtime bug",
     .source = "display/direct3d-version-10-runtime-and-driver-handles.md",
     .tests = {proves("Direct3D10Promises.U031BlocksAreOfTheirSizePoisonedAndStayWhereTheyAre")}},
    {.id = "U-032",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Runtime and driver handle live from the create call to the destroy call",
     .text = "D3D10+: runtime handle and driver handle have the same life span: from the "
             "create-type call to the destroy-type call.",
     .outcome = "decided: use after destroy is U-215",
     .source = "display/direct3d-version-10-runtime-and-driver-handles.md",
     .tests = {proves("Direct3D10Promises.U032HandlesLiveFromCreateToDestroy")}},
    {.id = "U-033",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Kernel handle not released on its own when the driver handle goes",
     .text = "D3D10+: kernel handles are the exception: their life span is controlled explicitly "
             "by the UMD (pfnAllocateCb to pfnDeallocateCb) and may outlast the driver handle "
             "(deferred destruction).",
     .outcome = "decided: tracked separately",
     .source = "display/direct3d-version-10-kernel-handles.md",
     .tests = {proves("Direct3D10Promises.U033KernelHandlesOutliveTheDriversHandle")}},
    {.id = "U-034",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The immediate-context handle is allocated first and destroyed last",
     .text = "D3D11 with command lists: every object has one immediate-context handle plus one "
             "context-local handle per deferred context that uses it. The immediate handle is the "
             "first allocated and the last destroyed.",
     .outcome = "decided: runtime bug",
     .source = "display/using-context-local-ddi-handles.md",
     .tests = {proves("DeferredContexts.U034EveryContextHasAHandleOfItsOwn"),
               proves("DeferredContexts.U034TheImmediateHandleIsTheLastToGo")}},
    {.id = "U-035",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Deferred-context resource handle carries kernel allocations of its own",
     .text =
         "D3D11: a deferred-context resource handle is opened by calling CreateResource on the "
         "deferred context with a NULL argument struct, the deferred handle as the driver handle, "
         "and the immediate-context *driver* handle in the runtime-handle slot. (Inference: no "
         "kernel allocation belongs to it, and its DestroyResource releases none.)",
     .outcome = "decided: pfnAllocateCb inside such a call = finding",
     .source = "display/using-context-local-ddi-handles.md",
     .lesson =
         {.why = "What a deferred context opens is the object that the immediate context has: "
                 "memory taken for it there has no owner when the list is finished, and what is "
                 "released there is still in use.",
          .check = "pfnAllocateCb inside the CreateResource that opens a deferred context's handle "
                   "is told, and pfnDeallocateCb inside the DestroyResource that closes it.",
          .wrong =
              R"(VOID CreateResource(D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATERESOURCE* pArgs,
                    D3D10DDI_HRESOURCE hResource, D3D10DDI_HRTRESOURCE hRTResource) {
  AllocateFor(DeviceOf(hDevice), hRTResource);  // also on a deferred context)",
          .right = R"(if (DeviceOf(hDevice)->IsDeferred) {  // pArgs is NULL
  LocalOf(hResource)->pImmediate = (RESOURCE*)hRTResource.handle;
  return;
}
AllocateFor(DeviceOf(hDevice), hRTResource);)"},
     .tests = {provokes("DeferredContexts.U035AllocatingWhileAHandleIsOpenedIsFound"),
               provokes("DeferredContexts.U035ReleasingWhileAHandleIsClosedIsFound"),
               stays_silent("DeferredContexts.U035HandlesThatAreOpenedAndClosedAreSilent")}},
    {.id = "U-036",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Per context, the resource handle outlives every view handle on it",
     .text = "D3D11: per context, a resource handle is created before any view handle on it and "
             "destroyed after all of them.",
     .outcome = "decided: runtime bug",
     .source = "display/using-context-local-ddi-handles.md",
     .tests = {proves(
         "Direct3D10Promises.U214AndU036ResourcesOutliveTheirViewsAndViewsTheirBeingBound")}},
};

}  // namespace

Chapter handles() { return kUserModeHandles; }

}  // namespace drydock::rules::user_mode
