// The graphics engine of display drivers before WDDM. Display drivers of today include it for the
// GDI types that it brings along; the engine itself has no place here.
#ifndef _WINDDI_
#define _WINDDI_

#include "windef.h"
#include "wingdi.h"
#include "winerror.h"

#endif
