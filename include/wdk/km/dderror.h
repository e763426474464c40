// Error codes of the video port library; they are the Win32 ones.
#ifndef _DDERROR_
#define _DDERROR_

#include "winerror.h"

#endif
