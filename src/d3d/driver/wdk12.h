// The declarations of Direct3D 12 drivers besides those of src/d3d/driver/wdk10.h.
#pragma once

#include "src/d3d/driver/wdk10.h"
// This header needs the kernel's declarations above.
#include "d3d12umddi.h"

#undef min
#undef max
