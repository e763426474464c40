// Synchronization objects: made, destroyed, waited for and signalled.
#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"

namespace drydock::d3d {
namespace {

void record(Frame& frame, D3DKMT_HANDLE handle) {
  auto made = std::make_unique<SyncObject>();
  made->handle = {handle};
  note(made->history, "made");
  frame.objects().syncs[{handle}] = std::move(made);
}

template <typename Request, typename Data>
HRESULT create(Frame& frame, Data* user, NTSTATUS(APIENTRY* ask)(Request*)) {
  Data data;
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  check_trimming(frame);
  if (nt::fails_here(sim::FaultKind::kObject)) return E_OUTOFMEMORY;
  Request request{};
  request.hDevice = frame.device.kernel().value;
  request.Info = data.Info;
  const HRESULT result = to_result(ask(&request));
  if (FAILED(result)) return result;
  record(frame, request.hSyncObject);
  data.Info = request.Info;
  data.hSyncObject = request.hSyncObject;
  return thunks::write(user, data) ? S_OK : E_INVALIDARG;
}

HRESULT destroy(Frame& frame, const D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT* user) {
  D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT data;
  if (!thunks::read(user, data)) return E_INVALIDARG;
  const auto found = frame.objects().syncs.find({data.hSyncObject});
  if (found == frame.objects().syncs.end() || !found->second->is_alive) return E_INVALIDARG;
  const D3DKMT_DESTROYSYNCHRONIZATIONOBJECT request{data.hSyncObject};
  const HRESULT result = to_result(D3DKMTDestroySynchronizationObject(&request));
  if (SUCCEEDED(result)) found->second->is_alive = false;
  return result;
}

// The common beginning of both forms of waiting and signalling.
template <typename Request, typename Data>
bool translate(Frame& frame, const Data* user, Data& data, Request& out) {
  if (!thunks::read(user, data) || data.ObjectCount > std::size(data.ObjectHandleArray))
    return false;
  out = {};
  out.hContext = named_kernel_context(frame, data.hContext);
  out.ObjectCount = data.ObjectCount;
  std::ranges::copy(data.ObjectHandleArray, out.ObjectHandleArray);
  return out.hContext != 0;
}

HRESULT APIENTRY create_cb(HANDLE device, D3DDDICB_CREATESYNCHRONIZATIONOBJECT* user) {
  return answer(device, "pfnCreateSynchronizationObjectCb", [&](Frame& frame) {
    return create<D3DKMT_CREATESYNCHRONIZATIONOBJECT>(frame, user,
                                                      D3DKMTCreateSynchronizationObject);
  });
}

HRESULT APIENTRY create2_cb(HANDLE device, D3DDDICB_CREATESYNCHRONIZATIONOBJECT2* user) {
  return answer(device, "pfnCreateSynchronizationObject2Cb", [&](Frame& frame) {
    return create<D3DKMT_CREATESYNCHRONIZATIONOBJECT2>(frame, user,
                                                       D3DKMTCreateSynchronizationObject2);
  });
}

HRESULT APIENTRY destroy_cb(HANDLE device, const D3DDDICB_DESTROYSYNCHRONIZATIONOBJECT* user) {
  return answer(device, "pfnDestroySynchronizationObjectCb",
                [&](Frame& frame) { return destroy(frame, user); });
}

// A wait or a signal becomes the kernel's of the same kind. `fill` copies what only this form has;
// false when that cannot be.
template <typename Request, typename Data, typename Kernel, typename Fill>
HRESULT pass_on(HANDLE device, const char* name, const Data* user, Kernel kernel, Fill&& fill) {
  return answer(
      device, name,
      [&](Frame& frame) -> HRESULT {
        Data data;
        Request request;
        if (!translate(frame, user, data, request) || !fill(frame, data, request))
          return E_INVALIDARG;
        return to_result(kernel(&request));
      },
      context_in(user));
}

HRESULT APIENTRY wait_cb(HANDLE device, const D3DDDICB_WAITFORSYNCHRONIZATIONOBJECT* user) {
  return pass_on<D3DKMT_WAITFORSYNCHRONIZATIONOBJECT>(
      device, "pfnWaitForSynchronizationObjectCb", user, D3DKMTWaitForSynchronizationObject,
      [](Frame&, const auto&, auto&) { return true; });
}

HRESULT APIENTRY wait2_cb(HANDLE device, const D3DDDICB_WAITFORSYNCHRONIZATIONOBJECT2* user) {
  return pass_on<D3DKMT_WAITFORSYNCHRONIZATIONOBJECT2>(device, "pfnWaitForSynchronizationObject2Cb",
                                                       user, D3DKMTWaitForSynchronizationObject2,
                                                       [](Frame&, const auto& data, auto& request) {
                                                         request.Fence.FenceValue = data.FenceValue;
                                                         return true;
                                                       });
}

HRESULT APIENTRY signal_cb(HANDLE device, const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT* user) {
  return pass_on<D3DKMT_SIGNALSYNCHRONIZATIONOBJECT>(device, "pfnSignalSynchronizationObjectCb",
                                                     user, D3DKMTSignalSynchronizationObject,
                                                     [](Frame&, const auto& data, auto& request) {
                                                       request.Flags = data.Flags;
                                                       return true;
                                                     });
}

HRESULT APIENTRY signal2_cb(HANDLE device, const D3DDDICB_SIGNALSYNCHRONIZATIONOBJECT2* user) {
  return pass_on<D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2>(
      device, "pfnSignalSynchronizationObject2Cb", user, D3DKMTSignalSynchronizationObject2,
      [](Frame& frame, const auto& data, auto& request) {
        if (data.BroadcastContextCount > D3DDDI_MAX_BROADCAST_CONTEXT) return false;
        request.Flags = data.Flags;
        request.BroadcastContextCount = data.BroadcastContextCount;
        for (ULONG i = 0; i < data.BroadcastContextCount; ++i)
          request.BroadcastContext[i] = named_kernel_context(frame, data.BroadcastContext[i]);
        request.Fence.FenceValue = data.FenceValue;
        return true;
      });
}

}  // namespace

void add_sync_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnCreateSynchronizationObjectCb = create_cb;
  table.pfnCreateSynchronizationObject2Cb = create2_cb;
  table.pfnDestroySynchronizationObjectCb = destroy_cb;
  table.pfnWaitForSynchronizationObjectCb = wait_cb;
  table.pfnWaitForSynchronizationObject2Cb = wait2_cb;
  table.pfnSignalSynchronizationObjectCb = signal_cb;
  table.pfnSignalSynchronizationObject2Cb = signal2_cb;
}

}  // namespace drydock::d3d
