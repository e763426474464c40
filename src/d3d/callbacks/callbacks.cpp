#include "src/d3d/callbacks/callbacks.h"

#include <fmt/format.h>

#include "src/d3d/core/known.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::d3d {
namespace {

thread_local int core_layer_depth = 0;

HRESULT APIENTRY query_adapter_info(HANDLE given, const D3DDDICB_QUERYADAPTERINFO* user) {
  nt::end_call_if_dead();
  const std::shared_ptr<Adapter> adapter = known_adapters().find(RuntimeHandle(given));
  D3DDDICB_QUERYADAPTERINFO data;
  if (adapter == nullptr || !thunks::read(user, data)) return E_INVALIDARG;
  adapter->note_asked();
  const dxgk::RuntimeView::Scope scope(adapter->view());
  D3DKMT_QUERYADAPTERINFO request{};
  request.hAdapter = adapter->kernel().value;
  request.Type = KMTQAITYPE_UMDRIVERPRIVATE;
  request.pPrivateDriverData = data.pPrivateDriverData;
  request.PrivateDriverDataSize = data.PrivateDriverDataSize;
  const HRESULT result = nt::fails_here(sim::FaultKind::kPool)
                             ? E_OUTOFMEMORY
                             : to_result(D3DKMTQueryAdapterInfo(&request));
  Call* const call = Call::current();
  if (call == nullptr) return result;
  // A miniport without data for its user-mode half has not failed. A driver that needs the data may
  // refuse such an adapter.
  if (result == E_NOTIMPL) {
    call->note_answer(result);
  } else {
    call->note("pfnQueryAdapterInfoCb", result, {});
  }
  return result;
}

// Render-only adapters have no methods.
HRESULT APIENTRY get_multisample_methods(HANDLE given, D3DDDICB_GETMULTISAMPLEMETHODLIST*) {
  nt::end_call_if_dead();
  return known_adapters().find(RuntimeHandle(given)) == nullptr ? E_INVALIDARG : E_NOTIMPL;
}

HRESULT APIENTRY query_adapter_info2(HANDLE given, const D3DDDICB_QUERYADAPTERINFO2* user) {
  D3DDDICB_QUERYADAPTERINFO2 data;
  if (!thunks::read(user, data)) return E_INVALIDARG;
  if (data.QueryType != D3DDDI_QUERYADAPTERTYPE_DRIVERPRIVATE) return E_NOTIMPL;
  const D3DDDICB_QUERYADAPTERINFO first{data.pPrivateDriverData, data.PrivateDriverDataSize};
  return query_adapter_info(given, &first);
}

// Words for a handle that names no device.
const char* what_is_device(HANDLE given) {
  if (given == nullptr) return "NULL";
  const RuntimeHandle handle(given);
  if (handle.is_of(HandleKind::kDevice)) return "the handle of a device that is gone";
  if (handle.is_of(HandleKind::kAdapter)) return "the handle of an adapter";
  for (const std::shared_ptr<Device>& device : known_devices().all()) {
    if (device->driver_handle().value == given) return "the driver's own handle of the device";
  }
  return "a handle of nothing";
}

}  // namespace

FromCoreLayer::FromCoreLayer() { ++core_layer_depth; }
FromCoreLayer::~FromCoreLayer() { --core_layer_depth; }
bool FromCoreLayer::is_active() { return core_layer_depth != 0; }

bool Frame::is_past_core_layer() const {
  return device.adapter().is_of_12() && !FromCoreLayer::is_active();
}

Call* Frame::call() const {
  Call* const current = Call::current();
  return current != nullptr && current->device() == &device ? current : nullptr;
}

std::shared_ptr<Device> device_of(HANDLE given, const char* callback) {
  std::shared_ptr<Device> device = known_devices().find(RuntimeHandle(given));
  if (rules::breaks("U-029", device == nullptr))
    nt::Breach("U-029", nt::Offender::running())
        .message("{} was given {} instead of the runtime's device handle", callback,
                 what_is_device(given))
        .raise();
  return device;
}

bool is_beside(const Device& device) {
  const Call* const current = Call::current();
  return current != nullptr && current->device() == &device &&
         (&current->entry() == &entry::kLockAsync || &current->entry() == &entry::kUnlockAsync);
}

ContextCaller::ContextCaller(Device& device, HANDLE context) : device_(device), context_(context) {
  if (context_ == nullptr || !device_.adapter().is_of_10()) return;
  const sim::Hold hold(device_.context_lock);
  is_alone_ = !device_.busy_contexts.contains(context_);
  device_.busy_contexts.insert(context_);
}

