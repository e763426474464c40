// Locking, renaming, copying, filling, opening and offering of resources.
#pragma once

EXTERN_C_START

// Parts of a resource.

typedef struct _D3DDDIRANGE {
  UINT Offset;
  UINT Size;
} D3DDDIRANGE;

typedef struct _D3DDDIBOX {
  UINT Left;
  UINT Top;
  UINT Right;
  UINT Bottom;
  UINT Front;
  UINT Back;
} D3DDDIBOX;

// Lock and unlock, with and without renaming.

typedef struct _D3DDDI_LOCKFLAGS {
  union {
    struct {
      UINT ReadOnly : 1;
      UINT WriteOnly : 1;
      UINT NoOverwrite : 1;
      UINT Discard : 1;
      UINT RangeValid : 1;
      UINT AreaValid : 1;
      UINT BoxValid : 1;
      UINT NotifyOnly : 1;
      UINT MightDrawFromLocked : 1;
      UINT DoNotWait : 1;
      UINT Reserved : 22;
    };
    UINT Value;
  };
} D3DDDI_LOCKFLAGS;

typedef struct _D3DDDI_UNLOCKFLAGS {
  union {
    struct {
      UINT NotifyOnly : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} D3DDDI_UNLOCKFLAGS;

typedef struct _D3DDDI_LOCKASYNCFLAGS {
  union {
    struct {
      UINT NoOverwrite : 1;
      UINT Discard : 1;
      UINT RangeValid : 1;
      UINT AreaValid : 1;
      UINT BoxValid : 1;
      UINT NoExistingReferences : 1;
      UINT NotifyOnly : 1;
      UINT Reserved : 25;
    };
    UINT Value;
  };
} D3DDDI_LOCKASYNCFLAGS;

typedef struct _D3DDDI_UNLOCKASYNCFLAGS {
  union {
    struct {
      UINT NotifyOnly : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} D3DDDI_UNLOCKASYNCFLAGS;

typedef struct _D3DDDIARG_LOCK {
  HANDLE hResource;
  UINT SubResourceIndex;
  union {
    D3DDDIRANGE Range;
    RECT Area;
    D3DDDIBOX Box;
  };
  VOID* pSurfData;
  UINT Pitch;
  UINT SlicePitch;
  D3DDDI_LOCKFLAGS Flags;
} D3DDDIARG_LOCK;

typedef struct _D3DDDIARG_UNLOCK {
  HANDLE hResource;
  UINT SubResourceIndex;
  D3DDDI_UNLOCKFLAGS Flags;
} D3DDDIARG_UNLOCK;

typedef struct _D3DDDIARG_LOCKASYNC {
  HANDLE hResource;
  UINT SubResourceIndex;
  D3DDDI_LOCKASYNCFLAGS Flags;
  union {
    D3DDDIRANGE Range;
    RECT Area;
    D3DDDIBOX Box;
  };
  HANDLE hCookie;
  VOID* pSurfData;
  UINT Pitch;
  UINT SlicePitch;
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN7)
  D3DGPU_VIRTUAL_ADDRESS GpuVirtualAddress;
#endif
} D3DDDIARG_LOCKASYNC;

typedef struct _D3DDDIARG_UNLOCKASYNC {
  HANDLE hResource;
  UINT SubResourceIndex;
  D3DDDI_UNLOCKASYNCFLAGS Flags;
} D3DDDIARG_UNLOCKASYNC;

typedef struct _D3DDDIARG_RENAME {
  HANDLE hResource;
  UINT SubResourceIndex;
  HANDLE hCookie;
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN7)
  D3DGPU_VIRTUAL_ADDRESS GpuVirtualAddress;
#endif
} D3DDDIARG_RENAME;

// Copies between resources.

typedef enum D3DDDI_COPY_FLAGS {
  D3DDDI_COPY_NO_OVERWRITE = 0x00000001,
  D3DDDI_COPY_DISCARD = 0x00000002
} D3DDDI_COPY_FLAGS;

typedef struct D3DDDIARG_COPYFLAGS {
  union {
    struct {
      UINT NoOverwrite : 1;
      UINT Discard : 1;
      UINT Reserved1 : 22;
      UINT BoxValid : 1;
      UINT Reserved2 : 7;
    };
    UINT Value;
  };
} D3DDDIARG_COPYFLAGS;

typedef struct _D3DDDIARG_VOLUMEBLT {
  HANDLE hDstResource;
  HANDLE hSrcResource;
  UINT DstX;
  UINT DstY;
  UINT DstZ;
  D3DDDIBOX SrcBox;
} D3DDDIARG_VOLUMEBLT;

typedef struct _D3DDDIARG_VOLUMEBLT1 {
  HANDLE hDstResource;
  HANDLE hSrcResource;
  UINT DstX;
  UINT DstY;
  UINT DstZ;
  D3DDDIBOX SrcBox;
  UINT CopyFlags;
} D3DDDIARG_VOLUMEBLT1;

typedef struct _D3DDDIARG_BUFFERBLT {
  HANDLE hDstResource;
  HANDLE hSrcResource;
  UINT Offset;
  D3DDDIRANGE SrcRange;
} D3DDDIARG_BUFFERBLT;

typedef struct _D3DDDIARG_BUFFERBLT1 {
  HANDLE hDstResource;
  HANDLE hSrcResource;
  UINT Offset;
  D3DDDIRANGE SrcRange;
  UINT CopyFlags;
} D3DDDIARG_BUFFERBLT1;

typedef struct _D3DDDIARG_TEXBLT {
  HANDLE hDstResource;
  HANDLE hSrcResource;
  UINT CubeMapFace;
  POINT DstPoint;
  RECT SrcRect;
} D3DDDIARG_TEXBLT;

typedef struct _D3DDDIARG_TEXBLT1 {
  HANDLE hDstResource;
  HANDLE hSrcResource;
  UINT CubeMapFace;
  POINT DstPoint;
  RECT SrcRect;
  UINT CopyFlags;
} D3DDDIARG_TEXBLT1;

typedef struct D3DDDIARG_UPDATESUBRESOURCEUP {
  HANDLE hResource;
  UINT SubResourceIndex;
  D3DDDIBOX DstBox;
  const VOID* pSysMemUP;
  UINT RowPitch;
  UINT DepthPitch;
  D3DDDIARG_COPYFLAGS Flags;
} D3DDDIARG_UPDATESUBRESOURCEUP;

typedef struct _D3DDDI_BLTFLAGS {
  union {
    struct {
      UINT Point : 1;
      UINT Linear : 1;
      UINT SrcColorKey : 1;
      UINT DstColorKey : 1;
      UINT MirrorLeftRight : 1;
      UINT MirrorUpDown : 1;
      UINT LinearToSrgb : 1;
      UINT Rotate : 1;
      UINT BeginPresentToDwm : 1;
      UINT ContinuePresentToDwm : 1;
      UINT EndPresentToDwm : 1;
#if (D3D_UMD_INTERFACE_VERSION < D3D_UMD_INTERFACE_VERSION_WIN8)
      UINT Reserved : 21;
#else
      UINT Discard : 1;
      UINT NoOverwrite : 1;
      UINT Tileable : 1;
      UINT Reserved : 18;
#endif
    };
    UINT Value;
  };
} D3DDDI_BLTFLAGS;

typedef struct _D3DDDIARG_BLT {
  HANDLE hSrcResource;
  UINT SrcSubResourceIndex;
  RECT SrcRect;
  HANDLE hDstResource;
  UINT DstSubResourceIndex;
  RECT DstRect;
  UINT ColorKey;
  D3DDDI_BLTFLAGS Flags;
} D3DDDIARG_BLT;

typedef struct _D3DDDIARG_GENERATEMIPSUBLEVELS {
  HANDLE hResource;
  D3DDDITEXTUREFILTERTYPE Filter;
} D3DDDIARG_GENERATEMIPSUBLEVELS;

// Fills.

typedef struct _D3DDDI_COLORFILLFLAGS {
  union {
    struct {
      UINT PresentToDwm : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} D3DDDI_COLORFILLFLAGS;

typedef struct _D3DDDIARG_COLORFILL {
  HANDLE hResource;
  UINT SubResourceIndex;
  RECT DstRect;
  D3DCOLOR Color;
  D3DDDI_COLORFILLFLAGS Flags;
} D3DDDIARG_COLORFILL;

typedef struct _D3DDDIARG_DEPTHFILL {
  HANDLE hResource;
  UINT SubResourceIndex;
  RECT DstRect;
  UINT Depth;
} D3DDDIARG_DEPTHFILL;

// Shared and captured resources.

typedef struct _D3DDDI_OPENRESOURCEFLAGS {
  union {
    struct {
      UINT Fullscreen : 1;
      UINT AlphaOverride : 1;
      UINT Reserved : 30;
    };
    UINT Value;
  };
} D3DDDI_OPENRESOURCEFLAGS;

typedef struct _D3DDDIARG_OPENRESOURCE {
  UINT NumAllocations;
#if (D3D_UMD_INTERFACE_VERSION >= D3D_UMD_INTERFACE_VERSION_WIN7)
  union {
    D3DDDI_OPENALLOCATIONINFO* pOpenAllocationInfo;
    D3DDDI_OPENALLOCATIONINFO2* pOpenAllocationInfo2;
  };
#else
  D3DDDI_OPENALLOCATIONINFO* pOpenAllocationInfo;
#endif
  D3DKMT_HANDLE hKMResource;
  VOID* pPrivateDriverData;
  UINT PrivateDriverDataSize;
  HANDLE hResource;
  D3DDDI_ROTATION Rotation;
  D3DDDI_OPENRESOURCEFLAGS Flags;
} D3DDDIARG_OPENRESOURCE;

typedef struct _D3DDDIARG_RESOLVESHAREDRESOURCE {
  HANDLE hResource;
} D3DDDIARG_RESOLVESHAREDRESOURCE;

typedef struct _D3DDDIARG_GETCAPTUREALLOCATIONHANDLE {
  HANDLE hResource;
  D3DKMT_HANDLE hAllocation;
} D3DDDIARG_GETCAPTUREALLOCATIONHANDLE;

typedef struct _D3DDDIARG_CAPTURETOSYSMEM {
  HANDLE hSrcResource;
  RECT SrcRect;
  HANDLE hDstResource;
  UINT DstSubResourceIndex;
  RECT DstRect;
} D3DDDIARG_CAPTURETOSYSMEM;

typedef struct _D3DDDIARG_SYNCTOKEN {
  HANDLE hResource;
  HANDLE hSyncToken;
} D3DDDIARG_SYNCTOKEN;

// Memory pressure: priority, residency, offers, discards, trimming.

typedef struct _D3DDDIARG_SETPRIORITY {
  HANDLE hResource;
  UINT Priority;
} D3DDDIARG_SETPRIORITY;

typedef struct _D3DDDIARG_QUERYRESOURCERESIDENCY {
  const HANDLE* pHandleList;
  UINT NumResources;
} D3DDDIARG_QUERYRESOURCERESIDENCY;

typedef struct _D3DDDIARG_OFFERRESOURCES {
  const HANDLE* pResources;
  UINT Resources;
  D3DDDI_OFFER_PRIORITY Priority;
} D3DDDIARG_OFFERRESOURCES;

typedef struct _D3DDDIARG_RECLAIMRESOURCES {
  HANDLE* pResources;
  BOOL* pDiscarded;
  UINT Resources;
} D3DDDIARG_RECLAIMRESOURCES;

typedef struct _D3DDDIARG_DISCARD {
  HANDLE hResource;
  UINT FirstSubResource;
  UINT NumSubResources;
  const RECT* pRects;
  UINT NumRects;
} D3DDDIARG_DISCARD;

typedef struct D3DDDIARG_TRIMRESIDENCYSET {
  D3DDDI_TRIMRESIDENCYSET_FLAGS TrimFlags;
  UINT64 NumBytesToTrim;
} D3DDDIARG_TRIMRESIDENCYSET;

typedef enum D3DDDI_FLUSH_FLAGS { D3DDDI_TRIM_MEMORY = 0x00000002 } D3DDDI_FLUSH_FLAGS;

EXTERN_C_END
