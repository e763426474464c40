// The registry.
#ifndef _WINREG_
#define _WINREG_

#include "winbase.h"
#if defined(DRYDOCK_WINDOWS_TYPES)
#include "winreg/functions.h"
#endif

#endif
