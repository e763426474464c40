/* State objects, shaders, input layouts, queries and their data. */
#pragma once

/* Blend, depth-stencil, rasterizer, sampler. */
typedef struct D3D10_DDI_BLEND_DESC {
  BOOL AlphaToCoverageEnable;
  BOOL BlendEnable[D3D10_DDI_SIMULTANEOUS_RENDER_TARGET_COUNT];
  D3D10_DDI_BLEND SrcBlend;
  D3D10_DDI_BLEND DestBlend;
  D3D10_DDI_BLEND_OP BlendOp;
  D3D10_DDI_BLEND SrcBlendAlpha;
  D3D10_DDI_BLEND DestBlendAlpha;
  D3D10_DDI_BLEND_OP BlendOpAlpha;
  UINT8 RenderTargetWriteMask[D3D10_DDI_SIMULTANEOUS_RENDER_TARGET_COUNT];
} D3D10_DDI_BLEND_DESC;

typedef struct D3D10_DDI_RENDER_TARGET_BLEND_DESC1 {
  BOOL BlendEnable;
  D3D10_DDI_BLEND SrcBlend;
  D3D10_DDI_BLEND DestBlend;
  D3D10_DDI_BLEND_OP BlendOp;
  D3D10_DDI_BLEND SrcBlendAlpha;
  D3D10_DDI_BLEND DestBlendAlpha;
  D3D10_DDI_BLEND_OP BlendOpAlpha;
  UINT8 RenderTargetWriteMask;
} D3D10_DDI_RENDER_TARGET_BLEND_DESC1;

typedef struct D3D10_1_DDI_BLEND_DESC {
  BOOL AlphaToCoverageEnable;
  BOOL IndependentBlendEnable;
  D3D10_DDI_RENDER_TARGET_BLEND_DESC1 RenderTarget[D3D10_DDI_SIMULTANEOUS_RENDER_TARGET_COUNT];
} D3D10_1_DDI_BLEND_DESC;

typedef struct D3D11_1_DDI_RENDER_TARGET_BLEND_DESC {
  BOOL BlendEnable;
  BOOL LogicOpEnable;
  D3D10_DDI_BLEND SrcBlend;
  D3D10_DDI_BLEND DestBlend;
  D3D10_DDI_BLEND_OP BlendOp;
  D3D10_DDI_BLEND SrcBlendAlpha;
  D3D10_DDI_BLEND DestBlendAlpha;
  D3D10_DDI_BLEND_OP BlendOpAlpha;
  D3D11_1_DDI_LOGIC_OP LogicOp;
  UINT8 RenderTargetWriteMask;
} D3D11_1_DDI_RENDER_TARGET_BLEND_DESC;

typedef struct D3D11_1_DDI_BLEND_DESC {
  BOOL AlphaToCoverageEnable;
  BOOL IndependentBlendEnable;
  D3D11_1_DDI_RENDER_TARGET_BLEND_DESC RenderTarget[D3D10_DDI_SIMULTANEOUS_RENDER_TARGET_COUNT];
} D3D11_1_DDI_BLEND_DESC;

typedef struct D3D10_DDI_DEPTH_STENCILOP_DESC {
  D3D10_DDI_STENCIL_OP StencilFailOp;
  D3D10_DDI_STENCIL_OP StencilDepthFailOp;
  D3D10_DDI_STENCIL_OP StencilPassOp;
  D3D10_DDI_COMPARISON_FUNC StencilFunc;
} D3D10_DDI_DEPTH_STENCILOP_DESC;

typedef struct D3D10_DDI_DEPTH_STENCIL_DESC {
  BOOL DepthEnable;
  D3D10_DDI_DEPTH_WRITE_MASK DepthWriteMask;
  D3D10_DDI_COMPARISON_FUNC DepthFunc;
  BOOL StencilEnable;
  BOOL FrontEnable;
  BOOL BackEnable;
  UINT8 StencilReadMask;
  UINT8 StencilWriteMask;
  D3D10_DDI_DEPTH_STENCILOP_DESC FrontFace;
  D3D10_DDI_DEPTH_STENCILOP_DESC BackFace;
} D3D10_DDI_DEPTH_STENCIL_DESC;

