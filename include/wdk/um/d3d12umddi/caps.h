/* What the driver reports through GetCaps. */
#pragma once

typedef struct D3D12DDIARG_GETCAPS {
  D3D12DDICAPS_TYPE Type;
  VOID* pInfo;
  VOID* pData;
  UINT DataSize;
} D3D12DDIARG_GETCAPS;

typedef struct D3D12DDI_TABLE_REQUEST {
  D3D12DDI_TABLE_TYPE TableType;
  UINT NumTables;
} D3D12DDI_TABLE_REQUEST;

typedef struct D3D12DDI_ARCHITECTURE_INFO_DATA {
  BOOL TileBasedDeferredRenderer;
} D3D12DDI_ARCHITECTURE_INFO_DATA;

typedef struct D3D12DDI_GPUVA_CAPS_0004 {
  UINT MaxGPUVirtualAddressBitsPerResource;
} D3D12DDI_GPUVA_CAPS_0004;

typedef struct D3D12DDI_D3D12_SHADER_MODELS_DATA_0011 {
  UINT* pNumShaderModelsSupported;
  D3D12DDI_SHADER_MODEL* pShaderModelsSupported;
} D3D12DDI_D3D12_SHADER_MODELS_DATA_0011;

typedef struct D3D12DDI_MEMORY_ARCHITECTURE_CAPS_0041 {
  BOOL UMA;
  BOOL IOCoherent;
  BOOL CacheCoherent;
  D3D12DDI_HEAP_SERIALIZATION_TIER_0041 HeapSerializationTier;
  D3D12DDI_RESOURCE_SERIALIZATION_TIER_0041 ResourceSerializationTier;
} D3D12DDI_MEMORY_ARCHITECTURE_CAPS_0041;

typedef struct D3D12DDI_ROW_MAJOR_LAYOUT_SUB_CAPS {
  UINT16 MaxElementSize;
  UINT16 BaseOffsetAlignment;
  UINT16 PitchAlignment;
  UINT16 DepthPitchAlignment;
} D3D12DDI_ROW_MAJOR_LAYOUT_SUB_CAPS;

typedef struct D3D12DDI_ROW_MAJOR_LAYOUT_CAPS {
  D3D12DDI_ROW_MAJOR_LAYOUT_SUB_CAPS SubCaps[2];
  D3D12DDI_ROW_MAJOR_LAYOUT_FLAGS Flags;
} D3D12DDI_ROW_MAJOR_LAYOUT_CAPS;

typedef struct D3D12DDI_TEXTURE_LAYOUT_CAPS_0001 {
  UINT DeviceDependentLayoutCount;
  UINT DeviceDependentSwizzleCount;
  BOOL Supports64KStandardSwizzle;
  BOOL SupportsRowMajorTexture;
} D3D12DDI_TEXTURE_LAYOUT_CAPS_0001;

typedef struct D3D12DDI_TEXTURE_LAYOUT_CAPS_0026 {
  UINT DeviceDependentLayoutCount;
  UINT DeviceDependentSwizzleCount;
  BOOL Supports64KStandardSwizzle;
  BOOL SupportsRowMajorTexture;
  BOOL IndexableSwizzlePatterns;
} D3D12DDI_TEXTURE_LAYOUT_CAPS_0026;

typedef struct D3D12DDI_SWIZZLE_BIT_ENTRY {
  UINT8 Valid : 1;
  UINT8 ChannelIndex : 2;
  UINT8 SourceBitIndex : 5;
} D3D12DDI_SWIZZLE_BIT_ENTRY;

typedef struct D3D12DDI_SWIZZLE_PATTERN_DESC_0022 {
  D3D12DDI_SWIZZLE_BIT_ENTRY InterleavePatternSourceBits[32];
  D3D12DDI_SWIZZLE_BIT_ENTRY InterleavePatternXORSourceBits[32];
  D3D12DDI_SWIZZLE_BIT_ENTRY InterleavePatternXOR2SourceBits[32];
  D3D12DDI_SWIZZLE_BIT_ENTRY InterleavePatternXOR3SourceBits[32];
  D3D12DDI_SWIZZLE_BIT_ENTRY InterleavePatternXOR4SourceBits[32];
  D3D12DDI_SWIZZLE_BIT_ENTRY PostambleXORSourceBits[32];
  D3D12DDI_SWIZZLE_BIT_ENTRY PostambleXOR2SourceBits[32];
  UINT PostambleXORImmediate;
  UINT Flags;
} D3D12DDI_SWIZZLE_PATTERN_DESC_0022;

