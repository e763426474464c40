// OpenResource and shared resources.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode06[] = {
    {.id = "U-106",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "OpenResource succeeds without a fresh driver handle",
     .text = "OpenResource: S_OK or an appropriate error; on success a unique driver handle is "
             "returned in hResource.",
     .outcome = "decided: as U-020",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openresource.md"},
    {.id = "U-107",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "OpenResource delivers all kernel handles, and the driver allocates none",
     .text = "hKMResource and every pOpenAllocationInfo[i].hAllocation are supplied; the UMD uses "
             "those allocation handles in command buffers and does not allocate.",
     .outcome = "decided: pfnAllocateCb with an opened resource handle = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_openresource.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddi_openallocationinfo.md"},
    {.id = "U-108",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "OpenResource delivers the private data given at creation",
     .text = "Per-resource and per-allocation private data equal what was passed at creation.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_openresource.md"},
    {.id = "U-109",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver keeps state across devices for a shared resource",
     .text =
         "Each device that uses a shared resource gets its own view (own handle pair); lifetime "
         "of the shared object is managed by the kernel, not by UMDs. A UMD must not treat "
         "cross-process resources specially or keep cross-device global state for them.",
     .outcome = "decided: advice",
     .source = "display/threading-model-of-user-mode-display-driver.md"},
    {.id = "U-110",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyResource on an opened resource does not close that view",
     .text = "DestroyResource on an opened resource closes that view; the same callback destroys "
             "for the creator and closes for an opener (inference: the kernel object dies with its "
             "last holder).",
     .outcome = "decided: refcount checked in the kernel model",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-111",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime passes only the defined OpenResource flags",
     .text =
         "Fullscreen and AlphaOverride are the only open flags, Reserved zero; Rotation applies "
         "to a shared primary.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/ns-d3dumddi-_d3dddi_openresourceflags.md"},
    {.id = "U-112",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "OpenResource on the shared primary may be left out in windowed mode",
     .text = "In windowed mode OpenResource on the shared primary is not guaranteed to be called "
             "(it is when the DWM is off).",
     .outcome = "",
     .source = "display/windowed-mode-behavior.md",
     .reason = "display: depends on the desktop compositor and a shared primary"},
    {.id = "U-113",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A shared primary carries both Primary and SharedResource",
     .text = "A shared primary is created with Primary and SharedResource both set.",
     .outcome = "",
     .source = "d3dumddi/ns-d3dumddi-_d3dddiarg_openresource.md"},
    {.id = "U-114",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ OpenResource reports its error by the wrong code or channel",
     .text = "D3D10+: OpenResource errors go through pfnSetErrorCb; only E_OUTOFMEMORY and "
             "D3DDDIERR_DEVICEREMOVED are non-critical; after any error the runtime will not call "
             "DestroyResource for that handle.",
     .outcome = "documented: other code = critical, device lost on purpose",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_openresource.md"},
    {.id = "U-115",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Shared resource not allocated and released exactly once",
     .text = "SharedResource: exactly one pfnAllocateCb and exactly one pfnDeallocateCb for the "
             "life of the resource.",
     .outcome = "decided: second call E_INVALIDARG plus finding; zero deallocations = leak finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-116",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Shared resource gains or loses an allocation during its life",
     .text = "No allocation may be added after creation and none may be destroyed before the "
             "resource itself is destroyed.",
     .outcome = "decided: as above",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-117",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "pfnDeallocateCb releases a shared resource by list",
     .text = "For a shared resource, created or opened, pfnDeallocateCb must have hResource "
             "non-NULL and NumAllocations zero.",
     .outcome =
         "decided: E_INVALIDARG plus finding (real runtimes tolerate the list form, see section "
         "(c))",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-118",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Single allocation of a shared resource destroyed or closed",
     .text = "Allocations of a shared resource can be neither destroyed nor closed individually.",
     .outcome = "decided: as above",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-119",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver renames a shared allocation",
     .text = "Renaming is not allowed: Discard on a shared allocation is ignored by VidMm, "
             "UseAlternateVA is illegal on it, and UMD-side renaming is out too.",
     .outcome = "documented: Discard ignored; decided: returned handle change = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "U-120",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver locks a shared allocation it did not create",
     .text = "Only the creator of a shared allocation may lock it, except a GDI non-managed "
             "primary.",
     .outcome = "documented: not allowed, no code given; decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md"},
    {.id = "U-121",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ResolveSharedResource leaves unsubmitted writes to the surface",
     .text =
         "ResolveSharedResource (keyed-mutex release, GDI GetDC): flush partially built command "
         "buffers that may modify the surface; S_OK or D3DDDIERR_DEVICEREMOVED.",
     .outcome = "decided: unsubmitted write after resolve = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_resolvesharedresource.md; "
               "display/managing-resources-for-multiple-gpu-scenarios.md"},
    {.id = "U-122",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Restricted shared resources open only for the permitted processes",
     .text = "RestrictSharedAccess limits which processes may open; the creating process is always "
             "allowed (D3D11 MISC_RESTRICT_SHARED_RESOURCE_DRIVER).",
     .outcome = "decided: open from others fails",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags.md; "
               "d3d10umddi/ne-d3d10umddi-d3d10_ddi_resource_misc_flag.md"},
};

}  // namespace

Chapter user_mode_06() { return kUserMode06; }

}  // namespace drydock::rules::chapter