ContextCaller::~ContextCaller() {
  if (context_ == nullptr || !device_.adapter().is_of_10()) return;
  const sim::Hold hold(device_.context_lock);
  device_.busy_contexts.erase(device_.busy_contexts.find(context_));
}

void note_result(Device& device, const char* callback, HRESULT result, KernelHandle about) {
  if (result == D3DDDIERR_DEVICEREMOVED) device.note_removed();
  Call* const current = Call::current();
  if (current != nullptr && current->device() == &device) current->note(callback, result, about);
}

void check_trimming(Frame& frame) {
  if (frame.call() != nullptr && &frame.call()->entry() == &entry::kFlush1)
    nt::Breach("U-126", nt::Offender::running())
        .message("Flush1 calls {} while it is to free memory", frame.name)
        .raise_later();
}

Context* named_context(Frame& frame, HANDLE given) {
  Context* const context = frame.objects().find_context(RuntimeHandle(given));
  if (rules::breaks("U-133", context == nullptr))
    nt::Breach("U-133", nt::Offender::running())
        .message("{} names no context of the device", frame.name)
        .raise_later();
  return context;
}

D3DKMT_HANDLE named_kernel_context(Frame& frame, HANDLE given) {
  const Context* const context = named_context(frame, given);
  return context == nullptr ? 0 : context->kernel.value;
}

void raise_unknown(Frame& frame, KernelHandle handle, rules::RuleId rule) {
  const auto dead = frame.objects().allocations.find(without_instance(handle));
  if (dead != frame.objects().allocations.end()) {
    const bool is_capture = dead->second->was_captured && rule != "U-199"_rule;
    nt::Breach(is_capture ? "U-083"_rule : rule, nt::Offender::running())
        .message("{} names {:#x}, which is released", frame.name, handle.value)
        .about({.object = "allocation", .history = dead->second->history})
        .raise_later();
    return;
  }
  const bool was_refused = handle.value == kNoHandle && frame.device.options().spoil_outputs;
  nt::Breach(was_refused ? "U-100"_rule : rule, nt::Offender::running())
      .message("{} names {:#x}, which {}", frame.name, handle.value,
               was_refused ? "a callback that failed had left" : "is no allocation of this device")
      .raise_later();
}

const char* what_is(Device& device, HANDLE given) {
  const RuntimeHandle handle(given);
  if (handle.is_of(HandleKind::kResource)) return "the handle of another device's resource";
  if (device.objects.find_by_driver({given}) != nullptr) return "the driver's own handle of it";
  const auto kernel = static_cast<D3DKMT_HANDLE>(reinterpret_cast<std::uintptr_t>(given));
  for (const auto& [key, resource] : device.objects.resources) {
    if (resource->kernel.value == kernel && resource->kernel) return "the kernel's handle of it";
  }
  return "a handle of nothing";
}

const D3DDDI_ADAPTERCALLBACKS& adapter_callbacks() {
  static const D3DDDI_ADAPTERCALLBACKS table = [] {
    D3DDDI_ADAPTERCALLBACKS out{};
    out.pfnQueryAdapterInfoCb = query_adapter_info;
    out.pfnGetMultisampleMethodListCb = get_multisample_methods;
    out.pfnQueryAdapterInfoCb2 = query_adapter_info2;
    return out;
  }();
  return table;
}

const D3DDDI_DEVICECALLBACKS& device_callbacks10() {
  static const D3DDDI_DEVICECALLBACKS table = [] {
    D3DDDI_DEVICECALLBACKS out = device_callbacks();
    out.pfnSetAsyncCallbacksCb = nullptr;
    trace::record_table(out);
    return out;
  }();
  return table;
}

const D3DDDI_DEVICECALLBACKS& device_callbacks() {
  static const D3DDDI_DEVICECALLBACKS table = [] {
    D3DDDI_DEVICECALLBACKS out{};
    add_memory_callbacks(out);
    add_release_callbacks(out);
    add_lock_callbacks(out);
    add_context_callbacks(out);
    add_sync_callbacks(out);
    add_residency_callbacks(out);
    add_paging_callbacks(out);
    add_address_callbacks(out);
    add_fence_callbacks(out);
    add_unsupported_callbacks(out);
    add_submit_callbacks(out);
    add_queue_callbacks(out);
    return out;
  }();
  return table;
}

}  // namespace drydock::d3d
