// Direct3D 10.1.
#ifndef __d3d10_1_h__
#define __d3d10_1_h__

#include "d3d10.h"

#include "d3d10_1/types.h"

#endif
