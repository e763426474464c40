// D3DKMTCreateAllocation / CreateAllocation2 (client side): devices, resources, sharing and
// standard allocations.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelCreateAllocation[] = {
    {.id = "K-096",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTCreateAllocation is given no valid device",
     .text = "hDevice is mandatory and must be valid.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2514-2517, 2399-2400",
     .lesson = {.why = "Every allocation is charged to the device it is created on and goes with "
                       "it. Without a device nobody would answer for the memory.",
                .check = "D3DKMTCreateAllocation resolves hDevice before the driver is asked and "
                         "returns STATUS_INVALID_PARAMETER when it is no device of the process.",
                .wrong = R"(D3DKMT_CREATEALLOCATION create = {};
create.NumAllocations = 1;
create.pAllocationInfo2 = &info;
D3DKMTCreateAllocation2(&create);)",
                .right = R"(D3DKMT_CREATEALLOCATION create = {};
create.hDevice = device;
create.NumAllocations = 1;
create.pAllocationInfo2 = &info;
D3DKMTCreateAllocation2(&create);)"},
     .tests = {provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
    {.id = "K-097",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTCreateAllocation names an hResource that is no existing resource",
     .text = "hResource is zero unless an allocation is being added to an existing resource; this "
             "holds even together with CreateResource.",
     .outcome = "STATUS_INVALID_HANDLE for a value that is no resource (observed)",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md; Wine d3dkmt.c:2520-2523, 2573-2579",
     .lesson = {.why = "A non-zero hResource says that the allocation joins something that exists. "
                       "Left over from an earlier call it joins the wrong resource, or none.",
                .check = "hResource is looked up when the creation begins, with or without "
                         "CreateResource; a value that is no resource gives STATUS_INVALID_HANDLE.",
                .wrong = R"(create.Flags.CreateResource = 1;
create.hResource = 0xCDCDCDCD;
D3DKMTCreateAllocation2(&create);)",
                .right = R"(create.Flags.CreateResource = 1;
create.hResource = 0;
D3DKMTCreateAllocation2(&create);
resource = create.hResource;)"},
     .tests = {provokes("Create.K097BogusResourceIsAnInvalidHandle"),
               provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Create.K097K103AddedToAnUnsharedResource")}},
    {.id = "K-098",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A resource handle is returned exactly when CreateResource is set",
     .text = "CreateResource set: a new device-local resource handle is returned in hResource; not "
             "set and no hResource: allocations stand alone and hResource stays 0.",
     .outcome = "a defect of Drydock (observed)",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; Wine d3dkmt.c:2427-2432, "
               "2580-2584",
     .tests = {proves("Create.K098K104K105OutputsAreAsDocumented")}},
    {.id = "K-099",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CreateShared is set without CreateResource",
     .text = "CreateShared requires CreateResource.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; Wine d3dkmt.c:2566-2569",
     .lesson = {.why = "Other processes open a resource, not a bare allocation. A share without a "
                       "resource could never be opened.",
                .check = "The flags are looked at before anything else in D3DKMTCreateAllocation; "
                         "CreateShared alone is STATUS_INVALID_PARAMETER.",
                .wrong = R"(create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);)",
                .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);)"},
     .tests = {provokes("Create.K099K100SharingNeedsAResource"),
               provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Create.K099K100SharedResourceIsAccepted")}},
    {.id = "K-100",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation sets NtSecuritySharing without CreateShared",
     .text = "NtSecuritySharing requires CreateShared.",
     .outcome = "STATUS_INVALID_PARAMETER (verified for sync objects, documented for allocations)",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocationflags.md; Wine d3dkmt.c:1866-1870",
     .lesson = {.why = "NtSecuritySharing says how the resource is shared. Without CreateShared "
                       "there is nothing that it could describe.",
                .check = "D3DKMTCreateAllocation refuses NtSecuritySharing without CreateShared "
                         "with STATUS_INVALID_PARAMETER, before it looks at the device.",
                .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.NtSecuritySharing = 1;
D3DKMTCreateAllocation2(&create);)",
                .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.NtSecuritySharing = 1;
D3DKMTCreateAllocation2(&create);)"},
     .tests = {provokes("Create.K099K100SharingNeedsAResource"),
               stays_silent("Create.K101GlobalHandleOnlyWithoutNtSharing")}},
    {.id = "K-101",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "hGlobalShare is a global handle only for legacy shared creation",
     .text = "hGlobalShare output: a global handle when CreateShared without NtSecuritySharing; "
             "zero when not shared or NT-shared, even if the caller pre-filled it.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2430, 2667-2669, 2776-2782; "
               "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md",
     .tests = {proves("Create.K098K104K105OutputsAreAsDocumented"),
               proves("Create.K101GlobalHandleOnlyWithoutNtSharing")}},
    {.id = "K-102",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A shared allocation always belongs to a resource",
     .text = "A shared allocation must always belong to a resource.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md",
     .tests = {proves("Create.K099K100SharingNeedsAResource")}},
    {.id = "K-103",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation is added to a resource that is already shared",
     .text =
         "Allocations may be added later to a resource, but never to one that is already shared.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation2.md",
     .lesson = {.why = "Who opened a shared resource was told how many allocations it has. One "
                       "that came later would be missing on their side for ever.",
                .check = "D3DKMTCreateAllocation with hResource asks whether that resource was "
                         "created shared and then returns STATUS_INVALID_PARAMETER.",
                .wrong = R"(create.hResource = sharedResource;
create.NumAllocations = 1;
D3DKMTCreateAllocation2(&create);)",
                .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.NumAllocations = 2;
create.pAllocationInfo2 = infos;
D3DKMTCreateAllocation2(&create);)"},
     .tests = {provokes("Create.K103AddingToASharedResourceIsRefused"),
               stays_silent("Create.K097K103AddedToAnUnsharedResource")}},
    {.id = "K-104",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "New allocation handles come in array order after their resource handle",
     .text = "hAllocation outputs are fresh local handles, one per element, in array order; the "
             "resource handle is issued before them.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2582-2585",
     .tests = {proves("Create.K098K104K105OutputsAreAsDocumented")}},
    {.id = "K-105",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "hPrivateRuntimeResourceHandle passes through creation untouched",
     .text = "hPrivateRuntimeResourceHandle is opaque, used for tracing only and left untouched.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:2433, 2585; d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md",
     .tests = {proves("Create.K098K104K105OutputsAreAsDocumented")}},
    {.id = "K-106",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Standard allocation is created with NumAllocations 0",
     .text = "NumAllocations 0 is documented as legal when only a resource is created, but the "
             "standard-allocation path refuses it.",
     .outcome =
         "STATUS_INVALID_PARAMETER in the standard path (observed); a bare resource is allowed",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md; Wine d3dkmt.c:2526-2529, 2628-2632",
     .lesson = {.why = "A resource may begin empty, but a standard allocation is memory that "
                       "already exists: with no entry there is no place to say where.",
                .check =
                    "A request with StandardAllocation and NumAllocations 0 gets "
                    "STATUS_INVALID_PARAMETER, also with CreateResource; the driver is not called.",
                .wrong = R"(create.Flags.StandardAllocation = 1;
create.Flags.ExistingSysMem = 1;
create.Flags.CreateResource = 1;
create.NumAllocations = 0;)",
                .right = R"(create.Flags.StandardAllocation = 1;
create.Flags.ExistingSysMem = 1;
create.Flags.CreateResource = 1;
create.NumAllocations = 1;
create.pAllocationInfo2 = &info;)"},
     .tests = {provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Create.BareResourceMayHaveNoAllocations")}},
    {.id = "K-107",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Private data is not kept separately for resource and allocation",
     .text =
         "Runtime private data (pPrivateRuntimeData/size) is attached per resource and copied at "
         "creation; driver private data is per resource (group) and, separately, per allocation.",
     .outcome = "HOST must keep both",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createallocation.md; Wine d3dkmt.c:2483-2505",
     .tests = {proves("ClientCreates.K107EachKindOfPrivateDataIsStoredApart")}},
    {.id = "K-108",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "StandardAllocation does not come with exactly one existing-memory flag",
     .text = "StandardAllocation and ExistingSysMem/ExistingSection imply each other: exactly one "
             "of the two existing-memory flags with StandardAllocation.",
     .outcome = "STATUS_INVALID_PARAMETER (observed for both omissions)",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; Wine d3dkmt.c:2556-2563",
     .lesson =
         {.why =
              "A standard allocation wraps memory of the caller, which is either a range of pages "
              "or a section. Neither or both leaves the kernel without an answer to which.",
          .check = "Exactly one of ExistingSysMem and ExistingSection must come with "
                   "StandardAllocation, and none without it; every other combination is "
                   "STATUS_INVALID_PARAMETER at the call.",
          .wrong = R"(create.Flags.StandardAllocation = 1;
create.pStandardAllocation = &standard;
D3DKMTCreateAllocation2(&create);)",
          .right = R"(create.Flags.StandardAllocation = 1;
create.Flags.ExistingSysMem = 1;
create.pStandardAllocation = &standard;
D3DKMTCreateAllocation2(&create);)"},
     .tests = {provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
    {.id = "K-109",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Standard allocation asks for more than one allocation",
     .text = "Standard allocation: NumAllocations must be exactly 1.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreateallocation.md; Wine d3dkmt.c:2544-2547",
     .lesson = {.why = "One D3DKMT_CREATESTANDARDALLOCATION describes one piece of memory. A "
                       "second allocation would have no description.",
                .check =
                    "More than one entry in a standard request ends it with "
                    "STATUS_INVALID_PARAMETER before the driver is asked to describe anything.",
                .wrong = R"(create.pStandardAllocation = &standard;
create.NumAllocations = 2;
create.pAllocationInfo2 = infos;
D3DKMTCreateAllocation2(&create);)",
                .right = R"(for (int i = 0; i < 2; ++i) {
    create.pStandardAllocation = &standard[i];
    create.NumAllocations = 1;
    create.pAllocationInfo2 = &infos[i];
    D3DKMTCreateAllocation2(&create);
})"},
     .tests = {provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
    {.id = "K-110",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Standard allocation passes group private driver data",
     .text = "Standard allocation: PrivateDriverDataSize (group) must be 0, because the pointer is "
             "pStandardAllocation; per-allocation private data size may be non-zero.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2508-2511, 2483-2488",
     .lesson = {.why = "The group's private data and the standard description share one pointer. A "
                       "size would make the kernel read the description as data of the driver.",
                .check = "A standard request whose PrivateDriverDataSize is not 0 is refused with "
                         "STATUS_INVALID_PARAMETER.",
                .wrong = R"(create.Flags.StandardAllocation = 1;
create.pStandardAllocation = &standard;
create.PrivateDriverDataSize = sizeof standard;)",
                .right = R"(create.Flags.StandardAllocation = 1;
create.pStandardAllocation = &standard;
create.PrivateDriverDataSize = 0;)"},
     .tests = {provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Standard.PrivateDataOfTheClientIsAllowed")}},
    {.id = "K-111",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Standard allocation has an undefined type",
     .text = "Standard allocation: Type must be a defined value (existing-heap = 1).",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:2532-2535; d3dkmthk/ne-d3dkmthk-_d3dkmt_standardallocationtype.md",
     .lesson = {.why = "The type selects which member of the description is read. An unknown one "
                       "would leave the size of the memory to chance.",
                .check =
                    "D3DKMTCreateAllocation accepts D3DKMT_STANDARDALLOCATIONTYPE_EXISTINGHEAP "
                    "only and answers STATUS_INVALID_PARAMETER to any other Type.",
                .wrong = R"(D3DKMT_CREATESTANDARDALLOCATION standard = {};
standard.ExistingHeapData.Size = size;)",
                .right = R"(D3DKMT_CREATESTANDARDALLOCATION standard = {};
standard.Type = D3DKMT_STANDARDALLOCATIONTYPE_EXISTINGHEAP;
standard.ExistingHeapData.Size = size;)"},
     .tests = {provokes("Standard.EachDepartureIsRefused"),
               stays_silent("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
};

}  // namespace

Chapter create_allocation() { return kKernelCreateAllocation; }

}  // namespace drydock::rules::kernel
