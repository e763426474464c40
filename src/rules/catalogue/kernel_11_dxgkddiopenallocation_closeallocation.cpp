// DxgkDdiOpenAllocation / CloseAllocation.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel11[] = {
    {.id = "K-179",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiOpenAllocation is called once per binding, with Create for the creator",
     .text = "OpenAllocation binds an adapter-level allocation to one device; it is called for the "
             "creating device (Flags.Create = 1) and again for every other device, in any process "
             "on the adapter, that opens the resource (Create = 0).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_openallocationinfo.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationflags.md"},
    {.id = "K-180",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiOpenAllocation is given graphics-kernel handles to resolve",
     .text = "DXGK_OPENALLOCATIONINFO.hAllocation is a graphics-kernel D3DKMT handle (to be "
             "resolved with the handle callbacks), not the driver's handle.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationinfo.md"},
    {.id = "K-181",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiOpenAllocation succeeds with a NULL device-specific handle",
     .text = "On success hDeviceSpecificAllocation is non-NULL for every element.",
     .outcome = "later DDIs get NULL, bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_openallocationinfo.md"},
    {.id = "K-182",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiOpenAllocation changes private data without Create",
     .text = "Per-allocation private data may be modified only when Create is set; otherwise it is "
             "read-only.",
     .outcome = "corrupts other openers' data; driver fault",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_openallocationinfo.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationinfo.md"},
    {.id = "K-183",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiOpenAllocation changes the resource's private data",
     .text = "Resource-level private data in DXGKARG_OPENALLOCATION may never be modified.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_openallocation.md"},
    {.id = "K-184",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiOpenAllocation sees the private data given at creation",
     .text = "Resource-level and per-allocation private data shown at open are the ones given at "
             "CreateAllocation; edits made under Create become visible to the UMD.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_openallocation.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationinfo.md"},
    {.id = "K-185",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ReadOnly is set when an opener holds no write access",
     .text = "ReadOnly (Win8+) is set when the opener has no write right (no "
             "SHARED_ALLOCATION_WRITE).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_openallocationflags.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtshareobjects.md"},
    {.id = "K-186",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "DxgkDdiOpenAllocation accepts a SubresourceIndex beyond the count",
     .text = "SubresourceIndex beyond the subresource count: fail the call (GDI devices only).",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_openallocation.md",
     .reason = "only GDI devices name subresources, and they belong to the desktop, which the host "
               "does not have"},
    {.id = "K-187",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DxgkDdiOpenAllocation returns an undocumented status",
     .text = "Returns STATUS_SUCCESS, INVALID_PARAMETER, NO_MEMORY or GRAPHICS_DRIVER_MISMATCH "
             "only.",
     .outcome = "driver fault (lint)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_openallocationinfo.md"},
    {.id = "K-188",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Every binding is closed before DestroyAllocation of its allocation",
     .text =
         "Every open binding is closed (CloseAllocation on its device) before DestroyAllocation "
         "is called for that allocation.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_closeallocation.md"},
    {.id = "K-189",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "All allocations of a resource are closed in one CloseAllocation call",
     .text = "All allocations of a multi-allocation resource are closed in one CloseAllocation "
             "call.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_closeallocation.md"},
    {.id = "K-190",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiCloseAllocation receives that device's own open handles",
     .text = "pOpenHandleList holds the driver's hDeviceSpecificAllocation values of that device.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_closeallocation.md"},
    {.id = "K-191",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiCloseAllocation frees adapter-level data or keeps its own",
     .text = "CloseAllocation frees the device-specific structure only; adapter-level data stays "
             "until DestroyAllocation.",
     .outcome = "double free / leak",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_closeallocation.md"},
    {.id = "K-192",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A device-level allocation is closed only from its owning process",
     .text = "A device-level allocation object is closed only from its owning process.",
     .outcome = "a defect of Drydock (0x10E/0x26)",
     .source = "debugger/bug-check-0x10e---video-memory-management-internal.md"},
};

}  // namespace

Chapter kernel_11() { return kKernel11; }

}  // namespace drydock::rules::chapter
