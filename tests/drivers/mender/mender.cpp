#include "mender.h"

#include <xmmintrin.h>

PLAN ThePlan;
Device* Devices;
Resource* Pending;
Adapter* Opened;

bool Does(PLACE Place, DEED Deed) {
  if (ThePlan.Place != Place || ThePlan.Deed != Deed) return false;
  ++ThePlan.Times;
  return true;
}

static HRESULT Play(const Device& Where, const Resource* What) {
  ACTOR As = {Where.Runtime, Where.Callbacks, Where.Context, nullptr, 0};
  if (What != nullptr) {
    As.Allocations = What->Allocations.data();
    As.Count = static_cast<UINT>(What->Allocations.size());
  }
  return ThePlan.Script(ThePlan.ScriptData, &As);
}

bool Act(PLACE Place, Device* Where, Resource* What) {
  if (Does(Place, DEED_CRASH)) *(volatile int*)16 = 1;
  if (Does(Place, DEED_FLOAT)) _mm_setcsr(_mm_getcsr() ^ 0x6000);
  if (Where != nullptr && Does(Place, DEED_CALLBACK)) ThePlan.Got = Err(*Where, What);
  if (Where != nullptr && Does(Place, DEED_SCRIPT)) ThePlan.Got = Play(*Where, What);
  if (Where != nullptr && Does(Place, DEED_CALL_AND_END)) {
    ThePlan.Result = Err(*Where, What);
    return true;
  }
  return Does(Place, DEED_RETURN);
}

HRESULT End(PLACE Place, HRESULT Result) {
  if (Does(Place, DEED_SWALLOW)) return S_OK;
  if (FAILED(Result) && Does(Place, DEED_REWRITE)) return ThePlan.Result;
  return Does(Place, DEED_RETURN_AFTER) ? ThePlan.Result : Result;
}

SOFTGPU_ALLOCATION_DATA DataOf(const D3DDDI_SURFACEINFO& Surface, UINT Format) {
  SOFTGPU_ALLOCATION_DATA Data = {};
  Data.Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof(Data)};
  Data.Flags = SOFTGPU_ALLOCATION_CPU_VISIBLE;
  Data.Width = Surface.Width;
  Data.Height = Surface.Height;
  Data.Format = Format;
  return Data;
}

HRESULT Device::MakeContext() {
  D3DDDICB_CREATECONTEXT Create = {};
  Create.EngineAffinity = 1;
  HRESULT Result = Callbacks->pfnCreateContextCb(Runtime, &Create);
  if (FAILED(Result)) return Result;
  Context = Create.hContext;
  Commands = static_cast<char*>(Create.pCommandBuffer);
  CommandBytes = Create.CommandBufferSize;
  Allocations = Create.pAllocationList;
  AllocationRoom = Create.AllocationListSize;
  Patches = Create.pPatchLocationList;
  return S_OK;
}

HRESULT Device::Submit() {
  if (Used == 0) return S_OK;
  D3DDDICB_RENDER Render = {};
  Render.CommandLength = Used;
  Render.NumAllocations = Named;
  Render.hContext = Context;
  if (ThePlan.Deed != DEED_SAME_NUMBER) ++Submissions;
  Render.RenderCBSequence = Submissions;
  HRESULT Result = Callbacks->pfnRenderCb(Runtime, &Render);
  Used = Named = 0;
  for (Resource* Each : Live) Each->IsBatched = false;
  if (SUCCEEDED(Result) && ThePlan.Deed == DEED_OLD_BUFFERS) return Result;
  Commands = static_cast<char*>(Render.pNewCommandBuffer);
  CommandBytes = Render.NewCommandBufferSize;
  Allocations = Render.pNewAllocationList;
  if (ThePlan.Deed != DEED_OLD_SIZES) AllocationRoom = Render.NewAllocationListSize;
  Patches = Render.pNewPatchLocationList;
  return Result;
}

HRESULT Device::Fill(Resource& Which, UINT Index, UINT Pattern) {
  if (Used + sizeof(SOFTGPU_COMMAND) > CommandBytes || Named == AllocationRoom) {
    HRESULT Result = Submit();
    if (FAILED(Result)) return Result;
  }
  SOFTGPU_COMMAND Command = {};
  Command.Operation = SOFTGPU_COMMAND_FILL;
  Command.Pattern = Pattern;
  Command.Destination = Named;
  Command.Bytes = UINT64(Which.Pitches[Index]) * Which.Heights[Index];
  *reinterpret_cast<SOFTGPU_COMMAND*>(Commands + Used) = Command;
  Used += sizeof(Command);
  Allocations[Named] = {};
  Allocations[Named].hAllocation = Which.Allocations[Index];
  Allocations[Named].WriteOperation = ThePlan.Deed != DEED_UNWRITTEN;
  ++Named;
  Which.IsBatched = true;
  return S_OK;
}

