// Direct3D 11: constants, descriptions and interface names.
#ifndef __d3d11_h__
#define __d3d11_h__

#include "unknwn.h"
#include "dxgi.h"
#include "d3dcommon.h"

#include "d3d11/constants.h"
#include "d3d11/enums.h"
#include "d3d11/views.h"
#include "d3d11/structs.h"
#include "d3d11/video.h"

#endif
