// Command queues of Direct3D 12, so far as the lives of their contexts need them.
#include "src/d3d/core/known.h"
#include "src/d3d/d3d12/device.h"

namespace drydock::d3d {

HRESULT Device12::create_queue(CommandQueue12*& out) {
  out = nullptr;
  if (!is_created()) return E_INVALIDARG;
  SIZE_T bytes = ~SIZE_T{0};
  call_void(entry::kCalculate12, nullptr, [&] { bytes = table_.calc_queue(device()); });
  auto made = std::make_unique<CommandQueue12>();
  made->memory = PrivateMemory::make(bytes, "command queue", {"U-302"_rule, "U-302"_rule});
  if (made->memory == nullptr) return is_removed() ? D3DDDIERR_DEVICEREMOVED : E_OUTOFMEMORY;
  made->handle = RuntimeHandle::next(HandleKind::kCommandQueue);
  known_devices().add(made->handle, shared_from_this());
  CommandQueue12& queue = *queues_.emplace_back(std::move(made));
  const HRESULT result = call_result(
      entry::kCreateQueue12, nullptr,
      [&] { return table_.create_queue(device(), queue.memory->data(), queue.handle.as_given()); },
      [&](HRESULT returned) {
        queue.memory->check("CreateCommandQueue");
        queue.is_alive = SUCCEEDED(returned);
      });
  if (queue.is_alive) {
    out = &queue;
    return result;
  }
  known_devices().remove(queue.handle);
  queue.memory->retire("CreateCommandQueue that failed");
  return FAILED(result) ? result : E_FAIL;
}

HRESULT Device12::destroy_queue(CommandQueue12& queue) {
  if (!queue.is_alive) return E_INVALIDARG;
  const HRESULT result = call_void(
      entry::kDestroyQueue12, nullptr,
      [&] { table_.destroy_queue(device(), queue.memory->data()); },
      [&](HRESULT) { queue.memory->check("DestroyCommandQueue"); });
  queue.is_alive = false;
  known_devices().remove(queue.handle);
  queue.memory->retire("DestroyCommandQueue");
  return result;
}

}  // namespace drydock::d3d
