// DXGI 1.3: types and interface names.
#ifndef __dxgi1_3_h__
#define __dxgi1_3_h__

#include "dxgi1_2.h"

#include "dxgi1_3/types.h"

#endif
