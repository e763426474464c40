// One of the topics of windows.h under its own name.
#ifndef _DRYDOCK_SYSINFOAPI_H_
#define _DRYDOCK_SYSINFOAPI_H_

#include "windows.h"

#endif
