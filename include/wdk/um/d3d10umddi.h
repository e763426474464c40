/* User-mode display driver interface of Direct3D 10 and 11. */
#ifndef _D3D10UMDDI_H
#define _D3D10UMDDI_H

#include <windef.h>
#include <d3dukmdt.h>
#include <d3dkmthk.h>
#include <d3dumddi.h>
#include <dxgiformat.h>
#include <dxgitype.h>
#include <dxgiddi.h>

#include "d3d10/constants.h"
#include "d3d10umddi/versions.h"
#include "d3d10umddi/handles.h"
#include "d3d10umddi/shader_tokens.h"
#include "d3d10umddi/shader_fields.h"
#include "d3d10umddi/enums.h"
#include "d3d10umddi/caps.h"
#include "d3d10umddi/resources.h"
#include "d3d10umddi/views.h"
#include "d3d10umddi/state.h"
#include "d3d10umddi/video_enums.h"
#include "d3d10umddi/video_decode.h"
#include "d3d10umddi/video_process.h"
#include "d3d10umddi/video_protect.h"
#include "d3d10umddi/funcs10.h"
#include "d3d10umddi/funcs11.h"
#include "d3d10umddi/funcs_wddm.h"
#include "d3d10umddi/video_funcs.h"
#include "d3d10umddi/video_tables.h"
#include "d3d10umddi/corelayer.h"
#include "d3d10umddi/tables10.h"
#include "d3d10umddi/tables11.h"
#include "d3d10umddi/tables20.h"
#include "d3d10umddi/tables22.h"
#include "d3d10umddi/device.h"

#endif
