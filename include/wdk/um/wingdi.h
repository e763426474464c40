// GDI: the structures that display drivers share with it. Usable in kernel mode too.
#ifndef _WINGDI_
#define _WINGDI_

#include "windef.h"

#include "wingdi/bitmaps.h"
#include "wingdi/fonts.h"
#include "wingdi/devmode.h"
#include "wingdi/displayconfig.h"
#if defined(DRYDOCK_WINDOWS_TYPES)
#include "wingdi/functions.h"
#endif

#endif
