// Flush and Flush1.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeFlush[] = {
    {.id = "U-123",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flush returns a code its page does not list",
     .text = "Flush: S_OK or E_OUTOFMEMORY (plus passed-through codes).",
     .outcome = "decided: undocumented-return finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_flush.md",
     .lesson = {.why = "The runtime flushes inside calls that report nothing to the application; a "
                       "code it does not know is lost or ends the device.",
                .check =
                    "Flush may return the listed codes and what a callback returned during it.",
                .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  return SubmitBatch((DEVICE*)hDevice) ? S_OK : E_FAIL;
})",
                .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  DEVICE* device = (DEVICE*)hDevice;
  return device->pCallbacks->pfnRenderCb(device->hRuntime, &device->Render);
})"},
     .tests = {provokes("ResourceRules.U123UnlistedResultOfFlushIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-124",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flush makes the driver submit invalid commands",
     .text = "Flush may be called at any time and must never make the UMD submit invalid commands "
             "(for example half a packet, or commands naming a released allocation).",
     .outcome = "decided: KMD rejects; finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_flush.md",
     .lesson = {.why = "A flush comes between any two calls, and half a packet ends the device for "
                       "every program that uses the GPU then.",
                .check = "When pfnRenderCb inside Flush was answered with a code for bad handles "
                         "or commands, Flush is told besides the rule that the submission broke.",
                .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  render.CommandLength = device->Written;  // the last packet has only its head
  return device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
})",
                .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  render.CommandLength = device->LastWholePacket;
  return device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
})"},
     .tests = {provokes("ResourceRules.U004U124AndU136ReleaseBeforeTheBatchIsSubmittedIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-125",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Commands still held by the driver after Flush",
     .text = "After Flush every previously issued command has left the UMD; nothing depends on the "
             "application thread any more (stated for D3D10+).",
     .outcome = "decided: leftover commands = finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d10ddi_flush.md",
     .lesson = {.why = "The application waits for the GPU after a flush; commands that the driver "
                       "keeps are never executed, and it waits for ever.",
                .check = "After a successful Flush the allocation lists that the driver fills must "
                         "name no live allocation.",
                .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  if (((DEVICE*)hDevice)->Written < SMALL_BATCH) return S_OK;
  return SubmitBatch((DEVICE*)hDevice);
})",
                .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  return SubmitBatch((DEVICE*)hDevice);
})"},
     .tests = {provokes("ResourceRules.U125FlushThatKeepsItsBatchIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
    {.id = "U-126",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flush1 trim does not free memory or risks running out of it",
     .text = "Flush1 (WDDM 1.3) with D3DDDI_TRIM_MEMORY: free as much as possible, keep what is "
             "needed to go on, create no new out-of-memory opportunity, and do not offer/reclaim "
             "memory that was freed.",
     .outcome = "decided: finding",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_flush1.md; d3dumddi/ne-d3dumddi-d3dddi_flush_flags.md",
     .lesson = {.why = "The call comes when memory is short, or the application is about to sleep; "
                       "a driver that keeps waste or asks for more makes others pay for it.",
                .check = "A callback inside Flush1 that makes something is told, and after a "
                         "Flush1 that succeeded every destroyed resource that is not released yet.",
                .wrong = R"(HRESULT APIENTRY Flush1(HANDLE hDevice, UINT FlushFlags) {
  return SubmitBatch((DEVICE*)hDevice);
})",
                .right = R"(HRESULT APIENTRY Flush1(HANDLE hDevice, UINT FlushFlags) {
  HRESULT hr = SubmitBatch((DEVICE*)hDevice);
  if (SUCCEEDED(hr) && (FlushFlags & D3DDDI_TRIM_MEMORY))
    hr = ReleaseDeferred((DEVICE*)hDevice);
  return hr;
})"},
     .tests = {provokes("SubmissionRules.U126TrimThatAllocatesIsFound"),
               provokes("SubmissionRules.U126TrimThatKeepsWhatIsDestroyedIsFound"),
               provokes("SubmissionRules.U126TrimThatMakesThingsIsFound"),
               stays_silent("SubmissionRules.U126TrimThatReleasesIsSilent")}},
    {.id = "U-127",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Flush submits an empty batch or answers the wrong BOOL",
     .text = "D3D11.1 Flush with FLUSH_UNLESS_NO_COMMANDS: no submission when nothing was recorded "
             "since the last one; returns TRUE/FALSE. Deferred destruction still runs (U-208).",
     .outcome = "decided: finding",
     .source = "d3d10umddi/nc-d3d10umddi-pfnd3d11_1ddi_flush.md; "
               "d3d10umddi/ne-d3d10umddi-d3d11_1_ddi_flush_flags.md",
     .lesson =
         {.why =
              "The runtime asks often and mostly for nothing; an empty batch costs a way through "
              "the kernel each time, and by the answer it judges whether the work has gone.",
          .check = "A Flush with the flag must submit nothing when the batch was empty, must have "
                   "submitted when it says TRUE and there was work, and must say TRUE when it has "
                   "submitted.",
          .wrong = R"(BOOL APIENTRY Flush(D3D10DDI_HDEVICE hDevice, UINT FlushFlags) {
  SubmitBatch((DEVICE*)hDevice.pDrvPrivate);
  return FALSE;
})",
          .right = R"(BOOL APIENTRY Flush(D3D10DDI_HDEVICE hDevice, UINT FlushFlags) {
  DEVICE* device = (DEVICE*)hDevice.pDrvPrivate;
  if (device->Written == 0 && (FlushFlags & D3D11_1DDI_FLUSH_UNLESS_NO_COMMANDS))
    return TRUE;
  return SUCCEEDED(SubmitBatch(device));
})"},
     .tests = {provokes("Direct3D10Rules.U127AFlushThatSubmitsNothingOrAnswersWronglyIsFound"),
               stays_silent("Direct3D10.AProperDriverIsSilent")}},
    {.id = "U-128",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Lock, Flush or Present does not submit the pending batch",
     .text = "Command submission is triggered by Present, Flush, Lock of a resource used in the "
             "current batch, and by a full buffer.",
     .outcome = "decided: Lock of a batched resource without submission = finding",
     .source = "display/submitting-a-command-buffer.md",
     .lesson =
         {.why = "The processor reads what the GPU has not drawn yet, because the commands that "
                 "draw it are still in the driver.",
          .check =
              "When Lock returns an address without NoOverwrite, the batches that are being built "
              "are searched for the resource; Flush is looked at by U-125 and present by U-144.",
          .wrong = R"(HRESULT APIENTRY Lock(HANDLE hDevice, D3DDDIARG_LOCK* pArgs) {
  return LockAllocation(device, resource, pArgs);
})",
          .right = R"(HRESULT APIENTRY Lock(HANDLE hDevice, D3DDDIARG_LOCK* pArgs) {
  if (IsInBatch(device, resource)) SubmitBatch(device);
  return LockAllocation(device, resource, pArgs);
})"},
     .tests = {provokes("ResourceRules.U128AndU157LockWithoutSubmissionIsFound"),
               stays_silent("ProperDriver.BatchesLocksAndDestroys")}},
};

}  // namespace

Chapter flush() { return kUserModeFlush; }

}  // namespace drydock::rules::user_mode
