// CreateResource / CreateResource2 (D3D9-style).
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeCreateResource[] = {
    {.id = "U-055",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateResource returns a code its page does not list",
     .text = "CreateResource documented returns: S_OK, E_OUTOFMEMORY, D3DERR_NOTAVAILABLE; plus "
             "codes passed through from callbacks (U-230).",
     .outcome = "decided: undocumented-return finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson = {.why = "The runtime translates the codes it knows for the application; a stranger "
                       "is passed on or turned into something misleading.",
                .check = "Each result of CreateResource is looked up among the listed codes and "
                         "among those that callbacks returned meanwhile.",
                .wrong = R"(RESOURCE* resource = new (std::nothrow) RESOURCE;
if (resource == NULL) return E_FAIL;)",
                .right = R"(RESOURCE* resource = new (std::nothrow) RESOURCE;
if (resource == NULL) return E_OUTOFMEMORY;)"},
     .tests = {provokes("ResourceRules.U055AndU073UnlistedResultIsFound"),
               stays_silent("ResourceRules.U082FailedCreateThatUndoesIsSilent")}},
    {.id = "U-056",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DERR_NOTAVAILABLE misused by CreateResource",
     .text = "D3DERR_NOTAVAILABLE is legal only for vertex and index buffers, and is mandatory "
             "there when the reason is not memory.",
     .outcome = "decided: finding either way",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson =
         {.why = "For buffers the runtime has a second way, in system memory, and takes it at this "
                 "code; for a texture there is none, and the application fails.",
          .check = "D3DDDIERR_NOTAVAILABLE of CreateResource for anything but a vertex or index "
                   "buffer is told. For those, a code that is not listed is the business of U-055.",
          .wrong =
              R"(if (pArgs->Flags.Texture && !FitsInVideoMemory(pArgs)) return D3DERR_NOTAVAILABLE;
if (pArgs->Flags.VertexBuffer && !SupportsBuffers()) return E_FAIL;)",
          .right = R"(if (pArgs->Flags.Texture && !FitsInVideoMemory(pArgs)) return E_OUTOFMEMORY;
if (pArgs->Flags.VertexBuffer && !SupportsBuffers()) return D3DERR_NOTAVAILABLE;)"},
     .tests = {provokes("ResourceRules.U056NotAvailableForATextureIsFound"),
               stays_silent("ResourceRules.U056NotAvailableForAVertexBufferIsSilent")}},
    {.id = "U-057",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime passes consistent SurfCount and MipLevels",
     .text = "SurfCount counts all surfaces including mip levels; MipLevels <= SurfCount; cube "
             "map: SurfCount = 6 x MipLevels; flip chain of n: SurfCount = n and MipLevels = 0.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .tests = {proves("RuntimePromises.U057AndU058CountsOfSurfacesAreRight")}},
    {.id = "U-058",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime never creates a cube map in part",
     .text = "Partial creation of a cube map does not happen.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .tests = {proves("RuntimePromises.U057AndU058CountsOfSurfacesAreRight")}},
    {.id = "U-059",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Surfaces are attached by being created together and in no other way",
     .text = "No explicit attachment between surfaces; being created together is the attachment.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .tests = {proves("RuntimePromises.U002AndU007DestroyResourceComesOnce"),
               proves("RuntimePromises.U059AndU060AllocationsAreTheDriversToCount")}},
    {.id = "U-060",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "Driver may choose the number of allocations behind a resource",
     .text = "The UMD alone decides the number of allocations: several per surface, one per "
             "surface, or one for all.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .tests = {proves("RuntimePromises.U059AndU060AllocationsAreTheDriversToCount")}},
    {.id = "U-061",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver may allocate after CreateResource, except for shared resources",
     .text = "pfnAllocateCb need not be called inside CreateResource; allocation may be deferred. "
             "Not usable for shared resources under free threading (U-260), nor for shared "
             "resources that another device may open before the allocation exists.",
     .outcome = "decided: opening a shared resource with no allocations = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson = {.why = "Another device may open the resource as soon as its creation has returned, "
                       "and finds nothing behind it.",
                .check = "When CreateResource of Direct3D 9 succeeds for a shared resource outside "
                         "of system memory, the resource must have an allocation.",
                .wrong = R"(resource->AllocatesAtFirstUse = TRUE;
pArgs->hResource = (HANDLE)resource;
return S_OK;)",
                .right = R"(resource->AllocatesAtFirstUse = !pArgs->Flags.SharedResource;
if (pArgs->Flags.SharedResource) hr = AllocateNow(device, resource);
if (FAILED(hr)) return hr;
pArgs->hResource = (HANDLE)resource;
return S_OK;)"},
     .tests = {provokes("CreationRules.U061SharedWithoutAllocationsIsFound"),
               stays_silent("CreationRules.U061AllocationThatComesLaterIsSilent")}},
    {.id = "U-062",
     .party = Party::kRuntimeAndUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A resource without flags is used for locks and blts only",
     .text = "A resource with no flags is legal; its surfaces may only be locked or used in blts.",
     .outcome = "decided: other use = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .tests = {proves("RuntimePromises.U062ResourceWithoutFlagsIsLockedAndCopiedOnly")}},
    {.id = "U-063",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver behaviour depends on undefined CreateResource flag bits",
     .text = "Undefined Flags bits are reserved: behaviour may not depend on them.",
     .outcome = "decided: the host fills them at random",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson = {.why = "Bits without a meaning may be set by the runtimes to come; a driver that "
                       "minds them fails there for everybody.",
                .check = "By option CreateResource2 comes with the undefined upper bits of Flags2 "
                         "set; when it fails so, and succeeds with zeros there, it is told.",
                .wrong = R"(if (pArgs->Flags2.Value & ~KNOWN_FLAGS2) return D3DDDIERR_NOTAVAILABLE;
resource->Flags2 = pArgs->Flags2;)",
                .right = R"(resource->Flags2 = pArgs->Flags2;
resource->Flags2.Value &= KNOWN_FLAGS2;)"},
     .tests = {provokes("CreationRules.U063DriverThatReadsReservedBitsIsFound"),
               stays_silent("CreationRules.U063AndU064DriverThatReadsNothingReservedIsSilent")}},
    {.id = "U-064",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver reads a CreateResource member reserved for this resource type",
     .text = "Without Primary: RefreshRate and VidPnSourceId (\"Output\") are reserved. Without "
             "RenderTarget/DecodeRenderTarget/VideoProcessRenderTarget: MultisampleType and "
             "MultisampleQuality are reserved. Without VertexBuffer: Fvf reserved. Without "
             "Texture/CubeMap/Volume: MipLevels reserved.",
     .outcome = "decided: the host fills them at random",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson = {.why = "A member that means nothing for this kind of resource holds whatever was "
                       "there before; a driver that reads it works by luck.",
                .check =
                    "By option the reserved members hold noise, for each kind of resource its own; "
                    "a CreateResource that fails so, and succeeds with zeros there, is told.",
                .wrong = R"(allocate.NumAllocations = pArgs->MipLevels;
allocate.pAllocationInfo = infos;)",
                .right = R"(const D3DDDI_RESOURCEFLAGS flags = pArgs->Flags;
const BOOL hasLevels = flags.Texture || flags.CubeMap || flags.Volume;
allocate.NumAllocations = hasLevels ? pArgs->MipLevels : 1;
allocate.pAllocationInfo = infos;)"},
     .tests = {provokes("CreationRules.U064DriverThatReadsReservedMembersIsFound"),
               stays_silent("CreationRules.U063AndU064DriverThatReadsNothingReservedIsSilent")}},
    {.id = "U-065",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime passes no contradictory resource flags or pools",
     .text = "CubeMap and Volume require Texture; Dynamic and HintStatic exclude each other; Pool "
             "values exclude each other.",
     .outcome = "decided: runtime bug",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags.md; d3dukmdt/ne-d3dukmdt-_d3dddi_pool.md",
     .tests = {proves("RuntimePromises.U065FlagsThatExcludeEachOtherDoNotCome")}},
    {.id = "U-066",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime passes a rotation only for a primary",
     .text = "A Rotation other than IDENTITY is passed only together with Primary.",
     .outcome = "decided: runtime bug",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddiarg_createresource.md",
     .tests = {proves("RuntimePromises.U066RotationComesWithAPrimaryOnly")}},
    {.id = "U-067",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "RefreshRate counts only for a primary that does not match GDI's",
     .text = "RefreshRate is meaningful only for a primary without MatchGdiPrimary; "
             "InterlacedRefresh selects interlaced interpretation.",
     .outcome = "",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddiarg_createresource.md",
     .reason = "it says what a number means, which nobody can break; that a driver reads it of no "
               "other resource is U-064"},
    {.id = "U-068",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime keeps MultisampleQuality between 0 and 7",
     .text = "MultisampleQuality is 0..7 (levels 1..8) and may be non-zero even when "
             "MultisampleType is NONE.",
     .outcome = "decided: runtime bug",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddiarg_createresource.md",
     .tests = {proves("RuntimePromises.U068QualityHasEightLevels")}},
    {.id = "U-069",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pSysMem is set exactly for surfaces in the system memory pool",
     .text =
         "pSurfList[i].pSysMem is valid (non-NULL) only when Pool is SYSTEMMEM; otherwise NULL.",
     .outcome = "decided: runtime bug",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_surfaceinfo.md",
     .tests = {proves("RuntimePromises.U069SystemMemoryHasItsPoolOnly")}},
    {.id = "U-070",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateResource fails because system memory could not be wrapped",
     .text = "For a system-memory resource, failure to wrap the memory in an allocation must not "
             "fail the creation; fall back to CPU access.",
     .outcome = "decided: finding if CreateResource fails for that reason",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource.md",
     .lesson = {.why = "The memory is there and the processor can use it; failing takes a resource "
                       "from the application that it already holds.",
                .check = "When CreateResource for system memory returns a code that a callback "
                         "gave, and pfnAllocateCb had failed, it is told.",
                .wrong = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &wrap);
if (FAILED(hr)) return hr;)",
                .right = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &wrap);
