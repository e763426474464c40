// Monitored fences, waited for and signalled by a processor or in a context's queue, and the caches
// between the two. For devices whose kernel driver is of WDDM 2.0 or later.
#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/shared_resource.h"
#include "src/d3d/driver/result.h"

namespace drydock::d3d {
namespace {

// Fences of a request, and a value for each.
struct FenceList {
  std::vector<D3DKMT_HANDLE> fences;
  std::vector<UINT64> values;

  bool read(UINT count, const D3DKMT_HANDLE* user_fences, const UINT64* user_values) {
    return count != 0 && thunks::read_list(user_fences, count, kMostListed, fences) &&
           thunks::read_list(user_values, count, kMostListed, values);
  }
};

// Reads what a processor's wait and a processor's signal have in common into the kernel's request,
// whose lists are those of `list`.
template <typename Data, typename Request>
HRESULT read_cpu_request(Frame& frame, const Data* user, Data& data, FenceList& list,
                         Request& request) {
  if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data) ||
      !list.read(data.ObjectCount, data.ObjectHandleArray, data.FenceValueArray))
    return E_INVALIDARG;
  request = {};
  request.hDevice = frame.device.kernel().value;
  request.ObjectCount = data.ObjectCount;
  request.ObjectHandleArray = list.fences.data();
  request.FenceValueArray = list.values.data();
  return S_OK;
}

HRESULT wait_on_cpu(Frame& frame, const D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMCPU* user) {
  D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMCPU data;
  FenceList list;
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECTFROMCPU request;
  const HRESULT result = read_cpu_request(frame, user, data, list, request);
  if (FAILED(result)) return result;
  request.hAsyncEvent = data.hAsyncEvent;
  request.Flags = data.Flags;
  // The thread that signals may be another thread of the driver.
  const OutOfTurn away(frame);
  return to_result(D3DKMTWaitForSynchronizationObjectFromCpu(&request));
}

HRESULT signal_on_cpu(Frame& frame, const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMCPU* user) {
  D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMCPU data;
  FenceList list;
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMCPU request;
  const HRESULT result = read_cpu_request(frame, user, data, list, request);
  if (FAILED(result)) return result;
  return to_result(D3DKMTSignalSynchronizationObjectFromCpu(&request));
}

HRESULT signal_on_context(Frame& frame, const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU* user) {
  D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU data;
  FenceList list;
  if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data) ||
      !list.read(data.ObjectCount, data.ObjectHandleArray, data.MonitoredFenceValueArray))
    return E_INVALIDARG;
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU request{};
  request.hContext = named_kernel_context(frame, data.hContext);
  request.ObjectCount = data.ObjectCount;
  request.ObjectHandleArray = list.fences.data();
  request.MonitoredFenceValueArray = list.values.data();
  return request.hContext == 0 ? E_INVALIDARG
                               : to_result(D3DKMTSignalSynchronizationObjectFromGpu(&request));
}

// The kind of the objects decides which member of the union the kernel reads.
HRESULT signal_on_contexts(Frame& frame, const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2* user) {
  D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2 data;
  std::vector<D3DKMT_HANDLE> objects, contexts;
  std::vector<HANDLE> given;
  if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data) || data.BroadcastContextCount == 0 ||
      !thunks::read_list(data.ObjectHandleArray, data.ObjectCount, kMostListed, objects) ||
      !thunks::read_list(data.BroadcastContextArray, data.BroadcastContextCount,
                         D3DDDI_MAX_BROADCAST_CONTEXT + 1, given))
    return E_INVALIDARG;
  for (const HANDLE each : given) contexts.push_back(named_kernel_context(frame, each));
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2 request{};
  request.ObjectCount = data.ObjectCount;
  request.ObjectHandleArray = objects.data();
  request.Flags = data.Flags;
  request.BroadcastContextCount = data.BroadcastContextCount;
  request.BroadcastContextArray = contexts.data();
  std::ranges::copy(data.Reserved, request.Reserved);
  return to_result(D3DKMTSignalSynchronizationObjectFromGpu2(&request));
}

HRESULT invalidate_cache(Frame& frame, const D3DDDICB_INVALIDATECACHE* user) {
  D3DDDICB_INVALIDATECACHE data;
  if (!frame.device.has_paging_queues()) return to_result(STATUS_NOT_SUPPORTED);
  if (!thunks::read(user, data)) return E_INVALIDARG;
  const Allocation* const allocation = frame.objects().find_allocation({data.hAllocation});
  if (allocation == nullptr) {
    raise_unknown(frame, {data.hAllocation}, "U-026"_rule);
    return E_INVALIDARG;
  }
  const D3DKMT_INVALIDATECACHE request{frame.device.kernel().value, allocation->handle.value,
                                       data.Offset, data.Length};
  return to_result(D3DKMTInvalidateCache(&request));
}

HRESULT APIENTRY wait_on_cpu_cb(HANDLE device,
                                const D3DDDICB_WAITFORSYNCHRONIZATIONOBJECTFROMCPU* user) {
  return answer(device, "pfnWaitForSynchronizationObjectFromCpuCb",
                [&](Frame& frame) { return wait_on_cpu(frame, user); });
}

HRESULT APIENTRY signal_on_cpu_cb(HANDLE device,
                                  const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMCPU* user) {
  return answer(device, "pfnSignalSynchronizationObjectFromCpuCb",
                [&](Frame& frame) { return signal_on_cpu(frame, user); });
}

HRESULT APIENTRY signal_on_context_cb(HANDLE device,
                                      const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU* user) {
  return answer(
      device, "pfnSignalSynchronizationObjectFromGpuCb",
      [&](Frame& frame) { return signal_on_context(frame, user); }, context_in(user));
}

HRESULT APIENTRY signal_on_contexts_cb(HANDLE device,
                                       const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECTFROMGPU2* user) {
  return answer(device, "pfnSignalSynchronizationObjectFromGpu2Cb",
                [&](Frame& frame) { return signal_on_contexts(frame, user); });
}

HRESULT APIENTRY invalidate_cache_cb(HANDLE device, const D3DDDICB_INVALIDATECACHE* user) {
  return answer(device, "pfnInvalidateCacheCb",
                [&](Frame& frame) { return invalidate_cache(frame, user); });
}

}  // namespace

void add_fence_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnWaitForSynchronizationObjectFromCpuCb = wait_on_cpu_cb;
  table.pfnSignalSynchronizationObjectFromCpuCb = signal_on_cpu_cb;
  table.pfnSignalSynchronizationObjectFromGpuCb = signal_on_context_cb;
  table.pfnSignalSynchronizationObjectFromGpu2Cb = signal_on_contexts_cb;
  table.pfnInvalidateCacheCb = invalidate_cache_cb;
}

}  // namespace drydock::d3d
