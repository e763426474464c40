// DXGI 1.2: types and interface names.
#ifndef __dxgi1_2_h__
#define __dxgi1_2_h__

#include "dxgi.h"

#include "dxgi1_2/types.h"

#endif
