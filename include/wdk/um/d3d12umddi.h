/* User-mode display driver interface of Direct3D 12. */
#ifndef _D3D12UMDDI_H
#define _D3D12UMDDI_H

#include <d3d10umddi.h>

#include "d3d12umddi/versions.h"
#include "d3d12umddi/handles.h"
#include "d3d12umddi/enums.h"
#include "d3d12umddi/enums_barriers.h"
#include "d3d12umddi/enums_features.h"
#include "d3d12umddi/caps.h"
#include "d3d12umddi/resources.h"
#include "d3d12umddi/views.h"
#include "d3d12umddi/pipeline.h"
#include "d3d12umddi/commands.h"
#include "d3d12umddi/enums_video.h"
#include "d3d12umddi/enums_encode.h"
#include "d3d12umddi/video.h"
#include "d3d12umddi/video_ext.h"
#include "d3d12umddi/video_encode.h"
#include "d3d12umddi/features.h"
#include "d3d12umddi/funcs_device.h"
#include "d3d12umddi/funcs_commands.h"
#include "d3d12umddi/corelayer.h"
#include "d3d12umddi/funcs_video.h"
#include "d3d12umddi/tables_video.h"
#include "d3d12umddi/tables_commands.h"
#include "d3d12umddi/tables_commands2.h"
#include "d3d12umddi/tables_device.h"
#include "d3d12umddi/tables_device2.h"
#include "d3d12umddi/tables_device3.h"
#include "d3d12umddi/device.h"

#endif
