// User mode: threads.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode12Lessons[] = {
    {.rule = "U-251",
     .why = "The runtime keeps threads apart for each device only. An application with two devices "
            "has two threads in the driver, and whatever is global is touched by both.",
     .check = "A driver that was built with --races tells its accesses to globals and heap. Two in "
              "calls of different devices, one of them a write, that nothing orders are found.",
     .wrong = R"(static UINT g_NextId;
HRESULT APIENTRY CreateResource(HANDLE hDevice, D3DDDIARG_CREATERESOURCE* pArgs) {
  resource->Id = g_NextId++;)",
     .right = R"(static LONG g_NextId;
HRESULT APIENTRY CreateResource(HANDLE hDevice, D3DDDIARG_CREATERESOURCE* pArgs) {
  resource->Id = InterlockedIncrement(&g_NextId);)"},
    {.rule = "U-252",
     .why = "The application locks while a worker thread draws: both are in the driver for one "
            "device, and its fields change under the hands of either.",
     .check = "A driver that was built with --races tells its accesses to globals and heap. One in "
              "LockAsync or UnlockAsync and one in another call of the same device that nothing "
              "orders are found; GetQueryData is not called here.",
     .wrong = R"(HRESULT APIENTRY LockAsync(HANDLE hDevice, D3DDDIARG_LOCKASYNC* pArgs) {
  device->LockedBytes += resource->Size;  // Flush reads it)",
     .right = R"(HRESULT APIENTRY LockAsync(HANDLE hDevice, D3DDDIARG_LOCKASYNC* pArgs) {
  EnterCriticalSection(&device->LocksSection);
  device->LockedBytes += resource->Size;
  LeaveCriticalSection(&device->LocksSection);)"},
    {.rule = "U-254",
     .why = "With LockAsync the runtime sends several threads into the driver, with the switch the "
            "driver has its own; together nobody keeps the order of locks and batches.",
     .check = "pfnSetAsyncCallbacksCb(TRUE) by a driver whose table has pfnLockAsync is told; a "
              "worker without the switch is the business of U-255.",
     .wrong = R"(pArgs->pDeviceFuncs->pfnLockAsync = LockAsync;  // in CreateDevice
…
device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);)",
     .right = R"(pArgs->pDeviceFuncs->pfnLockAsync = NULL;  // as pfnUnlockAsync and pfnRename
…
device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);)"},
    {.rule = "U-255",
     .why = "The runtime keeps its own state during a call of the driver and expects callbacks "
            "from that thread; it must be told before others come.",
     .check = "Each callback looks at who calls and at the switch: a thread of the driver's own "
              "without TRUE, the runtime's thread while it is TRUE, two at once, the switch itself "
              "from another thread, and a Flush that returns with TRUE.",
     .wrong = R"(DWORD WINAPI SubmitLoop(void* context) {
  DEVICE* device = (DEVICE*)context;
  device->pCallbacks->pfnRenderCb(device->hRuntime, &device->Render);)",
     .right = R"(device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);
WakeSubmitLoop(device);
…
WaitForSubmitLoop(device);  // in Flush
device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, FALSE);)"},
    {.rule = "U-256",
     .why = "A second thread gains nothing on one processor or in a window, and an application "
            "that asked for none may have a reason.",
     .check = "pfnSetAsyncCallbacksCb(TRUE) on a device that was created without "
              "AllowMultithreading is mentioned; windows and processors are not looked at.",
     .wrong = R"(StartWorker(device);
device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);)",
     .right = R"(if (device->Flags.AllowMultithreading && !device->IsWindowed && processors > 1) {
  StartWorker(device);
  device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);
})"},
    {.rule = "U-257",
     .why = "There is no switch here that lets other threads in: the runtime takes every callback "
            "for one of the thread that it has sent, and guards nothing.",
     .check = "On a device that is not free-threaded, a callback by a thread that the runtime has "
              "not sent into the driver is told; pfnRenderCb and pfnPresentCb come under U-261, on "
              "any device.",
     .wrong = R"(DWORD WINAPI ReleaseLoop(void* context) {
  DEVICE* device = (DEVICE*)context;
  device->pKTCallbacks->pfnDeallocateCb(device->hRTDevice.handle, &device->Release);)",
     .right = R"(DWORD WINAPI ReleaseLoop(void* context) {
  DEVICE* device = (DEVICE*)context;
  device->Ready.push_back(device->Release);  // pfnDeallocateCb follows in Flush)"},
    {.rule = "U-258",
     .why = "Command lists are recorded by several threads at once; a driver that may be called by "
            "one at a time cannot have them.",
     .check = "When an adapter is opened for Direct3D 11 the threading caps are read; one of the "
              "two flags for command lists without D3D11DDICAPS_FREETHREADED is told.",
     .wrong = R"(D3D11DDI_THREADING_CAPS* caps = (D3D11DDI_THREADING_CAPS*)pArgs->pData;
caps->Caps = D3D11DDICAPS_COMMANDLISTS;)",
     .right = R"(D3D11DDI_THREADING_CAPS* caps = (D3D11DDI_THREADING_CAPS*)pArgs->pData;
