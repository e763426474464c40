// The Windows declarations of the graphics kernel, as the host sees them: the newest interface.
#pragma once

#include "src/nt/base/wdk.h"
// After the base declarations.
#include "d3dkmthk.h"
#include "dispmprt.h"

#undef min
#undef max
