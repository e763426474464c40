// PnP, surprise removal, power.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingPlugAndPlay[] = {
    {.id = "S-252",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "QueryStop and QueryRemove may veto but never pend",
     .text = "QueryStop/QueryRemove: absent = may stop/remove; they must not return "
             "STATUS_PENDING; error = veto.",
     .outcome = "decided: a pending answer is S-088",
     .source = "ks/nc-ks-pfnksdeviceirp.md",
     .tests = {proves("KsDeviceRules.S252AVetoIsReturned"),
               proves("KsDeviceRules.S252QueriesAndS253NotificationsAreCalled")}},
    {.id = "S-253",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Stop, remove and cancel notifications carry the IRP and expect no result",
     .text = "CancelStop, CancelRemove, Stop, Remove, SurpriseRemoval are VOID notifications with "
             "the IRP.",
     .outcome = "",
     .source = "ks/nc-ks-pfnksdeviceirpvoid.md",
     .tests = {proves("KsDeviceRules.S252QueriesAndS253NotificationsAreCalled")}},
    {.id = "S-254",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Surprise removal succeeds in any PnP state and is passed down",
     .text = "IRP_MN_SURPRISE_REMOVAL may arrive in any PnP state, at PASSIVE_LEVEL in a system "
             "thread; it MUST be completed with STATUS_SUCCESS and passed down.",
     .outcome = "",
     .source = "kernel/irp-mn-surprise-removal.md",
     .tests = {proves("KsDeviceRules.S254ADeviceIsLostBeforeItStarts"),
               proves("KsDeviceRules.S257TheLossOfTheDeviceIsAnEvent")}},
    {.id = "S-255",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Surprise removal stops I/O and releases hardware in the documented order",
     .text = "On surprise removal, in order: stop the device if still there; release hardware "
             "resources; refuse new I/O except close, cleanup, power and PnP; fail outstanding "
             "I/O; disable device interfaces; clean up; leave the device object attached.",
     .outcome = "decided: scenario checklist",
     .source = "kernel/handling-an-irp-mn-surprise-removal-request.md",
     .tests = {proves("KsPromises.S255SurpriseRemovalFailsWhatIsQueued")}},
    {.id = "S-256",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Remove waits for all handles, so open pins keep their allocators",
     .text = "REMOVE_DEVICE follows only after all handles are closed; so allocators and frames of "
             "open pins live until their handles close (DeleteAllocator after surprise removal is "
             "legal and expected).",
     .outcome = "decided: finding if REMOVE comes with open pins",
     .source = "kernel/handling-an-irp-mn-surprise-removal-request.md (derived)",
     .tests = {proves("KsDeviceRules.S257TheLossOfTheDeviceIsAnEvent")}},
    {.id = "S-257",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "KSEVENT_DEVICE_LOST fires when the device goes away",
     .text = "KSEVENT_DEVICE_LOST (KSEVENTSETID_Device, on the filter) is triggered when the "
             "device goes away; the pages do not say whether class driver or minidriver raises it.",
     .outcome = "",
     .source = "stream/ksevent-device-lost.md",
     .tests = {proves("KsDeviceRules.S257TheLossOfTheDeviceIsAnEvent")}},
    {.id = "S-258",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Device removal ends in KsTerminateDevice",
     .text = "IRP_MN_REMOVE_DEVICE normally leads to KsTerminateDevice.",
     .outcome = "",
     .source = "ks/nf-ks-ksterminatedevice.md",
     .tests = {proves("KsLife.DriverDeviceFilterAndPinComeAndGo")}},
    {.id = "S-259",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Driver cannot take SetDeviceState before SetPower on wake",
     .text = "On wake SetDeviceState may be called BEFORE SetPower; the driver MUST cope. On "
             "power-down the order is always SetDeviceState, then SetPower.",
     .outcome = "undocumented; decided: random order on wake",
     .source = "stream/power-and-state-changes-in-avstream.md",
     .tests = {proves("KsDeviceRules.S259PinsSleepBeforeTheDeviceAndWakeAfterIt")}},
    {.id = "S-260",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver starts work that breaks its QueryPower promise",
     .text = "QueryPower success promises not to start anything that would prevent the state; "
             "SystemTo/SystemFrom are valid only for system transitions.",
     .outcome = "",
     .source = "ks/nc-ks-pfnksdevicequerypower.md",
     .lesson =
         {.why = "The system goes to sleep on the driver's word; a transfer that is started "
                 "meanwhile is cut off in its middle.",
          .check = "STATUS_PENDING from QueryPower, which promises nothing, is reported; work that "
                   "is started after a success is not followed.",
          .wrong = R"(NTSTATUS OnQueryPower(PKSDEVICE Device, PIRP Irp, DEVICE_POWER_STATE DeviceTo,
                      DEVICE_POWER_STATE DeviceFrom, SYSTEM_POWER_STATE SystemTo,
                      SYSTEM_POWER_STATE SystemFrom, POWER_ACTION Action) {
  StopInBackground(Device);
  return STATUS_PENDING;
})",
          .right = R"(NTSTATUS OnQueryPower(PKSDEVICE Device, PIRP Irp, DEVICE_POWER_STATE DeviceTo,
                      DEVICE_POWER_STATE DeviceFrom, SYSTEM_POWER_STATE SystemTo,
                      SYSTEM_POWER_STATE SystemFrom, POWER_ACTION Action) {
  return IsFlashing(Device) ? STATUS_DEVICE_BUSY : STATUS_SUCCESS;
})"},
     .tests = {provokes("KsDeviceRules.S260PendingQueryPowerIsFound"),
               stays_silent("KsDeviceRules.S259PinsSleepBeforeTheDeviceAndWakeAfterIt")}},
    {.id = "S-261",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Power callbacks registered for a pin that does not process, or none given",
     .text = "Sleep/Wake callbacks: only for processing pins / filter-centric filters; at least "
             "one given to KsPinRegisterPowerCallbacks.",
     .outcome = "decided: reject",
     .source =
         "ks/nf-ks-kspinregisterpowercallbacks.md; ks/nf-ks-ksfilterregisterpowercallbacks.md",
     .lesson = {.why = "The callbacks are hung into the gate of whatever processes; a pin without "
                       "processing has none, and neither is ever called.",
                .check = "Both register calls look at the callbacks and at whether the pin "
                         "processes, or the filter itself, and refuse.",
                .wrong = R"(// the pins process: KSFILTER_DISPATCH.Process is NULL
KsFilterRegisterPowerCallbacks(Filter, OnSleep, OnWake);)",
                .right = R"(// the pins process: KSFILTER_DISPATCH.Process is NULL
KsPinRegisterPowerCallbacks(Pin, OnSleep, OnWake);)"},
     .tests = {provokes("KsWays.S261NoPowerCallbackIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
};

}  // namespace

Chapter plug_and_play() { return kStreamingPlugAndPlay; }

}  // namespace drydock::rules::streaming
