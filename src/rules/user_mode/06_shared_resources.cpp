// OpenResource and shared resources.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeSharedResources[] = {
    {.id = "U-106",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenResource succeeds without a fresh driver handle",
     .text = "OpenResource: S_OK or an appropriate error; on success a unique driver handle is "
             "returned in hResource.",
     .outcome = "decided: as U-020",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openresource.md",
     .lesson =
         {.why = "An opened resource is used like any other, by the driver's handle; without one "
                 "the runtime hands the driver its own.",
          .check = "What OpenResource leaves in hResource after success is looked at as after "
                   "CreateResource.",
          .wrong = R"(HRESULT APIENTRY OpenResource(HANDLE hDevice, D3DDDIARG_OPENRESOURCE* pArgs) {
  FindShared(pArgs->hKMResource)->Opens++;
  return S_OK;
})",
          .right = R"(HRESULT APIENTRY OpenResource(HANDLE hDevice, D3DDDIARG_OPENRESOURCE* pArgs) {
  RESOURCE* resource = new RESOURCE(pArgs);
  resource->hRuntime = pArgs->hResource;
  pArgs->hResource = (HANDLE)resource;
  return S_OK;
})"},
     .tests = {provokes("ResourceRules.U106OpenedWithoutAHandleIsFound"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-107",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "OpenResource delivers all kernel handles, and the driver allocates none",
     .text = "hKMResource and every pOpenAllocationInfo[i].hAllocation are supplied; the UMD uses "
             "those allocation handles in command buffers and does not allocate.",
     .outcome = "decided: pfnAllocateCb with an opened resource handle = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_openresource.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddi_openallocationinfo.md",
     .tests = {proves("RuntimePromises.U107AndU108OpenersGetWhatTheCreatorSaid"),
               proves("Direct3D10Promises.U107OpenersGetEveryKernelHandle"),
               proves("Direct3D12.U107OpenersGetEveryKernelHandle")}},
    {.id = "U-108",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "OpenResource delivers the private data given at creation",
     .text = "Per-resource and per-allocation private data equal what was passed at creation.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openresource.md",
     .tests = {proves("RuntimePromises.U107AndU108OpenersGetWhatTheCreatorSaid")}},
    {.id = "U-109",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver keeps state across devices for a shared resource",
     .text = "Each device that uses a shared resource gets its own view (own handle pair); "
             "lifetime of the shared object is managed by the kernel, not by UMDs. A UMD must not "
             "treat cross-process resources specially or keep cross-device global state for them.",
     .outcome = "decided: advice",
     .source = "display/threading-model-of-user-mode-display-driver.md",
     .lesson =
         {.why = "Who holds a shared resource is counted by the kernel; a table across devices "
                 "keeps what another device has destroyed, and is used by threads that know "
                 "nothing of each other.",
          .check = "The driver handle of each new resource of Direct3D 9 is compared with those of "
                   "all other devices of the driver, and one that is taken is mentioned.",
          .wrong =
              R"(RESOURCE*& resource = g_Shared[KeyOf(pArgs->pPrivateDriverData)];  // in OpenResource
if (resource == NULL) resource = new RESOURCE;
pArgs->hResource = (HANDLE)resource;)",
          .right = R"(RESOURCE* resource = new RESOURCE;  // in OpenResource
resource->hRuntime = pArgs->hResource;
pArgs->hResource = (HANDLE)resource;)"},
     .tests = {provokes("CreationRules.U109HandleOfAnotherDeviceIsFound"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-110",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyResource on an opened resource does not close that view",
     .text = "DestroyResource on an opened resource closes that view; the same callback destroys "
             "for the creator and closes for an opener (inference: the kernel object dies with its "
             "last holder).",
     .outcome = "decided: refcount checked in the kernel model",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson =
         {.why = "Each opening holds the shared memory; one that is never closed keeps it alive "
                 "when its creator has long gone.",
          .check = "After DestroyDevice an opened resource is told whose kernel object is still "
                   "there, unless its allocations were released by list.",
          .wrong = R"(if (resource->IsOpened) {  // in DestroyResource
  delete resource;
  return S_OK;
})",
          .right =
              R"(D3DDDICB_DEALLOCATE whole = {resource->hRuntime, 0, NULL};  // opened or created
hr = device->pCallbacks->pfnDeallocateCb(device->hRuntime, &whole);
delete resource;
return hr;)"},
     .tests = {provokes("CreationRules.U110OpenedThatIsNotClosedIsFound"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-111",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime passes only the defined OpenResource flags",
     .text = "Fullscreen and AlphaOverride are the only open flags, Reserved zero; Rotation "
             "applies to a shared primary.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/ns-d3dumddi-_d3dddi_openresourceflags.md",
     .tests = {proves("RuntimePromises.U092AndU111OpenersSeeWhatWasHandedOverAndNoReservedFlags")}},
    {.id = "U-112",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "OpenResource on the shared primary may be left out in windowed mode",
     .text = "In windowed mode OpenResource on the shared primary is not guaranteed to be called "
             "(it is when the DWM is off).",
     .outcome = "",
     .source = "display/windowed-mode-behavior.md",
     .reason = "it allows a runtime to open the shared primary or not, and this one never does"},
    {.id = "U-113",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A shared primary carries both Primary and SharedResource",
     .text = "A shared primary is created with Primary and SharedResource both set.",
     .outcome = "",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_openresource.md",
     .tests = {proves("RuntimePromises.U113SharedPrimaryHasBothFlags")}},
    {.id = "U-114",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ OpenResource reports its error by the wrong code or channel",
     .text = "D3D10+: OpenResource errors go through pfnSetErrorCb; only E_OUTOFMEMORY and "
             "D3DDDIERR_DEVICEREMOVED are non-critical; after any error the runtime will not call "
             "DestroyResource for that handle.",
     .outcome = "documented: other code = critical, device lost on purpose",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_openresource.md",
     .lesson = {.why = "The function returns nothing, and only for these two codes has the runtime "
                       "an answer to the application; at any other it gives up the device.",
                .check = "What pfnSetErrorCb is told in OpenResource is compared with the two; "
                         "anything else is told, and the device is lost.",
                .wrong = R"(if (!AddToTable(device, resource))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_FAIL);)",
                .right = R"(if (!AddToTable(device, resource))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_OUTOFMEMORY);)"},
     .tests = {provokes("Direct3D10Rules.U114OpenResourceSetsTheWrongError"),
               stays_silent("Direct3D10Rules.ErrorsThatMayBeSetAreNoFinding")}},
    {.id = "U-115",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Shared resource not allocated and released exactly once",
     .text = "SharedResource: exactly one pfnAllocateCb and exactly one pfnDeallocateCb for the "
             "life of the resource.",
     .outcome = "decided: second call E_INVALIDARG plus finding; zero deallocations = leak finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson = {.why = "Other processes hold the same memory by one reference each; one that is "
                       "never given back keeps it for all.",
                .check = "Shared resources that nobody released are named after DestroyDevice; a "
                         "second allocation comes under U-089 and a second release under U-199.",
                .wrong = R"(if (resource->IsShared) {
  delete resource;  // the other process releases it
  return S_OK;
})",
                .right = R"(D3DDDICB_DEALLOCATE deallocate = {resource->hRuntime, 0, NULL};
hr = device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
delete resource;)"},
     .tests = {provokes("ResourceRules.U115SharedNeverReleasedIsFound"),
               stays_silent("ProperDriver.DefersUntilTheNextFlush"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-116",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Shared resource gains or loses an allocation during its life",
     .text = "No allocation may be added after creation and none may be destroyed before the "
             "resource itself is destroyed.",
     .outcome = "decided: E_INVALIDARG plus finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson =
         {.why =
              "The other process has opened what was there; it never learns of the new allocation.",
          .check = "pfnAllocateCb is refused for a shared resource after its creation, and for one "
                   "that was opened; a release of single allocations comes under U-117 and U-118.",
          .wrong = R"(if (resource->IsShared && resource->NeedsShadow) {
  allocate.hResource = resource->hRuntime;
  device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
})",
          .right = R"(if (resource->IsShared && resource->NeedsShadow) {
  allocate.hResource = NULL;  // the device's own
  device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
})"},
     .tests = {provokes("CallbackRules.U116AllocationThatIsAddedToASharedResourceIsFound"),
               stays_silent("ProperDriver.CallsBack"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-117",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "pfnDeallocateCb releases a shared resource by list",
     .text = "For a shared resource, created or opened, pfnDeallocateCb must have hResource "
             "non-NULL and NumAllocations zero.",
     .outcome =
         "decided: finding, and a list of all is taken for the resource, because real runtimes "
         "tolerate the list form",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson = {.why = "By list the kernel destroys memory that others have open, or refuses; only "
                       "the resource has a count of who uses it.",
                .check = "pfnDeallocateCb looks whether the resource, or the owner of all listed "
                         "allocations, is shared.",
                .wrong = R"(deallocate.hResource = resource->hRuntime;
deallocate.NumAllocations = resource->Count;
deallocate.HandleList = resource->Allocations;)",
                .right = R"(deallocate.hResource = resource->hRuntime;
deallocate.NumAllocations = 0;
deallocate.HandleList = NULL;)"},
     .tests = {provokes("ResourceRules.U117SharedReleasedByListIsFound"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-118",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Single allocation of a shared resource destroyed or closed",
     .text = "Allocations of a shared resource can be neither destroyed nor closed individually.",
     .outcome = "decided: E_INVALIDARG plus finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson =
         {.why = "The opener's view of the resource would have a hole in it that nobody can tell "
                 "it about.",
          .check = "A list with some, not all, of the allocations of a shared resource is refused.",
          .wrong = R"(deallocate.hResource = NULL;
deallocate.NumAllocations = 1;
deallocate.HandleList = &shared->Allocations[1];)",
          .right =
              R"(deallocate.hResource = shared->hRuntime;  // all of them, when the resource is destroyed
deallocate.NumAllocations = 0;
deallocate.HandleList = NULL;)"},
     .tests = {provokes("ResourceRules.U118PartOfASharedOneIsFound"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-119",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver renames a shared allocation",
     .text = "Renaming is not allowed: Discard on a shared allocation is ignored by VidMm, "
             "UseAlternateVA is illegal on it, and UMD-side renaming is out too.",
     .outcome = "documented: Discard ignored; decided: returned handle change = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson = {.why = "Other processes have opened the allocation that was shared. A driver that "
                       "goes on with another one shows them a picture that nobody draws any more.",
                .check =
                    "When Lock of a shared resource shows another allocation of the device, the "
                    "next batch that names that one must name the resource's own too, as a copy "
                    "does. A Discard of a shared allocation never gives another instance.",
                .wrong = R"(if (pArgs->Flags.Discard && IsBusy(resource))
  resource->hAllocation = TakeSpareAllocation(device);  // also of a shared one)",
                .right = R"(if (pArgs->Flags.Discard && IsBusy(resource) && !resource->IsShared)
  resource->hAllocation = TakeSpareAllocation(device);)"},
     .tests = {provokes("ResourceRules.U119SharedResourceThatTheDriverRenamesIsFound"),
               stays_silent("ResourceRules.U119CopyOfASharedResourceForTheApplicationIsSilent"),
               stays_silent("ResourceRules.U119SharedResourceThatIsDiscardedKeepsItsAllocation")}},
    {.id = "U-120",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver locks a shared allocation it did not create",
     .text =
         "Only the creator of a shared allocation may lock it, except a GDI non-managed primary.",
     .outcome = "documented: not allowed, no code given; decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .lesson = {.why = "Two processes that lock the same memory see each other's half-written "
                       "data, and the creator cannot know.",
                .check = "pfnLockCb on an allocation of a resource that this device opened, and "
                         "that is no primary, is refused.",
                .wrong = R"(lock.hAllocation = opened->hAllocation;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)",
                .right = R"(CopyToStaging(device, opened, staging);
lock.hAllocation = staging->hAllocation;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);)"},
     .tests = {provokes("CallbackRules.U120OpenerThatLocksIsFound"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-121",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ResolveSharedResource leaves unsubmitted writes to the surface",
     .text = "ResolveSharedResource (keyed-mutex release, GDI GetDC): flush partially built "
             "command buffers that may modify the surface; S_OK or D3DDDIERR_DEVICEREMOVED.",
     .outcome = "decided: unsubmitted write after resolve = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_resolvesharedresource.md; "
               "display/managing-resources-for-multiple-gpu-scenarios.md",
     .lesson = {.why = "The other process is told that it may read now; commands that are still in "
                       "the driver write later, under its eyes.",
                .check = "When ResolveSharedResource returns, the batches that are being built are "
                         "searched for the resource.",
                .wrong = R"(HRESULT APIENTRY ResolveSharedResource(HANDLE hDevice,
                                       const D3DDDIARG_RESOLVESHAREDRESOURCE* pArgs) {
  return S_OK;
})",
                .right = R"(HRESULT APIENTRY ResolveSharedResource(HANDLE hDevice,
                                       const D3DDDIARG_RESOLVESHAREDRESOURCE* pArgs) {
  return SubmitBatch((DEVICE*)hDevice);
})"},
     .tests = {provokes("ResourceRules.U121ResolveThatKeepsItsBatchIsFound"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-122",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Restricted shared resources open only for the permitted processes",
     .text = "RestrictSharedAccess limits which processes may open; the creating process is always "
             "allowed (D3D11 MISC_RESTRICT_SHARED_RESOURCE_DRIVER).",
     .outcome = "decided: open from others fails",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags.md; "
               "d3d10umddi/ne-d3d10umddi-d3d10_ddi_resource_misc_flag.md",
     .tests = {proves("RuntimePromises.U122RestrictedResourceIsOpenedByItsOwnProcessOnly")}},
};

}  // namespace

Chapter shared_resources() { return kUserModeSharedResources; }

}  // namespace drydock::rules::user_mode
