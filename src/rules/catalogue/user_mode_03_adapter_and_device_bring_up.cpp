// Adapter and device bring-up.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode03[] = {
    {.id = "U-037",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver does not export the OpenAdapter entry of its interface",
     .text =
         "The D3D9-style DDI exports OpenAdapter; D3D10 OpenAdapter10; D3D11 (and optionally "
         "10.1) OpenAdapter10_2 (mandatory for D3D11); D3D12 OpenAdapter12 (name as used by the "
         "sample).",
     .outcome = "decided: load failure",
     .source = "display/initializing-communication-with-the-direct3d-user-mode-display-driver.md; "
               "display/initializing-communication-with-the-direct3d-version-10-ddi.md; "
               "display/initializing-communication-with-the-direct3d-version-11-ddi.md; "
               "graphics-driver-samples/compute-only-sample/cosumd12/CosUmd12Adapter.cpp"},
    {.id = "U-038",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenAdapter returns a code its page does not list",
     .text = "OpenAdapter / OpenAdapter10 / OpenAdapter12: S_OK or E_OUTOFMEMORY.",
     .outcome = "decided: undocumented-return finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openadapter.md; "
               "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_openadapter.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_openadapter.md"},
    {.id = "U-039",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenAdapter refuses a runtime because it is newer than the driver",
     .text = "Check Interface and Version given by the runtime; D3D10: never fail because the "
             "runtime is newer.",
     .outcome = "decided: finding when a higher build number is refused",
     .source = "display/initializing-communication-with-the-direct3d-user-mode-display-driver.md; "
               "display/initializing-communication-with-the-direct3d-version-10-ddi.md"},
    {.id = "U-040",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenAdapter leaves a table entry or DriverVersion unset",
     .text = "Fill the adapter function table and set DriverVersion to the "
             "D3D_UMD_INTERFACE_VERSION it was compiled with.",
     .outcome = "decided: missing entry = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_openadapter.md"},
    {.id = "U-041",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "CreateDevice reached without a call to pfnQueryAdapterInfoCb",
     .text = "Call pfnQueryAdapterInfoCb (runtime adapter handle) before the first CreateDevice.",
     .outcome = "decided: advice",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openadapter.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_queryadapterinfocb.md"},
    {.id = "U-042",
     .party = Party::kRuntime,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver cannot cope with two open adapter objects in one process",
     .text = "Several adapter objects may be opened on the same physical adapter in one process; "
             "the UMD must cope.",
     .outcome = "decided: UMD global state finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openadapter.md"},
    {.id = "U-043",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The driver's CreateDevice runs only after the miniport made the device",
     .text =
         "DxgkDdiCreateDevice runs first; only when it succeeds is the UMD CreateDevice called.",
     .outcome = "decided: kernel-side bug",
     .source = "display/windows-vista-and-later-display-driver-model-operation-flow.md"},
    {.id = "U-044",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver's CreateDevice returns a code its page does not list",
     .text = "CreateDevice: S_OK or E_OUTOFMEMORY. D3D10/D3D12 additionally "
             "DXGI_STATUS_NO_REDIRECTION (a success code).",
     .outcome =
         "decided: undocumented-return finding; error codes received from callbacks must still "
         "be passed through (U-230)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createdevice.md; "
               "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_createdevice.md; "
               "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_createdevice_0003.md"},
    {.id = "U-045",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver limits the number of devices by a fixed maximum",
     .text = "No hard-coded maximum of devices; only memory limits the number.",
     .outcome = "decided: finding if the Nth CreateDevice fails with memory available",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createdevice.md"},
    {.id = "U-046",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Resource of one device referenced through another without opening it",
     .text = "Devices are independent; a resource of one device may not be referenced through "
             "another device, shared (opened) resources excepted.",
     .outcome = "decided: cross-device reference rejected, E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createdevice.md"},
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
               "display/windows-vista-and-later-display-driver-model-operation-flow.md"},
    {.id = "U-048",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver uses the obsolete command buffer members of CreateDevice",
     .text = "pCommandBuffer, pAllocationList, pPatchLocationList and their sizes in "
             "D3DDDIARG_CREATEDEVICE are obsolete; first buffers come from pfnCreateContextCb.",
     .outcome = "decided: harness passes NULL/0",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_createdevice.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_createcontext.md"},
    {.id = "U-049",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateDevice leaves a mandatory device function empty",
     .text = "Fill the whole device function table for the negotiated version.",
     .outcome = "decided: NULL mandatory entry = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_createdevice.md"},
    {.id = "U-050",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver copies callback pointers instead of keeping the runtime's table",
     .text = "Keep the pointer to the runtime callback table, do not copy the function pointers: "
             "the runtime owns the table and may rewrite entries.",
     .outcome =
         "decided: harness may rotate entries to expose caching ([sample] comment, not in the "
         "reference pages)",
     .source = "graphics-driver-samples/render-only-sample/rosumd/RosUmdDevice.cpp"},
    {.id = "U-051",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnSetAsyncCallbacksCb is present for DirectX 9 runtimes only",
     .text =
         "pfnSetAsyncCallbacksCb is non-NULL only for DirectX 9 / 9L runtimes; NULL for D3D10+.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/ns-d3dumddi-_d3dddi_devicecallbacks.md"},
    {.id = "U-052",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver threads or queued presents beyond the CreateDevice flags",
     .text = "AllowMultithreading and AllowFlipBatching in CreateDevice flags bound what the UMD "
             "may do with own threads and with queued presents (current runtime queued-present "
             "limit is 1 and may change).",
     .outcome = "decided: worker-thread callback without permission = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddi_createdeviceflags.md"},
    {.id = "U-053",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateDevice fills the wrong table variant or accepts too old a runtime",
     .text = "D3D10+: fill the table variant selected by Interface; fail CreateDevice if the "
             "runtime build (high 16 bits of Version) is lower than the driver build.",
     .outcome = "decided: finding",
     .source = "d3d10umddi/ns-d3d10umddi-d3d10ddiarg_createdevice.md"},
    {.id = "U-054",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver function returns with a changed floating-point state",
     .text = "Every UMD function that changes floating-point control state restores it before "
             "returning.",
     .outcome = "decided: harness compares fenv/MXCSR around each call",
     .source = "display/changing-floating-point-control-state.md"},
};

}  // namespace

Chapter user_mode_03() { return kUserMode03; }

}  // namespace drydock::rules::chapter
