// Types of the kernel-mode display driver interface that the thunks also use.
#ifndef _D3DKMDT_H
#define _D3DKMDT_H

#include "d3dukmdt.h"

EXTERN_C_START

#if defined(DRYDOCK_CLIENT_TYPES)
#include "d3dkmdt/client.h"
#endif

#include "d3dkmdt/signal.h"
#include "d3dkmdt/vidpn.h"
#include "d3dkmdt/monitor.h"
#include "d3dkmdt/surface.h"
#include "d3dkmdt/opm.h"
#include "d3dkmdt/brightness.h"
#include "d3dkmdt/caps.h"

EXTERN_C_END

#endif
