/* Entry points that Direct3D 11.0 and 11.1 add. */
#pragma once

EXTERN_C_START

/* Drawing, dispatch, clearing. */
typedef VOID(APIENTRY* PFND3D11_1DDI_CLEARVIEW)(D3D10DDI_HDEVICE hDevice,
                                                D3D11DDI_HANDLETYPE HandleType, VOID* hView,
                                                const FLOAT Color[4], const D3D10_DDI_RECT* pRect,
                                                UINT NumRects);
typedef VOID(APIENTRY* PFND3D11_1DDI_DISCARD)(D3D10DDI_HDEVICE hDevice,
                                              D3D11DDI_HANDLETYPE HandleType, VOID* hResourceOrView,
                                              const D3D10_DDI_RECT* pRects, UINT NumRects);
typedef VOID(APIENTRY* PFND3D11DDI_CLEARUNORDEREDACCESSVIEWFLOAT)(
    D3D10DDI_HDEVICE hDevice, D3D11DDI_HUNORDEREDACCESSVIEW hUnorderedAccessView,
    const FLOAT Values[4]);
typedef VOID(APIENTRY* PFND3D11DDI_CLEARUNORDEREDACCESSVIEWUINT)(
    D3D10DDI_HDEVICE hDevice, D3D11DDI_HUNORDEREDACCESSVIEW hUnorderedAccessView,
    const UINT Values[4]);
typedef VOID(APIENTRY* PFND3D11DDI_COPYSTRUCTURECOUNT)(D3D10DDI_HDEVICE hDevice,
                                                       D3D10DDI_HRESOURCE hDstBuffer,
                                                       UINT DstAlignedByteOffset,
                                                       D3D11DDI_HUNORDEREDACCESSVIEW hSrcView);
typedef VOID(APIENTRY* PFND3D11DDI_DISPATCH)(D3D10DDI_HDEVICE hDevice, UINT ThreadGroupCountX,
                                             UINT ThreadGroupCountY, UINT ThreadGroupCountZ);
typedef VOID(APIENTRY* PFND3D11DDI_DISPATCHINDIRECT)(D3D10DDI_HDEVICE hDevice,
                                                     D3D10DDI_HRESOURCE hBufferForArgs,
                                                     UINT AlignedByteOffsetForArgs);
typedef VOID(APIENTRY* PFND3D11DDI_DRAWINDEXEDINSTANCEDINDIRECT)(D3D10DDI_HDEVICE hDevice,
                                                                 D3D10DDI_HRESOURCE hBufferForArgs,
                                                                 UINT AlignedByteOffsetForArgs);
typedef VOID(APIENTRY* PFND3D11DDI_DRAWINSTANCEDINDIRECT)(D3D10DDI_HDEVICE hDevice,
                                                          D3D10DDI_HRESOURCE hBufferForArgs,
                                                          UINT AlignedByteOffsetForArgs);

/* Command lists and deferred contexts. */
typedef VOID(APIENTRY* PFND3D11DDI_ABANDONCOMMANDLIST)(D3D10DDI_HDEVICE hDevice);
typedef SIZE_T(APIENTRY* PFND3D11DDI_CALCDEFERREDCONTEXTHANDLESIZE)(D3D10DDI_HDEVICE hDevice,
                                                                    D3D11DDI_HANDLETYPE HandleType,
                                                                    VOID* pICObject);
typedef SIZE_T(APIENTRY* PFND3D11DDI_CALCPRIVATECOMMANDLISTSIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATECOMMANDLIST* pCreateCommandList);
typedef SIZE_T(APIENTRY* PFND3D11DDI_CALCPRIVATEDEFERREDCONTEXTSIZE)(
    D3D10DDI_HDEVICE hDevice,
    const D3D11DDIARG_CALCPRIVATEDEFERREDCONTEXTSIZE* pCalcPrivateDeferredContextSize);
typedef VOID(APIENTRY* PFND3D11DDI_CHECKDEFERREDCONTEXTHANDLESIZES)(
    D3D10DDI_HDEVICE hDevice, UINT* pHSizes, D3D11DDI_HANDLESIZE* pHandleSize);
