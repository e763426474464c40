// Allocation property flags (DXGK_ALLOCATIONINFOFLAGS*, FLAGS2).
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel09Lessons[] = {
    {.rule = "K-147",
     .why = "The CPU gets a mapping only of allocations that the driver declared visible. Without "
            "the flag every lock of it fails, and the program sees a black surface.",
     .check = "D3DKMTLock and D3DKMTLock2 ask for the CpuVisible flag that DxgkDdiCreateAllocation "
              "returned and answer STATUS_INVALID_PARAMETER without it.",
     .wrong = R"(// a staging surface that the user-mode driver locks
info->SupportedWriteSegmentSet = 1 << (APERTURE_SEGMENT - 1);)",
     .right = R"(info->SupportedWriteSegmentSet = 1 << (APERTURE_SEGMENT - 1);
info->Flags.CpuVisible = 1;)"},
    {.rule = "K-149",
     .why = "Permanent system memory exists to be shared with the CPU. Hidden from it, the flag "
            "pins pages for nothing.",
     .check = "The flags of each element are looked at after DxgkDdiCreateAllocation; "
              "PermanentSysMem alone is reported and the creation fails.",
     .wrong = R"(info->Flags.PermanentSysMem = 1;)",
     .right = R"(info->Flags.CpuVisible = 1;
info->Flags.PermanentSysMem = 1;)"},
    {.rule = "K-150",
     .why = "Caching is about how the CPU sees the pages, so it says nothing without a CPU view. "
            "On memory that is only written it costs reads of lines that nobody wants.",
     .check = "Cached without CpuVisible is reported after DxgkDdiCreateAllocation; that an "
              "allocation is only ever written cannot be seen there.",
     .wrong = R"(info->Flags.Cached = 1;)",
     .right = R"(info->Flags.CpuVisible = 1;
info->Flags.Cached = 1;)"},
    {.rule = "K-151",
     .why = "The display reads a primary all the time and GDI draws into it. It cannot be cached, "
            "protected or system memory that belongs to somebody else.",
     .check = "For an allocation that the client created with Primary, the forbidden flags and "
              "write segments that neither are apertures nor have CpuVisible are reported after "
              "DxgkDdiCreateAllocation.",
     .wrong = R"(info->Flags.CpuVisible = 1;
info->Flags.Cached = 1;
info->SupportedWriteSegmentSet = 1 << (HIDDEN_VRAM_SEGMENT - 1);)",
     .right = R"(info->Flags.CpuVisible = 1;
info->SupportedWriteSegmentSet = 1 << (VISIBLE_VRAM_SEGMENT - 1);)"},
    {.rule = "K-152",
     .why = "Each of the four says where the pages come from and who may see them. Two answers to "
            "one question leave the memory manager with none.",
     .check = "More than one of the four flags in an element that DxgkDdiCreateAllocation returned "
              "is reported, and nothing is created.",
     .wrong = R"(info->Flags.PermanentSysMem = 1;
info->Flags.Protected = 1;)",
     .right = R"(info->Flags.CpuVisible = 1;
info->Flags.PermanentSysMem = 1;)"},
    {.rule = "K-153",
     .why = "The caller's pages are cached already. A second mapping of them without caching lets "
            "the processor keep two versions of one line.",
     .check = "An allocation of existing memory whose answer lacks Cached is reported after "
              "DxgkDdiCreateAllocation; it is created all the same.",
     .wrong = R"(info->Flags.CpuVisible = 1;
info->Flags.ExistingSysMem = 1;)",
     .right = R"(info->Flags.CpuVisible = 1;
info->Flags.ExistingSysMem = 1;
info->Flags.Cached = 1;)"},
    {.rule = "K-158",
     .why = "The second address exists so that a primary can be locked while the display keeps "
            "reading the first one. Nothing else has a display on it.",
     .check = "Before WDDM 2.0, UseAlternateVA on an allocation that the client did not mark "
              "Primary is reported when DxgkDdiCreateAllocation returns.",
     .wrong = R"(info->Flags.CpuVisible = 1;
info->Flags.UseAlternateVA = 1;)",
     .right = R"(info->Flags.CpuVisible = 1;
