// Rectangles of an image to the frame buffer, in each rotation. At any IRQL.
#pragma once

#include "board.h"

// An image in system memory, of 32 bits a pixel. Its lines may go upwards.
struct Image {
  const UCHAR* bits;
  LONG pitch;
  Size size;
};

// The size of an image that fills the source when it is turned so.
Size size_of_image(const Mode& mode, Rotation rotation);

// Copies the part of a rectangle that lies in the image. The source lies in the middle of the
// screen. Angles count counter-clockwise.
void copy_rectangle(const Screen& screen, const Mode& mode, Rotation rotation, const Image& image,
                    const RECT& rectangle);