typedef VOID(APIENTRY* PFND3D11DDI_COMMANDLISTEXECUTE)(D3D10DDI_HDEVICE hDevice,
                                                       D3D11DDI_HCOMMANDLIST hCommandList);
typedef VOID(APIENTRY* PFND3D11DDI_CREATECOMMANDLIST)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATECOMMANDLIST* pCreateCommandList,
    D3D11DDI_HCOMMANDLIST hCommandList, D3D11DDI_HRTCOMMANDLIST hRTCommandList);
typedef VOID(APIENTRY* PFND3D11DDI_CREATEDEFERREDCONTEXT)(
    D3D10DDI_HDEVICE hDevice,
    const struct D3D11DDIARG_CREATEDEFERREDCONTEXT* pCreateDeferredContext);
typedef VOID(APIENTRY* PFND3D11DDI_DESTROYCOMMANDLIST)(D3D10DDI_HDEVICE hDevice,
                                                       D3D11DDI_HCOMMANDLIST hCommandList);
typedef VOID(APIENTRY* PFND3D11DDI_RECYCLECOMMANDLIST)(D3D10DDI_HDEVICE hDevice,
                                                       D3D11DDI_HCOMMANDLIST hCommandList);
typedef HRESULT(APIENTRY* PFND3D11DDI_RECYCLECREATECOMMANDLIST)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATECOMMANDLIST* pCreateCommandList,
    D3D11DDI_HCOMMANDLIST hCommandList, D3D11DDI_HRTCOMMANDLIST hRTCommandList);
typedef HRESULT(APIENTRY* PFND3D11DDI_RECYCLECREATEDEFERREDCONTEXT)(
    D3D10DDI_HDEVICE hDevice,
    const struct D3D11DDIARG_CREATEDEFERREDCONTEXT* pCreateDeferredContext);

/* Shaders. */
typedef VOID(APIENTRY* PFND3D11_1DDI_ASSIGNDEBUGBINARY)(D3D10DDI_HDEVICE hDevice,
                                                        D3D10DDI_HSHADER hShader, UINT uBinarySize,
                                                        const VOID* pBinary);
typedef SIZE_T(APIENTRY* PFND3D11_1DDI_CALCPRIVATEGEOMETRYSHADERWITHSTREAMOUTPUT)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT* pOutput,
    const D3D11_1DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef SIZE_T(APIENTRY* PFND3D11_1DDI_CALCPRIVATESHADERSIZE)(
    D3D10DDI_HDEVICE hDevice, const UINT* pShaderCode,
    const D3D11_1DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11_1DDI_CREATEDOMAINSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pShaderCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D11_1DDIARG_TESSELLATION_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11_1DDI_CREATEGEOMETRYSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pShaderCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D11_1DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11_1DDI_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT* pOutput,
    D3D10DDI_HSHADER hShader, D3D10DDI_HRTSHADER hRTShader,
    const D3D11_1DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11_1DDI_CREATEHULLSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pShaderCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D11_1DDIARG_TESSELLATION_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11_1DDI_CREATEPIXELSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pShaderCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D11_1DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11_1DDI_CREATEVERTEXSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pShaderCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D11_1DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef SIZE_T(APIENTRY* PFND3D11DDI_CALCPRIVATEGEOMETRYSHADERWITHSTREAMOUTPUT)(
    D3D10DDI_HDEVICE hDevice,
    const D3D11DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT* pCreateGeometryShaderWithStreamOutput,
    const D3D10DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef SIZE_T(APIENTRY* PFND3D11DDI_CALCPRIVATETESSELLATIONSHADERSIZE)(
    D3D10DDI_HDEVICE hDevice, const UINT* pCode,
    const D3D11DDIARG_TESSELLATION_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11DDI_CREATECOMPUTESHADER)(D3D10DDI_HDEVICE hDevice, const UINT* pCode,
                                                        D3D10DDI_HSHADER hShader,
                                                        D3D10DDI_HRTSHADER hRTShader);
typedef VOID(APIENTRY* PFND3D11DDI_CREATEDOMAINSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D11DDIARG_TESSELLATION_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11DDI_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT)(
    D3D10DDI_HDEVICE hDevice,
    const D3D11DDIARG_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT* pCreateGeometryWithShaderOutput,
    D3D10DDI_HSHADER hShader, D3D10DDI_HRTSHADER hRTShader,
    const D3D10DDIARG_STAGE_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11DDI_CREATEHULLSHADER)(
    D3D10DDI_HDEVICE hDevice, const UINT* pCode, D3D10DDI_HSHADER hShader,
    D3D10DDI_HRTSHADER hRTShader, const D3D11DDIARG_TESSELLATION_IO_SIGNATURES* pSignatures);
typedef VOID(APIENTRY* PFND3D11DDI_SETSHADER_WITH_IFACES)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HSHADER hShader, UINT NumClassInstances, const UINT* pIfaces,
    const D3D11DDIARG_POINTERDATA* pPointerData);
typedef SIZE_T(APIENTRY* PFND3D11_1DDI_CALCPRIVATETESSELLATIONSHADERSIZE)(
    D3D10DDI_HDEVICE hDevice, const UINT* pShaderCode,
    const D3D11_1DDIARG_TESSELLATION_IO_SIGNATURES* pSignatures);

/* Resources and views. */
typedef VOID(APIENTRY* PFND3D11_1DDI_RESOURCECOPYREGION)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hDstResource, UINT DstSubresource, UINT DstX,
    UINT DstY, UINT DstZ, D3D10DDI_HRESOURCE hSrcResource, UINT SrcSubresource,
    const D3D10_DDI_BOX* pSrcBox, UINT CopyFlags);