info->Flags.UseAlternateVA = data.IsPrimary ? 1 : 0;)"},
    {.rule = "K-160",
     .why = "The GPU writes time stamps into a history buffer and the kernel reads them. It must "
            "see them, and no other property may move or hide the buffer.",
     .check = "With HistoryBuffer only CpuVisible, which must be set, and Cached may stand "
              "beside it; and Cached must, when one of its segments is an aperture that is "
              "cache coherent.",
     .wrong = R"(info->Flags.HistoryBuffer = 1;
info->Flags.Protected = 1;)",
     .right = R"(info->Flags.HistoryBuffer = 1;
info->Flags.CpuVisible = 1;)"},
    {.rule = "K-161",
     .why = "The notification tells the driver when physical addresses become valid. An allocation "
            "that is reached only by virtual addresses has none to wait for.",
     .check = "From WDDM 2.0 on, ExplicitResidencyNotification without AccessedPhysically is "
              "reported after DxgkDdiCreateAllocation and the creation fails.",
     .wrong = R"(info->FlagsWddm2.ExplicitResidencyNotification = 1;)",
     .right = R"(info->FlagsWddm2.AccessedPhysically = 1;
info->FlagsWddm2.ExplicitResidencyNotification = 1;)"},
    {.rule = "K-162",
     .why = "An engine without virtual addresses reaches an allocation by one address and its "
            "size. From WDDM 2.0 on the memory manager keeps an allocation in one piece, and maps "
            "it into the aperture, only when the driver says that it needs that.",
     .check = "D3DKMTRender looks at each allocation of the list: from WDDM 2.0 on, one that was "
              "created without AccessedPhysically is reported and the submission is refused.",
     .wrong = R"(info->FlagsWddm2.Value = 0;
info->FlagsWddm2.CpuVisible = 1;)",
     .right = R"(info->FlagsWddm2.Value = 0;
info->FlagsWddm2.CpuVisible = 1;
info->FlagsWddm2.AccessedPhysically = 1;)"},
    {.rule = "K-164",
     .why = "The flag asks for a mapping that only the second form of the aperture operations can "
            "describe, and the kernel uses that form only with a driver that declared it.",
     .check = "From WDDM 2.9 on, MapApertureCpuVisible is compared with "
              "MemoryManagementCaps.MapAperture2Supported after DxgkDdiCreateAllocation, and "
              "with AccessedPhysically.",
     .wrong = R"(info->FlagsWddm2.MapApertureCpuVisible = 1;)",
     .right = R"(caps->MemoryManagementCaps.MapAperture2Supported = 1;
…
info->FlagsWddm2.MapApertureCpuVisible = 1;)"},
    {.rule = "K-165",
     .why = "The flag hands the pages behind a program's allocation to the driver. The system "
            "offers that only when both sides agreed on the feature.",
     .check = "From WDDM 3.0 on, the flag is reported when the driver has not asked for the "
              "feature, or has no DxgkDdiSetAllocationBackingStore, and on an allocation that is "
              "not shared, lies over memory of a client, or may be outside an aperture.",
     .wrong = R"(info->Flags2.ShareBackingStoreWithKmd = 1;)",
     .right = R"(feature.DeviceHandle = Dxgk->DeviceHandle;
feature.FeatureId = DXGK_FEATURE_SHARE_BACKING_STORE_WITH_KMD;
Dxgk->DxgkCbIsFeatureEnabled(&feature);
if (feature.Enabled)
    info->Flags2.ShareBackingStoreWithKmd = 1;)"},
    {.rule = "K-168",
     .why = "To lock what lies in video memory it is moved or mapped for one process, while the "
            "others that share it go on using the old place.",
     .check = "A shared allocation with CpuVisible whose write segments are not all apertures is "
              "noted after DxgkDdiCreateAllocation; it is created.",
     .wrong = R"(info->Flags.CpuVisible = 1;
info->SupportedWriteSegmentSet = 1 << (VRAM_SEGMENT - 1);)",
     .right = R"(info->Flags.CpuVisible = 1;
info->SupportedWriteSegmentSet = 1 << (APERTURE_SEGMENT - 1);)"},
};

}  // namespace

Lessons kernel_09() { return kKernel09Lessons; }

}  // namespace drydock::rules::lessons
