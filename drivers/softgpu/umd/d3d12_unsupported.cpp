// Functions that the device does not support: shaders, states, descriptors, command lists, queries.
#include "d3d12_device.h"
// After the interface that this entry speaks.
#include "answers.h"

namespace {

constexpr Answer<E_NOTIMPL> not_here;

void fill_first_half(D3D12DDI_DEVICE_FUNCS_CORE_0052& out) {
  out.pfnCheckFormatSupport = not_here;
  out.pfnCheckMultisampleQualityLevels = not_here;
  out.pfnGetMipPacking = not_here;
  out.pfnCalcPrivateElementLayoutSize = not_here;
  out.pfnCreateElementLayout = not_here;
  out.pfnDestroyElementLayout = not_here;
  out.pfnCalcPrivateBlendStateSize = not_here;
  out.pfnCreateBlendState = not_here;
  out.pfnDestroyBlendState = not_here;
  out.pfnCalcPrivateDepthStencilStateSize = not_here;
  out.pfnCreateDepthStencilState = not_here;
  out.pfnDestroyDepthStencilState = not_here;
  out.pfnCalcPrivateRasterizerStateSize = not_here;
  out.pfnCreateRasterizerState = not_here;
  out.pfnDestroyRasterizerState = not_here;
  out.pfnCalcPrivateShaderSize = not_here;
  out.pfnCreateVertexShader = not_here;
  out.pfnCreatePixelShader = not_here;
  out.pfnCreateGeometryShader = not_here;
  out.pfnCreateComputeShader = not_here;
  out.pfnCalcPrivateGeometryShaderWithStreamOutput = not_here;
  out.pfnCreateGeometryShaderWithStreamOutput = not_here;
  out.pfnCalcPrivateTessellationShaderSize = not_here;
  out.pfnCreateHullShader = not_here;
  out.pfnCreateDomainShader = not_here;
  out.pfnDestroyShader = not_here;
  out.pfnCalcPrivateCommandPoolSize = not_here;
  out.pfnCreateCommandPool = not_here;
  out.pfnDestroyCommandPool = not_here;
  out.pfnResetCommandPool = not_here;
  out.pfnCalcPrivatePipelineStateSize = not_here;
  out.pfnCreatePipelineState = not_here;
  out.pfnDestroyPipelineState = not_here;
  out.pfnCalcPrivateCommandListSize = not_here;
  out.pfnCreateCommandList = not_here;
  out.pfnDestroyCommandList = not_here;
  out.pfnCalcPrivateFenceSize = not_here;
  out.pfnCreateFence = not_here;
  out.pfnDestroyFence = not_here;
  out.pfnCalcPrivateDescriptorHeapSize = not_here;
  out.pfnCreateDescriptorHeap = not_here;
  out.pfnDestroyDescriptorHeap = not_here;
  out.pfnGetDescriptorSizeInBytes = not_here;
  out.pfnGetCPUDescriptorHandleForHeapStart = not_here;
  out.pfnGetGPUDescriptorHandleForHeapStart = not_here;
  out.pfnCreateShaderResourceView = not_here;
}

void fill_second_half(D3D12DDI_DEVICE_FUNCS_CORE_0052& out) {
  out.pfnCreateConstantBufferView = not_here;
  out.pfnCreateSampler = not_here;
  out.pfnCreateUnorderedAccessView = not_here;
  out.pfnCreateRenderTargetView = not_here;
  out.pfnCreateDepthStencilView = not_here;
  out.pfnCalcPrivateRootSignatureSize = not_here;
  out.pfnCreateRootSignature = not_here;
  out.pfnDestroyRootSignature = not_here;
  out.pfnCopyDescriptors = not_here;
  out.pfnCopyDescriptorsSimple = not_here;
  out.pfnCalcPrivateQueryHeapSize = not_here;
  out.pfnCreateQueryHeap = not_here;
  out.pfnDestroyQueryHeap = not_here;
  out.pfnCalcPrivateCommandSignatureSize = not_here;
  out.pfnCreateCommandSignature = not_here;
  out.pfnDestroyCommandSignature = not_here;
  out.pfnCheckResourceVirtualAddress = not_here;
  out.pfnCheckResourceAllocationInfo = not_here;
  out.pfnCheckSubresourceInfo = not_here;
  out.pfnCheckExistingResourceAllocationInfo = not_here;
  out.pfnOfferResources = not_here;
  out.pfnReclaimResources = not_here;
  out.pfnGetImplicitPhysicalAdapterMask = not_here;
  out.pfnGetPresentPrivateDriverDataSize = not_here;
  out.pfnQueryNodeMap = not_here;
  out.pfnRetrieveShaderComment = not_here;
  out.pfnCheckResourceAllocationHandle = not_here;
  out.pfnCalcPrivatePipelineLibrarySize = not_here;
  out.pfnCreatePipelineLibrary = not_here;
  out.pfnDestroyPipelineLibrary = not_here;
  out.pfnAddPipelineStateToLibrary = not_here;
  out.pfnCalcSerializedLibrarySize = not_here;
  out.pfnSerializeLibrary = not_here;
  out.pfnGetDebugAllocationInfo = not_here;
  out.pfnCalcPrivateCommandRecorderSize = not_here;
  out.pfnCreateCommandRecorder = not_here;
  out.pfnDestroyCommandRecorder = not_here;
  out.pfnCommandRecorderSetCommandPoolAsTarget = not_here;
  out.pfnCalcPrivateSchedulingGroupSize = not_here;
  out.pfnCreateSchedulingGroup = not_here;
  out.pfnDestroySchedulingGroup = not_here;
  out.pfnEnumerateMetaCommands = not_here;
  out.pfnEnumerateMetaCommandParameters = not_here;
  out.pfnCalcPrivateMetaCommandSize = not_here;
  out.pfnCreateMetaCommand = not_here;
  out.pfnDestroyMetaCommand = not_here;
  out.pfnGetMetaCommandRequiredParameterInfo = not_here;
}

}  // namespace

void fill_unsupported_functions(D3D12DDI_DEVICE_FUNCS_CORE_0052& out) {
  fill_first_half(out);
  fill_second_half(out);
}
