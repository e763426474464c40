// Scalar types, character types and the pointer spellings of each.
#pragma once

EXTERN_C_START

#if defined(DRYDOCK_WINDOWS_TYPES)

#ifndef VOID
#define VOID void
#endif
typedef void *PVOID, *LPVOID;
typedef void* POINTER_64 PVOID64;
typedef const void *LPCVOID, *PCVOID;
typedef char CHAR;
typedef short SHORT, *PSHORT;
typedef DRYDOCK_LONG LONG;
typedef int INT;
typedef unsigned char UCHAR, *PUCHAR;
typedef unsigned short USHORT, *PUSHORT;
typedef unsigned DRYDOCK_LONG ULONG;
typedef unsigned int UINT;
typedef unsigned char BYTE;
typedef unsigned short WORD;
typedef unsigned DRYDOCK_LONG DWORD;
typedef float FLOAT;
typedef double DOUBLE;
typedef int BOOL;
#if defined(__MINGW32__)
#ifndef _DEF_WINBOOL_
#define _DEF_WINBOOL_
typedef int WINBOOL;
#endif
#endif
typedef UCHAR BOOLEAN;
typedef long long LONGLONG, *PLONGLONG;
typedef unsigned long long ULONGLONG;
typedef DRYDOCK_LONG HRESULT;
#define _HRESULT_DEFINED
#define _ULONGLONG_
typedef void* HANDLE;

// A driver's wchar_t has two bytes (-fshort-wchar); the host's has four.
#if defined(DRYDOCK_HOST) && !defined(__MINGW32__)
#ifdef __cplusplus
typedef char16_t WCHAR;
#else
typedef unsigned short WCHAR;
#endif
#else
typedef wchar_t WCHAR;
#endif

typedef CHAR *PSTR, *LPSTR;
typedef const CHAR *PCSTR, *LPCSTR;
typedef WCHAR *PWCHAR, *PWSTR, *LPWSTR;
typedef const WCHAR *PCWSTR, *LPCWSTR;

#define DECLARE_HANDLE(name) \
  struct name##__ {          \
    int unused;              \
  };                         \
  typedef struct name##__* name

#else
typedef const void* PCVOID;
typedef void* PVOID64;
#endif

typedef HANDLE *PHANDLE, *LPHANDLE;
typedef LONG *PLONG, *LPLONG;
typedef ULONG* PULONG;
typedef INT *PINT, *LPINT;
typedef UINT *PUINT, *LPUINT;
typedef ULONGLONG* PULONGLONG;
typedef ULONGLONG DWORDLONG, *PDWORDLONG;
typedef BYTE *PBYTE, *LPBYTE;
typedef WORD *PWORD, *LPWORD;
typedef DWORD *PDWORD, *LPDWORD;
typedef FLOAT* PFLOAT;
typedef BOOL *PBOOL, *LPBOOL;
typedef BOOLEAN* PBOOLEAN;
typedef signed char SCHAR, *PSCHAR;
typedef const UCHAR* PCUCHAR;
typedef const USHORT* PCUSHORT;
typedef const ULONG* PCULONG;
typedef UCHAR FCHAR;
typedef USHORT FSHORT;
typedef ULONG FLONG;
typedef ULONG LOGICAL, *PLOGICAL;
typedef LONGLONG USN;
typedef LONG NTSTATUS, *PNTSTATUS;
typedef char CCHAR, *PCCHAR;
typedef short CSHORT, *PCSHORT;
typedef ULONG CLONG, *PCLONG;
typedef ULONG LCID, *PLCID;
typedef USHORT LANGID;

typedef CHAR *PCHAR, *LPCH, *PCH, *PNZCH;
typedef const CHAR *LPCCH, *PCCH, *PCNZCH;
typedef CHAR* NPSTR;
typedef PSTR* PZPSTR;
typedef const PSTR* PCZPSTR;
typedef PCSTR* PZPCSTR;
typedef CHAR* PSZ;
typedef const CHAR* PCSZ;

typedef WCHAR *LPWCH, *PWCH, *PNZWCH;
typedef const WCHAR *LPCWCH, *PCWCH, *PCWCHAR, *PCNZWCH;
typedef WCHAR* NWPSTR;
typedef PWSTR* PZPWSTR;
typedef const PWSTR* PCZPWSTR;
typedef PCWSTR* PZPCWSTR;
typedef PWSTR PZZWSTR;
typedef PCWSTR PCZZWSTR;
typedef PSTR PZZSTR;
typedef PCSTR PCZZSTR;
typedef WCHAR UNALIGNED *LPUWSTR, *PUWSTR;
typedef const WCHAR UNALIGNED *LPCUWSTR, *PCUWSTR;

EXTERN_C_END
