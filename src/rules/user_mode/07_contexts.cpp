// pfnSubmitCommandCb, contexts, pfnEscapeCb.
#include "src/rules/chapters.h"

namespace drydock::rules::user_mode {
namespace {

constexpr Rule kUserModeContexts[] = {
    {.id = "U-146",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Submission callback does not match the kind of context",
     .text =
         "Contexts with GPU virtual addressing are created by pfnCreateContextVirtualCb and submit "
         "only through pfnSubmitCommandCb; patch-mode contexts only through pfnRenderCb.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_submitcommandcb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_createcontextvirtualcb.md",
     .lesson = {.why = "A context of patches has no addresses of its own: what is submitted by "
                       "address on it would run over memory that nobody has placed.",
                .check = "pfnSubmitCommandCb looks up its first context. The kernel makes no "
                         "context with virtual addresses yet, so every one is of patches; the call "
                         "is told and answered E_INVALIDARG.",
                .wrong = R"(device->pCallbacks->pfnCreateContextCb(device->hRuntime, &create);
submit.BroadcastContext[0] = create.hContext;
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)",
                .right = R"(device->pCallbacks->pfnCreateContextCb(device->hRuntime, &create);
render.hContext = create.hContext;
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
     .tests = {provokes("AddressRules.U146PatchedWorkOfAVirtualContextIsFound"),
               provokes("CallbackRules.U146SubmissionByAddressOfAPatchContextIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-147",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSubmitCommandCb without a target context or with oversized data",
     .text =
         "BroadcastContextCount >= 1 (the first element is the target context, unlike "
         "pfnRenderCb); private data size within what the KMD asked for; private data is one-way.",
     .outcome = "decided: E_INVALIDARG",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_submitcommand.md",
     .lesson = {.why = "Here the first of the list is the context itself, so a list of none "
                       "submits to nobody; and private data that is longer than the kernel's "
                       "driver asked for would be cut or spill.",
                .check = "pfnSubmitCommandCb wants 1 to D3DDDI_MAX_BROADCAST_CONTEXT contexts, and "
                         "compares PrivateDriverDataSize with the DmaBufferPrivateDataSize that "
                         "the kernel's driver said for the context.",
                .wrong = R"(submit.BroadcastContextCount = 0;  // to itself only, as in pfnRenderCb
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)",
                .right = R"(submit.BroadcastContextCount = 1;
submit.BroadcastContext[0] = device->hContext;
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)"},
     .tests = {provokes("CallbackRules.U147SubmissionWithoutAContextOrWithTooMuchDataIsFound"),
               stays_silent("CallbackRules.U146SubmissionByAddressOfAPatchContextIsFound")}},
    {.id = "U-148",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnSubmitCommandCb does not declare a written primary",
     .text = "WrittenPrimaries lists every primary and every swap-chain back buffer written by the "
             "submission (at most 16); D3D11 marks them with MISC_DISPLAYABLE_SURFACE at creation.",
     .outcome = "decided: undeclared = finding",
     .source = "d3dumddi/ns-d3dumddi-_d3dddicb_submitcommand.md; libdxg/d3dukmdt.h",
     .lesson = {.why =
                    "Without an allocation list this is how the kernel learns that the picture on "
                    "the screen changes; a primary that is not named may be shown half drawn.",
                .check = "pfnSubmitCommandCb counts WrittenPrimaries and looks each up. A primary "
                         "that the runtime had drawn into, and that no submission until the end of "
                         "the next Flush names, is told.",
                .wrong = R"(submit.NumPrimaries = 0;
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)",
                .right = R"(submit.NumPrimaries = 1;
submit.WrittenPrimaries[0] = device->pTarget->hAllocation;
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)"},
     .tests = {provokes("CallbackRules.U148PrimariesThatAreNotNamedOrTooManyAreFound"),
               provokes("CallbackRules.U148PrimaryThatIsNotNamedIsFound"),
               stays_silent("CallbackRules.U148PrimaryThatIsNamedIsSilent")}},
    {.id = "U-149",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Submission uses an allocation that was not made resident",
     .text = "WDDM 2: any reference to an allocation not on the device residency list is illegal.",
     .outcome = "documented: submission rejected or page fault, device put in error / removed",
     .source = "display/access-to-non-resident-allocation.md; display/residency-overview.md",
     .lesson =
         {.why = "In WDDM 2 only the residency list brings memory in; what a command buffer names "
                 "has to be on it. The kernel takes the device away.",
          .check =
              "pfnRenderCb on a device with a paging queue looks whether each allocation of the "
              "batch was made resident; one that never was is a finding, and the submission fails.",
          .wrong = R"(AllocationList[0].hAllocation = Texture->Allocation;
Callbacks->pfnRenderCb(Device, &Render);)",
          .right = R"(Callbacks->pfnMakeResidentCb(Device, &MakeResident);
WaitForPagingFence(MakeResident.PagingFenceValue);
AllocationList[0].hAllocation = Texture->Allocation;
Callbacks->pfnRenderCb(Device, &Render);)"},
     .tests = {provokes("ResidencyRules.U149WorkOnWhatWasNeverResidentIsFound"),
               stays_silent("ResidencyRules.U149AndU277WorkOnWhatIsResidentIsSilent")}},
    {.id = "U-150",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Context callbacks answer with their documented codes",
     .text = "pfnCreateContextVirtualCb: S_OK, E_OUTOFMEMORY, E_INVALIDARG, others. "
             "pfnDestroyContextCb: S_OK, E_INVALIDARG, others. (The pfnCreateContextCb page is an "
             "empty stub; take the first set.)",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_createcontextvirtualcb.md; "
               "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md",
     .tests = {proves("RuntimePromises.U150ContextsAreAnsweredAsListed")}},
    {.id = "U-151",
     .party = Party::kRuntime,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "pfnDestroyContextCb returns only after the context's work is done",
     .text = "pfnDestroyContextCb blocks until the work queued on that context is finished.",
     .outcome = "",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md",
     .tests = {proves("RuntimePromises.U151ContextGoesWhenItsWorkIsDone")}},
    {.id = "U-152",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Context destroyed while it owns a synchronization object",
     .text = "A context that owns a synchronization object may not be destroyed.",
     .outcome = "documented: pfnDestroyContextCb returns an error",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md",
     .lesson =
         {.why =
              "Others wait on the object, and its signal would come from a context that is gone.",
          .check =
              "When the kernel refuses to destroy a context of a device that works and has living "
              "synchronization objects, pfnDestroyContextCb reports it under this rule.",
          .wrong = R"(device->pCallbacks->pfnDestroyContextCb(device->hRuntime, &context);
device->pCallbacks->pfnDestroySynchronizationObjectCb(device->hRuntime, &sync);)",
          .right =
              R"(device->pCallbacks->pfnDestroySynchronizationObjectCb(device->hRuntime, &sync);
device->pCallbacks->pfnDestroyContextCb(device->hRuntime, &context);)"},
     .tests = {provokes("CallbackRules.U152ContextThatOwnsAMutexIsFound"),
               stays_silent("CallbackRules.U152ContextBesideAnObjectWithoutAContextIsSilent"),
               stays_silent("ProperDriver.CallsBack")}},
    {.id = "U-153",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver never destroys a context it created",
     .text = "The UMD destroys each context it created (normally in DestroyDevice). (Inference: "
             "the buffers returned by context creation and render belong to the runtime side and "
             "are never freed by the UMD.)",
     .outcome = "decided: context leak finding",
     .source = "d3dumddi/nc-d3dumddi-pfnd3dddi_destroycontextcb.md",
     .lesson = {.why = "A context holds buffers in the kernel and, on many chips, one of few "
                       "hardware slots.",
                .check = "Contexts that live after DestroyDevice, or after a CreateDevice that "
                         "failed, are named.",
                .wrong = R"(HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  delete (DEVICE*)hDevice;
  return S_OK;
})",
                .right = R"(HRESULT APIENTRY DestroyDevice(HANDLE hDevice) {
  DEVICE* device = (DEVICE*)hDevice;
  D3DDDICB_DESTROYCONTEXT destroy = {device->hContext};
  device->pCallbacks->pfnDestroyContextCb(device->hRuntime, &destroy);
  delete device;
  return S_OK;
})"},
     .tests = {provokes("DeviceRules.U153ContextThatIsLeftIsFound"),
               stays_silent("ProperDriver.OpensANewerRuntimesAdapterAndLeavesNothing")}},
    {.id = "U-154",
     .party = Party::kUserModeDriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "pfnEscapeCb with the wrong adapter, device, context or flags",
     .text =
         "pfnEscapeCb: S_OK, E_OUTOFMEMORY, E_INVALIDARG, D3DDDIERR_DEVICEREMOVED; first argument "
         "is the *adapter* handle; hContext non-NULL requires hDevice non-NULL and owning it; "
         "HardwareAccess, DeviceStatusQuery and ChangeFrameLatency exclude each other.",
     .outcome = "generic: E_INVALIDARG",
     .source =
         "d3dumddi/nc-d3dumddi-pfnd3dddi_escapecb.md; d3dumddi/ns-d3dumddi-_d3dddicb_escape.md; "
         "d3dukmdt/ns-d3dukmdt-_d3dddi_escapeflags.md",
     .lesson = {.why = "Alone among the callbacks it takes the adapter; with a device handle the "
                       "data goes to nobody.",
                .check = "The handle is looked up among the adapters, the device and context among "
                         "the live ones, and the three kinds of flags counted.",
                .wrong = R"(D3DDDICB_ESCAPE escape = {};
escape.hDevice = device->hRuntime;
device->pCallbacks->pfnEscapeCb(device->hRuntime, &escape);)",
                .right = R"(D3DDDICB_ESCAPE escape = {};
escape.hDevice = device->hRuntime;
device->pCallbacks->pfnEscapeCb(device->hRuntimeAdapter, &escape);)"},
     .tests = {provokes("CallbackRules.U154EscapeWithADeviceOrFlagsThatExcludeEachOtherIsFound"),
               stays_silent("ProperDriver.CallsBack")}},
};

}  // namespace

Chapter contexts() { return kUserModeContexts; }

}  // namespace drydock::rules::user_mode
