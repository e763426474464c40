// Base types of Linux clients: those of <wsl/winadapter.h>, from that package or equal to it.
#pragma once

#if defined(RPC_NO_WINDOWS_H) && defined(_countof) && !defined(GENERIC_ALL)
// An older winadapter.h came first: it holds everything in one file.
#define DRYDOCK_HAVE_WINADAPTER 1
#elif __has_include(<wsl/stubs/unknwn.h>)
#include <wsl/stubs/basetsd.h>
#include <wsl/stubs/unknwn.h>
#define DRYDOCK_HAVE_WINADAPTER 1
#else

#define RPC_NO_WINDOWS_H
#define COM_NO_WINDOWS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

typedef int8_t INT8;
typedef int16_t INT16;
typedef int32_t INT32, INT, LONG;
typedef int64_t INT64;
typedef int64_t LONGLONG, *PLONGLONG;
typedef int64_t LONG64, *PLONG64;
typedef int64_t LONG_PTR, *PLONG_PTR;
typedef int64_t INT_PTR, *PINT_PTR;
typedef uint8_t UINT8;
typedef uint8_t UCHAR, *PUCHAR;
typedef uint16_t UINT16, WORD;
typedef uint16_t USHORT, *PUSHORT;
typedef uint32_t UINT32, UINT, ULONG, DWORD, BOOL, WINBOOL;
typedef uint64_t UINT64, ULONGLONG;
typedef uint64_t ULONG64, *PULONG64;
typedef uint64_t ULONG_PTR, *PULONG_PTR;
typedef uint64_t UINT_PTR, *PUINT_PTR;
typedef size_t SIZE_T;
typedef unsigned char BYTE;
typedef char BOOLEAN;
typedef float FLOAT;
typedef double DOUBLE;
typedef void VOID, *HANDLE, *RPC_IF_HANDLE, *LPVOID, *PVOID;
typedef const void* LPCVOID;
typedef int HWND;
typedef int HDC;
typedef int PALETTEENTRY;
typedef char CHAR, *PSTR, *LPSTR, TCHAR, *PTSTR;
typedef const char *LPCSTR, *PCSTR, *LPCTSTR, *PCTSTR;
typedef wchar_t WCHAR, *PWSTR, *LPWSTR, *PWCHAR;
typedef const wchar_t *LPCWSTR, *PCWSTR;
typedef LONG HRESULT;

#undef LONG_MAX
#define LONG_MAX INT_MAX
#undef ULONG_MAX
#define ULONG_MAX UINT_MAX

#define TRUE 1u
#define FALSE 0u
#define IN
#define OUT
#define CONST const
#define MAX_PATH 260
#define GENERIC_ALL 0x10000000
#define _countof(a) (sizeof(a) / sizeof(*(a)))

typedef struct tagRECTL {
  LONG left;
  LONG top;
  LONG right;
  LONG bottom;
} RECTL;

typedef struct tagPOINT {
  int x;
  int y;
} POINT;

typedef struct _RECT {
  int left;
  int top;
  int right;
  int bottom;
} RECT;

typedef struct _LUID {
  ULONG LowPart;
  LONG HighPart;
} LUID;

typedef union _LARGE_INTEGER {
  struct {
    uint32_t LowPart;
    uint32_t HighPart;
  } u;
  int64_t QuadPart;
} LARGE_INTEGER;
typedef LARGE_INTEGER* PLARGE_INTEGER;

typedef union _ULARGE_INTEGER {
  struct {
    uint32_t LowPart;
    uint32_t HighPart;
  } u;
  uint64_t QuadPart;
} ULARGE_INTEGER;
typedef ULARGE_INTEGER* PULARGE_INTEGER;

typedef struct _GUID {
  uint32_t Data1;
  uint16_t Data2;
  uint16_t Data3;
  uint8_t Data4[8];
} GUID;
typedef GUID IID;
typedef GUID UUID;
typedef GUID CLSID;

typedef struct _SECURITY_ATTRIBUTES {
  DWORD nLength;
  LPVOID lpSecurityDescriptor;
  WINBOOL bInheritHandle;
} SECURITY_ATTRIBUTES;

#define DECLARE_HANDLE(name) \
  struct name##__ {          \
    int unused;              \
  };                         \
  typedef struct name##__* name

#endif

// Names that Windows has and winadapter.h leaves out.
typedef signed short SHORT, *PSHORT;
