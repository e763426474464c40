// The thunks: D3DKMT functions through which user mode reaches the graphics kernel.
#ifndef _D3DKMTHK_H_
#define _D3DKMTHK_H_

#include "d3dkmdt.h"

EXTERN_C_START

#include "d3dkmthk/device.h"
#include "d3dkmthk/allocation.h"
#include "d3dkmthk/sync.h"
#include "d3dkmthk/submit.h"
#include "d3dkmthk/present.h"
#include "d3dkmthk/overlay.h"
#include "d3dkmthk/outputdupl.h"
#include "d3dkmthk/display.h"
#include "d3dkmthk/adapter.h"
#include "d3dkmthk/adapterinfo.h"
#include "d3dkmthk/escape.h"
#include "d3dkmthk/statistics.h"
#include "d3dkmthk/pointers.h"
#include "d3dkmthk/functions.h"

// For kernel-mode drivers: needs DEVICE_POWER_STATE, so wdm.h or ntddk.h comes first.
#if defined(DRYDOCK_CLIENT_TYPES) || defined(_WDMDDK_)
#include "d3dkmthk/power.h"
#endif

EXTERN_C_END

#endif
