// DXGI 1.6: types and interface names.
#ifndef __dxgi1_6_h__
#define __dxgi1_6_h__

#include "dxgi1_5.h"

#include "dxgi1_6/types.h"

#endif
