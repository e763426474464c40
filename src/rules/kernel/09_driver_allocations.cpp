// DxgkDdiCreateAllocation (miniport).
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelDriverAllocations[] = {
    {.id = "K-127",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateAllocation trusts private data from user mode",
     .text = "Must validate all private data that came from user mode; bad data may fail the call "
             "but never crash, hang, assert or corrupt.",
     .outcome =
         "bugcheck-class if the driver crashes; STATUS_INVALID_PARAMETER is the right answer",
     .source = "display/validating-private-data-sent-from-user-mode-to-kernel-mode.md",
     .lesson =
         {.why = "The bytes come from a program that may be hostile. A size or an index taken from "
                 "them unseen lets it read and write kernel memory.",
          .check =
              "A driver that crashes in DxgkDdiCreateAllocation with a client's private data gets "
              "this finding beside that of the crash; damage that goes unnoticed is not seen.",
          .wrong = R"(const Private* data = (const Private*)info->pPrivateDriverData;
info->Size = FormatTable[data->Format].BytesPerPixel * data->Width * data->Height;)",
          .right =
              R"(if (info->PrivateDriverDataSize < sizeof(Private)) return STATUS_INVALID_PARAMETER;
Private data = *(const Private*)info->pPrivateDriverData;
if (data.Format >= FORMAT_COUNT || data.Width > MAX_SIDE || data.Height > MAX_SIDE)
    return STATUS_INVALID_PARAMETER;
info->Size = FormatTable[data.Format].BytesPerPixel * data.Width * data.Height;)"},
     .tests = {provokes("CarelessDriver.K127DriverThatReadsBehindPrivateDataIsFound"),
               provokes("CarelessDriver.K127DriverThatTrustsTheSizeOfPrivateDataIsFound"),
               provokes("DriverState.K127CrashOnPrivateDataIsFound"),
               stays_silent("CarelessDriver.K127IsNotRaisedWhenAnotherThreadEndsTheDriver"),
               stays_silent("DriverState.K127RefusalOfPrivateDataIsSilent")}},
    {.id = "K-128",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateAllocation returns an undocumented status",
     .text = "Returns only STATUS_SUCCESS, STATUS_INVALID_PARAMETER, STATUS_NO_MEMORY or "
             "STATUS_GRAPHICS_DRIVER_MISMATCH.",
     .outcome = "other codes: driver fault (lint)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .lesson = {.why = "The runtime translates the listed failures into errors that programs "
                       "handle. Another status arrives as a failure nobody expects.",
                .check = "When DxgkDdiCreateAllocation returns, its status is compared with the "
                         "four that its page lists.",
                .wrong = R"(if (allocation == NULL)
    return STATUS_INSUFFICIENT_RESOURCES;)",
                .right = R"(if (allocation == NULL)
    return STATUS_NO_MEMORY;)"},
     .tests = {provokes("WrongStatus.K128OfCreateAllocationIsFound"),
               stays_silent("WrongStatus.ListedOnesAreSilent")}},
    {.id = "K-129",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateAllocation succeeds without setting every hAllocation",
     .text = "On success hAllocation of every DXGK_ALLOCATIONINFO is set to the driver's own "
             "non-NULL tracking handle, which points to a buffer with the driver's private data "
             "for the allocation.",
     .outcome = "later DDIs pass garbage, bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md",
     .lesson = {.why = "hAllocation is how the kernel names the allocation to the driver from now "
                       "on. NULL comes back in the next paging operation and is followed there.",
                .check = "Every element of pAllocationInfo is looked at after a successful "
                         "DxgkDdiCreateAllocation; with a NULL the creation fails, and the others "
                         "are destroyed. A small number, which points at nothing, is a lint: "
                         "Windows never follows it.",
                .wrong = R"(pCreateAllocation->pAllocationInfo[0].hAllocation = allocation;
return STATUS_SUCCESS;)",
                .right = R"(for (UINT i = 0; i < pCreateAllocation->NumAllocations; ++i)
    pCreateAllocation->pAllocationInfo[i].hAllocation = allocations[i];
return STATUS_SUCCESS;)"},
     .tests = {provokes("AllocationAnswer.K129NoHandleIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-130",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Flags.Resource tells DxgkDdiCreateAllocation of a resource's allocations",
     .text = "Flags.Resource tells the driver whether the allocations belong to a resource; zero "
             "flags mean they belong to the device.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_createallocation.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_createallocationflags.md",
     .tests = {proves("Create.K098K104K105OutputsAreAsDocumented")}},
    {.id = "K-131",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "hResource carries the driver's earlier value when a resource grows",
     .text = "hResource is NULL on the first creation for a resource and holds the driver's "
             "earlier value on later additions.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_createallocation.md",
     .tests = {proves("Create.K097K103AddedToAnUnsharedResource"),
               proves("Create.K098K104K105OutputsAreAsDocumented")}},
    {.id = "K-132",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "DxgkDdiCreateAllocation may return or change a resource handle",
     .text = "May (need not) return a resource handle when Flags.Resource is set, and may change "
             "it on later CreateAllocation calls for the same resource.",
     .outcome = "",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .tests = {proves("DriverMemory.K132ResourceHandleIsTheDriversToChange")}},
    {.id = "K-133",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Adapter-level allocation data points at device data",
     .text = "Allocations and resources belong to the adapter: private allocation/resource data "
             "must never point at device data, because a shared one outlives its creating device.",
     .outcome = "use-after-free on cross-device use, bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .lesson =
         {.why = "A shared allocation lives on when the device that created it is gone. A pointer "
                 "at that device leads into freed memory when another device uses it.",
          .check = "When one of several openers closes a shared allocation, the driver's pool "
                   "blocks for it and its resource are searched word by word for that device's "
                   "address; a number that only looks the same counts too.",
          .wrong = R"(NTSTATUS OpenAllocation(HANDLE hDevice, const DXGKARG_OPENALLOCATION* args) {
    KmAllocation* allocation = FromHandle(args->pOpenAllocation[0].hAllocation);
    allocation->Device = (KmDevice*)hDevice;)",
          .right = R"(NTSTATUS OpenAllocation(HANDLE hDevice, const DXGKARG_OPENALLOCATION* args) {
    KmOpened* opened = NewOpened(args->pOpenAllocation[0].hAllocation);
    opened->Device = (KmDevice*)hDevice;
    args->pOpenAllocation[0].hDeviceSpecificAllocation = opened;)"},
     .tests = {provokes("DriverMemory.K133SharedDataThatPointAtADeviceAreFound"),
               stays_silent("DriverMemory.K133SharedDataOfTheAdapterAreSilent")}},
    {.id = "K-134",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Miniport keeps its own handle table instead of the handle callbacks",
     .text = "Should not keep a private handle table; use the handle callbacks (a private table "
             "goes stale on mode switch, unplug, user switch).",
     .outcome = "stale handle, driver fault (lint)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .lesson = {.why = "Handles of allocations come and go without the driver, at a mode switch, "
                       "an unplug or a change of users. A table that the driver keeps beside the "
                       "graphics kernel's is out of date from then on.",
                .check =
                    "When sixteen allocations or more are made at once, the blocks of the driver's "
                    "pool are searched: one that holds sixteen of their handles is a table.",
                .wrong = R"(device->Handles[device->Count] = info->hAllocation;
device->Bindings[device->Count++] = binding;)",
                .right = R"(DXGKARGCB_GETHANDLEDATA data = {0};
