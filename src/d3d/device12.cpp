#include "src/d3d/device12.h"

#include <fmt/format.h>

#include "src/d3d/callbacks.h"
#include "src/d3d/core_layer12.h"
#include "src/d3d/known.h"
#include "src/d3d/leftovers.h"

namespace drydock::d3d {

Device12::Device12(std::shared_ptr<Adapter> adapter)
    : Device(std::move(adapter)),
      table_(Device::adapter().agreement12().version),
      paging_queue_(RuntimeHandle::next(HandleKind::kPagingQueue)) {}

Device12::~Device12() {
  known_devices().remove(paging_queue_);
  for (const auto& queue : queues_) known_devices().remove(queue->handle);
}

HRESULT Device12::ask(const Entry& entry, Resource* subject, const Body& body, const Check& check) {
  return call(entry, &table_, subject, [&](auto) { return body(); }, check);
}

HRESULT Device12::tell(const Entry& entry, Resource* subject, const std::function<void()>& body,
                       const Check& check) {
  return ask(
      entry, subject,
      [&] {
        body();
        return Call::current()->told();
      },
      check);
}

HRESULT Device12::fill_table(D3D12DDI_TABLE_TYPE type, void* table, SIZE_T bytes) {
  const D3D12DDI_HADAPTER adapter{adapter_->driver_handle().value};
  return ask(entry::kFillTable12, nullptr, [&] {
    return agreement().functions.pfnFillDDITable(adapter, type, table, bytes, 0, {});
  });
}

HRESULT Device12::create() {
  HRESULT result = S_OK;
  if (!create_in_kernel(result)) return result;
  known_devices().add(handle(), shared_from_this());
  known_devices().add(paging_queue_, shared_from_this());
  create_paging_queue();
  result = fill_table(D3D12DDI_TABLE_TYPE_DEVICE_CORE, table_.data(), table_.size());
  if (FAILED(result)) return give_up_creation(result);
  const D3D12DDI_HADAPTER adapter{adapter_->driver_handle().value};
  const UINT version = D3DDDI_VERSION32_FROM_VERSION64(agreement().version);
  const D3D12DDIARG_CALCPRIVATEDEVICESIZE size{agreement().interface(), version,
                                               D3D12DDI_CREATE_DEVICE_FLAG_NONE};
  SIZE_T bytes = ~SIZE_T{0};
  tell(entry::kCalculate12, nullptr,
       [&] { bytes = agreement().functions.pfnCalcPrivateDeviceSize(adapter, &size); });
  memory_ = PrivateMemory::make(bytes, "device", {"U-224", "U-242"});
  if (memory_ == nullptr) return give_up_creation(E_OUTOFMEMORY);
  set_driver_handle(memory_->data());
  D3D12DDIARG_CREATEDEVICE_0003 create{};
  create.hRTDevice.handle = handle().as_given();
  create.Interface = agreement().interface();
  create.Version = version;
  create.pKTCallbacks = &device_callbacks10();
  create.hDrvDevice = device();
  create.p12UMCallbacks_0062 = &core_layer_callbacks12();
  result = ask(
      entry::kCreateDevice12, nullptr,
      [&] { return agreement().functions.pfnCreateDevice(adapter, &create); },
      [&](HRESULT returned, Breaches& breaches) { check_created12(returned, breaches); });
  is_created_ = SUCCEEDED(result) && table_.first_missing() == nullptr;
  if (!is_created_) {
    memory_->retire("CreateDevice that failed");
    return give_up_creation(result);
  }
  adapter_->count_device(+1);
  offer_pins();
  return result;
}

void Device12::check_created12(HRESULT result, Breaches& breaches) {
  const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
  memory_->check("CreateDevice", breaches);
  if (FAILED(result)) return check_failed_device(result, breaches);
  if (const char* const missing = table_.first_missing())
    breaches.add("U-049", fmt::format("FillDDITable left {} without a function", missing));
}

HRESULT Device12::destroy() {
  if (!is_created_) return E_INVALIDARG;
  for (const bool is_placed : {true, false}) {
    for (const auto& [key, resource] : objects.resources) {
      if (resource->state == Resource::State::kLive &&
          (resource->traits12.heap != nullptr) == is_placed)
        destroy_resource(*resource);
    }
  }
  for (const auto& queue : queues_) {
    if (queue->is_alive) destroy_queue(*queue);
  }
  set_dying();
  is_created_ = false;
  const HRESULT result = tell(
      entry::kDestroyDevice12, nullptr, [&] { agreement().functions.pfnDestroyDevice(device()); },
      [&](HRESULT, Breaches& breaches) {
        const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
        memory_->check("DestroyDevice", breaches);
        report_leftovers(*this, "DestroyDevice", breaches);
      });
  memory_->retire("DestroyDevice");
  end_destruction();
  return result;
}

HRESULT Device12::create_resource(const ResourceSpec&, Resource*& out) {
  out = nullptr;
  return E_NOTIMPL;
}

}  // namespace drydock::d3d
