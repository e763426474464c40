// The bits of a structure of flags, as one number.
#pragma once

#include <cstring>

#include "src/wdk/graphics.h"

namespace drydock::display {

template <typename T>
UINT bits_of(const T& flags) {
  static_assert(sizeof flags == sizeof(UINT));
  UINT bits = 0;
  std::memcpy(&bits, &flags, sizeof bits);
  return bits;
}

}  // namespace drydock::display