typedef struct D3D10_DDI_RASTERIZER_DESC {
  D3D10_DDI_FILL_MODE FillMode;
  D3D10_DDI_CULL_MODE CullMode;
  BOOL FrontCounterClockwise;
  INT32 DepthBias;
  FLOAT DepthBiasClamp;
  FLOAT SlopeScaledDepthBias;
  BOOL DepthClipEnable;
  BOOL ScissorEnable;
  BOOL MultisampleEnable;
  BOOL AntialiasedLineEnable;
} D3D10_DDI_RASTERIZER_DESC;

typedef struct D3D11_1_DDI_RASTERIZER_DESC {
  D3D10_DDI_FILL_MODE FillMode;
  D3D10_DDI_CULL_MODE CullMode;
  BOOL FrontCounterClockwise;
  INT32 DepthBias;
  FLOAT DepthBiasClamp;
  FLOAT SlopeScaledDepthBias;
  BOOL DepthClipEnable;
  BOOL ScissorEnable;
  BOOL MultisampleEnable;
  BOOL AntialiasedLineEnable;
  UINT ForcedSampleCount;
} D3D11_1_DDI_RASTERIZER_DESC;

typedef struct D3D10_DDI_SAMPLER_DESC {
  D3D10_DDI_FILTER Filter;
  D3D10_DDI_TEXTURE_ADDRESS_MODE AddressU;
  D3D10_DDI_TEXTURE_ADDRESS_MODE AddressV;
  D3D10_DDI_TEXTURE_ADDRESS_MODE AddressW;
  FLOAT MipLODBias;
  UINT MaxAnisotropy;
  D3D10_DDI_COMPARISON_FUNC ComparisonFunc;
  FLOAT BorderColor[4];
  FLOAT MinLOD;
  FLOAT MaxLOD;
} D3D10_DDI_SAMPLER_DESC;

typedef struct D3D10_DDI_VIEWPORT {
  FLOAT TopLeftX;
  FLOAT TopLeftY;
  FLOAT Width;
  FLOAT Height;
  FLOAT MinDepth;
  FLOAT MaxDepth;
} D3D10_DDI_VIEWPORT;

typedef struct D3DWDDM2_0DDI_RASTERIZER_DESC {
  D3D10_DDI_FILL_MODE FillMode;
  D3D10_DDI_CULL_MODE CullMode;
  BOOL FrontCounterClockwise;
  INT32 DepthBias;
  FLOAT DepthBiasClamp;
  FLOAT SlopeScaledDepthBias;
  BOOL DepthClipEnable;
  BOOL ScissorEnable;
  BOOL MultisampleEnable;
  BOOL AntialiasedLineEnable;
  UINT ForcedSampleCount;
  D3DWDDM2_0DDI_CONSERVATIVE_RASTERIZATION_MODE ConservativeRasterizationMode;
} D3DWDDM2_0DDI_RASTERIZER_DESC;

/* Input layouts and shaders. */
typedef struct D3D10DDIARG_INPUT_ELEMENT_DESC {
  UINT InputSlot;
  UINT AlignedByteOffset;
  DXGI_FORMAT Format;
  D3D10_DDI_INPUT_CLASSIFICATION InputSlotClass;
  UINT InstanceDataStepRate;
  UINT InputRegister;
} D3D10DDIARG_INPUT_ELEMENT_DESC;

typedef struct D3D10DDIARG_CREATEELEMENTLAYOUT {
  const D3D10DDIARG_INPUT_ELEMENT_DESC* pVertexElements;
  UINT NumElements;
} D3D10DDIARG_CREATEELEMENTLAYOUT;

typedef struct D3D10DDI_VERTEX_CACHE_DESC {
  UINT Pattern;
  UINT OptMethod;
  UINT CacheSize;
  UINT MagicNumber;
} D3D10DDI_VERTEX_CACHE_DESC;

typedef struct D3D10DDIARG_SIGNATURE_ENTRY {
  D3D10_SB_NAME SystemValue;
  UINT Register;
  BYTE Mask;
} D3D10DDIARG_SIGNATURE_ENTRY;

