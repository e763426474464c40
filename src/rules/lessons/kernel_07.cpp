// D3DKMTCreateAllocation / CreateAllocation2 (client side).
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel07Lessons[] = {
    {.rule = "K-096",
     .why = "Every allocation is charged to the device it is created on and goes with it. Without "
            "a device nobody would answer for the memory.",
     .check = "D3DKMTCreateAllocation resolves hDevice before the driver is asked and returns "
              "STATUS_INVALID_PARAMETER when it is no device of the process.",
     .wrong = R"(D3DKMT_CREATEALLOCATION create = {};
create.NumAllocations = 1;
create.pAllocationInfo2 = &info;
D3DKMTCreateAllocation2(&create);)",
     .right = R"(D3DKMT_CREATEALLOCATION create = {};
create.hDevice = device;
create.NumAllocations = 1;
create.pAllocationInfo2 = &info;
D3DKMTCreateAllocation2(&create);)"},
    {.rule = "K-097",
     .why = "A non-zero hResource says that the allocation joins something that exists. Left over "
            "from an earlier call it joins the wrong resource, or none.",
     .check = "hResource is looked up when the creation begins, with or without CreateResource; a "
              "value that is no resource gives STATUS_INVALID_HANDLE.",
     .wrong = R"(create.Flags.CreateResource = 1;
create.hResource = 0xCDCDCDCD;
D3DKMTCreateAllocation2(&create);)",
     .right = R"(create.Flags.CreateResource = 1;
create.hResource = 0;
D3DKMTCreateAllocation2(&create);
resource = create.hResource;)"},
    {.rule = "K-099",
     .why = "Other processes open a resource, not a bare allocation. A share without a resource "
            "could never be opened.",
     .check = "The flags are looked at before anything else in D3DKMTCreateAllocation; "
              "CreateShared alone is STATUS_INVALID_PARAMETER.",
     .wrong = R"(create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);)",
     .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);)"},
    {.rule = "K-100",
     .why = "NtSecuritySharing says how the resource is shared. Without CreateShared there is "
            "nothing that it could describe.",
     .check = "D3DKMTCreateAllocation refuses NtSecuritySharing without CreateShared with "
              "STATUS_INVALID_PARAMETER, before it looks at the device.",
     .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.NtSecuritySharing = 1;
D3DKMTCreateAllocation2(&create);)",
     .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.NtSecuritySharing = 1;
D3DKMTCreateAllocation2(&create);)"},
    {.rule = "K-103",
     .why = "Who opened a shared resource was told how many allocations it has. One that came "
            "later would be missing on their side for ever.",
     .check = "D3DKMTCreateAllocation with hResource asks whether that resource was created shared "
              "and then returns STATUS_INVALID_PARAMETER.",
     .wrong = R"(create.hResource = sharedResource;
create.NumAllocations = 1;
D3DKMTCreateAllocation2(&create);)",
     .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.NumAllocations = 2;
create.pAllocationInfo2 = infos;
D3DKMTCreateAllocation2(&create);)"},
    {.rule = "K-106",
     .why = "A resource may begin empty, but a standard allocation is memory that already exists: "
            "with no entry there is no place to say where.",
     .check = "A request with StandardAllocation and NumAllocations 0 gets "
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
    {.rule = "K-108",
     .why = "A standard allocation wraps memory of the caller, which is either a range of pages or "
            "a section. Neither or both leaves the kernel without an answer to which.",
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
    {.rule = "K-109",
     .why = "One D3DKMT_CREATESTANDARDALLOCATION describes one piece of memory. A second "
            "allocation would have no description.",
     .check = "More than one entry in a standard request ends it with STATUS_INVALID_PARAMETER "
              "before the driver is asked to describe anything.",
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
    {.rule = "K-110",
     .why = "The group's private data and the standard description share one pointer. A size would "
            "make the kernel read the description as data of the driver.",
     .check = "A standard request whose PrivateDriverDataSize is not 0 is refused with "
              "STATUS_INVALID_PARAMETER.",
     .wrong = R"(create.Flags.StandardAllocation = 1;
create.pStandardAllocation = &standard;
create.PrivateDriverDataSize = sizeof standard;)",
     .right = R"(create.Flags.StandardAllocation = 1;
create.pStandardAllocation = &standard;
create.PrivateDriverDataSize = 0;)"},
    {.rule = "K-111",
     .why = "The type selects which member of the description is read. An unknown one would leave "
            "the size of the memory to chance.",
     .check = "D3DKMTCreateAllocation accepts D3DKMT_STANDARDALLOCATIONTYPE_EXISTINGHEAP only and "
              "answers STATUS_INVALID_PARAMETER to any other Type.",
     .wrong = R"(D3DKMT_CREATESTANDARDALLOCATION standard = {};
standard.ExistingHeapData.Size = size;)",
     .right = R"(D3DKMT_CREATESTANDARDALLOCATION standard = {};
standard.Type = D3DKMT_STANDARDALLOCATIONTYPE_EXISTINGHEAP;
standard.ExistingHeapData.Size = size;)"},
    {.rule = "K-112",
     .why = "The GPU maps whole pages. Memory that begins or ends inside one would show the GPU "
            "whatever else lies on that page.",
     .check = "pSystemMem must be a writable, page-aligned address and Size a non-zero multiple of "
              "the page size; the call looks at both ends and returns STATUS_INVALID_PARAMETER.",
     .wrong = R"(info.pSystemMem = malloc(100000);
standard.ExistingHeapData.Size = 100000;)",
     .right = R"(info.pSystemMem = VirtualAlloc(NULL, 102400, MEM_COMMIT, PAGE_READWRITE);
standard.ExistingHeapData.Size = 102400;)"},
    {.rule = "K-113",
     .why = "Wrapped memory keeps the lifetime of its owner, which a resource whose other members "
            "the kernel allocated cannot follow.",
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
    {.rule = "K-115",
     .why = "The documents ask for both flags. Windows lets it pass today, so a client without "
            "them relies on what no page promises.",
     .check = "A standard allocation that was made without CreateShared or CrossAdapter is counted "
              "on its device and told when the device goes.",
     .wrong = R"(create.Flags.StandardAllocation = 1;
create.Flags.ExistingSysMem = 1;
create.Flags.CreateResource = 1;)",
     .right = R"(create.Flags.StandardAllocation = 1;
create.Flags.ExistingSysMem = 1;
create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.CrossAdapter = 1;)"},
    {.rule = "K-116",
     .why = "These flags choose caching and protection for callers inside the kernel. From a "
            "program they would let it pick memory attributes that only the driver may decide.",
     .check = "D3DKMTCreateAllocation refuses CreateProtected, CreateWriteCombined, CreateCached "
              "and OpenCrossAdapter with STATUS_INVALID_PARAMETER.",
     .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.CreateWriteCombined = 1;
D3DKMTCreateAllocation2(&create);)",
     .right = R"(create.Flags.CreateResource = 1;
