#include "softgpu_kmd.h"

void* operator new(size_t size, POOL_TYPE type) noexcept {
  return ExAllocatePoolWithTag(type, size, SOFTGPU_TAG);
}

void operator delete(void* object) noexcept {
  if (object != nullptr) ExFreePoolWithTag(object, SOFTGPU_TAG);
}

void operator delete(void* object, size_t) noexcept { operator delete(object); }
