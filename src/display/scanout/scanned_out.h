// The output of the hardware at one moment: memory that it scans out, or black.
//
// Owner: the device, whose memory it is, as long as it has power. Threads: any; a driver may write
// meanwhile. Cost: read_screen() copies the picture.
#pragma once

#include <cstddef>

#include "src/display/scanout/picture.h"

namespace drydock::display {

struct ScannedOut {
  PictureSize size;
  const std::byte* memory = nullptr;  // null: black
  UINT pitch = 0;                     // bytes from a line to the next
  // The model knows what firmware left on screen, but not the registers by which a driver may have
  // chosen another picture since.
  bool is_presumed = false;
};

Picture read_screen(const ScannedOut& output);

}  // namespace drydock::display
