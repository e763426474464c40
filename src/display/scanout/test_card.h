// A picture on which one sees what a driver did wrong: it is turned, cut off, skewed, stretched or
// of wrong colors.
#pragma once

#include "src/display/scanout/picture.h"

namespace drydock::display {

// A white frame of one pixel, a corner of a color of its own each, bars of eight colors, a ramp of
// each color, and a block that goes on with the number of the frame. Each pixel is opaque.
Picture test_card(PictureSize size, unsigned frame = 0);

// Returns the place of the block in a frame.
RECT block_of_test_card(PictureSize size, unsigned frame);

}  // namespace drydock::display
