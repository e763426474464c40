// Threading.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeThreading[] = {
    {.id = "U-250",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "At most one thread is inside the driver per D3D9 device",
     .text = "D3D9-style: at any moment at most one thread runs in the UMD for a given device; "
             "different devices may run concurrently. A worker thread may replace the application "
             "thread transparently.",
     .outcome = "decided: runtime bug",
     .source = "display/threading-model-of-user-mode-display-driver.md",
     .tests = {proves("RuntimePromises.U250OneThreadIsInTheDriverForADevice")}},
    {.id = "U-251",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver data shared between devices is not synchronized",
     .text =
         "Cross-device global data is the UMD own responsibility to synchronise (and discouraged).",
     .outcome = "decided: race detector finding",
     .source = "display/threading-model-of-user-mode-display-driver.md",
     .lesson =
         {.why =
              "The runtime keeps threads apart for each device only. An application with two "
              "devices has two threads in the driver, and whatever is global is touched by both.",
          .check =
              "A driver that was built with --races tells its accesses to globals and heap. Two in "
              "calls of different devices, one of them a write, that nothing orders are found.",
          .wrong = R"(static UINT g_NextId;
HRESULT APIENTRY CreateResource(HANDLE hDevice, D3DDDIARG_CREATERESOURCE* pArgs) {
  resource->Id = g_NextId++;)",
          .right = R"(static LONG g_NextId;
HRESULT APIENTRY CreateResource(HANDLE hDevice, D3DDDIARG_CREATERESOURCE* pArgs) {
  resource->Id = InterlockedIncrement(&g_NextId);)"},
     .tests = {provokes("UserModeRaces.U251GlobalOfTwoDevicesIsFound"),
               stays_silent("UserModeRaces.U251CallsOfOneDeviceAreSilent"),
               stays_silent("UserModeRaces.U251ProtectedGlobalIsSilent")}},
    {.id = "U-252",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "LockAsync, UnlockAsync or GetQueryData is not re-entrant",
     .text = "DDI version >= 0x0B: LockAsync, UnlockAsync and GetQueryData are re-entrant, i.e. "
             "run while another thread of the same device is inside any other UMD function.",
     .outcome = "decided: race detector finding",
     .source =
         "display/supporting-multiple-processors.md; d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md",
     .lesson = {.why = "The application locks while a worker thread draws: both are in the driver "
                       "for one device, and its fields change under the hands of either.",
                .check =
                    "A driver that was built with --races tells its accesses to globals and heap. "
                    "One in LockAsync or UnlockAsync and one in another call of the same device "
                    "that nothing orders are found; GetQueryData is not called here.",
                .wrong = R"(HRESULT APIENTRY LockAsync(HANDLE hDevice, D3DDDIARG_LOCKASYNC* pArgs) {
  device->LockedBytes += resource->Size;  // Flush reads it)",
                .right = R"(HRESULT APIENTRY LockAsync(HANDLE hDevice, D3DDDIARG_LOCKASYNC* pArgs) {
  EnterCriticalSection(&device->LocksSection);
  device->LockedBytes += resource->Size;
  LeaveCriticalSection(&device->LocksSection);)"},
     .tests = {provokes("UserModeRaces.U252StateThatLockAsyncSharesIsFound"),
               stays_silent("UserModeRaces.U252ProtectedStateIsSilent")}},
    {.id = "U-253",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime calls LockAsync on the application thread, Rename on the worker",
     .text = "With the runtime multiprocessor layer: LockAsync/UnlockAsync on the application "
             "thread, most others (including Rename) on the worker.",
     .outcome = "decided: runtime bug",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_lockasync.md; d3dumddi/nc-d3dumddi-pfnd3dddi_rename.md",
     .tests = {proves("RuntimePromises.U253LockAsyncIsTheApplicationsAndRenameTheWorkers")}},
    {.id = "U-254",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver with a worker offers LockAsync",
     .text = "A UMD with its own worker must not implement LockAsync/UnlockAsync/Rename and must "
             "bracket worker callbacks with pfnSetAsyncCallbacksCb(TRUE/FALSE).",
     .outcome = "decided: finding",
     .source = "display/supporting-multiple-processors.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_setasynccallbackscb.md",
     .lesson =
         {.why =
              "With LockAsync the runtime sends several threads into the driver, with the switch "
              "the driver has its own; together nobody keeps the order of locks and batches.",
          .check = "pfnSetAsyncCallbacksCb(TRUE) by a driver whose table has pfnLockAsync is told; "
                   "a worker without the switch is the business of U-255.",
          .wrong = R"(pArgs->pDeviceFuncs->pfnLockAsync = LockAsync;  // in CreateDevice
…
device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);)",
          .right = R"(pArgs->pDeviceFuncs->pfnLockAsync = NULL;  // as pfnUnlockAsync and pfnRename
…
device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);)"},
     .tests = {provokes("SubmissionRules.U254OwnThreadsBesideLockAsyncAreFound"),
               stays_silent("CallbackRules.U052AndU255OtherThreadsWithTheSwitchAreSilent")}},
    {.id = "U-255",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSetAsyncCallbacksCb on the wrong thread or at the wrong time",
     .text = "pfnSetAsyncCallbacksCb only on the thread that entered the UMD; TRUE before "
             "callbacks from another thread, FALSE before callbacks from the main thread, FALSE "
             "within Flush; only one thread per device in any callback at a time.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setasynccallbackscb.md",
     .lesson = {.why = "The runtime keeps its own state during a call of the driver and expects "
                       "callbacks from that thread; it must be told before others come.",
                .check =
                    "Each callback looks at who calls and at the switch: a thread of the driver's "
                    "own without TRUE, the runtime's thread while it is TRUE, two at once, the "
                    "switch itself from another thread, and a Flush that returns with TRUE.",
                .wrong = R"(DWORD WINAPI SubmitLoop(void* context) {
  DEVICE* device = (DEVICE*)context;
  device->pCallbacks->pfnRenderCb(device->hRuntime, &device->Render);)",
                .right = R"(device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);
WakeSubmitLoop(device);
…
WaitForSubmitLoop(device);  // in Flush
device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, FALSE);)"},
     .tests = {provokes("CallbackRules.U255OtherThreadsWithoutTheSwitchAreFound"),
               stays_silent("CallbackRules.U052AndU255OtherThreadsWithTheSwitchAreSilent")}},
    {.id = "U-256",
     .party = Party::kUserModeDriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Driver runs its own worker where the application asked for none",
     .text = "Own multiprocessor work is disabled when windowed, on one processor, or when the "
             "application asked for none.",
     .outcome = "decided: advice",
     .source = "display/supporting-multiple-processors.md",
     .lesson =
         {.why = "A second thread gains nothing on one processor or in a window, and an "
                 "application that asked for none may have a reason.",
          .check = "pfnSetAsyncCallbacksCb(TRUE) on a device that was created without "
                   "AllowMultithreading is mentioned; windows and processors are not looked at.",
          .wrong = R"(StartWorker(device);
device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);)",
          .right =
              R"(if (device->Flags.AllowMultithreading && !device->IsWindowed && processors > 1) {
  StartWorker(device);
  device->pCallbacks->pfnSetAsyncCallbacksCb(device->hRuntime, TRUE);
})"},
     .tests = {provokes("SubmissionRules.U256OwnThreadsWhereNoneAreWantedAreFound"),
               stays_silent("CallbackRules.U052AndU255OtherThreadsWithTheSwitchAreSilent")}},
    {.id = "U-257",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "D3D10+ driver calls back from a worker thread",
     .text = "D3D10+: no worker-thread callbacks unless D3D11 free threading rules allow it.",
     .outcome = "decided: finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_setasynccallbackscb.md",
     .lesson = {.why = "There is no switch here that lets other threads in: the runtime takes "
                       "every callback for one of the thread that it has sent, and guards nothing.",
                .check = "On a device that is not free-threaded, a callback by a thread that the "
                         "runtime has not sent into the driver is told; pfnRenderCb and "
                         "pfnPresentCb come under U-261, on any device.",
                .wrong = R"(DWORD WINAPI ReleaseLoop(void* context) {
  DEVICE* device = (DEVICE*)context;
  device->pKTCallbacks->pfnDeallocateCb(device->hRTDevice.handle, &device->Release);)",
                .right = R"(DWORD WINAPI ReleaseLoop(void* context) {
  DEVICE* device = (DEVICE*)context;
  device->Ready.push_back(device->Release);  // pfnDeallocateCb follows in Flush)"},
     .tests =
         {provokes("Direct3D10Rules.U257ACallbackOfAnotherThreadIsFound"),
          stays_silent(
              "Direct3D10Rules.U257ACallbackOfAnotherThreadOfAFreeThreadedDeviceIsNoFinding")}},
    {.id = "U-258",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver supports command lists without reporting free threading",
     .text = "D3D11: free-threaded rules apply only if the UMD reported D3D11DDICAPS_FREETHREADED; "
             "command lists require it.",
     .outcome = "decided: caps finding",
     .source =
         "display/changes-from-direct3d-10.md; d3d10umddi/ns-d3d10umddi-d3d11ddi_threading_caps.md",
     .lesson = {.why = "Command lists are recorded by several threads at once; a driver that may "
                       "be called by one at a time cannot have them.",
                .check =
                    "When an adapter is opened for Direct3D 11 the threading caps are read; one of "
                    "the two flags for command lists without D3D11DDICAPS_FREETHREADED is told.",
                .wrong = R"(D3D11DDI_THREADING_CAPS* caps = (D3D11DDI_THREADING_CAPS*)pArgs->pData;
caps->Caps = D3D11DDICAPS_COMMANDLISTS;)",
                .right = R"(D3D11DDI_THREADING_CAPS* caps = (D3D11DDI_THREADING_CAPS*)pArgs->pData;
caps->Caps = D3D11DDICAPS_FREETHREADED | D3D11DDICAPS_COMMANDLISTS;)"},
     .tests = {provokes("Direct3D10Rules.U258CommandListsNeedFreeThreading"),
               stays_silent("Direct3D10Rules.U258CommandListsWithFreeThreadingAreNoFinding")}},
    {.id = "U-259",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Two threads in callbacks of the same context",
     .text = "D3D11: one thread at a time per HCONTEXT across pfnPresentCb, pfnRenderCb, "
             "pfnEscapeCb, pfnDestroyContextCb, pfnWaitForSynchronizationObjectCb, "
             "pfnSignalSynchronizationObjectCb.",
     .outcome = "decided: race finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson = {.why = "The runtime guards nothing for a driver with free threads: two callbacks "
                       "on one context meet in its batch and in the queue of the GPU.",
                .check = "Each callback that names a context notes it before it waits for its "
                         "turn; one that comes while another thread has not returned is told. Two "
                         "that never meet are not seen: run it under many schedules.",
                .wrong = R"(VOID CreateResource(…) {  // on any thread
  device->pKTCallbacks->pfnSignalSynchronizationObjectCb(device->hRTDevice.handle, &signal);)",
                .right = R"(VOID CreateResource(…) {  // on any thread
  NoteSignal(device);  // pfnSignalSynchronizationObjectCb follows in Flush)"},
     .tests = {provokes("DeferredContexts.U259TwoThreadsInCallbacksOfOneContextAreFound"),
               stays_silent("DeferredContexts.U259CallbacksWithoutAContextBesideOthersAreSilent")}},
    {.id = "U-260",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnAllocateCb for a shared resource outside its CreateResource",
     .text = "D3D11: pfnAllocateCb for a *shared* resource only on the thread and during the call "
             "of CreateResource; unshared device allocations are free-threaded.",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson = {.why = "The runtime hands the shared resource out when its creation returns; what "
                       "is allocated later, or by another thread, is not in what others open.",
                .check =
                    "A pfnAllocateCb that names a shared resource of Direct3D 10 or later must "
                    "come inside the call that creates this resource; else it is refused.",
                .wrong = R"(if (resource->hAllocation == 0)  // in Draw
  hr = AllocateFor(device, resource);)",
                .right =
                    R"(if (pArgs->MiscFlags & D3D10_DDI_RESOURCE_MISC_SHARED)  // in CreateResource
  hr = AllocateFor(device, resource);)"},
     .tests = {provokes("Direct3D10Rules.U260ASharedResourceGetsItsAllocationsInItsCreation"),
               stays_silent("Direct3D10.ResourcesAreSharedBetweenDevices")}},
    {.id = "U-261",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Present or render callback from the wrong function or thread",
     .text = "D3D11: pfnPresentCb only inside PresentDXGI; pfnSetDisplayModeCb only inside "
             "SetDisplayModeDXGI; pfnRenderCb only on the thread that called Flush (immediate "
             "context thread).",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson =
         {.why = "The thread of the immediate context has the batch and knows what is on the "
                 "screen; from elsewhere half a batch goes out, or a frame that is not finished.",
          .check =
              "pfnPresentCb outside of PresentDXGI is told, and pfnRenderCb inside functions that "
              "create or open on a free-threaded device, and both by a thread that the runtime has "
              "not sent; pfnSetDisplayModeCb is refused anyhow, for want of displays.",
          .wrong =
              R"(CopyInitialData(device, resource, pArgs->pInitialDataUP);  // in CreateResource
device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &device->Upload);)",
          .right =
              R"(CopyInitialData(device, resource, pArgs->pInitialDataUP);  // in CreateResource
