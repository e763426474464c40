// Sizes and rates of modes, compared.
//
// Cost: a few operations. Threads: any.
#pragma once

#include "src/wdk/graphics.h"

namespace drydock::display {

inline bool is_same_size(const D3DKMDT_2DREGION& one, const D3DKMDT_2DREGION& other) {
  return one.cx == other.cx && one.cy == other.cy;
}

inline bool is_same_aspect(const D3DKMDT_2DREGION& one, const D3DKMDT_2DREGION& other) {
  return std::uint64_t{one.cx} * other.cy == std::uint64_t{other.cx} * one.cy;
}

// Rounded; 0 when it is not specified.
inline UINT rounded_rate(const D3DDDI_RATIONAL& rate) {
  if (rate.Denominator == 0 || rate.Denominator == D3DKMDT_FREQUENCY_NOTSPECIFIED ||
      rate.Numerator == D3DKMDT_FREQUENCY_NOTSPECIFIED)
    return 0;
  return static_cast<UINT>((std::uint64_t{rate.Numerator} + rate.Denominator / 2) /
                           rate.Denominator);
}

}  // namespace drydock::display
