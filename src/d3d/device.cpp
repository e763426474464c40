#include "src/d3d/device.h"

#include <fmt/format.h>

#include "src/d3d/callbacks.h"
#include "src/d3d/device10.h"
#include "src/d3d/device12.h"
#include "src/d3d/entry_points.h"
#include "src/d3d/known.h"
#include "src/d3d/leftovers.h"
#include "src/d3d/result.h"
#include "src/sim/faults.h"

namespace drydock::d3d {

Device::Device(std::shared_ptr<Adapter> adapter, D3DDDI_CREATEDEVICEFLAGS flags)
    : adapter_(std::move(adapter)),
      flags_(flags),
      handle_(RuntimeHandle::next(HandleKind::kDevice)) {}

Device::~Device() { destroy_in_kernel(); }

bool Device::create_in_kernel(HRESULT& result) {
  const dxgk::ProcessScope scope(&adapter_->process());
  D3DKMT_CREATEDEVICE request{};
  request.hAdapter = adapter_->kernel().value;
  result = to_result(D3DKMTCreateDevice(&request));
  kernel_ = {FAILED(result) ? 0 : request.hDevice};
  return static_cast<bool>(kernel_);
}

void Device::destroy_in_kernel() {
  if (!kernel_) return;
  const dxgk::ProcessScope scope(&adapter_->process());
  end_watch();
  const D3DKMT_DESTROYDEVICE request{kernel_.value};
  D3DKMTDestroyDevice(&request);
  kernel_ = {};
}

bool Device::is_lost() const {
  D3DKMT_GETDEVICESTATE request{};
  request.hDevice = kernel_.value;
  request.StateType = D3DKMT_DEVICESTATE_EXECUTION;
  return NT_SUCCESS(D3DKMTGetDeviceState(&request)) &&
         request.ExecutionState != D3DKMT_DEVICEEXECUTION_ACTIVE;
}

D3DDDIARG_CREATEDEVICE Device::creation_arguments() {
  D3DDDIARG_CREATEDEVICE out{};
  out.hDevice = handle_.as_given();
  out.Interface = options().interface_version;
  out.Version = options().runtime_version;
  callbacks_ = first_callbacks();
  out.pCallbacks = options().rewrite_callbacks ? &callbacks_ : &device_callbacks();
  out.pDeviceFuncs = &functions_;
  out.Flags = flags_;
  if (!options().give_obsolete) return out;
  constexpr BatchSizes kSizes{4096, 64, 64};
  obsolete_ = std::make_unique<Batch>(kSizes);
  out.pCommandBuffer = obsolete_->commands();
  out.CommandBufferSize = kSizes.commands;
  out.pAllocationList = obsolete_->allocations();
  out.AllocationListSize = kSizes.allocations;
  out.pPatchLocationList = obsolete_->patches();
  out.PatchLocationListSize = kSizes.patches;
  return out;
}

// U-048.
void Device::check_obsolete(Breaches& breaches) {
  if (obsolete_ == nullptr || obsolete_->is_untouched()) return;
  obsolete_.reset();
  breaches.add("U-048",
               "the driver wrote in the buffers that CreateDevice has in its obsolete members");
}

HRESULT Device::create() {
  HRESULT result = S_OK;
  if (!create_in_kernel(result)) return result;
  known_devices().add(handle_, shared_from_this());
  if (adapter_->first_device() && !adapter_->was_asked())
    nt::report_about(driver().name(), "U-041",
                     "the first CreateDevice comes before any pfnQueryAdapterInfoCb");
  D3DDDIARG_CREATEDEVICE create = creation_arguments();
  result = call(
      entry::kCreateDevice, adapter_->functions().pfnCreateDevice, nullptr,
      [&](auto function) { return function(adapter_->driver_handle().value, &create); },
      [&](HRESULT returned, Breaches& breaches) { check_created(create, returned, breaches); });
  const bool is_named = create.hDevice != nullptr && create.hDevice != handle_.as_given();
  callbacks_ = device_callbacks();
  is_created_ = SUCCEEDED(result) && is_named && functions_.pfnDestroyDevice != nullptr;
  if (is_created_) {
    adapter_->count_device(+1);
    driver_handle_ = {create.hDevice};
    watch_budget();
    return result;
  }
  return give_up_creation(result);
}

HRESULT Device::give_up_creation(HRESULT result) {
  known_devices().remove(handle_);
  win32::raise_heap_leaks(driver(), heap_, "U-220", "after CreateDevice that failed");
  destroy_in_kernel();
  return SUCCEEDED(result) ? E_FAIL : result;
}

void Device::check_failed_device(HRESULT result, Breaches& breaches) {
  report_leftovers(*this, "CreateDevice that failed", breaches);
  // There is memory: nobody injects faults, and no callback failed.
  if (result == E_OUTOFMEMORY && adapter_->devices() > 0 && !sim::injecting() &&
      Call::current()->received().empty())
    breaches.add("U-045",
                 fmt::format("CreateDevice returned E_OUTOFMEMORY with {} devices and memory left",
                             adapter_->devices()));
}

void Device::check_created(const D3DDDIARG_CREATEDEVICE& created, HRESULT result,
                           Breaches& breaches) {
  const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
  if (FAILED(result)) return check_failed_device(result, breaches);
  if (created.hDevice == nullptr || created.hDevice == handle_.as_given())
    breaches.add("U-030",
                 "CreateDevice left D3DDDIARG_CREATEDEVICE.hDevice without a handle of "
                 "the driver's own");
  if (objects.contexts.empty())
    breaches.add("U-047", "CreateDevice returned without a call of pfnCreateContextCb");
  note_entry_points(functions_);
  check_functions(breaches);
}

void Device::check_functions(Breaches& breaches) const {
  const auto wants = [&](const char* name, bool is_there) {
    if (!is_there)
      breaches.add("U-049",
                   fmt::format("CreateDevice left D3DDDI_DEVICEFUNCS.{} without a function", name));
  };
  wants("pfnCreateResource", functions_.pfnCreateResource != nullptr);
  wants("pfnDestroyResource", functions_.pfnDestroyResource != nullptr);
  wants("pfnOpenResource", functions_.pfnOpenResource != nullptr);
  wants("pfnLock", functions_.pfnLock != nullptr);
  wants("pfnUnlock", functions_.pfnUnlock != nullptr);
  wants("pfnFlush", functions_.pfnFlush != nullptr);
  wants("pfnDestroyDevice", functions_.pfnDestroyDevice != nullptr);
  if (is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM1_3) && functions_.pfnCreateResource2 == nullptr)
    breaches.add("U-073", "a driver of WDDM 1.3 has no pfnCreateResource2");
  if (lacks_trim()) breaches.add("U-279", "a driver with paging queues has no pfnTrimResidencySet");
  const int asynchronous = (functions_.pfnLockAsync != nullptr) +
                           (functions_.pfnUnlockAsync != nullptr) +
                           (functions_.pfnRename != nullptr);
  if (asynchronous != 0 && asynchronous != 3)
    breaches.add("U-185", "of pfnLockAsync, pfnUnlockAsync and pfnRename some are missing");
}