typedef struct D3D12DDICAPS_UMD_BASED_COMMAND_QUEUE_PRIORITY_DATA_0023 {
  D3D12DDI_COMMAND_QUEUE_FLAGS SupportedQueueFlagsForGlobalRealtimeQueues;
} D3D12DDICAPS_UMD_BASED_COMMAND_QUEUE_PRIORITY_DATA_0023;

typedef struct D3D12DDICAPS_HARDWARE_SCHEDULING_CAPS_0050 {
  UINT ComputeQueuesPer3DQueue;
} D3D12DDICAPS_HARDWARE_SCHEDULING_CAPS_0050;

typedef struct D3D12DDI_3DPIPELINESUPPORT1_DATA_0081 {
  D3D12DDI_3DPIPELINELEVEL HighestRuntimeSupportedFeatureLevel;
  D3D12DDI_3DPIPELINELEVEL MaximumDriverSupportedFeatureLevel;
} D3D12DDI_3DPIPELINESUPPORT1_DATA_0081;

typedef struct D3D12DDI_OPTIONS_0090 {
  BOOL RelaxedFormatCastingSupported;
} D3D12DDI_OPTIONS_0090, D3D12DDI_OPTIONS_DATA_0090;

typedef struct D3D12DDI_OPTIONS_0091 {
  BOOL UnrestrictedBufferTextureCopyPitchSupported;
  BOOL UnrestrictedVertexElementAlignmentSupported;
  BOOL InvertedViewportHeightFlipsYSupported;
  BOOL InvertedViewportDepthFlipsZSupported;
} D3D12DDI_OPTIONS_0091, D3D12DDI_OPTIONS_DATA_0091;

/* Sampler feedback. */
typedef struct D3D12DDI_LOD_REGION_0073 {
  UINT Width;
  UINT Height;
} D3D12DDI_LOD_REGION_0073;

typedef struct D3D12DDI_SAMPLER_FEEDBACK_DESC_0073 {
  D3D12DDI_SAMPLER_FEEDBACK_TYPE_0073 Type;
  D3D12DDI_LOD_REGION_0073 LODRegion;
} D3D12DDI_SAMPLER_FEEDBACK_DESC_0073;

typedef struct D3D12DDI_SAMPLER_FEEDBACK_MAP_SIZE_0073 {
  UINT64 Width;
  UINT Height;
} D3D12DDI_SAMPLER_FEEDBACK_MAP_SIZE_0073;

typedef struct D3D12DDI_SAMPLER_FEEDBACK_TARGETED_RESOURCE_0073 {
  UINT64 Width;
  UINT Height;
  UINT16 DepthOrArraySize;
  UINT16 MipLevels;
} D3D12DDI_SAMPLER_FEEDBACK_TARGETED_RESOURCE_0073;

typedef struct D3D12DDICAPS_SAMPLER_FEEDBACK_CAPS_0073 {
  D3D12DDI_SAMPLER_FEEDBACK_DESC_0073 Desc;
  D3D12DDI_SAMPLER_FEEDBACK_TARGETED_RESOURCE_0073 TargetedResource;
  D3D12DDI_SAMPLER_FEEDBACK_MAP_SIZE_0073 FeedbackMapSize;
} D3D12DDICAPS_SAMPLER_FEEDBACK_CAPS_0073;

/* Shader capabilities. */
typedef struct D3D12DDI_SHADER_CAPS_0042 {
  D3D12DDI_SHADER_MIN_PRECISION MinPrecision;
  BOOL DoubleOps;
  BOOL ShaderSpecifiedStencilRef;
  BOOL TypedUAVLoadAdditionalFormats;
  BOOL ROVs;
  BOOL WaveOps;
  UINT WaveLaneCountMin;
  UINT WaveLaneCountMax;
  UINT TotalLaneCount;
  BOOL Int64Ops;
  BOOL Native16BitOps;
} D3D12DDI_SHADER_CAPS_0042;

typedef struct D3D12DDI_SHADER_CAPS_0082 {
  D3D12DDI_SHADER_MIN_PRECISION MinPrecision;
  BOOL DoubleOps;
  BOOL ShaderSpecifiedStencilRef;
  BOOL TypedUAVLoadAdditionalFormats;
  BOOL ROVs;
  BOOL WaveOps;
  UINT WaveLaneCountMin;
  UINT WaveLaneCountMax;
  UINT TotalLaneCount;
  BOOL Int64Ops;
  BOOL Native16BitOps;
  BOOL AtomicInt64OnTypedResource;
  BOOL AtomicInt64OnGroupShared;
  BOOL DerivativesInMeshAndAmplificationShaders;
  D3D12DDI_WAVE_MMA_TIER WaveMMATier;
} D3D12DDI_SHADER_CAPS_0082;

