// Recommended networks and topologies.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayRecommendation[] = {
    {.id = "D-075",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiRecommendFunctionalVidPn gets an empty VidPn and a reason",
     .text = "RecommendFunctionalVidPn (PASSIVE_LEVEL) gets an empty VidPn and RequestReason "
             "HOTKEY, USERMODE or FIRMWARE, never UNINITIALIZED.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_recommendfunctionalvidpn.md; "
               "d3dkmddi/ne-d3dkmddi-_dxgk_recommendfunctionalvidpn_reason.md",
     .tests = {proves(
         "ModeManagerPromises.D075RecommendationIsAskedForAnEmptyNetworkWithAReason")}},
    {.id = "D-076",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Recommended VidPn is not functional, or its absence has another status",
     .text = "RecommendFunctionalVidPn: STATUS_SUCCESS means functional: at least one path, and "
             "a pinned mode on every source and every target of it. A driver with nothing to "
             "offer returns STATUS_GRAPHICS_NO_RECOMMENDED_FUNCTIONAL_VIDPN (or "
             "STATUS_NO_MEMORY).",
     .outcome = "a finding, the kernel discards the VidPn; other statuses: lint",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_recommendfunctionalvidpn.md",
     .lesson = {.why = "The recommendation is committed as it is. Without a path or a pinned mode "
                       "there is nothing to commit.",
                .check =
                    "After a success each path of the network must have a pinned source mode "
                    "and a pinned target mode. A status that the page does not list is a lint.",
                .wrong = "return STATUS_SUCCESS;  // nothing was added",
                .right = "return STATUS_GRAPHICS_NO_RECOMMENDED_FUNCTIONAL_VIDPN;"},
     .tests = {provokes("NetworkCallRules.D076RecommendationOfNothingIsFound"),
               stays_silent("NetworkCallRules.D076NoRecommendationIsSilent")}},
    {.id = "D-077",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver recommends a VidPn that it does not support",
     .text = "A VidPn that the driver recommends is one that its IsSupportedVidPn accepts "
             "(inferred: the recommendation must be implementable).",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_recommendfunctionalvidpn.md",
     .lesson = {.why = "What a driver recommends it must be able to show.",
                .check = "A recommended network is put to DxgkDdiIsSupportedVidPn.",
                .wrong = "AddPath(source, target + 1);  // IsSupportedVidPn knows one target",
                .right = "AddPath(source, target);"},
     .tests = {provokes("NetworkCallRules.D077RecommendationThatIsNotSupportedIsFound"),
               stays_silent("ModeManagerPromises.D080RecommendationComesBeforeCandidates")}},
    {.id = "D-078",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Recommendation for firmware differs from what is on screen",
     .text = "Reason FIRMWARE asks for the topology and timings that are set now, as inherited "
             "at boot or resume.",
     .outcome = "a finding",
     .source = "d3dkmddi/ne-d3dkmddi-_dxgk_recommendfunctionalvidpn_reason.md"},
    {.id = "D-079",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Private data of a recommendation is read beyond its size",
     .text = "pPrivateDriverData is data of a user-mode program and is read only within "
             "PrivateDriverDataSize; NumberOfVidPnTargets and the prioritisation vector are "
             "reserved and not used.",
     .outcome = "out-of-bounds read, Windows stops the machine",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_recommendfunctionalvidpn.md"},
    {.id = "D-080",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The first VidPn is the recorded one, the recommended one or one that the driver "
              "supports",
     .text = "Initial VidPn: a recorded one if there is one, else the recommendation, else "
             "one-path candidates put to IsSupportedVidPn until one is accepted; "
             "EnumVidPnCofuncModality follows.",
     .outcome = "a defect of Drydock",
     .source = "display/enumerating-child-devices-of-a-display-adapter.md; "
               "display/system-calls-to-recommend-vidpn-topology.md",
     .tests = {proves("ModeManagerPromises.D080RecommendationComesBeforeCandidates"),
               proves("ModeManagerPromises.D026DriverIsAskedInTheDocumentedOrder")}},
    {.id = "D-081",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiRecommendVidPnTopology is not called from Windows 7 on",
     .text = "RecommendVidPnTopology is never called from Windows 7 on.",
     .outcome = "a defect of Drydock",
     .source = "display/system-calls-to-recommend-vidpn-topology.md",
     .tests = {proves("ModeManagerPromises.D081TopologyIsNeverAskedFor")}},
    {.id = "D-082",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "DxgkDdiRecommendVidPnTopology adds no path or cancels where it may not",
     .text = "(Vista kernels) With a source id RecommendVidPnTopology adds at least one path "
             "from it, with D3DDDI_ID_ALL it builds the topology; "
             "STATUS_GRAPHICS_CANCEL_VIDPN_TOPOLOGY_AUGMENTATION is legal with a source id only.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_recommendvidpntopology.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_recommendvidpntopology.md",
     .reason = "DxgkDdiRecommendVidPnTopology is never called: Windows calls it before version 7 "
               "only (D-081)"},
};

}  // namespace

Chapter recommendation() { return kDisplayRecommendation; }

}  // namespace drydock::rules::display
