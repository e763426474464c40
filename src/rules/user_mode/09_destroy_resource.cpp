// DestroyResource, pfnDeallocateCb, pfnDeallocate2Cb.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeDestroyResource[] = {
    {.id = "U-192",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnDeallocateCb in neither of its two forms, or with a list of several resources",
     .text = "Two forms: list form (hResource NULL, HandleList filled, all of one resource or of "
             "none, each once) or resource form (hResource = runtime handle).",
     .outcome = "generic: E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_deallocate.md",
     .lesson = {.why = "The two forms release different things; a call that is neither releases "
                       "nothing, and its driver believes otherwise.",
                .check = "Without a resource there must be a list that can be read, of allocations "
                         "that all belong to one resource or all to none, each once; a list beside "
                         "the handle of a resource that is not shared is ignored.",
                .wrong = R"(D3DDDICB_DEALLOCATE deallocate = {};
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)",
                .right = R"(D3DDDICB_DEALLOCATE deallocate = {};
deallocate.NumAllocations = 1;
deallocate.HandleList = &resource->hAllocation;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
     .tests = {provokes("CallbackRules.U192ListOfTwoResourcesIsFound"),
               provokes("CallbackRules.U192NeitherResourceNorListIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-193",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnDeallocateCb in resource form ignores the handle list",
     .text = "In resource form NumAllocations and HandleList are ignored.",
     .outcome = "",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_deallocate.md",
     .tests = {proves("RuntimePromises.U012AndU193ListBesideAResourceIsNotPassedOn")}},
    {.id = "U-194",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnDeallocateCb hResource is not the runtime handle",
     .text = "hResource here is the *runtime* handle.",
     .outcome = "generic: E_INVALIDARG",
     .source = "display/handling-resource-creation-and-destruction.md",
     .lesson = {.why = "With any other value the resource is not found, and its memory stays.",
                .check = "hResource of the release callbacks is looked up; the finding says what "
                         "was given instead.",
                .wrong = R"(deallocate.hResource = (HANDLE)(UINT_PTR)resource->hKernelResource;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)",
                .right = R"(deallocate.hResource = resource->hRuntime;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
     .tests = {provokes("CallbackRules.U194OtherNamesInAReleaseAreFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-195",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Kernel resource left behind after its allocations were released by list",
     .text = "Releasing all allocations of a resource by list does not release the kernel resource "
             "object: a second call in resource form must follow.",
     .outcome =
         "documented: leak; decided: resource-object leak finding; in Direct3D 12 a lint, because "
         "Microsoft's sample releases its heaps so",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md",
     .lesson = {.why = "The kernel's resource object, with the private data of both drivers, "
                       "outlives its allocations.",
                .check = "After DestroyDevice, kernel resources all of whose allocations went by "
                         "list are named.",
                .wrong = R"(deallocate.HandleList = resource->Allocations;
deallocate.NumAllocations = resource->Count;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)",
                .right = R"(deallocate.hResource = resource->hRuntime;
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
     .tests = {provokes("ResourceRules.U195AndU196ListWithoutTheResourceIsFound"),
               provokes("Direct3D12.U195HeapThatIsReleasedByListIsALint"),
               stays_silent("ResourceRules.U195ListAndThenTheResourceIsSilent")}},
    {.id = "U-196",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Resource with attached allocations never released in resource form",
     .text = "Unshared resource: list form alone is sufficient only if the UMD never attached an "
             "allocation to it; otherwise a resource-form call is mandatory.",
     .outcome = "documented: memory leak",
     .source = "display/handling-resource-creation-and-destruction.md",
     .lesson = {.why = "Attaching an allocation made a kernel object of the resource, which only "
                       "the resource form takes away.",
                .check = "At the first successful Flush after DestroyResource, a resource without "
                         "allocations whose kernel object is still there is told.",
                .wrong = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  D3DDDICB_DEALLOCATE list = {NULL, 1, &resource->hAllocation};
  return device->pCallbacks->pfnDeallocateCb(device->hRuntime, &list);
})",
                .right = R"(HRESULT APIENTRY DestroyResource(HANDLE hDevice, HANDLE hResource) {
  D3DDDICB_DEALLOCATE whole = {resource->hRuntime, 0, NULL};
  return device->pCallbacks->pfnDeallocateCb(device->hRuntime, &whole);
})"},
     .tests = {provokes("ResourceRules.U195AndU196ListWithoutTheResourceIsFound"),
               stays_silent("ResourceRules.U195ListAndThenTheResourceIsSilent")}},
    {.id = "U-197",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnDeallocateCb answers with its documented codes",
     .text = "Returns S_OK, E_INVALIDARG or another HRESULT.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocatecb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md",
     .tests = {proves("RuntimePromises.StatusesBecomeTheResultsThatAreDocumented")}},
    {.id = "U-198",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "pfnDeallocateCb on an allocation that is still locked",
     .text = "An allocation must be unlocked before it is released.",
     .outcome = "decided: E_INVALIDARG or forced unlock plus finding (decision list)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md",
     .lesson =
         {.why = "The address that was handed out points to pages that are given to somebody else.",
          .check = "Each release counts the locks of what it releases; by option they are undone "
                   "or the release is refused.",
          .wrong = R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);)",
          .right = R"(device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
     .tests = {provokes("ResourceRules.U198ReleaseWhileLockedIsFound"),
               provokes("ResourceRules.U198ReleaseWhileLockedIsRefusedWhenAskedFor"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-199",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnDeallocateCb releases the same handle twice",
     .text = "A handle is released once; afterwards the UMD must forget it (including in error "
             "paths and destructors).",
     .outcome = "generic: E_INVALIDARG; decided: double-free finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_deallocate.md",
     .lesson = {.why = "Handles are used again by the kernel; the second release may hit the "
                       "allocation of something else.",
                .check = "Released handles and resources are remembered with their history, and a "
                         "second release is told with it.",
                .wrong = R"(~RESOURCE() { Release(device, &hAllocation); }
…
Release(device, &resource->hAllocation);
delete resource;)",
                .right = R"(~RESOURCE() { if (hAllocation != 0) Release(device, &hAllocation); }
…
Release(device, &resource->hAllocation);
resource->hAllocation = 0;
delete resource;)"},
     .tests = {provokes("CallbackRules.U199SecondReleaseIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-200",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Failure of pfnDeallocateCb is swallowed",
     .text = "A failure code of pfnDeallocateCb inside D3D9 DestroyResource is returned to the "
             "runtime; D3D12: the return value must be checked.",
     .outcome = "decided: unchecked result = finding",
     .source = "display/returning-error-codes-received-from-runtime-functions.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_deallocate_cb_0022.md",
     .lesson =
         {.why = "The runtime forgets the resource after a success; memory that could not be "
                 "released is then nobody's.",
          .check = "A failure of the release callbacks during DestroyResource must be its result, "
                   "removal of the device excepted.",
          .wrong = R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
return S_OK;)",
          .right =
              R"(HRESULT hr = device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
return hr;)"},
     .tests = {provokes("CallbackRules.U200FailedReleaseThatIsHiddenIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-201",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnDeallocate2Cb without flags equals pfnDeallocateCb",
     .text = "pfnDeallocate2Cb (WDDM 2.0) with Flags zero equals pfnDeallocateCb.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md",
     .tests = {proves("RuntimePromises.U201Deallocate2WithoutFlagsIsDeallocate")}},
    {.id = "U-202",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnDeallocateCb defers destruction past queued work without blocking",
     .text = "Default: VidMm assumes already queued commands may use the allocation and defers the "
             "destruction until they finish, without blocking the caller. The UMD needs no GPU "
             "wait of its own; only *unsubmitted* commands matter.",
     .outcome = "",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_deallocate2cb.md; display/allocation-usage-tracking.md",
     .tests = {proves("RuntimePromises.U170AndU202BusyIsReturnedAndReleaseDoesNotWait")}},
    {.id = "U-203",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "AssumeNotInUse set while queued commands use the allocation",
     .text = "AssumeNotInUse may be set only if no pending command of the device touches the "
             "allocation; VidMm then destroys at once.",
     .outcome = "decided: use-after-free finding when a queued command references it",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md",
     .lesson = {.why = "The kernel takes the driver's word and the memory at once; commands that "
                       "still run then read and write what belongs to the next owner.",
                .check = "When pfnDeallocate2Cb comes with the flag, the kernel looks whether "
                         "submitted work of the device still uses the allocation.",
                .wrong = R"(SubmitBatch(device);
deallocate.Flags.AssumeNotInUse = 1;
device->pCallbacks->pfnDeallocate2Cb(device->hRuntime, &deallocate);)",
                .right = R"(SubmitBatch(device);
deallocate.Flags.AssumeNotInUse = IsFenceDone(device, resource->LastUse);
device->pCallbacks->pfnDeallocate2Cb(device->hRuntime, &deallocate);)"},
     .tests = {provokes("SubmissionRules.U203AssumedNotInUseAndUsedIsFound"),
               stays_silent("SubmissionRules.U203AssumedNotInUseAndIdleIsSilent")}},
    {.id = "U-204",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may ask for SynchronousDestroy to wait for the memory",
     .text = "SynchronousDestroy makes the call return only after the memory is reclaimed.",
     .outcome = "decided: the host checks that the memory is really back",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md",
     .tests = {proves("RuntimePromises.U204SynchronousReleaseReturnsWhenTheMemoryIsBack")}},
    {.id = "U-205",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnDeallocate2Cb with SystemUseOnly or a reserved flag bit",
     .text = "Reserved bits zero; SystemUseOnly (bit 31) must never be set by a UMD.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_destroyallocation2flags.md; libdxg/d3dukmdt.h",
     .lesson = {.why = "The bit is for the system's own releases, which skip the safeguards that a "
                       "driver needs.",
                .check = "The flags of pfnDeallocate2Cb are tested before anything else.",
                .wrong = R"(D3DDDICB_DEALLOCATE2 deallocate = {resource->hRuntime, 0, NULL};
deallocate.Flags.SystemUseOnly = 1;)",
                .right = R"(D3DDDICB_DEALLOCATE2 deallocate = {resource->hRuntime, 0, NULL};
deallocate.Flags.AssumeNotInUse = 1;)"},
     .tests = {provokes("CallbackRules.U205FlagsThatAreTheSystemsAreFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-206",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Releasing an allocation frees the GPU addresses mapped to it",
     .text = "Releasing an allocation frees every GPU virtual address range still mapped to it.",
     .outcome = "decided: later use of the address is U-282",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_freegpuvirtualaddresscb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_mapgpuvirtualaddresscb.md",
     .tests = {proves("AddressRules.U206AnAddressThatAnotherGotSinceIsSilent")}},
    {.id = "U-207",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Free-threaded DestroyResource submits commands instead of queueing",
     .text = "D3D11 free-threaded: DestroyResource runs outside the immediate-context thread, so "
             "it cannot flush; the UMD must queue the release until it knows the immediate context "
             "holds no reference (pfnRenderCb before pfnDeallocateCb).",
     .outcome = "decided: pfnRenderCb from a free-threaded destroy = finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson =
         {.why = "The call may come on any thread, beside the one that records; who submits there "
                 "takes a batch away that is half written.",
          .check = "A pfnRenderCb in DestroyResource of a free-threaded device is told, but for a "
                   "primary that is not shared.",
          .wrong =
              R"(VOID APIENTRY DestroyResource(D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource) {
  if (IsInBatch(device, resource)) SubmitBatch(device);
  ReleaseNow(device, resource);
})",
          .right =
              R"(VOID APIENTRY DestroyResource(D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource) {
  QueueRelease(device, resource->hAllocation);  // after the next pfnRenderCb
})"},
     .tests = {provokes("Direct3D10Rules.U207AFreeThreadedDestroyMustNotSubmit"),
               stays_silent(
                   "Direct3D10Rules.U207AFreeThreadedDestroyThatSubmitsNothingIsNoFinding")}},
    {.id = "U-208",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flush does not process the deferred-destruction queue",
     .text = "Direct3D 11: the deferred-destruction queue must be processed in every Flush, even "
             "if the command buffer is empty; everything that does not stall the pipeline goes.",
     .outcome = "decided: entry older than one Flush with no reference = finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson =
         {.why = "An application that only destroys and flushes would never get its memory back.",
          .check = "In Direct3D 11, a resource that was destroyed before the Flush before this "
                   "one, that no batch names and no submitted work uses, is told once when Flush "
                   "leaves it. Direct3D 9 says nothing of when a deferred release comes.",
          .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  if (device->Written == 0) return S_OK;
  HRESULT hr = SubmitBatch(device);
  ReleaseDeferred(device);
  return hr;
})",
          .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  HRESULT hr = device->Written == 0 ? S_OK : SubmitBatch(device);
  ReleaseDeferred(device);
  return hr;
})"},
     .tests = {provokes("Direct3D10Rules.U208AndU209DeferralThatOutstaysTwoFlushesIsFound"),
               stays_silent("Direct3D10Rules.U208AndU209DeferralWhileTheGpuWorksIsSilent"),
               stays_silent("ProperDriver.DefersPastAFlush")}},
    {.id = "U-209",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Destroyed shared resource not released by the end of the next Flush",
     .text = "Direct3D 11: pfnDeallocateCb for every previously destroyed *shared* resource must "
             "have been made by the end of the next Flush.",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson =
         {.why =
              "Another process waits for the last reference, to reuse a surface or a swap chain.",
          .check = "In Direct3D 11, a shared resource that was destroyed before the Flush before "
                   "this one, and that no work uses, is told once when Flush leaves it. One that "
                   "no work uses may be one Flush late, since it is not known when its work ended.",
          .wrong = R"(for (RESOURCE* each : device->Deferred)
  if (IsIdle(device, each)) Release(device, each);)",
          .right = R"(for (RESOURCE* each : device->Deferred)
  if (each->IsShared || IsIdle(device, each)) Release(device, each);)"},
     .tests = {provokes("Direct3D10Rules.U208AndU209DeferralThatOutstaysTwoFlushesIsFound"),
               stays_silent("Direct3D10Rules.U208AndU209DeferralWhileTheGpuWorksIsSilent"),
               stays_silent("ProperDriver.DefersPastAFlush")}},
    {.id = "U-210",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Deferred destruction unfinished when DestroyDevice returns",
     .text = "All deferred destruction is finished before DestroyDevice returns.",
     .outcome = "decided: leak finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson = {.why = "Nothing calls the driver for this device any more; what waits in the queue "
                       "then waits for ever.",
                .check = "Allocations of resources that were destroyed after the last Flush and "
                         "are there after DestroyDevice are told.",
                .wrong = R"(HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  DestroyContexts(device);
  delete device;
  return S_OK;
})",
                .right = R"(HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  ReleaseDeferred(device);
  DestroyContexts(device);
  delete device;
  return S_OK;
})"},
     .tests = {provokes("ResourceRules.U210DeferralThatOutstaysIsFound"),
               stays_silent("ProperDriver.DefersUntilTheNextFlush")}},
    {.id = "U-211",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Release of an unshared primary deferred past DestroyResource",
     .text = "D3D11 unshared primaries (pPrimaryDesc non-NULL): pfnDeallocateCb must be called "
             "inside DestroyResource; no deferral.",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson = {.why = "A primary belongs to the screen; one that lives on stands in the way of "
                       "the next mode and the next swap chain.",
                .check = "When DestroyResource of a primary that is not shared returns, on a "
                         "device that works, none of its allocations may be alive.",
                .wrong = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
QueueRelease(device, resource->hAllocation);)",
                .right = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
if (resource->IsPrimary && !resource->IsShared)
  ReleaseNow(device, resource);
else
  QueueRelease(device, resource->hAllocation);)"},
     .tests = {provokes("Direct3D10Rules.U211APrimaryIsReleasedAtOnce"),
               stays_silent("Direct3D10Rules.U211APrimaryThatIsReleasedAtOnceIsNoFinding")}},
    {.id = "U-212",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Deferred destruction of staging resources switched off after CreateDevice",
     .text = "D3D10: the runtime itself postpones destruction of staging resources until "
             "ResourceIsStagingBusy says FALSE, unless the UMD called "
             "pfnDisableDeferredStagingResourceDestruction (D3D11: only inside CreateDevice; "
             "invalid on deferred contexts).",
     .outcome = "decided: call at other times = finding",
     .source = "d3d10umddi/"
               "nc-d3d10umddi-pfnd3d10ddi_disable_deferred_staging_resource_destruction_cb.md; "
               "display/introduction-to-deferred-contexts.md",
     .lesson =
         {.why = "The runtime decides at CreateDevice who postpones; a driver that changes its "
                 "mind later finds resources that nobody postponed.",
          .check = "In Direct3D 11 a call of pfnDisableDeferredStagingResourceDestruction after "
                   "CreateDevice has returned is told and ignored.",
          .wrong = R"(VOID APIENTRY Flush(D3D10DDI_HDEVICE hDevice) {
  device->pCore->pfnDisableDeferredStagingResourceDestruction(device->hCoreLayer);)",
          .right =
              R"(HRESULT APIENTRY CreateDevice(D3D10DDI_HADAPTER hAdapter, D3D10DDIARG_CREATEDEVICE* pArgs) {
  core->pfnDisableDeferredStagingResourceDestruction(pArgs->hRTCoreLayer);)"},
     .tests = {provokes("Direct3D10Rules.U212DisabledTooLateIsFound"),
               stays_silent("Direct3D10Promises.U212BusyStagingResourcesGoLater"),
               proves("Direct3D10Promises.U212BusyStagingResourcesGoLater")}},
    {.id = "U-213",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ResourceIsStagingBusy says FALSE while the batch uses the resource",
     .text = "ResourceIsStagingBusy: presence in the partially built command buffer counts as "
             "busy; no flush required; no errors expected.",
     .outcome = "decided: FALSE while referenced = finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourceisstagingbusy.md",
     .lesson = {.why = "The runtime destroys a staging resource when it is told that nobody uses "
                       "it; commands that are only recorded use it too.",
                .check = "When ResourceIsStagingBusy says FALSE, the batches that are being built "
                         "are searched for the resource.",
                .wrong = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
return !IsFenceDone(device, resource->LastUse);)",
                .right = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
return IsInBatch(device, resource) || !IsFenceDone(device, resource->LastUse);)"},
     .tests = {provokes("Direct3D10Rules.U213BusyResourceThatIsSaidToBeIdleIsFound"),
               stays_silent("Direct3D10Rules.U213BusyResourceThatIsSaidToBeBusyIsNoFinding")}},
    {.id = "U-214",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime destroys a resource only when unbound and without views",
     .text = "D3D10+: DestroyResource only when the resource is not bound and all views on it are "
             "destroyed.",
     .outcome = "decided: runtime bug",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroyresource.md",
     .tests = {proves(
         "Direct3D10Promises.U214AndU036ResourcesOutliveTheirViewsAndViewsTheirBeingBound")}},
    {.id = "U-215",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Private resource memory used after DestroyResource returned",
     .text = "D3D10+: the private memory behind the driver handle is freed by the runtime after "
             "the call; anything needed for deferred release must be copied out first.",
     .outcome = "decided: the host unmaps it, a fault is a finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroyresource.md",
     .lesson = {.why = "The block is the runtime's, which gives it to the next object; a release "
                       "that comes later reads that one's data.",
                .check = "When DestroyResource has returned, or a creation has failed, the block "
                         "cannot be touched any more; a call that does is stopped there and told.",
                .wrong = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
device->Deferred.push_back(resource);)",
                .right = R"(RESOURCE* resource = (RESOURCE*)hResource.pDrvPrivate;
device->Deferred.push_back({resource->hRTResource, resource->hAllocation});)"},
     .tests = {provokes("Direct3D10Rules.U215UseOfTheMemoryOfADestroyedResourceIsFound"),
               stays_silent("Direct3D10.AProperDriverIsSilent")}},
    {.id = "U-216",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ DestroyResource sets an error other than device removal",
     .text = "D3D10+: DestroyResource may report only D3DDDIERR_DEVICEREMOVED, and need not.",
     .outcome = "documented: other code = critical",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroyresource.md",
     .lesson = {.why = "Nobody can do anything about a destruction that fails; the runtime takes "
                       "the code for a driver out of order and gives up the device.",
                .check = "What pfnSetErrorCb is told in DestroyResource is compared with "
                         "D3DDDIERR_DEVICEREMOVED; after anything else the device is lost.",
                .wrong = R"(DEFERRED* entry = new (std::nothrow) DEFERRED;
if (entry == NULL)
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_OUTOFMEMORY);)",
                .right = R"(DEFERRED* entry = resource->pDeferredEntry;  // made by CreateResource
