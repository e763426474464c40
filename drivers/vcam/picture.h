// The moving picture: colour bars that wander to the left, a grey ramp below, and a white square
// that bounces. Callable at DISPATCH_LEVEL.
#pragma once

#include "format.h"

// Draws picture number `number`; `data` has room for format.image_size bytes.
void draw_picture(UCHAR* data, const Format& format, ULONGLONG number);
