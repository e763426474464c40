// Errors and device removal.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeErrors[] = {
    {.id = "U-230",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Callback error swallowed or rewritten by the driver function",
     .text = "D3D9: an error received from a runtime callback must be returned unchanged by the "
             "DDI function in progress.",
     .outcome = "decided: swallowed or rewritten error = finding",
     .source = "display/returning-error-codes-received-from-runtime-functions.md",
     .lesson =
         {.why = "The callback knows what happened and the runtime what to do about it; a "
                 "driver in between that changes the code breaks both.",
          .check =
              "Each failure of a callback is kept until a repetition succeeds; when the function "
              "returns none of them, it is told, but for an E_OUTOFMEMORY of pfnAllocateCb, "
              "pfnEscapeCb or pfnMakeResidentCb and a D3DDDIERR_WASSTILLDRAWING behind a success: "
              "a "
              "driver can do without these.",
          .wrong = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
return SUCCEEDED(hr) ? S_OK : E_FAIL;)",
          .right = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
return hr;)"},
     .tests = {provokes("CallbackRules.U230FailureThatIsHiddenIsFound"),
               provokes("CarelessDriver.U230FailureThatAFaultBringsAndItKeepsIsFound"),
               stays_silent("ProperDriver.CallsBack"),
               stays_silent("ProperDriver.HasNoMemoryToServeDiscardFrom"),
               stays_silent("ProperDriver.ServesDiscardFromItsOwnMemory"),
               stays_silent("ProperDriver.U230FailuresThatAreOfNoConsequenceAreSilent"),
               stays_silent("ProperDriver.U230FailuresThatArePassedOnAreSilent")}},
    {.id = "U-231",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Function fails because an optional allocation did not fit",
     .text = "Only exception: E_OUTOFMEMORY from pfnAllocateCb for an optional, performance-only "
             "allocation is not reported.",
     .outcome = "decided: finding if such failure fails the call",
     .source = "display/returning-error-codes-received-from-runtime-functions.md",
     .lesson =
         {.why = "The work can be done without that memory; a function that fails all the same "
                 "takes from the application what is there.",
          .check = "The functions of Direct3D 9 that destroy, unlock, rename, offer, reclaim, and "
                   "set or ask for priority and residency need no memory; E_OUTOFMEMORY from one "
                   "of them after a pfnAllocateCb that failed so is told.",
          .wrong =
              R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &shadow);  // in Unlock
if (FAILED(hr)) return hr;)",
          .right =
              R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &shadow);  // in Unlock
