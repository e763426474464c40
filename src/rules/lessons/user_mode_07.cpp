// User mode: submitting.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode07Lessons[] = {
    {.rule = "U-123",
     .why = "The runtime flushes inside calls that report nothing to the application; a code it "
            "does not know is lost or ends the device.",
     .check = "Flush may return the listed codes and what a callback returned during it.",
     .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  return SubmitBatch((DEVICE*)hDevice) ? S_OK : E_FAIL;
})",
     .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  DEVICE* device = (DEVICE*)hDevice;
  return device->pCallbacks->pfnRenderCb(device->hRuntime, &device->Render);
})"},
    {.rule = "U-124",
     .why = "A flush comes between any two calls, and half a packet ends the device for every "
            "program that uses the GPU then.",
     .check = "When pfnRenderCb inside Flush was answered with a code for bad handles or commands, "
              "Flush is told besides the rule that the submission broke.",
     .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  render.CommandLength = device->Written;  // the last packet has only its head
  return device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
})",
     .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  render.CommandLength = device->LastWholePacket;
  return device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
})"},
    {.rule = "U-125",
     .why = "The application waits for the GPU after a flush; commands that the driver keeps are "
            "never executed, and it waits for ever.",
     .check = "After a successful Flush the allocation lists that the driver fills must name no "
              "live allocation.",
     .wrong = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  if (((DEVICE*)hDevice)->Written < SMALL_BATCH) return S_OK;
  return SubmitBatch((DEVICE*)hDevice);
})",
     .right = R"(HRESULT APIENTRY Flush(HANDLE hDevice) {
  return SubmitBatch((DEVICE*)hDevice);
})"},
    {.rule = "U-126",
     .why = "The call comes when memory is short, or the application is about to sleep; a driver "
            "that keeps waste or asks for more makes others pay for it.",
     .check = "A callback inside Flush1 that makes something is told, and after a Flush1 that "
              "succeeded every "
              "destroyed resource that is not released yet.",
     .wrong = R"(HRESULT APIENTRY Flush1(HANDLE hDevice, UINT FlushFlags) {
  return SubmitBatch((DEVICE*)hDevice);
})",
     .right = R"(HRESULT APIENTRY Flush1(HANDLE hDevice, UINT FlushFlags) {
  HRESULT hr = SubmitBatch((DEVICE*)hDevice);
  if (SUCCEEDED(hr) && (FlushFlags & D3DDDI_TRIM_MEMORY))
    hr = ReleaseDeferred((DEVICE*)hDevice);
  return hr;
})"},
    {.rule = "U-127",
     .why = "The runtime asks often and mostly for nothing; an empty batch costs a way through the "
            "kernel each time, and by the answer it judges whether the work has gone.",
     .check =
         "A Flush with the flag must submit nothing when the batch was empty, must have submitted "
         "when it says TRUE and there was work, and must say TRUE when it has submitted.",
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
    {.rule = "U-128",
     .why = "The processor reads what the GPU has not drawn yet, because the commands that draw it "
            "are still in the driver.",
     .check = "When Lock returns an address without NoOverwrite, the batches that are being built "
              "are searched for the resource; Flush is looked at by U-125 and present by U-144.",
     .wrong = R"(HRESULT APIENTRY Lock(HANDLE hDevice, D3DDDIARG_LOCK* pArgs) {
  return LockAllocation(device, resource, pArgs);
})",
     .right = R"(HRESULT APIENTRY Lock(HANDLE hDevice, D3DDDIARG_LOCK* pArgs) {
  if (IsInBatch(device, resource)) SubmitBatch(device);
  return LockAllocation(device, resource, pArgs);
})"},
    {.rule = "U-129",
     .why = "The kernel copies as many bytes as it is told; more than the buffer holds is whatever "
            "lies behind it.",
     .check = "Lengths, offset and counts are compared with the sizes that the last callback gave, "
              "and the submission is refused.",
     .wrong = R"(render.CommandLength = device->Written;
render.NumAllocations = device->ListSize + 1;)",
     .right = R"(if (device->Used == device->ListSize) SubmitBatch(device);
