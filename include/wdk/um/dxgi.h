// DXGI 1.0 and 1.1: types and interface names.
#ifndef __dxgi_h__
#define __dxgi_h__

#include "unknwn.h"
#include "dxgitype.h"

#include "dxgi/types.h"

#endif
