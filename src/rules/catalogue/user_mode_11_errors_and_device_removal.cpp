// Errors and device removal.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode11[] = {
    {.id = "U-230",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Callback error swallowed or rewritten by the driver function",
     .text =
         "D3D9: an error received from a runtime callback must be returned unchanged by the DDI "
         "function in progress.",
     .outcome = "decided: swallowed or rewritten error = finding",
     .source = "display/returning-error-codes-received-from-runtime-functions.md"},
    {.id = "U-231",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Function fails because an optional allocation did not fit",
     .text = "Only exception: E_OUTOFMEMORY from pfnAllocateCb for an optional, performance-only "
             "allocation is not reported.",
     .outcome = "decided: finding if such failure fails the call",
     .source = "display/returning-error-codes-received-from-runtime-functions.md"},
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
     .source = "display/handling-the-e-invalidarg-return-value.md"},
    {.id = "U-233",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "E_INVALIDARG received from a callback is not passed on",
     .text = "E_INVALIDARG received from a callback must be propagated.",
     .outcome = "decided: finding",
     .source = "display/handling-the-e-invalidarg-return-value.md"},
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
               "display/using-context-local-ddi-handles.md"},
    {.id = "U-235",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSetErrorCb called with S_OK",
     .text = "pfnSetErrorCb(S_OK) is itself an invalid (critical) call and cannot undo an earlier "
             "error; success is silence.",
     .outcome = "documented: critical",
     .source = "display/handling-errors.md"},
    {.id = "U-236",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime drops the device on an error code that is not allowed",
     .text =
         "A code not allowed for the current function is critical: the runtime logs it and then "
         "loses the device on purpose (same visible effect as D3DDDIERR_DEVICEREMOVED).",
     .outcome = "documented: device lost",
     .source = "display/handling-errors.md"},
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
     .source = "display/handling-errors.md"},
    {.id = "U-238",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Check function reports device removal",
     .text = "Check-type functions may not report D3DDDIERR_DEVICEREMOVED.",
     .outcome = "documented: critical",
     .source = "display/handling-errors.md"},
    {.id = "U-239",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ CreateResource sets an error it may not set",
     .text =
         "D3D10/11 CreateResource may set E_OUTOFMEMORY, D3DDDIERR_DEVICEREMOVED, "
         "DXGI_DDI_ERR_UNSUPPORTED (the last for primaries that cannot be scanned out, together "
         "with NO_SCANOUT).",
     .outcome = "documented: critical otherwise",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d11ddi_createresource.md; "
               "display/passing-dxgi-information-at-resource-creation-time.md"},
    {.id = "U-240",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "No DestroyResource follows a failed create or open",
     .text = "If CreateResource or OpenResource set *any* error, including DEVICEREMOVED, the "
             "handle is invalid and DestroyResource is never called for it. The UMD cleans up "
             "before returning.",
     .outcome = "decided: kernel objects left by a failed create = leak finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_createresource.md"},
    {.id = "U-241",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CalcPrivate function returns a size below one pointer",
     .text = "CalcPrivate*Size: at least sizeof(void*); SIZE_T(-1) aborts creation and the "
             "application gets E_OUTOFMEMORY; no allocation is expected inside it.",
     .outcome = "decided: 0 < size < sizeof(void*) = finding",
     .source = "display/direct3d-version-10-runtime-and-driver-handles.md"},
    {.id = "U-242",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Create function writes past its private block",
     .text = "The create function may not write beyond the size that CalcPrivate*Size returned for "
             "the same arguments.",
     .outcome = "decided: guard pages around the block",
     .source = "display/direct3d-version-10-runtime-and-driver-handles.md"},
    {.id = "U-243",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime validates creation parameters before the driver sees them",
     .text = "D3D10+: creation parameters are validated by the runtime; the UMD does not see "
             "invalid combinations.",
     .outcome = "decided: runtime bug",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_createresource.md"},
    {.id = "U-244",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may blame the application by D3DDDIERR_APPLICATIONERROR",
     .text = "D3D11: D3DDDIERR_APPLICATIONERROR blames the application; E_INVALIDARG would blame "
             "the driver and raise an exception.",
     .outcome = "",
     .source = "display/changes-from-direct3d-10.md"},
    {.id = "U-245",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may report E_OUTOFMEMORY from any deferred-context function",
     .text = "On deferred contexts E_OUTOFMEMORY is allowed from functions that otherwise allow "
             "only DEVICEREMOVED; the runtime drops the command list and FinishCommandList reports "
             "it.",
     .outcome = "",
     .source = "display/using-context-local-ddi-handles.md"},
    {.id = "U-246",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "After device removal the runtime calls the driver for cleanup only",
     .text = "After D3DDDIERR_DEVICEREMOVED the runtime calls the UMD only for unbinding, "
             "destruction and other cleanup.",
     .outcome = "decided: runtime bug",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_resourcemap.md"},
    {.id = "U-247",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver need not report a removal it did not notice",
     .text = "A UMD that did not notice removal need not report it; destroy functions should still "
             "succeed.",
     .outcome = "",
     .source =
         "display/handling-errors.md; d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroyresource.md"},
    {.id = "U-248",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Device loss seen by a worker is held until async callbacks end",
     .text = "While async callbacks are enabled (D3D9 worker mode) device loss seen in a callback "
             "is only latched; it is acted on when pfnSetAsyncCallbacksCb(FALSE) is called, after "
             "which most DDI calls stop.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setasynccallbackscb.md"},
    {.id = "U-249",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Application keeps using its device after a GPU time-out",
     .text = "After TDR the application must release and re-create the device and all its objects; "
             "the OS purges all allocations from video memory.",
     .outcome = "",
     .source = "display/timeout-detection-and-recovery.md"},
};

}  // namespace

Chapter user_mode_11() { return kUserMode11; }

}  // namespace drydock::rules::chapter
