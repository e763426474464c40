// The part of the table that this device answers without doing anything: it has no shaders and
// draws nothing, decodes nothing, protects nothing and shows nothing.
#include "answers.h"
#include "d3d9_device.h"

namespace {

VOID APIENTRY CheckCounterInfo(HANDLE, D3DDDIARG_COUNTER_INFO* out) { *out = {}; }

// State that the driver does not read, and drawing that has no effect.
void fill_state(D3DDDI_DEVICEFUNCS& out) {
  constexpr Answer<S_OK> answer;
  out.pfnSetRenderState = answer;
  out.pfnUpdateWInfo = answer;
  out.pfnValidateDevice = answer;
  out.pfnSetTextureStageState = answer;
  out.pfnSetTexture = answer;
  out.pfnSetPixelShader = answer;
  out.pfnSetPixelShaderConst = answer;
  out.pfnSetStreamSourceUm = answer;
  out.pfnSetIndices = answer;
  out.pfnSetIndicesUm = answer;
  out.pfnDrawPrimitive = answer;
  out.pfnDrawIndexedPrimitive = answer;
  out.pfnDrawRectPatch = answer;
  out.pfnDrawTriPatch = answer;
  out.pfnDrawPrimitive2 = answer;
  out.pfnDrawIndexedPrimitive2 = answer;
  out.pfnStateSet = answer;
  out.pfnClear = answer;
  out.pfnUpdatePalette = answer;
  out.pfnSetPalette = answer;
  out.pfnSetVertexShaderConst = answer;
  out.pfnMultiplyTransform = answer;
  out.pfnSetTransform = answer;
  out.pfnSetViewport = answer;
  out.pfnSetZRange = answer;
  out.pfnSetMaterial = answer;
  out.pfnSetLight = answer;
  out.pfnCreateLight = answer;
  out.pfnDestroyLight = answer;
  out.pfnSetClipPlane = answer;
  out.pfnCreateVertexShaderFunc = answer;
  out.pfnDeleteVertexShaderFunc = answer;
  out.pfnSetVertexShaderFunc = answer;
  out.pfnCreateVertexShaderDecl = answer;
  out.pfnDeleteVertexShaderDecl = answer;
  out.pfnSetVertexShaderDecl = answer;
  out.pfnSetVertexShaderConstI = answer;
  out.pfnSetVertexShaderConstB = answer;
  out.pfnSetScissorRect = answer;
  out.pfnSetStreamSource = answer;
  out.pfnSetStreamSourceFreq = answer;
  out.pfnSetRenderTarget = answer;
  out.pfnSetDepthStencil = answer;
  out.pfnGenerateMipSubLevels = answer;
  out.pfnSetPixelShaderConstI = answer;
  out.pfnSetPixelShaderConstB = answer;
  out.pfnCreatePixelShader = answer;
  out.pfnDeletePixelShader = answer;
  out.pfnDiscard = answer;
  out.pfnSetMarker = answer;
  out.pfnSetMarkerMode = answer;
}

void fill_video(D3DDDI_DEVICEFUNCS& out) {
  constexpr Answer<E_NOTIMPL> answer;
  out.pfnCreateDecodeDevice = answer;
  out.pfnDestroyDecodeDevice = answer;
  out.pfnSetDecodeRenderTarget = answer;
  out.pfnDecodeBeginFrame = answer;
  out.pfnDecodeEndFrame = answer;
  out.pfnDecodeExecute = answer;
  out.pfnDecodeExtensionExecute = answer;
  out.pfnCreateVideoProcessDevice = answer;
  out.pfnDestroyVideoProcessDevice = answer;
  out.pfnVideoProcessBeginFrame = answer;
  out.pfnVideoProcessEndFrame = answer;
  out.pfnSetVideoProcessRenderTarget = answer;
  out.pfnVideoProcessBlt = answer;
  out.pfnCreateExtensionDevice = answer;
  out.pfnDestroyExtensionDevice = answer;
  out.pfnExtensionExecute = answer;
  out.pfnCreateOverlay = answer;
  out.pfnUpdateOverlay = answer;
  out.pfnFlipOverlay = answer;
  out.pfnGetOverlayColorControls = answer;
  out.pfnSetOverlayColorControls = answer;
  out.pfnDestroyOverlay = answer;
  out.pfnGetCaptureAllocationHandle = answer;
  out.pfnCaptureToSysMem = answer;
  out.pfnCreateVideoProcessor = answer;
  out.pfnSetVideoProcessBltState = answer;
  out.pfnGetVideoProcessBltStatePrivate = answer;
  out.pfnSetVideoProcessStreamState = answer;
  out.pfnGetVideoProcessStreamStatePrivate = answer;
  out.pfnVideoProcessBltHD = answer;
  out.pfnDestroyVideoProcessor = answer;
  out.pfnCreateAuthenticatedChannel = answer;
  out.pfnAuthenticatedChannelKeyExchange = answer;
  out.pfnQueryAuthenticatedChannel = answer;
  out.pfnConfigureAuthenticatedChannel = answer;
  out.pfnDestroyAuthenticatedChannel = answer;
  out.pfnCreateCryptoSession = answer;
  out.pfnCryptoSessionKeyExchange = answer;
  out.pfnDestroyCryptoSession = answer;
  out.pfnEncryptionBlt = answer;
  out.pfnGetPitch = answer;
  out.pfnStartSessionKeyRefresh = answer;
  out.pfnFinishSessionKeyRefresh = answer;
  out.pfnGetEncryptionBltKey = answer;
  out.pfnDecryptionBlt = answer;
  out.pfnCheckMultiPlaneOverlaySupport = answer;
  out.pfnPresentMultiPlaneOverlay = answer;
}

// Asynchronous locks are not offered at all.
void fill_rest(D3DDDI_DEVICEFUNCS& out) {
  constexpr Answer<E_NOTIMPL> answer;
  out.pfnGetInfo = answer;
  out.pfnSetDisplayMode = answer;
  out.pfnSetConvolutionKernelMono = answer;
  out.pfnComposeRects = answer;
  out.pfnCreateQuery = answer;
  out.pfnDestroyQuery = answer;
  out.pfnIssueQuery = answer;
  out.pfnGetQueryData = answer;
  out.pfnCheckDirectFlipSupport = answer;
  out.pfnCheckCounter = answer;
  out.pfnCheckPresentDurationSupport = answer;
  out.pfnCheckCounterInfo = CheckCounterInfo;
  out.pfnLockAsync = NULL;
  out.pfnUnlockAsync = NULL;
  out.pfnRename = NULL;
  out.pfnReserved1 = NULL;
}

}  // namespace

void fill_unsupported_functions(D3DDDI_DEVICEFUNCS& out) {
  fill_state(out);
  fill_video(out);
  fill_rest(out);
}
