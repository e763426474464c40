// Children, monitors and their descriptors.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayMonitors[] = {
    {.id = "D-020",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiQueryChildRelations fills another number of children than it announced",
     .text = "QueryChildRelations (PASSIVE_LEVEL, level three) fills exactly NumberOfChildren "
             "descriptors and leaves the additional last one zero.",
     .outcome = "too few: a finding; too many: out-of-bounds write, Windows stops the machine",
     .source = "dispmprt/nc-dispmprt-dxgkddi_query_child_relations.md",
     .lesson =
         {.why = "What is not filled is a child without a type, and what is written beyond the "
                 "array is memory of the kernel.",
          .check =
              "When DxgkDdiQueryChildRelations has succeeded no counted element may be empty, and "
              "nothing behind the array may have changed. The element that stays zero is K-053.",
          .wrong = "for (i = 0; i < ConnectedMonitors; i++) Fill(&ChildRelations[i], i);",
          .right = "for (i = 0; i < NumberOfChildren; i++) Fill(&ChildRelations[i], i);"},
     .tests = {provokes("OutputsOfADriver.D020ChildrenThatAreNotFilledAreFound"),
               provokes("OutputsOfADriver.D020ChildrenBeyondTheArrayAreFound"),
               stays_silent("OutputsOfADriver.D020ChildrenThatAreFilledAreSilent")}},
    {.id = "D-021",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "ChildRelations comes zeroed, with one element more than there are children",
     .text = "The ChildRelations array comes zeroed with NumberOfChildren + 1 elements, and "
             "ChildRelationsSize is its size in bytes.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_query_child_relations.md",
     .tests = {proves("OutputsOfADriver.D021ArrayComesZeroedWithOneMore")}},
    {.id = "D-022",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "A child that can appear later was not enumerated",
     .text = "Children that can only appear later are enumerated too: the outputs of a dock, "
             "each branch of a dongle. (The same demand as K-053.)",
     .outcome = "a later status for an unlisted ChildUid: a finding",
     .source = "dispmprt/nc-dispmprt-dxgkddi_query_child_relations.md; "
               "display/enumerating-child-devices-of-a-display-adapter.md",
     .lesson = {.why = "A ChildUid that was never enumerated names no target, and nobody can "
                       "follow up what is said of it.",
                .check = "DxgkCbIndicateChildStatus looks for ChildUid among the children that "
                         "DxgkDdiQueryChildRelations reported.",
                .wrong = "*NumberOfChildren = IsDocked() ? 2 : 1;",
                .right = "*NumberOfChildren = 2;  // the output of the dock may come later"},
     .tests = {provokes("AdapterRules.D022StatusOfAChildThatWasNotNamedIsFound"),
               stays_silent("AdapterRules.D022StatusOfANamedChildIsSilent")}},
    {.id = "D-023",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "ChildUid is not unique or changes while the device is started",
     .text = "ChildUid is unique on the adapter and stays the same while the device is started "
             "(second half inferred).",
     .outcome = "a finding: targets alias",
     .source = "dispmprt/ns-dispmprt-_dxgk_child_descriptor.md",
     .lesson = {.why = "Targets are named by ChildUid everywhere. Two children of one name are one "
                       "target.",
                .check = "The ChildUids that DxgkDdiQueryChildRelations reports are compared when "
                         "the adapter starts.",
                .wrong = "children[0].ChildUid = children[1].ChildUid = 1;",
                .right = "for (i = 0; i < count; ++i) children[i].ChildUid = i;"},
     .tests = {provokes("OutputRules.D023TwoOutputsOfOneUidAreFound"),
               stays_silent("OutputRules.D023OutputsOfTheirOwnAreSilent")}},
    {.id = "D-024",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Child descriptor has a type or member that is not allowed",
     .text = "ChildDeviceType is TypeVideoOutput, TypeOther or TypeIntegratedDisplay; monitors "
             "and panels are not children. TypeOther needs Type.Other.MustBeZero = 0; "
             "TypeIntegratedDisplay names an internal or digital connector kind.",
     .outcome = "a finding",
     .source = "dispmprt/ne-dispmprt-_dxgk_child_device_type.md; "
               "dispmprt/ns-dispmprt-_dxgk_child_capabilities.md; "
               "dispmprt/ns-dispmprt-_dxgk_integrated_display_child.md",
     .lesson = {.why = "The type decides whether a child is a target of networks, and which part "
                       "of its capabilities means something.",
                .check = "ChildDeviceType of each child is looked at when the adapter starts, and "
                         "MustBeZero of those of TypeOther.",
                .wrong = "children[0].ChildDeviceType = TypeUninitialized;",
                .right = "children[0].ChildDeviceType = TypeVideoOutput;"},
     .tests = {provokes("OutputRules.D024OutputOfNoTypeIsFound"),
               stays_silent("OutputRules.D024VideoOutputIsSilent")}},
    {.id = "D-025",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "HpdAwareness of a video output is None or uninitialized",
     .text = "HpdAwareness is AlwaysConnected, Polled or Interruptible, never None or "
             "Uninitialized; a driver that cannot sense a monitor declares Interruptible and "
             "plays the part.",
     .outcome = "a finding",
     .source = "d3dkmdt/ne-d3dkmdt-_dxgk_child_device_hpd_awareness.md; "
               "display/monitor-hot-plug-detection.md",
     .lesson = {.why = "The system asks, waits or takes for granted by this value. With no "
                       "awareness nobody knows whether there is a monitor.",
                .check = "HpdAwareness of each child is looked at when the adapter starts.",
                .wrong = "children[0].ChildCapabilities.HpdAwareness = HpdAwarenessNone;",
                .right = "children[0].ChildCapabilities.HpdAwareness = HpdAwarenessInterruptible;"},
     .tests = {provokes("OutputRules.D025AwarenessOfNoKindIsFound"),
               stays_silent("OutputRules.D025ThreeKindsOfAwarenessAreSilent")}},
    {.id = "D-026",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Children are enumerated, asked for their state and described in the documented "
              "order",
     .text = "At start: StartDevice, QueryChildRelations, then "
             "QueryChildStatus(StatusConnection) for Polled and Interruptible children only, "
             "then QueryDeviceDescriptor for children connected or taken as connected and for "
             "TypeOther children.",
     .outcome = "a defect of Drydock",
     .source = "display/enumerating-child-devices-of-a-display-adapter.md",
     .tests = {proves("ModeManagerPromises.D026DriverIsAskedInTheDocumentedOrder")}},
    {.id = "D-027",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Calls about children come at PASSIVE_LEVEL, one at a time for each child",
     .text = "QueryChildStatus, QueryDeviceDescriptor, DisplayDetectControl and "
             "QueryConnectionChange run at PASSIVE_LEVEL, one at a time per child; calls for "
             "different children may overlap.",
     .outcome = "a defect of Drydock; a driver with ties between children must lock for itself",
     .source = "display/threading-and-synchronization-first-level.md",
     .tests = {proves("ModeManagerCalls.D027CallsAboutChildrenComeOneAtATime")}},
    {.id = "D-028",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiQueryChildStatus changes more than the answer",
     .text = "QueryChildStatus writes only the union member chosen by Type (HotPlug.Connected, "
             "Rotation.Angle); Type and ChildUid stay as given. With NonDestructiveOnly TRUE it "
             "causes no visible artefact.",
     .outcome = "a finding",
     .source = "dispmprt/nc-dispmprt-dxgkddi_query_child_status.md",
     .lesson = {.why = "Type says which member of the union is asked for, and ChildUid about whom. "
                       "They are the question, not the answer.",
                .check = "Type and ChildUid are compared when DxgkDdiQueryChildStatus has "
                         "returned. An angle that is no D3DKMDT_MONITOR_ORIENTATION is a lint. "
                         "Artefacts on the screen are not seen.",
                .wrong = R"(ChildStatus->ChildUid = 0;
ChildStatus->HotPlug.Connected = TRUE;)",
                .right = "ChildStatus->HotPlug.Connected = IsPlugged(ChildStatus->ChildUid);"},
     .tests = {provokes("OutputRules.D028StatusOfAnotherChildIsFound"),
               provokes("OutputRules.D028StatusThatFailsAndIsOfAnotherChildIsFound"),
               stays_silent("OutputRules.D028StatusOfTheChildIsSilent"),
               stays_silent("OutputRules.D028StatusInAnotherFormIsSilent")}},
    {.id = "D-029",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Rotation is asked only of outputs that sense it",
     .text = "StatusRotation is asked only of an output whose MonitorOrientationAwareness is "
             "other than D3DKMDT_MOA_NONE.",
     .outcome = "a defect of Drydock",
     .source = "Windows-driver-samples video/KMDOD/bdd.cxx (QueryChildStatus); "
               "dispmprt/nc-dispmprt-dxgkddi_query_child_status.md"},
    {.id = "D-030",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A connection of an interruptible output is indicated in the wrong place or not at "
              "all",
     .text = "Every connect and disconnect on an Interruptible output is reported with "
             "DxgkCbIndicateChildStatus(StatusConnection) at IRQL <= DISPATCH_LEVEL: from the "
             "DPC, NotifyAcpiEvent or a thread, never from the ISR.",
     .outcome = "at DIRQL: Windows stops the machine; not reported: a finding",
     .source = "dispmprt/nc-dispmprt-dxgkcb_indicate_child_status.md; "
               "display/monitor-hot-plug-detection.md"},
    {.id = "D-031",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkCbIndicateChildStatus names a child or state that the driver did not declare",
     .text = "DxgkCbIndicateChildStatus names a ChildUid that was enumerated; StatusRotation is "
             "used only for outputs declared D3DKMDT_MOA_INTERRUPTIBLE; DeviceHandle is that of "
             "DXGKRNL_INTERFACE.",
     .outcome = "error NTSTATUS; a finding",
     .source = "dispmprt/nc-dispmprt-dxgkcb_indicate_child_status.md",
     .lesson = {.why = "The system acts on what the driver said of the output when it started.",
                .check =
                    "DxgkCbIndicateChildStatus compares ChildUid with the children (reported as "
                    "D-022) and, for StatusRotation, MonitorOrientationAwareness of the output.",
                .wrong = R"(status.Type = StatusRotation;  // of an output with D3DKMDT_MOA_NONE
Dxgk->DxgkCbIndicateChildStatus(Dxgk->DeviceHandle, &status);)",
                .right =
                    R"(children[0].ChildCapabilities.Type.VideoOutput.MonitorOrientationAwareness =
    D3DKMDT_MOA_INTERRUPTIBLE;)"},
     .tests = {provokes("OutputRules.D031RotationThatIsNotSensedIsFound"),
               stays_silent("OutputRules.D031RotationThatIsSensedIsSilent")}},
    {.id = "D-032",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiNotifyAcpiEvent does not indicate what docking or the lid changed",
     .text = "NotifyAcpiEvent (PASSIVE_LEVEL, level two) indicates each Interruptible output of "
             "a dock on docking, reports a Polled connector covered by the dock as disconnected, "
             "and reports the panel of a portable computer as connected = lid open.",
     .outcome = "a finding",
     .source = "display/monitor-hot-plug-detection.md"},
    {.id = "D-033",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "AcpiFlags counts only when DxgkDdiNotifyAcpiEvent succeeded",
     .text = "AcpiFlags is honoured only if NotifyAcpiEvent succeeded: CHANGE_DISPLAY_MODE leads "
             "to RecommendFunctionalVidPn and a mode set, POLL_DISPLAY_CHILDREN to a query of "
             "the children.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_notify_acpi_event.md"},
    {.id = "D-034",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiQueryDeviceDescriptor writes beyond its buffer or another kind of "
              "descriptor",
     .text = "QueryDeviceDescriptor writes at most DescriptorLength bytes, taken from byte "
             "DescriptorOffset of the EDID; for a child that is no video output it fills a "
             "DXGK_GENERIC_DESCRIPTOR instead.",
     .outcome = "overrun: Windows stops the machine; wrong kind: a finding",
     .source = "dispmprt/nc-dispmprt-dxgkddi_query_device_descriptor.md; "
               "dispmprt/ns-dispmprt-_dxgk_device_descriptor.md",
     .lesson =
         {.why = "The buffer is as long as DescriptorLength says, and other memory of the "
                 "kernel follows.",
          .check = "Bytes behind the buffer are compared after each DxgkDdiQueryDeviceDescriptor. "
                   "A child of TypeOther must fill four strings that end, and no EDID.",
          .wrong = "RtlCopyMemory(DeviceDescriptor->DescriptorBuffer, edid, 256);",
          .right =
              R"(RtlCopyMemory(DeviceDescriptor->DescriptorBuffer, edid + DeviceDescriptor->DescriptorOffset,
              DeviceDescriptor->DescriptorLength);)"},
     .tests = {provokes("DescriptorRules.D034DescriptorThatIsTooLongIsFound"),
               provokes("DescriptorRules.D034DescriptorOfAnotherKindIsFound"),
               stays_silent("DescriptorRules.D034NamesOfAnotherChildAreSilent"),
               stays_silent("DescriptorRules.D034DescriptorOfItsLengthIsSilent")}},
    {.id = "D-035",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiQueryDeviceDescriptor does not answer for the same block again",
     .text = "QueryDeviceDescriptor may be asked for the same block more than once (the 128-byte "
             "base block at start and again later with the extension blocks) and is answered "
             "each time.",
     .outcome = "a finding",
     .source = "dispmprt/nc-dispmprt-dxgkddi_query_device_descriptor.md",
     .lesson = {.why = "The system reads the base block to find out what has come, and the "
                       "function driver of the monitor reads it once more.",
                .check = "The base block is asked for twice when a monitor is found. A refusal of "
                         "what was given before is reported if it is repeated, and the monitor is "
                         "connected before and after.",
                .wrong =
                    "if (Output->HasReportedEdid) return STATUS_MONITOR_NO_MORE_DESCRIPTOR_DATA;",
                .right = "return CopyBlock(Output, DeviceDescriptor->DescriptorOffset / 128, "
                         "DeviceDescriptor);"},
     .tests = {provokes("DescriptorRules.D035BaseBlockThatIsNotGivenAgainIsFound"),
               stays_silent("DescriptorRules.D035BaseBlockThatIsGivenAgainIsSilent"),
               stays_silent("DescriptorRules.D035MonitorThatLeavesMeanwhileIsSilent")}},
    {.id = "D-036",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiQueryDeviceDescriptor fails with another status than documented",
     .text = "QueryDeviceDescriptor fails with STATUS_GRAPHICS_CHILD_DESCRIPTOR_NOT_SUPPORTED "
             "(the child has none), STATUS_MONITOR_NO_DESCRIPTOR (the monitor has no EDID) and "
             "STATUS_MONITOR_NO_MORE_DESCRIPTOR_DATA (it has one, but not this block).",
     .outcome = "any other status: a finding",
     .source = "dispmprt/nc-dispmprt-dxgkddi_query_device_descriptor.md",
     .lesson = {.why = "The three statuses say three things: there can be no description, the "
                       "monitor has none, it has no more.",
                .check = "The status of DxgkDdiQueryDeviceDescriptor is compared with the three. "
                         "Windows goes on with any other, so it is a lint.",
                .wrong = "return STATUS_INVALID_PARAMETER;  // no EDID",
                .right = "return STATUS_MONITOR_NO_DESCRIPTOR;"},
     .tests = {provokes("DescriptorRules.D036RefusalOfAnotherKindIsALint"),
               stays_silent("DescriptorRules.D036DocumentedRefusalsAreSilent")}},
    {.id = "D-037",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "EDID is read in blocks, and an override replaces only its own block",
     .text = "EDID is handled in blocks of 128 bytes; a stored override replaces the block of "
             "its number, all other blocks still come from the driver.",
     .outcome = "a defect of Drydock",
     .source = "display/overriding-monitor-edids.md",
     .tests = {proves("ModeManagerPromises.D037StoredBlocksReplaceThoseOfTheirNumber")}},
    {.id = "D-038",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Monitor modes come from the descriptor, or from defaults where there is none",
     .text = "A monitor's mode set comes from its descriptor, from default modes where there is "
             "none, and starts empty for outputs with SupportsSdtvModes; after that "
             "RecommendMonitorModes may add to it.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmdt.h (D3DKMDT_VIDEO_PRESENT_TARGET); Windows-driver-samples "
               "video/KMDOD/bdd_dmm.cxx (RecommendMonitorModes); "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_recommendmonitormodes.md",
     .tests = {proves("MonitorProfilePromises.D038ModesComeFromTheDescriptor"),
               proves("MonitorProfilePromises.D038MonitorWithoutDescriptorHasDefaultModes"),
               proves("MonitorProfilePromises.D038ModesComeFromExtensionsToo"),
               proves("MonitorProfilePromises.D038TelevisionBeginsWithoutModes")}},
    {.id = "D-039",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiRecommendMonitorModes leaves its set or returns another status than "
              "documented",
     .text = "RecommendMonitorModes (below DISPATCH_LEVEL, level two) reads and adds only "
             "through the interface and set it was given, and returns STATUS_SUCCESS, "
             "STATUS_NO_MEMORY or the error an interface call gave it.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_recommendmonitormodes.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgkarg_recommendmonitormodes.md"},
    {.id = "D-040",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A monitor set refuses modes that are invalid, doubled or foreign",
     .text = "pfnAddMode of a monitor set refuses an invalid mode, frequency, active or total "
             "region, a duplicate, a re-used Id and a structure made for another set; a mode "
             "added as D3DKMDT_MP_PREFERRED becomes the preferred one.",
     .outcome = "a defect of Drydock; STATUS_GRAPHICS_INVALID_MONITOR_SOURCE_MODE, "
                "_INVALID_FREQUENCY, _INVALID_ACTIVE_REGION, _INVALID_TOTAL_REGION, "
                "_MODE_ALREADY_IN_MODESET, _MODE_ID_MUST_BE_UNIQUE, _RESOURCES_NOT_RELATED",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_monitorsourcemodeset_addmode.md",
     .tests = {proves("ModeKinds.D040SignalSaysWhatIsWrong"),
               proves("ModeSet.D040NewestPreferredModeIsTheOne"),
               proves("MonitorRules.D040DriverAddsModesToTheSetOfTheCall")}},
    {.id = "D-041",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiGetChildContainerId fails otherwise than documented",
     .text = "GetChildContainerId (required from WDDM 1.2, PASSIVE_LEVEL) either succeeds with "
             "its own ContainerId or returns STATUS_MONITOR_NO_DESCRIPTOR and leaves the default "
             "untouched.",
     .outcome = "a finding",
     .source = "dispmprt/nc-dispmprt-dxgkddi_get_child_container_id.md; "
               "display/container-id-support-for-displays-.md"},
    {.id = "D-042",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiQueryConnectionChange reports changes out of order or of unknown targets",
     .text = "(WDDM 2.2 detection) QueryConnectionChange returns the oldest unreported change, "
             "or STATUS_ALREADY_COMPLETE; ConnectionChangeId is unique on the adapter and rises, "
             "TargetId is known, and VOT_INTERNAL and VOT_MIRACAST are not used.",
     .outcome = "a finding",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_queryconnectionchange.md; "
               "d3dkmddi/ns-d3dkmddi-_dxgk_connection_change.md"},
};

}  // namespace

Chapter monitors() { return kDisplayMonitors; }

}  // namespace drydock::rules::display
