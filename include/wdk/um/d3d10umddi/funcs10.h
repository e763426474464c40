/* Entry points of the Direct3D 10.0 and 10.1 device. */
#pragma once

EXTERN_C_START

struct D3D10DDI_DEVICEFUNCS;
struct D3D10_1DDI_DEVICEFUNCS;
struct D3D11DDI_DEVICEFUNCS;
struct D3D11_1DDI_DEVICEFUNCS;
struct D3DWDDM1_3DDI_DEVICEFUNCS;
struct D3DWDDM2_0DDI_DEVICEFUNCS;
struct D3DWDDM2_1DDI_DEVICEFUNCS;
struct D3DWDDM2_2DDI_DEVICEFUNCS;
struct D3DWDDM2_6DDI_DEVICEFUNCS;
struct D3D11DDIARG_CREATEDEFERREDCONTEXT;

/* Drawing and clearing. */
typedef VOID(APIENTRY* PFND3D10DDI_CLEARDEPTHSTENCILVIEW)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HDEPTHSTENCILVIEW hDepthStencilView, UINT Flags, FLOAT Depth,
    UINT8 Stencil);
typedef VOID(APIENTRY* PFND3D10DDI_CLEARRENDERTARGETVIEW)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRENDERTARGETVIEW hRenderTargetView, FLOAT ColorRGBA[4]);
typedef VOID(APIENTRY* PFND3D10DDI_DRAW)(D3D10DDI_HDEVICE hDevice, UINT VertexCount,
                                         UINT StartVertexLocation);
typedef VOID(APIENTRY* PFND3D10DDI_DRAWAUTO)(D3D10DDI_HDEVICE hDevice);
typedef VOID(APIENTRY* PFND3D10DDI_DRAWINDEXED)(D3D10DDI_HDEVICE hDevice, UINT IndexCount,
                                                UINT StartIndexLocation, INT BaseVertexLocation);
typedef VOID(APIENTRY* PFND3D10DDI_DRAWINDEXEDINSTANCED)(
    D3D10DDI_HDEVICE hDevice, UINT IndexCountPerInstance, UINT InstanceCount,
    UINT StartIndexLocation, INT BaseVertexLocation, UINT StartInstanceLocation);
typedef VOID(APIENTRY* PFND3D10DDI_DRAWINSTANCED)(D3D10DDI_HDEVICE hDevice,
                                                  UINT VertexCountPerInstance, UINT InstanceCount,
                                                  UINT StartVertexLocation,
                                                  UINT StartInstanceLocation);

/* Resources: creation, maps, copies, hazards. */
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATEOPENEDRESOURCESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_OPENRESOURCE* pOpenResource);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATERESOURCESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATERESOURCE* pCreateResource);
typedef VOID(APIENTRY* PFND3D10DDI_CREATERESOURCE)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATERESOURCE* pCreateResource,
    D3D10DDI_HRESOURCE hResource, D3D10DDI_HRTRESOURCE hRTResource);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYRESOURCE)(D3D10DDI_HDEVICE hDevice,
                                                    D3D10DDI_HRESOURCE hResource);
typedef VOID(APIENTRY* PFND3D10DDI_GENMIPS)(D3D10DDI_HDEVICE hDevice,
                                            D3D10DDI_HSHADERRESOURCEVIEW hShaderResourceView);
typedef VOID(APIENTRY* PFND3D10DDI_OPENRESOURCE)(D3D10DDI_HDEVICE hDevice,
                                                 const D3D10DDIARG_OPENRESOURCE* pOpenResource,
                                                 D3D10DDI_HRESOURCE hResource,
                                                 D3D10DDI_HRTRESOURCE hRTResource);
typedef VOID(APIENTRY* PFND3D10DDI_RESOURCECOPY)(D3D10DDI_HDEVICE hDevice,
                                                 D3D10DDI_HRESOURCE hDstResource,
                                                 D3D10DDI_HRESOURCE hSrcResource);
typedef VOID(APIENTRY* PFND3D10DDI_RESOURCECOPYREGION)(D3D10DDI_HDEVICE hDevice,
                                                       D3D10DDI_HRESOURCE hDstResource,
                                                       UINT DstSubresource, UINT DstX, UINT DstY,
                                                       UINT DstZ, D3D10DDI_HRESOURCE hSrcResource,
                                                       UINT SrcSubresource,
                                                       const D3D10_DDI_BOX* pSrcBox);
