/* Entry points that the display driver models 1.3 to 2.6 add. */
#pragma once

EXTERN_C_START

/* Tiled resources. */
typedef VOID(APIENTRY* PFND3DWDDM1_3DDI_COPYTILEMAPPINGS)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hDestTiledResource,
    const D3DWDDM1_3DDI_TILED_RESOURCE_COORDINATE* pDestRegionStartCoord,
    D3D10DDI_HRESOURCE hSourceTiledResource,
    const D3DWDDM1_3DDI_TILED_RESOURCE_COORDINATE* pSourceRegionStartCoord,
    const D3DWDDM1_3DDI_TILE_REGION_SIZE* pTileRegionSize, UINT Flags);
typedef VOID(APIENTRY* PFND3DWDDM1_3DDI_COPYTILES)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hTiledResource,
    const D3DWDDM1_3DDI_TILED_RESOURCE_COORDINATE* pTileRegionStartCoord,
    const D3DWDDM1_3DDI_TILE_REGION_SIZE* pTileRegionSize, D3D10DDI_HRESOURCE hBuffer,
    UINT64 BufferStartOffsetInBytes, UINT Flags);
typedef VOID(APIENTRY* PFND3DWDDM1_3DDI_GETMIPPACKING)(D3D10DDI_HDEVICE hDevice,
                                                       D3D10DDI_HRESOURCE hTiledResource,
                                                       UINT* pNumPackedMips,
                                                       UINT* pNumTilesForPackedMips);
typedef VOID(APIENTRY* PFND3DWDDM1_3DDI_RESIZETILEPOOL)(D3D10DDI_HDEVICE hDevice,
                                                        D3D10DDI_HRESOURCE hTilePool,
                                                        UINT64 NewSizeInBytes);
typedef VOID(APIENTRY* PFND3DWDDM1_3DDI_TILEDRESOURCEBARRIER)(
    D3D10DDI_HDEVICE hDevice, D3D11DDI_HANDLETYPE TiledResourceAccessBeforeBarrierHandleType,
    VOID* hTiledResourceAccessBeforeBarrier,
    D3D11DDI_HANDLETYPE TiledResourceAccessAfterBarrierHandleType,
    VOID* hTiledResourceAccessAfterBarrier);
typedef VOID(APIENTRY* PFND3DWDDM1_3DDI_UPDATETILEMAPPINGS)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hTiledResource, UINT NumTiledResourceRegions,
    const D3DWDDM1_3DDI_TILED_RESOURCE_COORDINATE* pTiledResourceRegionStartCoords,
    const D3DWDDM1_3DDI_TILE_REGION_SIZE* pTiledResourceRegionSizes, D3D10DDI_HRESOURCE hTilePool,
    UINT NumRanges, const UINT* pRangeFlags, const UINT* pTilePoolStartOffsets,
    const UINT* pRangeTileCounts, UINT Flags);
typedef VOID(APIENTRY* PFND3DWDDM1_3DDI_UPDATETILES)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hDestTiledResource,
    const D3DWDDM1_3DDI_TILED_RESOURCE_COORDINATE* pDestTileRegionStartCoord,
    const D3DWDDM1_3DDI_TILE_REGION_SIZE* pDestTileRegionSize, const VOID* pSourceTileData,
    UINT Flags);

/* Markers. */
typedef HRESULT(APIENTRY* PFND3DWDDM1_3DDI_SETMARKER)(D3D10DDI_HDEVICE hDevice);
typedef HRESULT(APIENTRY* PFND3DWDDM1_3DDI_SETMARKERMODE)(D3D10DDI_HDEVICE hDevice,
                                                          D3DWDDM1_3DDI_MARKER_TYPE Type,
                                                          UINT Flags);
typedef HRESULT(APIENTRY* PFND3DWDDM2_1DDI_RETRIEVE_SHADER_COMMENT)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HSHADER hShader, WCHAR* pBuffer,
    SIZE_T* pCharacterCountIncludingNullTerminator);

/* Views and queries with a plane or a context type. */
typedef VOID(APIENTRY* PFND3DWDDM1_3DDI_CHECKMULTISAMPLEQUALITYLEVELS)(D3D10DDI_HDEVICE hDevice,
                                                                       DXGI_FORMAT Format,
                                                                       UINT SampleCount, UINT Flags,
                                                                       UINT* pNumQualityLevels);
