#include "src/d3d/d3d12/device.h"

#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/known.h"
#include "src/d3d/core/leftovers.h"
#include "src/d3d/d3d12/core_layer.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {

Device12::Device12(std::shared_ptr<Adapter> adapter)
    : Device(std::move(adapter)),
      table_(static_cast<Adapter12&>(Device::adapter()).agreement().version),
      paging_queue_(RuntimeHandle::next(HandleKind::kPagingQueue)) {}

Device12::~Device12() {
  known_devices().remove(paging_queue_);
  for (const auto& queue : queues_) known_devices().remove(queue->handle);
}

HRESULT Device12::fill_table(D3D12DDI_TABLE_TYPE type, void* table, SIZE_T bytes) {
  const D3D12DDI_HADAPTER adapter{adapter_->driver_handle().value};
  return call_result(entry::kFillTable12, nullptr, [&] {
    return agreement().functions.pfnFillDDITable(adapter, type, table, bytes, 0, {});
  });
}

HRESULT Device12::create() {
  HRESULT result = S_OK;
  if (!begin_creation(result)) return result;
  known_devices().add(paging_queue_, shared_from_this());
  create_paging_queue();
  result = fill_table(D3D12DDI_TABLE_TYPE_DEVICE_CORE, table_.data(), table_.size());
  if (FAILED(result)) return undo_creation(result);
  const D3D12DDI_HADAPTER adapter{adapter_->driver_handle().value};
  const UINT version = D3DDDI_VERSION32_FROM_VERSION64(agreement().version);
  const D3D12DDIARG_CALCPRIVATEDEVICESIZE size{agreement().interface(), version,
                                               D3D12DDI_CREATE_DEVICE_FLAG_NONE};
  SIZE_T bytes = ~SIZE_T{0};
  call_void(entry::kCalculate12, nullptr,
            [&] { bytes = agreement().functions.pfnCalcPrivateDeviceSize(adapter, &size); });
  memory_ = PrivateMemory::make(bytes, "device", {"U-224"_rule, "U-242"_rule});
  if (memory_ == nullptr) return undo_creation(E_OUTOFMEMORY);
  set_driver_handle(memory_->data());
  D3D12DDIARG_CREATEDEVICE_0003 create{};
  create.hRTDevice.handle = handle().as_given();
  create.Interface = agreement().interface();
  create.Version = version;
  create.pKTCallbacks = &device_callbacks10();
  create.hDrvDevice = device();
  create.p12UMCallbacks_0062 = &core_layer_callbacks12();
  result = call_result(
      entry::kCreateDevice12, nullptr,
      [&] { return agreement().functions.pfnCreateDevice(adapter, &create); },
      [&](HRESULT returned) { check_created(returned); });
  if (FAILED(result) || table_.first_missing() != nullptr) {
    memory_->retire("CreateDevice that failed");
    return undo_creation(result);
  }
  finish_creation();
  offer_pins();
  return result;
}

void Device12::check_created(HRESULT result) {
  const sim::Alone alone(turn);
  memory_->check("CreateDevice");
  if (FAILED(result)) return check_failed_device(result);
  if (const char* const missing = table_.first_missing();
      rules::breaks("U-049", missing != nullptr))
    nt::Breach("U-049", nt::Offender::running())
        .message("FillDDITable left {} without a function", missing)
        .raise_later();
}

HRESULT Device12::destroy() {
  if (!is_created()) return E_INVALIDARG;
  for (const bool is_placed : {true, false}) {
    for (const auto& [key, resource] : objects.resources) {
      if (resource->is_live() && resource->of12().is_heap() != is_placed)
        destroy_resource(*resource);
    }
  }
  for (const auto& queue : queues_) {
    if (queue->is_alive) destroy_queue(*queue);
  }
  become(State::kDestroying);
  const HRESULT result = call_void(
      entry::kDestroyDevice12, nullptr, [&] { agreement().functions.pfnDestroyDevice(device()); },
      [&](HRESULT) {
        const sim::Alone alone(turn);
        memory_->check("DestroyDevice");
        raise_leftovers(*this, "DestroyDevice");
      });
  memory_->retire("DestroyDevice");
  finish_destruction();
  return result;
}

}  // namespace drydock::d3d
