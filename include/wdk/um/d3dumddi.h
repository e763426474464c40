// User-mode display driver interface of Direct3D: device functions, runtime callbacks and their
// arguments.
#ifndef _D3DUMDDI_H_
#define _D3DUMDDI_H_

#include <windef.h>
#include <guiddef.h>
#include <d3d9types.h>
#include <d3dukmdt.h>

#include "d3dumddi/errors.h"
#include "d3dumddi/state.h"
#include "d3dumddi/draw.h"
#include "d3dumddi/resource.h"
#include "d3dumddi/caps.h"
#include "d3dumddi/present.h"
#include "d3dumddi/video.h"
#include "d3dumddi/videohd.h"
#include "d3dumddi/protection.h"
#include "d3dumddi/callbackargs.h"
#include "d3dumddi/callbacks.h"
#include "d3dumddi/functions.h"
#include "d3dumddi/adapter.h"

#endif
