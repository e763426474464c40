// Kernel streaming: properties, methods and events, pins, allocators, streams, and AVStream.
#ifndef _KS_
#define _KS_

// Kernel mode is after wdm.h or ntddk.h.
#if defined(_NTDDK_) || defined(_WDMDDK_)
#define KS_KERNEL_MODE_
#endif

#include <windef.h>
#include <guiddef.h>

#ifndef KSDDKAPI
#define KSDDKAPI
#endif

#include "ks/guid.h"
#include "ks/core.h"
#include "ks/event.h"
#include "ks/topology.h"
#include "ks/pin.h"
#include "ks/allocator.h"
#include "ks/stream.h"

#if defined(KS_KERNEL_MODE_)
struct _KSDEVICE_PROFILE_INFO;
typedef struct _KSDEVICE_PROFILE_INFO KSDEVICE_PROFILE_INFO, *PKSDEVICE_PROFILE_INFO;

#include "ks/automation.h"
#include "ks/dispatch.h"
#include "ks/items.h"
#include "ks/gate.h"
#include "ks/avstream.h"
#include "ks/irp_services.h"
#include "ks/avstream_services.h"
#include "ks/interfaces.h"
#endif

#include "ks/user.h"

#endif
