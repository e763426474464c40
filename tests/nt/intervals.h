// Times as waits of the kernel take them: relative, in units of 100 ns, negative.
#pragma once

#include "src/nt/base/wdk.h"

namespace drydock::testing {

inline LARGE_INTEGER milliseconds(LONGLONG count) {
  LARGE_INTEGER out;
  out.QuadPart = -count * 10'000;
  return out;
}

}  // namespace drydock::testing
