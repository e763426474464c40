// Segments.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelSegments[] = {
    {.id = "K-316",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Segment query is not answered in two steps with a constant set",
     .text =
         "Segment query is two calls: first (NULL descriptor array) return only the count; second "
         "fill everything incl. paging buffer size and segment. The set is the same in both.",
     .outcome = "adapter init fails",
     .source = "display/initializing-use-of-memory-segments.md; "
               "display/using-memory-segments-to-describe-the-gpu-address-space.md",
     .lesson = {.why = "The kernel first learns how much room to bring and then keeps the table "
                       "for the life of the adapter. A driver that changes its mind describes "
                       "memory that is not managed.",
                .check =
                    "At the start of an adapter the segment query is made twice; no segment, or "
                    "another count or array the second time, is reported and the start fails. "
                    "Without a usable paging buffer the start goes on with one of a page.",
                .wrong = R"(out->NbSegment = adapter->IsReady ? 2 : 1;
if (out->pSegmentDescriptor == NULL) return STATUS_SUCCESS;)",
                .right = R"(out->NbSegment = 2;
if (out->pSegmentDescriptor == NULL) return STATUS_SUCCESS;
FillSegments(out->pSegmentDescriptor);
out->PagingBufferSegmentId = 0;
out->PagingBufferSize = 64 * 1024;
out->PagingBufferPrivateDataSize = 0;)"},
     .tests = {provokes("CapsRules.K316ChangedSetIsFound"),
               provokes("CapsRules.K316NoPagingBufferIsFound"),
               provokes("CapsRules.K316NoSegmentIsFound"),
               stays_silent("CapsRules.K316TwoStepsAreSilent")}},
    {.id = "K-317",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Segments overlap or have an illegal size or CommitLimit",
     .text = "Segment size is a multiple of the page size; segments do not overlap; memory segment "
             "CommitLimit equals Size.",
     .outcome = "adapter init fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_segmentdescriptor.md; "
               "display/using-memory-segments-to-describe-the-gpu-address-space.md",
     .lesson = {.why = "The memory manager hands out pages of each segment by itself. Where "
                       "segments overlap it gives the same memory to two allocations.",
                .check = "Once the segments are known, every Size must be whole pages, the "
                         "CommitLimit of a memory segment its Size (0 stands for that), and no two "
                         "ranges of BaseAddress may meet. A part of a page and another limit are "
                         "left out; without a size the start fails.",
                .wrong = R"(descriptor[0].BaseAddress.QuadPart = 0x0;
descriptor[0].Size = 0x10000000;
descriptor[1].BaseAddress.QuadPart = 0x08000000;
descriptor[1].Size = 0x10000000;)",
                .right = R"(descriptor[0].BaseAddress.QuadPart = 0x0;
descriptor[0].Size = 0x10000000;
descriptor[1].BaseAddress.QuadPart = 0x10000000;
descriptor[1].Size = 0x10000000;)"},
     .tests = {provokes("CapsRules.K317CommitLimitOfAMemorySegmentIsFound"),
               provokes("CapsRules.K317OddSizeIsFound"), provokes("CapsRules.K317OverlapIsFound"),
               stays_silent("CapsRules.K317WholePagesSideBySideAreSilent")}},
    {.id = "K-318",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Segment flags contradict one another",
     .text = "Agp excludes every other segment flag; CacheCoherent only with Aperture; CpuVisible "
             "excludes SupportsCpuHostAperture; hibernate-preserve flags need "
             "PreservedDuringStandby; ReservedSysMem is not the driver's.",
     .outcome = "adapter init fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_segmentflags.md",
     .lesson = {.why = "The flags decide how the memory manager maps and moves. A pair that cannot "
                       "be true makes it treat video memory as if it were system memory.",
                .check =
                    "Every segment's Flags are looked at when the adapter starts. CacheCoherent "
                    "without Aperture is a lint, because Windows starts such a driver; of other "
                    "contradictions the flag that cannot be true is left out.",
                .wrong = R"(descriptor->Flags.CpuVisible = 1;
descriptor->Flags.CacheCoherent = 1;)",
                .right = R"(descriptor->Flags.Aperture = 1;
descriptor->Flags.CpuVisible = 1;
descriptor->Flags.CacheCoherent = 1;)"},
     .tests = {provokes("CapsRules.K318AgpWithMoreIsFound"),
               provokes("CapsRules.K318CoherentMemorySegmentIsALint"),
               provokes("CapsRules.K318HibernationWithoutStandbyIsFound"),
               stays_silent("CapsRules.K318PlainFlagsAreSilent")}},
    {.id = "K-319",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Aperture segment comes without map and unmap paging operations",
     .text = "An Aperture segment obliges map/unmap-aperture paging operations.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_segmentflags.md",
     .lesson = {.why = "An aperture is empty until the driver points its entries at system memory. "
                       "A driver that declares one and cannot map leaves the GPU reading nothing.",
                .check =
                    "DxgkDdiBuildPagingBuffer must be there and succeed, or ask for more room, for "
                    "map and unmap operations; another status is reported when it returns.",
                .wrong = R"(case DXGK_OPERATION_MAP_APERTURE_SEGMENT:
    return STATUS_NOT_SUPPORTED;)",
                .right = R"(case DXGK_OPERATION_MAP_APERTURE_SEGMENT:
    return BuildMapAperture(adapter, &args->MapApertureSegment, args);
case DXGK_OPERATION_UNMAP_APERTURE_SEGMENT:
    return BuildUnmapAperture(adapter, &args->UnmapApertureSegment, args);)"},
     .tests = {provokes("GpuRules.K319ApertureWithoutPagingIsFound"),
               provokes("GpuRules.K319RefusedMappingIsFound"),
               stays_silent("GpuRules.K319ApertureWithPagingIsSilent")}},
    {.id = "K-320",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "WDDM 2 driver reports other than one aperture segment or both MMU models",
     .text = "WDDM 2.x: exactly one aperture segment; GpuMmuSupported and IoMmuSupported are "
             "exclusive and need VirtualAddressingSupported.",
     .outcome = "adapter init fails",
     .source = "display/gpu-segments.md; d3dkmddi/ns-d3dkmddi-_dxgk_vidmmcaps.md",
     .lesson = {.why = "From WDDM 2 on there is one way out of the GPU's address space into system "
                       "memory, and one kind of page table. Two of either leave the kernel to "
                       "guess which is in force.",
                .check = "Of contradicting MMU caps the second is left out; a number of aperture "
                         "segments other than one is a lint, because Windows starts such a driver.",
                .wrong = R"(caps->WDDMVersion = DXGKDDI_WDDMv2;
caps->MemoryManagementCaps.GpuMmuSupported = 1;
caps->MemoryManagementCaps.IoMmuSupported = 1;)",
                .right = R"(caps->WDDMVersion = DXGKDDI_WDDMv2;
caps->MemoryManagementCaps.VirtualAddressingSupported = 1;
caps->MemoryManagementCaps.GpuMmuSupported = 1;)"},
     .tests = {provokes("CapsRules.K320BothMmusAreFound"),
               provokes("CapsRules.K320NoApertureIsALint"),
               stays_silent("CapsRules.K320OneApertureIsSilent")}},
    {.id = "K-321",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Banks do not cover their whole segment from offset 0",
     .text = "Banks, if used, cover the whole segment contiguously from offset 0.",
     .outcome = "driver fault",
     .source = "display/dividing-a-memory-space-segment-into-banks.md",
     .lesson = {.why =
                    "Banks divide a segment for hints on placement. A gap would be memory that no "
                    "bank has, and a bank beyond the end memory that does not exist.",
                .check = "With UseBanking the ends in pBankRangeTable must rise and stay inside "
                         "the segment; the last bank is taken to end with it. Looked at while the "
                         "segments are read; a segment whose table is wrong has no banks.",
                .wrong = R"(SIZE_T ends[] = {0x4000000, 0x2000000, 0x8000000};
descriptor->Flags.UseBanking = 1;
descriptor->NbOfBanks = 3;
descriptor->pBankRangeTable = ends;)",
                .right = R"(SIZE_T ends[] = {0x2000000, 0x4000000, 0x8000000};
descriptor->Flags.UseBanking = 1;
descriptor->NbOfBanks = 3;
descriptor->pBankRangeTable = ends;)"},
     .tests = {provokes("CapsRules.K321BankBehindTheSegmentIsFound"),
               stays_silent("CapsRules.K321BanksThatCoverTheSegmentAreSilent")}},
    {.id = "K-322",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Scheduling cap is set without MultiEngineAware",
     .text = "Scheduling caps: PreemptionAware, NoDmaPatching (also PreemptionAware) and "
             "CancelCommandAware each need MultiEngineAware.",
     .outcome = "driver initialisation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_vidschcaps.md",
     .lesson = {.why = "The finer scheduling features work on nodes and engines. A driver that "
                       "does not know engines cannot be preempted on one.",
                .check = "SchedulingCaps are looked at right after the DRIVERCAPS query; a cap "
                         "without MultiEngineAware, or NoDmaPatching without PreemptionAware, is "
                         "reported and left out.",
                .wrong = R"(caps->SchedulingCaps.PreemptionAware = 1;)",
                .right = R"(caps->SchedulingCaps.MultiEngineAware = 1;
caps->SchedulingCaps.PreemptionAware = 1;)"},
     .tests = {provokes("CapsRules.K322PreemptionWithoutEnginesIsFound"),
               stays_silent("CapsRules.K322PreemptionWithEnginesIsSilent")}},
    {.id = "K-323",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Segment id 0 means system memory in every DDI",
     .text = "Segment id 0 in the DDI means system memory described by an MDL (or the implicit "
             "system segment).",
     .outcome = "a defect of Drydock",
     .source = "display/gpu-segments.md; d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md",
     .tests = {proves("GpuPromises.K323SegmentZeroIsSystemMemory")}},
};

}  // namespace

Chapter segments() { return kKernelSegments; }

}  // namespace drydock::rules::kernel
