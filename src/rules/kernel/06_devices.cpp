// Device create/destroy.
#include "src/rules/chapters.h"

namespace drydock::rules::kernel {
namespace {

constexpr Rule kKernelDevices[] = {
    {.id = "K-081",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTCreateDevice is given an invalid adapter handle",
     .text = "CreateDevice needs a valid local adapter handle.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:774-780",
     .lesson = {.why = "A device lives on an adapter that the process has open. Without one there "
                       "is no driver to ask for it.",
                .check =
                    "D3DKMTCreateDevice resolves hAdapter in the calling process and returns "
                    "STATUS_INVALID_PARAMETER for zero, a closed handle or one of another kind.",
                .wrong = R"(D3DKMTCloseAdapter(&close);
create.hAdapter = open.hAdapter;
D3DKMTCreateDevice(&create);)",
                .right = R"(create.hAdapter = open.hAdapter;
D3DKMTCreateDevice(&create);
…
D3DKMTCloseAdapter(&close);)"},
     .tests = {provokes("Device.K081WithoutAnAdapterIsRefused"),
               stays_silent("Device.K081K083OnAnAdapterItHasNoLegacyBuffers")}},
    {.id = "K-082",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "D3DKMTCreateDevice tells a stopped adapter from a lack of memory",
     .text = "CreateDevice fails with STATUS_DEVICE_REMOVED when the adapter is stopped, "
             "STATUS_NO_MEMORY when out of memory.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtcreatedevice.md",
     .tests = {proves("Device.K082StoppedAdapterAndNoMemory")}},
    {.id = "K-083",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Legacy buffer outputs of D3DKMTCreateDevice are zero for context drivers",
     .text = "With a context-capable driver the legacy output members (command buffer, allocation "
             "list, patch list and their sizes) come back NULL/0.",
     .outcome = "a defect of Drydock (observed)",
     .source = "Wine d3dkmt.c:787-800",
     .tests = {proves("Device.K081K083OnAnAdapterItHasNoLegacyBuffers")}},
    {.id = "K-084",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3DKMTDestroyDevice is given zero or an unknown handle",
     .text = "DestroyDevice of zero, NULL or an unknown handle is refused.",
     .outcome = "STATUS_INVALID_PARAMETER (observed)",
     .source = "Wine d3dkmt.c:809-821",
     .lesson = {.why = "Destroying a device ends everything on it. A stale number that was given "
                       "out again ends somebody else's work in the same process.",
                .check = "D3DKMTDestroyDevice must find a device behind hDevice that nobody "
                         "destroyed yet; else it returns STATUS_INVALID_PARAMETER.",
                .wrong = R"(D3DKMTDestroyDevice(&destroy);
…
D3DKMTDestroyDevice(&destroy);)",
                .right = R"(D3DKMTDestroyDevice(&destroy);
destroy.hDevice = 0;
…
if (destroy.hDevice != 0) D3DKMTDestroyDevice(&destroy);)"},
     .tests = {provokes("Device.K084UnknownDeviceIsRefused"),
               stays_silent("Device.K084DeviceIsDestroyedOnce")}},
    {.id = "K-085",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateDevice does not replace hDevice with the driver's own handle",
     .text = "CreateDevice: on input hDevice is the graphics kernel's handle for callbacks, on "
             "output the driver replaces it with its own handle, used in all later DDIs.",
     .outcome = "driver later called with the wrong pointer, bugcheck-class",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgkarg_createdevice.md",
     .lesson = {.why = "What stands in hDevice on return is what every later call passes to the "
                       "driver. Left as it was, the driver gets the kernel's handle and takes it "
                       "for its own structure.",
                .check = "After a successful DxgkDdiCreateDevice hDevice must be neither NULL nor "
                         "the value that went in; else the client gets no device.",
                .wrong = R"(device->hRTDevice = pCreateDevice->hDevice;
return STATUS_SUCCESS;)",
                .right = R"(device->hRTDevice = pCreateDevice->hDevice;
pCreateDevice->hDevice = device;
return STATUS_SUCCESS;)"},
     .tests = {provokes("DriverState.K085DeviceWithoutAHandleOfItsOwnIsFound"),
               stays_silent("DriverMemory.ProperDriverIsSilent")}},
    {.id = "K-086",
     .party = Party::kMiniport,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DxgkDdiCreateDevice fails for a reason other than lack of memory",
     .text = "No hard limit on the number of devices; the only legal failure is out of memory "
             "(STATUS_NO_MEMORY).",
     .outcome = "certification failure; lint",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createdevice.md",
     .lesson = {.why = "Any program may create as many devices as memory allows. A driver with a "
                       "limit of its own breaks the program that comes after it.",
                .check = "Each status of DxgkDdiCreateDevice besides STATUS_SUCCESS and "
                         "STATUS_NO_MEMORY is reported when it returns.",
                .wrong = R"(if (adapter->DeviceCount == 16)
    return STATUS_TOO_MANY_SESSIONS;)",
                .right = R"(KmDevice* device = AllocateDevice();
if (device == NULL)
    return STATUS_NO_MEMORY;)"},
     .tests = {provokes("WrongStatus.K086OfCreateDeviceIsFound"),
               stays_silent("WrongStatus.ListedOnesAreSilent")}},
    {.id = "K-087",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DmaBufferSegmentSet names a segment that is not an aperture",
     .text = "DmaBufferSegmentSet in DXGK_DEVICEINFO/DXGK_CONTEXTINFO may name aperture segments "
             "only; 0 means contiguous locked system memory.",
     .outcome = "device / context creation fails",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgk_deviceinfo.md; d3dkmddi/ns-d3dkmddi-_dxgk_contextinfo.md",
     .lesson =
         {.why = "DMA buffers are written by the CPU and read by the GPU. In a memory segment the "
                 "CPU would have to write across the bus into something it may not even see.",
          .check =
              "DmaBufferSegmentSet is compared with the adapter's segments when "
              "DxgkDdiCreateContext succeeds, or DxgkDdiCreateDevice of a driver without contexts; "
              "a memory segment in it is reported and the context or device refused.",
          .wrong = R"(pCreateContext->ContextInfo.DmaBufferSegmentSet = 1 << (VRAM_SEGMENT - 1);)",
          .right =
              R"(pCreateContext->ContextInfo.DmaBufferSegmentSet = 1 << (APERTURE_SEGMENT - 1);)"},
     .tests = {provokes("DriverState.K087BuffersInMemorySegmentAreFound"),
               provokes("DriverState.K087K088BuffersOfADeviceAreLookedAt"),
               stays_silent("DriverState.K087BuffersInApertureAreSilent")}},
    {.id = "K-088",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Initial DMA buffer or list is too small for a single command",
     .text = "Initial DMA-buffer and list sizes must hold at least one unsplittable command and "
             "one presented rectangle; later the kernel may grow and shrink them but never below "
             "these sizes.",
     .outcome = "render impossible, driver fault",
     .source =
         "d3dkmddi/ns-d3dkmddi-_dxgk_deviceinfo.md; d3dkmddi/ns-d3dkmddi-_dxgk_contextinfo.md",
     .lesson =
         {.why = "The kernel never makes the buffers smaller than their first size, but it may "
                 "stop there. If one command does not fit, DxgkDdiRender can never get anywhere.",
          .check =
              "A driver that patches and whose DxgkDdiCreateContext, or without contexts "
              "DxgkDdiCreateDevice, returns 0 as the size of the DMA buffer or of a list is told, "
              "and the context or device refused; sizes that are merely small are not judged.",
          .wrong = R"(pCreateContext->ContextInfo.DmaBufferSize = 64 * 1024;
return STATUS_SUCCESS;)",
          .right = R"(pCreateContext->ContextInfo.DmaBufferSize = 64 * 1024;
pCreateContext->ContextInfo.AllocationListSize = 1024;
pCreateContext->ContextInfo.PatchLocationListSize = 1024;
return STATUS_SUCCESS;)"},
     .tests = {provokes("DriverState.K087K088BuffersOfADeviceAreLookedAt"),
               provokes("DriverState.K088BuffersForNoCommandAreFound"),
               stays_silent("DriverState.K088BuffersForOneCommandAreSilent")}},
    {.id = "K-089",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "DMA buffer private data starts zeroed and is never touched by the kernel",
     .text = "Per-DMA-buffer private data is non-paged, zeroed at buffer creation and never "
             "touched by the kernel afterwards.",
     .outcome = "a defect of Drydock",
     .source = "d3dkmddi/ns-d3dkmddi-_dxgk_contextinfo.md",
     .tests = {proves("ClientRules.K089PrivateDataAreTheDriversOwn")}},
    {.id = "K-090",
     .party = Party::kMiniport,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DxgkDdiDestroyDevice leaves the device's driver memory behind",
     .text = "DestroyDevice frees everything the driver holds for that device.",
     .outcome = "leak ledger",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_destroydevice.md",
     .lesson =
         {.why = "Programs create and destroy devices all day. What the driver keeps of each one "
                 "adds up until the pool is empty.",
          .check =
              "The pool block behind the driver's hDevice must be freed when DxgkDdiDestroyDevice "
              "returns; what hangs from it shows up at the stop as K-055.",
          .wrong = R"(NTSTATUS DestroyDevice(HANDLE hDevice) {
    RemoveFromList((KmDevice*)hDevice);
    return STATUS_SUCCESS;
})",
          .right = R"(NTSTATUS DestroyDevice(HANDLE hDevice) {
    RemoveFromList((KmDevice*)hDevice);
    ExFreePoolWithTag(hDevice, TAG);
    return STATUS_SUCCESS;
})"},
     .tests = {provokes("DriverMemory.K090DeviceThatIsNotFreedIsFound"),
               stays_silent("DriverMemory.ProperDriverIsSilent")}},
    {.id = "K-091",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Allocations are evicted before their device is destroyed in the driver",
     .text = "A device may not be destroyed towards the driver while allocations are still "
             "resident on it; eviction/destruction comes first.",
     .outcome = "a defect of Drydock (VidMm bugcheck 0x10E/0x33)",
     .source = "debugger/bug-check-0x10e---video-memory-management-internal.md",
     .tests = {proves("Device.K027LeftAllocationsAreALint")}},
    {.id = "K-092",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Destroying a device destroys its paging queues, hardware queues and events",
     .text = "Destroying a device implicitly destroys its paging queues (and their fences), HW "
             "queues, doorbells, ring-buffer allocations and KMD CPU-event objects.",
     .outcome = "a defect of Drydock",
     .source =
         "d3dkmthk/ns-d3dkmthk-_d3dkmt_createpagingqueue.md; display/user-mode-work-submission.md; "
         "d3dkmddi/nc-d3dkmddi-dxgkddi_createcpuevent.md",
     .tests = {proves("HwQueue.K092DestroyingADeviceTakesAllWithIt")}},
    {.id = "K-093",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "CPU-event object depends on a device that is already destroyed",
     .text = "A KMD CPU-event object can outlive the device object it was tied to; the driver must "
             "tolerate its destruction after DestroyDevice.",
     .outcome = "use-after-free",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createcpuevent.md; "
               "d3dkmddi/nc-d3dkmddi-dxgkddi_destroycpuevent.md",
     .lesson = {.why = "The device only tells whose event it is. When both go, the device may go "
                       "first, and an event that leads back to it leads into freed memory.",
                .check =
                    "When a device ends with events on it, DxgkDdiDestroyCpuEvent is called before "
                    "or after DxgkDdiDestroyDevice, as the seed has it, and after it without a "
                    "seed. Then an event that DxgkDdiDestroyDevice freed, a touch of the device's "
                    "freed block, a failure, a crash and an event that is kept are found.",
                .wrong = R"(NTSTATUS DestroyCpuEvent(HANDLE adapter, HANDLE handle)
{
    CpuEvent* event = handle;
    RemoveEntryList(&event->Link);  // of event->Device->Events
    ExFreePoolWithTag(event, TAG);
    return STATUS_SUCCESS;
})",
                .right = R"(NTSTATUS DestroyCpuEvent(HANDLE adapter, HANDLE handle)
{
    CpuEvent* event = handle;
    ReleaseProcess(event->Process);  // taken in CreateCpuEvent
    ExFreePoolWithTag(event, TAG);
    return STATUS_SUCCESS;
})"},
     .tests = {provokes("CpuEventRules.K093EventThatGoesWithItsDeviceIsFound"),
               provokes("CpuEventRules.K093EventThatIsNotFreedWithoutItsDeviceIsFound"),
               provokes("CpuEventRules.K093FailureWithoutTheDeviceIsFound"),
               provokes("CpuEventRules.K093TouchOfTheDeadDeviceIsFound"),
               stays_silent("CpuEventRules.K093EventThatKeepsTheDevicesMemoryIsSilent")}},
    {.id = "K-094",
     .party = Party::kClient,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Trim callback stays registered when its device is destroyed",
     .text = "Trim callbacks registered for a device must be unregistered before that device is "
             "destroyed and before the callback's module is unloaded.",
     .outcome = "callback into freed code; client fault",
     .source = "d3dkmthk/nf-d3dkmthk-d3dkmtregistertrimnotification.md",
     .lesson = {.why = "The kernel calls back whenever a budget changes. A callback that outlives "
                       "its device, or its module, is a jump into what is gone.",
                .check =
                    "D3DKMTDestroyDevice looks for registrations of the device; what "
                    "D3DKMTUnregisterTrimNotification has not ended is a finding, and ends there.",
                .wrong = R"(D3DKMTRegisterTrimNotification(&trim);
D3DKMTDestroyDevice(&destroy);)",
                .right = R"(D3DKMTRegisterTrimNotification(&trim);
unregister.Handle = trim.Handle;
D3DKMTUnregisterTrimNotification(&unregister);
D3DKMTDestroyDevice(&destroy);)"},
     .tests = {provokes("Residency.K094CallbackThatIsLeftIsFound"),
               stays_silent("Residency.K094CallbackThatIsUnregisteredIsSilent")}},
    {.id = "K-095",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Another device reaches a resource only by opening it as shared",
     .text = "Resources of one device are not usable through another device except as shared "
             "resources opened there.",
     .outcome = "STATUS_INVALID_PARAMETER",
     .source = "d3dkmddi/nc-d3dkmddi-dxgkddi_createdevice.md",
     .tests = {proves("Destroy.K001ForeignDeviceIsRefused"),
               proves("Lock.K240K147InvisibleOrForeignIsRefused")}},
};

}  // namespace

Chapter devices() { return kKernelDevices; }

}  // namespace drydock::rules::kernel
