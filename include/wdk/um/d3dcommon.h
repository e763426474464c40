// What Direct3D 10, 11 and 12 share.
#ifndef __DRYDOCK_D3DCOMMON_H__
#define __DRYDOCK_D3DCOMMON_H__

#include "unknwn.h"
#include "basetsd.h"
#if defined(DRYDOCK_CLIENT_TYPES)
#if __has_include(<directx/d3dcommon.h>)
#include <directx/d3dcommon.h>
#endif
#endif

#ifndef __d3dcommon_h__
#define __d3dcommon_h__

#include "windef.h"
#include "d3dcommon/enums.h"
#include "d3dcommon/interfaces.h"

#endif
#endif
