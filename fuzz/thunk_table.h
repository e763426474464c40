// The thunks that the fuzzer calls, and what their requests are made of. Those that may wait for
// another thread are left out.
#pragma once

#include <cstddef>

#include "src/wdk/graphics.h"

namespace drydock::fuzz {

struct Thunk {
  std::size_t bytes;
  NTSTATUS (*call)(void*);
  // Which 32-bit words are handles, counts or flags, and which 64-bit ones pointers: 'h' handle,
  // 'n' number, 'p' pointer, 't' NT handle (two words each), '-' padding.
  const char* words;
};

#define THUNK(name, type, words)                                                        \
  Thunk {                                                                               \
    sizeof(type), +[](void* at) { return D3DKMT##name(static_cast<type*>(at)); }, words \
  }

inline const Thunk kThunks[] = {
    THUNK(CreateDevice, D3DKMT_CREATEDEVICE, "h-n"),
    THUNK(DestroyDevice, D3DKMT_DESTROYDEVICE, "h"),
    THUNK(CreateContext, D3DKMT_CREATECONTEXT, "hnnnpn"),
    THUNK(DestroyContext, D3DKMT_DESTROYCONTEXT, "h"),
    THUNK(CreateAllocation, D3DKMT_CREATEALLOCATION, "hhh-pn-pnnpn"),
    THUNK(CreateAllocation2, D3DKMT_CREATEALLOCATION, "hhh-pn-pnnpn"),
    THUNK(DestroyAllocation, D3DKMT_DESTROYALLOCATION, "hhpn"),
    THUNK(DestroyAllocation2, D3DKMT_DESTROYALLOCATION2, "hhpnn"),
    THUNK(QueryResourceInfo, D3DKMT_QUERYRESOURCEINFO, "hhpn"),
    THUNK(OpenResource, D3DKMT_OPENRESOURCE, "hhn-ppn-pn-pn"),
    THUNK(OpenResource2, D3DKMT_OPENRESOURCE, "hhn-ppn-pn-pn"),
    THUNK(Lock, D3DKMT_LOCK, "hhnnppn"),
    THUNK(Unlock, D3DKMT_UNLOCK, "hnp"),
    THUNK(Lock2, D3DKMT_LOCK2, "hhn"),
    THUNK(Unlock2, D3DKMT_UNLOCK2, "hh"),
    THUNK(OfferAllocations, D3DKMT_OFFERALLOCATIONS, "h-ppnnn"),
    THUNK(ReclaimAllocations, D3DKMT_RECLAIMALLOCATIONS, "h-pppn"),
    THUNK(SetAllocationPriority, D3DKMT_SETALLOCATIONPRIORITY, "hhpn-p"),
    THUNK(GetAllocationPriority, D3DKMT_GETALLOCATIONPRIORITY, "hhpn-p"),
    THUNK(QueryAllocationResidency, D3DKMT_QUERYALLOCATIONRESIDENCY, "hhpn-p"),
    THUNK(Escape, D3DKMT_ESCAPE, "hhnnpnh"),
    THUNK(QueryAdapterInfo, D3DKMT_QUERYADAPTERINFO, "hnpn"),
    THUNK(QueryVideoMemoryInfo, D3DKMT_QUERYVIDEOMEMORYINFO, "phn"),
    THUNK(GetDeviceState, D3DKMT_GETDEVICESTATE, "hn"),
    THUNK(Render, D3DKMT_RENDER, "hnnnn-pn-pn-pnn--n"),
    THUNK(WaitForIdle, D3DKMT_WAITFORIDLE, "h"),
    THUNK(EnumAdapters2, D3DKMT_ENUMADAPTERS2, "n-p"),
    THUNK(EnumAdapters3, D3DKMT_ENUMADAPTERS3, "nnn-p"),
    THUNK(CloseAdapter, D3DKMT_CLOSEADAPTER, "h"),
    THUNK(SetContextSchedulingPriority, D3DKMT_SETCONTEXTSCHEDULINGPRIORITY, "hn"),
    THUNK(CreateSynchronizationObject, D3DKMT_CREATESYNCHRONIZATIONOBJECT, "hnnn"),
    THUNK(CreateSynchronizationObject2, D3DKMT_CREATESYNCHRONIZATIONOBJECT2, "h-nnp"),
    THUNK(OpenSynchronizationObject, D3DKMT_OPENSYNCHRONIZATIONOBJECT, "h"),
    THUNK(DestroySynchronizationObject, D3DKMT_DESTROYSYNCHRONIZATIONOBJECT, "h"),
    THUNK(SignalSynchronizationObjectFromCpu, D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU, "hnppn"),
    THUNK(SubmitCommand, D3DKMT_SUBMITCOMMAND, "nnnnnnnh"),
    THUNK(CreateHwQueue, D3DKMT_CREATEHWQUEUE, "hnn-p"),
    THUNK(DestroyHwQueue, D3DKMT_DESTROYHWQUEUE, "h"),
    THUNK(SubmitCommandToHwQueue, D3DKMT_SUBMITCOMMANDTOHWQUEUE, "h-n-n-nnpn-p"),
    THUNK(CreateDoorbell, D3DKMT_CREATE_DOORBELL, "hhhnn-p"),
    THUNK(ConnectDoorbell, D3DKMT_CONNECT_DOORBELL, "hn"),
    THUNK(DestroyDoorbell, D3DKMT_DESTROY_DOORBELL, "h"),
    THUNK(NotifyWorkSubmission, D3DKMT_NOTIFY_WORK_SUBMISSION, "hn"),
    THUNK(InvalidateCache, D3DKMT_INVALIDATECACHE, "hhn-n-"),
    THUNK(SignalSynchronizationObjectFromGpu2, D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2,
          "n-pnnpp"),
    THUNK(CreateNativeFence, D3DKMT_CREATENATIVEFENCE, "h"),
    THUNK(OpenNativeFenceFromNtHandle, D3DKMT_OPENNATIVEFENCEFROMNTHANDLE, "thnn"),
    THUNK(UpdateAllocationProperty, D3DDDI_UPDATEALLOCPROPERTY, "hhnnn---n"),
    THUNK(CreateKeyedMutex, D3DKMT_CREATEKEYEDMUTEX, "n-"),
    THUNK(CreateKeyedMutex2, D3DKMT_CREATEKEYEDMUTEX2, "n---pnn"),
    THUNK(OpenKeyedMutex2, D3DKMT_OPENKEYEDMUTEX2, "h-pn"),
    THUNK(DestroyKeyedMutex, D3DKMT_DESTROYKEYEDMUTEX, "h"),
    THUNK(ReleaseKeyedMutex2, D3DKMT_RELEASEKEYEDMUTEX2, "h-n-n-pn"),
    THUNK(OpenKeyedMutexFromNtHandle, D3DKMT_OPENKEYEDMUTEXFROMNTHANDLE, "t-pn"),
    THUNK(OpenNtHandleFromName, D3DKMT_OPENNTHANDLEFROMNAME, "n-p"),
    THUNK(OpenSyncObjectFromNtHandle, D3DKMT_OPENSYNCOBJECTFROMNTHANDLE, "t"),
    THUNK(OpenSyncObjectFromNtHandle2, D3DKMT_OPENSYNCOBJECTFROMNTHANDLE2, "thn"),
    THUNK(QueryResourceInfoFromNtHandle, D3DKMT_QUERYRESOURCEINFOFROMNTHANDLE, "h-tpn"),
    THUNK(OpenResourceFromNtHandle, D3DKMT_OPENRESOURCEFROMNTHANDLE, "h-tn-pn-pn-pn-p--pn"),
    THUNK(OpenAdapterFromDeviceName, D3DKMT_OPENADAPTERFROMDEVICENAME, "p"),
    THUNK(OpenAdapterFromGdiDisplayName, D3DKMT_OPENADAPTERFROMGDIDISPLAYNAME, "nnnn"),
};
#undef THUNK

}  // namespace drydock::fuzz
