// Heap functions: the C library's, with Microsoft's aligned allocation.
#include_next <malloc.h>

#ifndef _INC_MALLOC_DRYDOCK
#define _INC_MALLOC_DRYDOCK
#if defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef _KERNEL_MODE
int drydock_posix_memalign(void** p, size_t alignment, size_t size) __asm__("posix_memalign");
static __inline__ void* _aligned_malloc(size_t size, size_t alignment) {
  void* p = NULL;
  if (alignment < sizeof(void*)) alignment = sizeof(void*);
  return drydock_posix_memalign(&p, alignment, size) == 0 ? p : NULL;
}
static __inline__ void _aligned_free(void* p) {
  free(p);
}
static __inline__ size_t _msize(void* p) {
  return malloc_usable_size(p);
}
#else
// The host's, so that what a driver leaves is known.
void* _aligned_malloc(size_t size, size_t alignment);
void* _aligned_realloc(void* p, size_t size, size_t alignment);
void _aligned_free(void* p);
static __inline__ size_t _msize(void* p) {
  return malloc_usable_size(p);
}
#endif
#ifdef __cplusplus
}
#endif
#ifndef alloca
#define alloca(size) __builtin_alloca(size)
#endif
#if !defined(_alloca)
#define _alloca(size) __builtin_alloca(size)
#define _malloca(size) __builtin_alloca(size)
#define _freea(p) ((void)(p))
#endif

#endif
#endif