data.hObject = info->hAllocation;
data.Type = DXGK_HANDLE_ALLOCATION;
binding->Allocation = adapter->Dxgk.DxgkCbGetHandleData(&data);)"},
     .tests = {provokes("DriverMemory.K134TableOfHandlesIsFound"),
               stays_silent("DriverMemory.K134BindingsOfTheirOwnAreSilent")}},
    {.id = "K-135",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateAllocation returns an allocation of size zero",
     .text = "Size must be non-zero; the kernel rounds it up to host pages.",
     .outcome = "creation fails; Microsoft's sample driver asserts it",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md; "
               "graphics-driver-samples/roskmd/RosKmdAdapter.cpp",
     .lesson = {.why = "The memory manager rounds the size up to pages, and nothing rounded up is "
                       "still nothing: there is no place to put it.",
                .check = "Size 0 in any element after DxgkDdiCreateAllocation is reported, and the "
                         "client's creation fails.",
                .wrong = R"(info->Alignment = PAGE_SIZE;
info->hAllocation = allocation;)",
                .right = R"(info->Size = (SIZE_T)allocation->Pitch * allocation->Height;
info->Alignment = PAGE_SIZE;
info->hAllocation = allocation;)"},
     .tests = {provokes("AllocationAnswer.K135NoSizeIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-136",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "PitchAlignedSize is non-zero but smaller than Size",
     .text = "PitchAlignedSize is 0, or >= Size.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md",
     .lesson =
         {.why = "PitchAlignedSize is the size with every row padded. Smaller than the plain size, "
                 "the memory manager reserves too little and the rows run into a neighbour.",
          .check = "The two sizes of each element are compared when DxgkDdiCreateAllocation has "
                   "succeeded; 0 stands for no such size.",
          .wrong = R"(info->Size = paddedPitch * height;
info->PitchAlignedSize = pitch * height;)",
          .right = R"(info->Size = pitch * height;
info->PitchAlignedSize = paddedPitch * height;)"},
     .tests = {provokes("AllocationAnswer.K136PitchAlignedSizeBelowSizeIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-137",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "PreferredSegment names a segment outside the supported set",
     .text = "PreferredSegment may name only segments that are in the supported set.",
     .outcome = "VidMm assert, bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md",
     .lesson = {.why =
                    "The memory manager tries the preferred segment first. One that the allocation "
                    "does not support contradicts the driver's own answer and stops the machine.",
                .check = "Each preference that is not 0 must be in SupportedWriteSegmentSet "
                         "(before WDDM 2.0 the read set counts too) when DxgkDdiCreateAllocation "
                         "returns; else the allocation has no preference.",
                .wrong = R"(info->SupportedWriteSegmentSet = 1 << (APERTURE_SEGMENT - 1);
info->PreferredSegment.SegmentId0 = VRAM_SEGMENT;)",
                .right = R"(info->SupportedWriteSegmentSet =
    1 << (APERTURE_SEGMENT - 1) | 1 << (VRAM_SEGMENT - 1);
info->PreferredSegment.SegmentId0 = VRAM_SEGMENT;)"},
     .tests = {provokes("AllocationAnswer.K137PreferenceOutsideTheSetIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-138",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SupportedReadSegmentSet is ignored from WDDM 2 on",
     .text = "WDDM 2.x: SupportedReadSegmentSet is ignored; only SupportedWriteSegmentSet is used.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md",
     .tests = {proves("AllocationAnswer.K138ReadSegmentsCountBelowWddm2Only")}},
    {.id = "K-139",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "EvictionSegmentSet names a segment that is not an aperture",
     .text = "EvictionSegmentSet may name aperture segments only (0 = evict straight to locked "
             "system memory).",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md",
     .lesson = {.why = "What is evicted goes to system memory, and an aperture is the only segment "
                       "that shows system memory to the GPU.",
                .check = "EvictionSegmentSet of every element is masked with the adapter's "
                         "aperture segments; what remains is reported.",
                .wrong = R"(info->EvictionSegmentSet = 1 << (VRAM_SEGMENT - 1);)",
                .right = R"(info->EvictionSegmentSet = 1 << (APERTURE_SEGMENT - 1);)"},
     .tests = {provokes("AllocationAnswer.K139EvictionToMemoryIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-140",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateAllocation returns AllocationPriority 0",
     .text = "AllocationPriority must not be 0; use NORMAL when indifferent.",
     .outcome = "invalid initial priority",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md",
     .lesson = {.why = "Priorities begin above zero. With 0 the memory manager has no rank for the "
                       "allocation when it looks for something to evict.",
                .check = "AllocationPriority 0 in an element that DxgkDdiCreateAllocation returned "
                         "is reported, and taken for the normal one.",
                .wrong = R"(info->hAllocation = allocation;
info->Size = size;)",
                .right = R"(info->hAllocation = allocation;
info->Size = size;
info->AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;)"},
     .tests = {provokes("AllocationAnswer.K140NoPriorityIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-141",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Miniport fills Flags instead of FlagsWddm2, or the reverse",
     .text = "Use Flags below WDDM 2.0 and FlagsWddm2 from 2.0 on (they share storage).",
     .outcome = "misread flags",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md",
     .lesson = {.why = "Both sets of flags lie in the same 32 bits. A bit of the old set read as "
                       "the new one asks for something else entirely.",
                .check = "By the registered Version, bits that only the other set has are "
                         "reported; bits that both use with another meaning cannot be told apart.",
                .wrong =
                    R"(// DRIVER_INITIALIZATION_DATA.Version is DXGKDDI_INTERFACE_VERSION_WDDM2_0
info->Flags.CpuVisible = 1;
info->Flags.SynchronousPaging = 1;)",
                .right =
                    R"(// DRIVER_INITIALIZATION_DATA.Version is DXGKDDI_INTERFACE_VERSION_WDDM2_0
info->FlagsWddm2.CpuVisible = 1;
info->FlagsWddm2.AccessedPhysically = 1;)"},
     .tests = {provokes("AllocationAnswer.K141FlagOfTheOtherGenerationIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-142",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation in a 64 KB page segment is not aligned to 64 KB",
     .text = "A segment with 64 KB pages in the supported set obliges Alignment to be a multiple "
             "of 64 KB.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_segmentflags.md",
     .lesson = {.why = "A segment of 64 KB pages hands out nothing smaller. An allocation that "
                       "begins inside such a page cannot be mapped.",
                .check = "When the supported segments include one with Use64KBPages, Alignment "
                         "must divide by 64 KB; looked at after DxgkDdiCreateAllocation.",
                .wrong = R"(info->SupportedWriteSegmentSet = 1 << (VRAM_64K_SEGMENT - 1);
info->Alignment = PAGE_SIZE;)",
                .right = R"(info->SupportedWriteSegmentSet = 1 << (VRAM_64K_SEGMENT - 1);
info->Alignment = 64 * 1024;)"},
     .tests = {provokes("AllocationAnswer.K142SmallAlignmentInLargePagesIsFound"),
               stays_silent("AllocationAnswer.K142LargeAlignmentInLargePagesIsSilent")}},
    {.id = "K-143",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kProved,
     .title = "MaximumRenamingListLength caps the renaming list; zero means no cap",
     .text = "MaximumRenamingListLength non-zero caps the renaming list; 0 means unlimited. Same "
             "storage as PhysicalAdapterIndex in WDDM 2.x.",
     .outcome = "",
     .source = "display/requesting-to-rename-an-allocation.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md",
     .tests = {proves("Renaming.K143ListIsNoLongerThanTheDriverSays"),
               proves("Renaming.K143ListOfOneIsTheAllocation"),
               proves("Renaming.K143NoLengthIsNoCap")}},
    {.id = "K-144",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Standard allocation data arrives as element 0's private driver data",
     .text = "Standard/shared-primary data is passed as element 0's pPrivateDriverData.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfo.md",
     .tests = {proves("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
    {.id = "K-145",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Size of a CPU-visible GDI allocation leaves out its pitch",
     .text = "For GDI hardware acceleration allocations the returned Size must include pitch for "
             "CPU-visible ones.",
     .outcome = "wrong blits",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .lesson = {.why = "The CPU finds a row by the pitch that the driver reported. If Size was "
                       "computed from tight rows, the last ones lie in the neighbour's memory.",
                .check =
                    "DxgkDdiGetStandardAllocationDriverData reports a Pitch for a surface of so "
                    "many rows. When a CPU-visible allocation is created with that very "
                    "private data, its Size reaches to the end of the last row. Private data "
                    "that two different surfaces share says nothing.",
                .wrong = R"(surface->Pitch = ALIGN_UP(surface->Width * 4, 256);
…
info->Size = width * 4 * height;)",
                .right = R"(surface->Pitch = ALIGN_UP(surface->Width * 4, 256);
…
info->Size = pitch * height;)"},
     .tests = {provokes("Standard.K145SizeWithoutPitchIsFound"),
               stays_silent("Standard.K145AmbiguousDataIsSilent"),
               stays_silent("Standard.K145SizeOfAProperDriverIsSilent")}},
    {.id = "K-146",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "No DestroyAllocation follows a failed DxgkDdiCreateAllocation",
     .text = "On a failed DxgkDdiCreateAllocation no DestroyAllocation is sent for it; the driver "
             "cleans its own partial work.",
     .outcome = "double free otherwise (inferred)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md; "
               "graphics-driver-samples/roskmd/RosKmdAdapter.cpp",
     .tests = {proves("Create.K120FailureAtEveryPlaceLeavesNothing")}},
};

}  // namespace

Chapter driver_allocations() { return kKernelDriverAllocations; }

}  // namespace drydock::rules::kernel
