// User mode: the end of devices and adapters.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode10Lessons[] = {
    {.rule = "U-220",
     .why =
         "A program creates and destroys devices as its windows come and go, and grows each time.",
     .check =
         "After DestroyDevice, or a CreateDevice that failed, allocations of the device and of "
         "living resources are told, and heap blocks of the driver that nothing leads to any more.",
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
    {.rule = "U-221",
     .why = "The order matters as in every release: what is locked has an address that is in use.",
     .check = "While DestroyDevice runs, a release of something that is locked is told.",
     .wrong = R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &ring);  // in DestroyDevice
device->pCallbacks->pfnUnlockCb(device->hRuntime, &ringLock);)",
     .right = R"(device->pCallbacks->pfnUnlockCb(device->hRuntime, &ringLock);  // in DestroyDevice
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &ring);)"},
    {.rule = "U-222",
     .why = "The device goes whatever the driver says; a code besides removal only makes the "
            "runtime report a driver out of order.",
     .check =
         "What pfnSetErrorCb is told in DestroyDevice is compared with D3DDDIERR_DEVICEREMOVED.",
     .wrong = R"(if (!SaveShaderCache(device))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_FAIL);
device->~DEVICE();)",
     .right = R"(SaveShaderCache(device);  // without it the next start is slower
device->~DEVICE();)"},
    {.rule = "U-224",
     .why = "The block is freed with the device; what still leads there leads to memory of "
            "somebody else.",
     .check = "When DestroyDevice has returned, or CreateDevice has failed, the block cannot be "
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
    {.rule = "U-226",
     .why = "The GPU fetches work from the ring buffer whenever the doorbell was rung; memory that "
            "goes to somebody else under it is executed as commands.",
     .check = "The kernel keeps the allocations of a doorbell until D3DKMTDestroyDoorbell, or the "
              "end of the queue, is over. A release that names one of them before succeeds, does "
              "not free it, and is a finding.",
     .wrong = R"(D3DKMTDestroyAllocation2(&RingBuffer);
D3DKMT_DESTROY_DOORBELL Doorbell = {hHwQueue};
D3DKMTDestroyDoorbell(&Doorbell);)",
     .right = R"(D3DKMT_DESTROY_DOORBELL Doorbell = {hHwQueue};
D3DKMTDestroyDoorbell(&Doorbell);
D3DKMTDestroyAllocation2(&RingBuffer);)"},
    {.rule = "U-228",
     .why = "The process may open the adapter again and again, and each time leaves the old object "
            "behind.",
     .check = "Heap blocks that were taken for the adapter, and that neither globals nor other "
              "blocks lead to after CloseAdapter, are named with their stacks.",
     .wrong = R"(HRESULT APIENTRY CloseAdapter(HANDLE hAdapter) {
  return S_OK;
})",
     .right = R"(HRESULT APIENTRY CloseAdapter(HANDLE hAdapter) {
  delete (ADAPTER*)hAdapter;
  return S_OK;
})"},
};

}  // namespace

Lessons user_mode_10() { return kUserMode10Lessons; }

}  // namespace drydock::rules::lessons
