// pfnAllocateCb.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeAllocate[] = {
    {.id = "U-084",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnAllocateCb answers with its documented codes",
     .text = "Returns S_OK, E_INVALIDARG, E_OUTOFMEMORY, D3DERR_OUTOFVIDEOMEMORY, "
             "D3DDDIERR_DEVICEREMOVED, or another HRESULT.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md",
     .tests = {proves("RuntimePromises.StatusesBecomeTheResultsThatAreDocumented")}},
    {.id = "U-085",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may call pfnAllocateCb at any time",
     .text = "May be called at any time, not only inside CreateResource (for example for scratch "
             "memory in CreateDevice).",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md",
     .tests = {proves("ProperDriver.CallsBack"),
               proves("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-086",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnAllocateCb hResource is neither NULL nor a live runtime handle",
     .text = "hResource = runtime handle attaches the allocations to the resource; NULL attaches "
             "them to the device. No other value is legal.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md",
     .lesson = {.why = "The kernel attaches the memory to what the handle names; a handle of "
                       "nothing is refused, and one of a dead resource would attach it to nothing.",
                .check = "pfnAllocateCb looks the handle up and accepts NULL and resources that "
                         "are being created or live.",
                .wrong = R"(D3DDDICB_ALLOCATE allocate;
allocate.NumAllocations = 1;
allocate.pAllocationInfo = &info;)",
                .right = R"(D3DDDICB_ALLOCATE allocate = {};
allocate.hResource = resource->hRuntime;
allocate.NumAllocations = 1;
allocate.pAllocationInfo = &info;)"},
     .tests = {provokes("CallbackRules.U086NumberInsteadOfAResourceIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-087",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Allocation of a resource attached to the device instead",
     .text = "Allocations that really belong to a resource should be attached to it (diagnostics, "
             "release in one call).",
     .outcome = "decided: advice",
     .source = "display/handling-resource-creation-and-destruction.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md",
     .lesson = {.why = "Tools show the memory of a device in one heap, and a release in one call "
                       "is not possible.",
                .check = "An allocation without a resource, made while CreateResource runs for one "
                         "that is not shared, is mentioned.",
                .wrong = R"(allocate.hResource = NULL;  // in CreateResource
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)",
                .right = R"(allocate.hResource = pArgs->hResource;  // in CreateResource
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)"},
     .tests = {provokes("CallbackRules.U087AllocationThatIsNotAttachedIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-088",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnAllocateCb for a shared resource without its runtime handle",
     .text = "For a shared resource hResource must be non-NULL.",
     .outcome = "decided: E_INVALIDARG plus finding",
     .source = "display/handling-resource-creation-and-destruction.md; "
               "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md",
     .lesson = {.why = "Only what is attached to a resource can be opened by another process.",
                .check = "While CreateResource runs for a shared resource, pfnAllocateCb without "
                         "its handle is refused.",
                .wrong = R"(// pArgs->Flags.SharedResource
allocate.hResource = NULL;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)",
                .right = R"(// pArgs->Flags.SharedResource
allocate.hResource = pArgs->hResource;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)"},
     .tests = {provokes("CallbackRules.U088SharedAllocationThatIsNotAttachedIsFound"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-089",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Shared resource allocated in more than one pfnAllocateCb call",
     .text = "A resource can be shared only if all its allocations are made in a single "
             "pfnAllocateCb call.",
     .outcome = "decided: second call on a shared resource: E_INVALIDARG (U-090)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson = {.why = "The share is made with the first call; an opener sees the allocations of "
                       "that call and no others.",
                .check = "The calls are counted for each resource, and a second one while a shared "
                         "resource is being created is refused.",
                .wrong = R"(for (UINT i = 0; i < pArgs->SurfCount; ++i) {
  allocate.NumAllocations = 1;
  allocate.pAllocationInfo = &infos[i];
  device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
})",
                .right = R"(allocate.NumAllocations = pArgs->SurfCount;
allocate.pAllocationInfo = infos;
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);)"},
     .tests = {provokes("CallbackRules.U089SharedResourceInTwoCallsIsFound"),
               stays_silent("CallbackRules.U089UnsharedResourceInTwoCallsIsSilent"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-090",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "No allocation is added to an existing shared resource",
     .text = "Kernel rule behind it: allocations can be added later to an ordinary resource but "
             "never to an existing shared one, and a shared allocation must belong to a resource.",
     .outcome = "generic: STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md",
     .tests = {proves("CallbackRules.U089SharedResourceInTwoCallsIsFound"),
               proves("CallbackRules.U089UnsharedResourceInTwoCallsIsSilent"),
               proves("CallbackRules.U116AllocationThatIsAddedToASharedResourceIsFound")}},
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
               "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md",
     .lesson = {.why = "The kernel locks the pages it is told; memory that is not the surface's "
                       "may be freed by its owner while the GPU uses it.",
                .check =
                    "pSystemMem must be NULL or the memory of one of the surfaces of the resource.",
                .wrong = R"(info.pSystemMem = malloc(surface.SysMemSlicePitch);
allocate.pAllocationInfo = &info;)",
                .right = R"(info.pSystemMem = surface.pSysMem;
allocate.pAllocationInfo = &info;)"},
     .tests = {provokes("CallbackRules.U091MemoryOfNoSurfaceIsFound"),
               stays_silent("ResourceRules.U070SystemMemoryIsSilent")}},
    {.id = "U-092",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Private data is consumed before pfnAllocateCb returns",
     .text = "Private data (per resource and per allocation) may live on the stack and be freed as "
             "soon as the callback returns; the runtime must have consumed it by then.",
     .outcome = "decided: the host poisons the buffer after return",
     .source = "display/requesting-and-using-surface-memory.md",
     .tests = {proves("RuntimePromises.U092AndU111OpenersSeeWhatWasHandedOverAndNoReservedFlags")}},
    {.id = "U-093",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Adding allocations replaces the resource's private data by the latest",
     .text = "Adding allocations to an existing resource replaces the per-resource private data "
             "with that of the latest call.",
     .outcome = "decided: openers see the latest blob",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_allocate.md",
     .tests = {proves("KernelSide.U093TheLatestPrivateDataOfAResourceIsOpened")}},
    {.id = "U-094",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Private data holds pointers or types that depend on the word size",
     .text = "Private data is untrusted for the KMD, must be self-describing across 32/64 bit (no "
             "pointers, SIZE_T or HANDLE, explicit alignment).",
     .outcome =
         "decided: lint on bytes that look like a pointer; a miniport that trusts them breaks "
         "K-127",
     .source = "display/validating-private-data-sent-from-user-mode-to-kernel-mode.md; "
               "display/microsoft-windows-vista-display-driver-64-bit-issues.md",
     .lesson =
         {.why =
              "A 32-bit program and a 64-bit one share the resource through the kernel; a pointer "
              "in it is garbage to the other, and a way into the kernel for an attacker.",
          .check = "The private data is searched for words that are addresses of readable memory "
                   "above four gigabytes; it is a guess, and so a hint only.",
          .wrong = R"(typedef struct {
  RESOURCE* Owner;
  SIZE_T Bytes;
} PRIVATE_DATA;)",
          .right = R"(typedef struct {
  UINT64 ResourceId;
  UINT64 Bytes;
} PRIVATE_DATA;)"},
     .tests = {provokes("CallbackRules.U094AddressInPrivateDataIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-095",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "VidPnSourceId set on an allocation that is not a primary",
     .text = "VidPnSourceId may be set only for primary allocations.",
     .outcome = "documented: pfnAllocateCb answers D3DDDI_ID_NOTAPPLICABLE (documented literally; "
                "see decision list)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md",
     .lesson = {.why = "The value ties the memory to a screen; the kernel ignores or refuses it on "
                       "anything that is never shown.",
                .check = "An allocation without Flags.Primary whose VidPnSourceId is neither zero "
                         "nor \"not applicable\" is told, and the value dropped.",
                .wrong = R"(info.Flags.Primary = 0;
info.VidPnSourceId = pArgs->VidPnSourceId;)",
                .right = R"(info.Flags.Primary = pArgs->Flags.Primary;
info.VidPnSourceId = pArgs->Flags.Primary ? pArgs->VidPnSourceId : 0;)"},
     .tests = {provokes("CallbackRules.U095SourceOfWhatIsNoPrimaryIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-096",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Stereo without Primary, or reserved flag bits, given to pfnAllocateCb",
     .text = "Flags.Primary marks an allocation that is part of the desktop; it is implicitly CPU "
             "accessible; Stereo only with Primary; Reserved bits zero.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md",
     .lesson = {.why = "Stereo means two images on a screen, which something that is no primary "
                       "never is, and reserved bits mean something else in the next version.",
                .check =
                    "The flags of each allocation are tested in pfnAllocateCb, which refuses them.",
                .wrong = R"(info.Flags.Value = 0;
info.Flags.Stereo = 1;)",
                .right = R"(info.Flags.Value = 0;
info.Flags.Primary = 1;
info.Flags.Stereo = 1;)"},
     .tests = {provokes("CallbackRules.U096FlagsThatCannotBeAreFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-097",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Miniport gives a user-mode primary allocation a forbidden property",
     .text =
         "For a Primary allocation the KMD may not set PermanentSysMem, Cached, Protected, "
         "ExistingSysMem or ExistingKernelSysMem, and all write segments must be CPU accessible.",
     .outcome = "decided: as K-151",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md",
     .reason = "the check of the kernel-mode driver is K-151, which says the same"},
    {.id = "U-098",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Allocation priority given without OverridePriority",
     .text = "Priority in the info2 form counts only with Flags.OverridePriority (WDDM 2.2+).",
     .outcome = "decided: ignored",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo2.md; libdxg/d3dukmdt.h",
     .lesson = {.why = "The kernel takes the value only together with the flag; what the driver "
                       "meant to keep is evicted like anything else.",
                .check = "pfnAllocateCb of a driver of WDDM 2.2 or later mentions a Priority other "
                         "than zero beside a flag that is not set.",
                .wrong = R"(D3DDDI_ALLOCATIONINFO2 info = {};
info.Priority = D3DDDI_ALLOCATIONPRIORITY_HIGH;)",
                .right = R"(D3DDDI_ALLOCATIONINFO2 info = {};
info.Flags.OverridePriority = 1;
info.Priority = D3DDDI_ALLOCATIONPRIORITY_HIGH;)"},
     .tests = {provokes("CreationRules.U098PriorityThatCountsForNothingIsFound"),
               stays_silent("CreationRules.U098PriorityThatOverridesIsSilent")}},
    {.id = "U-099",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Device removal reported by pfnAllocateCb is swallowed",
     .text = "D3DDDIERR_DEVICEREMOVED (PnP stop or TDR) from pfnAllocateCb must travel back to the "
             "runtime: as return value in D3D9, through pfnSetErrorCb in D3D10+.",
     .outcome = "decided: swallowed-error finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md",
     .lesson = {.why = "The runtime has to learn that the device is gone to make a new one; until "
                       "then every call fails and the application hangs.",
                .check = "When a function of the driver returns, a removal that pfnAllocateCb "
                         "reported during it must be its result.",
                .wrong = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
if (FAILED(hr)) return E_OUTOFMEMORY;)",
                .right = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
if (FAILED(hr)) return hr;)"},
     .tests = {provokes("CallbackRules.U099AndU166SwallowedRemovalIsFound"),
               stays_silent("CallbackRules.U099AndU166RemovalThatIsPassedOnIsSilent")}},
    {.id = "U-100",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver uses handles from a failed pfnAllocateCb",
     .text = "After a failed call hAllocation and hKMResource are not handles; the UMD resets its "
             "own copy.",
     .outcome = "decided: use of an output of a failed callback = finding (the host fills it "
                "with garbage)",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_allocatecb.md",
     .lesson = {.why = "The members are not set on failure; what is in them names nothing, or "
                       "somebody else's memory.",
                .check = "With spoilt outputs the host writes a value that is no handle, and "
                         "recognises it when it comes back.",
                .wrong = R"(device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
resource->hAllocation = info.hAllocation;)",
                .right = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
resource->hAllocation = SUCCEEDED(hr) ? info.hAllocation : 0;)"},
     .tests = {provokes("CallbackRules.U100HandleOfAFailedAllocationIsFound"),
               stays_silent("ResourceRules.U082FailedCreateThatUndoesIsSilent")}},
    {.id = "U-101",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Number of allocations of a shared resource type differs",
     .text = "Shared resources: number and kind of allocations must be a function of the resource "
             "type, identical in every process that creates that type.",
     .outcome = "decided: mismatch between creator and opener = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson = {.why = "The process that opens the resource knows only its type, and looks for as "
                       "many allocations as it would have made itself.",
                .check =
                    "For shared resources of one description the number of allocations is compared "
                    "with that of the first one the driver made; their kinds are not.",
                .wrong = R"(allocate.NumAllocations = IsDebuggerPresent() ? 2 : 1;
allocate.pAllocationInfo = infos;)",
                .right = R"(allocate.NumAllocations = AllocationsOf(pArgs->Format, pArgs->Flags);