resource->IsWrapped = SUCCEEDED(hr);  // else the processor copies)"},
     .tests = {provokes("ResourceRules.U070AndU096SystemMemoryThatCannotBeWrappedIsFound"),
               stays_silent("ResourceRules.U070SystemMemoryIsSilent")}},
    {.id = "U-071",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Results differ between local and non-local video memory",
     .text = "LOCALVIDMEM and NONLOCALVIDMEM are hints: rendering results and return values may "
             "not differ between video-memory kinds.",
     .outcome = "decided: differential test finding",
     .source = "display/specifying-memory-type-for-a-resource.md",
     .lesson = {.why = "Which video memory it is tells how fast, not whether; an application must "
                       "not work on one machine and fail on another because a hint was met.",
                .check = "The result of CreateResource is kept for each kind of resource, and the "
                         "same kind in another video pool must get the same; pictures are not "
                         "compared, nor creations in which a callback failed.",
                .wrong = R"(if (pArgs->Pool == D3DDDIPOOL_NONLOCALVIDMEM && pArgs->Flags.ZBuffer)
  return E_OUTOFMEMORY;
data.Segment = SegmentOf(pArgs->Pool);)",
                .right = R"(data.Segment = SegmentOf(pArgs->Pool);
if (pArgs->Pool == D3DDDIPOOL_NONLOCALVIDMEM && pArgs->Flags.ZBuffer)
  data.Segment = LOCAL_SEGMENT;)"},
     .tests = {provokes("CreationRules.U071AnswerThatDependsOnTheKindOfMemoryIsFound"),
               stays_silent("CreationRules.U071SameAnswerForAllKindsOfMemoryIsSilent")}},
    {.id = "U-072",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Staging memory pool not supported at WDDM 1.3",
     .text = "Pool STAGINGMEM must be supported from WDDM 1.3: the UMD provides the staging memory "
             "itself.",
     .outcome = "decided: finding",
     .source = "d3dukmdt/ne-d3dukmdt-_d3dddi_pool.md",
     .lesson =
         {.why = "The runtime stages every upload there from this version on, and has no other "
                 "pool to fall back to.",
          .check = "CreateResource for the pool must not fail for a reason of the driver's own, on "
                   "a driver that says it is of WDDM 1.3, unless memory has run out.",
          .wrong = R"(if (pArgs->Pool == D3DDDIPOOL_STAGINGMEM) return D3DERR_NOTAVAILABLE;
return CreateInVideoMemory(device, pArgs);)",
          .right = R"(if (pArgs->Pool == D3DDDIPOOL_STAGINGMEM) return CreateStaging(device, pArgs);
return CreateInVideoMemory(device, pArgs);)"},
     .tests = {provokes("ResourceRules.U072StagingMemoryThatIsRefusedIsFound"),
               stays_silent("ResourceRules.U072StagingMemoryIsSilent")}},
    {.id = "U-073",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateResource2 missing at WDDM 1.3 or breaking a CreateResource rule",
     .text = "CreateResource2 (optional in WDDM 1.2, required in 1.3) follows every CreateResource "
             "rule and adds Flags2.",
     .outcome = "decided: finding if missing at 1.3",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource2.md; "
               "display/direct3d-rendering-performance-improvements.md",
     .lesson = {.why =
                    "The runtime asks for resources with the new flags through this function only.",
                .check = "When CreateDevice succeeds, a driver of WDDM 1.3 must have the entry; "
                         "what it returns is checked as CreateResource's is.",
                .wrong = R"(// DriverVersion is D3D_UMD_INTERFACE_VERSION_WDDM1_3
pArgs->pDeviceFuncs->pfnCreateResource = CreateResource;)",
                .right = R"(// DriverVersion is D3D_UMD_INTERFACE_VERSION_WDDM1_3
pArgs->pDeviceFuncs->pfnCreateResource = CreateResource;
pArgs->pDeviceFuncs->pfnCreateResource2 = CreateResource2;)"},
     .tests = {provokes("ResourceRules.U055AndU073UnlistedResultIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-074",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateResource2 refuses a capture buffer by another code than E_INVALIDARG",
     .text = "WDDM 1.3+ CreateResource2 must return E_INVALIDARG when CaptureBuffer is set and the "
             "resource exceeds driver limits (a documented exception to U-232).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createresource2.md",
     .lesson =
         {.why = "By this code the caller learns that the size is too much and asks for less; any "
                 "other one reads as a device that does not work.",
          .check = "CreateResource2 that refuses a capture buffer by a code of its own, neither "
                   "E_INVALIDARG nor E_OUTOFMEMORY, is told; what is beyond a driver's limits only "
                   "the driver knows.",
          .wrong =
              R"(if (pArgs->Flags.CaptureBuffer && pArgs->pSurfList[0].Width > MAX_CAPTURE_WIDTH)
  return D3DDDIERR_NOTAVAILABLE;)",
          .right =
              R"(if (pArgs->Flags.CaptureBuffer && pArgs->pSurfList[0].Width > MAX_CAPTURE_WIDTH)
  return E_INVALIDARG;)"},
     .tests = {provokes("CreationRules.U074CaptureBufferThatIsRefusedOtherwiseIsFound"),
               stays_silent("CreationRules.U074CaptureBufferThatIsTooLargeIsSilent")}},
    {.id = "U-075",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "VideoEncoder resource accepted for a format that does not report it",
     .text = "If VideoEncoder is accepted, FORMATOP_CAPTURE and/or FORMATOP_VIDEO_ENCODER must be "
             "reported for the format.",
     .outcome = "decided: caps-consistency finding",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags2.md",
     .lesson = {.why = "Programs choose a format for their encoder by what is reported; one that "
                       "is only accepted is never chosen, or by those who never asked.",
                .check = "When a creation with VideoEncoder has succeeded, the formats of GetCaps "
                         "are read, and that of the resource must have one of the two operations.",
                .wrong = R"(formats[i].Format = D3DDDIFMT_A8R8G8B8;
formats[i].Operations = FORMATOP_TEXTURE;)",
                .right = R"(formats[i].Format = D3DDDIFMT_A8R8G8B8;
formats[i].Operations = FORMATOP_TEXTURE | FORMATOP_VIDEO_ENCODER;)"},
     .tests = {provokes("CreationRules.U075EncoderThatIsNotReportedIsFound"),
               stays_silent("CreationRules.U075EncoderThatIsReportedIsSilent")}},
    {.id = "U-076",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock refused on a resource created with the NotLockable hint",
     .text = "NotLockable is a hint: a Lock may still arrive and must be served.",
     .outcome = "decided: finding if Lock fails",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags.md",
     .lesson =
         {.why = "The hint is about speed: an application may lock all the same, and has a right "
                 "to its data.",
          .check = "A Lock that fails on a resource with the hint, by a code that is neither a "
                   "callback's nor lack of memory, is told.",
          .wrong = R"(if (resource->Flags.NotLockable) return E_FAIL;
return LockAllocation(device, resource, pArgs);)",
          .right =
              R"(if (resource->Flags.NotLockable) return LockThroughStaging(device, resource, pArgs);
return LockAllocation(device, resource, pArgs);)"},
     .tests = {provokes("ResourceRules.U076HintNotLockableThatIsObeyedIsFound"),
               stays_silent("ResourceRules.U076HintNotLockableThatIsIgnoredIsSilent")}},
    {.id = "U-077",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MightDrawFromLocked buffer cannot live in an aperture segment",
     .text = "A buffer with MightDrawFromLocked must be supported in a system or AGP (aperture) "
             "segment because it may be rendered while locked.",
     .outcome = "documented: VidMm rejects the rendering (U-137)",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_resourceflags.md",
     .lesson = {.why = "The GPU reads such a buffer while the application has it locked; in memory "
                       "that only one of them reaches at a time the kernel refuses the rendering.",
                .check = "When CreateResource with the flag succeeds, every allocation that is not "
                         "locked is tried by a lock that does not wait for the GPU; where the "
                         "kernel has no aperture for it, it is told.",
                .wrong = R"(ALLOCATION_DATA data = {};
data.Segment = LOCAL_SEGMENT;
info.pPrivateDriverData = &data;)",
                .right = R"(ALLOCATION_DATA data = {};
data.Segment = pArgs->Flags.MightDrawFromLocked ? APERTURE_SEGMENT : LOCAL_SEGMENT;
info.pPrivateDriverData = &data;)"},
     .tests = {provokes("CreationRules.U077BufferThatCannotBeDrawnWhileLockedIsFound"),
               stays_silent("CreationRules.U077BufferThatCanBeDrawnWhileLockedIsSilent")}},
    {.id = "U-078",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Creating a primary starts scan-out before the display mode is set",
     .text = "Creating a Primary must not start scan-out; hardware is programmed only at "
             "SetDisplayMode (pfnSetDisplayModeCb).",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setdisplaymode.md",
     .reason = "the display book makes the same demand as D-184: a user-mode driver reaches "
               "scan-out only by the primary that its miniport creates"},
    {.id = "U-079",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Swap-chain buffers are opened or created as the DirectX 9 version demands",
     .text = "DirectX 9.0 and older: OpenResource on the shared primary, then CreateResource for "
             "extra back buffers. 9L: CreateResource for all swap-chain buffers, no OpenResource.",
     .outcome = "",
     .source = "display/full-screen-mode-behavior.md",
     .reason = "this runtime has no swap chains: the primaries that it creates are resources like "
               "any other, and it never opens the desktop's, whose life is D-182"},
    {.id = "U-080",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Multiplane overlay resources arrive as shared primaries",
     .text = "Multiplane-overlay resources arrive as Primary+SharedResource with initialised "
             "VidPnSourceId and RefreshRate 0; D3D11: BIND_PRESENT plus MISC_SHARED, and then the "
             "UMD must not answer NO_SCANOUT.",
     .outcome = "decided: finding",
     .source = "display/multiplane-overlay-resource-creation.md",
     .reason = "this runtime creates no overlays; what the kernel promises of them is D-190 and "
               "D-192"},
    {.id = "U-081",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "CreateResource is never batched by the runtime's worker",
     .text = "CreateResource is never batched by the multiprocessor layer: queued work is drained "
             "through the worker, then the call is made on the application thread.",
     .outcome = "decided: runtime bug",
     .source = "display/supporting-multiple-processors.md",
     .reason = "this runtime has no layer that batches calls: each is made on the thread of its "
               "application"},
    {.id = "U-082",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Failed CreateResource leaves allocations or locks behind",
     .text = "When CreateResource fails the UMD must leave nothing behind: no locked allocation, "
             "no kernel allocation, no deferred entry. (Explicit for D3D10+ through U-240; implied "
             "for D3D9 because no driver handle exists.)",
     .outcome = "decided: leak finding; the host lets each callback fail in turn",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_createresource.md",
     .lesson = {.why = "There is no handle by which the runtime could ever destroy what a failed "
                       "creation left.",
                .check = "When CreateResource or OpenResource fails, the allocations of the "
                         "resource that were made during the call and still live are named; those "
                         "of the device (no hResource) may serve the next resource.",
                .wrong = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
…
if (!MapBackingStore(resource)) return E_OUTOFMEMORY;)",
                .right = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &allocate);
