// A picture of 32 bits a pixel, as the system draws it and as a screen shows it: X8R8G8B8, of which
// the highest byte has no meaning on a screen.
//
// Owner and threads: a value. Cost: a copy copies all pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::display {

struct PictureSize {
  UINT width = 0;
  UINT height = 0;

  bool operator==(const PictureSize&) const = default;
  bool is_empty() const { return width == 0 || height == 0; }
  PictureSize turned() const { return {height, width}; }
};

struct PicturePoint {
  UINT x = 0;
  UINT y = 0;

  bool operator==(const PicturePoint&) const = default;
};

class Picture {
 public:
  using Pixel = std::uint32_t;
  static constexpr Pixel kColors = 0x00FF'FFFF;

  Picture() = default;
  // Black.
  explicit Picture(PictureSize size)
      : size_(size), pixels_(std::size_t{size.width} * size.height) {}

  PictureSize size() const { return size_; }
  Pixel& at(UINT x, UINT y) { return pixels_[std::size_t{y} * size_.width + x]; }
  Pixel at(UINT x, UINT y) const { return pixels_[std::size_t{y} * size_.width + x]; }
  const std::vector<Pixel>& pixels() const { return pixels_; }
  Pixel* line(UINT y) { return pixels_.data() + std::size_t{y} * size_.width; }
  const Pixel* line(UINT y) const { return pixels_.data() + std::size_t{y} * size_.width; }

  // Fills the part of a rectangle that lies in the picture.
  void fill(const RECT& area, Pixel color);
  // Moves what lies at `from` into the area. Both lie in the picture, and may overlap.
  void move(const POINT& from, const RECT& to);

 private:
  PictureSize size_;
  std::vector<Pixel> pixels_;
};

// The picture turned counter-clockwise, as the rotation of a path turns it.
Picture turned(const Picture& picture, D3DKMDT_VIDPN_PRESENT_PATH_ROTATION rotation);

// The picture in the middle of a black one that is at least as large.
Picture centred(const Picture& picture, PictureSize size);

// The first pixel, line by line, whose color differs. Pictures of different sizes differ at 0, 0.
std::optional<PicturePoint> first_difference(const Picture& one, const Picture& other);

}  // namespace drydock::display