device->Uploads.push_back(resource->Upload);  // goes with the next Flush)"},
     .tests = {provokes("DeferredContexts.U261DisplayModeThatWasNotRequestedIsFound"),
               provokes("DeferredContexts.U261SubmissionOnADeferredContextIsFound"),
               provokes("Direct3D10Rules.U261PresentsAndSubmissionsHaveTheirPlaces"),
               stays_silent("Direct3D10.AProperDriverIsSilent")}},
    {.id = "U-262",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Free-threaded table entry changed after CreateDevice",
     .text = "D3D11 free-threaded: after CreateDevice do not change the pfnCreate*, pfnOpen*, "
             "pfnDestroy*, pfnCalcPrivate* and pfnCheck* table entries (others may be hot-swapped "
             "by the immediate context).",
     .outcome = "decided: finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson = {.why = "Other threads call through these entries at any time and without a lock; a "
                       "change in between sends two calls of one object to two different drivers.",
                .check = "After each call of a free-threaded device the entries that create, open, "
                         "destroy, calculate and check are compared with what CreateDevice left.",
                .wrong =
                    R"(device->pDeviceFuncs->pfnCreateResource = CreateResourceTraced;  // in Flush
device->pDeviceFuncs->pfnDraw = DrawTraced;)",
                .right = R"(device->IsTraced = TRUE;  // in Flush: CreateResource looks at it
