// The Windows driver model: what every kernel driver includes, directly or through ntddk.h.
#ifndef _WDMDDK_
#define _WDMDDK_
#ifndef _NTDDK_
#define _WDM_INCLUDED_
#define _DDK_DRIVER_
#endif
#ifndef NT_INCLUDED
#define NT_INCLUDED
#endif

#include <stdarg.h>
#include <string.h>
#include "sdkddkver.h"
#include <limits.h>
#if !defined(DRYDOCK_HOST)
#include "excpt.h"
#endif
#include "ntdef.h"
#include "ntstatus.h"
#include "bugcodes.h"
#include "guiddef.h"

#include "wdm/base.h"
#include "wdm/interlocked.h"
#include "wdm/lists.h"
#include "wdm/access.h"
#include "wdm/rtl.h"
#include "wdm/debug.h"
#include "wdm/dispatcher.h"
#include "wdm/pool_types.h"
#include "wdm/locks.h"
#include "wdm/pool.h"
#include "wdm/resources.h"
#include "wdm/memory.h"
#include "wdm/power.h"
#include "wdm/pnp.h"
#include "wdm/files.h"
#include "wdm/objects.h"
#include "wdm/io.h"
#include "wdm/interrupts.h"
#include "wdm/dma.h"
#include "wdm/pci.h"
#include "wdm/executive.h"
#include "wdm/process.h"
#include "wdm/registry_callbacks.h"
#include "wdm/pofx.h"
#include "wdm/etw.h"
#include "wdm/ports.h"

#endif
