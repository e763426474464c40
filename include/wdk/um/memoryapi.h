// One of the topics of windows.h under its own name.
#ifndef _DRYDOCK_MEMORYAPI_H_
#define _DRYDOCK_MEMORYAPI_H_

#include "windows.h"

#endif
