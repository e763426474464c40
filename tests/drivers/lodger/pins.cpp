// The feature of pinning.
#include "lodger.h"

namespace {

HRESULT APIENTRY GetFeatures(D3D12DDI_HDEVICE, UINT32* Count, D3D12DDI_FEATURE_0020* Out) {
  const UINT32 Room = *Count;
  *Count = 1;
  if (Out != nullptr && Room > 0) Out[0] = D3D12DDI_FEATURE_0076_PIN_RESOURCES;
  return S_OK;
}

HRESULT APIENTRY GetFeatureVersions(D3D12DDI_HDEVICE, D3D12DDI_FEATURE_0020, UINT32* Count, UINT32* Out) {
  const UINT32 Room = *Count;
  *Count = 1;
  if (Out != nullptr && Room > 0) Out[0] = 1;
  return S_OK;
}

HRESULT APIENTRY EnableFeature(D3D12DDI_HDEVICE, D3D12DDI_FEATURE_0020, UINT32) { return S_OK; }

VOID APIENTRY SetCallbacks(D3D12DDI_HDEVICE Handle, D3D12DDI_TABLE_TYPE Type, const void* Table, SIZE_T) {
  if (Type == D3D12DDI_TABLE_TYPE_0076_PIN_RESOURCES_CALLBACKS)
    From(Handle).Pins = static_cast<const D3D12DDI_PIN_RESOURCES_CALLBACKS_0076*>(Table);
}

HRESULT Unpin(Device& Where, const Heap& Which) {
  const D3D12DDI_HRTRESOURCE Named = {Which.Runtime};
  const D3D12DDICB_UNPIN_RESOURCES_0076 Call = {1, &Named};
  return Where.Pins->pfnUnpinResourcesCb(Where.Runtime, &Call);
}

}  // namespace

void PinCreated(Device& Where, const Heap& Which) {
  const bool IsWrong = Does(IN_CREATE_HEAP, PIN_WRONG);
  if (Does(IN_CREATE_HEAP, UNPIN_LOOSE)) ThePlan.Got = Unpin(Where, Which);
  if (!IsWrong && !Does(IN_CREATE_HEAP, PIN_AND_UNPIN) && !Does(IN_CREATE_HEAP, PIN_AND_LEAK)) return;
  D3D12DDI_HRTRESOURCE Named = {Which.Runtime};
  if (IsWrong) Named.handle = const_cast<Heap*>(&Which);
  const D3D12DDICB_PIN_RESOURCES_0076 Call = {1, &Named};
  ThePlan.Got = Where.Pins->pfnPinResourcesCb(Where.Runtime, &Call);
}

void UnpinDestroyed(Device& Where, const Heap& Which) {
  if (Does(IN_CREATE_HEAP, PIN_AND_UNPIN)) ThePlan.Got = Unpin(Where, Which);
}

void FillFeatures(D3D12DDI_EXTENDED_FEATURES_FUNCS_0021& Out) {
  Out = {GetFeatures, GetFeatureVersions, EnableFeature, SetCallbacks};
}
