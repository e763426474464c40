// Shaders and states of the driver that keeps the books. It follows what is bound without a look whether something is:
// Direct3D leaves a draw without shaders undefined, and states are always there.
#pragma once

#include "keeper.h"

typedef struct _STAGE {
  UINT Program, Tokens;
} STAGE;

typedef struct _STATE {
  UINT Mode;
} STATE;

static SIZE_T APIENTRY CalcShaderSize(D3D10DDI_HDEVICE Handle, const UINT* Code, const D3D11_1DDIARG_STAGE_IO_SIGNATURES* Signatures) {
  return sizeof(STAGE) + Signatures->NumOutputSignatureEntries * sizeof(UINT);
}

static VOID APIENTRY CreateShader(D3D10DDI_HDEVICE Handle, const UINT* Code, D3D10DDI_HSHADER Out, D3D10DDI_HRTSHADER Runtime,
                                  const D3D11_1DDIARG_STAGE_IO_SIGNATURES* Signatures) {
  STAGE* Stage = (STAGE*)Out.pDrvPrivate;
  Stage->Program = Code[0] >> 16;
  Stage->Tokens = Code[1];
}

static VOID APIENTRY CreateRasterizer(D3D10DDI_HDEVICE Handle, const D3DWDDM2_0DDI_RASTERIZER_DESC* Wanted, D3D10DDI_HRASTERIZERSTATE Out,
                                      D3D10DDI_HRTRASTERIZERSTATE Runtime) {
  ((STATE*)Out.pDrvPrivate)->Mode = Wanted->FillMode;
}
static VOID APIENTRY CreateBlend(D3D10DDI_HDEVICE Handle, const D3D11_1_DDI_BLEND_DESC* Wanted, D3D10DDI_HBLENDSTATE Out,
                                 D3D10DDI_HRTBLENDSTATE Runtime) {
  ((STATE*)Out.pDrvPrivate)->Mode = Wanted->RenderTarget[0].BlendOp;
}
static VOID APIENTRY CreateDepth(D3D10DDI_HDEVICE Handle, const D3D10_DDI_DEPTH_STENCIL_DESC* Wanted, D3D10DDI_HDEPTHSTENCILSTATE Out,
                                 D3D10DDI_HRTDEPTHSTENCILSTATE Runtime) {
  ((STATE*)Out.pDrvPrivate)->Mode = Wanted->DepthFunc;
}

static VOID APIENTRY SetVertexShader(D3D10DDI_HDEVICE Handle, D3D10DDI_HSHADER To) {
  ((DEVICE*)Handle.pDrvPrivate)->VertexShader = To.pDrvPrivate;
}
static VOID APIENTRY SetPixelShader(D3D10DDI_HDEVICE Handle, D3D10DDI_HSHADER To) {
  ((DEVICE*)Handle.pDrvPrivate)->PixelShader = To.pDrvPrivate;
}
static VOID APIENTRY SetRasterizer(D3D10DDI_HDEVICE Handle, D3D10DDI_HRASTERIZERSTATE To) {
  ((DEVICE*)Handle.pDrvPrivate)->Modes[0] = ((STATE*)To.pDrvPrivate)->Mode;
}
static VOID APIENTRY SetBlend(D3D10DDI_HDEVICE Handle, D3D10DDI_HBLENDSTATE To, const FLOAT Factor[4], UINT Samples) {
  ((DEVICE*)Handle.pDrvPrivate)->Modes[1] = ((STATE*)To.pDrvPrivate)->Mode;
}
static VOID APIENTRY SetDepth(D3D10DDI_HDEVICE Handle, D3D10DDI_HDEPTHSTENCILSTATE To, UINT Reference) {
  ((DEVICE*)Handle.pDrvPrivate)->Modes[2] = ((STATE*)To.pDrvPrivate)->Mode;
}

// The software GPU draws nothing: the driver only adds up what it would send.
static VOID APIENTRY Draw(D3D10DDI_HDEVICE Handle, UINT Vertices, UINT First) {
  DEVICE* Device = (DEVICE*)Handle.pDrvPrivate;
  const STAGE* Vertex = (const STAGE*)Device->VertexShader;
  const STAGE* Pixel = (const STAGE*)Device->PixelShader;
  Device->Drawn += (Vertex->Tokens + Pixel->Tokens) * Vertices + Device->Modes[0] + Device->Modes[1] + Device->Modes[2];
}

static void FillPipeline(D3DWDDM2_0DDI_DEVICEFUNCS* Out) {
  Out->pfnCalcPrivateShaderSize = CalcShaderSize;
  Out->pfnCreateVertexShader = Out->pfnCreatePixelShader = CreateShader;
  Out->pfnCreateRasterizerState = CreateRasterizer;
  Out->pfnCreateBlendState = CreateBlend;
  Out->pfnCreateDepthStencilState = CreateDepth;
  Out->pfnVsSetShader = SetVertexShader;
  Out->pfnPsSetShader = SetPixelShader;
  Out->pfnSetRasterizerState = SetRasterizer;
  Out->pfnSetBlendState = SetBlend;
  Out->pfnSetDepthStencilState = SetDepth;
  Out->pfnDraw = Draw;
}
