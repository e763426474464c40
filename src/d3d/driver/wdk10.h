// The declarations of Direct3D 10 and 11 drivers besides those of src/d3d/driver/wdk.h.
#pragma once

#include "src/d3d/driver/wdk.h"
// This header needs the kernel's declarations above.
#include "d3d10umddi.h"

#undef min
#undef max