…
if (!MapBackingStore(resource)) {
  device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
  return E_OUTOFMEMORY;
})"},
     .tests = {provokes("ResourceRules.U082FailedCreateThatLeavesAnAllocationIsFound"),
               stays_silent("ResourceRules.U082FailedCreateThatUndoesIsSilent"),
               stays_silent("ResourceRules.U082AllocationReusedForTheNextResourceIsSilent")}},
    {.id = "U-083",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Capture allocation handle used after its resource was destroyed",
     .text = "GetCaptureAllocationHandle maps a CaptureBuffer resource to its kernel allocation "
             "handle; S_OK or E_OUTOFMEMORY. The handle is valid only while the resource lives.",
     .outcome = "decided: handle used after DestroyResource = finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_getcaptureallocationhandle.md; "
               "d3dumddi/ns-d3dumddi-_d3dddiarg_getcaptureallocationhandle.md",
     .lesson = {.why = "A capture driver fills the memory behind the handle; when it is another's, "
                       "the frames land in somebody's picture.",
                .check = "A success of GetCaptureAllocationHandle must name a living allocation of "
                         "this resource, and a failure be listed; a callback that names the handle "
                         "once the resource is gone is told.",
                .wrong = R"(pArgs->hAllocation = resource->hKernelResource;
return S_OK;)",
                .right = R"(pArgs->hAllocation = resource->hAllocation;
return S_OK;)"},
     .tests = {provokes("CreationRules.U083HandleThatIsNotTheResourcesIsFound"),
               provokes("CreationRules.U083HandleThatOutlivesItsResourceIsFound"),
               stays_silent("CreationRules.U083CaptureHandleIsSilentAndGoesWithItsResource")}},
};

}  // namespace

Chapter create_resource() { return kUserModeCreateResource; }

}  // namespace drydock::rules::user_mode
