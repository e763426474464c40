// pfnAllocateCb.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kUserMode05[] = {
    {.id = "U-084",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnAllocateCb answers with its documented codes",
     .text = "Returns S_OK, E_INVALIDARG, E_OUTOFMEMORY, D3DERR_OUTOFVIDEOMEMORY, "
             "D3DDDIERR_DEVICEREMOVED, or another HRESULT.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md"},
    {.id = "U-085",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may call pfnAllocateCb at any time",
     .text = "May be called at any time, not only inside CreateResource (for example for scratch "
             "memory in CreateDevice).",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md"},
    {.id = "U-086",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnAllocateCb hResource is neither NULL nor a live runtime handle",
     .text = "hResource = runtime handle attaches the allocations to the resource; NULL attaches "
             "them to the device. No other value is legal.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md"},
    {.id = "U-087",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Allocation of a resource attached to the device instead",
     .text = "Allocations that really belong to a resource should be attached to it (diagnostics, "
             "release in one call).",
     .outcome = "decided: advice",
     .source = "display/handling-resource-creation-and-destruction.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md"},
    {.id = "U-088",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnAllocateCb for a shared resource without its runtime handle",
     .text = "For a shared resource hResource must be non-NULL.",
     .outcome = "decided: E_INVALIDARG plus finding",
     .source = "display/handling-resource-creation-and-destruction.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md"},
    {.id = "U-089",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Shared resource allocated in more than one pfnAllocateCb call",
     .text = "A resource can be shared only if all its allocations are made in a single "
             "pfnAllocateCb call.",
     .outcome = "decided: second call on a shared resource: E_INVALIDARG (U-090)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-090",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "No allocation is added to an existing shared resource",
     .text = "Kernel rule behind it: allocations can be added later to an ordinary resource but "
             "never to an existing shared one, and a shared allocation must belong to a resource.",
     .outcome = "generic: STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md"},
    {.id = "U-091",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pSystemMem does not match the surface's preallocated memory",
     .text = "If the allocation is in runtime-preallocated system memory, pSystemMem = the pSysMem "
             "of the surface; otherwise NULL. For such memory the UMD cannot choose alignment or "
             "any other parameter, and should not call pfnAllocateCb at all if the hardware does "
             "not need access.",
     .outcome = "decided: pSystemMem not matching a live surface = finding",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md"},
    {.id = "U-092",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Private data is consumed before pfnAllocateCb returns",
     .text = "Private data (per resource and per allocation) may live on the stack and be freed as "
             "soon as the callback returns; the runtime must have consumed it by then.",
     .outcome = "decided: harness poisons the buffer after return",
     .source = "display/requesting-and-using-surface-memory.md"},
    {.id = "U-093",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Adding allocations replaces the resource's private data by the latest",
     .text = "Adding allocations to an existing resource replaces the per-resource private data "
             "with that of the latest call.",
     .outcome = "decided: openers see the latest blob",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md"},
    {.id = "U-094",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Private data holds pointers or types that depend on the word size",
     .text = "Private data is untrusted for the KMD, must be self-describing across 32/64 bit (no "
             "pointers, SIZE_T or HANDLE, explicit alignment).",
     .outcome = "decided: KMD rulebook; lint on pointer-looking bytes",
     .source = "display/validating-private-data-sent-from-user-mode-to-kernel-mode.md; "
               "display/microsoft-windows-vista-display-driver-64-bit-issues.md"},
    {.id = "U-095",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "VidPnSourceId set on an allocation that is not a primary",
     .text = "VidPnSourceId may be set only for primary allocations.",
     .outcome =
         "documented: pfnAllocateCb answers D3DDDI_ID_NOTAPPLICABLE (documented literally; see "
         "decision list)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md"},
    {.id = "U-096",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Stereo without Primary, or reserved flag bits, given to pfnAllocateCb",
     .text = "Flags.Primary marks an allocation that is part of the desktop; it is implicitly CPU "
             "accessible; Stereo only with Primary; Reserved bits zero.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md"},
    {.id = "U-097",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Miniport gives a user-mode primary allocation a forbidden property",
     .text = "For a Primary allocation the KMD may not set PermanentSysMem, Cached, Protected, "
             "ExistingSysMem or ExistingKernelSysMem, and all write segments must be CPU "
             "accessible.",
     .outcome = "decided: KMD rulebook",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md"},
    {.id = "U-098",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Allocation priority given without OverridePriority",
     .text = "Priority in the info2 form counts only with Flags.OverridePriority (WDDM 2.2+).",
     .outcome = "decided: ignored",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo2.md; libdxg/d3dukmdt.h"},
    {.id = "U-099",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Device removal reported by pfnAllocateCb is swallowed",
     .text = "D3DDDIERR_DEVICEREMOVED (PnP stop or TDR) from pfnAllocateCb must travel back to the "
             "runtime: as return value in D3D9, through pfnSetErrorCb in D3D10+.",
     .outcome = "decided: swallowed-error finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md"},
    {.id = "U-100",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver uses handles from a failed pfnAllocateCb",
     .text = "After a failed call hAllocation and hKMResource are not handles; the UMD resets its "
             "own copy.",
     .outcome = "decided: use of an output of a failed callback = finding (harness fills garbage)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md"},
    {.id = "U-101",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocations of a shared resource type differ between processes",
     .text = "Shared resources: number and kind of allocations must be a function of the resource "
             "type, identical in every process that creates that type.",
     .outcome = "decided: mismatch between creator and opener = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md"},
    {.id = "U-102",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver allocates again for a shared surface instead of opening it",
     .text =
         "The conceptual page says pfnAllocateCb must be called once per shared surface *per "
         "device*, to obtain that device handle. The reference pages deliver the handle through "
         "OpenResource instead.",
     .outcome = "conflict, see decision list",
     .source = "display/requesting-and-using-surface-memory.md versus "
               "d3dumddi/ns-d3dumddi-_d3dddiarg_openresource.md"},
    {.id = "U-103",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DonotWait used to lock the linear twin of a swizzled surface",
     .text = "A swizzled surface in an aperture segment that the CPU must see may be built as two "
             "allocations (swizzled for GPU, linear for CPU) in one call with NumAllocations = 2; "
             "Lock then submits an unswizzle and locks the linear one *without* DonotWait.",
     .outcome = "decided: DonotWait on that path = finding",
     .source = "display/mapping-virtual-addresses-to-a-memory-segment.md"},
    {.id = "U-104",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Cross-adapter resource is not one shared linear aligned allocation",
     .text = "Cross-adapter resource: created as shared, exactly one linear allocation, 128-byte "
             "pitch, height multiple of 4 rows, page-aligned start, aperture segment only.",
     .outcome = "decided: finding at create",
     .source = "display/using-cross-adapter-resources-in-a-hybrid-system.md"},
    {.id = "U-105",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D12 driver ignores the result of its allocate callback",
     .text = "D3D12: allocation goes through pfnAllocateCb of the core-layer table (struct version "
             "0022) with D3D12DDI_ALLOCATION_INFO_0022; the return value must be checked.",
     .outcome = "decided: unchecked result = finding",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_allocate_cb_0022.md; "
               "d3d12umddi/ns-d3d12umddi-d3d12ddicb_allocate_0022.md"},
};

}  // namespace

Chapter user_mode_05() { return kUserMode05; }

}  // namespace drydock::rules::chapter