typedef VOID(APIENTRY* PFND3D11_1DDI_RESOURCEUPDATESUBRESOURCEUP)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hDstResource, UINT DstSubresource,
    const D3D10_DDI_BOX* pDstBox, const VOID* pSysMemUP, UINT RowPitch, UINT DepthPitch,
    UINT CopyFlags);
typedef SIZE_T(APIENTRY* PFND3D11DDI_CALCPRIVATEDEPTHSTENCILVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATEDEPTHSTENCILVIEW* pCreateDepthStencilView);
typedef SIZE_T(APIENTRY* PFND3D11DDI_CALCPRIVATERESOURCESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATERESOURCE* pCreateResource);
typedef SIZE_T(APIENTRY* PFND3D11DDI_CALCPRIVATESHADERRESOURCEVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice,
    const D3D11DDIARG_CREATESHADERRESOURCEVIEW* pCreateShaderResourceView);
typedef SIZE_T(APIENTRY* PFND3D11DDI_CALCPRIVATEUNORDEREDACCESSVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice,
    const D3D11DDIARG_CREATEUNORDEREDACCESSVIEW* pCreateUnorderedAccessView);
typedef VOID(APIENTRY* PFND3D11DDI_CREATEDEPTHSTENCILVIEW)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATEDEPTHSTENCILVIEW* pCreateDepthStencilView,
    D3D10DDI_HDEPTHSTENCILVIEW hDepthStencilView, D3D10DDI_HRTDEPTHSTENCILVIEW hRTDepthStencilView);
typedef VOID(APIENTRY* PFND3D11DDI_CREATERESOURCE)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATERESOURCE* pCreateResource,
    D3D10DDI_HRESOURCE hResource, D3D10DDI_HRTRESOURCE hRTResource);
typedef VOID(APIENTRY* PFND3D11DDI_CREATESHADERRESOURCEVIEW)(
    D3D10DDI_HDEVICE hDevice, const D3D11DDIARG_CREATESHADERRESOURCEVIEW* pCreateShaderResourceView,
    D3D10DDI_HSHADERRESOURCEVIEW hShaderResourceView,
    D3D10DDI_HRTSHADERRESOURCEVIEW hRTShaderResourceView);
typedef VOID(APIENTRY* PFND3D11DDI_CREATEUNORDEREDACCESSVIEW)(
    D3D10DDI_HDEVICE hDevice,
    const D3D11DDIARG_CREATEUNORDEREDACCESSVIEW* pCreateUnorderedAccessView,
    D3D11DDI_HUNORDEREDACCESSVIEW hUnorderedAccessView,
    D3D11DDI_HRTUNORDEREDACCESSVIEW hRTUnorderedAccessView);
