// Automation: the COM base is all that drivers need.
#ifndef __oaidl_h__DRYDOCK
#define __oaidl_h__DRYDOCK

#include "unknwn.h"

#endif