typedef SIZE_T(APIENTRY* PFND3DWDDM2_0DDI_CALCPRIVATESHADERRESOURCEVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice,
    const D3DWDDM2_0DDIARG_CREATESHADERRESOURCEVIEW* pCreateShaderResourceView);
typedef SIZE_T(APIENTRY* PFND3DWDDM2_0DDI_CALCPRIVATEUNORDEREDACCESSVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice,
    const D3DWDDM2_0DDIARG_CREATEUNORDEREDACCESSVIEW* pCreateUnorderedAccessView);
typedef VOID(APIENTRY* PFND3DWDDM2_0DDI_CREATESHADERRESOURCEVIEW)(
    D3D10DDI_HDEVICE hDevice,
    const D3DWDDM2_0DDIARG_CREATESHADERRESOURCEVIEW* pCreateShaderResourceView,
    D3D10DDI_HSHADERRESOURCEVIEW hShaderResourceView,
    D3D10DDI_HRTSHADERRESOURCEVIEW hRTShaderResourceView);
typedef VOID(APIENTRY* PFND3DWDDM2_0DDI_CREATEUNORDEREDACCESSVIEW)(
    D3D10DDI_HDEVICE hDevice,
    const D3DWDDM2_0DDIARG_CREATEUNORDEREDACCESSVIEW* pCreateUnorderedAccessView,
    D3D11DDI_HUNORDEREDACCESSVIEW hUnorderedAccessView,
    D3D11DDI_HRTUNORDEREDACCESSVIEW hRTUnorderedAccessView);
typedef SIZE_T(APIENTRY* PFND3DWDDM2_0DDI_CALCPRIVATERENDERTARGETVIEWSIZE)(
    D3D10DDI_HDEVICE hDevice,
    const D3DWDDM2_0DDIARG_CREATERENDERTARGETVIEW* pCreateRenderTargetView);
typedef VOID(APIENTRY* PFND3DWDDM2_0DDI_CREATERENDERTARGETVIEW)(
    D3D10DDI_HDEVICE hDevice,
    const D3DWDDM2_0DDIARG_CREATERENDERTARGETVIEW* pCreateRenderTargetView,
    D3D10DDI_HRENDERTARGETVIEW hRenderTargetView, D3D10DDI_HRTRENDERTARGETVIEW hRTRenderTargetView);
typedef SIZE_T(APIENTRY* PFND3DWDDM2_0DDI_CALCPRIVATEQUERYSIZE)(
    D3D10DDI_HDEVICE hDevice, const D3DWDDM2_0DDIARG_CREATEQUERY* pCreateQuery);
typedef VOID(APIENTRY* PFND3DWDDM2_0DDI_CREATEQUERY)(
    D3D10DDI_HDEVICE hDevice, const D3DWDDM2_0DDIARG_CREATEQUERY* pCreateQuery,
    D3D10DDI_HQUERY hQuery, D3D10DDI_HRTQUERY hRTQuery);
typedef BOOL(APIENTRY* PFND3DWDDM2_0DDI_FLUSH)(D3D10DDI_HDEVICE hDevice, UINT ContextType,
                                               UINT FlushFlags);
typedef SIZE_T(APIENTRY* PFND3DWDDM2_0DDI_CALCPRIVATERASTERIZERSTATESIZE)(
    D3D10DDI_HDEVICE hDevice, const D3DWDDM2_0DDI_RASTERIZER_DESC* pRasterizerDesc);
typedef VOID(APIENTRY* PFND3DWDDM2_0DDI_CREATERASTERIZERSTATE)(
    D3D10DDI_HDEVICE hDevice, const D3DWDDM2_0DDI_RASTERIZER_DESC* pRasterizerDesc,
    D3D10DDI_HRASTERIZERSTATE hRasterizerState, D3D10DDI_HRTRASTERIZERSTATE hRTRasterizerState);

/* Shader cache. */
typedef SIZE_T(APIENTRY* PFND3DWDDM2_2DDI_CALCPRIVATE_SHADERCACHE_SESSION_SIZE)(
    D3D10DDI_HDEVICE hDevice);
