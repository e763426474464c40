// Device create/destroy.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel06Lessons[] = {
    {.rule = "K-081",
     .why = "A device lives on an adapter that the process has open. Without one there is no "
            "driver to ask for it.",
     .check = "D3DKMTCreateDevice resolves hAdapter in the calling process and returns "
              "STATUS_INVALID_PARAMETER for zero, a closed handle or one of another kind.",
     .wrong = R"(D3DKMTCloseAdapter(&close);
create.hAdapter = open.hAdapter;
D3DKMTCreateDevice(&create);)",
     .right = R"(create.hAdapter = open.hAdapter;
D3DKMTCreateDevice(&create);
…
D3DKMTCloseAdapter(&close);)"},
    {.rule = "K-084",
     .why = "Destroying a device ends everything on it. A stale number that was given out again "
            "ends somebody else's work in the same process.",
     .check = "D3DKMTDestroyDevice must find a device behind hDevice that nobody destroyed yet; "
              "else it returns STATUS_INVALID_PARAMETER.",
     .wrong = R"(D3DKMTDestroyDevice(&destroy);
…
D3DKMTDestroyDevice(&destroy);)",
     .right = R"(D3DKMTDestroyDevice(&destroy);
destroy.hDevice = 0;
…
if (destroy.hDevice != 0) D3DKMTDestroyDevice(&destroy);)"},
    {.rule = "K-085",
     .why = "What stands in hDevice on return is what every later call passes to the driver. Left "
            "as it was, the driver gets the kernel's handle and takes it for its own structure.",
     .check = "After a successful DxgkDdiCreateDevice hDevice must be neither NULL nor the value "
              "that went in; else the finding ends the driver's life.",
     .wrong = R"(device->hRTDevice = pCreateDevice->hDevice;
return STATUS_SUCCESS;)",
     .right = R"(device->hRTDevice = pCreateDevice->hDevice;
pCreateDevice->hDevice = device;
return STATUS_SUCCESS;)"},
    {.rule = "K-086",
     .why = "Any program may create as many devices as memory allows. A driver with a limit of its "
            "own breaks the program that comes after it.",
     .check = "Each status of DxgkDdiCreateDevice besides STATUS_SUCCESS and STATUS_NO_MEMORY is "
              "reported when it returns.",
     .wrong = R"(if (adapter->DeviceCount == 16)
    return STATUS_TOO_MANY_SESSIONS;)",
     .right = R"(KmDevice* device = AllocateDevice();
if (device == NULL)
    return STATUS_NO_MEMORY;)"},
    {.rule = "K-087",
     .why = "DMA buffers are written by the CPU and read by the GPU. In a memory segment the CPU "
            "would have to write across the bus into something it may not even see.",
     .check = "DmaBufferSegmentSet is compared with the adapter's segments when "
              "DxgkDdiCreateContext succeeds, or DxgkDdiCreateDevice of a driver without "
              "contexts; a memory segment in it is reported and the context or device "
              "refused.",
     .wrong = R"(pCreateContext->ContextInfo.DmaBufferSegmentSet = 1 << (VRAM_SEGMENT - 1);)",
     .right = R"(pCreateContext->ContextInfo.DmaBufferSegmentSet = 1 << (APERTURE_SEGMENT - 1);)"},
    {.rule = "K-088",
     .why = "The kernel never makes the buffers smaller than their first size, but it may stop "
            "there. If one command does not fit, DxgkDdiRender can never get anywhere.",
     .check = "A driver that patches and whose DxgkDdiCreateContext, or without contexts "
              "DxgkDdiCreateDevice, returns 0 as the size of the DMA buffer or of a list is "
              "told, and the context or device refused; sizes that are merely small are not "
              "judged.",
     .wrong = R"(pCreateContext->ContextInfo.DmaBufferSize = 64 * 1024;
return STATUS_SUCCESS;)",
     .right = R"(pCreateContext->ContextInfo.DmaBufferSize = 64 * 1024;
pCreateContext->ContextInfo.AllocationListSize = 1024;
pCreateContext->ContextInfo.PatchLocationListSize = 1024;
return STATUS_SUCCESS;)"},
    {.rule = "K-090",
     .why = "Programs create and destroy devices all day. What the driver keeps of each one adds "
            "up until the pool is empty.",
     .check = "The pool block behind the driver's hDevice must be freed when DxgkDdiDestroyDevice "
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
    {.rule = "K-093",
     .why =
         "The device only tells whose event it is. When both go, the device may go first, and an "
         "event that leads back to it leads into freed memory.",
     .check = "When a device ends with events on it, DxgkDdiDestroyCpuEvent is called before or "
              "after DxgkDdiDestroyDevice, as the seed has it, and after it without a seed. Then "
              "an event that DxgkDdiDestroyDevice freed, a touch of the device's freed block, a "
              "failure, a crash and an event that is kept are found.",
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
    {.rule = "K-094",
     .why = "The kernel calls back whenever a budget changes. A callback that outlives its device, "
            "or its module, is a jump into what is gone.",
     .check = "D3DKMTDestroyDevice looks for registrations of the device; what "
              "D3DKMTUnregisterTrimNotification has not ended is a finding, and ends there.",
     .wrong = R"(D3DKMTRegisterTrimNotification(&trim);
D3DKMTDestroyDevice(&destroy);)",
     .right = R"(D3DKMTRegisterTrimNotification(&trim);
unregister.Handle = trim.Handle;
D3DKMTUnregisterTrimNotification(&unregister);
D3DKMTDestroyDevice(&destroy);)"},
};

}  // namespace

Lessons kernel_06() { return kKernel06Lessons; }

}  // namespace drydock::rules::lessons
