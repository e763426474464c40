// Adapter and device bring-up.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeBringUp[] = {
    {.id = "U-037",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver does not export the OpenAdapter entry of its interface",
     .text =
         "The D3D9-style DDI exports OpenAdapter; D3D10 OpenAdapter10; D3D11 (and optionally 10.1) "
         "OpenAdapter10_2 (mandatory for D3D11); D3D12 OpenAdapter12 (name as used by the sample).",
     .outcome = "decided: load failure",
     .source = "display/initializing-communication-with-the-direct3d-user-mode-display-driver.md; "
               "display/initializing-communication-with-the-direct3d-version-10-ddi.md; "
               "display/initializing-communication-with-the-direct3d-version-11-ddi.md; "
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12Adapter.cpp",
     .lesson = {.why = "The runtime looks the function up by name; without it the adapter has no "
                       "acceleration at all.",
                .check = "When a driver is opened for the interface, its file is searched for the "
                         "exported name.",
                .wrong = R"(static HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pArgs) {
  …
})",
                .right = R"(extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pArgs) {
  …
})"},
     .tests = {provokes("DeviceRules.U037DriverWithoutOpenAdapterIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-038",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenAdapter returns a code its page does not list",
     .text =
         "OpenAdapter / OpenAdapter10 / OpenAdapter10_2 / OpenAdapter12: S_OK or E_OUTOFMEMORY.",
     .outcome = "decided: undocumented-return finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openadapter.md; "
               "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_openadapter.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_openadapter.md",
     .lesson =
         {.why = "The runtime knows how to go on after the listed codes only; any other ends in a "
                 "message that helps nobody.",
          .check = "The result is compared with the listed codes and with those that callbacks "
                   "returned during the call.",
          .wrong = R"(if (!QueryCaps(adapter)) return E_FAIL;
return S_OK;)",
          .right =
              R"(HRESULT hr = pArgs->pAdapterCallbacks->pfnQueryAdapterInfoCb(pArgs->hAdapter, &query);
if (FAILED(hr)) return hr;
return S_OK;)"},
     .tests = {provokes("DeviceRules.U038UnlistedResultOfOpenAdapterIsFound"),
               stays_silent("UserModeCall.U038AnswerThatIsPassedOnIsSilent"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-039",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenAdapter refuses a runtime because it is newer than the driver",
     .text = "Check Interface and Version given by the runtime; D3D10: never fail because the "
             "runtime is newer.",
     .outcome = "decided: finding when a higher build number is refused",
     .source = "display/initializing-communication-with-the-direct3d-user-mode-display-driver.md; "
               "display/initializing-communication-with-the-direct3d-version-10-ddi.md",
     .lesson = {.why = "Windows is updated more often than drivers; a driver that refuses a newer "
                       "runtime turns a user's screen to software rendering.",
                .check = "Every failure of OpenAdapter is told when the host plays a runtime with "
                         "a build number above zero, whatever its reason was.",
                .wrong = R"(if (pArgs->Version > COMPILED_VERSION) return E_OUTOFMEMORY;
adapter->Version = pArgs->Version;)",
                .right = R"(adapter->Version = min(pArgs->Version, COMPILED_VERSION);
pArgs->DriverVersion = D3D_UMD_INTERFACE_VERSION;)"},
     .tests = {provokes("DeviceRules.U039NewerRuntimeThatIsRefusedIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-040",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenAdapter leaves a table entry or DriverVersion unset",
     .text = "Fill the adapter function table and set DriverVersion to the "
             "D3D_UMD_INTERFACE_VERSION it was compiled with.",
     .outcome = "decided: missing entry = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_openadapter.md",
     .lesson = {.why = "The runtime calls through the table without asking, and decides by "
                       "DriverVersion which functions there are.",
                .check = "After OpenAdapter the three functions of the table must be set, and "
                         "DriverVersion at least that of the first interface.",
                .wrong = R"(pArgs->pAdapterFuncs->pfnCreateDevice = CreateDevice;
pArgs->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;)",
                .right = R"(pArgs->pAdapterFuncs->pfnGetCaps = GetCaps;
pArgs->pAdapterFuncs->pfnCreateDevice = CreateDevice;
pArgs->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
pArgs->DriverVersion = D3D_UMD_INTERFACE_VERSION;)"},
     .tests = {provokes("DeviceRules.U040TableOrVersionThatIsMissingIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-041",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "CreateDevice reached without a call to pfnQueryAdapterInfoCb",
     .text = "Call pfnQueryAdapterInfoCb (runtime adapter handle) before the first CreateDevice.",
     .outcome = "decided: advice",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openadapter.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_queryadapterinfocb.md",
     .lesson = {.why = "Only the miniport knows the chip, its memory and its limits; a driver that "
                       "never asks works with what it guessed.",
                .check = "The host notes the first pfnQueryAdapterInfoCb and looks for it when the "
                         "first device of the adapter is created.",
                .wrong = R"(HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pArgs) {
  adapter->ChipRevision = 1;)",
                .right = R"(HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pArgs) {
  D3DDDICB_QUERYADAPTERINFO query = {&adapter->Info, sizeof(adapter->Info)};
  pArgs->pAdapterCallbacks->pfnQueryAdapterInfoCb(pArgs->hAdapter, &query);)"},
     .tests = {provokes("DeviceRules.U041DeviceBeforeAQueryIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-042",
     .party = Party::kRuntime,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver cannot cope with two open adapter objects in one process",
     .text = "Several adapter objects may be opened on the same physical adapter in one process; "
             "the UMD must cope.",
     .outcome = "decided: UMD global state finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openadapter.md",
     .tests = {proves("RuntimePromises.U042SeveralAdaptersAreOpenedOnOneDriver")}},
    {.id = "U-043",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The driver's CreateDevice runs only after the miniport made the device",
     .text =
         "DxgkDdiCreateDevice runs first; only when it succeeds is the UMD CreateDevice called.",
     .outcome = "decided: kernel-side bug",
     .source = "display/windows-vista-and-later-display-driver-model-operation-flow.md",
     .tests = {proves("RuntimePromises.U043KernelsDeviceComesFirst")}},
    {.id = "U-044",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver's CreateDevice returns a code its page does not list",
     .text = "CreateDevice: S_OK or E_OUTOFMEMORY. D3D10/D3D12 additionally "
             "DXGI_STATUS_NO_REDIRECTION (a success code).",
     .outcome = "decided: undocumented-return finding; error codes received from callbacks must "
                "still be passed through (U-230)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createdevice.md; "
               "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_createdevice.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_createdevice_0003.md",
     .lesson = {.why = "An application sees \"out of memory\" or a device; other codes travel into "
                       "programs that never expect them.",
                .check = "What CreateDevice returns must be listed, or have come from a callback "
                         "during the call.",
                .wrong = R"(if (!CompileShaders(device)) return E_NOTIMPL;
return S_OK;)",
                .right = R"(if (!CompileShaders(device)) return E_OUTOFMEMORY;
return S_OK;)"},
     .tests = {provokes("DeviceRules.U044UnlistedResultOfCreateDeviceIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-045",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver limits the number of devices by a fixed maximum",
     .text = "No hard-coded maximum of devices; only memory limits the number.",
     .outcome = "decided: finding if the Nth CreateDevice fails with memory available",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createdevice.md",
     .lesson = {.why = "A browser alone opens a dozen devices; the one above the limit is "
                       "somebody's other program that does not start.",
                .check = "E_OUTOFMEMORY from CreateDevice is told when other devices exist, no "
                         "failure was injected and no callback had failed.",
                .wrong = R"(if (adapter->DeviceCount == MAX_DEVICES) return E_OUTOFMEMORY;
adapter->Devices[adapter->DeviceCount++] = device;)",
                .right = R"(adapter->Devices.push_back(device);
++adapter->DeviceCount;)"},
     .tests = {provokes("DeviceRules.U045LimitOfDevicesIsFound"),
               stays_silent("DeviceRules.U045ManyDevicesAreSilent")}},
    {.id = "U-046",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Resource of one device referenced through another without opening it",
     .text = "Devices are independent; a resource of one device may not be referenced through "
             "another device, shared (opened) resources excepted.",
     .outcome = "decided: cross-device reference rejected, E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createdevice.md",
     .tests = {proves("RuntimePromises.U001AndU046ResourceOfAnotherDeviceIsNotNamed")}},
    {.id = "U-047",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateDevice returns without having created a context",
     .text = "The runtime makes no default GPU context. The UMD must call pfnCreateContextCb (or "
             "pfnCreateContextVirtualCb) at least once during CreateDevice.",
     .outcome = "decided: first render/present fails, finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createdevice.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_presentcb.md; "
               "display/windows-vista-and-later-display-driver-model-operation-flow.md",
     .lesson = {.why = "There is no context to submit to: the first draw or present of the "
                       "application fails.",
                .check =
                    "When CreateDevice succeeds, the contexts that its callbacks made are counted.",
                .wrong = R"(pArgs->hDevice = (HANDLE)device;
return S_OK;)",
                .right = R"(D3DDDICB_CREATECONTEXT context = {};
HRESULT hr = pArgs->pCallbacks->pfnCreateContextCb(pArgs->hDevice, &context);
if (FAILED(hr)) return hr;
device->hContext = context.hContext;
pArgs->hDevice = (HANDLE)device;
return S_OK;)"},
     .tests = {provokes("DeviceRules.U047DeviceWithoutAContextIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-048",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver uses the obsolete command buffer members of CreateDevice",
     .text = "pCommandBuffer, pAllocationList, pPatchLocationList and their sizes in "
             "D3DDDIARG_CREATEDEVICE are obsolete; first buffers come from pfnCreateContextCb.",
     .outcome = "decided: the host passes NULL and 0",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_createdevice.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_createcontext.md",
     .lesson = {.why = "No runtime gives buffers there any more: the members are empty, and what a "
                       "driver writes by them is submitted by nobody.",
                .check = "By option CreateDevice comes with buffers in these members; Flush and "
                         "DestroyDevice look whether the driver has written in them.",
                .wrong = R"(device->pCommands = pArgs->pCommandBuffer;  // D3DDDIARG_CREATEDEVICE
device->CommandSize = pArgs->CommandBufferSize;)",
                .right = R"(hr = device->pCallbacks->pfnCreateContextCb(device->hRuntime, &context);
if (FAILED(hr)) return hr;
device->pCommands = context.pCommandBuffer;
device->CommandSize = context.CommandBufferSize;)"},
     .tests = {provokes("CreationRules.U048ObsoleteBuffersThatAreUsedAreFound"),
               stays_silent("CreationRules.U048ObsoleteBuffersThatAreLeftAreSilent")}},
    {.id = "U-049",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateDevice leaves a mandatory device function empty",
     .text = "Fill the whole device function table for the negotiated version.",
     .outcome = "decided: NULL mandatory entry = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_createdevice.md",
     .lesson =
         {.why = "The runtime calls these functions without a test, through the empty entry too.",
          .check =
              "The functions that every device needs (create, open and destroy a resource, lock, "
              "unlock, flush, destroy the device) are looked for when CreateDevice succeeds.",
          .wrong = R"(pArgs->pDeviceFuncs->pfnCreateResource = CreateResource;
pArgs->pDeviceFuncs->pfnDestroyResource = DestroyResource;
return S_OK;)",
          .right = R"(pArgs->pDeviceFuncs->pfnCreateResource = CreateResource;
pArgs->pDeviceFuncs->pfnDestroyResource = DestroyResource;
pArgs->pDeviceFuncs->pfnOpenResource = OpenResource;
…
pArgs->pDeviceFuncs->pfnDestroyDevice = DestroyDevice;
return S_OK;)"},
     .tests = {provokes("DeviceRules.U049FunctionThatIsMissingIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-050",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver copies callback pointers instead of keeping the runtime's table",
     .text = "Keep the pointer to the runtime callback table, do not copy the function pointers: "
             "the runtime owns the table and may rewrite entries.",
     .outcome = "decided: the host may rotate entries to expose copies; known from a comment of "
                "Microsoft's sample driver, not from the reference pages",
     .source = "graphics-driver-samples/render-only-sample/rosumd/RosUmdDevice.cpp",
     .lesson = {.why = "The table is the runtime's, which may put other functions into it; a copy "
                       "goes on calling those of before.",
                .check = "By option the runtime of Direct3D 9 rewrites its table when CreateDevice "
                         "has returned; later calls through the entries of before are mentioned.",
                .wrong = R"(device->Callbacks = *pArgs->pCallbacks;  // in CreateDevice
…
device->Callbacks.pfnRenderCb(device->hRuntime, &render);)",
                .right = R"(device->pCallbacks = pArgs->pCallbacks;  // in CreateDevice
…
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
     .tests = {provokes("CreationRules.U050CopiedCallbacksAreFound"),
               stays_silent("CreationRules.U050CallbacksOfTheTableAreSilent")}},
    {.id = "U-051",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnSetAsyncCallbacksCb is present for DirectX 9 runtimes only",
     .text =
         "pfnSetAsyncCallbacksCb is non-NULL only for DirectX 9 / 9L runtimes; NULL for D3D10+.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/ns-d3dumddi-_d3dddi_devicecallbacks.md",
     .tests = {proves("RuntimePromises.U051AsyncCallbacksAreThereForDirect3D9")}},
    {.id = "U-052",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver threads or queued presents beyond the CreateDevice flags",
     .text = "AllowMultithreading and AllowFlipBatching in CreateDevice flags bound what the UMD "
             "may do with own threads and with queued presents (current runtime queued-present "
             "limit is 1 and may change).",
     .outcome = "decided: worker-thread callback without permission = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddi_createdeviceflags.md",
     .lesson =
         {.why = "The runtime serialises its own calls only; a callback from a thread it does not "
                 "know of runs beside them.",
          .check = "Callbacks from a thread that the runtime did not send into the driver are told "
                   "on devices without AllowMultithreading, and without AllowFlipBatching a "
                   "Present that returns without a pfnPresentCb.",
          .wrong =
              R"(HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* pArgs) {
  device->Submitter = CreateThread(NULL, 0, SubmitLoop, device, 0, NULL);)",
          .right =
              R"(HRESULT APIENTRY CreateDevice(HANDLE hAdapter, D3DDDIARG_CREATEDEVICE* pArgs) {
  if (pArgs->Flags.AllowMultithreading)
    device->Submitter = CreateThread(NULL, 0, SubmitLoop, device, 0, NULL);)"},
     .tests = {provokes("CallbackRules.U052CallbackOutsideOfACallIsFound"),
               provokes("SubmissionRules.U052PresentThatIsQueuedIsFound"),
               stays_silent("CallbackRules.U052AndU255OtherThreadsWithTheSwitchAreSilent"),
               stays_silent("SubmissionRules.U052PresentThatMayBeQueuedIsSilent")}},
    {.id = "U-053",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateDevice fills the wrong table variant or accepts too old a runtime",
     .text = "D3D10+: fill the table variant selected by Interface; fail CreateDevice if the "
             "runtime build (high 16 bits of Version) is lower than the driver build.",
     .outcome = "decided: finding",
     .source = "d3d10umddi/ns-d3d10umddi-d3d10ddiarg_createdevice.md",
     .lesson = {.why = "Each interface has a table of its own length and order: in the wrong one "
                       "the runtime finds other functions than it calls, and a runtime that is too "
                       "old lacks what the driver relies on.",
                .check =
                    "Behind the table that Interface selects lies a page that cannot be touched, "
                    "where a driver that fills a longer one is stopped; by option the runtime is "
                    "of an older build, and a CreateDevice that succeeds then is told.",
                .wrong = R"(device->hRuntime = pArgs->hRTDevice;
*pArgs->p11_1DeviceFuncs = g_Functions11_1;
return S_OK;)",
                .right = R"(if ((pArgs->Version >> 16) < DRIVER_BUILD) return E_FAIL;
device->hRuntime = pArgs->hRTDevice;
if (pArgs->Interface >= D3D11_1_DDI_INTERFACE_VERSION)
  *pArgs->p11_1DeviceFuncs = g_Functions11_1;
else
  *pArgs->p11DeviceFuncs = g_Functions11;
return S_OK;)"},
     .tests = {provokes("Direct3D10Rules.U053ARuntimeThatIsTooOldMustBeRefused"),
               stays_silent("Direct3D10Rules.U053RefusingARuntimeThatIsTooOldIsNoFinding")}},
    {.id = "U-054",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver function returns with a changed floating-point state",
     .text = "Every UMD function that changes floating-point control state restores it before "
             "returning.",
     .outcome = "decided: the host compares fenv and MXCSR around each call",
     .source = "display/changing-floating-point-control-state.md",
     .lesson = {.why = "The application's own arithmetic goes on with the driver's rounding or "
                       "precision, and its results differ in the last digits.",
                .check = "The control words are read before and after each function of the driver, "
                         "and put back.",
                .wrong = R"(_controlfp(_RC_CHOP, _MCW_RC);
ConvertVertices(source, target, count);
return S_OK;)",
                .right = R"(unsigned before = _controlfp(0, 0);
_controlfp(_RC_CHOP, _MCW_RC);
ConvertVertices(source, target, count);
_controlfp(before, _MCW_RC);
return S_OK;)"},
     .tests = {provokes("DeviceRules.U054OtherRoundingIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
};

}  // namespace

Chapter bring_up() { return kUserModeBringUp; }

}  // namespace drydock::rules::user_mode
