// Descriptions from which views, states and shaders are created, in the structures of any
// interface.
//
// A state is the one that Direct3D has when a program sets none. The vertex shader puts every
// vertex at the origin, and the pixel shader writes white.
#pragma once

#include "src/d3d/d3d10/device_table.h"

namespace drydock::d3d {

struct ShaderCode {
  const UINT* tokens;
  D3D10_SB_NAME output;  // the meaning of its only output, register 0
};

inline ShaderCode code_of(ChildKind kind) {
  // Shader model 4.0, which every interface has: the output is declared, is written, and that is
  // all.
  constexpr UINT kOne = 0x3f800000;
  static constexpr UINT kVertex[] = {
      0x00010040, 15,         0x04000067, 0x001020f2, 0, D3D10_SB_NAME_POSITION,
      0x08000036, 0x001020f2, 0,          0x00004002, 0, 0,
      0,          kOne,       0x0100003e};
  static constexpr UINT kPixel[] = {0x00000040, 14,         0x03000065, 0x001020f2, 0,
                                    0x08000036, 0x001020f2, 0,          0x00004002, kOne,
                                    kOne,       kOne,       kOne,       0x0100003e};
  static_assert(kVertex[1] == std::size(kVertex) && kPixel[1] == std::size(kPixel));
  if (kind == ChildKind::kPixelShader) return {kPixel, D3D10_SB_NAME_UNDEFINED};
  return {kVertex, D3D10_SB_NAME_POSITION};
}

// Works with the signatures of a shader, which live as long as the call.
template <typename Signatures, typename Body>
decltype(auto) with_signatures(const ShaderCode& code, Body&& body) {
  Signatures signatures{};
  std::remove_pointer_t<decltype(signatures.pOutputSignature)> output{};
  output.SystemValue = code.output;
  output.Mask = 0xf;
  if constexpr (requires { output.RegisterComponentType; })
    output.RegisterComponentType = D3D10_SB_REGISTER_COMPONENT_FLOAT32;
  signatures.pOutputSignature = &output;
  signatures.NumOutputSignatureEntries = 1;
  return body(signatures);
}

template <typename Arguments>
void describe_view(Arguments& out, const ViewWish& wish) {
  out.hDrvResource = wish.resource;
  out.Format = wish.format;
  out.ResourceDimension = wish.is_buffer ? D3D10DDIRESOURCE_BUFFER : D3D10DDIRESOURCE_TEXTURE2D;
  if constexpr (requires { out.Buffer.NumElements; }) {
    if (wish.is_buffer) out.Buffer.NumElements = wish.elements;
  }
  if (wish.is_buffer) return;
  out.Tex2D.FirstArraySlice = wish.slice;
  out.Tex2D.ArraySize = 1;
  if constexpr (requires { out.Tex2D.MostDetailedMip; }) {
    out.Tex2D.MostDetailedMip = wish.level;
    out.Tex2D.MipLevels = 1;
  } else {
    out.Tex2D.MipSlice = wish.level;
  }
}

template <typename Blend>
void describe_blending(Blend& out) {
  out.SrcBlend = out.SrcBlendAlpha = D3D10_DDI_BLEND_ONE;
  out.DestBlend = out.DestBlendAlpha = D3D10_DDI_BLEND_ZERO;
  out.BlendOp = out.BlendOpAlpha = D3D10_DDI_BLEND_OP_ADD;
}

template <typename Blend>
void describe_blend(Blend& out) {
  if constexpr (requires { out.RenderTarget; }) {
    for (auto& each : out.RenderTarget) {
      describe_blending(each);
      each.RenderTargetWriteMask = D3D10_DDI_COLOR_WRITE_ENABLE_ALL;
      if constexpr (requires { each.LogicOp; }) each.LogicOp = D3D11_1_DDI_LOGIC_OP_NOOP;
    }
  } else {
    describe_blending(out);
    for (UINT8& each : out.RenderTargetWriteMask) each = D3D10_DDI_COLOR_WRITE_ENABLE_ALL;
  }
}

inline void describe_depth(D3D10_DDI_DEPTH_STENCIL_DESC& out) {
  out.DepthEnable = TRUE;
  out.DepthWriteMask = D3D10_DDI_DEPTH_WRITE_MASK_ALL;
  out.DepthFunc = D3D10_DDI_COMPARISON_LESS;
  out.StencilReadMask = out.StencilWriteMask = 0xff;
  out.FrontFace = out.BackFace = {D3D10_DDI_STENCIL_OP_KEEP, D3D10_DDI_STENCIL_OP_KEEP,
                                  D3D10_DDI_STENCIL_OP_KEEP, D3D10_DDI_COMPARISON_ALWAYS};
}

inline void describe_sampler(D3D10_DDI_SAMPLER_DESC& out) {
  out.Filter = D3D10_DDI_FILTER_MIN_MAG_MIP_LINEAR;
  out.AddressU = out.AddressV = out.AddressW = D3D10_DDI_TEXTURE_ADDRESS_CLAMP;
  out.MaxAnisotropy = 1;
  out.ComparisonFunc = D3D10_DDI_COMPARISON_NEVER;
  out.MaxLOD = 3.402823466e+38F;
}

// Describes a child of any kind but a shader. Zeros are a query that waits for an event.
template <typename Arguments>
void describe(Arguments& out, const ViewWish& wish) {
  if constexpr (requires { out.hDrvResource; }) {
    describe_view(out, wish);
  } else if constexpr (requires { out.FillMode; }) {
    out.FillMode = D3D10_DDI_FILL_SOLID;
    out.CullMode = D3D10_DDI_CULL_BACK;
    out.DepthClipEnable = TRUE;
  } else if constexpr (requires { out.AlphaToCoverageEnable; }) {
    describe_blend(out);
  } else if constexpr (requires { out.DepthFunc; }) {
    describe_depth(out);
  } else if constexpr (requires { out.AddressU; }) {
    describe_sampler(out);
  }
}

}  // namespace drydock::d3d
