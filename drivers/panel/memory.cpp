#include "panel.h"

void* operator new(size_t size, POOL_TYPE type) noexcept {
  return ExAllocatePoolZero(type, size, PANEL_TAG);
}

void operator delete(void* object) noexcept {
  if (object != nullptr) ExFreePoolWithTag(object, PANEL_TAG);
}

void operator delete(void* object, size_t) noexcept { ::operator delete(object); }
