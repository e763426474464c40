/* Entry points of command lists and command queues. */
#pragma once

EXTERN_C_START

/* Command lists. */
typedef VOID(APIENTRY* PFND3D12DDI_BARRIER_0088)(D3D12DDI_HCOMMANDLIST hDrvCommandList,
                                                 UINT32 NumBarriers,
                                                 const D3D12DDIARG_BARRIER_0088* pBarriers);
typedef VOID(APIENTRY* PFND3D12DDI_BEGIN_END_QUERY)(D3D12DDI_HCOMMANDLIST Arg1,
                                                    D3D12DDI_HQUERYHEAP Arg2, UINT Arg3,
                                                    D3D12DDI_QUERY_TYPE Arg4);
typedef VOID(APIENTRY* PFND3D12DDI_BEGIN_END_QUERY_0003)(D3D12DDI_HCOMMANDLIST CommandList,
                                                         D3D12DDI_HQUERYHEAP QueryHeap,
                                                         D3D12DDI_QUERY_TYPE QueryType, UINT Index);
typedef VOID(APIENTRY* PFND3D12DDI_BEGIN_RENDER_PASS)(
    D3D12DDI_HCOMMANDLIST Arg1, UINT NumRenderTargets,
    const D3D12DDIARG_RENDER_PASS_RENDER_TARGET_DESC* pRenderTargets,
    const D3D12DDIARG_RENDER_PASS_DEPTH_STENCIL_DESC* pDepthStencil,
    D3D12DDIARG_RENDER_PASS_UAV_ACCESS_FLAGS UnorderedAccessViewAccessFlags);
typedef VOID(APIENTRY* PFND3D12DDI_BEGIN_RENDER_PASS_0053)(
    D3D12DDI_HCOMMANDLIST Arg1, UINT NumRenderTargets,
    const D3D12DDIARG_RENDER_PASS_RENDER_TARGET_DESC_0053* pRenderTargets,
    const D3D12DDIARG_RENDER_PASS_DEPTH_STENCIL_DESC_0053* pDepthStencil,
    D3D12DDIARG_RENDER_PASS_FLAGS_0053 Flags);
typedef VOID(APIENTRY* PFND3D12DDI_BLT)(D3D12DDI_HCOMMANDLIST CommandList, const D3D12DDIARG_BLT*);
typedef VOID(APIENTRY* PFND3D12DDI_BUILD_RAYTRACING_ACCELERATION_STRUCTURE_0054)(
    D3D12DDI_HCOMMANDLIST Arg1, const D3D12DDIARG_BUILD_RAYTRACING_ACCELERATION_STRUCTURE_0054*);
typedef VOID(APIENTRY* PFND3D12DDI_CLEAR_DEPTH_STENCIL_VIEW_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_CPU_DESCRIPTOR_HANDLE ViewCPUHandle, UINT Flags,
    FLOAT Depth, UINT8 Stencil, UINT NumRects, const D3D12DDI_RECT* pRects);
typedef VOID(APIENTRY* PFND3D12DDI_CLEAR_RENDER_TARGET_VIEW_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_CPU_DESCRIPTOR_HANDLE ViewCPUHandle,
    const FLOAT ColorRGBA[4], UINT NumRects, const D3D12DDI_RECT* pRects);
typedef VOID(APIENTRY* PFND3D12DDI_CLEAR_ROOT_ARGUMENTS)(D3D12DDI_HCOMMANDLIST CommandList);
typedef VOID(APIENTRY* PFND3D12DDI_CLEAR_UNORDERED_ACCESS_VIEW_FLOAT_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_GPU_DESCRIPTOR_HANDLE ViewGPUHandleInCurrentHeap,
    D3D12DDI_CPU_DESCRIPTOR_HANDLE ViewCPUHandle, D3D12DDI_HRESOURCE Resource,
    const FLOAT Values[4], UINT NumRects, const D3D12DDI_RECT* pRects);
typedef VOID(APIENTRY* PFND3D12DDI_CLEAR_UNORDERED_ACCESS_VIEW_UINT_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_GPU_DESCRIPTOR_HANDLE ViewGPUHandleInCurrentHeap,
    D3D12DDI_CPU_DESCRIPTOR_HANDLE ViewCPUHandle, D3D12DDI_HRESOURCE Resource, const UINT Values[4],
    UINT NumRects, const D3D12DDI_RECT* pRects);