if (FAILED(hr) && hr != E_OUTOFMEMORY) return hr;
resource->HasShadow = SUCCEEDED(hr);)"},
     .tests = {provokes("SubmissionRules.U231UnlockThatFailsForWantOfMemoryIsFound"),
               stays_silent("SubmissionRules.U231UnlockThatGoesOnWithoutMemoryIsSilent")}},
    {.id = "U-232",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver originates E_INVALIDARG",
     .text = "A UMD never originates E_INVALIDARG; it uses E_FAIL, E_OUTOFMEMORY, E_NOTIMPL and so "
             "on. Documented exceptions: Unlock/UnlockAsync of an unlocked resource, "
             "CreateResource2 CaptureBuffer limit, SetPriority, QueryResourceResidency, "
             "ReclaimResources (passed through).",
     .outcome = "decided: originated E_INVALIDARG = finding",
     .source = "display/handling-the-e-invalidarg-return-value.md",
     .lesson = {.why = "The runtime has checked the arguments before it called; the code would "
                       "blame the application for what the driver cannot do.",
                .check = "E_INVALIDARG that no callback returned during the call is told, unless "
                         "the function's page lists it.",
                .wrong = R"(if (pArgs->SurfCount > MAX_SURFACES) return E_INVALIDARG;
allocate.NumAllocations = pArgs->SurfCount;)",
                .right = R"(if (pArgs->SurfCount > MAX_SURFACES) return E_OUTOFMEMORY;
allocate.NumAllocations = pArgs->SurfCount;)"},
     .tests = {provokes("ResourceRules.U232OwnInvalidArgumentIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-233",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "E_INVALIDARG received from a callback is not passed on",
     .text = "E_INVALIDARG received from a callback must be propagated.",
     .outcome = "decided: finding",
     .source = "display/handling-the-e-invalidarg-return-value.md",
     .lesson = {.why = "It says that the driver itself passed something wrong; swallowed, the "
                       "mistake shows up much later, as a picture that is not there.",
                .check = "E_INVALIDARG from a callback, behind which the function returns "
                         "something else, is told under this rule unless a narrower one fits.",
                .wrong = R"(device->pCallbacks->pfnSetPriorityCb(device->hRuntime, &priority);
return S_OK;)",
                .right = R"(hr = device->pCallbacks->pfnSetPriorityCb(device->hRuntime, &priority);
return hr;)"},
     .tests = {provokes("CallbackRules.U233InvalidArgumentThatIsHiddenIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-234",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ failure not reported through pfnSetErrorCb of its context",
     .text = "D3D10+: void functions report failure only through pfnSetErrorCb with the core-layer "
             "handle; it may be called several times per entry, as close to the fault as possible; "
             "on a deferred context use that context table and handle.",
     .outcome = "decided: finding",
     .source = "display/handling-errors.md; d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_seterror_cb.md; "
               "display/using-context-local-ddi-handles.md",
     .lesson =
         {.why = "The functions return nothing; an error that the runtime is not told leaves the "
                 "application with objects that are not there and pictures that were never drawn.",
          .check = "A function that got a failure from a callback and told none is named, but for "
                   "lack of memory in pfnAllocateCb and for removal in what destroys; so are "
                   "callbacks of the core layer with another handle, that of another context, or "
                   "from a thread that is in no call of the device.",
          .wrong = R"(hr = device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &render);
device->Written = 0;)",
          .right = R"(hr = device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &render);
if (FAILED(hr))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, D3DDDIERR_DEVICEREMOVED);
device->Written = 0;)"},
     .tests = {provokes("DeferredContexts.U234ErrorOfADeferredContextSetOnTheImmediateOneIsFound"),
               provokes("Direct3D10Rules.U234AFailureThatIsNotSetIsFound"),
               provokes("Direct3D10Rules.U234OtherHandlesAndOtherThreadsAreFound"),
               stays_silent("Direct3D10.AProperDriverIsSilentWithAFaultAtEveryPoint")}},
    {.id = "U-235",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSetErrorCb called with S_OK",
     .text = "pfnSetErrorCb(S_OK) is itself an invalid (critical) call and cannot undo an earlier "
             "error; success is silence.",
     .outcome = "documented: critical",
     .source = "display/handling-errors.md",
     .lesson =
         {.why = "The callback is for errors, and there is no way to take one back; the runtime "
                 "takes a success for a driver out of order.",
          .check =
              "Each pfnSetErrorCb looks at its code; a success is told, and the device is lost.",
          .wrong = R"(hr = MakeTarget(device, resource);
device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, hr);)",
          .right = R"(hr = MakeTarget(device, resource);
