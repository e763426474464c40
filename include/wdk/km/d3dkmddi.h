// The kernel-mode device driver interface between the graphics kernel and a display miniport
// driver.
#ifndef _D3DKMDDI_H_
#define _D3DKMDDI_H_

#include "d3dkmddi/base.h"

#include "d3dkmddi/caps.h"
#include "d3dkmddi/segments.h"
#include "d3dkmddi/power_components.h"
#include "d3dkmddi/adapter_info.h"

#include "d3dkmddi/allocation.h"
#include "d3dkmddi/memory_objects.h"
#include "d3dkmddi/gpuva.h"
#include "d3dkmddi/paging.h"

#include "d3dkmddi/process.h"
#include "d3dkmddi/device_context.h"
#include "d3dkmddi/gdi.h"
#include "d3dkmddi/submission.h"
#include "d3dkmddi/hwqueue.h"
#include "d3dkmddi/sync.h"
#include "d3dkmddi/doorbell.h"
#include "d3dkmddi/timeout.h"
#include "d3dkmddi/callbacks.h"
#include "d3dkmddi/feature.h"

// The display half comes before interrupts, which report overlay planes and presents.
#include "d3dkmddi/display.h"
#include "d3dkmddi/integrated_display.h"
#include "d3dkmddi/interrupt.h"

// Live migration and dirty tracking, which the port driver's tables name too.
#include "dispmprt/migration.h"

#undef DRYDOCK_DXGK_POINTERS

#endif
