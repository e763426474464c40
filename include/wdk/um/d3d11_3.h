// Direct3D 11.3.
#ifndef __d3d11_3_h__
#define __d3d11_3_h__

#include "d3d11_2.h"
#include "dxgi1_3.h"

#include "d3d11_3/types.h"

#endif