typedef struct D3D10DDIARG_STAGE_IO_SIGNATURES {
  D3D10DDIARG_SIGNATURE_ENTRY* pInputSignature;
  UINT NumInputSignatureEntries;
  D3D10DDIARG_SIGNATURE_ENTRY* pOutputSignature;
  UINT NumOutputSignatureEntries;
} D3D10DDIARG_STAGE_IO_SIGNATURES;

typedef struct D3D11DDIARG_TESSELLATION_IO_SIGNATURES {
  D3D10DDIARG_SIGNATURE_ENTRY* pInputSignature;
  UINT NumInputSignatureEntries;
  D3D10DDIARG_SIGNATURE_ENTRY* pOutputSignature;
  UINT NumOutputSignatureEntries;
  D3D10DDIARG_SIGNATURE_ENTRY* pPatchConstantSignature;
  UINT NumPatchConstantSignatureEntries;
} D3D11DDIARG_TESSELLATION_IO_SIGNATURES;

typedef struct D3D11_1DDIARG_SIGNATURE_ENTRY {
  D3D10_SB_NAME SystemValue;
  UINT Register;
  BYTE Mask;
  D3D10_SB_REGISTER_COMPONENT_TYPE RegisterComponentType;
  D3D11_SB_OPERAND_MIN_PRECISION MinPrecision;
} D3D11_1DDIARG_SIGNATURE_ENTRY;

// The stream of a geometry shader stands where the first form has padding.
typedef struct D3D11_1DDIARG_SIGNATURE_ENTRY2 {
  D3D10_SB_NAME SystemValue;
  UINT Register;
  BYTE Mask;
  BYTE Stream;
  D3D10_SB_REGISTER_COMPONENT_TYPE RegisterComponentType;
  D3D11_SB_OPERAND_MIN_PRECISION MinPrecision;
} D3D11_1DDIARG_SIGNATURE_ENTRY2;

typedef struct D3D11_1DDIARG_STAGE_IO_SIGNATURES {
  union {
    D3D11_1DDIARG_SIGNATURE_ENTRY* pInputSignatureDeprecated;
    D3D11_1DDIARG_SIGNATURE_ENTRY2* pInputSignature;
  };
  UINT NumInputSignatureEntries;
  union {
    D3D11_1DDIARG_SIGNATURE_ENTRY* pOutputSignatureDeprecated;
    D3D11_1DDIARG_SIGNATURE_ENTRY2* pOutputSignature;
  };
  UINT NumOutputSignatureEntries;
} D3D11_1DDIARG_STAGE_IO_SIGNATURES;

typedef struct D3D11_1DDIARG_TESSELLATION_IO_SIGNATURES {
  union {
    D3D11_1DDIARG_SIGNATURE_ENTRY* pInputSignatureDeprecated;
    D3D11_1DDIARG_SIGNATURE_ENTRY2* pInputSignature;
  };
  UINT NumInputSignatureEntries;
  union {
    D3D11_1DDIARG_SIGNATURE_ENTRY* pOutputSignatureDeprecated;
    D3D11_1DDIARG_SIGNATURE_ENTRY2* pOutputSignature;
  };
  UINT NumOutputSignatureEntries;
  union {
    D3D11_1DDIARG_SIGNATURE_ENTRY* pPatchConstantSignatureDeprecated;
    D3D11_1DDIARG_SIGNATURE_ENTRY2* pPatchConstantSignature;
  };
  UINT NumPatchConstantSignatureEntries;
} D3D11_1DDIARG_TESSELLATION_IO_SIGNATURES;

typedef struct D3D10DDIARG_STREAM_OUTPUT_DECLARATION_ENTRY {
  UINT OutputSlot;
  UINT RegisterIndex;
  BYTE RegisterMask;
} D3D10DDIARG_STREAM_OUTPUT_DECLARATION_ENTRY;

typedef struct D3D10DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT {
  const UINT* pShaderCode;
  const D3D10DDIARG_STREAM_OUTPUT_DECLARATION_ENTRY* pOutputStreamDecl;
  UINT NumEntries;
  UINT StreamOutputStrideInBytes;
} D3D10DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT;

