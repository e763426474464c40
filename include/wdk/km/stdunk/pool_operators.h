// operator new and delete of drivers that include kcom.h or stdunk.h: objects come zeroed from the
// pool that the expression names. DRYDOCK_NEW_TAG is the tag of those that name none.
#pragma once

inline void* operator new(size_t bytes, POOL_TYPE pool, ULONG tag) {
  void* const object = ExAllocatePoolWithTag(pool, bytes, tag);
  return object == NULL ? NULL : memset(object, 0, bytes);
}
inline void* operator new(size_t bytes, POOL_TYPE pool) {
  return operator new(bytes, pool, (ULONG)DRYDOCK_NEW_TAG);
}

// Weak, not inline: a replacement of the global operator may not be inline.
__attribute__((weak)) void operator delete(void* object) noexcept {
  if (object != NULL) ExFreePool(object);
}
__attribute__((weak)) void operator delete(void* object, size_t) noexcept {
  operator delete(object);
}

// What a constructor that throws would call.
inline void operator delete(void* object, POOL_TYPE) {
  operator delete(object);
}
inline void operator delete(void* object, POOL_TYPE, ULONG) {
  operator delete(object);
}
