// DXGI 1.5: types and interface names.
#ifndef __dxgi1_5_h__
#define __dxgi1_5_h__

#include "dxgi1_4.h"

#include "dxgi1_5/types.h"

#endif
