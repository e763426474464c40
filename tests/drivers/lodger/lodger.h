// A small driver of Direct3D 12 for the software GPU that does everything properly, except what its
// plan says.
#pragma once

#define D3D_UMD_INTERFACE_VERSION D3D_UMD_INTERFACE_VERSION_WDDM2_2

#include <windows.h>
#include <d3d12umddi.h>

#include <new>

#include "plan12.h"
#include "softgpu.h"

extern PLAN12 ThePlan;

struct Device {
  D3D12DDI_HRTDEVICE Runtime;
  const D3DDDI_DEVICECALLBACKS* Kernel;
  const D3D12DDI_CORELAYER_DEVICECALLBACKS_0022* Core;
  D3DDDICB_CREATEPAGINGQUEUE Paging;  // for what is the driver's own
  UINT Submissions;
  const D3D12DDI_PIN_RESOURCES_CALLBACKS_0076* Pins;
  D3DKMT_HANDLE Resident;  // that the application made resident last
};

struct Heap {
  HANDLE Runtime;
  D3DKMT_HANDLE Allocation;
  UINT64 Bytes;
  bool IsVisible;
  UINT64 Last;  // so that the block is no whole number of 16 bytes
};

struct Resource {
  Heap* In;
};

// A context, and a buffer of the driver's own that its first batch fills.
struct Queue {
  D3D12DDI_HRTCOMMANDQUEUE Runtime;
  D3DDDICB_CREATECONTEXT Context;
  D3DKMT_HANDLE Buffer;
};

inline Device& From(D3D12DDI_HDEVICE Handle) { return *static_cast<Device*>(Handle.pDrvPrivate); }
SOFTGPU_ALLOCATION_DATA DataOf(UINT64 Bytes, bool IsVisible, bool IsGood = true);

// True when the plan wants the deed here.
bool Does(PLACE12 Place, DEED12 Deed);
// What can be done anywhere.
void Act(PLACE12 Place, Device& Where, void* Memory, SIZE_T Bytes);
void NoteDead(void* Memory);

HRESULT APIENTRY MakeResident(D3D12DDI_HDEVICE Handle, D3D12DDIARG_MAKERESIDENT_0001* Wanted);
HRESULT APIENTRY Evict(D3D12DDI_HDEVICE Handle, const D3D12DDIARG_EVICT* Wanted);
// Makes resident a heap that is being created.
HRESULT MakeResidentUnasked(Device& Where, const Heap& Which);
HRESULT CreateQueueFor(Device& Where, D3D12DDI_HCOMMANDQUEUE Out, D3D12DDI_HRTCOMMANDQUEUE Runtime);
VOID APIENTRY DestroyQueue(D3D12DDI_HDEVICE Handle, D3D12DDI_HCOMMANDQUEUE Dead);

// As the plan wants: a heap that is being created, or destroyed.
void PinCreated(Device& Where, const Heap& Which);
void UnpinDestroyed(Device& Where, const Heap& Which);
void FillFeatures(D3D12DDI_EXTENDED_FEATURES_FUNCS_0021& Out);

// The table of a version, by its size.
HRESULT FillDeviceTable(void* Table, SIZE_T Bytes);
