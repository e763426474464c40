// Enumeration of modes that go together, and hardware capabilities.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayEnumeration[] = {
    {.id = "D-083",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DxgkDdiEnumVidPnCofuncModality comes at PASSIVE_LEVEL with a valid pivot",
     .text = "EnumVidPnCofuncModality is a PASSIVE_LEVEL, level-zero DDI; EnumPivotType is one "
             "of VIDPNSOURCE, VIDPNTARGET, SCALING, ROTATION, NOPIVOT, never UNINITIALIZED.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_enumvidpncofuncmodality.md; "
               "d3dkmdt/ne-d3dkmdt-_d3dkmdt_enumcofuncmodality_pivot_type.md; "
               "display/threading-and-synchronization-zero-level.md",
     .tests = {proves("ModeManagerPromises.D083EveryPivotIsOneOfTheFive")}},
    {.id = "D-084",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Enumerated mode set is not the largest that agrees with the constraints",
     .text = "EnumVidPnCofuncModality leaves every source and target that is not the pivot and "
             "has no pinned mode with the largest mode set that agrees with the constraints; a "
             "set that already is that may stay.",
     .outcome = "a finding: a mode later refused, or one lost between two enumerations",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_enumvidpncofuncmodality.md; "
               "display/enumerating-cofunctional-vidpn-source-and-target-modes.md",
     .lesson = {.why = "The modes that a driver lists are all that can be chosen. With an empty "
                       "list nothing can.",
                .check =
                    "Every set in a path that is neither the pivot nor pinned must have a mode "
                    "when DxgkDdiEnumVidPnCofuncModality has succeeded. A mode that was listed and "
                    "is refused when it is pinned is reported, and so is one that is listed beside "
                    "a pinned mode only: it fits the open set too. Before that the driver is asked "
                    "once more, because its outputs may have changed.",
                .wrong = "return STATUS_SUCCESS;  // no set is assigned",
                .right = R"(ListSourceModes(path->VidPnSourceId);
ListTargetModes(path->VidPnTargetId);)"},
     .tests = {provokes("NetworkCallRules.D084EnumerationThatListsNothingIsFound"),
               provokes("NetworkCallRules.D084ListedModeThatIsRefusedIsFound"),
               provokes("NetworkCallRules.D084ModeThatIsListedTooLateIsFound"),
               stays_silent("NetworkCallRules.D084OtherRefusalsAreSilent"),
               stays_silent("NetworkCallRules.D084ListsThatChangeForAReasonAreSilent"),
               stays_silent("NetworkCallRules.D084EnumerationThatListsModesIsSilent")}},
    {.id = "D-085",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Enumeration changes a set with a pinned mode, or pins a mode",
     .text = "EnumVidPnCofuncModality does not update a set that has a pinned mode, and pins "
             "nothing (second half inferred).",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_enumvidpncofuncmodality.md",
     .lesson = {.why = "A pinned mode is a decision of the system. Its set is a constraint like "
                       "the pin itself.",
                .check = "Sets with a pinned mode are compared before and after "
                         "DxgkDdiEnumVidPnCofuncModality, and a pin from inside it is refused.",
                .wrong = "AssignModes(source);  // without looking for a pinned mode",
                .right = R"(Modes->pfnAcquirePinnedModeInfo(set, &pinned);
if (pinned == NULL) AssignModes(source);)"},
     .tests = {provokes("NetworkCallRules.D085SetWithAPinnedModeThatIsReplacedIsFound"),
               provokes("ModeRules.D085PinDuringAnEnumerationIsFound"),
               stays_silent("NetworkCallRules.D085SetWithAPinnedModeThatStaysIsSilent")}},
    {.id = "D-086",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Enumeration changes the mode set of its pivot",
     .text = "Enumeration pivot VIDPNSOURCE or VIDPNTARGET: the mode set of that source or "
             "target is left exactly as it is.",
     .outcome = "a finding",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_enumvidpncofuncmodality.md; "
               "display/enumerating-cofunctional-vidpn-source-and-target-modes.md",
     .lesson = {.why = "The pivot is what the system holds fast while the rest is fitted to it.",
                .check = "The set of the pivot is compared before and after.",
                .wrong = "AssignModes(target);  // EnumPivotType is VIDPNTARGET",
                .right = R"(if (arg->EnumPivotType != D3DKMDT_EPT_VIDPNTARGET ||
    arg->EnumPivot.VidPnTargetId != target)
  AssignModes(target);)"},
     .tests = {provokes("NetworkCallRules.D086PivotThatIsChangedIsFound"),
               stays_silent("NetworkCallRules.D086PivotThatStaysIsSilent")}},
    {.id = "D-087",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Enumeration changes the support flags of its pivot",
     .text = "Enumeration pivot SCALING or ROTATION: the scaling or rotation support flags of "
             "that path are left as they are.",
     .outcome = "a finding",
     .source = "display/enumerating-cofunctional-vidpn-source-and-target-modes.md",
     .lesson = {.why = "The system is choosing among the supported transformations of this path, "
                       "and they must not move under its hand.",
                .check = "ScalingSupport and RotationSupport of the pivot are compared before and "
                         "after.",
                .wrong =
                    "Topology->pfnUpdatePathSupportInfo(topology, &more_scaling);  // the pivot "
                    "is SCALING",
                .right = R"(if (arg->EnumPivotType != D3DKMDT_EPT_SCALING)
  Topology->pfnUpdatePathSupportInfo(topology, &more_scaling);)"},
     .tests = {provokes("NetworkCallRules.D087SupportOfThePivotThatIsChangedIsFound"),
               stays_silent("NetworkCallRules.D087SupportOfThePivotThatStaysIsSilent")}},
    {.id = "D-088",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Enumeration changes a constraint of the VidPn",
     .text = "Topology, pins, path scaling and rotation with their support flags, colour basis "
             "and ranges, content type and gamma ramp of the constraining VidPn are constraints: "
             "obeyed, not edited.",
     .outcome = "a finding; pfnAddPath / pfnRemovePath: STATUS_ACCESS_DENIED",
     .source = "display/enumerating-cofunctional-vidpn-source-and-target-modes.md",
     .lesson = {.why = "The constraints are the question. A driver that edits them answers another "
                       "one.",
                .check =
                    "In DxgkDdiEnumVidPnCofuncModality the functions that add and remove paths "
                    "answer STATUS_ACCESS_DENIED and report the call.",
                .wrong = "Topology->pfnRemovePath(topology, source, target);",
                .right = "return STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY;"},
     .tests = {provokes("TopologyRules.D088PathThatAnEnumerationAddsIsFound"),
               stays_silent("TopologyRules.D088SupportThatAnEnumerationUpdatesIsSilent")}},
    {.id = "D-089",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Enumeration does not set the support flags of a path whose scaling or rotation is "
              "open",
     .text = "A path whose Scaling (Rotation) is not pinned gets its ScalingSupport "
             "(RotationSupport) made right through pfnUpdatePathSupportInfo. Pinned are "
             "IDENTITY, CENTERED, STRETCHED, ASPECTRATIOCENTEREDMAX, CUSTOM (IDENTITY, ROTATE90, "
             "180, 270).",
     .outcome = "a finding",
     .source = "display/enumerating-cofunctional-vidpn-source-and-target-modes.md; "
               "d3dkmdt/ns-d3dkmdt-_d3dkmdt_vidpn_present_path_transformation.md; "
               "display/supporting-rotation-in-a-display-miniport-driver.md",
     .lesson = {.why = "Scaling and rotation that are not pinned are chosen from the support "
                       "flags. With none there is no choice.",
                .check = "A path whose scaling or rotation is not pinned must have a support flag "
                         "for it when DxgkDdiEnumVidPnCofuncModality has succeeded, and what was "
                         "offered must not be refused when it is pinned.",
                .wrong = "return STATUS_SUCCESS;  // pfnUpdatePathSupportInfo is never called",
                .right = R"(copy.ContentTransformation.ScalingSupport.Identity = 1;
copy.ContentTransformation.RotationSupport.Identity = 1;
Topology->pfnUpdatePathSupportInfo(topology, &copy);)"},
     .tests = {provokes("NetworkCallRules.D089OpenPathWithoutSupportIsFound"),
               provokes("NetworkCallRules.D089OfferedScalingThatIsRefusedIsFound"),
               stays_silent("NetworkCallRules.D089OpenPathWithSupportIsSilent")}},
    {.id = "D-090",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Scaling is offered that does not fit the resolutions of the path",
     .text = "IDENTITY scaling is for equal source and target resolution, the other kinds for "
             "different ones; for equal aspect ratio but different size only Stretched and "
             "Centered are offered.",
     .outcome = "lint; the kernel clears AspectRatioCenteredMax",
     .source = "d3dkmdt.h (D3DKMDT_VIDPN_PRESENT_PATH_SCALING); "
               "display/using-aspect-ratio-and-custom-scaling-modes.md",
     .lesson = {.why = "What a picture of this size can become on a screen of that size follows "
                       "from the two sizes. The rest is no choice.",
                .check =
                    "When the modes of a path are pinned and its scaling is open, ScalingSupport "
                    "is compared with their sizes after DxgkDdiEnumVidPnCofuncModality.",
                .wrong = "Way->ScalingSupport.Identity = Way->ScalingSupport.Centered = 1;",
                .right = R"(Way->ScalingSupport.Identity = IsSameSize(Source, Target);
Way->ScalingSupport.Centered = !IsSameSize(Source, Target);)"},
     .tests = {provokes("EnumerationRules.D090ScalingThatDoesNotFitIsFound"),
               stays_silent("EnumerationRules.D090ScalingThatFitsIsSilent"),
               stays_silent("EnumerationRules.D090ScalingsOfOpenModesAreSilent")}},
    {.id = "D-091",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver with custom or aspect-ratio scaling leaves scaling not specified",
     .text = "A driver that supports ASPECTRATIOCENTEREDMAX or CUSTOM never sets "
             "D3DKMDT_VPPS_NOTSPECIFIED.",
     .outcome = "a finding",
     .source = "d3dkmdt/ns-d3dkmdt-_d3dkmdt_vidpn_present_path_transformation.md; "
               "display/using-aspect-ratio-and-custom-scaling-modes.md",
     .lesson = {.why = "A driver that says what its scalings are has no use for one that says "
                       "nothing, and the system cannot choose then.",
                .check = "Paths that DxgkDdiRecommendFunctionalVidPn leaves with "
                         "D3DKMDT_VPPS_NOTSPECIFIED are reported when the driver offers "
                         "AspectRatioCenteredMax or Custom in any network.",
                .wrong = "path->ContentTransformation.Scaling = D3DKMDT_VPPS_NOTSPECIFIED;",
                .right =
                    "path->ContentTransformation.Scaling = D3DKMDT_VPPS_ASPECTRATIOCENTEREDMAX;"},
     .tests = {provokes("EnumerationRules.D091ScalingLeftOpenByADriverWithCustomScalingIsFound"),
               stays_silent("EnumerationRules.D091EitherAloneIsSilent")}},
    {.id = "D-092",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Target modes are not those of the monitor, or additional modes are not released",
     .text = "For a target with a monitor the target modes are those that the monitor source "
             "mode set allows, plus the additional modes obtained from the second version of the "
             "monitor interface, "
             "filtered and without duplicates; the additional list is released afterwards.",
     .outcome = "mode outside both: lint; list not released: leak",
     .source = "display/enumerating-cofunctional-vidpn-source-and-target-modes.md; "
               "display/obtaining-additional-monitor-target-modes.md",
     .lesson =
         {.why = "The list of additional modes is memory that the kernel has made for the "
                 "driver.",
          .check =
              "A list that is left when the entry point returns is reported, and the "
              "release of one that the driver does not have. Target modes that neither the monitor "
              "nor the additional list has are a lint: another page wants all modes of the output.",
          .wrong =
              R"(Monitor->pfnGetAdditionalMonitorModeSet(adapter, target, &count, &modes);
return STATUS_SUCCESS;)",
          .right = "Monitor->pfnReleaseAdditionalMonitorModeSet(adapter, target, modes);"},
     .tests = {provokes("EnumerationRules.D092ModeThatTheMonitorDoesNotHaveIsALint"),
               stays_silent("EnumerationRules.D092ModesOfTheMonitorAreSilent"),
               provokes("MonitorRules.D092ListOfAdditionalModesThatIsNotReleasedIsFound"),
               stays_silent("MonitorRules.D092ListThatIsReleasedIsSilent")}},
    {.id = "D-093",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Multisampling methods of a source with a pinned mode are not reported",
     .text = "If its output hardware can antialias, it reports the multisampling methods of "
             "every source that has a pinned mode.",
     .outcome = "lint",
     .source = "display/enumerating-cofunctional-vidpn-source-and-target-modes.md",
     .lesson = {.why = "Programs choose among the methods that are reported for the mode that is "
                       "set. The same mode has the same methods.",
                .check = "When a network is functional, its sources must have methods if they had "
                         "any in an earlier network with the same paths and modes.",
                .wrong = R"(if (!Adapter->HasReportedMethods)
  Vidpn->pfnAssignMultisamplingMethodSet(vidpn, source, count, methods);)",
                .right = R"(if (IsPinned(source))
  Vidpn->pfnAssignMultisamplingMethodSet(vidpn, source, count, methods);)"},
     .tests = {provokes("EnumerationRules.D093MethodsThatAreNotReportedAgainAreFound"),
               stays_silent("EnumerationRules.D093MethodsThatFollowTheModesAreSilent")}},
    {.id = "D-094",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Rotation offsets of clone paths are not set as documented",
     .text = "(Windows 8.1 Update) On the primary clone path Offset0 alone is set, on each "
             "secondary clone path at least one offset; the offset members are used only at "
             "interface version 0x4003 or later.",
     .outcome = "under test signing the machine is stopped: Windows stops the machine",
     .source = "display/supporting-rotation-in-a-display-miniport-driver.md; "
               "d3dkmdt/ns-d3dkmdt-_d3dkmdt_vidpn_present_path_rotation_support.md",
     .lesson = {.why = "The picture of a clone view has the orientation of the primary path. The "
                       "others are turned against it, by an offset.",
                .check = "After an enumeration the offsets of open paths of clone views are looked "
                         "at. Those of a driver of an older interface version are a lint: such a "
                         "version does not have them.",
                .wrong = "Way->RotationSupport.Identity = 1;  // of a secondary clone path",
                .right = R"(Way->RotationSupport.Identity = 1;
Way->RotationSupport.Offset0 = 1;)"},
     .tests = {provokes("EnumerationRules.D094OffsetsOfAClonePathThatAreNotAllowedAreFound"),
               provokes("EnumerationRules.D094OffsetsOfAnOlderDriverAreALint"),
               stays_silent("EnumerationRules.D094OffsetsThatAreAllowedAreSilent")}},
    {.id = "D-095",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Only modes of the resulting sets are pinned and committed",
     .text = "The kernel offers, pins and commits only modes that are in the sets that resulted; "
             "if the call fails, the VidPn in hand is dropped and the active one stays (second "
             "half inferred).",
     .outcome = "a defect of Drydock",
     .source = "display/enumerating-cofunctional-vidpn-source-and-target-modes.md",
     .tests = {proves("ModeManagerPromises.D095EnumerationThatFailsLeavesTheActiveNetwork")}},
    {.id = "D-096",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Display-only driver offers a source format without 32 bits",
     .text = "A display-only driver offers 32-bit source formats (the sample: A8R8G8B8 alone), "
             "converting while it presents if its screen has fewer bits.",
     .outcome = "lint",
     .source = "Windows-driver-samples video/KMDOD/bdd_dmm.cxx (gBddPixelFormats)",
     .lesson = {.why = "The system draws for a display-only driver in 32 bits, and the driver "
                       "converts while it presents.",
                .check = "pfnAddMode of a source mode set looks at PixelFormat when the driver is "
                         "display-only.",
                .wrong = "mode->Format.Graphics.PixelFormat = D3DDDIFMT_R5G6B5;",
                .right = "mode->Format.Graphics.PixelFormat = D3DDDIFMT_A8R8G8B8;"},
     .tests = {provokes("DisplayOnlyModeRules.D096FormatOf16BitsIsFound"),
               stays_silent("DisplayOnlyModeRules.D096FormatOf32BitsIsSilent")}},
    {.id = "D-097",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiQueryVidPnHWCapability sets reserved bits",
     .text = "QueryVidPnHWCapability (PASSIVE_LEVEL, from Windows 7) fills the six bits for the "
             "path SourceId-TargetId of a functional VidPn, 1 where software or the GPU does the "
             "work and 0 where display hardware does, and Reserved with 0.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_queryvidpnhwcapability.md; "
               "d3dkmdt/ns-d3dkmdt-_d3dkmdt_vidpn_hw_capability.md; "
               "display/querying-vidpnhardware-capabilities.md",
     .lesson = {.why = "Later systems give the reserved bits a meaning, and a driver that left "
                       "them set claims it.",
                .check = "VidPnHWCaps is 0 before the call, and Reserved must be 0 afterwards. "
                         "Whether the six bits are true cannot be seen.",
                .wrong = "arg->VidPnHWCaps.Reserved = 1;",
                .right = "arg->VidPnHWCaps.DriverRotation = 1;"},
     .tests = {provokes("NetworkCallRules.D097ReservedBitsAreFound"),
               stays_silent("NetworkCallRules.D097SixBitsAreSilent")}},
};

}  // namespace

Chapter enumeration() { return kDisplayEnumeration; }

}  // namespace drydock::rules::display
