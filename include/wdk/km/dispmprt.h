/* Display port driver interface: the contract between a display miniport driver and dxgkrnl. */
#ifndef _DISPMPRT_H_
#define _DISPMPRT_H_

#include "ntddk.h"
#include "windef.h"
#include "winerror.h"
#include "ntstrsafe.h"
#include "ntddvdeo.h"
#include "acpiioct.h"
#include "d3dkmddi.h"
#include "d3dkmdt.h"
#include "d3dkmthk.h"

#include "dispmprt/base.h"
#include "dispmprt/device.h"
#include "dispmprt/entrypoints.h"
#include "dispmprt/services.h"
#include "dispmprt/panel.h"
#include "dispmprt/opm.h"
#include "dispmprt/links.h"
#include "dispmprt/partition.h"
#include "dispmprt/diagnostics.h"
#include "dispmprt/displaystate.h"
#include "dispmprt/displaymux.h"
#include "dispmprt/migration.h"
#include "dispmprt/kernelif.h"
#include "dispmprt/initdata.h"
#include "dispmprt/library.h"

#endif /* _DISPMPRT_H_ */
