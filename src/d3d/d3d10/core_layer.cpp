#include "src/d3d/d3d10/core_layer.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/core/known.h"
#include "src/d3d/d3d10/deferred.h"
#include "src/d3d/d3d10/device.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::d3d {
namespace {

// The device of a core-layer handle that a driver gave; null when it is none, which is a finding.
std::shared_ptr<Device10> device_of(D3D10DDI_HRTCORELAYER given, const char* callback) {
  nt::end_call_if_dead();
  const RuntimeHandle handle(given.handle);
  std::shared_ptr<Device> device =
      handle.is_of(HandleKind::kCoreLayer) ? known_devices().find(handle) : nullptr;
  if (rules::breaks("U-234", device == nullptr))
    nt::Breach("U-234", nt::Offender::running())
        .message("{} was given {} instead of the handle of the core layer", callback,
                 handle.is_of(HandleKind::kDevice)      ? "the device's handle"
                 : handle.is_of(HandleKind::kCoreLayer) ? "that of a device that is gone"
                 : given.handle == nullptr              ? "NULL"
                                                        : "a handle of nothing")
        .raise();
  return std::static_pointer_cast<Device10>(device);
}

// The call of this device that the thread is in; null when there is none, which is a finding.
Call* call_of(const Device10& device, const char* callback) {
  Call* const call = Call::current();
  const bool is_sent = call != nullptr && call->device() == &device;
  if (!rules::breaks("U-234", !is_sent)) return call;
  nt::Breach("U-234", nt::Offender::running())
      .message(
          "{} was called by a thread that the runtime has not sent into "
          "the driver",
          callback)
      .raise();
  return nullptr;
}

// U-234: an error of a deferred context is set with the context's own handle.
void check_context(const Device10& device, const Call& call, D3D10DDI_HRTCORELAYER given) {
  const RuntimeHandle expected =
      call.deferred() != nullptr ? call.deferred()->core_layer() : device.core_layer();
  if (!rules::breaks("U-234", RuntimeHandle(given.handle) != expected)) return;
  nt::Breach("U-234", nt::Offender::running())
      .message(
          "pfnSetErrorCb was given the handle of another context than the "
          "one that {} came for",
          call.entry().name)
      .raise();
}

// The rule that setting this error breaks in this call; none when it may be set.
std::optional<rules::RuleId> rule_against(const Call& call, HRESULT result, UINT interface) {
  const Entry& entry = call.entry();
  if (rules::breaks("U-235", SUCCEEDED(result))) return "U-235"_rule;
  if (&entry == &entry::kCreateResource10) rules::evaluated("U-239");
  if (entry.role == Entry::Role::kCheck) rules::evaluated("U-238");
  if (!entry.reports_by_callback) rules::evaluated("U-237");
  if (entry.reports_by_callback && entry.rule.has_value()) rules::evaluated(*entry.rule);
  // U-245: what is recorded takes ever more memory.
  if (call.deferred() != nullptr && result == E_OUTOFMEMORY &&
      (!entry.is_cleanup || &entry == &entry::kBind10))
    return {};
  // The display scans out primaries only.
  const Resource* const subject = call.subject();
  if (result == DXGI_DDI_ERR_UNSUPPORTED && &entry == &entry::kCreateResource10 &&
      subject != nullptr && !subject->of10().is_primary)
    return "U-239"_rule;
  if (entry.reports_by_callback && std::ranges::find(entry.legal, result) != entry.legal.end())
    return {};
  if (result == D3DDDIERR_APPLICATIONERROR && entry.reports_by_callback &&
      interface >= D3D11_0_DDI_INTERFACE_VERSION)
    return {};
  if (entry.role == Entry::Role::kCheck && result == D3DDDIERR_DEVICEREMOVED) return "U-238"_rule;
  return entry.reports_by_callback ? entry.rule : "U-237"_rule;
}

VOID APIENTRY set_error(D3D10DDI_HRTCORELAYER given, HRESULT result) {
  const std::shared_ptr<Device10> device = device_of(given, "pfnSetErrorCb");
  Call* const call = device == nullptr ? nullptr : call_of(*device, "pfnSetErrorCb");
  if (call == nullptr) return;
  check_context(*device, *call, given);
  const std::optional<rules::RuleId> rule =
      rule_against(*call, result, device->agreement().interface);
  // An error that the driver may not set counts as the loss of the device.
  const HRESULT counted = rule.has_value() ? D3DDDIERR_DEVICEREMOVED : result;
  call->set_error(counted);
  if (counted == D3DDDIERR_DEVICEREMOVED) device->set_removed();
  if (rule.has_value())
    nt::Breach(*rule, nt::Offender::running())
        .message("pfnSetErrorCb was told {} in {}; the device is lost", name_of(result),
                 call->entry().name)
        .raise();
}

VOID APIENTRY disable_deferred_staging(D3D10DDI_HRTCORELAYER given) {
  constexpr const char* kName = "pfnDisableDeferredStagingResourceDestruction";
  const std::shared_ptr<Device10> device = device_of(given, kName);
  if (device == nullptr) return;
  const bool is_11 = device->agreement().interface >= D3D11_0_DDI_INTERFACE_VERSION;
  if (is_11 && rules::breaks("U-212", !device->is_in_creation())) {
    nt::Breach("U-212", nt::Offender::running())
        .message("{} was called after CreateDevice", kName)
        .raise();
    return;
  }
  device->disable_deferred_staging();
}

VOID APIENTRY perform_amortized(D3D10DDI_HRTCORELAYER given) {
  constexpr const char* kName = "pfnPerformAmortizedProcessingCb";
  const std::shared_ptr<Device10> device = device_of(given, kName);
  const Call* const call = device == nullptr ? nullptr : call_of(*device, kName);
  // A deferred context calls it when it has no room left. It submits nothing.
  if (call == nullptr || call->deferred() != nullptr) return;
  if (rules::breaks("U-267", !device->process_amortized()))
    nt::Breach("U-267", nt::Offender::running())
        .message("{} was called with nothing submitted since the last one", kName)
        .raise();
}

void refresh(D3D10DDI_HRTCORELAYER given, ChildKind kind) {
  const std::shared_ptr<Device10> device = device_of(given, "a callback that refreshes state");
  const Call* const call =
      device == nullptr ? nullptr : call_of(*device, "a callback that refreshes state");
  if (call == nullptr) return;
  if (call->deferred() == nullptr) {
    device->rebind(kind);
  } else if (kind == ChildKind::kRenderTarget) {
    call->deferred()->rebind();
  }
}

// A callback that asks for state again; state that the runtime has not set needs nothing.
template <ChildKind Kind>
struct Refresh {
  template <typename... Arguments>
  using Function = VOID(APIENTRY*)(D3D10DDI_HRTCORELAYER, Arguments...);
  template <typename... Arguments>
  operator Function<Arguments...>() const {
    return [](D3D10DDI_HRTCORELAYER given, Arguments...) { refresh(given, Kind); };
  }
};

HRESULT APIENTRY create_context(D3D10DDI_HRTCORELAYER given, D3DDDICB_CREATECONTEXT* user) {
  const std::shared_ptr<Device10> device = device_of(given, "pfnCreateContextCb");
  if (device == nullptr) return E_INVALIDARG;
  return device_callbacks().pfnCreateContextCb(device->handle().as_given(), user);
}

HRESULT APIENTRY create_context_virtual(D3D10DDI_HRTCORELAYER given,
                                        D3DDDICB_CREATECONTEXTVIRTUAL* user) {
  const std::shared_ptr<Device10> device = device_of(given, "pfnCreateContextVirtualCb");
  if (device == nullptr) return E_INVALIDARG;
  return device_callbacks().pfnCreateContextVirtualCb(device->handle().as_given(), user);
}

// A present ends as those of the other family do.
HRESULT APIENTRY present(HANDLE device, DXGIDDICB_PRESENT* user) {
  return answer(
      device, "pfnPresentCb",
      [&](Frame& frame) -> HRESULT {
        constexpr std::size_t kPart = offsetof(DXGIDDICB_PRESENT, BroadcastSrcAllocation);
        DXGIDDICB_PRESENT data;
        if (!read_part(user, data, kPart)) return E_INVALIDARG;
        return end_present(frame, data.hContext, data.hSrcAllocation, data.hDstAllocation);
      },
      context_in(user));
}

// There are no overlays and no hardware queues.
template <typename Data>
HRESULT APIENTRY not_here(HANDLE device, Data*) {
  return answer(device, "a callback of DXGI", [](Frame&) { return E_NOTIMPL; });
}

void add_direct3d10(D3DWDDM2_6DDI_CORELAYER_DEVICECALLBACKS& out) {
  constexpr Refresh<ChildKind::kQuery> nothing;  // is never bound
  out.pfnSetErrorCb = set_error;
  out.pfnStateVsConstBufCb = nothing;
  out.pfnStatePsSrvCb = Refresh<ChildKind::kShaderResource>();
  out.pfnStatePsShaderCb = Refresh<ChildKind::kPixelShader>();
  out.pfnStatePsSamplerCb = Refresh<ChildKind::kSampler>();
  out.pfnStateVsShaderCb = Refresh<ChildKind::kVertexShader>();
  out.pfnStatePsConstBufCb = nothing;
  out.pfnStateIaInputLayoutCb = nothing;
  out.pfnStateIaVertexBufCb = nothing;
  out.pfnStateIaIndexBufCb = nothing;
  out.pfnStateGsConstBufCb = nothing;
  out.pfnStateGsShaderCb = nothing;
  out.pfnStateIaPrimitiveTopologyCb = nothing;
  out.pfnStateVsSrvCb = nothing;
  out.pfnStateVsSamplerCb = nothing;
  out.pfnStateGsSrvCb = nothing;
  out.pfnStateGsSamplerCb = nothing;
  out.pfnStateOmRenderTargetsCb = Refresh<ChildKind::kRenderTarget>();
  out.pfnStateOmBlendStateCb = Refresh<ChildKind::kBlendState>();
  out.pfnStateOmDepthStateCb = Refresh<ChildKind::kDepthStencilState>();
  out.pfnStateRsRastStateCb = Refresh<ChildKind::kRasterizerState>();
  out.pfnStateSoTargetsCb = nothing;
  out.pfnStateRsViewportsCb = nothing;
  out.pfnStateRsScissorCb = nothing;
  out.pfnDisableDeferredStagingResourceDestruction = disable_deferred_staging;
  out.pfnStateTextFilterSizeCb = nothing;
}

void add_direct3d11(D3DWDDM2_6DDI_CORELAYER_DEVICECALLBACKS& out) {
  constexpr Refresh<ChildKind::kQuery> nothing;
  out.pfnStateHsSrvCb = nothing;
  out.pfnStateHsShaderCb = nothing;
  out.pfnStateHsSamplerCb = nothing;
  out.pfnStateHsConstBufCb = nothing;
  out.pfnStateDsSrvCb = nothing;
  out.pfnStateDsShaderCb = nothing;
  out.pfnStateDsSamplerCb = nothing;
  out.pfnStateDsConstBufCb = nothing;
  out.pfnPerformAmortizedProcessingCb = perform_amortized;
  out.pfnStateCsSrvCb = nothing;
  out.pfnStateCsUavCb = Refresh<ChildKind::kUnorderedAccess>();
  out.pfnStateCsShaderCb = nothing;
  out.pfnStateCsSamplerCb = nothing;
  out.pfnStateCsConstBufCb = nothing;
  out.pfnCreateContextCb = create_context;
  out.pfnCreateContextVirtualCb = create_context_virtual;
}

}  // namespace

