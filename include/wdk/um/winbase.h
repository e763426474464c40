// The Win32 base: declarations of what the host implements for user-mode drivers.
#ifndef _WINBASE_
#define _WINBASE_

#include "windef.h"
#include "winerror.h"
#include "winnt.h"
#if defined(DRYDOCK_WINDOWS_TYPES)
#include "wtypesbase.h"

#include "winbase/types.h"
#include "winbase/sync.h"
#include "winbase/system.h"
#endif

#endif
