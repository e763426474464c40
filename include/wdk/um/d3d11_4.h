// Direct3D 11.4.
#ifndef __d3d11_4_h__
#define __d3d11_4_h__

#include "d3d11_3.h"
#include "dxgi1_5.h"

#include "d3d11_4/types.h"

#endif