typedef BOOL(APIENTRY* PFND3D10DDI_RESOURCEISSTAGINGBUSY)(D3D10DDI_HDEVICE hDevice,
                                                          D3D10DDI_HRESOURCE hResource);
typedef VOID(APIENTRY* PFND3D10DDI_RESOURCEMAP)(D3D10DDI_HDEVICE hDevice,
                                                D3D10DDI_HRESOURCE hResource, UINT Subresource,
                                                D3D10_DDI_MAP DDIMap, UINT Flags,
                                                D3D10DDI_MAPPED_SUBRESOURCE* pMappedSubResource);
typedef VOID(APIENTRY* PFND3D10DDI_RESOURCEREADAFTERWRITEHAZARD)(D3D10DDI_HDEVICE hDevice,
                                                                 D3D10DDI_HRESOURCE hResource);
typedef VOID(APIENTRY* PFND3D10DDI_RESOURCERESOLVESUBRESOURCE)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hDstResource, UINT DstSubresource,
    D3D10DDI_HRESOURCE hSrcResource, UINT SrcSubresource, DXGI_FORMAT ResolveFormat);
typedef VOID(APIENTRY* PFND3D10DDI_RESOURCEUNMAP)(D3D10DDI_HDEVICE hDevice,
                                                  D3D10DDI_HRESOURCE hResource, UINT Subresource);
typedef VOID(APIENTRY* PFND3D10DDI_RESOURCEUPDATESUBRESOURCEUP)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hDstResource, UINT DstSubresource,
    const D3D10_DDI_BOX* pDstBox, const VOID* pSysMemUP, UINT RowPitch, UINT DepthPitch);
typedef VOID(APIENTRY* PFND3D10DDI_SHADERRESOURCEVIEWREADAFTERWRITEHAZARD)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HSHADERRESOURCEVIEW hShaderResourceView,
    D3D10DDI_HRESOURCE hResource);

/* Views. */
typedef SIZE_T(APIENTRY* PFND3D10_1DDI_CALCPRIVATESHADERRESOURCEVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice,
    const D3D10_1DDIARG_CREATESHADERRESOURCEVIEW* pCreateShaderResourceView);
typedef VOID(APIENTRY* PFND3D10_1DDI_CREATESHADERRESOURCEVIEW)(
    D3D10DDI_HDEVICE hDevice,
    const D3D10_1DDIARG_CREATESHADERRESOURCEVIEW* pCreateShaderResourceView,
    D3D10DDI_HSHADERRESOURCEVIEW hShaderResourceView,
    D3D10DDI_HRTSHADERRESOURCEVIEW hRTShaderResourceView);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATEDEPTHSTENCILVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATEDEPTHSTENCILVIEW* pCreateDepthStencilView);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATERENDERTARGETVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATERENDERTARGETVIEW* pCreateRenderTargetView);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATESHADERRESOURCEVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice,
    const D3D10DDIARG_CREATESHADERRESOURCEVIEW* pCreateShaderResourceView);
typedef VOID(APIENTRY* PFND3D10DDI_CREATEDEPTHSTENCILVIEW)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATEDEPTHSTENCILVIEW* pCreateDepthStencilView,
    D3D10DDI_HDEPTHSTENCILVIEW hDepthStencilView, D3D10DDI_HRTDEPTHSTENCILVIEW hRTDepthStencilView);
typedef VOID(APIENTRY* PFND3D10DDI_CREATERENDERTARGETVIEW)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATERENDERTARGETVIEW* pCreateRenderTargetView,
    D3D10DDI_HRENDERTARGETVIEW hRenderTargetView, D3D10DDI_HRTRENDERTARGETVIEW hRTRenderTargetView);
typedef VOID(APIENTRY* PFND3D10DDI_CREATESHADERRESOURCEVIEW)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATESHADERRESOURCEVIEW* pCreateShaderResourceView,
    D3D10DDI_HSHADERRESOURCEVIEW hShaderResourceView,
    D3D10DDI_HRTSHADERRESOURCEVIEW hRTShaderResourceView);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYDEPTHSTENCILVIEW)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HDEPTHSTENCILVIEW hDepthStencilView);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYRENDERTARGETVIEW)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRENDERTARGETVIEW hRenderTargetView);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYSHADERRESOURCEVIEW)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HSHADERRESOURCEVIEW hShaderResourceView);

