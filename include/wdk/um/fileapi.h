// One of the topics of windows.h under its own name.
#ifndef _DRYDOCK_FILEAPI_H_
#define _DRYDOCK_FILEAPI_H_

#include "windows.h"

#endif