privateData.WantsWriteCombined = TRUE;  // the miniport decides
info.pPrivateDriverData = &privateData;
info.PrivateDriverDataSize = sizeof privateData;
D3DKMTCreateAllocation2(&create);)"},
    {.rule = "K-117",
     .why = "The GPU goes on reading and writing those pages until the allocation is gone. Given "
            "back to the heap they belong to somebody else by then.",
     .check = "When the allocation leaves, all of its memory must still be readable; memory "
              "that was unmapped is told when the device goes, memory that was only reused is "
              "not seen. VirtualFree refuses meanwhile.",
     .wrong = R"(VirtualFree(memory, 0, MEM_RELEASE);
D3DKMTDestroyAllocation2(&destroy);)",
     .right = R"(destroy.Flags.SynchronousDestroy = 1;
D3DKMTDestroyAllocation2(&destroy);
VirtualFree(memory, 0, MEM_RELEASE);)"},
    {.rule = "K-118",
     .why = "Only a primary is ever scanned out, so only a primary has a display and a second eye. "
            "On anything else the values would be taken for a wish to be shown.",
     .check = "Each entry of D3DKMTCreateAllocation is looked at: without Primary no Stereo and no "
              "source, with Primary a source that the adapter has; else STATUS_INVALID_PARAMETER.",
     .wrong = R"(info.VidPnSourceId = 1;
info.Flags.Stereo = 1;)",
     .right = R"(info.Flags.Primary = 1;
info.Flags.Stereo = 1;
info.VidPnSourceId = 1;)"},
    {.rule = "K-123",
     .why = "Two GPUs of different makers read the same bytes. They agree on nothing but plain "
            "rows in system memory that both can reach.",
     .check = "CrossAdapter without CreateShared or with other than one allocation is refused "
              "at the call; segments besides apertures, no CpuVisible, or Cached in the "
              "driver's answer are reported, and a Pitch of a standard surface that is no "
              "multiple of 128. Height is not looked at.",
     .wrong = R"(create.Flags.CreateResource = 1;
create.Flags.CrossAdapter = 1;
create.NumAllocations = 2;)",
     .right = R"(create.Flags.CreateResource = 1;
create.Flags.CreateShared = 1;
create.Flags.CrossAdapter = 1;
create.NumAllocations = 1;)"},
    {.rule = "K-124",
     .why =
         "A global handle can be guessed. A resource that only its creator may open says so when "
         "it is made, and whoever passes the handle on can ask first whether it will help.",
     .check = "D3DKMTOpenResource from another process than the creator's returns "
              "STATUS_ACCESS_DENIED for a resource with RestrictSharedAccess; the flag without "
              "CreateShared is STATUS_INVALID_PARAMETER; D3DKMTCheckSharedResourceAccess tells the "
              "same in advance.",
     .wrong = R"(create.Flags.CreateResource = create.Flags.CreateShared = 1;
create.Flags.RestrictSharedAccess = 1;
D3DKMTCreateAllocation2(&create);
SendToOtherProcess(create.hGlobalShare);)",
     .right = R"(create.Flags.CreateResource = create.Flags.CreateShared = 1;
D3DKMTCreateAllocation2(&create);
SendToOtherProcess(create.hGlobalShare);)"},
    {.rule = "K-125",
     .why = "The first version cannot name a section or a priority, and on other systems with this "
            "interface it does not exist at all.",
     .check = "Each D3DKMTCreateAllocation is counted on its device; one finding with the number "
              "comes when the device goes.",
     .wrong = R"(D3DDDI_ALLOCATIONINFO info = {};
create.pAllocationInfo = &info;
D3DKMTCreateAllocation(&create);)",
     .right = R"(D3DDDI_ALLOCATIONINFO2 info = {};
create.pAllocationInfo2 = &info;
D3DKMTCreateAllocation2(&create);)"},
    {.rule = "K-126",
     .why = "The two halves of a display driver exchange structures that nobody else understands. "
            "With halves of different builds each reads the other's fields wrong.",
     .check = "The miniport's STATUS_GRAPHICS_DRIVER_MISMATCH reaches the client unchanged and is "
              "no finding against the miniport; only the miniport can tell that the data do not "
              "fit.",
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
};

}  // namespace

Lessons kernel_07() { return kKernel07Lessons; }

}  // namespace drydock::rules::lessons