typedef VOID(APIENTRY* PFND3D12DDI_CLOSECOMMANDLIST)(D3D12DDI_HCOMMANDLIST CommandList);
typedef VOID(APIENTRY* PFND3D12DDI_COPYBUFFERREGION_0003)(D3D12DDI_HCOMMANDLIST CommandList,
                                                          D3D12DDIARG_BUFFER_PLACEMENT Dst,
                                                          D3D12DDIARG_BUFFER_PLACEMENT Src,
                                                          UINT64 SrcBytes);
typedef VOID(APIENTRY* PFND3D12DDI_COPYTEXTUREREGION_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, const D3D12DDIARG_BUFFER_PLACEMENT* pBufferPlacementDst,
    D3D12DDIARG_PLACED_RESOURCE PlacedResourceDst, UINT DstX, UINT DstY, UINT DstZ,
    const D3D12DDIARG_BUFFER_PLACEMENT* pBufferPlacementSrc,
    D3D12DDIARG_PLACED_RESOURCE PlacedResourceSrc, const D3D12DDI_BOX* pSrcBox);
typedef VOID(APIENTRY* PFND3D12DDI_COPYTILES)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_HRESOURCE Resource,
    const D3D12DDI_TILED_RESOURCE_COORDINATE* pRegionStartCoord,
    const D3D12DDI_TILE_REGION_SIZE* pRegionSize, D3D12DDI_HRESOURCE Buffer,
    UINT64 BufferStartOffsetInBytes, D3D12DDI_TILE_COPY_FLAGS CopyFlags);
typedef VOID(APIENTRY* PFND3D12DDI_COPY_RAYTRACING_ACCELERATION_STRUCTURE_0054)(
    D3D12DDI_HCOMMANDLIST Arg1, const D3D12DDIARG_COPY_RAYTRACING_ACCELERATION_STRUCTURE_0054*);
typedef VOID(APIENTRY* PFND3D12DDI_DISCARD_RESOURCE_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_HRESOURCE Resource,
    const D3D12DDIARG_DISCARD_RESOURCE_0003* pDiscard);
typedef VOID(APIENTRY* PFND3D12DDI_DISPATCH)(D3D12DDI_HCOMMANDLIST CommandList,
                                             UINT ThreadGroupCountX, UINT ThreadGroupCountY,
                                             UINT ThreadGroupCountZ);
typedef VOID(APIENTRY* PFND3D12DDI_DISPATCH_MESH_0074)(D3D12DDI_HCOMMANDLIST, UINT, UINT, UINT);
typedef VOID(APIENTRY* PFND3D12DDI_DISPATCH_RAYS_0054)(D3D12DDI_HCOMMANDLIST Arg1,
                                                       const D3D12DDIARG_DISPATCH_RAYS_0054*);
typedef VOID(APIENTRY* PFND3D12DDI_DRAWINDEXEDINSTANCED)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT IndexCountPerInstance, UINT InstanceCount,
    UINT StartIndexLocation, INT BaseVertexLocation, UINT StartInstanceLocation);
typedef VOID(APIENTRY* PFND3D12DDI_DRAWINSTANCED)(D3D12DDI_HCOMMANDLIST CommandList,
                                                  UINT VertexCountPerInstance, UINT InstanceCount,
                                                  UINT StartVertexLocation,
                                                  UINT StartInstanceLocation);
typedef VOID(APIENTRY* PFND3D12DDI_EMIT_RAYTRACING_ACCELERATION_STRUCTURE_POSTBUILD_INFO_0054)(
    D3D12DDI_HCOMMANDLIST Arg1,
    const D3D12DDIARG_EMIT_RAYTRACING_ACCELERATION_STRUCTURE_POSTBUILD_INFO_0054*);
typedef VOID(APIENTRY* PFND3D12DDI_END_RENDER_PASS)(D3D12DDI_HCOMMANDLIST Arg1);
typedef VOID(APIENTRY* PFND3D12DDI_END_RENDER_PASS_0053)(D3D12DDI_HCOMMANDLIST Arg1);
typedef VOID(APIENTRY* PFND3D12DDI_EXECUTE_BUNDLE)(D3D12DDI_HCOMMANDLIST CommandList,
                                                   D3D12DDI_HCOMMANDLIST Bundle);