render.CommandLength = device->Written;
render.NumAllocations = device->Used;)"},
    {.rule = "U-130",
     .why = "The old buffer is with the kernel, or unmapped; what is written there reaches the GPU "
            "in the middle of another batch, or nowhere.",
     .check = "Each submission gives buffers at other addresses, and the next one looks whether "
              "the old ones were written to.",
     .wrong = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
device->Written = 0;)",
     .right = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
device->pCommands = render.pNewCommandBuffer;
device->CommandSize = render.NewCommandBufferSize;
device->pAllocations = render.pNewAllocationList;
device->pPatches = render.pNewPatchLocationList;
device->Written = 0;)"},
    {.rule = "U-131",
     .why = "The kernel may refuse a larger buffer, or give a smaller one than before; by the old "
            "size the driver fills places that are not there.",
     .check =
         "A submission that is too large for its buffers, and would have fitted those before, "
         "comes under this rule; by option every other submission gives a shorter allocation list.",
     .wrong = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
device->pAllocations = render.pNewAllocationList;
device->Used = 0;)",
     .right = R"(hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);
device->pAllocations = render.pNewAllocationList;
device->ListSize = render.NewAllocationListSize;
device->Used = 0;)"},
    {.rule = "U-133",
     .why = "A context carries the state of one device's work; there is no default one, and "
            "another device's has other memory.",
     .check = "Each callback that takes a context looks it up among those of the device.",
     .wrong = R"(D3DDDICB_RENDER render = {};
render.CommandLength = device->Written;
hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)",
     .right = R"(D3DDDICB_RENDER render = {};
render.hContext = device->hContext;
render.CommandLength = device->Written;
hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
    {.rule = "U-134",
     .why = "The array has sixty-four places, and a context that is listed besides owning the "
            "batch would execute it twice.",
     .check = "The count and the entries of the broadcast array are looked at in pfnRenderCb.",
     .wrong = R"(render.hContext = device->Contexts[0];
render.BroadcastContextCount = 2;
render.BroadcastContext[0] = device->Contexts[0];
render.BroadcastContext[1] = device->Contexts[1];)",
     .right = R"(render.hContext = device->Contexts[0];
render.BroadcastContextCount = 1;
render.BroadcastContext[0] = device->Contexts[1];)"},
    {.rule = "U-136",
     .why = "The GPU would work on memory that belongs to somebody else by now; the kernel refuses "
            "the whole batch.",
     .check = "All handles of the submitted list are looked up; one that is dead is named with its "
              "history, the release included.",
     .wrong = R"(device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;)",
     .right = R"(device->pAllocations[device->Used++].hAllocation = texture->hAllocation;
SubmitBatch(device);
device->pCallbacks->pfnDeallocateCb(device->hRuntime, &deallocate);)"},
    {.rule = "U-137",
     .why = "While the processor holds an allocation the GPU can use it only where both reach it; "
            "what fits into no aperture cannot be moved there, and the batch is refused.",
     .check = "pfnRenderCb asks the kernel about every allocation of the list that pfnLockCb "
              "holds; one that fits into no aperture segment is told and answered "
              "D3DDDIERR_CANTRENDERLOCKEDALLOCATION.",
     .wrong = R"(device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
AddToBatch(device, lock.hAllocation);
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)",
     .right = R"(device->pCallbacks->pfnUnlockCb(device->hRuntime, &unlock);
AddToBatch(device, lock.hAllocation);
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
    {.rule = "U-138",
     .why = "Memory that the processor has locked is moved to where both can reach it, and the GPU "
            "draws from the slow end of the bus.",
     .check = "An allocation in the submitted list that is locked while no application holds a "
              "lock on its resource is mentioned.",
     .wrong = R"(resource->pCached = LockOnce(device, resource);  // kept for the next NoOverwrite
…
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)",
     .right = R"(resource->pCached = LockOnce(device, resource);
…
UnlockCached(device);
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
    {.rule = "U-139",
     .why = "The kernel orders batches and moves memory by what the list says; a write it does not "
            "know of is lost in a move, or races with a reader.",
     .check = "Reserved bits of an entry are refused. A batch without WriteOperation that the "
              "kernel's driver refuses is offered to it once more, not to be executed, with all "
              "entries written: if it takes that, the write was not declared.",
     .wrong = R"(D3DDDI_ALLOCATIONLIST* entry = &device->pAllocations[device->Used++];
entry->hAllocation = target->hAllocation;
entry->Value = 0;)",
     .right = R"(D3DDDI_ALLOCATIONLIST* entry = &device->pAllocations[device->Used++];
