// D3DKMTCreateAllocation / CreateAllocation2 (client side): existing memory, flags, statuses and
// versions.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelCreateAllocationMemory[] = {
    {.id = "K-112",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Existing system memory is NULL or not made of whole pages",
     .text = "ExistingSysMem: pSystemMem non-NULL, page aligned, and heap Size a multiple of the "
             "page size.",
     .outcome = "STATUS_INVALID_PARAMETER (observed for a NULL pointer and a bad size)",
     .source = "Wine d3dkmt.c:2538-2541, 2550-2553; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md",
     .lesson =
         {.why = "The GPU maps whole pages. Memory that begins or ends inside one would show the "
                 "GPU whatever else lies on that page.",
          .check =
              "pSystemMem must be a writable, page-aligned address and Size a non-zero multiple of "
              "the page size; the call looks at both ends and returns STATUS_INVALID_PARAMETER.",
          .wrong = R"(info.pSystemMem = malloc(100000);
standard.ExistingHeapData.Size = 100000;)",
          .right = R"(info.pSystemMem = VirtualAlloc(NULL, 102400, MEM_COMMIT, PAGE_READWRITE);
standard.ExistingHeapData.Size = 102400;)"},
     .tests = {provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
    {.id = "K-113",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Existing memory is added to an existing resource",
     .text = "ExistingSysMem/ExistingSection allocations cannot be added to an existing resource.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; Wine d3dkmt.c:2608-2613",
     .lesson = {.why = "Wrapped memory keeps the lifetime of its owner, which a resource whose "
                       "other members the kernel allocated cannot follow.",
                .check = "A standard request that names an existing resource in hResource gets "
                         "STATUS_INVALID_PARAMETER.",
                .wrong = R"(create.Flags.StandardAllocation = 1;
create.Flags.ExistingSysMem = 1;
create.hResource = texture;
D3DKMTCreateAllocation2(&create);)",
                .right = R"(create.Flags.StandardAllocation = 1;
create.Flags.ExistingSysMem = 1;
create.Flags.CreateResource = 1;
create.hResource = 0;
D3DKMTCreateAllocation2(&create);)"},
     .tests = {provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
    {.id = "K-114",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Existing system memory stays secured until its allocation is freed",
     .text = "Existing system memory is secured (cannot be freed or re-protected) from creation "
             "until that allocation is freed; memory that is itself a rotated (possibly "
             "video-memory) mapping is refused.",
     .outcome = "call fails",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md",
     .tests = {proves("Standard.K114ExistingMemoryIsSecuredUntilItsAllocationIsFreed"),
               proves("Standard.K114MemoryThatMayBeVideoMemoryIsRefused")}},
    {.id = "K-115",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Standard allocation is created without CreateShared and CrossAdapter",
     .text = "Documented: StandardAllocation also needs CreateShared and CrossAdapter. Observed: "
             "Windows accepts it without either.",
     .outcome = "no failure on Windows (observed); lint only",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; Wine d3dkmt.c:2418-2431",
     .lesson = {.why = "The documents ask for both flags. Windows lets it pass today, so a client "
                       "without them relies on what no page promises.",
                .check = "A standard allocation that is made without CreateShared or CrossAdapter "
                         "succeeds and is a finding.",
                .wrong = R"(create.Flags.StandardAllocation = 1;
create.Flags.ExistingSysMem = 1;
create.Flags.CreateResource = 1;)",
                .right = R"(create.Flags.StandardAllocation = 1;
create.Flags.ExistingSysMem = 1;
create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.CrossAdapter = 1;)"},
     .tests = {provokes("Standard.K115UnsharedIsALint"),
               stays_silent("Standard.K115SharedAcrossAdaptersIsSilent")}},
    {.id = "K-116",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "User-mode creation sets a flag reserved for the kernel",
     .text = "CreateProtected, CreateWriteCombined, CreateCached, OpenCrossAdapter are not for "
             "user mode and must be zero.",
     .outcome = "STATUS_INVALID_PARAMETER expected",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; libdxg/d3dkmthk.h:1383-1394",
     .lesson =
         {.why =
              "These flags choose caching and protection for callers inside the kernel. From a "
              "program they would let it pick memory attributes that only the driver may decide.",
          .check = "D3DKMTCreateAllocation refuses CreateProtected, CreateWriteCombined, "
                   "CreateCached and OpenCrossAdapter with STATUS_INVALID_PARAMETER.",
          .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.CreateWriteCombined = 1;
D3DKMTCreateAllocation2(&create);)",
          .right = R"(create.Flags.CreateResource = 1;
privateData.WantsWriteCombined = TRUE;  // the miniport decides
info.pPrivateDriverData = &privateData;
info.PrivateDriverDataSize = sizeof privateData;
D3DKMTCreateAllocation2(&create);)"},
     .tests = {provokes("Create.K116KernelFlagsAreRefused"),
               stays_silent("Create.K116OrdinaryFlagsAreAccepted")}},
    {.id = "K-117",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Existing system memory is freed before its allocation is destroyed",
     .text = "pSystemMem belongs to the caller for the whole life of the allocation: it may be "
             "freed only after the allocation is destroyed (on failure, at once).",
     .outcome = "corruption; HOST keeps the pages secured",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md (example); Wine d3dkmt.c:2791-2796",
     .lesson = {.why = "The GPU goes on reading and writing those pages until the allocation is "
                       "gone. Given back to the heap they belong to somebody else by then.",
                .check = "When the allocation leaves, all of its memory must still be readable; "
                         "memory that was unmapped is a finding, memory that was "
                         "only reused is not seen. VirtualFree refuses meanwhile.",
                .wrong = R"(VirtualFree(memory, 0, MEM_RELEASE);
D3DKMTDestroyAllocation2(&destroy);)",
                .right = R"(destroy.Flags.SynchronousDestroy = 1;
D3DKMTDestroyAllocation2(&destroy);
VirtualFree(memory, 0, MEM_RELEASE);)"},
     .tests = {provokes("Standard.K117MemoryFreedEarlyIsFound"),
               stays_silent("Standard.K117MemoryFreedAfterwardsIsSilent")}},
    {.id = "K-118",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "VidPnSourceId or Stereo is used on an allocation that is no primary",
     .text = "VidPnSourceId and the Primary flag go together: VidPnSourceId only for primaries; "
             "Stereo only with Primary.",
     .outcome = "D3DDDI_ID_NOTAPPLICABLE / STATUS_INVALID_PARAMETER",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo2.md",
     .lesson =
         {.why = "Only a primary is ever scanned out, so only a primary has a display and a second "
                 "eye. On anything else the values would be taken for a wish to be shown.",
          .check =
              "Each entry of D3DKMTCreateAllocation is looked at: without Primary no Stereo and no "
              "source, with Primary a source that the adapter has; else STATUS_INVALID_PARAMETER.",
          .wrong = R"(info.VidPnSourceId = 1;
info.Flags.Stereo = 1;)",
          .right = R"(info.Flags.Primary = 1;
info.Flags.Stereo = 1;
info.VidPnSourceId = 1;)"},
     .tests = {provokes("Create.K118SourceAndStereoAreForPrimaries"),
               stays_silent("Create.K118NoSourceIsAccepted")}},
    {.id = "K-119",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "D3DKMTCreateAllocation fails only with its documented statuses",
     .text = "Failure codes: STATUS_DEVICE_REMOVED (stopped or reset), STATUS_INVALID_PARAMETER, "
             "STATUS_NO_MEMORY, STATUS_NO_VIDEO_MEMORY (virtualisation itself failed).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md",
     .tests = {proves("ClientCreates.K119FailuresAreThoseOfTheDocuments")}},
    {.id = "K-120",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A failed D3DKMTCreateAllocation leaves nothing behind",
     .text =
         "A failed creation leaves nothing behind: no handle, no miniport allocation, no resource.",
     .outcome = "a defect of Drydock (documented example frees its memory at once on failure)",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md",
     .tests = {proves("Create.K120FailureAtEveryPlaceLeavesNothing")}},
    {.id = "K-121",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The miniport never learns of a NoKmdAccess allocation",
     .text = "Flag NoKmdAccess (WDDM 2.7+ header) means the miniport is not told about the "
             "allocation at all.",
     .outcome = "a defect of Drydock; known from a comment of the public header alone",
     .source = "libdxg/d3dkmthk.h:1405",
     .tests = {proves("ClientCreates.K121DriverIsNotCalledForWhatItMayNotAccess")}},
    {.id = "K-122",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Zeroed is set when the memory came from zero pages",
     .text = "Zeroed is an output: set when the memory came from zero pages; AllowNotZeroed is the "
             "matching input.",
     .outcome = "a defect of Drydock; known from a comment of the public header alone",
     .source = "libdxg/d3dkmthk.h:1396, 1402",
     .tests = {proves("Create.K122FreshPagesAreZeroed")}},
    {.id = "K-123",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Cross-adapter resource breaks the layout or placement it must have",
     .text = "A cross-adapter resource has one linear allocation, is shared, lives only in the "
             "aperture segment, pitch aligned to 128 bytes, height to 4 rows, start page aligned, "
             "CPU visible, write-combined.",
     .outcome = "creation refused / lint",
     .source = "display/using-cross-adapter-resources-in-a-hybrid-system.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_vidmmcaps.md",
     .lesson = {.why = "Two GPUs of different makers read the same bytes. They agree on nothing "
                       "but plain rows in system memory that both can reach.",
                .check = "CrossAdapter without CreateShared or with other than one allocation is "
                         "refused at the call; segments besides apertures, no CpuVisible, or "
                         "Cached in the driver's answer are reported, and a Pitch of a standard "
                         "surface that is no multiple of 128. Height is not looked at. A driver "
                         "without CrossAdapterResource in its caps is not judged.",
                .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.CrossAdapter = 1;
create.NumAllocations = 2;)",
                .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.CrossAdapter = 1;
create.NumAllocations = 1;)"},
     .tests = {provokes("ClientCreates.K123CrossAdapterResourceThatCannotBeIsRefused"),
               provokes("Standard.K173K123ShortPitchIsFound"),
               stays_silent("ClientCreates.K123CrossAdapterResourceInTheApertureIsSilent"),
               stays_silent("ClientCreates.K123DriverWithoutCrossAdapterResourcesIsSilent")}},
    {.id = "K-124",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Shared resource is opened by a process its access flags keep out",
     .text = "NonSecure lets any process open the allocation; RestrictSharedAccess limits openers, "
             "and D3DKMTCheckSharedResourceAccess tells whether a given process id may open a "
             "shared resource.",
     .outcome = "open refused",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtchecksharedresourceaccess.md",
     .lesson = {.why = "A global handle can be guessed. A resource that only its creator may open "
                       "says so when it is made, and whoever passes the handle on can ask first "
                       "whether it will help.",
                .check = "D3DKMTOpenResource from another process than the creator's returns "
                         "STATUS_ACCESS_DENIED for a resource with RestrictSharedAccess; the flag "
                         "without CreateShared is STATUS_INVALID_PARAMETER; "
                         "D3DKMTCheckSharedResourceAccess tells the same in advance.",
                .wrong = R"(create.Flags.CreateResource = create.Flags.CreateShared = 1;
create.Flags.RestrictSharedAccess = 1;
D3DKMTCreateAllocation2(&create);
SendToOtherProcess(create.hGlobalShare);)",
                .right = R"(create.Flags.CreateResource = create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);
SendToOtherProcess(create.hGlobalShare);)"},
     .tests = {provokes("Share.K124RestrictedResourceIsForItsCreatorOnly"),
               stays_silent("Share.K124UnrestrictedResourceIsForEverybody")}},
    {.id = "K-125",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Client calls D3DKMTCreateAllocation instead of D3DKMTCreateAllocation2",
     .text = "New user-mode clients should call the '2' variants with D3DDDI_ALLOCATIONINFO2; the "
             "WSL (Linux) thunk layer has no D3DKMTCreateAllocation at all.",
     .outcome = "portability lint",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md",
     .lesson = {.why = "The first version cannot name a section or a priority, and on other "
                       "systems with this interface it does not exist at all.",
                .check = "Each D3DKMTCreateAllocation of a program is a finding, once for each "
                         "place that calls it.",
                .wrong = R"(D3DDDI_ALLOCATIONINFO info = {};
create.pAllocationInfo = &info;
D3DKMTCreateAllocation(&create);)",
                .right = R"(D3DDDI_ALLOCATIONINFO2 info = {};
create.pAllocationInfo2 = &info;
D3DKMTCreateAllocation2(&create);)"},
     .tests = {provokes("ClientCreates.K125FirstVersionIsFound"),
               stays_silent("ClientCreates.K125SecondVersionIsSilent")}},
    {.id = "K-126",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "User-mode and kernel-mode drivers disagree on the private data format",
     .text = "UMD and KMD versions must match each other's private data format; the miniport "
             "reports mismatch.",
     .outcome = "STATUS_GRAPHICS_DRIVER_MISMATCH",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .lesson =
         {.why =
              "The two halves of a display driver exchange structures that nobody else "
              "understands. With halves of different builds each reads the other's fields wrong.",
          .check = "The miniport's STATUS_GRAPHICS_DRIVER_MISMATCH reaches the client unchanged "
                   "and is no finding against the miniport; only the miniport can tell that the "
                   "data do not fit.",
          .wrong = R"(// user-mode half, newer than the installed miniport
privateData.Version = 7;
info.pPrivateDriverData = &privateData;
info.PrivateDriverDataSize = sizeof privateData;
D3DKMTCreateAllocation2(&create);)",
          .right =
              R"(D3DKMT_QUERYADAPTERINFO query = {hAdapter, KMTQAITYPE_UMDRIVERPRIVATE, &km, sizeof km};
D3DKMTQueryAdapterInfo(&query);
if (km.PrivateDataVersion != 7) return E_FAIL;
privateData.Version = 7;)"},
     .tests = {provokes("ClientCreates.K126HalvesThatDisagreeAreFound"),
               stays_silent("ClientCreates.K126HalvesThatAgreeAreServed")}},
};

}  // namespace

Chapter create_allocation_memory() { return kKernelCreateAllocationMemory; }

}  // namespace drydock::rules::kernel
