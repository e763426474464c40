// Object linking: the COM base is all that drivers need.
#ifndef __ole2_h__DRYDOCK
#define __ole2_h__DRYDOCK

#include "objbase.h"

#endif
