// Bytes of pixels, and what the kernel-mode half calls them.
#pragma once

#include "softgpu_umd.h"

struct PixelFormat {
  UINT bytes;          // the size of a pixel; 0 when the device does not know the format
  UINT kernel_format;  // 0: the kernel-mode half keeps it as plain bytes
};

PixelFormat pixel_format_of(D3DDDIFORMAT format);

// A colour of 8 bits each, as four bytes of this format's pixels, repeated.
UINT fill_pattern(D3DDDIFORMAT format, D3DCOLOR color);

// Computes the pitch as the kernel-mode half does.
UINT pitch_of(UINT width, UINT pixel_bytes);

// The formats that the driver reports to the runtime.
UINT format_count();
D3DDDIFORMAT format_at(UINT index);
