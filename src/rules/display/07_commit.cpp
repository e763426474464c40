// Committing a network and changing its paths.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayCommit[] = {
    {.id = "D-098",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiCommitVidPn comes at PASSIVE_LEVEL with nobody else in the driver",
     .text = "CommitVidPn is called at PASSIVE_LEVEL under level two: no other thread in the "
             "driver, GPU idle, nothing queued.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_commitvidpn.md; "
               "display/threading-and-synchronization-second-level.md"},
    {.id = "D-099",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A committed VidPn is functional or empty, and other sources keep their paths",
     .text = "CommitVidPn: hFunctionalVidPn is functional, or its topology is empty (nothing "
             "displayed); with a source id in AffectedVidPnSourceId all paths of other sources "
             "equal those of the active VidPn.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn_flags.md",
     .tests = {proves("ModeManagerPromises.D099CommittedNetworkIsFunctionalOrEmpty")}},
    {.id = "D-100",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A committed mode was enumerated by the driver, and the primary belongs to its "
              "source",
     .text = "In CommitVidPn each pinned mode was in a set that the driver itself enumerated, "
             "and hPrimaryAllocation is the driver handle of the primary of "
             "AffectedVidPnSourceId (first half inferred).",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_present.md"},
    {.id = "D-101",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Commit of all sources takes effect in part",
     .text = "CommitVidPn with D3DDDI_ID_ALL: the whole VidPn is one transaction: all of it "
             "becomes active or none.",
     .outcome = "a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn.md"},
    {.id = "D-102",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Failed commit does not leave the previous VidPn in force",
     .text = "A commit that fails leaves the previous VidPn in force (stated for D3DDDI_ID_ALL "
             "and for the monitor check; inferred for the rest).",
     .outcome = "a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn.md"},
    {.id = "D-103",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Commit does not answer a missing monitor as it was asked to",
     .text = "CommitVidPn with D3DKMDT_MCC_ENFORCE: a target without monitor makes the commit "
             "fail with STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY; with D3DKMDT_MCC_IGNORE "
             "connection need not be looked at.",
     .outcome = "a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn.md"},
    {.id = "D-104",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Commit refuses a scaling with another status than documented",
     .text = "CommitVidPn refuses a scaling that the path cannot do with "
             "STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED; the kernel then applies its default "
             "scaling.",
     .outcome = "other status: a finding; no retry with default scaling: a defect of Drydock",
     .source = "d3dkmdt/ns-d3dkmdt-_d3dkmdt_vidpn_present_path_transformation.md; "
               "display/using-aspect-ratio-and-custom-scaling-modes.md"},
    {.id = "D-105",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Rotation that the driver offers cannot be set",
     .text = "Path rotation can always be set by CommitVidPn, and with SupportSmoothRotation by "
             "UpdateActiveVidPnPresentPath too. Angles count counter-clockwise.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_commitvidpn.md; "
               "display/optimized-screen-rotation-support.md; "
               "display/supporting-rotation-in-a-display-miniport-driver.md"},
    {.id = "D-106",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Flags of a commit are documented and clear in ordinary mode sets",
     .text = "CommitVidPn Flags: PathPowerTransition bit 0, PathPoweredOff bit 1, the rest zero; "
             "both clear in ordinary mode sets, which the driver applies at once.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn_flags.md",
     .tests = {proves("ModeManagerPromises.D106OrdinaryCommitHasNoFlags")}},
    {.id = "D-107",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Presents do not complete while the path changes power",
     .text = "On a commit with PathPowerTransition the driver may power the path down, but goes "
             "on completing DxgkDdiPresent for that source.",
     .outcome = "present refused or hung: a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn_flags.md"},
    {.id = "D-108",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Commit for a path without power switches the path on",
     .text = "On a commit with PathPoweredOff the driver prepares presents for the new topology "
             "but does nothing that powers the path on, enabling vsync included.",
     .outcome = "a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn_flags.md"},
    {.id = "D-109",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Path is not switched on at resume when the commit demands it",
     .text = "On resume an empty topology with both flags clear may precede the commit with "
             "PathPowerTransition; monitors stay off for it. When it is told to turn the output "
             "on it does so even if no monitor is seen.",
     .outcome = "a finding; blank screen",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_commitvidpn_flags.md"},
    {.id = "D-110",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Mode change while the monitor is off is one commit with PathPoweredOff",
     .text = "A mode change while the monitor is off is one commit with PathPoweredOff (WDDM 1.2 "
             "and later); older drivers get a second one with an empty VidPn and no flags.",
     .outcome = "a defect of Drydock",
     .source = "display/seamless-state-transitions-in-wddm-1-2-and-later.md"},
    {.id = "D-111",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Queued flips are drained before a mode change or power-down",
     .text = "Queued flips are completed or cancelled before a mode change or monitor power-down "
             "begins (stated for the hardware flip queue, inferred for other flips).",
     .outcome = "a defect of Drydock",
     .source = "display/hardware-flip-queue.md"},
    {.id = "D-112",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiUpdateActiveVidPnPresentPath names a path of the active topology",
     .text = "UpdateActiveVidPnPresentPath is called at PASSIVE_LEVEL under level two, for a "
             "path of the active topology; rotation comes this way only between modes alike in "
             "size, topology, refresh rate, format and stride.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_updateactivevidpnpresentpath.md; "
               "display/threading-and-synchronization-second-level.md; "
               "display/optimized-screen-rotation-support.md"},
    {.id = "D-113",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiUpdateActiveVidPnPresentPath answers otherwise than documented",
     .text = "UpdateActiveVidPnPresentPath answers STATUS_GRAPHICS_PATH_NOT_IN_TOPOLOGY for a "
             "path that is not active and "
             "STATUS_GRAPHICS_PATH_CONTENT_GEOMETRY_TRANSFORMATION_NOT_SUPPORTED for a "
             "transformation or gamma ramp it cannot do; gamma ramps must be supported.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_updateactivevidpnpresentpath.md"},
    {.id = "D-114",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiSetTimingsFromVidPn fails where it has to describe the obstacle",
     .text = "(WDDM 2.2) SetTimingsFromVidPn, where implemented, stands in for CommitVidPn: "
             "PASSIVE_LEVEL, level two; obstacles are described in its output fields and the "
             "call still succeeds.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_settimingsfromvidpn.md; "
               "display/threading-and-synchronization-second-level.md"},
};

}  // namespace

Chapter commit() { return kDisplayCommit; }

}  // namespace drydock::rules::display
