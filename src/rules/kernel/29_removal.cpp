// Device error, removal, process death.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelRemoval[] = {
    {.id = "K-457",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A device in error refuses further work and tells why",
     .text = "A device in error refuses all further work and must be destroyed and re-created; "
             "D3DKMTGetDeviceState tells why (reset, hung, stopped, out of memory, DMA fault, page "
             "fault).",
     .outcome = "STATUS_DEVICE_REMOVED / STATUS_GRAPHICS_GPU_EXCEPTION_ON_DEVICE",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtpresent.md; "
               "d3dkmthk/ne-d3dkmthk-_d3dkmt_deviceexecution_state.md",
     .tests = {proves("Death.K457DeviceInErrorRefusesWork")}},
    {.id = "K-458",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Destroy calls stay legal on a lost device or removed adapter",
     .text = "Destruction calls stay legal on a device in error or on a removed adapter: their "
             "pages list no DEVICE_REMOVED outcome.",
     .outcome = "a defect of Drydock (inferred)",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtdestroyallocation.md; "
               "d3dkmthk/nf-d3dkmthk-d3dkmtdestroydevice.md",
     .tests = {proves("Death.K458DestroysSucceedOnARemovedAdapter")}},
    {.id = "K-459",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Running out of memory after a split puts the device in error",
     .text = "Out-of-memory even after splitting a DMA buffer puts the device in error.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/ne-d3dkmthk-_d3dkmt_deviceexecution_state.md",
     .tests = {proves("Paging.WhatCannotFitPutsItsDeviceInError")}},
    {.id = "K-460",
     .party = Party::kClient,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Client keeps the objects of a lost device",
     .text = "After device loss the client destroys the device's objects and re-creates them.",
     .outcome = "continued failures",
     .source = "display/timeout-detection-and-recovery.md; display/user-mode-work-submission.md",
     .lesson = {.why = "A lost device refuses everything from then on. A program that keeps it "
                       "gets failures only, and its memory is held until the process ends.",
                .check = "When a process ends by itself, each device of it that is lost and was "
                         "not destroyed is told in a finding.",
                .wrong = R"(if (D3DKMTRender(&render) == STATUS_DEVICE_REMOVED)
    return;)",
                .right = R"(if (D3DKMTRender(&render) == STATUS_DEVICE_REMOVED) {
    D3DKMT_DESTROYDEVICE destroy = {device};
    D3DKMTDestroyDevice(&destroy);
    device = CreateDeviceAgain(adapter);
})"},
     .tests = {provokes("ClientEnds.K460LostDeviceThatIsNotDestroyedIsFound"),
               stays_silent("ClientEnds.K460LostDeviceThatIsDestroyedIsSilent")}},
    {.id = "K-461",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Process exit releases every handle the process left open",
     .text = "Process exit releases every handle the process left open, dropping its references on "
             "shared objects.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:1647-1660, 1898-1909",
     .tests = {proves("Death.K461ProcessLeavesNothing")}},
    {.id = "K-462",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A normal exit waits for the last progress fence before destroying",
     .text = "Normal exit: disconnect doorbells, wait for the last queued progress fence, then "
             "destroy ring buffers, doorbells, queues.",
     .outcome = "a defect of Drydock",
     .source = "display/user-mode-work-submission.md",
     .tests = {proves("HwQueue.K462ANormalExitWaitsForTheLastQueuedFence")}},
    {.id = "K-463",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "An abnormal exit destroys without waiting for the queue to drain",
     .text = "Abnormal exit: mark the device in error, suspend (preempt) its contexts, disconnect "
             "doorbells, then destroy - without waiting for the queue to drain.",
     .outcome = "a defect of Drydock",
     .source = "display/user-mode-work-submission.md",
     .tests = {proves("Flight.AProcessThatVanishesTakesItsWorkAlong"),
               proves("Flight.K463WorkOfAKilledProcessIsNotWaitedFor"),
               proves("HwQueue.K463TheQueuesOfAKilledProcessAreSuspended")}},
    {.id = "K-464",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "CPU-event objects are always destroyed towards the driver",
     .text = "KMD CPU events are always destroyed towards the driver: on client destroy, process "
             "exit or adapter stop.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroycpuevent.md",
     .tests = {proves("CpuEvents.K093K464BothOrdersOccur"),
               proves("CpuEvents.K464AClientsDestroyReachesTheDriver"),
               proves("CpuEvents.K464AStopReachesTheDriver"),
               proves("CpuEvents.K464HandleAndDeviceGoTogether"),
               proves("CpuEvents.K464TheEndOfAProcessReachesTheDriver"),
               proves("CpuEvents.K464OpenHandleOfAnotherProcessKeepsTheEvent")}},
    {.id = "K-465",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A shared resource survives its creator while an opener remains",
     .text = "A shared resource survives the death of its creating device and process while any "
             "other opener remains.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createallocation.md",
     .tests = {proves("Share.K227K465LastOpenerDecides")}},
    {.id = "K-466",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kNotApplicable,
     .title = "Primary is used after a mode switch made it invalid",
     .text = "Mode switches may invalidate primaries; see STATUS_GRAPHICS_ALLOCATION_INVALID.",
     .outcome = "STATUS_GRAPHICS_ALLOCATION_INVALID",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtpresent.md",
     .reason = "the display book makes the same demand as D-193"},
    {.id = "K-467",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Legacy-mode devices get no more video memory than the segments hold",
     .text = "Legacy-mode devices may not allocate more video memory than the combined GPU "
             "segments and lose primaries on mode switches.",
     .outcome = "STATUS_NO_VIDEO_MEMORY",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_createdeviceflags.md",
     .tests = {proves("ClientCreates.K467LegacyDeviceGetsNoMoreThanTheSegmentsHold")}},
    {.id = "K-468",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Escape names a context without its device",
     .text = "Escape: hContext non-zero requires hDevice of the owning device. An escape with "
             "HardwareAccess is called alone (level two).",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmthk/ns-d3dkmthk-_d3dkmt_escape.md; d3dkmddi/nc-d3dkmddi-dxgkddi_escape.md",
     .lesson = {.why =
                    "A context belongs to a device, and the driver is handed both. Hardware that "
                    "is touched without the flag is touched while other threads are in the driver.",
                .check = "D3DKMTEscape returns STATUS_INVALID_PARAMETER for a context without its "
                         "device or of another one; whether an escape touches hardware without "
                         "HardwareAccess cannot be seen.",
                .wrong = R"(escape.hAdapter = adapter;
escape.hContext = context;
D3DKMTEscape(&escape);)",
                .right = R"(escape.hAdapter = adapter;
escape.hDevice = device;
escape.hContext = context;
escape.Flags.HardwareAccess = 1;
D3DKMTEscape(&escape);)"},
     .tests = {provokes("Escape.K468ContextWithoutItsDeviceIsRefused"),
               stays_silent("Escape.K468ContextWithItsDeviceReachesTheDriver")}},
};

}  // namespace

Chapter removal() { return kKernelRemoval; }

}  // namespace drydock::rules::kernel
