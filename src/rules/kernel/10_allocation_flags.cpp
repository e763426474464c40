// Allocation property flags (DXGK_ALLOCATIONINFOFLAGS*, FLAGS2).
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelAllocationFlags[] = {
    {.id = "K-147",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A lock needs CpuVisible",
     .text = "CpuVisible is required for any lock to succeed.",
     .outcome = "lock fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .tests = {proves("Lock.K240K147InvisibleOrForeignIsRefused")}},
    {.id = "K-148",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only the creating process may lock a shared allocation",
     .text = "Only the process that created a shared allocation may lock it (exception: GDI "
             "non-managed primary).",
     .outcome = "lock fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md; "
               "d3dukmdt/ns-d3dukmdt-_d3dddicb_lockflags.md",
     .tests = {proves("Lock.K148OnlyTheCreatorLocksWhatIsShared")}},
    {.id = "K-149",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "PermanentSysMem is set without CpuVisible",
     .text = "PermanentSysMem requires CpuVisible.",
     .outcome = "creation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .lesson = {.why = "Permanent system memory exists to be shared with the CPU. Hidden from it, "
                       "the flag pins pages for nothing.",
                .check = "The flags of each element are looked at after DxgkDdiCreateAllocation; "
                         "PermanentSysMem alone is reported and left out.",
                .wrong = R"(info->Flags.PermanentSysMem = 1;)",
                .right = R"(info->Flags.CpuVisible = 1;
info->Flags.PermanentSysMem = 1;)"},
     .tests = {provokes("AllocationAnswer.K149PermanentSystemMemoryUnseenIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-150",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Cached is set without CpuVisible",
     .text = "Cached requires CpuVisible.",
     .outcome = "creation fails / slow",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .lesson =
         {.why = "Caching is about how the CPU sees the pages, so it says nothing without a CPU "
                 "view. On memory that is only written it costs reads of lines that nobody wants.",
          .check = "Cached without CpuVisible is reported after DxgkDdiCreateAllocation, and left "
                   "out. Which allocations are only ever written the host cannot know.",
          .wrong = R"(info->Flags.Cached = 1;)",
          .right = R"(info->Flags.CpuVisible = 1;
info->Flags.Cached = 1;)"},
     .tests = {provokes("AllocationAnswer.K150CachedUnseenIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-151",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Primary carries a flag or segment that primaries may not have",
     .text = "PermanentSysMem, Cached, Protected, ExistingSysMem, ExistingKernelSysMem are "
             "forbidden on a primary; the primary's write segments must all be CPU accessible.",
     .outcome = "creation fails",
     .source = "d3dukmdt/ns-d3dukmdt-_d3dddi_allocationinfo.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .lesson = {.why = "The display reads a primary all the time and GDI draws into it. It cannot "
                       "be cached, protected or system memory that belongs to somebody else.",
                .check = "For an allocation that the client created with Primary, the forbidden "
                         "flags and write segments that neither are apertures nor have CpuVisible "
                         "are reported after DxgkDdiCreateAllocation.",
                .wrong = R"(info->Flags.CpuVisible = 1;
info->Flags.Cached = 1;
info->SupportedWriteSegmentSet = 1 << (HIDDEN_VRAM_SEGMENT - 1);)",
                .right = R"(info->Flags.CpuVisible = 1;
info->SupportedWriteSegmentSet = 1 << (VISIBLE_VRAM_SEGMENT - 1);)"},
     .tests = {provokes("AllocationAnswer.K151CachedPrimaryIsFound"),
               provokes("AllocationAnswer.K151PrimaryOutOfTheCpusReachIsFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-152",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation combines memory-kind flags that exclude one another",
     .text =
         "Protected, PermanentSysMem, ExistingSysMem and ExistingKernelSysMem exclude one another.",
     .outcome = "creation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .lesson = {.why = "Each of the four says where the pages come from and who may see them. Two "
                       "answers to one question leave the memory manager with none.",
                .check =
                    "More than one of the four flags in an element that DxgkDdiCreateAllocation "
                    "returned is reported; Protected and PermanentSysMem are left out then.",
                .wrong = R"(info->Flags.PermanentSysMem = 1;
info->Flags.Protected = 1;)",
                .right = R"(info->Flags.CpuVisible = 1;
info->Flags.PermanentSysMem = 1;)"},
     .tests = {provokes("AllocationAnswer.K152TwoKindsOfMemoryAreFound"),
               stays_silent("AllocationAnswer.ProperAnswerIsSilent")}},
    {.id = "K-153",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Existing cacheable memory is not flagged Cached",
     .text = "Existing memory mapped cacheable must be flagged Cached.",
     .outcome = "cache corruption",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .lesson = {.why = "The caller's pages are cached already. A second mapping of them without "
                       "caching lets the processor keep two versions of one line.",
                .check = "An allocation of existing memory whose answer lacks Cached is reported "
                         "after DxgkDdiCreateAllocation; it is created all the same.",
                .wrong = R"(info->Flags.CpuVisible = 1;
info->Flags.ExistingSysMem = 1;)",
                .right = R"(info->Flags.CpuVisible = 1;
info->Flags.ExistingSysMem = 1;
info->Flags.Cached = 1;)"},
     .tests = {provokes("AllocationAnswer.K153ExistingMemoryThatIsNotCachedIsFound"),
               stays_silent("AllocationAnswer.K153ExistingMemoryThatIsCachedIsSilent")}},
    {.id = "K-154",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Existing-memory allocations lock as permanent backing store",
     .text = "ExistingSysMem/ExistingKernelSysMem allocations have permanent-backing-store lock "
             "semantics.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .tests = {proves("Standard.ExistingHeapIsDescribedCreatedAndLocked")}},
    {.id = "K-155",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Locking a PermanentSysMem allocation always returns its backing store",
     .text = "PermanentSysMem: a lock always returns the backing store; an unlock while in a "
             "memory segment causes a normal paging update; a clean allocation is discarded on "
             "eviction instead of copied out.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .tests = {proves("Swizzling.K155APermanentAllocationLeavesWithoutACopyUnlessItWasWritten")}},
    {.id = "K-156",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Allocations that are captured into stay pinned",
     .text = "A Capture allocation whose address the driver has asked for is pinned, and evicted "
             "only for TDR, PnP stop or level-three synchronisation.",
     .outcome = "content of another allocation can be lost if violated",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .tests = {proves("CaptureAddress.StaysWhenMemoryIsScarce")}},
    {.id = "K-157",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Allocations beside overlays take more than 80% of the eviction segment",
     .text = "Allocations sharing an aperture eviction segment with overlays must be limited to "
             "80% of it.",
     .outcome = "eviction impossible, contents lost, owner cannot render",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .reason = "the display book makes the same demand as D-191"},
    {.id = "K-158",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "UseAlternateVA is set on an allocation that is no primary",
     .text = "UseAlternateVA only on a primary.",
     .outcome = "allocation not created",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .lesson = {.why = "The second address exists so that a primary can be locked while the "
                       "display keeps reading the first one. Nothing else has a display on it.",
                .check = "Before WDDM 2.0, UseAlternateVA on an allocation that the client did not "
                         "mark Primary is reported when DxgkDdiCreateAllocation returns.",
                .wrong = R"(info->Flags.CpuVisible = 1;
info->Flags.UseAlternateVA = 1;)",
                .right = R"(info->Flags.CpuVisible = 1;
info->Flags.UseAlternateVA = data.IsPrimary ? 1 : 0;)"},
     .tests = {provokes("AllocationAnswer.K158AlternateAddressOfNoPrimaryIsFound"),
               stays_silent("AllocationAnswer.K158AlternateAddressOfAPrimaryIsSilent")}},
    {.id = "K-159",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "SynchronousPaging waits for the fences before and the paging after",
     .text = "SynchronousPaging: wait until all fences referencing the allocation are reported "
             "before paging it, and for the paging to finish before the next ordinary DMA buffer.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .tests = {proves("Swizzling.K159PagingComesBetweenTheFencesAndTheNextBuffer")}},
    {.id = "K-160",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "HistoryBuffer allocation lacks CpuVisible or carries other flags",
     .text = "HistoryBuffer requires CpuVisible (and Cached where the aperture is cache coherent) "
             "and all other flags zero.",
     .outcome = "creation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .lesson = {.why = "The GPU writes time stamps into a history buffer and the kernel reads "
                       "them. It must see them, and no other property may move or hide the buffer.",
                .check = "With HistoryBuffer only CpuVisible, which must be set, and Cached may "
                         "stand beside it; and Cached must, when one of its segments is an "
                         "aperture that is cache coherent.",
                .wrong = R"(info->Flags.HistoryBuffer = 1;
info->Flags.Protected = 1;)",
                .right = R"(info->Flags.HistoryBuffer = 1;
info->Flags.CpuVisible = 1;)"},
     .tests = {provokes("AllocationAnswer.K160HistoryBufferUncachedInACoherentApertureIsFound"),
               provokes("AllocationAnswer.K160HistoryBufferWithOtherFlagsIsFound"),
               stays_silent("AllocationAnswer.K160HistoryBufferIsSilent")}},
    {.id = "K-161",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ExplicitResidencyNotification is set without AccessedPhysically",
     .text = "ExplicitResidencyNotification only with AccessedPhysically.",
     .outcome = "creation fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags.md",
     .lesson = {.why = "The notification tells the driver when physical addresses become valid. An "
                       "allocation that is reached only by virtual addresses has none to wait for.",
                .check =
                    "From WDDM 2.0 on, ExplicitResidencyNotification without AccessedPhysically is "
                    "reported after DxgkDdiCreateAllocation and left out.",
                .wrong = R"(info->FlagsWddm2.ExplicitResidencyNotification = 1;)",
                .right = R"(info->FlagsWddm2.AccessedPhysically = 1;
info->FlagsWddm2.ExplicitResidencyNotification = 1;)"},
     .tests = {provokes("AllocationAnswer.K161NotificationWithoutPhysicalAccessIsFound"),
               stays_silent("AllocationAnswer.K161NotificationWithPhysicalAccessIsSilent")}},
    {.id = "K-162",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocation list of a physical engine names one without AccessedPhysically",
     .text = "On an adapter with GPU virtual addressing AccessedPhysically is required before an "
             "allocation may appear in an allocation list of a physically addressed engine.",
     .outcome = "submission rejected",
     .source = "display/gpu-segments.md",
     .lesson =
         {.why = "An engine without virtual addresses reaches an allocation by one address and its "
                 "size. From WDDM 2.0 on the memory manager keeps an allocation in one piece, and "
                 "maps it into the aperture, only when the driver says that it needs that.",
          .check = "D3DKMTRender looks at each allocation of the list: on an adapter with GPU "
                   "virtual addressing a submission that names one created without "
                   "AccessedPhysically is refused. It is reported when DxgkDdiGetNodeMetadata said "
                   "that the node has no MMU: otherwise the client chose a context without "
                   "virtual addresses for an engine that has them.",
          .wrong = R"(info->FlagsWddm2.Value = 0;
info->FlagsWddm2.CpuVisible = 1;)",
          .right = R"(info->FlagsWddm2.Value = 0;
info->FlagsWddm2.CpuVisible = 1;
info->FlagsWddm2.AccessedPhysically = 1;)"},
     .tests = {provokes("Apertures.K162AllocationWithoutPhysicalAccessIsFound"),
               stays_silent("Apertures.K162EngineWithAddressesIsSilent"),
               stays_silent("Apertures.K162OlderDriversAreSilent"),
               stays_silent("Apertures.K162PhysicalAccessIsSilent"),
               stays_silent("Apertures.K162WithoutVirtualAddressesIsSilent")}},
    {.id = "K-163",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "AccessedPhysically allocations are contiguous or mapped while resident",
     .text = "AccessedPhysically allocations are contiguous in memory segments and mapped into the "
             "aperture whenever resident; primaries without it only while displayed; others only "
             "by GPU VA.",
     .outcome = "a defect of Drydock",
     .source = "display/gpu-segments.md",
     .tests = {proves("AllocationProperty.K163WhatIsAccessedPhysicallyIsMapped"),
               proves("Apertures.K163OthersAreNotMapped"),
               proves("Apertures.K163PhysicalMeansInARow")}},
    {.id = "K-164",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "MapApertureCpuVisible is set without the MapAperture2Supported cap",
     .text = "MapApertureCpuVisible needs the MapAperture2Supported cap (and AccessedPhysically, "
             "or the allocation is moved to implicit system memory and never mapped).",
     .outcome = "DxgkDdiCreateAllocation path fails",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_allocationinfoflags_wddm2_0.md; "
               "display/iommu-dma-remapping.md",
     .lesson =
         {.why = "The flag asks for a mapping that only the second form of the aperture operations "
                 "can describe, and the kernel uses that form only with a driver that declared it.",
          .check = "From WDDM 2.9 on, MapApertureCpuVisible is compared with "
                   "MemoryManagementCaps.MapAperture2Supported after DxgkDdiCreateAllocation, and "
                   "with AccessedPhysically.",
          .wrong = R"(info->FlagsWddm2.MapApertureCpuVisible = 1;)",
          .right = R"(caps->MemoryManagementCaps.MapAperture2Supported = 1;
…
info->FlagsWddm2.MapApertureCpuVisible = 1;)"},
     .tests = {provokes("AllocationAnswer.K164ApertureForTheCpuWithoutPhysicalAccessIsFound"),
               provokes("AllocationAnswer.K164ApertureForTheCpuWithoutTheCapIsFound"),
               stays_silent("AllocationAnswer.K164ApertureForTheCpuWithTheCapIsSilent")}},
    {.id = "K-165",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ShareBackingStoreWithKmd is set where the feature does not allow it",
     .text = "ShareBackingStoreWithKmd only if the feature query said enabled; allocation must be "
             "shared, system-memory/aperture only, not on existing system memory.",
     .outcome = "creation fails",
     .source = "d3dkmddi/ns-d3dkmddi-dxgk_allocationinfoflags2.md; "
               "display/sharing-backing-store-with-kmd.md",
     .lesson =
         {.why = "The flag hands the pages behind a program's allocation to the driver. The system "
                 "offers that only when both sides agreed on the feature.",
          .check = "From WDDM 3.0 on, the flag is reported when the driver has not asked for the "
                   "feature, or has no DxgkDdiSetAllocationBackingStore, and on an allocation that "
                   "is not shared, lies over memory of a client, or may be outside an aperture.",
          .wrong = R"(info->Flags2.ShareBackingStoreWithKmd = 1;)",
          .right = R"(feature.DeviceHandle = Dxgk->DeviceHandle;
feature.FeatureId = DXGK_FEATURE_SHARE_BACKING_STORE_WITH_KMD;
Dxgk->DxgkCbIsFeatureEnabled(&feature);
if (feature.Enabled)
    info->Flags2.ShareBackingStoreWithKmd = 1;)"},
     .tests = {provokes("AllocationAnswer.K165BackingStoreThatIsNotEnabledIsFound"),
               provokes("Apertures.K165BackingStoreInVideoMemoryIsFound"),
               provokes("Apertures.K165BackingStoreOfWhatIsNotSharedIsFound"),
               stays_silent("AllocationAnswer.K165WithoutTheFlagIsSilent"),
               stays_silent("Apertures.K166TheBackingStoreLivesAsLongAsTheAllocation")}},
    {.id = "K-166",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A shared backing store's address stays valid until DestroyAllocation",
     .text = "With ShareBackingStoreWithKmd, DxgkDdiSetAllocationBackingStore is called during "
             "CreateAllocation; the address stays valid until DxgkDdiDestroyAllocation for it.",
     .outcome = "a defect of Drydock; use after destroy = bugcheck-class",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setallocationbackingstore.md",
     .tests = {proves("Apertures.K166TheBackingStoreLivesAsLongAsTheAllocation"),
               proves("Apertures.K166DriverWithoutTheFlagIsNotCalled")}},
    {.id = "K-167",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An eviction or IOMMU unmap is announced before it happens",
     .text = "NotifyEviction / NotifyIoMmuUnmap (WDDM 3.2): a NOTIFY_ALLOC paging operation is "
             "built and run before the eviction / IOMMU unmap; sent only for aperture or implicit "
             "system memory; may repeat in chunks.",
     .outcome = "a defect of Drydock",
     .source = "display/allocation-notification.md",
     .tests = {proves("Apertures.K167DriverIsNotifiedBeforeAnEviction"),
               proves("Apertures.K167NothingIsNotifiedForMemorySegmentsOrOtherDrivers")}},
    {.id = "K-168",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Shared allocation is CPU visible outside an aperture segment",
     .text = "Shared allocations should not be CPU visible unless they live only in an aperture "
             "segment (sample guidance).",
     .outcome = "lint; known from Microsoft's sample driver alone",
     .source = "graphics-driver-samples/roskmd/RosKmdAdapter.cpp",
     .lesson = {.why = "To lock what lies in video memory it is moved or mapped for one process, "
                       "while the others that share it go on using the old place.",
                .check = "A shared allocation with CpuVisible whose write segments are not all "
                         "apertures is noted after DxgkDdiCreateAllocation; it is created.",
                .wrong = R"(info->Flags.CpuVisible = 1;
info->SupportedWriteSegmentSet = 1 << (VRAM_SEGMENT - 1);)",
                .right = R"(info->Flags.CpuVisible = 1;
info->SupportedWriteSegmentSet = 1 << (APERTURE_SEGMENT - 1);)"},
     .tests = {provokes("AllocationAnswer.K168SharedAndVisibleInMemoryIsFound"),
               stays_silent("AllocationAnswer.K168SharedAndVisibleInAnApertureIsSilent")}},
};

}  // namespace

Chapter allocation_flags() { return kKernelAllocationFlags; }

}  // namespace drydock::rules::kernel
