// Handles, addresses, identifiers and limits that every interface uses.
#pragma once

// Members that hold a handle or pointer are 8 bytes wide everywhere. The types of Linux clients
// have window handles of 4 bytes, which a union widens.
#if defined(DRYDOCK_CLIENT_TYPES)
#if defined(__cplusplus)
#define D3DKMT_ALIGN64 alignas(8)
#else
#define D3DKMT_ALIGN64 __attribute__((aligned(8)))
#endif
#define D3DKMT_PTR_HELPER(Name) D3DKMT_ALIGN64 UINT64 Name;
#define D3DKMT_PTR(Type, Name)      \
  union D3DKMT_ALIGN64 {            \
    D3DKMT_PTR_HELPER(Name##_Align) \
    Type Name;                      \
  }
#define D3DKMT_PTR_INIT(x) {(UINT64)(SIZE_T)(x)}
typedef UINT64 D3DKMT_SIZE_T, D3DKMT_UINT_PTR, D3DKMT_ULONG_PTR;
typedef union _D3DKMT_PTR_TYPE {
  UINT64 Ptr_Align;
  HANDLE Ptr;
} D3DKMT_PTR_TYPE;
#else
#define D3DKMT_ALIGN64
#define D3DKMT_PTR_HELPER(Name)
#define D3DKMT_PTR(Type, Name) Type Name
#define D3DKMT_PTR_INIT(x) (x)
typedef SIZE_T D3DKMT_SIZE_T;
typedef UINT_PTR D3DKMT_UINT_PTR;
typedef ULONG_PTR D3DKMT_ULONG_PTR;
typedef HANDLE D3DKMT_PTR_TYPE;
#endif

typedef UINT D3DKMT_HANDLE;

// Addresses of the GPU.
typedef ULONGLONG D3DGPU_VIRTUAL_ADDRESS;
typedef ULONGLONG D3DGPU_SIZE_T;
#define D3DGPU_NULL 0
#define D3DGPU_UNIQUE_DRIVER_PROTECTION 0x8000000000000000ULL

typedef struct _D3DGPU_PHYSICAL_ADDRESS {
  UINT SegmentId;
  UINT Padding;
  UINT64 SegmentOffset;
} D3DGPU_PHYSICAL_ADDRESS;

// Sources and targets of video present networks.
typedef UINT D3DDDI_VIDEO_PRESENT_SOURCE_ID;
typedef UINT D3DDDI_VIDEO_PRESENT_TARGET_ID;
#define D3DDDI_ID_UNINITIALIZED (UINT)(~0)
#define D3DDDI_ID_NOTAPPLICABLE (UINT)(0)
#define D3DDDI_ID_ANY (UINT)(~1)
#define D3DDDI_ID_ALL (UINT)(~2)
#define D3DKMDT_MAX_VIDPN_SOURCES_BITCOUNT 4
#define D3DKMDT_MAX_VIDPN_SOURCES (1 << D3DKMDT_MAX_VIDPN_SOURCES_BITCOUNT)

// Limits of one call.
#define D3DDDI_MAX_BROADCAST_CONTEXT 64
#define D3DDDI_MAX_WRITTEN_PRIMARIES 16
#define D3DDDI_MAX_MPO_PRESENT_DIRTY_RECTS 0xFFF

typedef struct _D3DDDI_RATIONAL {
  UINT Numerator;
  UINT Denominator;
} D3DDDI_RATIONAL;

typedef struct _D3DDDIRECT {
  LONG left;
  LONG top;
  LONG right;
  LONG bottom;
} D3DDDIRECT;

#ifndef MAKEFOURCC
#define MAKEFOURCC(a, b, c, d) \
  ((DWORD)((BYTE)(d) * 0x1000000u + (BYTE)(c) * 0x10000u + (BYTE)(b) * 0x100u + (BYTE)(a)))
#endif
