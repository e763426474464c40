// The Windows declarations of user-mode display drivers, as the host sees them: the newest
// interface.
#pragma once

#include "src/wdk/graphics.h"
// This header needs the kernel's declarations above.
#include "d3dumddi.h"

#undef min
#undef max