typedef VOID(APIENTRY* PFND3D11DDI_DESTROYUNORDEREDACCESSVIEW)(
    D3D10DDI_HDEVICE hDevice, D3D11DDI_HUNORDEREDACCESSVIEW hUnorderedAccessView);
typedef VOID(APIENTRY* PFND3D11DDI_SETRESOURCEMINLOD)(D3D10DDI_HDEVICE hDevice,
                                                      D3D10DDI_HRESOURCE hResource, FLOAT MinLOD);
typedef VOID(APIENTRY* PFND3D11DDI_SETUNORDEREDACCESSVIEWS)(
    D3D10DDI_HDEVICE hDevice, UINT Offset, UINT NumViews,
    const D3D11DDI_HUNORDEREDACCESSVIEW* phUnorderedAccessView, const UINT* pUAVInitialCounts);

/* State, binding, device. */
typedef SIZE_T(APIENTRY* PFND3D11_1DDI_CALCPRIVATEBLENDSTATESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D11_1_DDI_BLEND_DESC* pBlendDesc);
typedef SIZE_T(APIENTRY* PFND3D11_1DDI_CALCPRIVATERASTERIZERSTATESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3D11_1_DDI_RASTERIZER_DESC* pRasterizerDesc);
typedef VOID(APIENTRY* PFND3D11_1DDI_CHECKDIRECTFLIPSUPPORT)(D3D10DDI_HDEVICE hDevice,
                                                             D3D10DDI_HRESOURCE hResource1,
                                                             D3D10DDI_HRESOURCE hResource2,
                                                             UINT CheckDirectFlipFlags,
                                                             BOOL* pSupported);
typedef VOID(APIENTRY* PFND3D11_1DDI_CREATEBLENDSTATE)(D3D10DDI_HDEVICE hDevice,
                                                       const D3D11_1_DDI_BLEND_DESC* pBlendDesc,
                                                       D3D10DDI_HBLENDSTATE hBlendState,
                                                       D3D10DDI_HRTBLENDSTATE hRTBlendState);
typedef VOID(APIENTRY* PFND3D11_1DDI_CREATERASTERIZERSTATE)(
    D3D10DDI_HDEVICE hDevice, const D3D11_1_DDI_RASTERIZER_DESC* pRasterizerDesc,
    D3D10DDI_HRASTERIZERSTATE hRasterizerState, D3D10DDI_HRTRASTERIZERSTATE hRTRasterizerState);
typedef BOOL(APIENTRY* PFND3D11_1DDI_FLUSH)(D3D10DDI_HDEVICE hDevice, UINT FlushFlags);
typedef VOID(APIENTRY* PFND3D11_1DDI_RELOCATEDEVICEFUNCS)(
    D3D10DDI_HDEVICE hDevice, struct D3D11_1DDI_DEVICEFUNCS* pDeviceFunctions);
typedef VOID(APIENTRY* PFND3D11_1DDI_SETCONSTANTBUFFERS)(D3D10DDI_HDEVICE hDevice, UINT StartBuffer,
                                                         UINT NumBuffers,
                                                         const D3D10DDI_HRESOURCE* phBuffers,
                                                         const UINT* pFirstConstant,
                                                         const UINT* pNumConstants);
typedef VOID(APIENTRY* PFND3D11DDI_RELOCATEDEVICEFUNCS)(
    D3D10DDI_HDEVICE hDevice, struct D3D11DDI_DEVICEFUNCS* pDeviceFunctions);
typedef VOID(APIENTRY* PFND3D11DDI_SETRENDERTARGETS)(
    D3D10DDI_HDEVICE hDevice, const D3D10DDI_HRENDERTARGETVIEW* phRenderTargetView, UINT NumRTVs,
    UINT RTVNumbertoUnbind, D3D10DDI_HDEPTHSTENCILVIEW hDepthStencilView,
    const D3D11DDI_HUNORDEREDACCESSVIEW* phUnorderedAccessView, const UINT* pUAVInitialCounts,
    UINT UAVIndex, UINT NumUAVs, UINT UAVFirsttoSet, UINT UAVNumberUpdated);

EXTERN_C_END
