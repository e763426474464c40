// Direct3D 9: constants and interface names.
#ifndef _D3D9_H_
#define _D3D9_H_

#include "winerror.h"
#include "unknwn.h"
#include "d3d9types.h"
#include "d3d9caps.h"

#include "d3d9/errors.h"
#include "d3d9/flags.h"

#endif
