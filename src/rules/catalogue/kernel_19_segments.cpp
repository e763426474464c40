// Segments.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel19[] = {
    {.id = "K-316",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Segment query is not answered in two steps with a constant set",
     .text = "Segment query is two calls: first (NULL descriptor array) return only the count; "
             "second fill everything incl. paging buffer size and segment. The set never changes "
             "afterwards.",
     .outcome = "adapter init fails",
     .source = "display/initializing-use-of-memory-segments.md; "
               "display/using-memory-segments-to-describe-the-gpu-address-space.md"},
    {.id = "K-317",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Segments overlap or have an illegal size or CommitLimit",
     .text = "Segment size is a multiple of the page size; segments do not overlap; memory segment "
             "CommitLimit equals Size.",
     .outcome = "adapter init fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_segmentdescriptor.md; "
               "display/using-memory-segments-to-describe-the-gpu-address-space.md"},
    {.id = "K-318",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Segment flags contradict one another",
     .text = "Agp excludes every other segment flag; CacheCoherent only with Aperture; CpuVisible "
             "excludes SupportsCpuHostAperture; hibernate-preserve flags need "
             "PreservedDuringStandby; ReservedSysMem is not the driver's.",
     .outcome = "adapter init fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_segmentflags.md"},
    {.id = "K-319",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Aperture segment comes without map and unmap paging operations",
     .text = "An Aperture segment obliges map/unmap-aperture paging operations.",
     .outcome = "driver fault",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_segmentflags.md"},
    {.id = "K-320",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "WDDM 2 driver reports other than one aperture segment or both MMU models",
     .text = "WDDM 2.x: exactly one aperture segment; GpuMmuSupported and IoMmuSupported are "
             "exclusive and need VirtualAddressingSupported.",
     .outcome = "adapter init fails",
     .source = "display/gpu-segments.md; d3dkmddi/ns-d3dkmddi-_dxgk_vidmmcaps.md"},
    {.id = "K-321",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Banks do not cover their whole segment from offset 0",
     .text = "Banks, if used, cover the whole segment contiguously from offset 0.",
     .outcome = "driver fault",
     .source = "display/dividing-a-memory-space-segment-into-banks.md"},
    {.id = "K-322",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Scheduling cap is set without MultiEngineAware",
     .text = "Scheduling caps: PreemptionAware, NoDmaPatching (also PreemptionAware) and "
             "CancelCommandAware each need MultiEngineAware.",
     .outcome = "driver initialisation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_vidschcaps.md"},
    {.id = "K-323",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Segment id 0 means system memory in every DDI",
     .text = "Segment id 0 in the DDI means system memory described by an MDL (or the implicit "
             "system segment).",
     .outcome = "a defect of Drydock",
     .source = "display/gpu-segments.md; d3dkmddi/ns-d3dkmddi-_dxgkarg_buildpagingbuffer.md"},
};

}  // namespace

Chapter kernel_19() { return kKernel19; }

}  // namespace drydock::rules::chapter