typedef VOID(APIENTRY* PFND3D12DDI_EXECUTE_INDIRECT)(D3D12DDI_HCOMMANDLIST CommandList,
                                                     D3D12DDI_HCOMMANDSIGNATURE CommandSignature,
                                                     UINT MaxCommandCount,
                                                     D3D12DDIARG_BUFFER_PLACEMENT ArgumentBuffer,
                                                     D3D12DDIARG_BUFFER_PLACEMENT CountBuffer);
typedef VOID(APIENTRY* PFND3D12DDI_EXECUTE_META_COMMAND_0052)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_HMETACOMMAND_0052 MetaCommand,
    CONST void* pvExecuteDesc, SIZE_T ExecuteDescSize);
typedef VOID(APIENTRY* PFND3D12DDI_IA_SETTOPOLOGY_0003)(D3D12DDI_HCOMMANDLIST CommandList,
                                                        D3D12DDI_PRIMITIVE_TOPOLOGY Topology);
typedef VOID(APIENTRY* PFND3D12DDI_IA_SET_INDEX_BUFFER)(D3D12DDI_HCOMMANDLIST CommandList,
                                                        const D3D12DDI_INDEX_BUFFER_VIEW* pDesc);
typedef VOID(APIENTRY* PFND3D12DDI_IA_SET_VERTEX_BUFFERS_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT StartSlot, UINT NumViews,
    const D3D12DDI_VERTEX_BUFFER_VIEW* pViews);
typedef VOID(APIENTRY* PFND3D12DDI_INITIALIZE_META_COMMAND_0052)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_HMETACOMMAND_0052 MetaCommand,
    CONST void* pvInitializeDesc, SIZE_T InitializeDescSize);
typedef VOID(APIENTRY* PFND3D12DDI_OM_SETBLENDFACTOR)(D3D12DDI_HCOMMANDLIST CommandList,
                                                      const FLOAT BlendFactor[4]);
typedef VOID(APIENTRY* PFND3D12DDI_OM_SETDEPTHBOUNDS_0025)(D3D12DDI_HCOMMANDLIST CommandList,
                                                           FLOAT Min, FLOAT Max);
typedef VOID(APIENTRY* PFND3D12DDI_OM_SETSTENCILREF)(D3D12DDI_HCOMMANDLIST CommandList,
                                                     UINT StencilRef);
typedef VOID(APIENTRY* PFND3D12DDI_OM_SET_RENDER_TARGETS_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT NumRenderTargetDescriptors,
    const D3D12DDI_CPU_DESCRIPTOR_HANDLE* pRenderTargetDescriptors,
    BOOL RTsSingleHandleToDescriptorRange,
    const D3D12DDI_CPU_DESCRIPTOR_HANDLE* pDepthStencilDescriptor);
typedef VOID(APIENTRY* PFND3D12DDI_PRESENT_0028)(D3D12DDI_HCOMMANDLIST hCommandList,
                                                 D3D12DDI_HCOMMANDQUEUE hCommandQueue,
                                                 const D3D12DDIARG_PRESENT_0001* pArgs,
                                                 D3D12DDI_PRESENT_0003* pPresent);
typedef VOID(APIENTRY* PFND3D12DDI_PRESENT_0051)(D3D12DDI_HCOMMANDLIST CommandList,
                                                 D3D12DDI_HCOMMANDQUEUE CommandQueue,
                                                 const D3D12DDIARG_PRESENT_0001* pDesc,
                                                 D3D12DDI_PRESENT_0051* pPresent,
                                                 D3D12DDI_PRESENT_CONTEXTS_0051*,
                                                 D3D12DDI_PRESENT_HWQUEUES_0051*);
typedef VOID(APIENTRY* PFND3D12DDI_RESETCOMMANDLIST)(D3D12DDI_HCOMMANDLIST hCommandList,
                                                     D3D12DDI_HCOMMANDALLOCATOR hAllocator,
                                                     D3D12DDI_HPIPELINESTATE hPipelineState);
typedef VOID(APIENTRY* PFND3D12DDI_RESETCOMMANDLIST_0040)(
    D3D12DDI_HCOMMANDLIST CommandList, const D3D12DDIARG_RESETCOMMANDLIST_0040* pReset);
typedef VOID(APIENTRY* PFND3D12DDI_RESOLVE_QUERY_DATA)(D3D12DDI_HCOMMANDLIST CommandList,
                                                       D3D12DDI_HQUERYHEAP QueryHeap,
                                                       D3D12DDI_QUERY_TYPE QueryType,
                                                       UINT StartElement, UINT ElementCount,
                                                       D3D12DDI_HRESOURCE DestinationBuffer,
                                                       UINT64 DestinationOffset);
