// Threads of Microsoft's C library.
#ifndef _INC_PROCESS
#define _INC_PROCESS

#if defined(__MINGW32__)
#include_next <process.h>
#else

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
uintptr_t _beginthreadex(void* security, unsigned int stack, unsigned int (*start)(void*),
                         void* argument, unsigned int flags, unsigned int* id);
uintptr_t _beginthread(void (*start)(void*), unsigned int stack, void* argument);
void _endthreadex(unsigned int code);
void _endthread(void);
int _getpid(void);
#ifdef __cplusplus
}
#endif

#endif
#endif
