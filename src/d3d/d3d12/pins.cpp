// Pins of a Direct3D 12 driver: a pinned allocation stays at its place until it is unpinned.
#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/d3d12/core_layer.h"
#include "src/d3d/d3d12/device.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::d3d {
namespace {

constexpr UINT32 kMostFeatures = 256;

// The heaps of the resources that are named; U-310 for what is none of the runtime's handles.
template <typename Data>
bool read_pinned(Frame& frame, const Data* user, std::vector<Resource*>& out) {
  Data data;
  std::vector<D3D12DDI_HRTRESOURCE> given;
  if (!thunks::read(user, data) || data.NumResources == 0 ||
      !thunks::read_list(data.hResources, data.NumResources, kMostListed, given))
    return false;
  for (const D3D12DDI_HRTRESOURCE& each : given) {
    Resource* const found = frame.objects().find_resource(RuntimeHandle(each.handle));
    const bool is_there = found != nullptr && (found->is_live() || found->life.is_creating());
    if (rules::breaks("U-310", !is_there)) {
      nt::Breach("U-310", nt::Offender::running())
          .message("{} was given {} as a resource", frame.name,
                   found != nullptr ? "one that is gone" : what_is(frame.device, each.handle))
          .raise_later();
      return false;
    }
    out.push_back(found->of12().heap != nullptr ? found->of12().heap : found);
  }
  return true;
}

std::vector<D3DKMT_HANDLE> allocations_of(Frame& frame, std::span<Resource* const> heaps) {
  std::vector<D3DKMT_HANDLE> out;
  for (const Resource* heap : heaps) {
    for (const Allocation* each : frame.objects().living_of(*heap))
      out.push_back(each->handle.value);
  }
  return out;
}

// The kernel pages out nothing that is resident; the reference is the runtime's own.
HRESULT pin(Frame& frame, const D3D12DDICB_PIN_RESOURCES_0076* user) {
  std::vector<Resource*> heaps;
  if (!read_pinned(frame, user, heaps)) return E_INVALIDARG;
  const std::vector<D3DKMT_HANDLE> allocations = allocations_of(frame, heaps);
  D3DDDI_MAKERESIDENT request{};
  request.hPagingQueue = static_cast<Device12&>(frame.device).paging_kernel().value;
  request.NumAllocations = static_cast<UINT>(allocations.size());
  request.AllocationList = allocations.data();
  const HRESULT result = to_result(D3DKMTMakeResident(&request));
  if (FAILED(result) && result != E_PENDING) return result;
  for (Resource* each : heaps) {
    ++each->of12().pins;
    note(each->history, "pinned");
  }
  return S_OK;
}

HRESULT unpin(Frame& frame, const D3D12DDICB_UNPIN_RESOURCES_0076* user) {
  std::vector<Resource*> heaps;
  if (!read_pinned(frame, user, heaps)) return E_INVALIDARG;
  const auto is_loose = [](const Resource* each) { return each->of12().pins == 0; };
  if (const auto found = std::ranges::find_if(heaps, is_loose);
      rules::breaks("U-310", found != heaps.end())) {
    nt::Breach("U-310", nt::Offender::running())
        .message("pfnUnpinResourcesCb of what is not pinned")
        .about({.object = (*found)->name(), .history = (*found)->history})
        .raise_later();
    return E_INVALIDARG;
  }
  const std::vector<D3DKMT_HANDLE> allocations = allocations_of(frame, heaps);
  D3DKMT_EVICT request{};
  request.hDevice = frame.device.kernel().value;
  request.NumAllocations = static_cast<UINT>(allocations.size());
  request.AllocationList = allocations.data();
  const HRESULT result = to_result(D3DKMTEvict(&request));
  if (FAILED(result)) return result;
  for (Resource* each : heaps) {
    --each->of12().pins;
    note(each->history, "unpinned");
  }
  return S_OK;
}

HRESULT APIENTRY pin_cb(D3D12DDI_HRTDEVICE given, const D3D12DDICB_PIN_RESOURCES_0076* user) {
  return answer(given.handle, "pfnPinResourcesCb", [&](Frame& frame) { return pin(frame, user); });
}

HRESULT APIENTRY unpin_cb(D3D12DDI_HRTDEVICE given, const D3D12DDICB_UNPIN_RESOURCES_0076* user) {
  return answer(given.handle, "pfnUnpinResourcesCb",
                [&](Frame& frame) { return unpin(frame, user); });
}

const D3D12DDI_PIN_RESOURCES_CALLBACKS_0076& pin_callbacks() {
  static const D3D12DDI_PIN_RESOURCES_CALLBACKS_0076 table{pin_cb, unpin_cb};
  return table;
}

}  // namespace

// A driver that has the feature gets the callbacks; in the first version of it that it names, as
// the public documents number none.
void Device12::offer_pins() {
  constexpr D3D12DDI_FEATURE_0020 kPins = D3D12DDI_FEATURE_0076_PIN_RESOURCES;
  D3D12DDI_EXTENDED_FEATURES_FUNCS_0021 functions{};
  if (FAILED(
          fill_table(D3D12DDI_TABLE_TYPE_0020_EXTENDED_FEATURES, &functions, sizeof functions)) ||
      functions.pfnGetSupportedExtendedFeatures == nullptr ||
      functions.pfnGetSupportedExtendedFeatureVersions == nullptr ||
      functions.pfnEnableExtendedFeature == nullptr ||
      functions.pfnSetExtendedFeatureCallbacks == nullptr)
    return;
  trace::record_table(functions);
  call_result(entry::kExtendedFeature12, nullptr, [&]() -> HRESULT {
    std::vector<D3D12DDI_FEATURE_0020> features(kMostFeatures);
    std::vector<UINT32> versions(kMostFeatures);
    UINT32 count = kMostFeatures;
    HRESULT result = functions.pfnGetSupportedExtendedFeatures(device(), &count, features.data());
    features.resize(std::min(count, kMostFeatures));
    if (FAILED(result) || std::ranges::find(features, kPins) == features.end()) return S_OK;
    count = kMostFeatures;
    result =
        functions.pfnGetSupportedExtendedFeatureVersions(device(), kPins, &count, versions.data());
    if (FAILED(result) || count == 0) return S_OK;
    result = functions.pfnEnableExtendedFeature(device(), kPins, versions.front());
    if (SUCCEEDED(result))
      functions.pfnSetExtendedFeatureCallbacks(device(),
                                               D3D12DDI_TABLE_TYPE_0076_PIN_RESOURCES_CALLBACKS,
                                               &pin_callbacks(), sizeof pin_callbacks());
    return S_OK;
  });
}

}  // namespace drydock::d3d
