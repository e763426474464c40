// The small part of USER that display drivers touch.
#ifndef _WINUSER_
#define _WINUSER_

#include "wingdi.h"
#if defined(DRYDOCK_WINDOWS_TYPES)
#include "winnt/text.h"
#include "winuser/types.h"
#endif

#endif
