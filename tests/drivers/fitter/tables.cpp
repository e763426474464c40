// The table of every interface: what the longest one has, under the same names.
#include "pipeline.h"

#include <type_traits>

namespace {

VOID APIENTRY FlushOlder(D3D10DDI_HDEVICE Handle) { FlushAlways(Handle); }

BOOL APIENTRY FlushContexts(D3D10DDI_HDEVICE Handle, UINT, UINT Flags) {
  D3DWDDM1_3DDI_DEVICEFUNCS Full = {};
  FillTable(Full);
  return Full.pfnFlush(Handle, Flags);
}

VOID APIENTRY SetTargetsOlder(D3D10DDI_HDEVICE Handle, const D3D10DDI_HRENDERTARGETVIEW* Views, UINT Count, UINT,
                              D3D10DDI_HDEPTHSTENCILVIEW) {
  From11(Handle).Bound = Count == 0 ? nullptr : Views[0].pDrvPrivate;
}

// Arguments that only later functions have are not looked at; structures are beginnings of the later ones.
template <typename Table>
void Cut(Table& Out, const D3DWDDM1_3DDI_DEVICEFUNCS& Full) {
  void** const Entries = reinterpret_cast<void**>(&Out);
  for (size_t i = 0; i < sizeof(Out) / sizeof(void*); ++i) Entries[i] = reinterpret_cast<void*>(Full.pfnDrawAuto);
#define TAKE(Name) Out.Name = reinterpret_cast<decltype(Out.Name)>(Full.Name)
  TAKE(pfnCalcPrivateSamplerSize);
  TAKE(pfnCalcPrivateQuerySize);
  TAKE(pfnCalcPrivateShaderResourceViewSize);
  TAKE(pfnCalcPrivateDepthStencilViewSize);
  TAKE(pfnCalcPrivateResourceSize);
  TAKE(pfnCalcPrivateOpenedResourceSize);
  TAKE(pfnCreateResource);
  TAKE(pfnOpenResource);
  TAKE(pfnDestroyResource);
  TAKE(pfnDestroyDevice);
  TAKE(pfnResourceMap);
  TAKE(pfnStagingResourceMap);
  TAKE(pfnDynamicIABufferMapNoOverwrite);
  TAKE(pfnDynamicIABufferMapDiscard);
  TAKE(pfnDynamicConstantBufferMapDiscard);
  TAKE(pfnDynamicResourceMapDiscard);
  TAKE(pfnResourceUnmap);
  TAKE(pfnStagingResourceUnmap);
  TAKE(pfnDynamicIABufferUnmap);
  TAKE(pfnDynamicConstantBufferUnmap);
  TAKE(pfnDynamicResourceUnmap);
  TAKE(pfnResourceIsStagingBusy);
  TAKE(pfnResourceCopy);
  TAKE(pfnResourceCopyRegion);
  TAKE(pfnCalcPrivateRenderTargetViewSize);
  TAKE(pfnCreateRenderTargetView);
  TAKE(pfnDestroyRenderTargetView);
  TAKE(pfnClearRenderTargetView);
  TAKE(pfnSetRenderTargets);
  TAKE(pfnDraw);
  TAKE(pfnCheckFormatSupport);
  TAKE(pfnFlush);
#undef TAKE
  pipeline::Fill(Out);
  if constexpr (std::is_same_v<decltype(Out.pfnFlush), PFND3D10DDI_FLUSH>) Out.pfnFlush = FlushOlder;
  if constexpr (std::is_same_v<decltype(Out.pfnFlush), PFND3DWDDM2_0DDI_FLUSH>) Out.pfnFlush = FlushContexts;
  if constexpr (std::is_same_v<decltype(Out.pfnSetRenderTargets), PFND3D10DDI_SETRENDERTARGETS>)
    Out.pfnSetRenderTargets = SetTargetsOlder;
}

}  // namespace

bool CutTable(D3D10DDIARG_CREATEDEVICE& Wanted) {
  D3DWDDM1_3DDI_DEVICEFUNCS Full = {};
  FillTable(Full);
  switch (Wanted.Interface) {
    case D3D10_0_DDI_INTERFACE_VERSION:
    case D3D10_0_x_DDI_INTERFACE_VERSION:
    case D3D10_0_7_DDI_INTERFACE_VERSION:
      Cut(*Wanted.pDeviceFuncs, Full);
      return true;
    case D3D10_1_DDI_INTERFACE_VERSION:
    case D3D10_1_x_DDI_INTERFACE_VERSION:
    case D3D10_1_7_DDI_INTERFACE_VERSION:
      Cut(*Wanted.p10_1DeviceFuncs, Full);
      return true;
    case D3D11_1_DDI_INTERFACE_VERSION:
      Cut(*Wanted.p11_1DeviceFuncs, Full);
      return true;
    case D3DWDDM2_0_DDI_INTERFACE_VERSION:
      Cut(*Wanted.pWDDM2_0DeviceFuncs, Full);
      return true;
    case D3DWDDM2_1_DDI_INTERFACE_VERSION:
      Cut(*Wanted.pWDDM2_1DeviceFuncs, Full);
      return true;
    case D3DWDDM2_2_DDI_INTERFACE_VERSION:
    case D3DWDDM2_3_DDI_INTERFACE_VERSION:
    case D3DWDDM2_4_DDI_INTERFACE_VERSION:
    case D3DWDDM2_5_DDI_INTERFACE_VERSION:
      Cut(*Wanted.pWDDM2_2DeviceFuncs, Full);
      return true;
    case D3DWDDM2_6_DDI_INTERFACE_VERSION:
    case D3DWDDM2_7_DDI_INTERFACE_VERSION:
      Cut(*Wanted.pWDDM2_6DeviceFuncs, Full);
      return true;
    default:
      return false;
  }
}
