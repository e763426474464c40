// Capabilities of Direct3D 9.
#ifndef _d3d9CAPS_H_
#define _d3d9CAPS_H_

#include "d3d9types.h"

#include "d3d9caps/caps.h"

#endif
