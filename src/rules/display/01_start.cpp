// Post display ownership, load, start and stop.
#include "src/rules/chapters.h"

namespace drydock::rules::display {
namespace {

constexpr Rule kDisplayStart[] = {
    {.id = "D-001",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Display-only driver does not register with a complete KMDDOD_INITIALIZATION_DATA",
     .text = "A display-only driver registers through DxgkInitializeDisplayOnlyDriver with a "
             "KMDDOD_INITIALIZATION_DATA whose Version is DXGKDDI_INTERFACE_VERSION; the "
             "structure may lie in paged memory.",
     .outcome = "load fails",
     .source = "dispmprt/nf-dispmprt-dxgkinitializedisplayonlydriver.md; "
               "dispmprt/ns-dispmprt-_kmddod_initialization_data.md"},
    {.id = "D-002",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Display-only driver gives only a part of its vsync control",
     .text = "Vsync control of a display-only driver is all or nothing: ControlInterrupt, "
             "GetScanLine, InterruptRoutine and DpcRoutine are all given, or ControlInterrupt "
             "and GetScanLine are both NULL.",
     .outcome = "the graphics kernel refuses to load the driver",
     .source = "display/saving-energy-with-vsync-control.md; "
               "dispmprt/ns-dispmprt-_kmddod_initialization_data.md"},
    {.id = "D-003",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Frequencies of a target mode do not fit the vsync control of the driver",
     .text = "A display-only driver with vsync control puts real values in PixelRate, HSyncFreq "
             "and VSyncFreq of its target modes; one without it puts "
             "D3DKMDT_FREQUENCY_NOTSPECIFIED in all three.",
     .outcome = "documented: not loaded; host: a finding at the first pfnAddMode that breaks it",
     .source = "display/saving-energy-with-vsync-control.md",
     .lesson = {.why = "Windows computes vertical blanks itself for a display-only driver without "
                       "vsync control, and takes its real frequencies for a promise of reports.",
                .check = "pfnAddMode of a target mode set looks at VSyncFreq, HSyncFreq and "
                         "PixelRate of each mode that a display-only driver adds: all three are "
                         "given when it has ControlInterrupt and GetScanLine, none otherwise.",
                .wrong = "mode->VideoSignalInfo.VSyncFreq = {60, 1};  // without ControlInterrupt",
                .right = "mode->VideoSignalInfo.VSyncFreq.Numerator = "
                         "D3DKMDT_FREQUENCY_NOTSPECIFIED;"},
     .tests = {provokes("DisplayOnlyModeRules.D003FrequenciesWithoutControlOfVsyncAreFound"),
               provokes("DisplayOnlyModeRules.D003MissingFrequenciesWithControlOfVsyncAreFound"),
               stays_silent("DisplayOnlyModeRules.D003FrequenciesAsDeclaredAreSilent")}},
    {.id = "D-004",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Vsync and scan lines are computed for a display-only driver without vsync control",
     .text = "For a display-only driver without vsync control the kernel makes up vsync events "
             "and scan lines itself, computed from the mode in force and the moment of its "
             "previous made-up vsync.",
     .outcome = "a defect of Drydock",
     .source = "display/saving-energy-with-vsync-control.md",
     .tests = {proves("VerticalBlank.D004ComesAtTheRateOfTheMode"),
               proves("VerticalBlank.D004IsOf60HertzWhereTheModeDoesNotSay"),
               proves("VerticalBlanks.D004ScanLinesAreMadeUpFromModeAndTime")}},
    {.id = "D-005",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Display-capable driver does not report a capability that WDDM 1.2 demands",
     .text = "From WDDM 1.2 every display-capable driver sets DXGK_DRIVERCAPS.SupportNonVGA and "
             "SupportSmoothRotation; a full one also FlipCaps.FlipOnVSyncMmIo and "
             "SupportDirectFlip.",
     .outcome = "not a WDDM 1.2 driver; lint at start",
     .source = "display/wddm-driver-and-feature-caps.md"},
    {.id = "D-006",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Display-capable driver lacks an entry point that WDDM 1.2 demands",
     .text = "SupportNonVGA promises a StopDeviceAndReleasePostDisplayOwnership entry; from WDDM "
             "1.2 a display-capable driver also supplies SystemDisplayEnable and "
             "SystemDisplayWrite.",
     .outcome = "NULL entry: a finding at load",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device_and_release_post_display_ownership.md; "
               "display/seamless-state-transitions-in-wddm-1-2-and-later.md"},
    {.id = "D-007",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkCbAcquirePostDisplayOwnership is called outside of start and resume",
     .text = "DxgkCbAcquirePostDisplayOwnership is called only from inside StartDevice, or "
             "inside SetPowerState to D0 after hibernation, at IRQL <= APC_LEVEL, with the "
             "DeviceHandle of DXGKRNL_INTERFACE.",
     .outcome = "a finding; too high an IRQL: Windows stops the machine",
     .source = "dispmprt/nc-dispmprt-dxgkcb_acquire_post_display_ownership.md"},
    {.id = "D-008",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Driver uses the POST frame buffer without having been given one",
     .text = "The DXGK_DISPLAY_INFORMATION it passes is read only after STATUS_SUCCESS; on "
             "failure the driver assumes no mode and initialises the display itself. Success "
             "with Width 0 means there is no POST mode either.",
     .outcome = "mapping or drawing to PhysicAddress after failure or Width 0: a finding",
     .source = "dispmprt/nc-dispmprt-dxgkcb_acquire_post_display_ownership.md; "
               "dispmprt/nc-dispmprt-dxgkddi_start_device.md"},
    {.id = "D-009",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Description of the POST display has a documented format and identity",
     .text = "ColorFormat handed over by AcquirePostDisplayOwnership is X8R8G8B8 or A8R8G8B8 (an "
             "R8G8B8 is to be ignored); TargetId is D3DDDI_ID_UNINITIALIZED and AcpiId 0 when "
             "unknown, as after boot, and otherwise what the previous driver returned at its "
             "stop.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkcb_acquire_post_display_ownership.md"},
    {.id = "D-010",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "FrameBufferState is reported only when it is certain",
     .text = "AcquirePostDisplayOwnership2 reports FrameBufferState InitializedByFirmware or "
             "InitializedByDriver only when that is certain; Unknown when the basic display "
             "driver may have changed the buffer.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkcb_acquire_post_display_ownership2.md; "
               "dispmprt/ne-dispmprt-_dxgk_framebuffer_state.md"},
    {.id = "D-011",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Sources are numbered from 0 and targets have the driver's ChildUid",
     .text = "Sources are numbered 0 to one less than NumberOfVideoPresentSources, from "
             "StartDevice; targets bear the ChildUid values that the driver chose.",
     .outcome = "a defect of Drydock",
     .source = "display/enumerating-child-devices-of-a-display-adapter.md; "
               "dispmprt/ns-dispmprt-_dxgk_child_descriptor.md",
     .tests = {proves("ModeManagerPromises.D011TargetsBearTheUidsOfTheDriver")}},
    {.id = "D-012",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Old pixels reach the screen before the source is made visible",
     .text = "During StartDevice and SetPowerState to D0 every active target counts as "
             "invisible: sync is kept up and only black is sent until "
             "SetVidPnSourceVisibility(TRUE).",
     .outcome = "a finding (old pixels reach the screen)",
     .source = "display/plug-and-play--pnp--start-and-stop-cases.md"},
    {.id = "D-013",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "A source is made visible after a start only with its first frame",
     .text = "After a start or resume SetVidPnSourceVisibility(TRUE) comes only when the first "
             "frame is in the frame buffer.",
     .outcome = "a defect of Drydock",
     .source = "display/plug-and-play--pnp--start-and-stop-cases.md"},
    {.id = "D-014",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "DxgkDdiStartDevice fails and leaves another mode than it found",
     .text = "A StartDevice that fails leaves the display as it found it (UEFI: in the GOP "
             "mode); if it cannot, its status is STATUS_GRAPHICS_STALE_MODESET.",
     .outcome = "that status stops the machine: Windows stops the machine; any other with a "
                "ruined mode: a finding",
     .source = "display/plug-and-play--pnp--start-and-stop-cases.md"},
    {.id = "D-015",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "StopDeviceAndReleasePostDisplayOwnership is called for the POST device, at "
              "PASSIVE_LEVEL",
     .text = "StopDeviceAndReleasePostDisplayOwnership is called at PASSIVE_LEVEL, on PnP stop "
             "of the POST device only, even if the driver never acquired ownership; whether "
             "StopDevice follows is K-056.",
     .outcome = "a defect of Drydock",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device_and_release_post_display_ownership.md"},
    {.id = "D-016",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Hand-over for a target without display does not answer STATUS_NOT_SUPPORTED",
     .text = "StopDeviceAndReleasePostDisplayOwnership for a TargetId without display completes "
             "with STATUS_NOT_SUPPORTED; if its mode cannot be kept or it is not in the active "
             "topology, another active target is used at 800 x 600 or more.",
     .outcome = "a finding; the kernel then calls StopDevice",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device_and_release_post_display_ownership.md"},
    {.id = "D-017",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Hand-over succeeds without a visible black linear frame buffer",
     .text = "StopDeviceAndReleasePostDisplayOwnership succeeds with the target still powered "
             "and visible in its present mode, over a frame buffer that is linear, mapped for "
             "the CPU, and filled with black before visibility is on; pointer and overlays are "
             "off where possible.",
     .outcome = "a finding (unusable hand-over)",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device_and_release_post_display_ownership.md; "
               "display/plug-and-play--pnp--start-and-stop-cases.md"},
    {.id = "D-018",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Hand-over describes another frame buffer than it leaves",
     .text = "DisplayInfo of StopDeviceAndReleasePostDisplayOwnership describes exactly the "
             "frame buffer left behind; ColorFormat is X8R8G8B8 or A8R8G8B8; TargetId and AcpiId "
             "name the display left on (AcpiId 0 when it is no ACPI device). Width and Height 0 "
             "are legal only for a POST device without monitors beside a second adapter.",
     .outcome = "a finding: the next owner draws outside the buffer",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device_and_release_post_display_ownership.md; "
               "d3dkmdt/ns-d3dkmdt-_dxgk_display_information.md; "
               "display/plug-and-play--pnp--start-and-stop-cases.md",
     .lesson = {.why = "The next driver maps and draws what this one describes. A wrong size or "
                       "pitch is drawing beside the picture.",
                .check =
                    "Width, Height, Pitch and ColorFormat are looked at when "
                    "DxgkDdiStopDeviceAndReleasePostDisplayOwnership has succeeded. 24 bits are "
                    "a lint. A picture without size is allowed when no monitor was connected.",
                .wrong = R"(RtlZeroMemory(DisplayInfo, sizeof(*DisplayInfo));
return STATUS_SUCCESS;)",
                .right = R"(*DisplayInfo = Context->CurrentMode;
return STATUS_SUCCESS;)"},
     .tests = {provokes("HandOverRules.D018PictureWithoutSizeIsFound"),
               provokes("HandOverRules.D018LinesThatAreTooShortAreFound"),
               provokes("HandOverRules.D018PictureOf24BitsIsALint"),
               stays_silent("HandOverRules.D018PictureThatCanBeDrawnIntoIsSilent"),
               stays_silent("HandOverRules.D018NoPictureWithoutMonitorsIsSilent")}},
    {.id = "D-019",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kPlanned,
     .title = "Driver writes to the display after it handed it over",
     .text = "After a successful StopDeviceAndReleasePostDisplayOwnership the driver writes "
             "neither to the frame buffer nor to the output again: the basic driver may own both "
             "(inferred from the hand-over).",
     .outcome = "a finding",
     .source = "dispmprt/nc-dispmprt-dxgkddi_stop_device_and_release_post_display_ownership.md"},
};

}  // namespace

Chapter start() { return kDisplayStart; }

}  // namespace drydock::rules::display