HRESULT Device::destroy() {
  if (!is_created_) return E_INVALIDARG;
  if (!options().abandon_children) {
    for (const auto& [handle, resource] : objects.resources) {
      if (resource->state == Resource::State::kLive) destroy_resource(*resource);
    }
  }
  set_dying();
  is_created_ = false;
  const HRESULT result = call(
      entry::kDestroyDevice, functions_.pfnDestroyDevice, nullptr,
      [&](auto function) { return function(driver_handle_.value); },
      [&](HRESULT, Breaches& breaches) {
        const sim::Passage alone(turn, sim::Passage::Kind::kAlone);
        check_obsolete(breaches);
        report_leftovers(*this, "DestroyDevice", breaches);
      });
  end_destruction();
  return result;
}

void Device::end_destruction() {
  known_devices().remove(handle_);
  win32::raise_heap_leaks(driver(), heap_, "U-220", "after DestroyDevice");
  destroy_in_kernel();
  adapter_->count_device(-1);
}

std::shared_ptr<Device> make_device(std::shared_ptr<Adapter> adapter,
                                    D3DDDI_CREATEDEVICEFLAGS flags) {
  if (adapter->is_of_10()) return std::make_shared<Device10>(std::move(adapter));
  if (adapter->is_of_12()) return std::make_shared<Device12>(std::move(adapter));
  return std::make_shared<Device>(std::move(adapter), flags);
}

}  // namespace drydock::d3d
