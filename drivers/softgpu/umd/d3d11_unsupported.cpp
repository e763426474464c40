// The part of the table that this device answers without doing anything: it has state objects,
// shaders and views, but nothing that would look at them.
#include "answers.h"
#include "d3d11_device.h"

namespace {

VOID APIENTRY CheckFormatSupport(D3D10DDI_HDEVICE, DXGI_FORMAT format, UINT* out) {
  *out = format_of(format) == D3DDDIFMT_UNKNOWN ? D3D10_DDI_FORMAT_SUPPORT_NOT_SUPPORTED
                                                : D3D10_DDI_FORMAT_SUPPORT_RENDERTARGET;
}

VOID APIENTRY CheckMultisampleQualityLevels(D3D10DDI_HDEVICE, DXGI_FORMAT format, UINT samples,
                                            UINT* out) {
  *out = samples == 1 && format_of(format) != D3DDDIFMT_UNKNOWN ? 1 : 0;
}

VOID APIENTRY CheckCounterInfo(D3D10DDI_HDEVICE, D3D10DDI_COUNTER_INFO* out) { *out = {}; }

VOID APIENTRY CheckDeferredContextHandleSizes(D3D10DDI_HDEVICE, UINT* count, D3D11DDI_HANDLESIZE*) {
  *count = 0;
}

// Functions that bind resources to shaders.
void fill_stages(D3D11DDI_DEVICEFUNCS& out) {
  constexpr Answer<S_OK> answer;
  out.pfnVsSetConstantBuffers = answer;
  out.pfnPsSetShaderResources = answer;
  out.pfnPsSetShader = answer;
  out.pfnPsSetSamplers = answer;
  out.pfnVsSetShader = answer;
  out.pfnPsSetConstantBuffers = answer;
  out.pfnGsSetConstantBuffers = answer;
  out.pfnGsSetShader = answer;
  out.pfnVsSetShaderResources = answer;
  out.pfnVsSetSamplers = answer;
  out.pfnGsSetShaderResources = answer;
  out.pfnGsSetSamplers = answer;
  out.pfnHsSetShaderResources = answer;
  out.pfnHsSetShader = answer;
  out.pfnHsSetSamplers = answer;
  out.pfnHsSetConstantBuffers = answer;
  out.pfnDsSetShaderResources = answer;
  out.pfnDsSetShader = answer;
  out.pfnDsSetSamplers = answer;
  out.pfnDsSetConstantBuffers = answer;
  out.pfnPsSetShaderWithIfaces = answer;
  out.pfnVsSetShaderWithIfaces = answer;
  out.pfnGsSetShaderWithIfaces = answer;
  out.pfnHsSetShaderWithIfaces = answer;
  out.pfnDsSetShaderWithIfaces = answer;
  out.pfnCsSetShaderWithIfaces = answer;
  out.pfnCsSetShader = answer;
  out.pfnCsSetShaderResources = answer;
  out.pfnCsSetSamplers = answer;
  out.pfnCsSetConstantBuffers = answer;
  out.pfnCsSetUnorderedAccessViews = answer;
}

// Drawing and dispatch, and the state for them: nothing looks at it.
void fill_drawing(D3D11DDI_DEVICEFUNCS& out) {
  constexpr Answer<S_OK> answer;
  out.pfnDrawIndexed = answer;
  out.pfnDraw = answer;
  out.pfnIaSetInputLayout = answer;
  out.pfnIaSetVertexBuffers = answer;
  out.pfnIaSetIndexBuffer = answer;
  out.pfnDrawIndexedInstanced = answer;
  out.pfnDrawInstanced = answer;
  out.pfnIaSetTopology = answer;
  out.pfnSetRenderTargets = answer;
  out.pfnShaderResourceViewReadAfterWriteHazard = answer;
  out.pfnResourceReadAfterWriteHazard = answer;
  out.pfnSetBlendState = answer;
  out.pfnSetDepthStencilState = answer;
  out.pfnSetRasterizerState = answer;
  out.pfnQueryEnd = answer;
  out.pfnQueryBegin = answer;
  out.pfnSoSetTargets = answer;
  out.pfnDrawAuto = answer;
  out.pfnSetViewports = answer;
  out.pfnSetScissorRects = answer;
  out.pfnClearDepthStencilView = answer;
  out.pfnSetPredication = answer;
  out.pfnGenMips = answer;
  out.pfnResourceResolveSubresource = answer;
  out.pfnRelocateDeviceFuncs = answer;
  out.pfnSetTextFilterSize = answer;
  out.pfnDrawIndexedInstancedIndirect = answer;
  out.pfnDrawInstancedIndirect = answer;
  out.pfnClearUnorderedAccessViewUint = answer;
  out.pfnClearUnorderedAccessViewFloat = answer;
  out.pfnDispatch = answer;
  out.pfnDispatchIndirect = answer;
  out.pfnSetResourceMinLOD = answer;
  out.pfnCopyStructureCount = answer;
}

// Objects with the least private memory there is, and nothing in it.
void fill_views_and_states(D3D11DDI_DEVICEFUNCS& out) {
  constexpr Answer<S_OK> answer;
  out.pfnCalcPrivateShaderResourceViewSize = answer;
  out.pfnCreateShaderResourceView = answer;
  out.pfnDestroyShaderResourceView = answer;
  out.pfnDestroyRenderTargetView = answer;
  out.pfnCalcPrivateDepthStencilViewSize = answer;
  out.pfnCreateDepthStencilView = answer;
  out.pfnDestroyDepthStencilView = answer;
  out.pfnCalcPrivateElementLayoutSize = answer;
  out.pfnCreateElementLayout = answer;
  out.pfnDestroyElementLayout = answer;
  out.pfnCalcPrivateBlendStateSize = answer;
  out.pfnCreateBlendState = answer;
  out.pfnDestroyBlendState = answer;
  out.pfnCalcPrivateDepthStencilStateSize = answer;
  out.pfnCreateDepthStencilState = answer;
  out.pfnDestroyDepthStencilState = answer;
  out.pfnCalcPrivateRasterizerStateSize = answer;
  out.pfnCreateRasterizerState = answer;
  out.pfnDestroyRasterizerState = answer;
  out.pfnCalcPrivateShaderSize = answer;
  out.pfnCreateVertexShader = answer;
  out.pfnCreateGeometryShader = answer;
  out.pfnCreatePixelShader = answer;
  out.pfnCalcPrivateGeometryShaderWithStreamOutput = answer;
  out.pfnCreateGeometryShaderWithStreamOutput = answer;
  out.pfnDestroyShader = answer;
  out.pfnCalcPrivateSamplerSize = answer;
  out.pfnCreateSampler = answer;
  out.pfnDestroySampler = answer;
  out.pfnCalcPrivateQuerySize = answer;
  out.pfnCreateQuery = answer;
  out.pfnDestroyQuery = answer;
  out.pfnCreateHullShader = answer;
  out.pfnCreateDomainShader = answer;
  out.pfnCalcPrivateTessellationShaderSize = answer;
  out.pfnCreateComputeShader = answer;
  out.pfnCalcPrivateUnorderedAccessViewSize = answer;
  out.pfnCreateUnorderedAccessView = answer;
  out.pfnDestroyUnorderedAccessView = answer;
}

// There are no deferred contexts. The driver reports that, and the runtime works without them.
void fill_command_lists(D3D11DDI_DEVICEFUNCS& out) {
  constexpr Answer<E_NOTIMPL> answer;
  out.pfnCommandListExecute = answer;
  out.pfnCalcDeferredContextHandleSize = answer;
  out.pfnCalcPrivateDeferredContextSize = answer;
  out.pfnCreateDeferredContext = answer;
  out.pfnAbandonCommandList = answer;
  out.pfnCalcPrivateCommandListSize = answer;
  out.pfnCreateCommandList = answer;
  out.pfnDestroyCommandList = answer;
  out.pfnRecycleCommandList = answer;
  out.pfnRecycleCreateCommandList = answer;
  out.pfnRecycleCreateDeferredContext = answer;
  out.pfnRecycleDestroyCommandList = answer;
  out.pfnCheckDeferredContextHandleSizes = CheckDeferredContextHandleSizes;
}

}  // namespace

void fill_unsupported_functions(D3D11DDI_DEVICEFUNCS& out) {
  fill_stages(out);
  fill_drawing(out);
  fill_views_and_states(out);
  fill_command_lists(out);
  out.pfnCheckFormatSupport = CheckFormatSupport;
  out.pfnCheckMultisampleQualityLevels = CheckMultisampleQualityLevels;
  out.pfnCheckCounterInfo = CheckCounterInfo;
  out.pfnCheckCounter = Answer<S_OK>();
  out.pfnQueryGetData = Answer<S_OK>();
}