typedef struct D3D12DDI_SHADER_CAPS_0084 {
  D3D12DDI_SHADER_MIN_PRECISION MinPrecision;
  BOOL DoubleOps;
  BOOL ShaderSpecifiedStencilRef;
  BOOL TypedUAVLoadAdditionalFormats;
  BOOL ROVs;
  BOOL WaveOps;
  UINT WaveLaneCountMin;
  UINT WaveLaneCountMax;
  UINT TotalLaneCount;
  BOOL Int64Ops;
  BOOL Native16BitOps;
  BOOL AtomicInt64OnTypedResource;
  BOOL AtomicInt64OnGroupShared;
  BOOL DerivativesInMeshAndAmplificationShaders;
  D3D12DDI_WAVE_MMA_TIER WaveMMATier;
  BOOL AtomicInt64OnDescriptorHeapResource;
} D3D12DDI_SHADER_CAPS_0084;

/* Options, one structure a revision. */
typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0031 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
} D3D12DDI_D3D12_OPTIONS_DATA_0031;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0032 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
} D3D12DDI_D3D12_OPTIONS_DATA_0032;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0033 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
} D3D12DDI_D3D12_OPTIONS_DATA_0033;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0041 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
} D3D12DDI_D3D12_OPTIONS_DATA_0041;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0052 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
} D3D12DDI_D3D12_OPTIONS_DATA_0052;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0053 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
  D3D12DDI_RENDER_PASS_TIER RenderPassTier;
} D3D12DDI_D3D12_OPTIONS_DATA_0053;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0054 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
  D3D12DDI_RENDER_PASS_TIER RenderPassTier;
  D3D12DDI_RAYTRACING_TIER RaytracingTier;
} D3D12DDI_D3D12_OPTIONS_DATA_0054;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0062 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
  D3D12DDI_RENDER_PASS_TIER RenderPassTier;
  D3D12DDI_RAYTRACING_TIER RaytracingTier;
  D3D12DDI_VARIABLE_SHADING_RATE_TIER VariableShadingRateTier;
  BOOL PerPrimitiveShadingRateSupportedWithViewportIndexing;
  BOOL AdditionalShadingRatesSupported;
  UINT ShadingRateImageTileSize;
  BOOL BackgroundProcessingSupported;
} D3D12DDI_D3D12_OPTIONS_DATA_0062;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0073 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
  D3D12DDI_RENDER_PASS_TIER RenderPassTier;
  D3D12DDI_RAYTRACING_TIER RaytracingTier;
  D3D12DDI_VARIABLE_SHADING_RATE_TIER VariableShadingRateTier;
  BOOL PerPrimitiveShadingRateSupportedWithViewportIndexing;
  BOOL AdditionalShadingRatesSupported;
  UINT ShadingRateImageTileSize;
  BOOL BackgroundProcessingSupported;
  D3D12DDI_MESH_SHADER_TIER MeshShaderTier;
  D3D12DDI_SAMPLER_FEEDBACK_TIER SamplerFeedbackTier;
} D3D12DDI_D3D12_OPTIONS_DATA_0073;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0080 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
  D3D12DDI_RENDER_PASS_TIER RenderPassTier;
  D3D12DDI_RAYTRACING_TIER RaytracingTier;
  D3D12DDI_VARIABLE_SHADING_RATE_TIER VariableShadingRateTier;
  BOOL PerPrimitiveShadingRateSupportedWithViewportIndexing;
  BOOL AdditionalShadingRatesSupported;
  UINT ShadingRateImageTileSize;
  BOOL BackgroundProcessingSupported;
  D3D12DDI_MESH_SHADER_TIER MeshShaderTier;
  D3D12DDI_SAMPLER_FEEDBACK_TIER SamplerFeedbackTier;
  BOOL DriverManagedShaderCachePresent;
} D3D12DDI_D3D12_OPTIONS_DATA_0080;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0081 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
  D3D12DDI_RENDER_PASS_TIER RenderPassTier;
  D3D12DDI_RAYTRACING_TIER RaytracingTier;
  D3D12DDI_VARIABLE_SHADING_RATE_TIER VariableShadingRateTier;
  BOOL PerPrimitiveShadingRateSupportedWithViewportIndexing;
  BOOL AdditionalShadingRatesSupported;
  UINT ShadingRateImageTileSize;
  BOOL BackgroundProcessingSupported;
  D3D12DDI_MESH_SHADER_TIER MeshShaderTier;
  D3D12DDI_SAMPLER_FEEDBACK_TIER SamplerFeedbackTier;
  BOOL DriverManagedShaderCachePresent;
  BOOL MeshShaderSupportsFullRangeRenderTargetArrayIndex;
} D3D12DDI_D3D12_OPTIONS_DATA_0081;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0083 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
  D3D12DDI_RENDER_PASS_TIER RenderPassTier;
  D3D12DDI_RAYTRACING_TIER RaytracingTier;
  D3D12DDI_VARIABLE_SHADING_RATE_TIER VariableShadingRateTier;
  BOOL PerPrimitiveShadingRateSupportedWithViewportIndexing;
  BOOL AdditionalShadingRatesSupported;
  UINT ShadingRateImageTileSize;
  BOOL BackgroundProcessingSupported;
  D3D12DDI_MESH_SHADER_TIER MeshShaderTier;
  D3D12DDI_SAMPLER_FEEDBACK_TIER SamplerFeedbackTier;
  BOOL DriverManagedShaderCachePresent;
  BOOL MeshShaderSupportsFullRangeRenderTargetArrayIndex;
  BOOL VariableRateShadingSumCombinerSupported;
  BOOL MeshShaderPerPrimitiveShadingRateSupported;
} D3D12DDI_D3D12_OPTIONS_DATA_0083;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0086 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
  D3D12DDI_RENDER_PASS_TIER RenderPassTier;
  D3D12DDI_RAYTRACING_TIER RaytracingTier;
  D3D12DDI_VARIABLE_SHADING_RATE_TIER VariableShadingRateTier;
  BOOL PerPrimitiveShadingRateSupportedWithViewportIndexing;
  BOOL AdditionalShadingRatesSupported;
  UINT ShadingRateImageTileSize;
  BOOL BackgroundProcessingSupported;
  D3D12DDI_MESH_SHADER_TIER MeshShaderTier;
  D3D12DDI_SAMPLER_FEEDBACK_TIER SamplerFeedbackTier;
  BOOL DriverManagedShaderCachePresent;
  BOOL MeshShaderSupportsFullRangeRenderTargetArrayIndex;
  BOOL VariableRateShadingSumCombinerSupported;
  BOOL MeshShaderPerPrimitiveShadingRateSupported;
  BOOL MSPrimitivesPipelineStatisticIncludesCulledPrimitives;
} D3D12DDI_D3D12_OPTIONS_DATA_0086;

