// The adapter, for every entry.
#pragma once

#include "softgpu_umd.h"

class Adapter {
 public:
  // Asks the kernel-mode half what it is, and fails when it speaks another language.
  HRESULT open(HANDLE runtime, const D3DDDI_ADAPTERCALLBACKS& callbacks);
};
