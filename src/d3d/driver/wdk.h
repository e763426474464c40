// The Windows declarations of user-mode display drivers, as the host sees them: the newest
// interface.
#pragma once

#include "src/wdk/graphics.h"
// After the kernel's declarations.
#include "d3dumddi.h"

#undef min
#undef max
