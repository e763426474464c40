// The small Win32 types: module handles, message parameters, word splitting, file times.
#ifndef _MINWINDEF_
#define _MINWINDEF_

#include "ntdef.h"

#ifndef MAX_PATH
#define MAX_PATH 260
#endif
#ifndef STRICT
#define STRICT 1
#endif

EXTERN_C_START

typedef HANDLE GLOBALHANDLE;
typedef HANDLE HGLOBAL;
typedef HANDLE HLOCAL;
typedef HANDLE LOCALHANDLE;
typedef LONG_PTR LPARAM;
typedef LONG_PTR LRESULT;
typedef HANDLE* SPHANDLE;
typedef UINT_PTR WPARAM;
#ifdef __cplusplus
typedef INT_PTR(WINAPI* FARPROC)(...);
typedef INT_PTR(WINAPI* NEARPROC)(...);
typedef INT_PTR(WINAPI* PROC)(...);
#else
typedef INT_PTR(WINAPI* FARPROC)();
typedef INT_PTR(WINAPI* NEARPROC)();
typedef INT_PTR(WINAPI* PROC)();
#endif
typedef WORD ATOM;

DECLARE_HANDLE(HKEY);
DECLARE_HANDLE(HMETAFILE);
DECLARE_HANDLE(HINSTANCE);
DECLARE_HANDLE(HRGN);
DECLARE_HANDLE(HRSRC);
DECLARE_HANDLE(HSPRITE);
DECLARE_HANDLE(HLSURF);
DECLARE_HANDLE(HSTR);
DECLARE_HANDLE(HTASK);
DECLARE_HANDLE(HWINSTA);
DECLARE_HANDLE(HKL);

typedef int HFILE;
typedef HINSTANCE HMODULE;
typedef HKEY* PHKEY;

#ifndef _FILETIME_
#define _FILETIME_
typedef struct _FILETIME {
  DWORD dwLowDateTime;
  DWORD dwHighDateTime;
} FILETIME, *PFILETIME, *LPFILETIME;
#endif

EXTERN_C_END

#define MAKEWORD(a, b) ((WORD)(LOBYTE(a) | LOBYTE(b) << 8))
#define MAKELONG(a, b) ((LONG)(LOWORD(a) | (DWORD)LOWORD(b) << 16))
#define LOWORD(l) ((WORD)(DWORD_PTR)(l))
#define HIWORD(l) ((WORD)((DWORD_PTR)(l) >> 16))
#define LOBYTE(w) ((BYTE)(DWORD_PTR)(w))
#define HIBYTE(w) ((BYTE)((DWORD_PTR)(w) >> 8))

#endif
