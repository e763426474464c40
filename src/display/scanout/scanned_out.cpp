#include "src/display/scanout/scanned_out.h"

#include <cstring>

namespace drydock::display {

Picture read_screen(const ScannedOut& output) {
  Picture out(output.size);
  for (UINT y = 0; output.memory != nullptr && y < output.size.height; ++y)
    std::memcpy(out.line(y), output.memory + std::size_t{y} * output.pitch,
                std::size_t{output.size.width} * sizeof(Picture::Pixel));
  return out;
}

}  // namespace drydock::display
