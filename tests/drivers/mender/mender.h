// A small user-mode driver for the software GPU that does everything properly, except what its plan
// says.
#pragma once

#include <d3dumddi.h>
#include <windows.h>

#include <vector>

#include "plan.h"
#include "softgpu.h"

extern PLAN ThePlan;

// From WDDM 2.0 on the longer forms are read.
#if D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0
typedef D3DDDI_ALLOCATIONINFO2 ALLOCATION_INFO;
#define INFOS(Call) (Call).pAllocationInfo2
#define OPENED(Call) (Call).pOpenAllocationInfo2
#else
typedef D3DDDI_ALLOCATIONINFO ALLOCATION_INFO;
#define INFOS(Call) (Call).pAllocationInfo
#define OPENED(Call) (Call).pOpenAllocationInfo
#endif

struct Adapter {
  HANDLE Runtime;
  const D3DDDI_ADAPTERCALLBACKS* Callbacks;
};

struct Resource {
  HANDLE Runtime = nullptr;
  D3DKMT_HANDLE Kernel = 0;
  bool IsAttached = true;
  bool IsShared = false;
  std::vector<D3DKMT_HANDLE> Allocations;  // one for each surface
  std::vector<UINT> Pitches;
  std::vector<UINT> Heights;
  std::vector<bool> Locked;
  bool IsBatched = false;
  bool IsMapped = false;              // by DEED_KEEP_MAPPED
  std::vector<unsigned char> Memory;  // of DEED_NO_LOCK and DEED_OWN_MEMORY
  void* LastData = nullptr;           // of the last lock
};

struct Device {
  HANDLE Runtime = nullptr;
  Adapter* Owner = nullptr;
  const D3DDDI_DEVICECALLBACKS* Callbacks = nullptr;
  HANDLE Context = nullptr;
  char* Commands = nullptr;
  D3DDDI_ALLOCATIONLIST* Allocations = nullptr;
  D3DDDI_PATCHLOCATIONLIST* Patches = nullptr;
  UINT CommandBytes = 0, AllocationRoom = 0;
  UINT Used = 0, Named = 0;  // of the batch
  UINT Submissions = 0;
  D3DDDI_DEVICECALLBACKS Copied = {};
  std::vector<Resource*> Live, Deferred;
  Device* Next = nullptr;              // of all
  D3DKMT_HANDLE Queue = 0, Fence = 0;  // of paging
  UINT64 Awaited = 0;

  HRESULT MakeContext();
  HRESULT Submit();
  HRESULT Fill(Resource& Resource, UINT Index, UINT Pattern);
  HRESULT Allocate(Resource& Into, const D3DDDI_SURFACEINFO* Surfaces, UINT Count, UINT Format);
  HRESULT Release(Resource& Which);
  HRESULT ReleaseList(const std::vector<D3DKMT_HANDLE>& List);
  HRESULT UnlockAll(Resource& Which);
  HRESULT Drain();
};

// What a driver that ends in the middle of something still knows of.
extern Device* Devices;
extern Resource* Pending;
extern Adapter* Opened;

// True when the plan wants the deed here.
bool Does(PLACE Place, DEED Deed);
// What can be done anywhere: true when the entry point is to return Result at once.
bool Act(PLACE Place, Device* Where, Resource* What);
// A callback with a mistake.
HRESULT Err(Device& Where, Resource* What);
// Callbacks of paging queues and residency lists.
HRESULT ErrPaging(Device& Where, HANDLE Runtime, Resource* What);
// What the entry point returns instead of its result.
HRESULT End(PLACE Place, HRESULT Result);

SOFTGPU_ALLOCATION_DATA DataOf(const D3DDDI_SURFACEINFO& Surface, UINT Format);
