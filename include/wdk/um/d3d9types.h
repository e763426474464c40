// Types of Direct3D 9.
#ifndef _d3d9TYPES_H_
#define _d3d9TYPES_H_

#include "windef.h"

#include "d3d9types/formats.h"
#include "d3d9types/states.h"
#include "d3d9types/shaders.h"
#include "d3d9types/structs.h"

#endif
