// DxgkDdiIsSupportedVidPn.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplaySupport[] = {
    {.id = "D-069",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiIsSupportedVidPn does not support the empty VidPn",
     .text = "IsSupportedVidPn answers a zero hDesiredVidPn with STATUS_SUCCESS and "
             "IsVidPnSupported TRUE, and likewise a VidPn with an empty topology.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_issupportedvidpn.md; "
               "display/determining-whether-a-vidpn-is-supported-on-a-display-adapter.md",
     .lesson = {.why = "Showing nothing is always possible. Who refuses it cannot be turned off.",
                .check = "The driver is asked about hDesiredVidPn 0 when the adapter starts.",
                .wrong = "if (arg->hDesiredVidPn == 0) return STATUS_INVALID_PARAMETER;",
                .right = R"(if (arg->hDesiredVidPn == 0) {
  arg->IsVidPnSupported = TRUE;
  return STATUS_SUCCESS;
})"},
     .tests = {provokes("NetworkCallRules.D069RefusalOfNothingIsFound"),
               stays_silent("NetworkCallRules.D069SupportOfNothingIsSilent")}},
    {.id = "D-070",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiIsSupportedVidPn returns a status without its answer",
     .text = "IsSupportedVidPn: STATUS_SUCCESS comes with IsVidPnSupported set to TRUE or FALSE, "
             "STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY with FALSE; STATUS_NO_MEMORY is the other "
             "result.",
     .outcome = "a finding (host poisons the member beforehand)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_issupportedvidpn.md",
     .lesson = {.why = "A success without an answer leaves the system to what the member held "
                       "before.",
                .check = "IsVidPnSupported is poisoned before the call; it and the status are "
                         "compared afterwards.",
                .wrong = "return STATUS_SUCCESS;  // IsVidPnSupported is not written",
                .right = R"(arg->IsVidPnSupported = CanShow(arg->hDesiredVidPn);
return STATUS_SUCCESS;)"},
     .tests = {provokes("NetworkCallRules.D070SuccessWithoutAnAnswerIsFound"),
               provokes("NetworkCallRules.D070StatusThatIsNotListedIsFound"),
               stays_silent("NetworkCallRules.D070RefusalIsSilent")}},
    {.id = "D-071",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "A VidPn that the driver called supported cannot be completed or committed",
     .text = "IsVidPnSupported TRUE means that the pinned modes can be kept, the open sources "
             "and targets can all be pinned, and the result can be implemented; monitors need "
             "not be connected for it.",
     .outcome = "later empty mode set or refused commit of an accepted VidPn: a finding",
     .source = "display/determining-whether-a-vidpn-is-supported-on-a-display-adapter.md",
     .lesson = {.why = "The answer is a promise: the system goes on with this network and has no "
                       "other by then.",
                .check = "An enumeration or a commit that refuses a network that was accepted is "
                         "reported, unless a fault was injected. Statuses that tell of memory or "
                         "of the device are none.",
                .wrong = "arg->IsVidPnSupported = TRUE;  // whatever the topology is",
                .right = "arg->IsVidPnSupported = CountPaths(arg->hDesiredVidPn) <= MAX_PATHS;"},
     .tests = {provokes("ModeManagerRules.D071CommitThatRefusesWhatWasSupportedIsFound"),
               provokes("ModeManagerRules.D071EnumerationThatRefusesWhatWasSupportedIsFound"),
               stays_silent("ModeManagerRules.D071NetworksThatAreNotSupportedAreSilent"),
               stays_silent("ModeManagerRules.D071CommitWithoutResourcesIsSilent")}},
    {.id = "D-072",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiIsSupportedVidPn changes the VidPn",
     .text = "IsSupportedVidPn only inspects: it pins, assigns, adds and removes nothing "
             "(inferred: the assign pages do not list this DDI).",
     .outcome = "STATUS_ACCESS_DENIED; a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_issupportedvidpn.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_assignsourcemodeset.md",
     .lesson = {.why = "The question is about the network as it is. A driver that changes it "
                       "answers another question.",
                .check = "In DxgkDdiIsSupportedVidPn the functions that change a network answer "
                         "STATUS_ACCESS_DENIED and report the call. A set may be created to try "
                         "modes on, and is released.",
                .wrong = "VidPn->pfnAssignSourceModeSet(arg->hDesiredVidPn, 0, set);",
                .right = "VidPn->pfnReleaseSourceModeSet(arg->hDesiredVidPn, set);"},
     .tests = {provokes("VidPnRules.D072AssignmentDuringASupportQueryIsFound"),
               stays_silent("VidPnRules.D072LookingIsSilent")}},
    {.id = "D-073",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiIsSupportedVidPn changes what is on screen",
     .text = "IsSupportedVidPn leaves hardware and the active VidPn as they are (inferred from "
             "its purpose).",
     .outcome = "a finding",
     .source = "display/determining-whether-a-vidpn-is-supported-on-a-display-adapter.md"},
    {.id = "D-074",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiIsSupportedVidPn comes at PASSIVE_LEVEL before the enumeration of the same "
              "VidPn",
     .text = "IsSupportedVidPn is called at PASSIVE_LEVEL as a level-zero DDI, before "
             "EnumVidPnCofuncModality of the same VidPn and as often as the search for a usable "
             "VidPn needs.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_issupportedvidpn.md; "
               "display/threading-and-synchronization-zero-level.md; "
               "display/enumerating-cofunctional-vidpn-source-and-target-modes.md",
     .tests = {proves("ModeManagerPromises.D074SupportIsAskedBeforeAnEnumeration")}},
};

}  // namespace

Chapter support() { return kDisplaySupport; }

}  // namespace drydock::rules::display
