#include "src/display/scanout/test_card.h"

#include <algorithm>

namespace drydock::display {
namespace {

using Pixel = Picture::Pixel;

constexpr Pixel kOpaque = 0xFF00'0000;
constexpr Pixel kWhite = kOpaque | 0xFF'FFFF;
constexpr Pixel kBars[] = {0xC0C0C0, 0xC0C000, 0x00C0C0, 0x00C000,
                           0xC000C0, 0xC00000, 0x0000C0, 0x101010};
constexpr Pixel kCorners[] = {0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00};
constexpr UINT kRamps = 4;  // ramps of red, green, blue and grey
constexpr unsigned kSteps = 16;

Pixel bar_at(UINT x, UINT width) { return kBars[std::size_t{x} * std::size(kBars) / width]; }

// A ramp from black on the left to the full color on the right.
Pixel ramp_at(UINT x, UINT width, UINT ramp) {
  const Pixel level = static_cast<Pixel>(std::size_t{x} * 255 / (width > 1 ? width - 1 : 1));
  switch (ramp) {
    case 0:
      return level << 16;
    case 1:
      return level << 8;
    case 2:
      return level;
    default:
      return level * 0x01'0101;
  }
}

void draw_corners(Picture& card) {
  const LONG width = static_cast<LONG>(card.size().width);
  const LONG height = static_cast<LONG>(card.size().height);
  const LONG side = std::max<LONG>(std::min(width, height) / 16, 1);
  card.fill({0, 0, side, side}, kOpaque | kCorners[0]);
  card.fill({width - side, 0, width, side}, kOpaque | kCorners[1]);
  card.fill({0, height - side, side, height}, kOpaque | kCorners[2]);
  card.fill({width - side, height - side, width, height}, kOpaque | kCorners[3]);
}

void draw_frame(Picture& card) {
  const LONG width = static_cast<LONG>(card.size().width);
  const LONG height = static_cast<LONG>(card.size().height);
  card.fill({0, 0, width, 1}, kWhite);
  card.fill({0, height - 1, width, height}, kWhite);
  card.fill({0, 0, 1, height}, kWhite);
  card.fill({width - 1, 0, width, height}, kWhite);
}

}  // namespace

RECT block_of_test_card(PictureSize size, unsigned frame) {
  const LONG side = static_cast<LONG>(std::max(std::min(size.width, size.height) / 8, 1U));
  const LONG way = static_cast<LONG>(size.width) - side;
  const LONG left = way * static_cast<LONG>(frame % kSteps) / static_cast<LONG>(kSteps);
  const LONG top = (static_cast<LONG>(size.height) - side) / 2;
  return {left, top, left + side, top + side};
}

Picture test_card(PictureSize size, unsigned frame) {
  Picture card(size);
  const UINT bars_end = size.height * 2 / 3;
  for (UINT y = 0; y < size.height; ++y) {
    const UINT ramp = (y - std::min(y, bars_end)) * kRamps / std::max(size.height - bars_end, 1U);
    for (UINT x = 0; x < size.width; ++x)
      card.at(x, y) = kOpaque | (y < bars_end ? bar_at(x, size.width)
                                              : ramp_at(x, size.width, std::min(ramp, kRamps - 1)));
  }
  draw_corners(card);
  card.fill(block_of_test_card(size, frame), kWhite);
  draw_frame(card);
  return card;
}

}  // namespace drydock::display
