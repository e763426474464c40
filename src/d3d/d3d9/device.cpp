#include "src/d3d/d3d9/device.h"

#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/leftovers.h"
#include "src/d3d/d3d9/entry_points.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::d3d {
namespace {

// The callbacks of a device that does not rewrite its table. A trace records calls of them.
const D3DDDI_DEVICECALLBACKS& lasting_callbacks() {
  static const D3DDDI_DEVICECALLBACKS table = [] {
    D3DDDI_DEVICECALLBACKS out = device_callbacks();
    trace::record_table(out);
    return out;
  }();
  return table;
}

}  // namespace

Device9::Device9(std::shared_ptr<Adapter> adapter, D3DDDI_CREATEDEVICEFLAGS flags)
    : Device(std::move(adapter), flags) {}

Device9::~Device9() { end_watch(); }

D3DDDIARG_CREATEDEVICE Device9::creation_arguments() {
  D3DDDIARG_CREATEDEVICE out{};
  out.hDevice = handle().as_given();
  out.Interface = options().interface_version;
  out.Version = options().runtime_version;
  callbacks_ = first_callbacks();
  trace::record_table(callbacks_);
  out.pCallbacks = options().rewrite_callbacks ? &callbacks_ : &lasting_callbacks();
  out.pDeviceFuncs = &functions_;
  out.Flags = flags();
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
void Device9::check_obsolete() {
  if (obsolete_ == nullptr || !rules::breaks("U-048", !obsolete_->is_untouched())) return;
  obsolete_.reset();
  nt::Breach("U-048", nt::Offender::running())
      .message("the driver wrote in the buffers that CreateDevice has in its obsolete members")
      .raise_later();
}

HRESULT Device9::create() {
  HRESULT result = S_OK;
  if (!begin_creation(result)) return result;
  if (adapter_->is_first_device() && rules::breaks("U-041", !adapter_->was_asked()))
    nt::Breach("U-041", driver())
        .message("the first CreateDevice comes before any pfnQueryAdapterInfoCb")
        .raise_later();
  D3DDDIARG_CREATEDEVICE create = creation_arguments();
  result = call(
      entry::kCreateDevice, adapter_functions().pfnCreateDevice, nullptr,
      [&](auto function) { return function(adapter_->driver_handle().value, &create); },
      [&](HRESULT returned) { check_created(create, returned); });
  const bool is_named = create.hDevice != nullptr && create.hDevice != handle().as_given();
  callbacks_ = device_callbacks();
  trace::record_table(callbacks_);
  if (FAILED(result) || !is_named || functions_.pfnDestroyDevice == nullptr)
    return undo_creation(result);
  set_driver_handle(create.hDevice);
  finish_creation();
  watch_budget();
  return result;
}

void Device9::check_created(const D3DDDIARG_CREATEDEVICE& created, HRESULT result) {
  const sim::Alone alone(turn);
  if (FAILED(result)) return check_failed_device(result);
  if (rules::breaks("U-030", created.hDevice == nullptr || created.hDevice == handle().as_given()))
    nt::Breach("U-030", nt::Offender::running())
        .message(
            "CreateDevice left D3DDDIARG_CREATEDEVICE.hDevice without a handle of "
            "the driver's own")
        .raise_later();
  if (rules::breaks("U-047", objects.contexts.empty()))
    nt::Breach("U-047", nt::Offender::running())
        .message("CreateDevice returned without a call of pfnCreateContextCb")
        .raise_later();
  note_entry_points(functions_);
  check_functions();
  trace::record_table(functions_);
}

void Device9::check_functions() const {
  const auto wants = [&](const char* name, bool is_there) {
    if (rules::breaks("U-049", !is_there))
      nt::Breach("U-049", nt::Offender::running())
          .message("CreateDevice left D3DDDI_DEVICEFUNCS.{} without a function", name)
          .raise_later();
  };
  wants("pfnCreateResource", functions_.pfnCreateResource != nullptr);
  wants("pfnDestroyResource", functions_.pfnDestroyResource != nullptr);
  wants("pfnOpenResource", functions_.pfnOpenResource != nullptr);
  wants("pfnLock", functions_.pfnLock != nullptr);
  wants("pfnUnlock", functions_.pfnUnlock != nullptr);
  wants("pfnFlush", functions_.pfnFlush != nullptr);
  wants("pfnDestroyDevice", functions_.pfnDestroyDevice != nullptr);
  if (is_at_least(D3D_UMD_INTERFACE_VERSION_WDDM1_3) &&
      rules::breaks("U-073", functions_.pfnCreateResource2 == nullptr))
    nt::Breach("U-073", nt::Offender::running())
        .message("a driver of WDDM 1.3 has no pfnCreateResource2")
        .raise_later();
  if (rules::breaks("U-279", lacks_trim()))
    nt::Breach("U-279", nt::Offender::running())
        .message("a driver with paging queues has no pfnTrimResidencySet")
        .raise_later();
  const int asynchronous = (functions_.pfnLockAsync != nullptr) +
                           (functions_.pfnUnlockAsync != nullptr) +
                           (functions_.pfnRename != nullptr);
  if (asynchronous != 0 && rules::breaks("U-185", asynchronous != 3))
    nt::Breach("U-185", nt::Offender::running())
        .message("of pfnLockAsync, pfnUnlockAsync and pfnRename some are missing")
        .raise_later();
}

HRESULT Device9::destroy() {
  if (!is_created()) return E_INVALIDARG;
  if (!options().abandon_children) {
    for (const auto& [key, resource] : objects.resources) {
      if (resource->is_live()) destroy_resource(*resource);
    }
  }
  become(State::kDestroying);
  const HRESULT result = call(
      entry::kDestroyDevice, functions_.pfnDestroyDevice, nullptr,
      [&](auto function) { return function(driver_handle().value); },
      [&](HRESULT) {
        const sim::Alone alone(turn);
        check_obsolete();
        raise_leftovers(*this, "DestroyDevice");
      });
  end_watch();
  finish_destruction();
  return result;
}

void Device9::check_thread(const char* callback) {
  const Call* const current = Call::current();
  const bool is_sent = current != nullptr && current->device() == this;
  const bool is_switch = std::string_view(callback) == "pfnSetAsyncCallbacksCb";
  rules::evaluated("U-255");
  if (is_sent ? is_switch || !is_async() : !is_switch && is_async()) return;
  if (!is_sent && rules::breaks("U-052", flags().AllowMultithreading == 0)) {
    nt::Breach("U-052", nt::Offender::running())
        .message(
            "{} was called by a thread that the runtime has not sent into the "
            "driver, on a device without AllowMultithreading",
            callback)
        .raise();
    return;
  }
  nt::Breach("U-255", nt::Offender::running())
      .message("{} was called by {}", callback,
               is_sent     ? "the runtime's thread while those of the driver may call"
               : is_switch ? "a thread of the driver's own"
                           : "a thread of the driver's own without "
                             "pfnSetAsyncCallbacksCb(TRUE) before")
      .raise();
}

}  // namespace drydock::d3d
