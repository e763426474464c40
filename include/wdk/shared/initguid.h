// From here on DEFINE_GUID defines the variable instead of declaring it.
#ifndef INITGUID
#define INITGUID
#endif
#include "guiddef.h"