typedef struct D3D11DDIARG_STREAM_OUTPUT_DECLARATION_ENTRY {
  UINT Stream;
  UINT OutputSlot;
  UINT RegisterIndex;
  BYTE RegisterMask;
} D3D11DDIARG_STREAM_OUTPUT_DECLARATION_ENTRY;

typedef struct D3D11DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT {
  const UINT* pShaderCode;
  const D3D11DDIARG_STREAM_OUTPUT_DECLARATION_ENTRY* pOutputStreamDecl;
  UINT NumEntries;
  const UINT* BufferStridesInBytes;
  UINT NumStrides;
  UINT RasterizedStream;
} D3D11DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT;

typedef struct D3D11DDIARG_POINTERDATA {
  UINT uCBOffset : 12;
  UINT uCBID : 4;
  UINT uBaseSamp : 4;
  UINT uBaseTex : 7;
  UINT uReserved : 5;
} D3D11DDIARG_POINTERDATA;

typedef struct D3DWDDM2_2DDI_SHADERCACHE_HASH {
  BYTE Hash[16];
} D3DWDDM2_2DDI_SHADERCACHE_HASH;

/* Queries and counters. */
typedef struct D3D10DDIARG_CREATEQUERY {
  D3D10DDI_QUERY Query;
  UINT MiscFlags;
} D3D10DDIARG_CREATEQUERY;

typedef struct D3DWDDM2_0DDIARG_CREATEQUERY {
  D3D10DDI_QUERY Query;
  UINT MiscFlags;
  UINT ContextType;
} D3DWDDM2_0DDIARG_CREATEQUERY;

typedef struct D3D10_DDI_QUERY_DATA_PIPELINE_STATISTICS {
  UINT64 IAVertices;
  UINT64 IAPrimitives;
  UINT64 VSInvocations;
  UINT64 GSInvocations;
  UINT64 GSPrimitives;
  UINT64 CInvocations;
  UINT64 CPrimitives;
  UINT64 PSInvocations;
} D3D10_DDI_QUERY_DATA_PIPELINE_STATISTICS;

typedef struct D3D11_DDI_QUERY_DATA_PIPELINE_STATISTICS {
  UINT64 IAVertices;
  UINT64 IAPrimitives;
  UINT64 VSInvocations;
  UINT64 GSInvocations;
  UINT64 GSPrimitives;
  UINT64 CInvocations;
  UINT64 CPrimitives;
  UINT64 PSInvocations;
  UINT64 HSInvocations;
  UINT64 DSInvocations;
  UINT64 CSInvocations;
} D3D11_DDI_QUERY_DATA_PIPELINE_STATISTICS;

typedef struct D3D10_DDI_QUERY_DATA_SO_STATISTICS {
  UINT64 NumPrimitivesWritten;
  UINT64 PrimitivesStorageNeeded;
} D3D10_DDI_QUERY_DATA_SO_STATISTICS;

typedef struct D3D10_DDI_QUERY_DATA_TIMESTAMP_DISJOINT {
  UINT64 Frequency;
  BOOL Disjoint;
} D3D10_DDI_QUERY_DATA_TIMESTAMP_DISJOINT;

typedef struct D3D10DDI_COUNTER_INFO {
  D3D10DDI_QUERY LastDeviceDependentCounter;
  UINT NumSimultaneousCounters;
  UINT8 NumDetectableParallelUnits;
} D3D10DDI_COUNTER_INFO;

/* Deferred contexts and command lists. */
typedef struct D3D11DDI_HANDLESIZE {
  D3D11DDI_HANDLETYPE HandleType;
  SIZE_T DriverPrivateSize;
} D3D11DDI_HANDLESIZE;

typedef struct D3D11DDIARG_CALCPRIVATEDEFERREDCONTEXTSIZE {
  UINT Flags;
} D3D11DDIARG_CALCPRIVATEDEFERREDCONTEXTSIZE;

typedef struct D3D11DDIARG_CREATECOMMANDLIST {
  D3D10DDI_HDEVICE hDeferredContext;
} D3D11DDIARG_CREATECOMMANDLIST;