if (FAILED(hr)) device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, hr);)"},
     .tests = {provokes("Direct3D10Rules.U235SuccessIsNoErrorToSet"),
               stays_silent("Direct3D10.AProperDriverIsSilent")}},
    {.id = "U-236",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime drops the device on an error code that is not allowed",
     .text = "A code not allowed for the current function is critical: the runtime logs it and "
             "then loses the device on purpose (same visible effect as D3DDDIERR_DEVICEREMOVED).",
     .outcome = "documented: device lost",
     .source = "display/handling-errors.md",
     .tests = {proves("Direct3D10Promises.U236ACodeThatMustNotBeLosesTheDevice")}},
    {.id = "U-237",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSetErrorCb with a code outside the function's error category",
     .text = "Categories: NoErrors (none); AllowDeviceRemoved (DEVICEREMOVED); AllowOutOfMemory (+ "
             "E_OUTOFMEMORY); AllowCounterCreationErrors (+ DXGI_DDI_ERR_NONEXCLUSIVE); "
             "AllowMapErrors (WASSTILLDRAWING if DONOTWAIT, DEVICEREMOVED); AllowGetDataErrors "
             "(same); AllowWKCheckCounterErrors (DXGI_DDI_ERR_UNSUPPORTED); "
             "AllowDDCheckCounterErrors (E_INVALIDARG).",
     .outcome = "documented: critical otherwise",
     .source = "display/handling-errors.md",
     .lesson = {.why = "Applications can learn only of certain errors in each place; for another "
                       "one there is no way to tell them, and the runtime gives up the device.",
                .check = "pfnSetErrorCb compares the code with the category of the function that "
                         "its thread is in; where a rule names the function itself, as U-190 or "
                         "U-239 do, that one speaks.",
                .wrong = R"(if (!GrowBatch(device))  // in Draw
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_OUTOFMEMORY);)",
                .right = R"(if (IsFull(device))  // in Draw
  SubmitBatch(device);)"},
     .tests = {provokes("Direct3D10Rules.U237AnErrorOfAnotherCategoryIsFound"),
               stays_silent("Direct3D10Rules.ErrorsThatMayBeSetAreNoFinding")}},
    {.id = "U-238",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Check function reports device removal",
     .text = "Check-type functions may not report D3DDDIERR_DEVICEREMOVED.",
     .outcome = "documented: critical",
     .source = "display/handling-errors.md",
     .lesson =
         {.why = "A check answers what the hardware can do, which a lost device does not change; "
                 "there is nobody who expects this code there.",
          .check = "D3DDDIERR_DEVICEREMOVED told in CheckFormatSupport is found, and the device is "
                   "lost; the other functions of this type are not called.",
          .wrong = R"(VOID APIENTRY CheckFormatSupport(D3D10DDI_HDEVICE hDevice, DXGI_FORMAT Format,
                                 UINT* pFormatCaps) {
  if (device->IsLost)
    device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, D3DDDIERR_DEVICEREMOVED);
  *pFormatCaps = CapsOf(Format);
})",
          .right = R"(VOID APIENTRY CheckFormatSupport(D3D10DDI_HDEVICE hDevice, DXGI_FORMAT Format,
                                 UINT* pFormatCaps) {
  *pFormatCaps = CapsOf(Format);
})"},
     .tests = {provokes("Direct3D10Rules.U238CheckFunctionSetsRemoval"),
               stays_silent("SoftGpuD3d11.EveryKindOfObjectComesAndGoes")}},
    {.id = "U-239",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ CreateResource sets an error it may not set",
     .text = "D3D10/11 CreateResource may set E_OUTOFMEMORY, D3DDDIERR_DEVICEREMOVED, "
             "DXGI_DDI_ERR_UNSUPPORTED (the last for primaries that cannot be scanned out, "
             "together with NO_SCANOUT).",
     .outcome = "documented: critical otherwise",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d11ddi_createresource.md; "
               "display/passing-dxgi-information-at-resource-creation-time.md",
     .lesson =
         {.why = "Applications know these failures of a creation and go on without the resource; "
                 "at any other the runtime gives up the device.",
          .check =
              "What pfnSetErrorCb is told in CreateResource is compared with the three codes; "
              "whether the last one is for a primary, and comes with NO_SCANOUT, is not looked at.",
          .wrong = R"(if (pArgs->pPrimaryDesc && !CanScanOut(device, pArgs))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_INVALIDARG);)",
          .right = R"(if (pArgs->pPrimaryDesc && !CanScanOut(device, pArgs)) {
  pArgs->pPrimaryDesc->DriverFlags |= DXGI_DDI_PRIMARY_DRIVER_FLAG_NO_SCANOUT;
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, DXGI_DDI_ERR_UNSUPPORTED);
})"},
     .tests = {provokes("Direct3D10Rules.U239CreateResourceSetsTheWrongError"),
               stays_silent("Direct3D10Rules.ErrorsThatMayBeSetAreNoFinding"),
               stays_silent("Direct3D10Rules.U239APrimaryThatCannotBeScannedOutIsSilent")}},
    {.id = "U-240",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "No DestroyResource follows a failed create or open",
     .text = "If CreateResource or OpenResource set *any* error, including DEVICEREMOVED, the "
             "handle is invalid and DestroyResource is never called for it. The UMD cleans up "
             "before returning.",
     .outcome = "decided: kernel objects left by a failed create = leak finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_createresource.md",
     .tests = {proves("Direct3D10Promises.U240AndU082NothingFollowsACreateThatFailed")}},
    {.id = "U-241",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CalcPrivate function returns a size below one pointer",
     .text = "CalcPrivate*Size: at least sizeof(void*); SIZE_T(-1) aborts creation and the "
             "application gets E_OUTOFMEMORY; no allocation is expected inside it.",
     .outcome = "decided: 0 < size < sizeof(void*) = finding",
     .source = "display/direct3d-version-10-runtime-and-driver-handles.md",
     .lesson =
         {.why = "The address of the block is the driver's name of the object, and the runtime "
                 "keeps a pointer's room for it; two blocks of nothing have one name.",
          .check = "Every size that is less than a pointer's is told, zero too; one that cannot be "
                   "had, as SIZE_T(-1), ends the creation as a lack of memory.",
          .wrong =
              R"(return sizeof(UINT);  // in CalcPrivateBlendStateSize: an index of the driver's
…
*(UINT*)hBlendState.pDrvPrivate = AddState(device, pDesc);)",
          .right = R"(return sizeof(BLEND_STATE);  // in CalcPrivateBlendStateSize
…
*(BLEND_STATE*)hBlendState.pDrvPrivate = MakeState(device, pDesc);)"},
     .tests = {provokes("Direct3D10Rules.U241SizeBelowAPointerIsFound"),
               stays_silent("Direct3D10Rules.U241NoSizeIsALackOfMemoryAndNoFinding")}},
    {.id = "U-242",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Create function writes past its private block",
     .text = "The create function may not write beyond the size that CalcPrivate*Size returned for "
             "the same arguments.",
     .outcome = "decided: guard pages around the block",
     .source = "display/direct3d-version-10-runtime-and-driver-handles.md",
     .lesson = {.why = "Behind the block lie objects of the runtime and of the application; they "
                       "break later, with nothing that leads back to the culprit.",
                .check = "Each block lies between pages where a driver is stopped, and the few "
                         "bytes that fill up its end are looked at after each creation, and when a "
                         "resource or the device was destroyed.",
                .wrong = R"(return sizeof(RESOURCE);  // in CalcPrivateResourceSize
…
LEVEL* levels = (LEVEL*)(resource + 1);
memcpy(levels, device->Levels, pArgs->MipLevels * sizeof(LEVEL));)",
                .right = R"(return sizeof(RESOURCE) + pArgs->MipLevels * sizeof(LEVEL);
…
LEVEL* levels = (LEVEL*)(resource + 1);
memcpy(levels, device->Levels, pArgs->MipLevels * sizeof(LEVEL));)"},
     .tests = {provokes("Direct3D10Rules.U242WriteBehindTheBlockIsFound"),
               stays_silent(
                   "Direct3D10Promises.U031BlocksAreOfTheirSizePoisonedAndStayWhereTheyAre")}},
    {.id = "U-243",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime validates creation parameters before the driver sees them",
     .text = "D3D10+: creation parameters are validated by the runtime; the UMD does not see "
             "invalid combinations.",
     .outcome = "decided: runtime bug",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_createresource.md",
     .tests = {proves("Direct3D10Promises.U243WhatCannotBeIsNotAsked")}},
    {.id = "U-244",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may blame the application by D3DDDIERR_APPLICATIONERROR",
     .text = "D3D11: D3DDDIERR_APPLICATIONERROR blames the application; E_INVALIDARG would blame "
             "the driver and raise an exception.",
     .outcome = "",
     .source = "display/changes-from-direct3d-10.md",
     .tests = {proves("Direct3D10Promises.U244ErrorsOfTheApplicationMayBeSet")}},
    {.id = "U-245",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may report E_OUTOFMEMORY from any deferred-context function",
     .text =
         "On deferred contexts E_OUTOFMEMORY is allowed from functions that otherwise allow only "
         "DEVICEREMOVED; the runtime drops the command list and FinishCommandList reports it.",
     .outcome = "",
     .source = "display/using-context-local-ddi-handles.md",
     .tests = {proves("DeferredContexts.U245NoMemoryForARecordLosesTheListAndNotTheDevice")}},
    {.id = "U-246",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "After device removal the runtime calls the driver for cleanup only",
     .text = "After D3DDDIERR_DEVICEREMOVED the runtime calls the UMD only for unbinding, "
             "destruction and other cleanup.",
     .outcome = "decided: runtime bug",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourcemap.md",
     .tests = {proves("RuntimePromises.U246AfterRemovalOnlyCleanupComes")}},
    {.id = "U-247",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver need not report a removal it did not notice",
     .text = "A UMD that did not notice removal need not report it; destroy functions should still "
             "succeed.",
     .outcome = "",
     .source =
         "display/handling-errors.md; d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroyresource.md",
     .tests = {proves("Direct3D10Promises.U247RemovalThatWasNotNoticedNeedNotBeSet")}},
    {.id = "U-248",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Device loss seen by a worker is held until async callbacks end",
     .text = "While async callbacks are enabled (D3D9 worker mode) device loss seen in a callback "
             "is only latched; it is acted on when pfnSetAsyncCallbacksCb(FALSE) is called, after "
             "which most DDI calls stop.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setasynccallbackscb.md",
     .tests = {proves("RuntimePromises.U248LossThatAWorkerSeesWaitsForTheSwitch")}},
    {.id = "U-249",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Application keeps using its device after a GPU time-out",
     .text = "After TDR the application must release and re-create the device and all its objects; "
             "the OS purges all allocations from video memory.",
     .outcome = "",
     .source = "display/timeout-detection-and-recovery.md",
     .tests = {proves("SoftGpuUmd.ADeviceThatIsGoneIsCleanedUp"),
               proves("SoftGpuUmd.U249AfterAResetANewDeviceWorks")}},
};

}  // namespace

Chapter errors() { return kUserModeErrors; }

}  // namespace drydock::rules::user_mode
