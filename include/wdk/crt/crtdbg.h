// Checks of Microsoft's debug library: compiled out.
#ifndef _INC_CRTDBG
#define _INC_CRTDBG

#if defined(__MINGW32__)
#include_next <crtdbg.h>
#else
#include <assert.h>
#define _ASSERT(x) assert(x)
#define _ASSERTE(x) assert(x)
#define _CrtSetDbgFlag(f) ((int)0)
#define _CrtDumpMemoryLeaks() ((int)0)
#define _RPT0(...) ((void)0)
#define _RPT1(...) ((void)0)
#endif
#endif