typedef struct D3D12DDI_D3D12_OPTIONS_DATA_0089 {
  D3D12DDI_RESOURCE_BINDING_TIER ResourceBindingTier;
  D3D12DDI_CONSERVATIVE_RASTERIZATION_TIER ConservativeRasterizationTier;
  D3D12DDI_TILED_RESOURCES_TIER TiledResourcesTier;
  D3D12DDI_CROSS_NODE_SHARING_TIER CrossNodeSharingTier;
  BOOL VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation;
  BOOL OutputMergerLogicOp;
  D3D12DDI_RESOURCE_HEAP_TIER ResourceHeapTier;
  BOOL DepthBoundsTestSupported;
  D3D12DDI_PROGRAMMABLE_SAMPLE_POSITIONS_TIER ProgrammableSamplePositionsTier;
  BOOL CopyQueueTimestampQueriesSupported;
  D3D12DDI_COMMAND_QUEUE_FLAGS WriteBufferImmediateQueueFlags;
  D3D12DDI_VIEW_INSTANCING_TIER ViewInstancingTier;
  BOOL BarycentricsSupported;
  BOOL ReservedBufferPlacementSupported;
  BOOL Deterministic64KBUndefinedSwizzle;
  BOOL SRVOnlyTiledResourceTier3;
  D3D12DDI_RENDER_PASS_TIER RenderPassTier;
  D3D12DDI_RAYTRACING_TIER RaytracingTier;
  D3D12DDI_VARIABLE_SHADING_RATE_TIER VariableShadingRateTier;
  BOOL PerPrimitiveShadingRateSupportedWithViewportIndexing;
  BOOL AdditionalShadingRatesSupported;
  UINT ShadingRateImageTileSize;
  BOOL BackgroundProcessingSupported;
  D3D12DDI_MESH_SHADER_TIER MeshShaderTier;
  D3D12DDI_SAMPLER_FEEDBACK_TIER SamplerFeedbackTier;
  BOOL DriverManagedShaderCachePresent;
  BOOL MeshShaderSupportsFullRangeRenderTargetArrayIndex;
  BOOL VariableRateShadingSumCombinerSupported;
  BOOL MeshShaderPerPrimitiveShadingRateSupported;
  BOOL MSPrimitivesPipelineStatisticIncludesCulledPrimitives;
  BOOL EnhancedBarriersSupported;
} D3D12DDI_D3D12_OPTIONS_DATA_0089;
