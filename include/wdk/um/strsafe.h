// Bounded string functions: counts of characters (Cch) or bytes (Cb), narrow (A) and wide (W).
#ifndef _STRSAFE_H_INCLUDED_
#define _STRSAFE_H_INCLUDED_

#include <stdarg.h>
#include <string.h>

#include "winerror.h"

#define STRSAFE_MAX_CCH 2147483647
#define STRSAFE_MAX_LENGTH (STRSAFE_MAX_CCH - 1)
#define STRSAFE_IGNORE_NULLS 0x00000100
#define STRSAFE_FILL_BEHIND_NULL 0x00000200
#define STRSAFE_FILL_ON_FAILURE 0x00000400
#define STRSAFE_NULL_ON_FAILURE 0x00000800
#define STRSAFE_NO_TRUNCATION 0x00001000
#define STRSAFE_IGNORE_NULL_UNICODE_STRINGS 0x00010000
#define STRSAFE_UNICODE_STRING_DEST_NULL_TERMINATED 0x00020000
#define STRSAFE_FILL_BYTE(x) ((unsigned int)((x & 0x000000FF) | STRSAFE_FILL_BEHIND_NULL))
#define STRSAFE_FAILURE_BYTE(x) ((unsigned int)((x & 0x000000FF) | STRSAFE_FILL_ON_FAILURE))

#define STRSAFE_E_INSUFFICIENT_BUFFER ((HRESULT)0x8007007A)
#define STRSAFE_E_INVALID_PARAMETER ((HRESULT)0x80070057)
#define STRSAFE_E_END_OF_FILE ((HRESULT)0x80070026)

typedef CHAR* STRSAFE_LPSTR;
typedef const CHAR* STRSAFE_LPCSTR;
typedef const CHAR* STRSAFE_PCNZCH;
typedef WCHAR* STRSAFE_LPWSTR;
typedef const WCHAR* STRSAFE_LPCWSTR;
typedef const WCHAR* STRSAFE_PCNZWCH;

// Formatting is the host's: at most `count` characters, the length or a negative number if cut off.
EXTERN_C_START
int drydock_vsnprintf(CHAR* buffer, size_t count, const CHAR* format, va_list args);
int drydock_vsnwprintf(WCHAR* buffer, size_t count, const WCHAR* format, va_list args);
EXTERN_C_END

#define DRYDOCK_STR(name) name##A
#define DRYDOCK_STR_CHAR CHAR
#define DRYDOCK_STR_FORMAT(d, n, f, a) drydock_vsnprintf(d, (n) + 1, f, a)
#include "strsafe/functions.h"
#undef DRYDOCK_STR
#undef DRYDOCK_STR_CHAR
#undef DRYDOCK_STR_FORMAT

#define DRYDOCK_STR(name) name##W
#define DRYDOCK_STR_CHAR WCHAR
#define DRYDOCK_STR_FORMAT(d, n, f, a) drydock_vsnwprintf(d, n, f, a)
#include "strsafe/functions.h"
#undef DRYDOCK_STR
#undef DRYDOCK_STR_CHAR
#undef DRYDOCK_STR_FORMAT

#include "strsafe/names.h"

#endif