const D3DWDDM2_6DDI_CORELAYER_DEVICECALLBACKS& core_layer_callbacks() {
  static const D3DWDDM2_6DDI_CORELAYER_DEVICECALLBACKS table = [] {
    D3DWDDM2_6DDI_CORELAYER_DEVICECALLBACKS out{};
    add_direct3d10(out);
    add_direct3d11(out);
    trace::record_table(out);
    return out;
  }();
  return table;
}

DXGI_DDI_BASE_CALLBACKS dxgi_callbacks() {
  DXGI_DDI_BASE_CALLBACKS out{};
  out.pfnPresentCb = present;
  out.pfnPresentMultiplaneOverlayCb = not_here<const DXGIDDICB_PRESENT_MULTIPLANE_OVERLAY>;
  out.pfnPresentMultiplaneOverlay1Cb = not_here<const DXGIDDICB_PRESENT_MULTIPLANE_OVERLAY1>;
  out.pfnSubmitPresentBltToHwQueueCb = not_here<DXGIDDICB_SUBMITPRESENTBLTTOHWQUEUE>;
  out.pfnSubmitPresentToHwQueueCb = not_here<DXGIDDICB_SUBMITPRESENTTOHWQUEUE>;
  trace::record_table(out);
  return out;
}

void Device10::check_thread(const char* callback) {
  const Call* const call = Call::current();
  const bool is_sent = call != nullptr && call->device() == this;
  const std::string_view name = callback;
  if (!is_sent) {
    const bool submits = name == "pfnRenderCb" || name == "pfnPresentCb";
    const rules::RuleId rule = submits ? "U-261"_rule : "U-257"_rule;
    if (rules::breaks(rule, submits || !is_free_threaded()))
      nt::Breach(rule, nt::Offender::running())
          .message(
              "{} was called by a thread that the runtime has not sent into the "
              "driver",
              callback)
          .raise();
    return;
  }
  if (name == "pfnPresentCb" && rules::breaks("U-261", !is_presenting_))
    nt::Breach("U-261", nt::Offender::running())
        .message("pfnPresentCb was called in {}", call->entry().name)
        .raise();
  if (!is_free_threaded()) rules::evaluated("U-257");
  if (name != "pfnRenderCb" || !is_free_threaded()) return;
  rules::evaluated("U-261");
  if (call->deferred() != nullptr) {
    nt::Breach("U-261", nt::Offender::running())
        .message("pfnRenderCb was called in {} on a deferred context", call->entry().name)
        .raise();
    return;
  }
  const Resource* const subject = call->subject();
  if (subject != nullptr && subject->of10().is_primary && !subject->is_shared()) return;
  if (rules::breaks("U-207", &call->entry() == &entry::kDestroyResource10)) {
    nt::Breach("U-207", nt::Offender::running())
        .message(
            "pfnRenderCb was called in DestroyResource, which comes on any thread of a "
            "free-threaded device")
        .about({.object = subject->name(), .history = subject->history})
        .raise();
  } else if (&call->entry() == &entry::kCreateResource10 ||
             &call->entry() == &entry::kOpenResource10 ||
             &call->entry() == &entry::kCreateChild10) {
    nt::Breach("U-261", nt::Offender::running())
        .message(
            "pfnRenderCb was called in {}, which comes on any thread of a "
            "free-threaded device",
            call->entry().name)
        .raise();
  }
}

}  // namespace drydock::d3d