allocate.pAllocationInfo = infos;)"},
     .tests = {provokes("ResourceRules.U101OtherAllocationsForTheSameKindAreFound"),
               stays_silent("ResourceRules.U101SameAllocationsForTheSameKindAreSilent")}},
    {.id = "U-102",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver allocates again for a shared surface instead of opening it",
     .text = "The conceptual page says pfnAllocateCb must be called once per shared surface *per "
             "device*, to obtain that device handle. The reference pages deliver the handle "
             "through OpenResource instead.",
     .outcome = "conflict, see decision list",
     .source = "display/requesting-and-using-surface-memory.md versus "
               "d3dumddi/ns-d3dumddi-_d3dddiarg_openresource.md",
     .lesson = {.why = "An opened resource brings its allocations along; with others beside them "
                       "two programs draw into different memory and wait for each other's picture.",
                .check = "A pfnAllocateCb that names the resource which OpenResource is opening is "
                         "mentioned and refused; after that U-116 speaks.",
                .wrong = R"(allocate.hResource = pArgs->hResource;  // in OpenResource
hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
resource->hAllocation = info.hAllocation;)",
                .right = R"(resource->hRuntime = pArgs->hResource;  // in OpenResource
resource->hAllocation = pArgs->pOpenAllocationInfo[0].hAllocation;)"},
     .tests = {provokes("CreationRules.U102AllocationInOpenResourceIsFound"),
               stays_silent("ProperDriver.SharesAndOpens")}},
    {.id = "U-103",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DonotWait used to lock the linear twin of a swizzled surface",
     .text = "A swizzled surface in an aperture segment that the CPU must see may be built as two "
             "allocations (swizzled for GPU, linear for CPU) in one call with NumAllocations = 2; "
             "Lock then submits an unswizzle and locks the linear one *without* DonotWait.",
     .outcome = "decided: DonotWait on that path = finding",
     .source = "display/mapping-virtual-addresses-to-a-memory-segment.md",
     .lesson = {.why = "The linear twin is right only when the GPU has written it; a lock that "
                       "does not wait fails for an application that was ready to.",
                .check = "When Lock has submitted a batch that writes an allocation, is refused "
                         "that one with DonotWait, and returns D3DDDIERR_WASSTILLDRAWING although "
                         "the runtime has not set DoNotWait, it is mentioned.",
                .wrong = R"(SubmitUnswizzle(device, resource);
lock.hAllocation = resource->hLinear;
lock.Flags.LockEntire = 1;
lock.Flags.DonotWait = 1;)",
                .right = R"(SubmitUnswizzle(device, resource);
lock.hAllocation = resource->hLinear;
lock.Flags.LockEntire = 1;
lock.Flags.DonotWait = pArgs->Flags.DoNotWait;)"},
     .tests = {provokes("SubmissionRules.U103LockThatDoesNotWaitForItsOwnWorkIsFound"),
               stays_silent("ProperDriver.ServesDiscardFromItsOwnMemory")}},
    {.id = "U-104",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Cross-adapter resource is not one shared linear aligned allocation",
     .text = "Cross-adapter resource: created as shared, exactly one linear allocation, 128-byte "
             "pitch, height multiple of 4 rows, page-aligned start, aperture segment only.",
     .outcome = "decided: finding at create",
     .source = "display/using-cross-adapter-resources-in-a-hybrid-system.md",
     .lesson = {.why = "The adapter at the other end comes from another maker and knows only this "
                       "layout; in any other it shows stripes.",
                .check = "CreateResource with CrossAdapter must leave exactly one allocation, and "
                         "Lock must give a pitch in steps of 128 bytes; segments are the business "
                         "of K-123, and rows and alignment are not looked at.",
                .wrong = R"(allocate.NumAllocations = 2;  // a tiled one besides
resource->Pitch = width * 4;)",
                .right = R"(allocate.NumAllocations = 1;
resource->Pitch = (width * 4 + 127) & ~127u;
resource->Rows = (height + 3) & ~3u;)"},
     .tests = {provokes("CreationRules.U104PitchForSeveralAdaptersIsFound"),
               provokes("CreationRules.U104SecondAllocationForSeveralAdaptersIsFound"),
               stays_silent("CreationRules.U104OneAllocationWithTheRightPitchIsSilent")}},
    {.id = "U-105",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D12 driver ignores the result of its allocate callback",
     .text = "D3D12: allocation goes through pfnAllocateCb of the core-layer table (struct version "
             "0022) with D3D12DDI_ALLOCATION_INFO_0022; the return value must be checked.",
     .outcome = "decided: unchecked result = finding",
     .source = "d3d12umddi/nc-d3d12umddi-pfnd3d12ddi_allocate_cb_0022.md; "
               "d3d12umddi/ns-d3d12umddi-d3d12ddicb_allocate_0022.md",
     .lesson =
         {.why = "The runtime keeps account of heaps in its core layer. What fails there leaves no "
                 "handle, and a heap over no memory is found by the GPU.",
          .check = "pfnAllocateCb of pKTCallbacks in a driver of Direct3D 12 is told. So is a call "
                   "that succeeds although pfnAllocateCb failed in it; that memory was lacking may "
                   "be overcome, but not for the heap that CreateHeapAndResource is to make.",
          .wrong = R"(Device->pKTCallbacks->pfnAllocateCb(Device->hRTDevice.handle, &Allocate);
Heap->hAllocation = Info.hAllocation;
return S_OK;)",
          .right =
              R"(HRESULT hr = Device->pCoreCallbacks->pfnAllocateCb(Device->hRTDevice, &Allocate0022);
if (FAILED(hr)) return hr;
Heap->hAllocation = Info0022.hAllocation;
return S_OK;)"},
     .tests = {provokes("Direct3D12.U105AllocationByTheKernelsTableIsFound"),
               provokes("Direct3D12.U105MemoryThatIsRefusedIsNoHeap"),
               provokes("Direct3D12.U105ResultThatIsNotCheckedIsFound"),
               stays_silent("Direct3D12.U105FailureThatIsPassedOnIsSilent")}},
};

}  // namespace

Chapter allocate() { return kUserModeAllocate; }

}  // namespace drydock::rules::user_mode
