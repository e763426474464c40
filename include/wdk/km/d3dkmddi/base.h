// Versions, names of parameter kinds, and small types that every part of the interface uses.
#pragma once

#include "ntddk.h"
#include "windef.h"
#include "d3dukmdt.h"
#include "d3dkmdt.h"

// Versions that sources may test although the shared header does not name them.
#ifndef DXGKDDI_INTERFACE_VERSION_WDDM1_3_M1
#define DXGKDDI_INTERFACE_VERSION_WDDM1_3_M1 0x4000
#endif
#ifndef DXGKDDI_INTERFACE_VERSION_WDDM3_1
#define DXGKDDI_INTERFACE_VERSION_WDDM3_1 0x10004
#endif
#ifndef DXGKDDI_INTERFACE_VERSION_WDDM3_2
#define DXGKDDI_INTERFACE_VERSION_WDDM3_2 0x11007
#endif

// Driver sources spell parameters by kind: IN_CONST_PDXGKARG_X, INOUT_PDXGKARG_X and so on. This
// declares all the kinds for one argument structure; the umbrella header takes it away again.
#define DRYDOCK_DXGK_POINTERS(type) \
  typedef type* P##type;            \
  typedef type* IN_P##type;         \
  typedef type* OUT_P##type;        \
  typedef type* INOUT_P##type;      \
  typedef type* IN_OUT_P##type;     \
  typedef CONST type* IN_CONST_P##type

typedef CONST HANDLE IN_CONST_HANDLE;
typedef HANDLE IN_HANDLE;
typedef HANDLE* INOUT_PHANDLE;
typedef HANDLE* OUT_PHANDLE;
typedef BOOLEAN IN_BOOLEAN;
typedef UINT IN_UINT;
typedef CONST UINT IN_CONST_UINT;
typedef ULONG IN_ULONG;
typedef UINT32 IN_UINT32;
typedef PVOID IN_PVOID;
typedef CONST PVOID IN_CONST_PVOID;
typedef PVOID* OUT_PPVOID;
typedef PULONG OUT_PULONG;
typedef D3DKMT_HANDLE IN_D3DKMT_HANDLE;
typedef CONST D3DDDI_VIDEO_PRESENT_SOURCE_ID IN_CONST_D3DDDI_VIDEO_PRESENT_SOURCE_ID;
typedef CONST D3DDDI_VIDEO_PRESENT_TARGET_ID IN_CONST_D3DDDI_VIDEO_PRESENT_TARGET_ID;

// Limits of fixed arrays.
#define DXGK_MAX_ASYMETRICAL_PROCESSING_NODES 64
#define DXGK_ALLOCATION_LIST_SIZE_GDICONTEXT 256

// Kinds of object a graphics-kernel handle can name.
typedef enum _DXGK_HANDLE_TYPE { DXGK_HANDLE_ALLOCATION, DXGK_HANDLE_RESOURCE } DXGK_HANDLE_TYPE;

// Caching of memory that the graphics kernel allocates for a driver.
typedef enum _DXGK_MEMORY_CACHING_TYPE {
  DXGK_MEMORY_CACHING_TYPE_NON_CACHED,
  DXGK_MEMORY_CACHING_TYPE_CACHED,
  DXGK_MEMORY_CACHING_TYPE_WRITE_COMBINED
} DXGK_MEMORY_CACHING_TYPE;

// A range inside a memory segment, and one of system physical memory.
typedef struct _DXGK_MEMORYRANGE {
  UINT64 SegmentOffset;
  UINT64 SizeInBytes;
} DXGK_MEMORYRANGE;

typedef struct _DXGK_PHYSICAL_MEMORY_RANGE {
  PHYSICAL_ADDRESS BaseAddress;
  LARGE_INTEGER NumberOfBytes;
} DXGK_PHYSICAL_MEMORY_RANGE;

// Words that both the display half and the reports at interrupt time use.
typedef enum _DXGK_SYNC_LOCK_STYLE {
  DXGK_SYNC_LOCK_STYLE_NONE = 0,
  DXGK_SYNC_LOCK_STYLE_IDENTICAL = 1
} DXGK_SYNC_LOCK_STYLE;

typedef struct _DXGKCB_NOTIFY_MPO_VSYNC_FLAGS {
  union {
    struct {
      UINT PostPresentNeeded : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGKCB_NOTIFY_MPO_VSYNC_FLAGS;