typedef VOID(APIENTRY* PFND3D12DDI_RESOURCEBARRIER_0022)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT Count,
    const D3D12DDIARG_RESOURCE_BARRIER_0022* pResourceBarrierDesc);
typedef VOID(APIENTRY* PFND3D12DDI_RESOURCECOPY)(D3D12DDI_HCOMMANDLIST CommandList,
                                                 D3D12DDI_HRESOURCE DstResource,
                                                 D3D12DDI_HRESOURCE SrcResource);
typedef VOID(APIENTRY* PFND3D12DDI_RESOURCERESOLVESUBRESOURCE)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_HRESOURCE DstResource, UINT DstSubresource,
    D3D12DDI_HRESOURCE SrcResource, UINT SrcSubresource, DXGI_FORMAT Format);
typedef VOID(APIENTRY* PFND3D12DDI_RESOURCERESOLVESUBRESOURCEREGION_0027)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_HRESOURCE DstResource, UINT DstSubresource,
    UINT DstX, UINT DstY, D3D12DDI_HRESOURCE SrcResource, UINT SrcSubresource,
    D3D12DDI_RECT* pSrcRect, DXGI_FORMAT Format, D3D12DDI_RESOLVE_MODE ResolveMode);
typedef VOID(APIENTRY* PFND3D12DDI_RS_SETSCISSORRECTS_0003)(D3D12DDI_HCOMMANDLIST CommandList,
                                                            UINT Count,
                                                            const D3D12DDI_RECT* pRects);
typedef VOID(APIENTRY* PFND3D12DDI_RS_SETVIEWPORTS_0003)(D3D12DDI_HCOMMANDLIST CommandList,
                                                         UINT Count,
                                                         const D3D12DDI_VIEWPORT* pViewports);
typedef VOID(APIENTRY* PFND3D12DDI_RS_SET_SHADING_RATE_0062)(
    D3D12DDI_HCOMMANDLIST Arg1, D3D12DDI_SHADING_RATE_0062 ShadingRate,
    const D3D12DDI_SHADING_RATE_COMBINER_0062* Combiners);
typedef VOID(APIENTRY* PFND3D12DDI_RS_SET_SHADING_RATE_IMAGE_0062)(
    D3D12DDI_HCOMMANDLIST Arg1, D3D12DDI_HRESOURCE hShadingRateImage);
typedef VOID(APIENTRY* PFND3D12DDI_SETPROTECTEDRESOURCESESSION_0030)(
    D3D12DDI_HCOMMANDLIST CommandList, D3D12DDI_HPROTECTEDRESOURCESESSION_0030 ProtectedSession);
typedef VOID(APIENTRY* PFND3D12DDI_SETSAMPLEPOSITIONS_0027)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT NumSamplesPerPixel, UINT NumPixels,
    D3D12DDI_SAMPLE_POSITION* pSamplePositions);
typedef VOID(APIENTRY* PFND3D12DDI_SETVIEWINSTANCEMASK_0033)(D3D12DDI_HCOMMANDLIST CommandList,
                                                             UINT Mask);
typedef VOID(APIENTRY* PFND3D12DDI_SET_DESCRIPTOR_HEAPS_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT NumDescriptorHeaps,
    D3D12DDI_HDESCRIPTORHEAP* pDescriptorHeaps);
typedef VOID(APIENTRY* PFND3D12DDI_SET_MARKER)(D3D12DDI_HCOMMANDLIST CommandList, UINT64 Marker);
typedef VOID(APIENTRY* PFND3D12DDI_SET_PIPELINE_STATE)(D3D12DDI_HCOMMANDLIST CommandList,
                                                       D3D12DDI_HPIPELINESTATE PipelineState);
typedef VOID(APIENTRY* PFND3D12DDI_SET_PIPELINE_STATE1_0054)(D3D12DDI_HCOMMANDLIST Arg1,
                                                             D3D12DDI_HSTATEOBJECT_0054 Arg2);
typedef VOID(APIENTRY* PFND3D12DDI_SET_PREDICATION)(D3D12DDI_HCOMMANDLIST CommandList,
                                                    D3D12DDI_HRESOURCE Buffer,
                                                    UINT64 AlignedBufferOffset,
                                                    D3D12DDI_PREDICATION_OP Operation);
