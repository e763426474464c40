// User mode: errors.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode11Lessons[] = {
    {.rule = "U-230",
     .why = "The callback knows what happened and the runtime what to do about it; a driver in "
            "between that changes the code breaks both.",
     .check = "Each failure of a callback is kept until a repetition succeeds; when the function "
              "returns none of them, it is told, but for an E_OUTOFMEMORY of pfnAllocateCb behind "
              "a success.",
     .wrong = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
return SUCCEEDED(hr) ? S_OK : E_FAIL;)",
     .right = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
return hr;)"},
    {.rule = "U-231",
     .why = "The work can be done without that memory; a function that fails all the same takes "
            "from the application what is there.",
     .check = "The functions of Direct3D 9 that destroy, unlock, rename, offer, reclaim, and set "
              "or ask for priority and residency need no memory; E_OUTOFMEMORY from one of them "
              "after a pfnAllocateCb that failed so is told.",
     .wrong = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &shadow);  // in Unlock
if (FAILED(hr)) return hr;)",
     .right = R"(hr = device->pCallbacks->pfnAllocateCb(device->hRuntime, &shadow);  // in Unlock
if (FAILED(hr) && hr != E_OUTOFMEMORY) return hr;
resource->HasShadow = SUCCEEDED(hr);)"},
    {.rule = "U-232",
     .why = "The runtime has checked the arguments before it called; the code would blame the "
            "application for what the driver cannot do.",
     .check = "E_INVALIDARG that no callback returned during the call is told, unless the "
              "function's page lists it.",
     .wrong = R"(if (pArgs->SurfCount > MAX_SURFACES) return E_INVALIDARG;
allocate.NumAllocations = pArgs->SurfCount;)",
     .right = R"(if (pArgs->SurfCount > MAX_SURFACES) return E_OUTOFMEMORY;
allocate.NumAllocations = pArgs->SurfCount;)"},
    {.rule = "U-233",
     .why = "It says that the driver itself passed something wrong; swallowed, the mistake shows "
            "up much later, as a picture that is not there.",
     .check = "E_INVALIDARG from a callback, behind which the function returns something else, is "
              "told under this rule unless a narrower one fits.",
     .wrong = R"(device->pCallbacks->pfnSetPriorityCb(device->hRuntime, &priority);
return S_OK;)",
     .right = R"(hr = device->pCallbacks->pfnSetPriorityCb(device->hRuntime, &priority);
return hr;)"},
    {.rule = "U-234",
     .why = "The functions return nothing; an error that the runtime is not told leaves the "
            "application with objects that are not there and pictures that were never drawn.",
     .check = "A function that got a failure from a callback and told none is named, but for lack "
              "of memory in pfnAllocateCb and for removal in what destroys; so are callbacks of "
              "the core layer with another handle, that of another context, or from a thread that "
              "is in no call of the device.",
     .wrong = R"(hr = device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &render);
device->Written = 0;)",
     .right = R"(hr = device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &render);
if (FAILED(hr))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, D3DDDIERR_DEVICEREMOVED);
device->Written = 0;)"},
    {.rule = "U-235",
     .why = "The callback is for errors, and there is no way to take one back; the runtime takes a "
            "success for a driver out of order.",
     .check = "Each pfnSetErrorCb looks at its code; a success is told, and the device is lost.",
     .wrong = R"(hr = MakeTarget(device, resource);
device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, hr);)",
     .right = R"(hr = MakeTarget(device, resource);
if (FAILED(hr)) device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, hr);)"},
    {.rule = "U-237",
     .why = "Applications can learn only of certain errors in each place; for another one there is "
            "no way to tell them, and the runtime gives up the device.",
     .check =
         "pfnSetErrorCb compares the code with the category of the function that its thread is in; "
         "where a rule names the function itself, as U-190 or U-239 do, that one speaks.",
     .wrong = R"(if (!GrowBatch(device))  // in Draw
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_OUTOFMEMORY);)",
     .right = R"(if (IsFull(device))  // in Draw
  SubmitBatch(device);)"},
    {.rule = "U-238",
     .why = "A check answers what the hardware can do, which a lost device does not change; there "
            "is nobody who expects this code there.",
     .check = "D3DDDIERR_DEVICEREMOVED told in CheckFormatSupport is found, and the device is "
              "lost; the other functions of this type are not called.",
     .wrong = R"(VOID APIENTRY CheckFormatSupport(D3D10DDI_HDEVICE hDevice, DXGI_FORMAT Format,
                                 UINT* pFormatCaps) {
  if (device->IsLost)
    device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, D3DDDIERR_DEVICEREMOVED);
  *pFormatCaps = CapsOf(Format);
})",
     .right = R"(VOID APIENTRY CheckFormatSupport(D3D10DDI_HDEVICE hDevice, DXGI_FORMAT Format,
                                 UINT* pFormatCaps) {
  *pFormatCaps = CapsOf(Format);
})"},
    {.rule = "U-239",
     .why = "Applications know these failures of a creation and go on without the resource; at any "
            "other the runtime gives up the device.",
     .check = "What pfnSetErrorCb is told in CreateResource is compared with the three codes; "
              "whether the last one is for a primary, and comes with NO_SCANOUT, is not looked at.",
     .wrong = R"(if (pArgs->pPrimaryDesc && !CanScanOut(device, pArgs))
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, E_INVALIDARG);)",
     .right = R"(if (pArgs->pPrimaryDesc && !CanScanOut(device, pArgs)) {
  pArgs->pPrimaryDesc->DriverFlags |= DXGI_DDI_PRIMARY_DRIVER_FLAG_NO_SCANOUT;
  device->pUMCallbacks->pfnSetErrorCb(device->hRTCoreLayer, DXGI_DDI_ERR_UNSUPPORTED);
})"},
    {.rule = "U-241",
     .why = "The address of the block is the driver's name of the object, and the runtime keeps a "
            "pointer's room for it; two blocks of nothing have one name.",
     .check = "Every size that is less than a pointer's is told, zero too; one that cannot be had, "
              "as SIZE_T(-1), ends the creation as a lack of memory.",
     .wrong = R"(return sizeof(UINT);  // in CalcPrivateBlendStateSize: an index of the driver's
…
*(UINT*)hBlendState.pDrvPrivate = AddState(device, pDesc);)",
     .right = R"(return sizeof(BLEND_STATE);  // in CalcPrivateBlendStateSize
…
*(BLEND_STATE*)hBlendState.pDrvPrivate = MakeState(device, pDesc);)"},
    {.rule = "U-242",
     .why = "Behind the block lie objects of the runtime and of the application; they break later, "
            "with nothing that leads back to the culprit.",
     .check = "Each block lies between pages where a driver is stopped, and the few bytes that "
              "fill up its end are looked at after each creation, and when a resource or the "
              "device was destroyed.",
     .wrong = R"(return sizeof(RESOURCE);  // in CalcPrivateResourceSize
…
LEVEL* levels = (LEVEL*)(resource + 1);
memcpy(levels, device->Levels, pArgs->MipLevels * sizeof(LEVEL));)",
     .right = R"(return sizeof(RESOURCE) + pArgs->MipLevels * sizeof(LEVEL);
…
LEVEL* levels = (LEVEL*)(resource + 1);
memcpy(levels, device->Levels, pArgs->MipLevels * sizeof(LEVEL));)"},
};

}  // namespace

Lessons user_mode_11() { return kUserMode11Lessons; }

}  // namespace drydock::rules::lessons
