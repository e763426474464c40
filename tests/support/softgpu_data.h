// The private data that the software GPU's kernel driver takes.
#pragma once

#include "src/wdk/graphics.h"
// This header needs the Windows declarations above.
#include "drivers/softgpu/include/softgpu.h"

namespace drydock::testing {

// `command` is SOFTGPU_ESCAPE_….
inline SOFTGPU_ESCAPE_DATA softgpu_escape(UINT command) {
  SOFTGPU_ESCAPE_DATA out{};
  out.Header = {SOFTGPU_ESCAPE_MAGIC, SOFTGPU_VERSION, sizeof out};
  out.Command = command;
  return out;
}

// CPU-visible buffers live in the aperture.
inline SOFTGPU_ALLOCATION_DATA softgpu_buffer(UINT64 bytes, bool cpu_visible = false) {
  SOFTGPU_ALLOCATION_DATA out{};
  out.Header = {SOFTGPU_ALLOCATION_MAGIC, SOFTGPU_VERSION, sizeof out};
  out.Flags = cpu_visible ? SOFTGPU_ALLOCATION_CPU_VISIBLE : 0;
  out.Bytes = bytes;
  return out;
}

// An image of 32-bit pixels, which the CPU sees.
inline SOFTGPU_ALLOCATION_DATA softgpu_image(UINT width, UINT height) {
  SOFTGPU_ALLOCATION_DATA out = softgpu_buffer(0, /*cpu_visible=*/true);
  out.Width = width;
  out.Height = height;
  out.Format = D3DDDIFMT_A8R8G8B8;
  return out;
}

}  // namespace drydock::testing