typedef VOID(APIENTRY* PFND3D12DDI_SET_ROOT_32BIT_CONSTANT)(D3D12DDI_HCOMMANDLIST CommandList,
                                                            UINT RootParameterIndex, UINT SrcData,
                                                            UINT DestOffsetIn32BitValues);
typedef VOID(APIENTRY* PFND3D12DDI_SET_ROOT_32BIT_CONSTANTS_0003)(D3D12DDI_HCOMMANDLIST CommandList,
                                                                  UINT RootParameterIndex,
                                                                  UINT Num32BitValuesToSet,
                                                                  const void* pSrcData,
                                                                  UINT DestOffsetIn32BitValues);
typedef VOID(APIENTRY* PFND3D12DDI_SET_ROOT_BUFFER_VIEW)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT RootParameterIndex,
    D3D12DDI_GPU_VIRTUAL_ADDRESS BufferLocation);
typedef VOID(APIENTRY* PFND3D12DDI_SET_ROOT_DESCRIPTOR_TABLE)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT RootParameterIndex,
    D3D12DDI_GPU_DESCRIPTOR_HANDLE BaseDescriptor);
typedef VOID(APIENTRY* PFND3D12DDI_SET_ROOT_SIGNATURE)(D3D12DDI_HCOMMANDLIST CommandList,
                                                       D3D12DDI_HROOTSIGNATURE RootSignature);
typedef VOID(APIENTRY* PFND3D12DDI_SO_SET_TARGETS_0003)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT StartSlot, UINT NumViews,
    const D3D12DDI_STREAM_OUTPUT_BUFFER_VIEW* pViews);
typedef VOID(APIENTRY* PFND3D12DDI_WRITEBUFFERIMMEDIATE_0032)(
    D3D12DDI_HCOMMANDLIST CommandList, UINT Count,
    CONST D3D12DDI_WRITEBUFFERIMMEDIATE_PARAMETER_0032* pParams,
    CONST D3D12DDI_WRITEBUFFERIMMEDIATE_MODE_0032* pModes);

/* Command queues. */
typedef VOID(APIENTRY* PFND3D12DDI_COPYTILEMAPPINGS)(
    D3D12DDI_HCOMMANDQUEUE CommandQueue, D3D12DDI_HRESOURCE DstResource,
    const D3D12DDI_TILED_RESOURCE_COORDINATE* pDstRegionStartCoord, D3D12DDI_HRESOURCE SrcResource,
    const D3D12DDI_TILED_RESOURCE_COORDINATE* pSrcRegionStartCoord,
    const D3D12DDI_TILE_REGION_SIZE* pRegionSize, D3D12DDI_TILE_MAPPING_FLAGS Flags);
typedef VOID(APIENTRY* PFND3D12DDI_EXECUTECOMMANDLISTS)(D3D12DDI_HCOMMANDQUEUE CommandQueue,
                                                        UINT Count,
                                                        const D3D12DDI_HCOMMANDLIST* pCommandLists);
typedef VOID(APIENTRY* PFND3D12DDI_SIGNAL_FENCE)(D3D12DDI_HCOMMANDQUEUE CommandQueue,
                                                 D3D12DDIARG_FENCE_OPERATION* pOperation);
typedef VOID(APIENTRY* PFND3D12DDI_UPDATETILEMAPPINGS)(
    D3D12DDI_HCOMMANDQUEUE CommandQueue, D3D12DDI_HRESOURCE Resource, UINT NumTiledResourceRegions,
    const D3D12DDI_TILED_RESOURCE_COORDINATE* pResourceRegionStartCoords,
    const D3D12DDI_TILE_REGION_SIZE* pResourceRegionSizes, D3D12DDI_HHEAP Heap, UINT NumRanges,
    const D3D12DDI_TILE_RANGE_FLAGS* pTileRangeFlags, const UINT* pHeapStartOffsets,
    const UINT* pRangeTileCounts, D3D12DDI_TILE_MAPPING_FLAGS Flags);
typedef VOID(APIENTRY* PFND3D12DDI_WAIT_FOR_FENCE)(D3D12DDI_HCOMMANDQUEUE CommandQueue,
                                                   D3D12DDIARG_FENCE_OPERATION* pOperation);

EXTERN_C_END
