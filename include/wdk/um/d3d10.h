// Direct3D 10: constants, descriptions and interface names.
#ifndef __d3d10_h__
#define __d3d10_h__

#include "unknwn.h"
#include "dxgi.h"
#include "d3dcommon.h"

#include "d3d10/constants.h"
#include "d3d10/enums.h"
#include "d3d10/structs.h"

#endif