/* Shaders. */
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATEGEOMETRYSHADERWITHSTREAMOUTPUT)(
    D3D10DDI_HDEVICE hDevice,
    const D3D10DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT* pCreateGeometryShaderWithStreamOutput,
    const D3D10DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATESHADERSIZE)(
    D3D10DDI_HDEVICE hDevice, const UINT* pCode,
    const D3D10DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D10DDI_CREATEGEOMETRYSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D10DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D10DDI_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT)(
    D3D10DDI_HDEVICE hDevice,
    const D3D10DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT* pCreateGeometryWithShaderOutput,
    D3D10DDI_HSHADER hShader, D3D10DDI_HRTSHADER hRTShader,
    const D3D10DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D10DDI_CREATEPIXELSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D10DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D10DDI_CREATEVERTEXSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D10DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYSHADER)(D3D10DDI_HDEVICE hDevice,
                                                  D3D10DDI_HSHADER hShader);
typedef VOID(APIENTRY* PFND3D10DDI_SETSHADER)(D3D10DDI_HDEVICE hDevice, D3D10DDI_HSHADER hShader);

/* State objects. */
typedef SIZE_T(APIENTRY* PFND3D10_1DDI_CALCPRIVATEBLENDSTATESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10_1_DDI_BLEND_DESC* pBlendDesc);
typedef VOID(APIENTRY* PFND3D10_1DDI_CREATEBLENDSTATE)(D3D10DDI_HDEVICE hDevice,
                                                       const D3D10_1_DDI_BLEND_DESC* pBlendDesc,
                                                       D3D10DDI_HBLENDSTATE hBlendState,
                                                       D3D10DDI_HRTBLENDSTATE hRTBlendState);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATEBLENDSTATESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10_DDI_BLEND_DESC* pBlendDesc);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATEDEPTHSTENCILSTATESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10_DDI_DEPTH_STENCIL_DESC* pDepthStencilDesc);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATEELEMENTLAYOUTSIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATEELEMENTLAYOUT* pCreateElementLayout);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATEQUERYSIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATEQUERY* pCreateQuery);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATERASTERIZERSTATESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10_DDI_RASTERIZER_DESC* pRasterizerDesc);
typedef SIZE_T(APIENTRY* PFND3D10DDI_CALCPRIVATESAMPLERSIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D10_DDI_SAMPLER_DESC* pSamplerDesc);
typedef VOID(APIENTRY* PFND3D10DDI_CREATEBLENDSTATE)(D3D10DDI_HDEVICE hDevice,
                                                     const D3D10_DDI_BLEND_DESC* pBlendDesc,
                                                     D3D10DDI_HBLENDSTATE hBlendState,
                                                     D3D10DDI_HRTBLENDSTATE hRTBlendState);
typedef VOID(APIENTRY* PFND3D10DDI_CREATEDEPTHSTENCILSTATE)(
    D3D10DDI_HDEVICE hDevice, const D3D10_DDI_DEPTH_STENCIL_DESC* pDepthStencilDesc,
    D3D10DDI_HDEPTHSTENCILSTATE hDepthStencilState,
    D3D10DDI_HRTDEPTHSTENCILSTATE hRTDepthStencilState);
typedef VOID(APIENTRY* PFND3D10DDI_CREATEELEMENTLAYOUT)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDIARG_CREATEELEMENTLAYOUT* pCreateElementLayout,
    D3D10DDI_HELEMENTLAYOUT hElementLayout, D3D10DDI_HRTELEMENTLAYOUT hRTElementLayout);
typedef VOID(APIENTRY* PFND3D10DDI_CREATEQUERY)(D3D10DDI_HDEVICE hDevice,
                                                const D3D10DDIARG_CREATEQUERY* pCreateQuery,
                                                D3D10DDI_HQUERY hQuery, D3D10DDI_HRTQUERY hRTQuery);
typedef VOID(APIENTRY* PFND3D10DDI_CREATERASTERIZERSTATE)(
    D3D10DDI_HDEVICE hDevice, const D3D10_DDI_RASTERIZER_DESC* pRasterizerDesc,
    D3D10DDI_HRASTERIZERSTATE hRasterizerState, D3D10DDI_HRTRASTERIZERSTATE hRTRasterizerState);
