// CreateResource / CreateResource2 (D3D9-style).
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "U-055",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CreateResource returns a code its page does not list",
     .text =
         "CreateResource documented returns: S_OK, E_OUTOFMEMORY, D3DERR_NOTAVAILABLE; plus "
         "codes passed through from callbacks (U-230).",
     .outcome = "decided: undocumented-return finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-056",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DERR_NOTAVAILABLE misused by CreateResource",
     .text =
         "D3DERR_NOTAVAILABLE is legal only for vertex and index buffers, and is mandatory "
         "there when the reason is not memory.",
     .outcome = "decided: finding either way",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-057",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The runtime passes consistent SurfCount and MipLevels",
     .text =
         "SurfCount counts all surfaces including mip levels; MipLevels <= SurfCount; cube map: "
         "SurfCount = 6 x MipLevels; flip chain of n: SurfCount = n and MipLevels = 0.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-058",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The runtime never creates a cube map in part",
     .text = "Partial creation of a cube map does not happen.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-059",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Surfaces are attached by being created together and in no other way",
     .text = "No explicit attachment between surfaces; being created together is the attachment.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-060",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Driver may choose the number of allocations behind a resource",
     .text =
         "The UMD alone decides the number of allocations: several per surface, one per "
         "surface, or one for all.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-061",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Driver may allocate after CreateResource, except for shared resources",
     .text =
         "pfnAllocateCb need not be called inside CreateResource; allocation may be deferred. "
         "Not usable for shared resources under free threading (U-260), nor for shared "
         "resources that another device may open before the allocation exists.",
     .outcome = "decided: opening a shared resource with no allocations = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-062",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A resource without flags is used for locks and blts only",
     .text = "A resource with no flags is legal; its surfaces may only be locked or used in blts.",
     .outcome = "decided: other use = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-063",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Driver behaviour depends on undefined CreateResource flag bits",
     .text = "Undefined Flags bits are reserved: behaviour may not depend on them.",
     .outcome = "decided: harness randomises them",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-064",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Driver reads a CreateResource member reserved for this resource type",
     .text =
         "Without Primary: RefreshRate and VidPnSourceId (\"Output\") are reserved. Without "
         "RenderTarget/DecodeRenderTarget/VideoProcessRenderTarget: MultisampleType and "
         "MultisampleQuality are reserved. Without VertexBuffer: Fvf reserved. Without "
         "Texture/CubeMap/Volume: MipLevels reserved.",
     .outcome = "decided: harness randomises them",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-065",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The runtime passes no contradictory resource flags or pools",
     .text =
         "CubeMap and Volume require Texture; Dynamic and HintStatic exclude each other; Pool "
         "values exclude each other.",
     .outcome = "decided: runtime bug",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags.md; d3dukmdt/ne-d3dukmdt-_d3dddi_pool.md"},
    {.id = "U-066",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The runtime passes a rotation only for a primary",
     .text = "A Rotation other than IDENTITY is passed only together with Primary.",
     .outcome = "decided: runtime bug",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddiarg_createresource.md"},
    {.id = "U-067",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "RefreshRate counts only for a primary that does not match GDI's",
     .text =
         "RefreshRate is meaningful only for a primary without MatchGdiPrimary; "
         "InterlacedRefresh selects interlaced interpretation.",
     .outcome = "",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddiarg_createresource.md",
     .reason = "display modes: Drydock drives no screen"},
    {.id = "U-068",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The runtime keeps MultisampleQuality between 0 and 7",
     .text =
         "MultisampleQuality is 0..7 (levels 1..8) and may be non-zero even when "
         "MultisampleType is NONE.",
     .outcome = "decided: runtime bug",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddiarg_createresource.md"},
    {.id = "U-069",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "pSysMem is set exactly for surfaces in the system memory pool",
     .text =
         "pSurfList[i].pSysMem is valid (non-NULL) only when Pool is SYSTEMMEM; otherwise NULL.",
     .outcome = "decided: runtime bug",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_surfaceinfo.md"},
    {.id = "U-070",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CreateResource fails because system memory could not be wrapped",
     .text =
         "For a system-memory resource, failure to wrap the memory in an allocation must not "
         "fail the creation; fall back to CPU access.",
     .outcome = "decided: finding if CreateResource fails for that reason",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-071",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Results differ between local and non-local video memory",
     .text =
         "LOCALVIDMEM and NONLOCALVIDMEM are hints: rendering results and return values may not "
         "differ between video-memory kinds.",
     .outcome = "decided: differential test finding",
     .source = "display/specifying-memory-type-for-a-resource.md"},
    {.id = "U-072",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Staging memory pool not supported at WDDM 1.3",
     .text =
         "Pool STAGINGMEM must be supported from WDDM 1.3: the UMD provides the staging memory "
         "itself.",
     .outcome = "decided: finding",
     .source = "d3dukmdt/ne-d3dukmdt-_d3dddi_pool.md"},
    {.id = "U-073",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CreateResource2 missing at WDDM 1.3 or breaking a CreateResource rule",
     .text =
         "CreateResource2 (optional in WDDM 1.2, required in 1.3) follows every CreateResource "
         "rule and adds Flags2.",
     .outcome = "decided: finding if missing at 1.3",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource2.md; "
         "display/direct3d-rendering-performance-improvements.md"},
    {.id = "U-074",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CreateResource2 accepts a capture buffer beyond the driver's limits",
     .text =
         "WDDM 1.3+ CreateResource2 must return E_INVALIDARG when CaptureBuffer is set and the "
         "resource exceeds driver limits (a documented exception to U-232).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource2.md"},
    {.id = "U-075",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "VideoEncoder resource accepted for a format that does not report it",
     .text =
         "If VideoEncoder is accepted, FORMATOP_CAPTURE and/or FORMATOP_VIDEO_ENCODER must be "
         "reported for the format.",
     .outcome = "decided: caps-consistency finding",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags2.md"},
    {.id = "U-076",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Lock refused on a resource created with the NotLockable hint",
     .text = "NotLockable is a hint: a Lock may still arrive and must be served.",
     .outcome = "decided: finding if Lock fails",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags.md"},
    {.id = "U-077",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "MightDrawFromLocked buffer cannot live in an aperture segment",
     .text =
         "A buffer with MightDrawFromLocked must be supported in a system or AGP (aperture) "
         "segment because it may be rendered while locked.",
     .outcome = "documented: VidMm rejects the rendering (U-137)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags.md"},
    {.id = "U-078",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Creating a primary starts scan-out before the display mode is set",
     .text =
         "Creating a Primary must not start scan-out; hardware is programmed only at "
         "SetDisplayMode (pfnSetDisplayModeCb).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setdisplaymode.md",
     .reason = "display modes: there is no scan-out in Drydock"},
    {.id = "U-079",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Swap-chain buffers are opened or created as the DirectX 9 version demands",
     .text =
         "DirectX 9.0 and older: OpenResource on the shared primary, then CreateResource for "
         "extra back buffers. 9L: CreateResource for all swap-chain buffers, no OpenResource.",
     .outcome = "",
     .source = "display/full-screen-mode-behavior.md",
     .reason = "display: needs the desktop's shared primary, which Drydock does not have"},
    {.id = "U-080",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Multiplane overlay resources arrive as shared primaries",
     .text =
         "Multiplane-overlay resources arrive as Primary+SharedResource with initialised "
         "VidPnSourceId and RefreshRate 0; D3D11: BIND_PRESENT plus MISC_SHARED, and then the "
         "UMD must not answer NO_SCANOUT.",
     .outcome = "decided: finding",
     .source = "display/multiplane-overlay-resource-creation.md",
     .reason = "overlays on a real screen: Drydock has none"},
    {.id = "U-081",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CreateResource is never batched by the runtime's worker",
     .text =
         "CreateResource is never batched by the multiprocessor layer: queued work is drained "
         "through the worker, then the call is made on the application thread.",
     .outcome = "decided: runtime bug",
     .source = "display/supporting-multiple-processors.md"},
    {.id = "U-082",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Failed CreateResource leaves allocations or locks behind",
     .text =
         "When CreateResource fails the UMD must leave nothing behind: no locked allocation, no "
         "kernel allocation, no deferred entry. (Explicit for D3D10+ through U-240; implied for "
         "D3D9 because no driver handle exists.)",
     .outcome = "decided: leak finding; the harness injects failure at every callback index",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_createresource.md"},
    {.id = "U-083",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Capture allocation handle used after its resource was destroyed",
     .text =
         "GetCaptureAllocationHandle maps a CaptureBuffer resource to its kernel allocation "
         "handle; S_OK or E_OUTOFMEMORY. The handle is valid only while the resource lives.",
     .outcome = "decided: handle used after DestroyResource = finding",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_getcaptureallocationhandle.md; "
         "d3dumddi/ns-d3dumddi-_d3dddiarg_getcaptureallocationhandle.md"},
};

}  // namespace

Chapter user_mode_04() { return kRules; }

}  // namespace drydock::rules::chapter