entry->hAllocation = target->hAllocation;
entry->Value = 0;
entry->WriteOperation = 1;)"},
    {.rule = "U-140",
     .why = "The kernel writes an address into the commands for each entry; an index outside the "
            "list makes it write that of something else.",
     .check = "Every patch entry is compared with the number of allocations, and its reserved bits "
              "with zero.",
     .wrong = R"(patch->AllocationIndex = device->Used;
patch->PatchOffset = offset;)",
     .right = R"(patch->AllocationIndex = device->Used;
device->pAllocations[device->Used++].hAllocation = texture->hAllocation;
patch->PatchOffset = offset;)"},
    {.rule = "U-141",
     .why = "With the first batch that names the new instance the kernel lets the old one go, and "
            "its memory may be another's by now.",
     .check = "pfnRenderCb keeps the newest instance that a batch has named; an entry with an "
              "older one is told, and the batch refused.",
     .wrong = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
AddToBatch(device, lock.hAllocation);
…
AddToBatch(device, buffer->hAllocation);  // as pfnAllocateCb gave it)",
     .right = R"(lock.Flags.Discard = 1;
hr = device->pCallbacks->pfnLockCb(device->hRuntime, &lock);
buffer->hAllocation = lock.hAllocation;
AddToBatch(device, buffer->hAllocation);
…
AddToBatch(device, buffer->hAllocation);)"},
    {.rule = "U-142",
     .why = "By this number a trace tells which batch a marker of the driver belongs to; two "
            "batches of one number are mixed up.",
     .check = "From WDDM 1.3 on pfnRenderCb compares the number with the highest that the device "
              "has used, whatever the context.",
     .wrong = R"(render.hContext = context->hContext;
render.RenderCBSequence = context->Sequence++;)",
     .right = R"(render.hContext = context->hContext;
render.RenderCBSequence = InterlockedIncrement(&device->Sequence);)"},
    {.rule = "U-143",
     .why = "Null rendering throws the batch away: a driver that ships with it set draws nothing, "
            "and reserved bits are for later versions.",
     .check = "NullRendering and reserved bits in the flags of pfnRenderCb and pfnSubmitCommandCb "
              "are refused.",
     .wrong = R"(render.Flags.Value = 0xFFFFFFFF;
hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)",
     .right = R"(render.Flags.Value = 0;
hr = device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
    {.rule = "U-144",
     .why = "The present overtakes the drawing, and the screen shows the picture without its last "
            "objects.",
     .check = "pfnPresentCb searches the batches that are being built; a live allocation in one of "
              "them is told.",
     .wrong = R"(HRESULT APIENTRY Present(HANDLE hDevice, const D3DDDIARG_PRESENT* pArgs) {
  return device->pCallbacks->pfnPresentCb(device->hRuntime, &present);
})",
     .right = R"(HRESULT APIENTRY Present(HANDLE hDevice, const D3DDDIARG_PRESENT* pArgs) {
  HRESULT hr = SubmitBatch(device);
  if (FAILED(hr)) return hr;
  return device->pCallbacks->pfnPresentCb(device->hRuntime, &present);
})"},
    {.rule = "U-145",
     .why = "The kernel shows the allocation it is told; a handle of another kind is refused, and "
            "the window stays as it was.",
     .check =
         "Source and destination of pfnPresentCb must be NULL or live allocations of the device.",
     .wrong = R"(present.hSrcAllocation = (D3DKMT_HANDLE)(UINT_PTR)pArgs->hSrcResource;
present.hContext = device->hContext;)",
     .right = R"(present.hSrcAllocation =
    ((RESOURCE*)pArgs->hSrcResource)->Allocations[pArgs->SrcSubResourceIndex];
present.hContext = device->hContext;)"},
    {.rule = "U-146",
     .why = "A context of patches has no addresses of its own: what is submitted by address on it "
            "would run over memory that nobody has placed.",
     .check = "pfnSubmitCommandCb looks up its first context. The kernel makes no context with "
              "virtual addresses yet, so every one is of patches; the call is told and answered "
              "E_INVALIDARG.",
     .wrong = R"(device->pCallbacks->pfnCreateContextCb(device->hRuntime, &create);
submit.BroadcastContext[0] = create.hContext;
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)",
     .right = R"(device->pCallbacks->pfnCreateContextCb(device->hRuntime, &create);
