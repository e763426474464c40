// Shaders and states. A block keeps a word of what its object was made from, which Draw may look at.
#pragma once

#include "fitter.h"

namespace pipeline {

struct Part {
  UINT64 Word;
};

template <typename Arguments>
SIZE_T APIENTRY CalcState(D3D10DDI_HDEVICE, const Arguments*) {
  return sizeof(Part);
}
template <typename Signatures>
SIZE_T APIENTRY CalcShader(D3D10DDI_HDEVICE, const UINT*, const Signatures*) {
  return sizeof(Part);
}

// A field that has no zero.
inline UINT64 WordOf(const D3D10_DDI_RASTERIZER_DESC& From) { return From.FillMode; }
inline UINT64 WordOf(const D3D11_1_DDI_RASTERIZER_DESC& From) { return From.FillMode; }
inline UINT64 WordOf(const D3DWDDM2_0DDI_RASTERIZER_DESC& From) { return From.FillMode; }
inline UINT64 WordOf(const D3D10_DDI_BLEND_DESC& From) { return From.SrcBlend; }
inline UINT64 WordOf(const D3D10_1_DDI_BLEND_DESC& From) { return From.RenderTarget[0].SrcBlend; }
inline UINT64 WordOf(const D3D11_1_DDI_BLEND_DESC& From) { return From.RenderTarget[0].SrcBlend; }
inline UINT64 WordOf(const D3D10_DDI_DEPTH_STENCIL_DESC& From) { return From.DepthFunc; }

template <typename Arguments, typename Handle, typename Runtime>
VOID APIENTRY CreateState(D3D10DDI_HDEVICE, const Arguments* From, Handle Out, Runtime) {
  static_cast<Part*>(Out.pDrvPrivate)->Word = WordOf(*From);
}

// A shader whose last word ends it and whose output is there is one.
template <typename Signatures>
UINT64 WordOf(const UINT* Code, const Signatures& All, UINT Program) {
  const bool IsWhole = Code[0] >> 16 == Program && Code[Code[1] - 1] == 0x0100003e;
  const bool HasOutput = All.NumOutputSignatureEntries == 1 && All.pOutputSignature->Mask == 0xf;
  return IsWhole && HasOutput;
}

template <UINT Program, typename Signatures>
VOID APIENTRY CreateShader(D3D10DDI_HDEVICE Device, const UINT* Code, D3D10DDI_HSHADER Out, D3D10DDI_HRTSHADER,
                           const Signatures* All) {
  if (From11(Device).IsDeferred) return;
  static_cast<Part*>(Out.pDrvPrivate)->Word = WordOf(Code, *All, Program);
}

template <typename Handle>
VOID APIENTRY Destroy(D3D10DDI_HDEVICE, Handle Dead) {
  for (void* Each : ThePlan.Pipeline) ThePlan.BoundAtGone += Each == Dead.pDrvPrivate;
}

inline void Bind(PART10 Which, void* To) { ThePlan.Pipeline[Which] = To; }

// No state is ever nothing: a driver need not look.
inline VOID APIENTRY SetRasterizer(D3D10DDI_HDEVICE, D3D10DDI_HRASTERIZERSTATE To) {
  ThePlan.Unusable += static_cast<Part*>(To.pDrvPrivate)->Word == 0;
  Bind(PART_RASTERIZER, To.pDrvPrivate);
}
inline VOID APIENTRY SetBlend(D3D10DDI_HDEVICE, D3D10DDI_HBLENDSTATE To, const FLOAT*, UINT) {
  ThePlan.Unusable += static_cast<Part*>(To.pDrvPrivate)->Word == 0;
  Bind(PART_BLEND, To.pDrvPrivate);
}
inline VOID APIENTRY SetDepth(D3D10DDI_HDEVICE, D3D10DDI_HDEPTHSTENCILSTATE To, UINT) {
  ThePlan.Unusable += static_cast<Part*>(To.pDrvPrivate)->Word == 0;
  Bind(PART_DEPTH, To.pDrvPrivate);
}

inline VOID APIENTRY SetVertexShader(D3D10DDI_HDEVICE, D3D10DDI_HSHADER To) {
  ++ThePlan.ShaderBinds;
  Bind(PART_VERTEX_SHADER, To.pDrvPrivate);
}
inline VOID APIENTRY SetPixelShader(D3D10DDI_HDEVICE, D3D10DDI_HSHADER To) { Bind(PART_PIXEL_SHADER, To.pDrvPrivate); }

inline VOID APIENTRY SetTopology(D3D10DDI_HDEVICE, D3D10_DDI_PRIMITIVE_TOPOLOGY To) {
  ThePlan.Triangles += To == D3D10_DDI_PRIMITIVE_TOPOLOGY_TRIANGLELIST;
}

inline void Follow() {
  for (void* Each : ThePlan.Pipeline) {
    ++ThePlan.Followed;
    ThePlan.Unusable += static_cast<volatile Part*>(Each)->Word == 0;
  }
}

template <typename Table>
void Fill(Table& Out) {
  Out.pfnCalcPrivateShaderSize = CalcShader;
  Out.pfnCalcPrivateBlendStateSize = CalcState;
  Out.pfnCalcPrivateDepthStencilStateSize = CalcState;
  Out.pfnCalcPrivateRasterizerStateSize = CalcState;
  Out.pfnCreateVertexShader = [](auto... Given) { CreateShader<D3D10_SB_VERTEX_SHADER>(Given...); };
  Out.pfnCreatePixelShader = [](auto... Given) { CreateShader<D3D10_SB_PIXEL_SHADER>(Given...); };
  Out.pfnCreateBlendState = CreateState;
  Out.pfnCreateDepthStencilState = CreateState;
  Out.pfnCreateRasterizerState = CreateState;
  Out.pfnDestroyShader = Destroy;
  Out.pfnDestroyBlendState = Destroy;
  Out.pfnDestroyDepthStencilState = Destroy;
  Out.pfnDestroyRasterizerState = Destroy;
  Out.pfnVsSetShader = SetVertexShader;
  Out.pfnPsSetShader = SetPixelShader;
  Out.pfnSetRasterizerState = SetRasterizer;
  Out.pfnSetBlendState = SetBlend;
  Out.pfnSetDepthStencilState = SetDepth;
  Out.pfnIaSetTopology = SetTopology;
}

}  // namespace pipeline