device->pDeviceFuncs->pfnDraw = DrawTraced;)"},
     .tests = {provokes("Direct3D10Rules.U262EntriesThatCreateAndDestroyStayWhatTheyAre"),
               stays_silent("Direct3D10Rules.U262OtherEntriesMayBeReplaced")}},
    {.id = "U-263",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CalcPrivate function is not safe for free threading",
     .text = "pfnCalcPrivate* and CalcDeferredContextHandleSize are always free-threaded (even for "
             "D3D10 DDIs under the D3D11 runtime); CalcPrivateDeviceSize is not.",
     .outcome = "decided: race finding",
     .source = "display/retroactively-requiring-free-threaded-calcprivate-ddis.md",
     .lesson =
         {.why =
              "Applications create on many threads at once, and the runtime asks for sizes without "
              "a lock. A size that was added up in shared memory is too small for somebody.",
          .check = "With the option crowd_calculations every CalcPrivate function is asked once "
                   "alone and then by two threads at the same time; answers that differ are told.",
          .wrong = R"(SIZE_T CalcPrivateResourceSize(D3D10DDI_HDEVICE hDevice, …) {
  DeviceOf(hDevice)->Size = sizeof(RESOURCE);
  DeviceOf(hDevice)->Size += pArgs->MipLevels * sizeof(LEVEL);
  return DeviceOf(hDevice)->Size;)",
          .right = R"(SIZE_T CalcPrivateResourceSize(D3D10DDI_HDEVICE hDevice, …) {
  return sizeof(RESOURCE) + pArgs->MipLevels * sizeof(LEVEL);)"},
     .tests = {provokes("DeferredContexts.U263SizeThatThreadsAddUpTogetherIsFound"),
               stays_silent("DeferredContexts.U263SizesOfAProperDriverAreTheSame")}},
    {.id = "U-264",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "The runtime never runs two unshared-primary calls at once",
     .text = "D3D11: CreateResource/DestroyResource for unshared primaries share the "
             "immediate-context threading domain and may touch immediate state, but can still run "
             "concurrently with other create/destroy calls (not with another primary).",
     .outcome = "decided: runtime bug",
     .source = "display/changes-from-direct3d-10.md",
     .tests = {proves("Direct3D10Promises.U264PrimariesComeOneAtATime")}},
    {.id = "U-265",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "A single-threaded D3D11 device sees no concurrent calls",
     .text =
         "D3D11DDI_CREATEDEVICE_FLAG_SINGLETHREADED: no concurrent entry, no deferred contexts.",
     .outcome = "decided: runtime bug",
     .source = "display/supporting-threading--command-lists--and-3-d-pipeline.md",
     .tests = {proves("Direct3D10Promises.U265ASingleThreadedDeviceHasOneThreadInIt")}},
    {.id = "U-266",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver creates a thread although CreateDevice forbids it",
     .text = "D3D10DDI_CREATEDEVICE_FLAG_DISABLE_EXTRA_THREAD_CREATION forbids UMD threads.",
     .outcome = "decided: finding",
     .source = "d3d10umddi/ns-d3d10umddi-d3d10ddiarg_createdevice.md",
     .lesson =
         {.why = "The application wants its processors for itself, or cannot live with a thread "
                 "that outlasts its own.",
          .check = "On a device with D3D10DDI_CREATEDEVICE_FLAG_DISABLE_EXTRA_THREAD_CREATION, "
                   "CreateThread and _beginthreadex inside a call of the driver are told; threads "
                   "of the C++ library are not seen.",
          .wrong = R"(device->hWorker = CreateThread(NULL, 0, Worker, device, 0, NULL);)",
          .right =
              R"(if ((pArgs->Flags & D3D10DDI_CREATEDEVICE_FLAG_DISABLE_EXTRA_THREAD_CREATION) == 0)
  device->hWorker = CreateThread(NULL, 0, Worker, device, 0, NULL);)"},
     .tests = {provokes("DeferredContexts.U266ThreadThatCreateDeviceForbadeIsFound"),
               stays_silent("DeferredContexts.U266ThreadThatIsAllowedIsSilent")}},
    {.id = "U-267",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnPerformAmortizedProcessingCb missing or called twice in a row",
     .text = "D3D11: call pfnPerformAmortizedProcessingCb from the entering thread after an "
             "immediate-context submission (and on deferred contexts when they run out of room), "
             "not twice back to back and not never; the runtime flushes its own deferred "
             "destruction there.",
     .outcome = "decided: absence over a frame = finding",
     .source = "display/changes-from-direct3d-10.md",
     .lesson =
         {.why = "There the runtime destroys what it has put off; without the call a program that "
                 "only draws grows and grows, and with too many it does the same work for nothing.",
          .check = "At each present of Direct3D 11 or later, batches since the last one without "
                   "any call are told, and each call with nothing submitted since the one before.",
          .wrong = R"(hr = device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &render);
device->Written = 0;)",
          .right = R"(hr = device->pKTCallbacks->pfnRenderCb(device->hRTDevice.handle, &render);
device->Written = 0;
device->p11UMCallbacks->pfnPerformAmortizedProcessingCb(device->hRTCoreLayer);)"},
     .tests = {provokes("Direct3D10Rules.U267AmortizedProcessingNeverOrTwiceIsFound"),
               stays_silent("Direct3D10.AProperDriverIsSilent")}},
    {.id = "U-268",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "CalcDeferredContextHandleSize returns a size not announced before",
     .text = "CalcDeferredContextHandleSize may return only sizes announced by "
             "CheckDeferredContextHandleSizes.",
     .outcome = "documented: undefined; decided: finding",
     .source = "display/using-context-local-ddi-handles.md",
     .lesson = {.why = "The runtime has made its pools of the announced sizes before the first "
                       "object; for another size there is no memory.",
                .check = "CheckDeferredContextHandleSizes is asked when the device is made, and "
                         "CalcDeferredContextHandleSize after each resource, view and command "
                         "list; a size that was not announced for that type is told.",
                .wrong = R"(SIZE_T CalcDeferredContextHandleSize(…) {
  return sizeof(LOCAL) + ResourceOf(pICObject)->Levels * sizeof(LEVEL);)",
                .right = R"(SIZE_T CalcDeferredContextHandleSize(…) {
  return sizeof(LOCAL);  // as CheckDeferredContextHandleSizes said)"},
     .tests = {provokes("DeferredContexts.U268SizeThatWasNotAnnouncedIsFound"),
               stays_silent("DeferredContexts.AListDoesWhatItsContextRecorded")}},
};

}  // namespace

Chapter threading() { return kUserModeThreading; }

}  // namespace drydock::rules::user_mode
