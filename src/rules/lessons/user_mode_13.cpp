// Residency, paging queues, GPU virtual addresses (WDDM 2).
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kUserMode13Lessons[] = {
    {.rule = "U-271",
     .why = "E_PENDING is a success that has not happened yet. A batch that does not wait may run "
            "before the memory is there.",
     .check = "pfnRenderCb looks at every allocation of its batch: when the paging queue's fence "
              "has not come to the value that pfnMakeResidentCb gave and the context does not wait "
              "for it either, that is a finding.",
     .wrong = R"(Callbacks->pfnMakeResidentCb(Device, &MakeResident);  // E_PENDING
Callbacks->pfnRenderCb(Device, &Render);)",
     .right = R"(if (Callbacks->pfnMakeResidentCb(Device, &MakeResident) == E_PENDING) {
  Wait.MonitoredFenceValueArray = &MakeResident.PagingFenceValue;
  Callbacks->pfnWaitForSynchronizationObjectFromGpuCb(Device, &Wait);
}
Callbacks->pfnRenderCb(Device, &Render);)"},
    {.rule = "U-273",
     .why = "The budget is shared with others and changes all the time: one refusal says that this "
            "much has to go first, not that it cannot be had.",
     .check =
         "When pfnMakeResidentCb has no room, the call of the runtime that the driver is in is "
         "followed: a second request without a pfnEvictCb before it, or a return without a "
         "request that succeeds or says CantTrimFurther, is a finding.",
     .wrong = R"(if (Callbacks->pfnMakeResidentCb(Device, &MakeResident) == E_OUTOFMEMORY)
  return E_OUTOFMEMORY;)",
     .right = R"(HRESULT Result = Callbacks->pfnMakeResidentCb(Device, &MakeResident);
while (Result == E_OUTOFMEMORY && !MakeResident.Flags.CantTrimFurther) {
  MakeResident.Flags.CantTrimFurther = !EvictSome(MakeResident.NumBytesToTrim);
  Result = Callbacks->pfnMakeResidentCb(Device, &MakeResident);
})"},
    {.rule = "U-274",
     .why = "Who says MustSucceed stakes the device. That is for who has nothing left to evict.",
     .check = "pfnMakeResidentCb with MustSucceed and without CantTrimFurther is a finding and "
              "answers E_INVALIDARG.",
     .wrong = R"(MakeResident.Flags.MustSucceed = 1;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)",
     .right = R"(TrimEverything(Device);
MakeResident.Flags.CantTrimFurther = 1;
MakeResident.Flags.MustSucceed = 1;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)"},
    {.rule = "U-275",
     .why =
         "In Direct3D 12 the application decides what makes room. It takes a request that failed "
         "for one that has not happened.",
     .check =
         "Counts of residency are taken before MakeResident and after it: those of heaps are as "
         "before when it fails, and no allocation's is lower when it succeeds.",
     .wrong = R"(for (UINT i = 0; i < Count; ++i) {
  hr = MakeOneResident(Device, Allocations[i]);
  if (FAILED(hr) && hr != E_PENDING) return hr;
})",
     .right = R"(for (UINT i = 0; i < Count; ++i) {
  hr = MakeOneResident(Device, Allocations[i]);
  if (SUCCEEDED(hr) || hr == E_PENDING) continue;
  EvictThese(Device, Allocations, i);
  return hr;
})"},
    {.rule = "U-276",
     .why = "Counts and queues are a device's own. Handles of another device mean nothing here.",
     .check = "pfnMakeResidentCb and pfnEvictCb look up the queue and every allocation among what "
              "the device was given; another one is a finding and answers E_INVALIDARG.",
     .wrong = R"(MakeResident.hPagingQueue = OtherDevice->PagingQueue;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)",
     .right = R"(MakeResident.hPagingQueue = ThisDevice->PagingQueue;
Callbacks->pfnMakeResidentCb(Device, &MakeResident);)"},
    {.rule = "U-277",
     .why = "An eviction may happen at once. What names the allocation later finds other contents, "
            "or none.",
     .check = "pfnRenderCb of a batch that names what the last pfnEvictCb has taken off the "
              "residency list is a finding, and the submission fails.",
     .wrong = R"(Callbacks->pfnEvictCb(Device, &Evict);
Callbacks->pfnRenderCb(Device, &RenderThatNamesIt);)",
     .right = R"(Callbacks->pfnRenderCb(Device, &RenderThatNamesIt);
WaitForGpu(Device);
Callbacks->pfnEvictCb(Device, &Evict);)"},
    {.rule = "U-278",
     .why = "With NotWrittenTo the kernel may throw the video memory's copy away and go back to "
            "the one in system memory.",
     .check = "Submitted batches that write to an allocation are noted from its pfnMakeResidentCb "
              "on; pfnEvictCb with NotWrittenTo of such a one is a finding.",
     .wrong = R"(AllocationList[0].WriteOperation = 1;
Callbacks->pfnRenderCb(Device, &Render);
Evict.Flags.NotWrittenTo = 1;
Callbacks->pfnEvictCb(Device, &Evict);)",
     .right = R"(AllocationList[0].WriteOperation = 1;
