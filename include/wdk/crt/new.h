// Placement new under the old header name.
#ifndef _INC_NEW_DRYDOCK
#define _INC_NEW_DRYDOCK
#ifdef __cplusplus
#include <new>
#endif
#endif
