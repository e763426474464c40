// Direct3D 11.1.
#ifndef __d3d11_1_h__
#define __d3d11_1_h__

#include "d3d11.h"
#include "dxgi1_2.h"

#include "d3d11_1/types.h"

#endif
