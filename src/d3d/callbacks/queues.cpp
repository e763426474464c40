// Hardware queues: pfnCreateHwQueueCb, pfnDestroyHwQueueCb, pfnSubmitCommandToHwQueueCb.
//
// A driver knows a queue by the kernel's handle: doorbells, for which there are no callbacks, it
// makes with the kernel's own calls.
#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"

namespace drydock::d3d {
namespace {

HANDLE queue_as_handle(KernelHandle queue) {
  return reinterpret_cast<HANDLE>(std::uintptr_t{queue.value});
}

// The queue of the device that a driver names; 0 when it has none of that handle.
D3DKMT_HANDLE named_queue(const Frame& frame, HANDLE given) {
  const auto value = reinterpret_cast<std::uintptr_t>(given);
  const auto handle = static_cast<D3DKMT_HANDLE>(value);
  return handle == value && frame.objects().hw_queues.contains({handle}) ? handle : 0;
}

void destroy_queue_in_kernel(Frame& frame, KernelHandle queue) {
  const D3DKMT_DESTROYHWQUEUE request{queue.value};
  D3DKMTDestroyHwQueue(&request);
  frame.objects().hw_queues.erase(queue);
}

HRESULT create_hw_queue(Frame& frame, D3DDDICB_CREATEHWQUEUE* user) {
  D3DDDICB_CREATEHWQUEUE data;
  if (!thunks::read(user, data) || !thunks::can_write(user)) return E_INVALIDARG;
  const Context* const context = named_context(frame, data.hHwContext);
  if (context == nullptr) return E_INVALIDARG;
  if (nt::fails_here(sim::FaultKind::kObject)) return E_OUTOFMEMORY;
  D3DKMT_CREATEHWQUEUE request{};
  request.hHwContext = context->kernel.value;
  request.Flags = data.Flags;
  request.PrivateDriverDataSize = data.PrivateDriverDataSize;
  request.pPrivateDriverData = data.pPrivateDriverData;
  const HRESULT result = to_result(D3DKMTCreateHwQueue(&request));
  if (FAILED(result)) return result;
  const KernelHandle queue{request.hHwQueue};
  frame.objects().hw_queues.insert(queue);
  data.hHwQueue = queue_as_handle(queue);
  data.hHwQueueProgressFence = request.hHwQueueProgressFence;
  data.HwQueueProgressFenceCPUVirtualAddress = request.HwQueueProgressFenceCPUVirtualAddress;
  data.HwQueueProgressFenceGPUVirtualAddress = request.HwQueueProgressFenceGPUVirtualAddress;
  if (thunks::write(user, data)) return S_OK;
  destroy_queue_in_kernel(frame, queue);
  return E_INVALIDARG;
}

HRESULT destroy_hw_queue(Frame& frame, const D3DDDICB_DESTROYHWQUEUE* user) {
  D3DDDICB_DESTROYHWQUEUE data;
  if (!thunks::read(user, data)) return E_INVALIDARG;
  const D3DKMT_HANDLE queue = named_queue(frame, data.hHwQueue);
  if (queue == 0) return E_INVALIDARG;
  destroy_queue_in_kernel(frame, {queue});
  return S_OK;
}

HRESULT submit_to_hw_queue(Frame& frame, const D3DDDICB_SUBMITCOMMANDTOHWQUEUE* user) {
  D3DDDICB_SUBMITCOMMANDTOHWQUEUE data;
  if (!thunks::read(user, data) || data.Flags.Value != 0) return E_INVALIDARG;
  const D3DKMT_HANDLE queue = named_queue(frame, data.hHwQueue);
  if (queue == 0) return E_INVALIDARG;
  D3DKMT_SUBMITCOMMANDTOHWQUEUE request{};
  request.hHwQueue = queue;
  request.HwQueueProgressFenceId = data.HwQueueProgressFenceId;
  request.CommandBuffer = data.Commands;
  request.CommandLength = data.CommandLength;
  request.PrivateDriverDataSize = data.PrivateDriverDataSize;
  request.pPrivateDriverData = data.pPrivateDriverData;
  request.NumPrimaries = data.NumPrimaries;
  request.WrittenPrimaries = data.WrittenPrimaries;
  const HRESULT result = to_result(D3DKMTSubmitCommandToHwQueue(&request));
  if (SUCCEEDED(result)) frame.device.submissions.fetch_add(1, std::memory_order_relaxed);
  return result;
}

HRESULT APIENTRY create_hw_queue_cb(HANDLE device, D3DDDICB_CREATEHWQUEUE* user) {
  return answer(device, "pfnCreateHwQueueCb",
                [&](Frame& frame) { return create_hw_queue(frame, user); });
}

HRESULT APIENTRY destroy_hw_queue_cb(HANDLE device, const D3DDDICB_DESTROYHWQUEUE* user) {
  return answer(device, "pfnDestroyHwQueueCb",
                [&](Frame& frame) { return destroy_hw_queue(frame, user); });
}

HRESULT APIENTRY submit_to_hw_queue_cb(HANDLE device, const D3DDDICB_SUBMITCOMMANDTOHWQUEUE* user) {
  return answer(device, "pfnSubmitCommandToHwQueueCb",
                [&](Frame& frame) { return submit_to_hw_queue(frame, user); });
}

}  // namespace

void add_queue_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnCreateHwQueueCb = create_hw_queue_cb;
  table.pfnDestroyHwQueueCb = destroy_hw_queue_cb;
  table.pfnSubmitCommandToHwQueueCb = submit_to_hw_queue_cb;
}

}  // namespace drydock::d3d