render.hContext = create.hContext;
device->pCallbacks->pfnRenderCb(device->hRuntime, &render);)"},
    {.rule = "U-147",
     .why = "Here the first of the list is the context itself, so a list of none submits to "
            "nobody; and private data that is longer than the kernel's driver asked for would be "
            "cut or spill.",
     .check = "pfnSubmitCommandCb wants 1 to D3DDDI_MAX_BROADCAST_CONTEXT contexts, and compares "
              "PrivateDriverDataSize with the DmaBufferPrivateDataSize that the kernel's driver "
              "said for the context.",
     .wrong = R"(submit.BroadcastContextCount = 0;  // to itself only, as in pfnRenderCb
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)",
     .right = R"(submit.BroadcastContextCount = 1;
submit.BroadcastContext[0] = device->hContext;
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)"},
    {.rule = "U-148",
     .why = "Without an allocation list this is how the kernel learns that the picture on the "
            "screen changes; a primary that is not named may be shown half drawn.",
     .check = "pfnSubmitCommandCb counts WrittenPrimaries and looks each up. A primary that the "
              "runtime had drawn into, and that no submission until the end of the next Flush "
              "names, is told.",
     .wrong = R"(submit.NumPrimaries = 0;
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)",
     .right = R"(submit.NumPrimaries = 1;
submit.WrittenPrimaries[0] = device->pTarget->hAllocation;
device->pCallbacks->pfnSubmitCommandCb(device->hRuntime, &submit);)"},
    {.rule = "U-149",
     .why = "In WDDM 2 only the residency list brings memory in; what a command buffer names has "
            "to be on it. The kernel takes the device away.",
     .check = "pfnRenderCb on a device with a paging queue looks whether each allocation of the "
              "batch was made resident; one that never was is a finding, and the submission fails.",
     .wrong = R"(AllocationList[0].hAllocation = Texture->Allocation;
Callbacks->pfnRenderCb(Device, &Render);)",
     .right = R"(Callbacks->pfnMakeResidentCb(Device, &MakeResident);
WaitForPagingFence(MakeResident.PagingFenceValue);
AllocationList[0].hAllocation = Texture->Allocation;
Callbacks->pfnRenderCb(Device, &Render);)"},
    {.rule = "U-152",
     .why = "Others wait on the object, and its signal would come from a context that is gone.",
     .check = "When the kernel refuses to destroy a context of a device that works and has living "
              "synchronization objects, pfnDestroyContextCb reports it under this rule.",
     .wrong = R"(device->pCallbacks->pfnDestroyContextCb(device->hRuntime, &context);
device->pCallbacks->pfnDestroySynchronizationObjectCb(device->hRuntime, &sync);)",
     .right = R"(device->pCallbacks->pfnDestroySynchronizationObjectCb(device->hRuntime, &sync);
device->pCallbacks->pfnDestroyContextCb(device->hRuntime, &context);)"},
    {.rule = "U-153",
     .why = "A context holds buffers in the kernel and, on many chips, one of few hardware slots.",
     .check =
         "Contexts that live after DestroyDevice, or after a CreateDevice that failed, are named.",
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
    {.rule = "U-154",
     .why = "Alone among the callbacks it takes the adapter; with a device handle the data goes to "
            "nobody.",
     .check = "The handle is looked up among the adapters, the device and context among the live "
              "ones, and the three kinds of flags counted.",
     .wrong = R"(D3DDDICB_ESCAPE escape = {};
escape.hDevice = device->hRuntime;
device->pCallbacks->pfnEscapeCb(device->hRuntime, &escape);)",
     .right = R"(D3DDDICB_ESCAPE escape = {};
escape.hDevice = device->hRuntime;
device->pCallbacks->pfnEscapeCb(device->hRuntimeAdapter, &escape);)"},
};

}  // namespace

Lessons user_mode_07() { return kUserMode07Lessons; }

}  // namespace drydock::rules::lessons
