// A small driver of Direct3D 11 for the software GPU that does everything properly, except what its
// plan says.
#pragma once

#define D3D_UMD_INTERFACE_VERSION D3D_UMD_INTERFACE_VERSION_WDDM2_0
#define D3D11DDI_MINOR_HEADER_VERSION 5

#include <windows.h>
#include <d3dumddi.h>
#include <d3d10umddi.h>
#include <vector>

#include "plan10.h"
#include "softgpu.h"

extern PLAN10 ThePlan;

struct Device;

// What a resource needs; its private block only leads to it.
struct Resource {
  HANDLE Runtime = nullptr;
  bool IsPrimary = false;
  std::vector<D3DKMT_HANDLE> Allocations;
  std::vector<UINT> Pitches, Heights;
  std::vector<bool> Locked;
  ULONG Views = 0;
  ULONG Locals = 0;  // handles of deferred contexts
};

struct Block {
  Resource* Core;
  void* Self;  // where the block is
};

// What a deferred context has instead.
struct Local : Block {
  ULONG Views;
};

struct View {
  Block* Of;
  UINT Index;
  UINT64 Last;  // so that the block is no whole number of 16 bytes
};

struct Recorded {
  SOFTGPU_COMMAND Command;
  Resource *To, *From;
  UINT ToIndex, FromIndex;
};

struct List {
  std::vector<Recorded> Commands;
};

struct Device {
  bool IsDeferred = false;
  bool IsLong = false;  // from WDDM 2.0 on: allocations are described at more length
  ULONG Open = 0;  // handles of a deferred context
  std::vector<Recorded> Recording;
  HANDLE Runtime = nullptr;
  D3D10DDI_HRTCORELAYER CoreLayer = {};
  const D3DDDI_DEVICECALLBACKS* Callbacks = nullptr;
  const D3D11DDI_CORELAYER_DEVICECALLBACKS* Core = nullptr;
  const DXGI_DDI_BASE_CALLBACKS* Dxgi = nullptr;
  D3DWDDM1_3DDI_DEVICEFUNCS* Table = nullptr;
  HANDLE Context = nullptr;
  char* Commands = nullptr;
  D3DDDI_ALLOCATIONLIST* Allocations = nullptr;
  UINT CommandBytes = 0, AllocationRoom = 0;
  UINT Used = 0, Named = 0;
  UINT Submissions = 0;
  bool OwesAmortizing = false;
  ULONG Children = 0;
  void* Bound = nullptr;
  std::vector<Resource*> Deferred;
  D3DKMT_HANDLE LastAllocation = 0;  // that was made
  D3DKMT_HANDLE Former = 0;          // that a Discard replaced

  HRESULT MakeContext();
  HRESULT Add(const Recorded& What);
  HRESULT Submit();
  HRESULT Append(const SOFTGPU_COMMAND& Command, D3DKMT_HANDLE To, D3DKMT_HANDLE From);
  HRESULT Release(Resource& Which);
  HRESULT Drain();
  bool Names(const Resource& Which) const;
  void Tell(HRESULT Result, HRESULT Otherwise = D3DDDIERR_DEVICEREMOVED);
};

// True when the plan wants the deed here.
bool Does(PLACE10 Place, DEED10 Deed);
// What can be done anywhere.
void Act(PLACE10 Place, Device& Where, void* Memory);

void FillTable(D3DWDDM1_3DDI_DEVICEFUNCS& Table);
// Deferred contexts and command lists.
void FillDeferred(D3DWDDM1_3DDI_DEVICEFUNCS& Table);
// The table of an interface that is neither Direct3D 11.0 nor WDDM 1.3; false when it is one of them.
bool CutTable(D3D10DDIARG_CREATEDEVICE& Wanted);
inline Device& From11(D3D10DDI_HDEVICE Handle) { return *static_cast<Device*>(Handle.pDrvPrivate); }
VOID APIENTRY FlushAlways(D3D10DDI_HDEVICE Handle);
// The private block that went last, and the runtime's handle that came last.
void NoteDead(void* Memory);
void NoteMade(D3D10DDI_HRTRESOURCE Made);
HRESULT APIENTRY Present(DXGI_DDI_ARG_PRESENT* Wanted);
HRESULT APIENTRY Rotate(DXGI_DDI_ARG_ROTATE_RESOURCE_IDENTITIES* Wanted);
