// Timings of video signals, and those that monitors name by a bit or by size and rate.
//
// Cost: plain values and short tables. Threads: any.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::display {

struct Timing {
  UINT width = 0, height = 0;              // the size of the picture
  UINT total_width = 0, total_height = 0;  // the size with blanking; 0: not known
  std::uint64_t pixel_hz = 0;              // 0: not known
  UINT rate = 0;                           // pictures a second, when that is all that is known
  bool is_interlaced = false;
  D3DKMDT_VIDEO_SIGNAL_STANDARD standard = D3DKMDT_VSS_OTHER;

  bool operator==(const Timing&) const = default;
};

// The timings of the bytes 35, 36 and 37 of an EDID.
std::vector<Timing> established_timings(const std::array<std::uint8_t, 3>& bits);

// The monitor timing of this size and rate, in full if it is a common one.
Timing timing_by_size(UINT width, UINT height, UINT rate);

// As drivers see it. What is not known is D3DKMDT_FREQUENCY_NOTSPECIFIED or
// D3DKMDT_DIMENSION_NOTSPECIFIED.
D3DKMDT_VIDEO_SIGNAL_INFO signal_of(const Timing& timing);

}  // namespace drydock::display