Callbacks->pfnRenderCb(Device, &Render);
Evict.Flags.NotWrittenTo = 0;
Callbacks->pfnEvictCb(Device, &Evict);)"},
    {.rule = "U-279",
     .why = "Only the driver knows what it has made resident and needs no more. One that cannot be "
            "asked leaves the kernel no choice but to suspend it.",
     .check = "A driver that creates a paging queue must have the function. After one that was "
              "asked for bytes, what pfnEvictCb was given is compared with them; less is a finding "
              "when something is left resident that no work uses.",
     .wrong =
         R"(HRESULT APIENTRY TrimResidencySet(HANDLE hDevice, D3DDDIARG_TRIMRESIDENCYSET* pArgs) {
  return S_OK;
})",
     .right =
         R"(HRESULT APIENTRY TrimResidencySet(HANDLE hDevice, D3DDDIARG_TRIMRESIDENCYSET* pArgs) {
  if (pArgs->TrimFlags.TrimToBudget) EvictSome(device, pArgs->NumBytesToTrim);
  return S_OK;
})"},
    {.rule = "U-280",
     .why = "The page is the kernel's word about what is done. A driver that could write there "
            "would tell itself that work is over which has not begun.",
     .check = "The page cannot be written to by drivers. When one ends at an address of it, the "
              "paging queue is named.",
     .wrong = R"(volatile UINT64* Fence = CreateQueue.FenceValueCPUVirtualAddress;
*Fence = 0;  // start anew)",
     .right = R"(const volatile UINT64* Fence = CreateQueue.FenceValueCPUVirtualAddress;
if (*Fence < MakeResident.PagingFenceValue) WaitForPaging(device);)"},
    {.rule = "U-281",
     .why = "The address is the driver's at once, but the page tables are changed by a paging "
            "queue. Commands that come first fault, and nothing brings that device back.",
     .check = "pfnMapGpuVirtualAddressCb looks at protection, allocation and alignment, and the "
              "kernel at what the range is. pfnSubmitCommandCb looks where its commands lie: when "
              "neither the fence nor a wait of the context has come to the mapping's value, that "
              "is a finding.",
     .wrong = R"(Callbacks->pfnMapGpuVirtualAddressCb(Device, &Map);  // E_PENDING
Submit.Commands = Map.VirtualAddress;
Callbacks->pfnSubmitCommandCb(Device, &Submit);)",
     .right = R"(if (Callbacks->pfnMapGpuVirtualAddressCb(Device, &Map) == E_PENDING) {
  Wait.MonitoredFenceValueArray = &Map.PagingFenceValue;
  Callbacks->pfnWaitForSynchronizationObjectFromGpuCb(Device, &Wait);
}
Submit.Commands = Map.VirtualAddress;
Callbacks->pfnSubmitCommandCb(Device, &Submit);)"},
    {.rule = "U-282",
     .why =
         "A range is free for others as soon as the call returns. Work that still runs there, or "
         "a second free, hits whoever has got it since.",
     .check = "The runtime remembers every range that it gave: freed, gone with its allocation, or "
              "holding commands that the GPU is not done with. A free of such a range is a "
              "finding, and so are commands in one that is freed.",
     .wrong = R"(Callbacks->pfnDeallocateCb(Device, &Deallocate);
Callbacks->pfnFreeGpuVirtualAddressCb(Device, &Free);  // went with the allocation)",
     .right = R"(WaitForWork(device, resource->LastUse);
Callbacks->pfnFreeGpuVirtualAddressCb(Device, &Free);
Callbacks->pfnDeallocateCb(Device, &Deallocate);)"},
    {.rule = "U-283",
     .why = "One batch of page table updates is made for one reservation, and copies from one; a "
            "range that spans two has no page tables that belong together.",
     .check = "When the kernel refuses pfnUpdateGpuVirtualAddressCb, the ranges of its operations "
              "are held against the reservations: destinations in several, or sources in several, "
              "are a finding.",
     .wrong = R"(Operations[0].Map.BaseAddress = FirstTexture->Reserved;
Operations[1].Map.BaseAddress = SecondTexture->Reserved;
Update.NumOperations = 2;
Callbacks->pfnUpdateGpuVirtualAddressCb(Device, &Update);)",
     .right = R"(Operations[0].Map.BaseAddress = FirstTexture->Reserved;
Operations[1].Map.BaseAddress = FirstTexture->Reserved + TILE_BYTES;
Update.NumOperations = 2;
Callbacks->pfnUpdateGpuVirtualAddressCb(Device, &Update);)"},
    {.rule = "U-285",
     .why = "The allocation moves behind what its paging queue was asked for before. Work that is "
            "submitted meanwhile finds it at neither place.",
     .check =
         "When pfnUpdateAllocationPropertyCb answered E_PENDING, a submission that names the "
         "allocation, or has its commands in it, is a finding until the fence has the value or "
         "the context waits for it.",
     .wrong = R"(Callbacks->pfnUpdateAllocationPropertyCb(Device, &Update);
Callbacks->pfnSubmitCommandCb(Device, &Submit);)",
     .right = R"(if (Callbacks->pfnUpdateAllocationPropertyCb(Device, &Update) == E_PENDING) {
    WaitOnContext(Context, Queue->Fence, Update.PagingFenceValue);
}
Callbacks->pfnSubmitCommandCb(Device, &Submit);)"},
};

}  // namespace

Lessons user_mode_13() { return kUserMode13Lessons; }

}  // namespace drydock::rules::lessons