device->Deferred.push_back(*entry);)"},
     .tests = {provokes("Direct3D10Rules.U216DestroyResourceSetsTheWrongError"),
               stays_silent("Direct3D10Rules.ErrorsThatMayBeSetAreNoFinding")}},
    {.id = "U-217",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "After RotateResourceIdentities the driver releases by another resource's handle",
     .text = "RotateResourceIdentities: swap the *kernel* handles of the listed resources, never "
             "the runtime handles; rebuild or re-apply views that embed addresses. Only "
             "BIND_PRESENT resources take part.",
     .outcome = "decided: after rotation each RT handle must release exactly the kernel object it "
                "now names",
     .source = "dxgiddi/ns-dxgiddi-dxgi_ddi_base_functions.md",
     .lesson =
         {.why = "The runtime goes by its own handles, which stay where they are; with swapped "
                 "ones the driver releases a buffer that is still shown.",
          .check =
              "When resources were rotated, a release in DestroyResource that names by hResource "
              "another living one of them is told and refused; views are not looked at.",
          .wrong = R"(for (UINT i = 0; i + 1 < pArgs->Resources; ++i)
  std::swap(ToResource(pArgs, i)->hRTResource, ToResource(pArgs, i + 1)->hRTResource);)",
          .right = R"(for (UINT i = 0; i + 1 < pArgs->Resources; ++i)
  std::swap(ToResource(pArgs, i)->hAllocation, ToResource(pArgs, i + 1)->hAllocation);)"},
     .tests = {provokes("Direct3D10Rules.U217RotatedRuntimeHandlesAreFound"),
               stays_silent("Direct3D10Rules.U217RotatedKernelHandlesAreNoFinding")}},
    {.id = "U-218",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "An overlay and the resource it shows are destroyed independently",
     .text = "Overlays are independent of the resources they show; destroying one does not destroy "
             "the other (pfnDestroyOverlayCb is separate).",
     .outcome = "decided: destroying an allocation being displayed = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroyoverlay.md",
     .reason = "this runtime creates no overlays; what the kernel promises of them is D-190 and "
               "D-192"},
    {.id = "U-219",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Primary not converted when pfnSetDisplayModeCb rejects its format",
     .text = "pfnSetDisplayModeCb answering D3DDDIERR_INCOMPATIBLEPRIVATEFORMAT: convert to a new "
             "primary allocation, use the new handle everywhere, destroy the old one, repeat until "
             "another code. This is the one documented case of replacing an allocation of a live "
             "resource.",
     .outcome = "decided: stale handle use = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setdisplaymodecb.md",
     .reason = "the display book makes the same demand of a client as D-206; this runtime never "
               "calls SetDisplayModeDXGI, outside of which the callback is U-261"},
};

}  // namespace

Chapter destroy_resource() { return kUserModeDestroyResource; }

}  // namespace drydock::rules::user_mode
