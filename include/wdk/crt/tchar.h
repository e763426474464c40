// Character functions that follow the UNICODE setting of the source.
#ifndef _INC_TCHAR
#define _INC_TCHAR

#if defined(__MINGW32__)
#include_next <tchar.h>
#else

#include <string.h>
#include <wchar.h>
#include <stdio.h>

#if defined(UNICODE) || defined(_UNICODE)
typedef wchar_t _TCHAR;
#define __T(x) L##x
#define _tcslen wcslen
#define _tcscpy wcscpy
#define _tcsncpy wcsncpy
#define _tcscat wcscat
#define _tcscmp wcscmp
#define _tcsicmp _wcsicmp
#define _tcsncmp wcsncmp
#define _tcsnicmp _wcsnicmp
#define _tcschr wcschr
#define _tcsrchr wcsrchr
#define _tcsstr wcsstr
#define _tcscpy_s wcscpy_s
#define _tcscat_s wcscat_s
#define _stprintf_s swprintf_s
#define _vstprintf_s vswprintf_s
#define _sntprintf _snwprintf
#define _vsntprintf _vsnwprintf
#define _tprintf wprintf
#define _tcstoul wcstoul
#define _ttoi _wtoi
#define _tmain wmain
#else
typedef char _TCHAR;
#define __T(x) x
#define _tcslen strlen
#define _tcscpy strcpy
#define _tcsncpy strncpy
#define _tcscat strcat
#define _tcscmp strcmp
#define _tcsicmp _stricmp
#define _tcsncmp strncmp
#define _tcsnicmp _strnicmp
#define _tcschr strchr
#define _tcsrchr strrchr
#define _tcsstr strstr
#define _tcscpy_s strcpy_s
#define _tcscat_s strcat_s
#define _stprintf_s sprintf_s
#define _vstprintf_s vsprintf_s
#define _sntprintf _snprintf
#define _vsntprintf _vsnprintf
#define _tprintf printf
#define _tcstoul strtoul
#define _ttoi atoi
#define _tmain main
#endif
#define _T(x) __T(x)
#ifndef _TEXT
#define _TEXT(x) __T(x)
#endif

#endif
#endif
