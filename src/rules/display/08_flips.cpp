// Source addresses, visibility, vsync and flips.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayFlips[] = {
    {.id = "D-115",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiSetVidPnSourceAddress is pageable",
     .text = "SetVidPnSourceAddress is non-pageable in code and data: it comes at PASSIVE_LEVEL "
             "(level two) for mode switches and at DIRQL for MMIO flips.",
     .outcome = "page fault at DIRQL, Windows stops the machine",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setvidpnsourceaddress.md; "
               "display/threading-and-synchronization-second-level.md"},
    {.id = "D-116",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A source address is that of a primary which fits the committed VidPn",
     .text = "SetVidPnSourceAddress names only primaries that fit the committed VidPn (A8R8G8B8 "
             "and X8R8G8B8 count as alike), at the segment and address where they are held while "
             "they can be scanned out (last part inferred).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setvidpnsourceaddress.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_setvidpnsourceaddress.md"},
    {.id = "D-117",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Contexts of a source address are those of the flip, and none for a mode switch",
     .text = "SetVidPnSourceAddress: ContextCount is 0 for a mode switch (the Context array is "
             "then undefined); for a flip it is 1 plus the number of broadcast contexts, as "
             "driver context handles.",
     .outcome = "a defect of Drydock; driver reading Context at count 0: a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_setvidpnsourceaddress.md"},
    {.id = "D-118",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flags of a source address are consistent",
     .text = "SetVidPnSourceAddress: one of ModeChange, FlipImmediate, FlipOnNextVSync is set "
             "(inferred) and reserved bits are 0; FlipStereo excludes FlipStereoTemporaryMono, "
             "which excludes FlipStereoPreferRight; the stereo flags need an allocation created "
             "stereo.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_setvidpnsourceaddress_flags.md"},
    {.id = "D-119",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Hardware is not programmed from the properties of the allocation",
     .text = "SetVidPnSourceAddress: if hAllocation is not NULL, the hardware is programmed from "
             "that allocation's own properties (pitch, swizzle and so on).",
     .outcome = "a finding: skewed picture",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_setvidpnsourceaddress.md"},
    {.id = "D-120",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiSetVidPnSourceAddress fails",
     .text = "SetVidPnSourceAddress may fail only with SharedPrimaryTransition, as "
             "STATUS_INVALID_PARAMETER, and even then not expected: the driver validates and "
             "programs the seamless change both ways.",
     .outcome = "a finding; no return to composition follows",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setvidpnsourceaddress.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_setvidpnsourceaddress_flags.md"},
    {.id = "D-121",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A flip is not reported by a vsync with the address that is scanned",
     .text = "FlipOnNextVSync takes effect at the next vertical sync, FlipImmediate at once. "
             "After the sync the ISR reports DXGK_INTERRUPT_CRTC_VSYNC with the address really "
             "being scanned, queues a DPC before it leaves, and the DPC calls DxgkCbNotifyDpc.",
     .outcome = "a finding: the flip never retires, or the wrong frame counts as shown",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setvidpnsourceaddress.md; "
               "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_interrupt.md"},
    {.id = "D-122",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Vsync reports no address, or that of a flip which is not latched",
     .text = "CrtcVsync.PhysicalAddress is never zero, not even while the source is invisible: "
             "it is what would be read if it were visible. A flip not yet latched is not "
             "reported.",
     .outcome = "a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_notify_interrupt_data.md; "
               "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md"},
    {.id = "D-123",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Vsync is reported for a target that is not active",
     .text = "VidPnTargetId of a vsync report is a target of the active topology (inferred); "
             "with PhysicalAdapterMask given, ValidPhysicalAdapterMask is set; a render-only "
             "adapter reports no vsync (K-414).",
     .outcome = "a finding; 0x119/6, 0x119/7, Windows stops the machine",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_notify_interrupt_data.md; "
               "debugger/bug-check-0x119---video-scheduler-internal-error.md"},
    {.id = "D-124",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Vsync is reported before pending interrupts of the DMA kind",
     .text = "If several interrupts are pending, those of the DMA kind are reported before "
             "vsync. (The same demand as K-406.)",
     .outcome = "a finding: a flip retires before the frame it shows",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_notify_interrupt.md"},
    {.id = "D-125",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "No more flips are queued than the driver takes, one for each vsync",
     .text = "No more than MaxQueuedFlipOnVSync flips are pending at a source, latched one per "
             "vsync in order; the driver's value must be valid.",
     .outcome = "a defect of Drydock; bad value 0x119/4, Windows stops the machine",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_drivercaps.md; "
               "debugger/bug-check-0x119---video-scheduler-internal-error.md"},
    {.id = "D-126",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flip interval that the driver has to support is refused",
     .text = "Immediate flips and interval one are always supported; intervals two to four only "
             "if FlipCaps.FlipInterval is set, and the kernel asks accordingly.",
     .outcome = "a finding; a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_flipcaps.md"},
    {.id = "D-127",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flip in clone view is not paced by the primary monitor",
     .text = "In clone view the flip is synchronised to the vsync of the primary monitor and "
             "immediate on the others (FlipImmediate is set for those); the kernel paces the "
             "source by the primary's vsync alone.",
     .outcome = "tearing or drifting flips: a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setvidpnsourceaddress.md"},
    {.id = "D-128",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Visibility of a source stops its vsync",
     .text = "SetVidPnSourceVisibility (PASSIVE_LEVEL, level two): FALSE stops scanning of the "
             "primary but vsync goes on; TRUE starts scanning.",
     .outcome = "missing vsync: a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_setvidpnsourcevisibility.md; "
               "display/threading-and-synchronization-second-level.md"},
    {.id = "D-129",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Visibility does not switch overlay planes as documented",
     .text = "With overlay planes, Visible FALSE turns every plane off and TRUE only the "
             "primary's on; SetVidPnSourceAddress turns all other planes off.",
     .outcome = "a finding",
     .source = "display/multiplane-overlay-vidpn-presentation.md"},
    {.id = "D-130",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Overlay plane that is not named does not stay as it was",
     .text = "A plane that was enabled and is missing from a later "
             "SetVidPnSourceAddressWithMultiPlaneOverlay stays on unflipped; one with Enabled "
             "FALSE goes off; several calls within one vsync are all carried out.",
     .outcome = "a finding",
     .source = "display/multiplane-overlay-vidpn-presentation.md"},
    {.id = "D-131",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Multiplane overlay call fails, or a vsync names a plane that does not exist",
     .text = "SetVidPnSourceAddressWithMultiPlaneOverlay and PostMultiPlaneOverlayPresent must "
             "succeed (except D-132); a vsync report names no plane beyond MaxOverlayPlanes.",
     .outcome = "0x119/0xB, bugcheck; 0x119/0xE",
     .source = "debugger/bug-check-0x119---video-scheduler-internal-error.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_postmultiplaneoverlaypresent.md"},
    {.id = "D-132",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "PrePresentNeeded is answered at PASSIVE_LEVEL too",
     .text = "SetVidPnSourceAddressWithMultiPlaneOverlay3 may answer STATUS_RETRY with "
             "PrePresentNeeded when called at interrupt level; the kernel repeats the call at "
             "PASSIVE_LEVEL with RetryAtLowerIrql.",
     .outcome = "a defect of Drydock if not repeated; PrePresentNeeded again at PASSIVE_LEVEL: a "
                "finding (inferred)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_setvidpnsourceaddresswithmultiplaneoverlay3.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_setvidpnsourceaddress_input_flags.md"},
    {.id = "D-133",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Vsync does not follow DxgkDdiControlInterrupt",
     .text = "While ControlInterrupt (PASSIVE_LEVEL, level two) has vsync enabled, every "
             "vertical retrace is reported; while disabled none need be; after "
             "DXGK_VSYNC_DISABLE_KEEP_PHASE it resumes in the old phase. Other types are refused "
             "as in K-413.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_controlinterrupt.md; "
               "d3dkmddi/ne-d3dkmddi-_dxgk_interrupt_type.md; "
               "d3dkmddi/ne-d3dkmddi-_dxgk_crtc_vsync_state.md"},
    {.id = "D-134",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "One form of vsync control is used in the life of an adapter",
     .text = "Only one of ControlInterrupt2 and ControlInterrupt3 is used in the life of an "
             "adapter; IndependentVidPnVSyncControl without ControlInterrupt3 fails adapter "
             "start.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_controlinterrupt2.md"},
    {.id = "D-135",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Vsync is switched off only for drivers that save power by it",
     .text = "Vsync is switched off after 10 idle refresh periods, and only for a driver with "
             "VSyncPowerSaveAware; GPU activity switches it on again.",
     .outcome = "a defect of Drydock",
     .source = "display/saving-energy-with-vsync-control.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_vidschcaps.md"},
    {.id = "D-136",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Display-only driver with vsync control reports no vsync",
     .text = "A display-only driver with vsync control reports DXGK_INTERRUPT_DISPLAYONLY_VSYNC "
             "with VidPnTargetId at the rate of the mode.",
     .outcome = "none for 2 s (TdrDodVSyncDelay): TDR",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkargcb_notify_interrupt_data.md; "
               "display/tdr-registry-keys.md"},
    {.id = "D-137",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiGetScanLine does not set both answers",
     .text = "GetScanLine (PASSIVE_LEVEL, level zero) sets both InVerticalBlank and ScanLine for "
             "the target named.",
     .outcome = "a finding (host poisons both)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_getscanline.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_getscanline.md; "
               "display/threading-and-synchronization-zero-level.md"},
    {.id = "D-138",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Hardware flip queue is used without the feature",
     .text = "(Hardware flip queue, WDDM 3.0) MaxHwQueuedFlips above 1 is set only after "
             "DxgkCbQueryFeatureSupport enabled DXGK_FEATURE_HWFLIPQUEUE at start.",
     .outcome = "a finding",
     .source = "display/hardware-flip-queue.md"},
    {.id = "D-139",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flips of a hardware queue have rising times and a log",
     .text = "Queued flips of a plane have TargetFlipTime equal or rising, and "
             "SetFlipQueueLogBuffer precedes the first flip of a plane; the log buffer is not "
             "freed while requests are outstanding.",
     .outcome = "a defect of Drydock",
     .source = "display/hardware-flip-queue.md"},
    {.id = "D-140",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Driver asks to drain a hardware flip queue that is empty",
     .text = "A flip that cannot be queued behind pending ones is answered STATUS_RETRY with "
             "HwFlipQueueDrainNeeded; with nothing pending that answer counts as "
             "STATUS_INVALID_PARAMETER.",
     .outcome = "TDR, or a stop in a checked run: Windows stops the machine",
     .source = "display/hardware-flip-queue.md"},
    {.id = "D-141",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Flip of a hardware queue is not logged before its interrupt",
     .text = "Each completed or cancelled flip has its log entry before the vsync interrupt or "
             "UpdateFlipQueueLog that covers it; of several expired flips the newest is shown "
             "and the rest logged as cancelled.",
     .outcome = "a finding",
     .source = "display/hardware-flip-queue.md"},
    {.id = "D-142",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Cancelled flips are not a gapless end of the queue",
     .text = "CancelFlips (DIRQL) cancels a gapless range that ends with the last flip "
             "submitted, and all or none of an interlocked set; SetInterruptTargetPresentId "
             "always succeeds, 0 meaning every vsync and UINT64_MAX none.",
     .outcome = "a finding",
     .source = "display/hardware-flip-queue.md; d3dkmddi/nc-d3dkmddi-dxgkddi_cancelflips.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_setinterrupttargetpresentid.md"},
};

}  // namespace

Chapter flips() { return kDisplayFlips; }

}  // namespace drydock::rules::display