caps->Caps = D3D11DDICAPS_FREETHREADED | D3D11DDICAPS_COMMANDLISTS;)"},
    {.rule = "U-259",
     .why = "The runtime guards nothing for a driver with free threads: two callbacks on one "
            "context meet in its batch and in the queue of the GPU.",
     .check = "Each callback that names a context notes it before it waits for its turn; one that "
              "comes while another thread has not returned is told. Two that never meet are not "
              "seen: run it under many schedules.",
     .wrong = R"(VOID CreateResource(…) {  // on any thread
  device->pKTCallbacks->pfnSignalSynchronizationObjectCb(device->hRTDevice.handle, &signal);)",
     .right = R"(VOID CreateResource(…) {  // on any thread
  NoteSignal(device);  // pfnSignalSynchronizationObjectCb follows in Flush)"},
    {.rule = "U-260",
     .why = "The runtime hands the shared resource out when its creation returns; what is "
            "allocated later, or by another thread, is not in what others open.",
     .check = "A pfnAllocateCb that names a shared resource of Direct3D 10 or later must come "
              "inside the call that creates this resource; else it is refused.",
     .wrong = R"(if (resource->hAllocation == 0)  // in Draw
  hr = AllocateFor(device, resource);)",
     .right = R"(if (pArgs->MiscFlags & D3D10_DDI_RESOURCE_MISC_SHARED)  // in CreateResource
  hr = AllocateFor(device, resource);)"},
    {.rule = "U-261",
     .why = "The thread of the immediate context has the batch and knows what is on the screen; "
            "from elsewhere half a batch goes out, or a frame that is not finished.",
     .check = "pfnPresentCb outside of PresentDXGI is told, and pfnRenderCb inside functions that "
              "create or open on a free-threaded device, and both by a thread that the runtime has "
              "not sent; pfnSetDisplayModeCb is refused anyhow, for want of displays.",
     .wrong = R"(CopyInitialData(device, resource, pArgs->pInitialDataUP);  // in CreateResource
device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &device->Upload);)",
     .right = R"(CopyInitialData(device, resource, pArgs->pInitialDataUP);  // in CreateResource
device->Uploads.push_back(resource->Upload);  // goes with the next Flush)"},
    {.rule = "U-262",
     .why = "Other threads call through these entries at any time and without a lock; a change in "
            "between sends two calls of one object to two different drivers.",
     .check = "After each call of a free-threaded device the entries that create, open, destroy, "
              "calculate and check are compared with what CreateDevice left.",
     .wrong = R"(device->pDeviceFuncs->pfnCreateResource = CreateResourceTraced;  // in Flush
device->pDeviceFuncs->pfnDraw = DrawTraced;)",
     .right = R"(device->IsTraced = TRUE;  // in Flush: CreateResource looks at it
device->pDeviceFuncs->pfnDraw = DrawTraced;)"},
    {.rule = "U-263",
     .why = "Applications create on many threads at once, and the runtime asks for sizes without "
            "a lock. A size that was added up in shared memory is too small for somebody.",
     .check = "With the option crowd_calculations every CalcPrivate function is asked once alone "
              "and then by two threads at the same time; answers that differ are told.",
     .wrong = R"(SIZE_T CalcPrivateResourceSize(D3D10DDI_HDEVICE hDevice, …) {
  DeviceOf(hDevice)->Size = sizeof(RESOURCE);
  DeviceOf(hDevice)->Size += pArgs->MipLevels * sizeof(LEVEL);
  return DeviceOf(hDevice)->Size;)",
     .right = R"(SIZE_T CalcPrivateResourceSize(D3D10DDI_HDEVICE hDevice, …) {
  return sizeof(RESOURCE) + pArgs->MipLevels * sizeof(LEVEL);)"},
    {.rule = "U-266",
     .why = "The application wants its processors for itself, or cannot live with a thread that "
            "outlasts its own.",
     .check = "On a device with D3D10DDI_CREATEDEVICE_FLAG_DISABLE_EXTRA_THREAD_CREATION, "
              "CreateThread and _beginthreadex inside a call of the driver are told; threads of "
              "the C++ library are not seen.",
     .wrong = R"(device->hWorker = CreateThread(NULL, 0, Worker, device, 0, NULL);)",
     .right = R"(if ((pArgs->Flags & D3D10DDI_CREATEDEVICE_FLAG_DISABLE_EXTRA_THREAD_CREATION) == 0)
  device->hWorker = CreateThread(NULL, 0, Worker, device, 0, NULL);)"},
    {.rule = "U-267",
     .why = "There the runtime destroys what it has put off; without the call a program that only "
            "draws grows and grows, and with too many it does the same work for nothing.",
     .check = "At each present of Direct3D 11 or later, batches since the last one without any "
              "call are told, and each call with nothing submitted since the one before.",
     .wrong = R"(hr = device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &render);
device->Written = 0;)",
     .right = R"(hr = device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &render);
device->Written = 0;
device->p11UMCallbacks->pfnPerformAmortizedProcessingCb(device->hRTCoreLayer);)"},
    {.rule = "U-268",
     .why = "The runtime has made its pools of the announced sizes before the first object; for "
            "another size there is no memory.",
     .check = "CheckDeferredContextHandleSizes is asked when the device is made, and "
              "CalcDeferredContextHandleSize after each resource, view and command list; a size "
              "that was not announced for that type is told.",
     .wrong = R"(SIZE_T CalcDeferredContextHandleSize(…) {
  return sizeof(LOCAL) + ResourceOf(pICObject)->Levels * sizeof(LEVEL);)",
     .right = R"(SIZE_T CalcDeferredContextHandleSize(…) {
  return sizeof(LOCAL);  // as CheckDeferredContextHandleSizes said)"},
};

}  // namespace

Lessons user_mode_12() { return kUserMode12Lessons; }

}  // namespace drydock::rules::lessons
