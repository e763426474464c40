// Monitored fences as clients use them, one fence and one value a call.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::testing {

inline NTSTATUS destroy_sync(D3DKMT_HANDLE handle) {
  const D3DKMT_DESTROYSYNCHRONIZATIONOBJECT data{handle};
  return D3DKMTDestroySynchronizationObject(&data);
}

// A wait for one fence, or a signal of it. The request points to `fence` and `value`.
template <typename Request>
Request request_of_fence(const D3DKMT_HANDLE& fence, const UINT64& value) {
  Request data{};
  data.ObjectCount = 1;
  data.ObjectHandleArray = &fence;
  if constexpr (requires { data.MonitoredFenceValueArray; }) {
    data.MonitoredFenceValueArray = &value;
  } else {
    data.FenceValueArray = &value;
  }
  return data;
}

// Waits until the fence has the value.
inline NTSTATUS wait_on_cpu(D3DKMT_HANDLE device, D3DKMT_HANDLE fence, UINT64 value) {
  auto data = request_of_fence<D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU>(fence, value);
  data.hDevice = device;
  return D3DKMTWaitForSynchronizationObjectFromCpu(&data);
}

inline NTSTATUS signal_on_cpu(D3DKMT_HANDLE device, D3DKMT_HANDLE fence, UINT64 value,
                              bool may_rewind = false) {
  auto data = request_of_fence<D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU>(fence, value);
  data.hDevice = device;
  data.Flags.AllowFenceRewind = may_rewind;
  return D3DKMTSignalSynchronizationObjectFromCpu(&data);
}

// The context's next work waits for the fence, or its last signals it.
inline NTSTATUS wait_on_gpu(D3DKMT_HANDLE context, D3DKMT_HANDLE fence, UINT64 value) {
  auto data = request_of_fence<D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMGPU>(fence, value);
  data.hContext = context;
  return D3DKMTWaitForSynchronizationObjectFromGpu(&data);
}

inline NTSTATUS signal_on_gpu(D3DKMT_HANDLE context, D3DKMT_HANDLE fence, UINT64 value) {
  auto data = request_of_fence<D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU>(fence, value);
  data.hContext = context;
  return D3DKMTSignalSynchronizationObjectFromGpu(&data);
}

}  // namespace drydock::testing