HRESULT Device::Allocate(Resource& Into, const D3DDDI_SURFACEINFO* Surfaces, UINT Count, UINT Format) {
  // What is added later says so.
  const UINT Usage = 77 + static_cast<UINT>(Into.Allocations.size());
  SOFTGPU_RESOURCE_DATA Data = {{SOFTGPU_RESOURCE_MAGIC, SOFTGPU_VERSION, sizeof(Data)}, Usage};
  std::vector<SOFTGPU_ALLOCATION_DATA> Private;
  std::vector<ALLOCATION_INFO> Infos(Count);
  for (UINT i = 0; i < Count; ++i) Private.push_back(DataOf(Surfaces[i], Format));
  if (Does(PLACE_CREATE_RESOURCE, DEED_POINTER)) Private[0].Bytes = reinterpret_cast<ULONG_PTR>(&ThePlan);
  if (Does(PLACE_CREATE_RESOURCE, DEED_INVISIBLE)) {
    for (SOFTGPU_ALLOCATION_DATA& Each : Private) Each.Flags = 0;
  }
  for (UINT i = 0; i < Count; ++i) {
    Infos[i].pPrivateDriverData = &Private[i];
    Infos[i].PrivateDriverDataSize = sizeof(Private[i]);
  }
  if (Does(PLACE_CREATE_RESOURCE, DEED_FIELDS)) {
    Infos[0].Flags.Value = ThePlan.Value & 0xff;
    Infos[0].VidPnSourceId = ThePlan.Value >> 8;
    Infos[0].pSystemMem = ThePlan.Memory;
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_2
    Infos[0].Priority = ThePlan.Priority;
#endif
  }
  D3DDDICB_ALLOCATE Call = {};
  Call.hResource = Into.IsAttached ? Into.Runtime : nullptr;
  Call.pPrivateDriverData = &Data;
  Call.PrivateDriverDataSize = sizeof(Data);
  Call.NumAllocations = Count;
  INFOS(Call) = Infos.data();
  HRESULT Result = Callbacks->pfnAllocateCb(Runtime, &Call);
  // What was handed over is the driver's again.
  Data.Usage = 0;
  for (SOFTGPU_ALLOCATION_DATA& Each : Private) Each.Header.Magic = 0;
  if (FAILED(Result)) return Result;
  Into.Kernel = Call.hKMResource;
  for (UINT i = 0; i < Count; ++i) {
    Into.Allocations.push_back(Infos[i].hAllocation);
    Into.Pitches.push_back(Private[i].Pitch);
    Into.Heights.push_back(Surfaces[i].Height);
    Into.Locked.push_back(false);
  }
  return S_OK;
}

HRESULT Device::UnlockAll(Resource& Which) {
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
  for (size_t i = 0; Which.IsMapped && i < Which.Allocations.size(); ++i) {
    const D3DDDICB_UNLOCK2 Unlock = {Which.Allocations[i]};
    HRESULT Result = Callbacks->pfnUnlock2Cb(Runtime, &Unlock);
    if (FAILED(Result)) return Result;
  }
  Which.IsMapped = false;
#endif
  for (size_t i = 0; i < Which.Locked.size(); ++i) {
    if (!Which.Locked[i]) continue;
    D3DDDICB_UNLOCK Unlock = {1, &Which.Allocations[i]};
    HRESULT Result = Callbacks->pfnUnlockCb(Runtime, &Unlock);
    if (FAILED(Result)) return Result;
    Which.Locked[i] = false;
  }
  return S_OK;
}

HRESULT Device::ReleaseList(const std::vector<D3DKMT_HANDLE>& List) {
  D3DDDICB_DEALLOCATE Call = {};
  Call.NumAllocations = static_cast<UINT>(List.size());
  Call.HandleList = List.data();
  return Callbacks->pfnDeallocateCb(Runtime, &Call);
}

HRESULT Device::Release(Resource& Which) {
  if (Which.Allocations.empty()) return S_OK;
  if (!Which.IsAttached) return ReleaseList(Which.Allocations);
  if (Does(PLACE_DESTROY_RESOURCE, DEED_LIST_RELEASE)) return ReleaseList(Which.Allocations);
  if (Does(PLACE_DESTROY_RESOURCE, DEED_TWO_RELEASES)) {
    HRESULT Result = ReleaseList(Which.Allocations);
    if (FAILED(Result)) return Result;
  }
  D3DDDICB_DEALLOCATE Call = {};
  Call.hResource = Which.Runtime;
  return Callbacks->pfnDeallocateCb(Runtime, &Call);
}

HRESULT Device::Drain() {
  for (Resource* Each : Deferred) {
    HRESULT Result = Release(*Each);
    if (FAILED(Result)) return Result;
    delete Each;
  }
  Deferred.clear();
  return S_OK;
}
