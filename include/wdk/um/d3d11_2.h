// Direct3D 11.2.
#ifndef __d3d11_2_h__
#define __d3d11_2_h__

#include "d3d11_1.h"
#include "dxgi1_3.h"

#include "d3d11_2/types.h"

#endif
