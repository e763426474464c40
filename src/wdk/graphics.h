// The Windows declarations of the graphics kernel as the host includes them: the newest version of
// the interface.
#pragma once

#include "src/nt/base/wdk.h"
// These need the base declarations above.
#include "d3dkmthk.h"
#include "dispmprt.h"

#undef min
#undef max
