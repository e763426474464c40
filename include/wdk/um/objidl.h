// COM interfaces beyond IUnknown: none is needed here.
#ifndef __objidl_h__DRYDOCK
#define __objidl_h__DRYDOCK

#include "unknwn.h"

#endif
