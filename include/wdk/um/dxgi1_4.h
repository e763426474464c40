// DXGI 1.4: types and interface names.
#ifndef __dxgi1_4_h__
#define __dxgi1_4_h__

#include "dxgi1_3.h"

#include "dxgi1_4/types.h"

#endif
