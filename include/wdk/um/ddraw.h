// DirectDraw: the structures that display drivers still meet.
#ifndef __DDRAW_INCLUDED__
#define __DDRAW_INCLUDED__

#include "windef.h"
#include "winerror.h"

#include "ddraw/types.h"

#endif
