// Converts pictures of a camera, and encodes pictures as PNG files. Plain functions on values;
// threads: any.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drydock/avstream.h"

namespace drydock::cli {

struct RgbImage {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> pixels;  // red, green, blue; the top row first
};

// Converts YUY2, UYVY, NV12 and RGB of 24 or 32 bits. Returns nothing for other formats or when
// bytes are missing.
std::optional<RgbImage> to_rgb(const avstream::Video& video, const avstream::Bytes& data);

// The bytes of a PNG file. Throws std::runtime_error for a picture without pixels.
std::string to_png(const RgbImage& image);

}  // namespace drydock::cli
