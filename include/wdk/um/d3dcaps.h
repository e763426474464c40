// Capabilities of the older Direct3D devices.
#ifndef __D3DCAPS_DRYDOCK_H_
#define __D3DCAPS_DRYDOCK_H_

#include "windef.h"

#include "d3dcaps/caps.h"

#endif
