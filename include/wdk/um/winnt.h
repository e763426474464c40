// The user-mode view of the NT base declarations.
#ifndef _WINNT_
#define _WINNT_

#include <ctype.h>
#include <string.h>

#include "ntdef.h"
#include "devioctl.h"
#if defined(DRYDOCK_WINDOWS_TYPES)
#include <excpt.h>
#include <intrin.h>
#endif

#include "winnt/text.h"
#include "winnt/access.h"
#if defined(DRYDOCK_WINDOWS_TYPES)
#include "winnt/context.h"
#include "winnt/structs.h"
#include "winnt/inline.h"
#endif

#endif
