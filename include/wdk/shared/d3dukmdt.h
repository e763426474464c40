// Types that user-mode and kernel-mode graphics drivers share.
#ifndef _D3DUKMDT_H_
#define _D3DUKMDT_H_

#include "ntdef.h"
#include "windef.h"
#include "guiddef.h"

EXTERN_C_START

#include "d3dukmdt/versions.h"
#include "d3dukmdt/basic.h"
#include "d3dukmdt/format.h"
#include "d3dukmdt/display.h"
#include "d3dukmdt/resource.h"
#include "d3dukmdt/allocation.h"
#include "d3dukmdt/gpuva.h"
#include "d3dukmdt/context.h"
#include "d3dukmdt/sync.h"
#include "d3dukmdt/escape.h"
#include "d3dukmdt/feature.h"

EXTERN_C_END

#endif
