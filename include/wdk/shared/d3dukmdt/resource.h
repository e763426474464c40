// Arguments with which the runtime asks a user-mode driver for a resource.
#pragma once

typedef struct _D3DDDI_RESOURCEFLAGS {
  union {
    struct {
      UINT RenderTarget : 1;
      UINT ZBuffer : 1;
      UINT Dynamic : 1;
      UINT HintStatic : 1;
      UINT AutogenMipmap : 1;
      UINT DMap : 1;
      UINT WriteOnly : 1;
      UINT NotLockable : 1;
      UINT Points : 1;
      UINT RtPatches : 1;
      UINT NPatches : 1;
      UINT SharedResource : 1;
      UINT DiscardRenderTarget : 1;
      UINT Video : 1;
      UINT CaptureBuffer : 1;
      UINT Primary : 1;
      UINT Texture : 1;
      UINT CubeMap : 1;
      UINT Volume : 1;
      UINT VertexBuffer : 1;
      UINT IndexBuffer : 1;
      UINT DecodeRenderTarget : 1;
      UINT DecodeCompressedBuffer : 1;
      UINT VideoProcessRenderTarget : 1;
      UINT CpuOptimized : 1;
      UINT MightDrawFromLocked : 1;
      UINT Overlay : 1;
      UINT MatchGdiPrimary : 1;
      UINT InterlacedRefresh : 1;
      UINT TextApi : 1;
      UINT RestrictedContent : 1;
      UINT RestrictSharedAccess : 1;
    };
    UINT Value;
  };
} D3DDDI_RESOURCEFLAGS;

typedef struct _D3DDDI_SURFACEINFO {
  UINT Width;
  UINT Height;
  UINT Depth;
  CONST VOID* pSysMem;
  UINT SysMemPitch;
  UINT SysMemSlicePitch;
} D3DDDI_SURFACEINFO;

typedef struct _D3DDDIARG_CREATERESOURCE {
  D3DDDIFORMAT Format;
  D3DDDI_POOL Pool;
  D3DDDIMULTISAMPLE_TYPE MultisampleType;
  UINT MultisampleQuality;
  CONST D3DDDI_SURFACEINFO* pSurfList;
  UINT SurfCount;
  UINT MipLevels;
  UINT Fvf;
  D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId;
  D3DDDI_RATIONAL RefreshRate;
  HANDLE hResource;
  D3DDDI_RESOURCEFLAGS Flags;
  D3DDDI_ROTATION Rotation;
} D3DDDIARG_CREATERESOURCE;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN8)
typedef struct _D3DDDI_RESOURCEFLAGS2 {
  union {
    struct {
      UINT VideoEncoder : 1;
      UINT UserMemory : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM1_3)
      UINT CrossAdapter : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0 || \
     D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WDDM2_0)
      UINT IsDisplayable : 1;
      UINT Reserved : 28;
#else
      UINT Reserved : 29;
#endif
#else
      UINT Reserved : 30;
#endif
    };
    UINT Value;
  };
} D3DDDI_RESOURCEFLAGS2;

typedef struct _D3DDDIARG_CREATERESOURCE2 {
  D3DDDIFORMAT Format;
  D3DDDI_POOL Pool;
  D3DDDIMULTISAMPLE_TYPE MultisampleType;
  UINT MultisampleQuality;
  CONST D3DDDI_SURFACEINFO* pSurfList;
  UINT SurfCount;
  UINT MipLevels;
  UINT Fvf;
  D3DDDI_VIDEO_PRESENT_SOURCE_ID VidPnSourceId;
  D3DDDI_RATIONAL RefreshRate;
  HANDLE hResource;
  D3DDDI_RESOURCEFLAGS Flags;
  D3DDDI_ROTATION Rotation;
  D3DDDI_RESOURCEFLAGS2 Flags2;
} D3DDDIARG_CREATERESOURCE2;
#endif
