// One of the topics of windows.h under its own name.
#ifndef _DRYDOCK_MINWINBASE_H_
#define _DRYDOCK_MINWINBASE_H_

#include "windows.h"

#endif
