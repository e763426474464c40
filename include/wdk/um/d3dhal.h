// The Direct3D driver interface before WDDM, whose command numbers and caps newer drivers reuse.
#ifndef _D3DHAL_H_
#define _D3DHAL_H_

#include "windef.h"
#include "winerror.h"
#include "d3d9types.h"
#include "d3d9caps.h"
#include "d3dcaps.h"
#include "ddraw.h"

#include "d3dhal/commands.h"
#include "d3dhal/device.h"

#endif
