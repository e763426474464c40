// Characters that follow the UNICODE setting, and names of common values.
#pragma once

#if defined(DRYDOCK_WINDOWS_TYPES)
#ifdef UNICODE
typedef WCHAR TCHAR, *PTCHAR, TBYTE, *PTBYTE;
typedef LPWCH LPTCH, PTCH;
typedef LPWSTR PTSTR, LPTSTR;
typedef LPCWSTR PCTSTR, LPCTSTR;
#define __TEXT(quote) L##quote
#else
typedef char TCHAR, *PTCHAR;
typedef unsigned char TBYTE, *PTBYTE;
typedef LPSTR LPTCH, PTCH, PTSTR, LPTSTR;
typedef LPCSTR PCTSTR, LPCTSTR;
#define __TEXT(quote) quote
#endif
#else
#define __TEXT(quote) quote
#endif
#define TEXT(quote) __TEXT(quote)

#define MINBYTE 0x0
#define MAXBYTE 0xff
#define MINWORD 0
#define MAXWORD 0xffff
#define MAXDWORD 0xffffffff
#ifndef INVALID_HANDLE_VALUE
#define INVALID_HANDLE_VALUE ((HANDLE)(LONG_PTR) - 1)
#endif
