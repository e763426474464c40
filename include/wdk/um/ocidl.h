// Controls: the COM base is all that drivers need.
#ifndef __ocidl_h__DRYDOCK
#define __ocidl_h__DRYDOCK

#include "unknwn.h"

#endif
