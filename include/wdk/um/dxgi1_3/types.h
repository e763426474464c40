// Types of DXGI 1.3.
#pragma once

#define DXGI_CREATE_FACTORY_DEBUG (0x1)
typedef enum DXGI_FRAME_PRESENTATION_MODE {
  DXGI_FRAME_PRESENTATION_MODE_COMPOSED = 0,
  DXGI_FRAME_PRESENTATION_MODE_OVERLAY = 1,
  DXGI_FRAME_PRESENTATION_MODE_NONE = 2,
  DXGI_FRAME_PRESENTATION_MODE_COMPOSITION_FAILURE = 3
} DXGI_FRAME_PRESENTATION_MODE;

typedef enum DXGI_MULTIPLANE_OVERLAY_YCbCr_FLAGS {
  DXGI_MULTIPLANE_OVERLAY_YCbCr_FLAG_NOMINAL_RANGE = 1,
  DXGI_MULTIPLANE_OVERLAY_YCbCr_FLAG_BT709 = 2,
  DXGI_MULTIPLANE_OVERLAY_YCbCr_FLAG_xvYCC = 4
} DXGI_MULTIPLANE_OVERLAY_YCbCr_FLAGS;

typedef enum DXGI_OVERLAY_SUPPORT_FLAG {
  DXGI_OVERLAY_SUPPORT_FLAG_DIRECT = 1,
  DXGI_OVERLAY_SUPPORT_FLAG_SCALING = 2
} DXGI_OVERLAY_SUPPORT_FLAG;

typedef struct DXGI_DECODE_SWAP_CHAIN_DESC {
  UINT Flags;
} DXGI_DECODE_SWAP_CHAIN_DESC;

typedef struct DXGI_FRAME_STATISTICS_MEDIA {
  UINT PresentCount;
  UINT PresentRefreshCount;
  UINT SyncRefreshCount;
  LARGE_INTEGER SyncQPCTime;
  LARGE_INTEGER SyncGPUTime;
  DXGI_FRAME_PRESENTATION_MODE CompositionMode;
  UINT ApprovedPresentDuration;
} DXGI_FRAME_STATISTICS_MEDIA;

typedef struct DXGI_MATRIX_3X2_F {
  float _11;
  float _12;
  float _21;
  float _22;
  float _31;
  float _32;
} DXGI_MATRIX_3X2_F;

#ifndef __IDXGIDecodeSwapChain_FWD_DEFINED__
#define __IDXGIDecodeSwapChain_FWD_DEFINED__
typedef interface IDXGIDecodeSwapChain IDXGIDecodeSwapChain;
#endif
#ifndef __IDXGIDevice3_FWD_DEFINED__
#define __IDXGIDevice3_FWD_DEFINED__
typedef interface IDXGIDevice3 IDXGIDevice3;
#endif
#ifndef __IDXGIFactory3_FWD_DEFINED__
#define __IDXGIFactory3_FWD_DEFINED__
typedef interface IDXGIFactory3 IDXGIFactory3;
#endif
#ifndef __IDXGIFactoryMedia_FWD_DEFINED__
#define __IDXGIFactoryMedia_FWD_DEFINED__
typedef interface IDXGIFactoryMedia IDXGIFactoryMedia;
#endif
#ifndef __IDXGIOutput2_FWD_DEFINED__
#define __IDXGIOutput2_FWD_DEFINED__
typedef interface IDXGIOutput2 IDXGIOutput2;
#endif
#ifndef __IDXGIOutput3_FWD_DEFINED__
#define __IDXGIOutput3_FWD_DEFINED__
typedef interface IDXGIOutput3 IDXGIOutput3;
#endif
#ifndef __IDXGISwapChain2_FWD_DEFINED__
#define __IDXGISwapChain2_FWD_DEFINED__
typedef interface IDXGISwapChain2 IDXGISwapChain2;
#endif
#ifndef __IDXGISwapChainMedia_FWD_DEFINED__
#define __IDXGISwapChainMedia_FWD_DEFINED__
typedef interface IDXGISwapChainMedia IDXGISwapChainMedia;
#endif