typedef VOID(APIENTRY* PFND3DWDDM2_2DDI_CREATE_SHADERCACHE_SESSION)(
    D3D10DDI_HDEVICE hDevice, D3DWDDM2_2DDI_HCACHESESSION hCacheSession,
    D3DWDDM2_2DDI_HRTCACHESESSION hRTCacheSession);
typedef VOID(APIENTRY* PFND3DWDDM2_2DDI_DESTROY_SHADERCACHE_SESSION)(
    D3D10DDI_HDEVICE hDevice, D3DWDDM2_2DDI_HCACHESESSION hCacheSession);
typedef VOID(APIENTRY* PFND3DWDDM2_2DDI_SET_SHADERCACHE_SESSION)(
    D3D10DDI_HDEVICE hDevice, D3DWDDM2_2DDI_HCACHESESSION hCacheSession);

/* Protection, synchronisation, scan-out, relocation. */
typedef VOID(APIENTRY* PFND3DWDDM1_3DDI_RELOCATEDEVICEFUNCS)(
    D3D10DDI_HDEVICE hDevice, struct D3DWDDM1_3DDI_DEVICEFUNCS* pDeviceFunctions);
typedef VOID(APIENTRY* PFND3DWDDM2_0DDI_GETRESOURCELAYOUT)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource, UINT SubresourceCount,
    D3DKMT_HANDLE* Handle, D3DWDDM2_0DDI_TEXTURE_LAYOUT* TextureLayout,
    UINT* pMipLevelSwizzleTransition, D3DWDDM2_0DDI_SUBRESOURCE_LAYOUT* SubresourceLayout);
typedef VOID(APIENTRY* PFND3DWDDM2_0DDI_SETHARDWAREPROTECTION)(D3D10DDI_HDEVICE hDevice,
                                                               D3D10DDI_HRESOURCE hResource,
                                                               BOOL Protected);
typedef VOID(APIENTRY* PFND3DWDDM2_2DDI_RELOCATEDEVICEFUNCS)(
    D3D10DDI_HDEVICE hDevice, struct D3DWDDM2_2DDI_DEVICEFUNCS* pDeviceFunctions);
typedef VOID(APIENTRY* PFND3DWDDM2_6DDI_PREPARE_SCANOUT_TRANSFORMATION)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource, UINT Subresource,
    D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId, UINT PlaneIdx, D3D10_DDI_RECT* pSubRect);
typedef VOID(APIENTRY* PFND3DWDDM2_6DDI_QUERY_SCANOUT_CAPS)(
    D3D10DDI_HDEVICE hDevice, D3D10DDI_HRESOURCE hResource, UINT Subresource,
    D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId, UINT PlaneIdx,
    D3DWDDM2_6DDI_SCANOUT_FLAGS* pFlags);
typedef VOID(APIENTRY* PFND3DWDDM2_6DDI_RELOCATEDEVICEFUNCS)(
    D3D10DDI_HDEVICE hDevice, struct D3DWDDM2_6DDI_DEVICEFUNCS* pDeviceFunctions);
typedef VOID(APIENTRY* PFND3DWDDM2_0DDI_RELOCATEDEVICEFUNCS)(
    D3D10DDI_HDEVICE hDevice, struct D3DWDDM2_0DDI_DEVICEFUNCS* pDeviceFunctions);
typedef VOID(APIENTRY* PFND3DWDDM2_1DDI_RELOCATEDEVICEFUNCS)(
    D3D10DDI_HDEVICE hDevice, struct D3DWDDM2_1DDI_DEVICEFUNCS* pDeviceFunctions);
typedef VOID(APIENTRY* PFND3DWDDM2_1DDI_SETHARDWAREPROTECTIONSTATE)(D3D10DDI_HDEVICE hDevice,
                                                                    BOOL HwProtectionEnable);
typedef VOID(APIENTRY* PFND3DWDDM2_1DDI_SYNC_TOKEN)(D3D10DDI_HDEVICE hDevice,
                                                    D3D10DDI_HRESOURCE hResource,
                                                    HANDLE hSyncToken);

EXTERN_C_END
