// The graphics engine as a display driver sees it. Usable in kernel mode too.
#ifndef _WINDDI_
#define _WINDDI_

#include "windef.h"
#include "wingdi.h"
#include "winerror.h"
#include "ddrawint.h"

#include "winddi/types.h"
#include "winddi/structs.h"
#if defined(DRYDOCK_WINDOWS_TYPES)
#include "winddi/engine.h"
#include "winddi/driver.h"
#endif

#endif
