// Video present networks and their interfaces.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayVidpn[] = {
    {.id = "D-043",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "VidPn or a part of it is used after the call that brought it",
     .text = "A VidPn handle, and every handle or pointer got through it, is used only until the "
             "DDI that brought it returns; every reference is given back by then (inferred from "
             "the reference counting).",
     .outcome = "leak: a finding at return; later use: use-after-free, Windows stops the machine",
     .source = "display/vidpn-objects-and-interfaces.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_acquiresourcemodeset.md",
     .lesson = {.why = "A network belongs to the call that brings it. When the call is over it may "
                       "be gone, and its handle may mean another one.",
                .check = "Handles end when the entry point returns and never resolve again; a "
                         "function that is given one answers that it is invalid and reports it. "
                         "Structures lie on pages that are closed when they are given back.",
                .wrong = "Context->VidPn = CommitVidPn->hFunctionalVidPn;  // used later",
                .right = "CopyPinnedModes(Context, CommitVidPn->hFunctionalVidPn);"},
     .tests = {provokes("DriverCallRules.D043HandleOfAnEarlierCallIsFound"),
               stays_silent("DriverCallRules.D043HandlesOfTheRunningCallAreSilent")}},
    {.id = "D-044",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkCbQueryVidPnInterface is called with a wrong version, handle or pointer",
     .text = "DxgkCbQueryVidPnInterface is called at IRQL <= APC_LEVEL with version "
             "DXGK_VIDPN_INTERFACE_VERSION_V1 and a VidPn handle of the running DDI.",
     .outcome = "STATUS_NOT_SUPPORTED (version), STATUS_GRAPHICS_INVALID_VIDPN (handle), "
                "STATUS_INVALID_PARAMETER (out pointer)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_queryvidpninterface.md",
     .lesson =
         {.why = "The interface is given for one network, by a handle that the running entry "
                 "point has brought.",
          .check = "DxgkCbQueryVidPnInterface looks at its three arguments.",
          .wrong = "Dxgk->DxgkCbQueryVidPnInterface(NULL, DXGK_VIDPN_INTERFACE_VERSION_V1, "
                   "&vidpn);",
          .right =
              R"(Dxgk->DxgkCbQueryVidPnInterface(Enum->hConstrainingVidPn, DXGK_VIDPN_INTERFACE_VERSION_V1,
                                &vidpn);)"},
     .tests = {provokes("InterfaceRules.D044WrongArgumentsAreFound"),
               provokes("DisplayCallbackRules.D044NetworkThatIsNoneOfTheCallIsFound"),
               stays_silent("InterfaceRules.D044VidPnOfTheRunningCallIsSilent")}},
    {.id = "D-045",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "A function is called that the version of the monitor interface does not have",
     .text = "DxgkCbQueryMonitorInterface is called at IRQL <= APC_LEVEL and the Version of what "
             "it returns is checked before use; the two additional-mode functions exist in the "
             "second version "
             "only.",
     .outcome = "call through a missing pointer: Windows stops the machine",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkcb_querymonitorinterface.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_monitor_interface.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_monitor_interface_v2.md",
     .lesson = {.why = "The first version of the monitor interface ends before the functions of "
                       "additional modes. Behind its end lies other memory.",
                .check = "In the first version these two members lead to functions that report the "
                         "call.",
                .wrong =
                    "monitor->pfnGetAdditionalMonitorModeSet(adapter, target, &count, &modes);  "
                    "// version 1",
                .right = "if (monitor->Version >= DXGK_MONITOR_INTERFACE_VERSION_V2) …"},
     .tests = {provokes("MonitorRules.D045FunctionOfALaterVersionIsFound"),
               stays_silent("InterfaceRules.D045VersionSaysWhichFunctionsThereAre")}},
    {.id = "D-046",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "A VidPn or monitor interface function is called above PASSIVE_LEVEL",
     .text = "All 59 functions behind the VidPn and monitor interfaces are called at "
             "PASSIVE_LEVEL.",
     .outcome = "IRQL violation, Windows stops the machine",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn*.md; d3dkmddi/nc-d3dkmddi-dxgkddi_monitor*.md",
     .lesson = {.why = "The functions allocate and may wait.",
                .check = "Each of the functions compares the IRQL of its caller.",
                .wrong = R"(KeAcquireSpinLock(&Lock, &irql);
Topology->pfnGetNumPaths(topology, &paths);)",
                .right = R"(Topology->pfnGetNumPaths(topology, &paths);
KeAcquireSpinLock(&Lock, &irql);)"},
     .tests = {provokes("FunctionRules.D046CallAboveItsLevelIsFound"),
               stays_silent("FunctionRules.D046CallAtItsLevelIsSilent")}},
    {.id = "D-047",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver writes to an interface structure of the graphics kernel",
     .text = "Interface structures belong to the kernel, which may switch to newer ones at run "
             "time; the driver neither writes nor frees them.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_gettopology.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_acquiresourcemodeset.md",
     .lesson = {.why = "All drivers share the tables, and the kernel may replace them.",
                .check = "The tables lie on pages that only the host can write; a write faults and "
                         "is reported.",
                .wrong = "((DXGK_VIDPN_INTERFACE*)vidpn)->pfnGetTopology = MyGetTopology;",
                .right = R"(my_table = *vidpn;
my_table.pfnGetTopology = MyGetTopology;)"},
     .tests = {provokes("ModeManagerRules.D047WriteToATableIsFound"),
               stays_silent("ModeManager.DriverMayAskAboutItsMonitors")}},
    {.id = "D-048",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Handles of topology, descriptor set and range set carry no reference",
     .text = "The handles from pfnGetTopology, pfnGetMonitorFrequencyRangeSet and "
             "pfnGetMonitorDescriptorSet carry no reference and need no release.",
     .outcome = "a defect of Drydock if counted as a leak",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_gettopology.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_monitor_getmonitordescriptorset.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_monitor_getmonitorfrequencyrangeset.md",
     .tests = {proves("DriverCallRules.D048HandlesWithoutReferenceNeedNoRelease")}},
    {.id = "D-049",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "An acquired mode set is not released exactly once",
     .text = "Each acquire of a source, target or monitor mode set is matched by one release of "
             "it, on the VidPn or adapter that owns it; acquiring n times means releasing n "
             "times.",
     .outcome = "missing: leak, a finding; surplus or foreign: "
                "STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET / _TARGETMODESET / "
                "_RESOURCES_NOT_RELATED",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_acquiresourcemodeset.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_releasesourcemodeset.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_monitor_acquiremonitorsourcemodeset.md",
     .lesson = {.why = "Each acquisition is a reference. A set that is not released keeps its "
                       "memory, and one that is released too often is gone for others.",
                .check =
                    "Acquisitions and releases of each set are counted for the running entry "
                    "point; what is left when it returns is reported, and a release too many at "
                    "once. Sets of monitors that are acquired elsewhere are due when the "
                    "adapter has stopped.",
                .wrong = R"(VidPn->pfnAcquireSourceModeSet(hVidPn, 0, &set, &modes);
return STATUS_SUCCESS;)",
                .right = R"(VidPn->pfnAcquireSourceModeSet(hVidPn, 0, &set, &modes);
VidPn->pfnReleaseSourceModeSet(hVidPn, set);)"},
     .tests = {provokes("DriverCallRules.D049SetThatIsNotReleasedIsFound"),
               provokes("VidPnRules.D049ReleaseOnceTooOftenIsFound"),
               provokes("VidPnRules.D049ReleaseOnAnotherNetworkIsFound"),
               provokes("MonitorRules.D049MonitorSetIsReleasedOnceForEachAcquisition"),
               provokes("ModeManagerRules.D049MonitorSetThatIsHeldAtTheStopIsFound"),
               stays_silent("VidPnRules.D049AsManyReleasesAsAcquisitionsAreSilent"),
               stays_silent("MonitorRules.D049SetThatIsReleasedInALaterCallIsSilent")}},
    {.id = "D-050",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "A created mode set is neither assigned nor released, or both",
     .text = "A set from pfnCreateNewSourceModeSet or pfnCreateNewTargetModeSet is assigned or "
             "released: one of the two, not both, not neither.",
     .outcome = "leak or double release, a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_createnewsourcemodeset.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_createnewtargetmodeset.md",
     .lesson = {.why = "A set that is created is the driver's until it is assigned or released. "
                       "Neither leaks it, both free it twice.",
                .check =
                    "A created set that is neither when the entry point returns is reported, "
                    "and so are a release after the assignment and the assignment of a set that "
                    "was only acquired.",
                .wrong = R"(VidPn->pfnAssignSourceModeSet(hVidPn, 0, set);
VidPn->pfnReleaseSourceModeSet(hVidPn, set);)",
                .right = R"(if (!NT_SUCCESS(status)) VidPn->pfnReleaseSourceModeSet(hVidPn, set);
else status = VidPn->pfnAssignSourceModeSet(hVidPn, 0, set);)"},
     .tests = {provokes("DriverCallRules.D050SetThatIsNeitherAssignedNorReleasedIsFound"),
               provokes("VidPnRules.D050AssignedSetIsNotReleased"),
               provokes("VidPnRules.D050AcquiredSetIsNotAssigned"),
               stays_silent("VidPnRules.D050AssignedOrReleasedIsSilent")}},
    {.id = "D-051",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Assigning a mode set takes it over from the driver",
     .text = "A successful assign takes the set over and replaces the set of that source or "
             "target; the driver's claim on the handle ends there.",
     .outcome = "a defect of Drydock; driver use afterwards: invalid mode set status",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_assignsourcemodeset.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_assigntargetmodeset.md",
     .tests = {proves("VidPnPromises.D051AssignmentTakesTheSetOver")}},
    {.id = "D-052",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A refused assignment leaves the set to the driver only in the documented cases",
     .text = "An assign refused for a bad VidPn, id or set handle leaves the set to the driver; "
             "one refused because the set is empty, lacks the pinned mode or was made for "
             "another source or target has already released it.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_assignsourcemodeset.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_assigntargetmodeset.md",
     .tests = {proves("VidPnPromises.D052SetStaysTheDriversWhenTheIdentifierIsUnknown"),
               proves("VidPnPromises.D052SetIsReleasedWhenItsContentIsRefused")}},
    {.id = "D-053",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver releases a set that a refused assignment has released, or keeps one that "
              "it has not",
     .text = "After a failed pfnAssign call the driver releases the set in the first case of "
             "D-052 only.",
     .outcome = "double release or leak, a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_assignsourcemodeset.md",
     .lesson = {.why = "Whether a refused assignment has released the set depends on the reason. "
                       "Who does not look frees it twice or never.",
                .check = "The reason of each refusal is remembered with the set: a release of one "
                         "that was taken back is reported, and one that stayed the driver's and is "
                         "left when the entry point returns.",
                .wrong = R"(status = VidPn->pfnAssignSourceModeSet(hVidPn, 0, empty_set);
if (!NT_SUCCESS(status)) VidPn->pfnReleaseSourceModeSet(hVidPn, empty_set);)",
                .right = R"(if (status == STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE)
  VidPn->pfnReleaseSourceModeSet(hVidPn, set);)"},
     .tests = {provokes("VidPnRules.D053SetThatWasTakenBackIsNotReleased"),
               provokes("VidPnRules.D053SetThatStayedTheDriversIsALeak"),
               stays_silent("VidPnRules.D053ReleaseOfTheSetThatStayedIsSilent")}},
    {.id = "D-054",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A pinned mode survives every later change of the VidPn",
     .text = "A pinned mode survives every later change of the VidPn: a replacement set without "
             "it is refused.",
     .outcome = "STATUS_GRAPHICS_PINNED_MODE_MUST_REMAIN_IN_SET; a defect of Drydock if accepted",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_assignsourcemodeset.md; "
               "display/video-present-network-terminology.md",
     .tests = {proves("NetworkPromises.D054PinnedModeRemains")}},
    {.id = "D-055",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Mode sets can be assigned only in the documented entry points",
     .text = "Mode sets can be assigned only to the VidPn of EnumVidPnCofuncModality or "
             "RecommendFunctionalVidPn, multisampling methods only to that of "
             "EnumVidPnCofuncModality.",
     .outcome = "refuse elsewhere",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_assignsourcemodeset.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpn_assignmultisamplingmethodset.md",
     .tests = {proves("VidPnPromises.D055SetsAreAssignedWhereTheDocumentsAllowIt")}},
    {.id = "D-056",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "An acquired mode, path, descriptor or range is not released exactly once",
     .text = "Each mode structure from pfnAcquireFirst/Next/Pinned/PreferredModeInfo, each path "
             "from pfnAcquireFirst/Next/PathInfo, each monitor descriptor and frequency range is "
             "released once, through the set or topology it came from.",
     .outcome = "leak: a finding; wrong set or twice: "
                "STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE / _TARGET_MODE / "
                "_INVALID_VIDPN_PRESENT_PATH",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpnsourcemodeset_releasemodeinfo.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntopology_releasepathinfo.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_monitordescriptorset_releasedescriptorinfo.md",
     .lesson = {.why = "Each structure is a copy that the kernel has made for the driver. It is "
                       "freed by the release, once, and by the object that made it.",
                .check = "Structures are counted with the object that they came from. One that is "
                         "left when the entry point returns is reported, and so is a release that "
                         "names none, or one of another object. Releasing the set before its "
                         "structures is a lint.",
                .wrong = R"(Topology->pfnAcquireFirstPathInfo(topology, &path);
return STATUS_SUCCESS;)",
                .right = R"(Topology->pfnAcquireFirstPathInfo(topology, &path);
Topology->pfnReleasePathInfo(topology, path);)"},
     .tests = {provokes("DriverCallRules.D056PathThatIsNotReleasedIsFound"),
               provokes("ModeRules.D056ModeIsReleasedOnceAndToItsOwnSet"),
               provokes("ModeRules.D056SetThatIsReleasedFirstIsALint"),
               provokes("TopologyRules.D056PathIsReleasedOnce"),
               provokes("MonitorSets.D056DescriptorIsReleasedOnce"),
               stays_silent("ModeRules.D056ModesThatAreReleasedInAnyOrderAreSilent")}},
    {.id = "D-057",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver uses a pinned or preferred mode without looking whether there is one",
     .text = "pfnAcquirePinnedModeInfo succeeds with a NULL pointer when nothing is pinned, and "
             "pfnAcquirePreferredModeInfo may answer the success code "
             "STATUS_GRAPHICS_NO_PREFERRED_MODE; the driver tests before it dereferences or "
             "releases.",
     .outcome = "NULL dereference, Windows stops the machine",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpnsourcemodeset_acquirepinnedmodeinfo.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_monitorsourcemodeset_acquirepreferredmodeinfo.md",
     .lesson = {.why = "Nothing that is pinned is a success with a NULL pointer. To follow or "
                       "release it is to follow NULL.",
                .check =
                    "A release of NULL is reported by the function. Following NULL crashes the "
                    "driver, and is reported as the crash that it is.",
                .wrong = R"(Modes->pfnAcquirePinnedModeInfo(set, &pinned);
Modes->pfnReleaseModeInfo(set, pinned);)",
                .right = R"(Modes->pfnAcquirePinnedModeInfo(set, &pinned);
if (pinned != NULL) Modes->pfnReleaseModeInfo(set, pinned);)"},
     .tests = {provokes("ModeRules.D057NothingThatIsPinnedIsNotReleased"),
               stays_silent("ModeRules.D057LookingFirstIsSilent")}},
    {.id = "D-058",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "A created mode or path is neither added nor released, or used after it was added",
     .text = "A structure from pfnCreateNewModeInfo or pfnCreateNewPathInfo is added or "
             "released, exactly one of the two; a successful pfnAddMode or pfnAddPath frees it, "
             "and it is not touched again.",
     .outcome = "leak: a finding; use after add: use-after-free, Windows stops the machine",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpnsourcemodeset_createnewmodeinfo.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpnsourcemodeset_addmode.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntopology_addpath.md",
     .lesson = {.why = "What is added belongs to the set or topology, which has copied and freed "
                       "the structure.",
                .check =
                    "A created structure that is left when the entry point returns is reported, "
                    "as is adding it to another object, or again. An added one lies on a closed "
                    "page: touching it faults and is reported.",
                .wrong = R"(Modes->pfnAddMode(set, mode);
Id = mode->Id;)",
                .right = R"(Id = mode->Id;
Modes->pfnAddMode(set, mode);)"},
     .tests = {provokes("DriverCallRules.D058ModeThatIsNeitherAddedNorReleasedIsFound"),
               provokes("ModeRules.D058AddedModeIsNotTheDriversAnyMore"),
               provokes("ModeRules.D058ModeOfAnotherSetIsFound"),
               provokes("ModeManagerRules.D058TouchOfAnAddedModeIsFound"),
               stays_silent("ModeRules.D058RefusedModeThatIsReleasedIsSilent")}},
    {.id = "D-059",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Mode identifiers or the type of a new mode are not set as documented",
     .text = "Mode Ids of a set are all left as pfnCreateNewModeInfo made them or all "
             "overwritten, without duplicates; a new source mode arrives with Type "
             "D3DKMDT_RMT_UNINITIALIZED and must be given one.",
     .outcome = "a finding; STATUS_GRAPHICS_MODE_ID_MUST_BE_UNIQUE",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpnsourcemodeset_createnewmodeinfo.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntargetmodeset_createnewmodeinfo.md",
     .lesson = {.why = "Modes are pinned by identifier. Numbers from two hands meet sooner or "
                       "later.",
                .check = "pfnAddMode looks whether the identifier is unique, whether it is the one "
                         "that pfnCreateNewModeInfo gave as for the other modes of the set, and "
                         "whether a source mode has a type.",
                .wrong = "first->Id = 0;   // and the second keeps what it came with",
                .right = "// all modes keep the Id that pfnCreateNewModeInfo gave them"},
     .tests = {provokes("ModeRules.D059SameIdentifierIsFound"),
               provokes("ModeRules.D059MixedIdentifiersAreFound"),
               provokes("ModeRules.D059ModeWithoutTypeIsFound"),
               stays_silent("ModeRules.D059DriverThatNumbersItsModesItselfIsSilent")}},
    {.id = "D-060",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver writes to a mode or path that it acquired",
     .text = "Acquired path and mode structures are read only: support flags change through "
             "pfnUpdatePathSupportInfo on a local copy, modes by building a new set (no mode can "
             "be removed from one).",
     .outcome = "a finding (host compares on release)",
     .source = "display/vidpn-objects-and-interfaces.md; Windows-driver-samples "
               "video/KMDOD/bdd_dmm.cxx (EnumVidPnCofuncModality)",
     .lesson =
         {.why = "An acquired structure is a view of the network. Changing it changes "
                 "nothing, or what others read.",
          .check = "Each acquired structure is compared with what was given when it is "
                   "released, or when the entry point returns.",
          .wrong =
              "((D3DKMDT_VIDPN_PRESENT_PATH*)path)->ContentTransformation.ScalingSupport.Centered "
              "= 1;",
          .right = R"(copy = *path;
copy.ContentTransformation.ScalingSupport.Centered = 1;
Topology->pfnUpdatePathSupportInfo(topology, &copy);)"},
     .tests = {provokes("ModeRules.D060WriteToAnAcquiredModeIsFound"),
               provokes("DriverCallRules.D060WrittenPathThatIsNotReleasedIsFoundToo"),
               stays_silent("ModeRules.D060WriteToACreatedModeIsSilent")}},
    {.id = "D-061",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Enumeration ends with the two documented success codes",
     .text = "Enumeration ends with the success code "
             "STATUS_GRAPHICS_NO_MORE_ELEMENTS_IN_DATASET, and an empty set answers the first "
             "acquire with STATUS_GRAPHICS_DATASET_IS_EMPTY.",
     .outcome = "a defect of Drydock (documented for descriptor and range sets; for paths)",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_monitordescriptorset_acquirefirstdescriptorinfo.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_monitordescriptorset_acquirenextdescriptorinfo.md; "
               "Windows-driver-samples video/KMDOD/bdd_dmm.cxx (EnumVidPnCofuncModality)",
     .tests = {proves("ModePromises.D061EnumerationEndsWithASuccess"),
               proves("TopologyFunctionsPromises.D061PathsEndLikeModes"),
               proves("MonitorSets.D061DescriptorsAreTheBlocksInTheirOrder")}},
    {.id = "D-062",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Enumeration goes on from an element that the driver does not hold",
     .text = "An AcquireNext call is given an element that AcquireFirst or AcquireNext of the "
             "same object returned and that is not yet released (last part as the sample does "
             "it).",
     .outcome = "STATUS_INVALID_PARAMETER or a set-specific status; a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntopology_acquirenextpathinfo.md; "
               "Windows-driver-samples video/KMDOD/bdd_dmm.cxx (EnumVidPnCofuncModality)",
     .lesson = {.why = "The element says where the enumeration goes on. One that was released may "
                       "be another by now.",
                .check =
                    "The AcquireNext functions look for the element among those that the driver "
                    "has acquired from the object and not released.",
                .wrong = R"(Modes->pfnReleaseModeInfo(set, mode);
Modes->pfnAcquireNextModeInfo(set, mode, &next);)",
                .right = R"(Modes->pfnAcquireNextModeInfo(set, mode, &next);
Modes->pfnReleaseModeInfo(set, mode);)"},
     .tests = {provokes("ModeRules.D062EnumerationGoesOnFromWhatIsHeld"),
               stays_silent("ModeRules.D062ElementThatIsHeldIsSilent")}},
    {.id = "D-063",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A target is in one path at most, and importance is unique",
     .text = "A target is in at most one path, a source may be in several (clone view), and "
             "ImportanceOrdinal is unique within a topology.",
     .outcome = "a defect of Drydock; pfnAddPath refuses",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntopology_getpathsourcefromtarget.md; "
               "d3dkmdt/ns-d3dkmdt-_d3dkmdt_vidpn_present_path.md",
     .tests = {proves("TopologyPromises.D063TargetIsInOnePathAndImportanceIsUnique"),
               proves("TopologyFunctionsPromises.D063AddedPathsFollowTheRulesOfTopologies")}},
    {.id = "D-064",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Changes of the topology are refused where they are not allowed",
     .text = "pfnAddPath, pfnRemovePath and pfnUpdatePathSupportInfo answer STATUS_ACCESS_DENIED "
             "in a DDI in which that change is not allowed.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntopology_addpath.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntopology_removepath.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntopology_updatepathsupportinfo.md",
     .tests = {proves("TopologyFunctionsPromises.D064ChangesAreDeniedWhereTheyAreNotAllowed")}},
    {.id = "D-065",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Path functions count and find only the paths that they are asked for",
     .text = "pfnEnumPathTargetsFromSource counts only the paths of the given source, 0 to n-1 "
             "of pfnGetNumPathsFromSource; pfnUpdatePathSupportInfo finds its path by source and "
             "target id and takes only transformation and copy-protection support.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntopology_enumpathtargetsfromsource.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntopology_updatepathsupportinfo.md",
     .tests = {proves("TopologyFunctionsPromises.D065PathsAreCountedAndFoundBySource")}},
    {.id = "D-066",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnPinMode names a mode that is not in the set",
     .text = "pfnPinMode is given the Id of a mode that is in that set.",
     .outcome = "STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE / _TARGET_MODE",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpnsourcemodeset_pinmode.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_vidpntargetmodeset_pinmode.md",
     .lesson = {.why = "A pin names one mode of the set. Another identifier pins nothing, and the "
                       "network is not functional.",
                .check = "pfnPinMode looks for the identifier in the set.",
                .wrong = "Modes->pfnPinMode(set, 0);",
                .right = R"(Id = mode->Id;
Modes->pfnAddMode(set, mode);
Modes->pfnPinMode(set, Id);)"},
     .tests = {provokes("ModeRules.D066PinOfAModeThatIsNotThereIsFound"),
               stays_silent("ModeRules.D066PinOfAModeOfTheSetIsSilent")}},
    {.id = "D-067",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Monitor functions tell unknown targets from targets without monitor",
     .text = "Monitor sets of a target without a monitor answer "
             "STATUS_GRAPHICS_MONITOR_NOT_CONNECTED; an unknown adapter or target "
             "STATUS_GRAPHICS_INVALID_DISPLAY_ADAPTER or _INVALID_VIDEO_PRESENT_TARGET.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_monitor_acquiremonitorsourcemodeset.md",
     .tests = {proves("MonitorFunctionsPromises.D067UnknownIsDistinguishedFromUnplugged")}},
    {.id = "D-068",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "A mode or path has a visible region, trigger bits or gamma ramp that is not "
              "allowed",
     .text = "In a graphics source mode VisibleRegionSize equals PrimSurfSize; in a path "
             "APSTriggerBits is 0 to 3; a gamma ramp of type DEFAULT has DataSize 0 and no data.",
     .outcome = "a finding; STATUS_GRAPHICS_INVALID_VISIBLEREGION_SIZE and the like",
     .source = "d3dkmdt.h (D3DKMDT_GRAPHICS_RENDERING_FORMAT, D3DKMDT_GAMMA_RAMP); "
               "d3dkmdt/ns-d3dkmdt-_d3dkmdt_vidpn_present_path_copyprotection.md",
     .lesson = {.why = "These members have one meaning only, and other values ask for what no "
                       "display does.",
                .check =
                    "pfnAddMode compares the two sizes of a graphics mode; pfnAddPath looks at "
                    "APSTriggerBits and at the gamma ramp.",
                .wrong = "mode->Format.Graphics.VisibleRegionSize.cx = width / 2;",
                .right = "mode->Format.Graphics.VisibleRegionSize = "
                         "mode->Format.Graphics.PrimSurfSize;"},
     .tests = {provokes("ModeRules.D068RegionThatIsNotTheSurfaceIsFound"),
               provokes("TopologyRules.D068PathWithFiveTriggerBitsIsFound"),
               stays_silent("ModeRules.D068RegionOfTheSurfaceIsSilent")}},
};

}  // namespace

Chapter vidpn() { return kDisplayVidpn; }

}  // namespace drydock::rules::display
