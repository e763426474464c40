// Bounded string functions for drivers.
#ifndef _NTSTRSAFE_H_INCLUDED_
#define _NTSTRSAFE_H_INCLUDED_

#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include "ntdef.h"
#include "ntstatus.h"

#ifndef NTSTRSAFE_MAX_CCH
#define NTSTRSAFE_MAX_CCH 2147483647
#endif
#ifndef NTSTRSAFE_UNICODE_STRING_MAX_CCH
#define NTSTRSAFE_UNICODE_STRING_MAX_CCH (0xffff / sizeof(WCHAR))
#endif

#define STRSAFE_IGNORE_NULLS 0x00000100
#define STRSAFE_FILL_BEHIND_NULL 0x00000200
#define STRSAFE_FILL_BEHIND 0x00000200
#define STRSAFE_FILL_ON_FAILURE 0x00000400
#define STRSAFE_NULL_ON_FAILURE 0x00000800
#define STRSAFE_ZERO_LENGTH_ON_FAILURE 0x00000800
#define STRSAFE_NO_TRUNCATION 0x00001000
#define STRSAFE_FILL_BYTE(x) ((ULONG)(((x) & 0x000000FF) | STRSAFE_FILL_BEHIND_NULL))
#define STRSAFE_FAILURE_BYTE(x) ((ULONG)(((x) & 0x000000FF) | STRSAFE_FILL_ON_FAILURE))
#ifndef STRSAFE_DEFINED_TYPES
#define STRSAFE_DEFINED_TYPES
typedef char* STRSAFE_LPSTR;
typedef const char* STRSAFE_LPCSTR;
typedef const char* NTSTRSAFE_PCSTR;
typedef char* NTSTRSAFE_PSTR;
typedef WCHAR* NTSTRSAFE_PWSTR;
typedef const WCHAR* NTSTRSAFE_PCWSTR;
#endif

EXTERN_C_START

// Formatting is the host's: the narrow form counts like the C library and always terminates; the
// wide form writes at most `count` characters, returns -1 when they do not suffice, and terminates
// only if there is room.
int drydock_vsnprintf(char* buffer, size_t size, const char* format, va_list arguments);
int drydock_vsnwprintf(WCHAR* buffer, size_t count, const WCHAR* format, va_list arguments);

// Functions with a variable argument list cannot be forced inline.
#define DRYDOCK_VARIADIC static __inline__ __attribute__((__unused__))

#define DRYDOCK_CH char
#define DRYDOCK_FN(prefix) prefix##A
#define DRYDOCK_FORMAT drydock_vsnprintf
#include "ntstrsafe/text.h"
#undef DRYDOCK_CH
#undef DRYDOCK_FN
#undef DRYDOCK_FORMAT

#define DRYDOCK_CH WCHAR
#define DRYDOCK_FN(prefix) prefix##W
#define DRYDOCK_FORMAT drydock_vsnwprintf
#include "ntstrsafe/text.h"
#undef DRYDOCK_CH
#undef DRYDOCK_FN
#undef DRYDOCK_FORMAT

#define RtlUnalignedStringCchLengthW RtlStringCchLengthW
#define RtlUnalignedStringCbLengthW RtlStringCbLengthW

#include "ntstrsafe/unicode.h"

#undef DRYDOCK_VARIADIC

EXTERN_C_END

#endif
