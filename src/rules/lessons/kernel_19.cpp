// Segments.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel19Lessons[] = {
    {.rule = "K-316",
     .why = "The kernel first learns how much room to bring and then keeps the table for the life "
            "of the adapter. A driver that changes its mind describes memory that is not managed.",
     .check = "At the start of an adapter the segment query is made twice; no segment, another "
              "count or array the second time, or no usable paging buffer is reported and the "
              "start fails.",
     .wrong = R"(out->NbSegment = adapter->IsReady ? 2 : 1;
if (out->pSegmentDescriptor == NULL) return STATUS_SUCCESS;)",
     .right = R"(out->NbSegment = 2;
if (out->pSegmentDescriptor == NULL) return STATUS_SUCCESS;
FillSegments(out->pSegmentDescriptor);
out->PagingBufferSegmentId = 0;
out->PagingBufferSize = 64 * 1024;
out->PagingBufferPrivateDataSize = 0;)"},
    {.rule = "K-317",
     .why = "The memory manager hands out pages of each segment by itself. Where segments overlap "
            "it gives the same memory to two allocations.",
     .check = "Once the segments are known, every Size must be whole pages, the CommitLimit of a "
              "memory segment its Size (0 stands for that), and no two ranges of BaseAddress may "
              "meet; else the start fails.",
     .wrong = R"(descriptor[0].BaseAddress.QuadPart = 0x0;
descriptor[0].Size = 0x10000000;
descriptor[1].BaseAddress.QuadPart = 0x08000000;
descriptor[1].Size = 0x10000000;)",
     .right = R"(descriptor[0].BaseAddress.QuadPart = 0x0;
descriptor[0].Size = 0x10000000;
descriptor[1].BaseAddress.QuadPart = 0x10000000;
descriptor[1].Size = 0x10000000;)"},
    {.rule = "K-318",
     .why = "The flags decide how the memory manager maps and moves. A pair that cannot be true "
            "makes it treat video memory as if it were system memory.",
     .check = "Every segment's Flags are looked at when the adapter starts; CacheCoherent without "
              "Aperture and ReservedSysMem are only reported, the other contradictions also end "
              "the start.",
     .wrong = R"(descriptor->Flags.CpuVisible = 1;
descriptor->Flags.CacheCoherent = 1;)",
     .right = R"(descriptor->Flags.Aperture = 1;
descriptor->Flags.CpuVisible = 1;
descriptor->Flags.CacheCoherent = 1;)"},
    {.rule = "K-319",
     .why = "An aperture is empty until the driver points its entries at system memory. A driver "
            "that declares one and cannot map leaves the GPU reading nothing.",
     .check = "DxgkDdiBuildPagingBuffer must be there and succeed, or ask for more room, for map "
              "and unmap operations; another status is reported when it returns.",
     .wrong = R"(case DXGK_OPERATION_MAP_APERTURE_SEGMENT:
    return STATUS_NOT_SUPPORTED;)",
     .right = R"(case DXGK_OPERATION_MAP_APERTURE_SEGMENT:
    return BuildMapAperture(adapter, &args->MapApertureSegment, args);
case DXGK_OPERATION_UNMAP_APERTURE_SEGMENT:
    return BuildUnmapAperture(adapter, &args->UnmapApertureSegment, args);)"},
    {.rule = "K-320",
     .why = "From WDDM 2 on there is one way out of the GPU's address space into system memory, "
            "and one kind of page table. Two of either leave the kernel to guess which is in "
            "force.",
     .check = "Contradicting MMU caps end the start of the adapter; a number of aperture segments "
              "other than one is reported and the adapter starts all the same.",
     .wrong = R"(caps->WDDMVersion = DXGKDDI_WDDMv2;
caps->MemoryManagementCaps.GpuMmuSupported = 1;
caps->MemoryManagementCaps.IoMmuSupported = 1;)",
     .right = R"(caps->WDDMVersion = DXGKDDI_WDDMv2;
caps->MemoryManagementCaps.VirtualAddressingSupported = 1;
caps->MemoryManagementCaps.GpuMmuSupported = 1;)"},
    {.rule = "K-321",
     .why = "Banks divide a segment for hints on placement. A gap would be memory that no bank "
            "has, and a bank beyond the end memory that does not exist.",
     .check = "With UseBanking the ends in pBankRangeTable must rise and stay inside the segment; "
              "the last bank is taken to end with it. Looked at while the segments are read.",
     .wrong = R"(SIZE_T ends[] = {0x4000000, 0x2000000, 0x8000000};
descriptor->Flags.UseBanking = 1;
descriptor->NbOfBanks = 3;
descriptor->pBankRangeTable = ends;)",
     .right = R"(SIZE_T ends[] = {0x2000000, 0x4000000, 0x8000000};
descriptor->Flags.UseBanking = 1;
descriptor->NbOfBanks = 3;
descriptor->pBankRangeTable = ends;)"},
    {.rule = "K-322",
     .why = "The finer scheduling features work on nodes and engines. A driver that does not know "
            "engines cannot be preempted on one.",
     .check = "SchedulingCaps are looked at right after the DRIVERCAPS query; a cap without "
              "MultiEngineAware, or NoDmaPatching without PreemptionAware, is reported and the "
              "adapter does not start.",
     .wrong = R"(caps->SchedulingCaps.PreemptionAware = 1;)",
     .right = R"(caps->SchedulingCaps.MultiEngineAware = 1;
caps->SchedulingCaps.PreemptionAware = 1;)"},
};

}  // namespace

Lessons kernel_19() { return kKernel19Lessons; }

}  // namespace drydock::rules::lessons