typedef VOID(APIENTRY* PFND3D10DDI_CREATESAMPLER)(D3D10DDI_HDEVICE hDevice,
                                                  const D3D10_DDI_SAMPLER_DESC* pSamplerDesc,
                                                  D3D10DDI_HSAMPLER hSampler,
                                                  D3D10DDI_HRTSAMPLER hRTSampler);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYBLENDSTATE)(D3D10DDI_HDEVICE hDevice,
                                                      D3D10DDI_HBLENDSTATE hBlendState);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYDEPTHSTENCILSTATE)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HDEPTHSTENCILSTATE hDepthStencilState);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYELEMENTLAYOUT)(D3D10DDI_HDEVICE hDevice,
                                                         D3D10DDI_HELEMENTLAYOUT hElementLayout);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYQUERY)(D3D10DDI_HDEVICE hDevice, D3D10DDI_HQUERY hQuery);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYRASTERIZERSTATE)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRASTERIZERSTATE hRasterizerState);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYSAMPLER)(D3D10DDI_HDEVICE hDevice,
                                                   D3D10DDI_HSAMPLER hSampler);
typedef VOID(APIENTRY* PFND3D10DDI_QUERYBEGIN)(D3D10DDI_HDEVICE hDevice, D3D10DDI_HQUERY hQuery);
typedef VOID(APIENTRY* PFND3D10DDI_QUERYEND)(D3D10DDI_HDEVICE hDevice, D3D10DDI_HQUERY hQuery);
typedef VOID(APIENTRY* PFND3D10DDI_QUERYGETDATA)(D3D10DDI_HDEVICE hDevice, D3D10DDI_HQUERY hQuery,
                                                 VOID* pData, UINT DataSize, UINT Flags);
typedef VOID(APIENTRY* PFND3D10DDI_SETBLENDSTATE)(D3D10DDI_HDEVICE hDevice,
                                                  D3D10DDI_HBLENDSTATE hState,
                                                  const FLOAT BlendFactor[4], UINT SampleMask);
typedef VOID(APIENTRY* PFND3D10DDI_SETDEPTHSTENCILSTATE)(D3D10DDI_HDEVICE hDevice,
                                                         D3D10DDI_HDEPTHSTENCILSTATE hState,
                                                         UINT StencilRef);
typedef VOID(APIENTRY* PFND3D10DDI_SETINPUTLAYOUT)(D3D10DDI_HDEVICE hDevice,
                                                   D3D10DDI_HELEMENTLAYOUT hInputLayout);
typedef VOID(APIENTRY* PFND3D10DDI_SETPREDICATION)(D3D10DDI_HDEVICE hDevice, D3D10DDI_HQUERY hQuery,
                                                   BOOL PredicateValue);
typedef VOID(APIENTRY* PFND3D10DDI_SETRASTERIZERSTATE)(D3D10DDI_HDEVICE hDevice,
                                                       D3D10DDI_HRASTERIZERSTATE hRasterizerState);
typedef VOID(APIENTRY* PFND3D10DDI_SETSAMPLERS)(D3D10DDI_HDEVICE hDevice, UINT Offset,
                                                UINT NumSamplers,
                                                const D3D10DDI_HSAMPLER* phSamplers);

/* Binding. */
typedef VOID(APIENTRY* PFND3D10DDI_IA_SETINDEXBUFFER)(D3D10DDI_HDEVICE hDevice,
                                                      D3D10DDI_HRESOURCE hBuffer,
                                                      DXGI_FORMAT Format, UINT Offset);
typedef VOID(APIENTRY* PFND3D10DDI_IA_SETTOPOLOGY)(D3D10DDI_HDEVICE hDevice,
                                                   D3D10_DDI_PRIMITIVE_TOPOLOGY PrimitiveTopology);
typedef VOID(APIENTRY* PFND3D10DDI_IA_SETVERTEXBUFFERS)(D3D10DDI_HDEVICE hDevice, UINT StartBuffer,
                                                        UINT NumBuffers,
                                                        const D3D10DDI_HRESOURCE* phBuffers,
                                                        const UINT* pStrides, const UINT* pOffsets);
typedef VOID(APIENTRY* PFND3D10DDI_SETCONSTANTBUFFERS)(D3D10DDI_HDEVICE hDevice, UINT StartBuffer,
                                                       UINT NumBuffers,
                                                       const D3D10DDI_HRESOURCE* phBuffers);
