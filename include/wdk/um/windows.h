// Everything a user-mode driver expects of Windows.
#ifndef _WINDOWS_
#define _WINDOWS_

#include "sdkddkver.h"
#include <stddef.h>
#include <stdarg.h>
#include <string.h>
#include <limits.h>
#include <stdint.h>

#include "windef.h"
#include "winerror.h"
#include "winnt.h"
#include "winbase.h"
#include "wingdi.h"
#include "winuser.h"
#include "winreg.h"
#if !defined(COM_NO_WINDOWS_H)
#include "unknwn.h"
#include "combaseapi.h"
#include "objbase.h"
#endif

#endif
