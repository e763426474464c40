#include "format.h"

namespace {

struct Known {
  D3DDDIFORMAT format;
  PixelFormat pixel;
};

constexpr Known kFormats[] = {
    {D3DDDIFMT_A8R8G8B8, {4, D3DDDIFMT_A8R8G8B8}},
    {D3DDDIFMT_X8R8G8B8, {4, D3DDDIFMT_X8R8G8B8}},
    {D3DDDIFMT_A8B8G8R8, {4, D3DDDIFMT_A8B8G8R8}},
    {D3DDDIFMT_R5G6B5, {2, D3DDDIFMT_R5G6B5}},
    {D3DDDIFMT_A8, {1, D3DDDIFMT_A8}},
    {D3DDDIFMT_X8B8G8R8, {4, 0}},
    {D3DDDIFMT_R32F, {4, 0}},
    {D3DDDIFMT_A16B16G16R16F, {8, 0}},
    {D3DDDIFMT_A32B32G32R32F, {16, 0}},
    {D3DDDIFMT_L8, {1, 0}},
    {D3DDDIFMT_D16, {2, 0}},
    {D3DDDIFMT_D24S8, {4, 0}},
    {D3DDDIFMT_D24X8, {4, 0}},
    {D3DDDIFMT_D32, {4, 0}},
};

constexpr UINT kPitchAlignment = 64;

}  // namespace

UINT format_count() { return _countof(kFormats); }
D3DDDIFORMAT format_at(UINT index) { return kFormats[index].format; }

PixelFormat pixel_format_of(D3DDDIFORMAT format) {
  for (const Known& known : kFormats) {
    if (known.format == format) return known.pixel;
  }
  return {};
}

UINT fill_pattern(D3DDDIFORMAT format, D3DCOLOR color) {
  const UINT alpha = color >> 24, red = (color >> 16) & 0xff, green = (color >> 8) & 0xff,
             blue = color & 0xff;
  switch (format) {
    case D3DDDIFMT_A8B8G8R8:
    case D3DDDIFMT_X8B8G8R8:
      return (alpha << 24) | (blue << 16) | (green << 8) | red;
    case D3DDDIFMT_R5G6B5: {
      const UINT pixel = ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3);
      return pixel * 0x00010001;
    }
    case D3DDDIFMT_A8:
      return alpha * 0x01010101;
    case D3DDDIFMT_L8:
      return red * 0x01010101;
    default:
      return color;
  }
}

UINT pitch_of(UINT width, UINT pixel_bytes) {
  return (width * pixel_bytes + kPitchAlignment - 1) & ~(kPitchAlignment - 1);
}