typedef VOID(APIENTRY* PFND3D10DDI_SETRENDERTARGETS)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDI_HRENDERTARGETVIEW* phRenderTargetView, UINT RTargets,
    UINT ClearTargets, D3D10DDI_HDEPTHSTENCILVIEW hDepthStencilView);
typedef VOID(APIENTRY* PFND3D10DDI_SETSCISSORRECTS)(D3D10DDI_HDEVICE hDevice, UINT NumScissorRects,
                                                    UINT ClearScissorRects,
                                                    const D3D10_DDI_RECT* pRects);
typedef VOID(APIENTRY* PFND3D10DDI_SETSHADERRESOURCES)(
    D3D10DDI_HDEVICE hDevice, UINT Offset, UINT NumViews,
    const D3D10DDI_HSHADERRESOURCEVIEW* phShaderResourceViews);
typedef VOID(APIENTRY* PFND3D10DDI_SETTEXTFILTERSIZE)(D3D10DDI_HDEVICE hDevice, UINT Width,
                                                      UINT Height);
typedef VOID(APIENTRY* PFND3D10DDI_SETVIEWPORTS)(D3D10DDI_HDEVICE hDevice, UINT NumViewports,
                                                 UINT ClearViewports,
                                                 const D3D10_DDI_VIEWPORT* pViewports);
typedef VOID(APIENTRY* PFND3D10DDI_SO_SETTARGETS)(D3D10DDI_HDEVICE hDevice, UINT SOTargets,
                                                  UINT ClearTargets,
                                                  const D3D10DDI_HRESOURCE* phResource,
                                                  const UINT* pOffsets);

/* Device. */
typedef VOID(APIENTRY* PFND3D10_1DDI_RELOCATEDEVICEFUNCS)(
    D3D10DDI_HDEVICE hDevice, struct D3D10_1DDI_DEVICEFUNCS* pDeviceFunctions);
typedef VOID(APIENTRY* PFND3D10DDI_CHECKCOUNTER)(D3D10DDI_HDEVICE hDevice, D3D10DDI_QUERY Query,
                                                 D3D10DDI_COUNTER_TYPE* pCounterType,
                                                 UINT* pActiveCounters, LPSTR pName,
                                                 UINT* pNameLength, LPSTR pUnits,
                                                 UINT* pUnitsLength, LPSTR pDescription,
                                                 UINT* pDescriptionLength);
typedef VOID(APIENTRY* PFND3D10DDI_CHECKCOUNTERINFO)(D3D10DDI_HDEVICE hDevice,
                                                     D3D10DDI_COUNTER_INFO* pCounterInfo);
typedef VOID(APIENTRY* PFND3D10DDI_CHECKFORMATSUPPORT)(D3D10DDI_HDEVICE hDevice, DXGI_FORMAT Format,
                                                       UINT* pFormatCaps);
typedef VOID(APIENTRY* PFND3D10DDI_CHECKMULTISAMPLEQUALITYLEVELS)(D3D10DDI_HDEVICE hDevice,
                                                                  DXGI_FORMAT Format,
                                                                  UINT SampleCount,
                                                                  UINT* pNumQualityLevels);
typedef VOID(APIENTRY* PFND3D10DDI_DESTROYDEVICE)(D3D10DDI_HDEVICE hDevice);
typedef VOID(APIENTRY* PFND3D10DDI_FLUSH)(D3D10DDI_HDEVICE hDevice);
typedef VOID(APIENTRY* PFND3D10DDI_RELOCATEDEVICEFUNCS)(
    D3D10DDI_HDEVICE hDevice, struct D3D10DDI_DEVICEFUNCS* pDeviceFunctions);
typedef HRESULT(APIENTRY* PFND3D10DDI_RETRIEVESUBOBJECT)(D3D10DDI_HDEVICE hDevice,
                                                         UINT32 SubDeviceID, SIZE_T ParamSize,
                                                         void* pParams, SIZE_T OutputParamSize,
                                                         void* pOutputParamsBuffer);

/* Reserved for the system. */
#if defined(D3D10PSGP)
typedef VOID(APIENTRY* PFND3D10DDI_RESETPRIMITIVEID)(D3D10DDI_HDEVICE hDevice, UINT Value);
typedef VOID(APIENTRY* PFND3D10DDI_SETVERTEXPIPELINEOUTPUT)(D3D10DDI_HDEVICE hDevice, UINT Value);
#endif

EXTERN_C_END
