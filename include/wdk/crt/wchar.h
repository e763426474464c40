// Wide characters. A driver's wchar_t has two bytes and the C library's has four, so the functions
// that a driver calls are the host's, under their usual names and with symbols drydock_<name>.
#ifndef _INC_WCHAR_DRYDOCK
#define _INC_WCHAR_DRYDOCK

#if !defined(DRYDOCK_DRIVER) || defined(__MINGW32__)
#include_next <wchar.h>
#else

#include <stddef.h>
#include <stdarg.h>
#include <bits/types/mbstate_t.h>
#include <bits/types/wint_t.h>
#include <bits/types/__FILE.h>
#include <bits/types/FILE.h>

#ifndef WEOF
#define WEOF (0xffffffffu)
#endif
#ifndef WCHAR_MIN
#define WCHAR_MIN 0
#define WCHAR_MAX 0xffff
#endif

#include "wchar/functions.h"
#include "wchar/microsoft.h"

#endif
#endif
