// DestroyDevice / CloseAdapter: who frees what.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeDestroyDevice[] = {
    {.id = "U-220",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "DestroyDevice leaves driver-made objects behind",
     .text = "DestroyDevice frees everything the UMD allocated for the device (allocations, "
             "contexts, locks, sync objects) and its tracking data.",
     .outcome = "decided: leak report; kernel reclaims afterwards",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md",
     .lesson = {.why = "A program creates and destroys devices as its windows come and go, and "
                       "grows each time.",
                .check = "After DestroyDevice, or a CreateDevice that failed, allocations of the "
                         "device and of living resources are told, and heap blocks of the driver "
                         "that nothing leads to any more.",
                .wrong = R"(HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  delete (DEVICE*)hDevice;
  return S_OK;
})",
                .right = R"(HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  DEVICE* device = (DEVICE*)hDevice;
  device->pCallbacks->pfnDeallocateCb(device->hRuntime, &device->OwnAllocations);
  free(device->ShaderCache);
  delete device;
  return S_OK;
})"},
     .tests = {provokes("DeviceRules.U220AllocationThatIsLeftIsFound"),
               provokes("UserHeap.U220LeaksOfAFailedDeviceAreFoundAtOnce"),
               provokes("UserHeap.LeaksOfADeviceAreFoundWhenItIsDestroyed"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-221",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "DestroyDevice releases allocations before removing their locks",
     .text = "Outstanding locks are removed before the release calls.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md",
     .lesson =
         {.why = "The order matters as in every release: what is locked has an address that is in "
                 "use.",
          .check = "While DestroyDevice runs, a release of something that is locked is told.",
          .wrong =
              R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &ring);  // in DestroyDevice
device->pCallbacks->pfnUnlockCb(device->hRuntime, &ringLock);)",
          .right =
              R"(device->pCallbacks->pfnUnlockCb(device->hRuntime, &ringLock);  // in DestroyDevice
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &ring);)"},
     .tests = {provokes("DeviceRules.U221ReleaseWhileLockedInDestroyDeviceIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-222",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ DestroyDevice sets an error other than device removal",
     .text = "D3D9: S_OK or an error. D3D10+: void, only D3DDDIERR_DEVICEREMOVED may be set.",
     .outcome = "documented: critical otherwise",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroydevice.md; "
               "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroydevice.md",
     .lesson = {.why = "The device goes whatever the driver says; a code besides removal only "
                       "makes the runtime report a driver out of order.",
                .check = "What pfnSetErrorCb is told in DestroyDevice is compared with "
                         "D3DDDIERR_DEVICEREMOVED.",
                .wrong = R"(if (!SaveShaderCache(device))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_FAIL);
device->~DEVICE();)",
                .right = R"(SaveShaderCache(device);  // without it the next start is slower
device->~DEVICE();)"},
     .tests = {provokes("Direct3D10Rules.U222DestroyDeviceSetsTheWrongError"),
               stays_silent("Direct3D10.AProperDriverIsSilent")}},
    {.id = "U-223",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime destroys all child objects before DestroyDevice",
     .text = "D3D10+: all child objects (resources, views, states) are destroyed by the runtime "
             "before DestroyDevice.",
     .outcome = "decided: runtime bug",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroydevice.md",
     .tests = {proves("Direct3D10Promises.U223ChildrenGoBeforeTheirDevice")}},
    {.id = "U-224",
     .party = Party::kUserModeDriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Private device memory used after DestroyDevice returned",
     .text = "D3D10+: device private memory is freed by the runtime after the call.",
     .outcome = "decided: fault = finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_destroydevice.md",
     .lesson =
         {.why = "The block is freed with the device; what still leads there leads to memory of "
                 "somebody else.",
          .check =
              "When DestroyDevice has returned, or CreateDevice has failed, the block cannot be "
              "touched any more; a later call of the driver that does is stopped there and told.",
          .wrong = R"(VOID APIENTRY DestroyDevice(D3D10DDI_HDEVICE hDevice) {
  DEVICE* device = (DEVICE*)hDevice.pDrvPrivate;
  device->pAdapter->pLastDevice = device;  // for CloseAdapter
})",
          .right = R"(VOID APIENTRY DestroyDevice(D3D10DDI_HDEVICE hDevice) {
  DEVICE* device = (DEVICE*)hDevice.pDrvPrivate;
  device->pAdapter->Statistics += device->Statistics;
  device->~DEVICE();
})"},
     .tests = {provokes("Direct3D10Rules.U224UseOfTheMemoryOfADestroyedDeviceIsFound"),
               stays_silent("Direct3D10.AProperDriverIsSilent")}},
    {.id = "U-225",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Paging queues and their fences vanish with the user-mode device",
     .text = "Paging queues (and their fence objects) vanish implicitly with the device; explicit "
             "pfnDestroyPagingQueueCb waits for queued operations and invalidates hSyncObject and "
             "the mapped fence value.",
     .outcome = "decided: use afterwards is U-276",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createpagingqueuecb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_destroypagingqueuecb.md",
     .tests = {proves("ResidencyRules.U225QueuesVanishWithTheDevice")}},
    {.id = "U-226",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Ring buffer of user-mode submission freed while its doorbell lives",
     .text = "User-mode submission: ring buffer and control allocations belong to the UMD, stay "
             "referenced by the kernel while a doorbell lives, and are destroyed implicitly only "
             "at device termination.",
     .outcome = "decided: finding",
     .source = "display/user-mode-work-submission.md",
     .lesson = {.why = "The GPU fetches work from the ring buffer whenever the doorbell was rung; "
                       "memory that goes to somebody else under it is executed as commands.",
                .check = "The kernel keeps the allocations of a doorbell until "
                         "D3DKMTDestroyDoorbell, or the end of the queue, is over. A release that "
                         "names one of them before succeeds, does not free it, and is a finding.",
                .wrong = R"(D3DKMTDestroyAllocation2(&RingBuffer);
D3DKMT_DESTROY_DOORBELL Doorbell = {hHwQueue};
D3DKMTDestroyDoorbell(&Doorbell);)",
                .right = R"(D3DKMT_DESTROY_DOORBELL Doorbell = {hHwQueue};
D3DKMTDestroyDoorbell(&Doorbell);
D3DKMTDestroyAllocation2(&RingBuffer);)"},
     .tests = {provokes("HwQueue.U226ARingBufferThatGoesFirstIsFoundAndStays"),
               stays_silent("HwQueue.U226InTheRightOrderOrWithTheDeviceIsSilent")}},
    {.id = "U-227",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime closes an adapter only after its last device is gone",
     .text = "CloseAdapter only after every device created on that adapter object was destroyed.",
     .outcome = "decided: runtime bug",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_closeadapter.md; "
               "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_closeadapter.md",
     .tests = {proves("RuntimePromises.U227AdapterWithDevicesIsNotClosed")}},
    {.id = "U-228",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CloseAdapter leaves adapter memory or objects behind",
     .text = "CloseAdapter frees everything allocated for the adapter object; S_OK or an error.",
     .outcome = "decided: leak finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_closeadapter.md",
     .lesson = {.why = "The process may open the adapter again and again, and each time leaves the "
                       "old object behind.",
                .check =
                    "Heap blocks that were taken for the adapter, and that neither globals nor "
                    "other blocks lead to after CloseAdapter, or after an OpenAdapter that "
                    "failed, are named with their stacks.",
                .wrong = R"(HRESULT APIENTRY CloseAdapter(HANDLE hAdapter) {
  return S_OK;
})",
                .right = R"(HRESULT APIENTRY CloseAdapter(HANDLE hAdapter) {
  delete (ADAPTER*)hAdapter;
  return S_OK;
})"},
     .tests = {provokes("UserHeap.U228LeaksOfAnAdapterAreFoundWhenItIsClosed"),
               provokes("CarelessDriver.U228WhatARefusedQuestionLeavesIsFound"),
               stays_silent("UserHeap.U228AnAdapterThatGivesEverythingBackIsSilent"),
               stays_silent("ProperDriver.U228AQuestionThatIsRefusedIsSilent")}},
    {.id = "U-229",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime closes deferred handles before it destroys the context",
     .text = "D3D11 deferred context end of life: after CreateCommandList success, close all "
             "deferred handles (they may still look bound), then destroy the context; on abandon: "
             "AbandonCommandList, unbind, close handles, recycle or destroy.",
     .outcome = "decided: runtime bug",
     .source = "display/supporting-command-lists.md",
     .tests = {proves("DeferredContexts.U229AListThatCannotBeMadeAbandonsItsContext"),
               proves("DeferredContexts.U229HandlesAreClosedBeforeTheContextGoes"),
               proves("DeferredContexts.U229WhatIsLeftGoesBeforeItsDevice")}},
};

}  // namespace

Chapter destroy_device() { return kUserModeDestroyDevice; }

}  // namespace drydock::rules::user_mode
