// The video formats that CTA-861 numbers (video identification codes).
//
// Cost: a search in a short table. Threads: any.
#pragma once

#include <cstdint>

#include "src/display/edid/timing.h"

namespace drydock::display {

struct VideoFormat {
  std::uint8_t code = 0;
  // The code of the same timing for a picture of 16:9; 0: there is none.
  std::uint8_t wide_code = 0;
  UINT width = 0, height = 0;
  UINT pixel_khz = 0;
  bool is_interlaced = false;
  UINT front = 0, sync = 0, back = 0;                    // columns beside the picture
  UINT front_lines = 0, sync_lines = 0, back_lines = 0;  // lines beside it, of a field
  bool has_positive_syncs = false;
};

// Null for a number that has no format here.
const VideoFormat* video_format(std::uint8_t code);

Timing timing_of(const VideoFormat& format);

}  // namespace drydock::display
