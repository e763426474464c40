// D3DKMTCreateAllocation / CreateAllocation2 (client side).
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kRules[] = {
    {.id = "K-096",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTCreateAllocation is given no valid device",
     .text = "hDevice is mandatory and must be valid.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2514-2517, 2399-2400"},
    {.id = "K-097",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTCreateAllocation names an hResource that is no existing resource",
     .text =
         "hResource is zero unless an allocation is being added to an existing resource; this "
         "holds even together with CreateResource.",
     .outcome = "STATUS_INVALID_HANDLE for a value that is no resource (observed)",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md; Wine d3dkmt.c:2520-2523, 2573-2579"},
    {.id = "K-098",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A resource handle is returned exactly when CreateResource is set",
     .text =
         "CreateResource set: a new device-local resource handle is returned in hResource; not "
         "set and no hResource: allocations stand alone and hResource stays 0.",
     .outcome = "a defect of Drydock (observed)",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; Wine d3dkmt.c:2427-2432, "
         "2580-2584"},
    {.id = "K-099",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "CreateShared is set without CreateResource",
     .text = "CreateShared requires CreateResource.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; Wine d3dkmt.c:2566-2569"},
    {.id = "K-100",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocation sets NtSecuritySharing without CreateShared",
     .text = "NtSecuritySharing requires CreateShared.",
     .outcome = "STATUS_INVALID_PARAMETER (verified for sync objects, documented for allocations)",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; Wine d3dkmt.c:1866-1870"},
    {.id = "K-101",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "hGlobalShare is a global handle only for legacy shared creation",
     .text =
         "hGlobalShare output: a global handle when CreateShared without NtSecuritySharing; "
         "zero when not shared or NT-shared, even if the caller pre-filled it.",
     .outcome = "a defect of Drydock (observed)",
     .source =
         "Wine d3dkmt.c:2430, 2667-2669, 2776-2782; "
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md"},
    {.id = "K-102",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A shared allocation always belongs to a resource",
     .text = "A shared allocation must always belong to a resource.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md"},
    {.id = "K-103",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Allocation is added to a resource that is already shared",
     .text =
         "Allocations may be added later to a resource, but never to one that is already "
         "shared.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source =
         "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; "
         "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation2.md"},
    {.id = "K-104",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "New allocation handles come in array order after their resource handle",
     .text =
         "hAllocation outputs are fresh local handles, one per element, in array order; the "
         "resource handle is issued before them.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2582-2585"},
    {.id = "K-105",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "hPrivateRuntimeResourceHandle passes through creation untouched",
     .text = "hPrivateRuntimeResourceHandle is opaque, used for tracing only and left untouched.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2433, 2585; d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md"},
    {.id = "K-106",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Standard allocation is created with NumAllocations 0",
     .text =
         "NumAllocations 0 is documented as legal when only a resource is created, but the "
         "standard-allocation path refuses it.",
     .outcome = "STATUS_INVALID_PARAMETER in the standard path (observed); see ambiguity A-03",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md; Wine d3dkmt.c:2526-2529, 2628-2632"},
    {.id = "K-107",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Private data is not kept separately for resource and allocation",
     .text =
         "Runtime private data (pPrivateRuntimeData/size) is attached per resource and copied "
         "at creation; driver private data is per resource (group) and, separately, per "
         "allocation.",
     .outcome = "HOST must keep both",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md; Wine d3dkmt.c:2483-2505"},
    {.id = "K-108",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "StandardAllocation does not come with exactly one existing-memory flag",
     .text =
         "StandardAllocation and ExistingSysMem/ExistingSection imply each other: exactly one "
         "of the two existing-memory flags with StandardAllocation.",
     .outcome = "STATUS_INVALID_PARAMETER [W for both omissions]",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; Wine d3dkmt.c:2556-2563"},
    {.id = "K-109",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Standard allocation asks for more than one allocation",
     .text = "Standard allocation: NumAllocations must be exactly 1.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; Wine d3dkmt.c:2544-2547"},
    {.id = "K-110",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Standard allocation passes group private driver data",
     .text =
         "Standard allocation: PrivateDriverDataSize (group) must be 0, because the pointer is "
         "pStandardAllocation; per-allocation private data size may be non-zero.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2508-2511, 2483-2488"},
    {.id = "K-111",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Standard allocation has an undefined type",
     .text = "Standard allocation: Type must be a defined value (existing-heap = 1).",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2532-2535; d3dkmthk/ne-d3dkmthk-_d3dkmt_standardallocationtype.md"},
    {.id = "K-112",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Existing system memory is NULL or not made of whole pages",
     .text =
         "ExistingSysMem: pSystemMem non-NULL, page aligned, and heap Size a multiple of the "
         "page size.",
     .outcome = "STATUS_INVALID_PARAMETER [W for NULL pointer and bad size]",
     .source =
         "Wine d3dkmt.c:2538-2541, 2550-2553; "
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md"},
    {.id = "K-113",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Existing memory is added to an existing resource",
     .text = "ExistingSysMem/ExistingSection allocations cannot be added to an existing resource.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; Wine d3dkmt.c:2608-2613"},
    {.id = "K-114",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Existing system memory stays secured until its allocation is freed",
     .text =
         "Existing system memory is secured (cannot be freed or re-protected) from creation "
         "until that allocation is freed; memory that is itself a rotated (possibly "
         "video-memory) mapping is refused.",
     .outcome = "call fails",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md"},
    {.id = "K-115",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Standard allocation is created without CreateShared and CrossAdapter",
     .text =
         "Documented: StandardAllocation also needs CreateShared and CrossAdapter. Observed: "
         "Windows accepts it without either.",
     .outcome = "no failure on Windows (observed); lint only",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; Wine d3dkmt.c:2418-2431"},
    {.id = "K-116",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "User-mode creation sets a flag reserved for the kernel",
     .text =
         "CreateProtected, CreateWriteCombined, CreateCached, OpenCrossAdapter are not for user "
         "mode and must be zero.",
     .outcome = "STATUS_INVALID_PARAMETER expected",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; libdxg/d3dkmthk.h:1383-1394"},
    {.id = "K-117",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Existing system memory is freed before its allocation is destroyed",
     .text =
         "pSystemMem belongs to the caller for the whole life of the allocation: it may be "
         "freed only after the allocation is destroyed (on failure, at once).",
     .outcome = "corruption; HOST keeps the pages secured",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md (example); Wine d3dkmt.c:2791-2796"},
    {.id = "K-118",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "VidPnSourceId or Stereo is used on an allocation that is no primary",
     .text =
         "VidPnSourceId and the Primary flag go together: VidPnSourceId only for primaries; "
         "Stereo only with Primary.",
     .outcome = "D3DDDI_ID_NOTAPPLICABLE / STATUS_INVALID_PARAMETER",
     .source =
         "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md; "
         "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo2.md"},
    {.id = "K-119",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "D3DKMTCreateAllocation fails only with its documented statuses",
     .text =
         "Failure codes: STATUS_DEVICE_REMOVED (stopped or reset), STATUS_INVALID_PARAMETER, "
         "STATUS_NO_MEMORY, STATUS_NO_VIDEO_MEMORY (virtualisation itself failed).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md"},
    {.id = "K-120",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A failed D3DKMTCreateAllocation leaves nothing behind",
     .text =
         "A failed creation leaves nothing behind: no handle, no miniport allocation, no "
         "resource.",
     .outcome = "a defect of Drydock (documented example frees its memory at once on failure)",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md"},
    {.id = "K-121",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "The miniport never learns of a NoKmdAccess allocation",
     .text =
         "Flag NoKmdAccess (WDDM 2.7+ header) means the miniport is not told about the "
         "allocation at all.",
     .outcome = "a defect of Drydock [H]",
     .source = "libdxg/d3dkmthk.h:1405"},
    {.id = "K-122",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Zeroed is set when the memory came from zero pages",
     .text =
         "Zeroed is an output: set when the memory came from zero pages; AllowNotZeroed is the "
         "matching input.",
     .outcome = "a defect of Drydock [H]",
     .source = "libdxg/d3dkmthk.h:1396, 1402"},
    {.id = "K-123",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Cross-adapter resource breaks the layout or placement it must have",
     .text =
         "A cross-adapter resource has one linear allocation, is shared, lives only in the "
         "aperture segment, pitch aligned to 128 bytes, height to 4 rows, start page aligned, "
         "CPU visible, write-combined.",
     .outcome = "creation refused / lint",
     .source =
         "display/using-cross-adapter-resources-in-a-hybrid-system.md; "
         "d3dkmddi/ns-d3dkmddi-_dxgk_vidmmcaps.md"},
    {.id = "K-124",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Shared resource is opened by a process its access flags keep out",
     .text =
         "NonSecure lets any process open the allocation; RestrictSharedAccess limits openers, "
         "and D3DKMTCheckSharedResourceAccess tells whether a given process id may open a "
         "shared resource.",
     .outcome = "open refused",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; "
         "d3dkmthk/nf-d3dkmthk-d3dkmtchecksharedresourceaccess.md"},
    {.id = "K-125",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kPlanned,
     .title = "Client calls D3DKMTCreateAllocation instead of D3DKMTCreateAllocation2",
     .text =
         "New user-mode clients should call the '2' variants with D3DDDI_ALLOCATIONINFO2; the "
         "WSL (Linux) thunk layer has no D3DKMTCreateAllocation at all.",
     .outcome = "portability lint",
     .source =
         "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; "
         "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md"},
    {.id = "K-126",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "User-mode and kernel-mode drivers disagree on the private data format",
     .text =
         "UMD and KMD versions must match each other's private data format; the miniport "
         "reports mismatch.",
     .outcome = "STATUS_GRAPHICS_DRIVER_MISMATCH",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md"},
};

}  // namespace

Chapter kernel_07() { return kRules; }

}  // namespace drydock::rules::chapter
