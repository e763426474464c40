#include "src/cli/png_image.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace drydock::cli {
namespace {

constexpr std::uint32_t kYuy2 = 0x32595559;
constexpr std::uint32_t kUyvy = 0x59565955;
constexpr std::uint32_t kNv12 = 0x3231564E;
constexpr std::uint32_t kMostPixels = 1 << 26;

std::uint8_t byte_of(int value) { return static_cast<std::uint8_t>(std::clamp(value, 0, 255)); }

// Converts by BT.601 with video range, in fixed point with 8 fractional bits.
void put_yuv(std::uint8_t* pixel, int y, int u, int v) {
  const int c = 298 * (y - 16) + 128;
  const int d = u - 128;
  const int e = v - 128;
  pixel[0] = byte_of((c + 409 * e) >> 8);
  pixel[1] = byte_of((c - 100 * d - 208 * e) >> 8);
  pixel[2] = byte_of((c + 516 * d) >> 8);
}

// Four bytes hold two pixels. `luma` is the offset of the first brightness, 0 or 1.
void from_packed(const std::uint8_t* data, std::size_t luma, RgbImage& image) {
  const std::size_t chroma = 1 - luma;
  for (std::size_t i = 0; i < std::size_t{image.width} * image.height; ++i) {
    const std::uint8_t* pair = data + i / 2 * 4;
    put_yuv(&image.pixels[i * 3], pair[luma + i % 2 * 2], pair[chroma], pair[chroma + 2]);
  }
}

void from_nv12(const std::uint8_t* data, RgbImage& image) {
  const std::uint8_t* chroma = data + std::size_t{image.width} * image.height;
  for (std::size_t y = 0; y < image.height; ++y) {
    for (std::size_t x = 0; x < image.width; ++x) {
      const std::uint8_t* uv = chroma + y / 2 * image.width + x / 2 * 2;
      put_yuv(&image.pixels[(y * image.width + x) * 3], data[y * image.width + x], uv[0], uv[1]);
    }
  }
}

// A row is a multiple of four bytes. The bottom row comes first, unless the height is negative.
void from_rgb(const std::uint8_t* data, std::size_t bytes, std::size_t stride, bool from_below,
              RgbImage& image) {
  for (std::size_t y = 0; y < image.height; ++y) {
    const std::uint8_t* row = data + (from_below ? image.height - 1 - y : y) * stride;
    for (std::size_t x = 0; x < image.width; ++x) {
      std::uint8_t* pixel = &image.pixels[(y * image.width + x) * 3];
      pixel[0] = row[x * bytes + 2];
      pixel[1] = row[x * bytes + 1];
      pixel[2] = row[x * bytes];
    }
  }
}

}  // namespace

std::optional<RgbImage> to_rgb(const avstream::Video& video, const avstream::Bytes& data) {
  RgbImage image;
  image.width = video.width;
  image.height = static_cast<std::uint32_t>(std::abs(static_cast<std::int64_t>(video.height)));
  const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
  if (pixels == 0 || pixels > kMostPixels || image.width % 2 != 0) return std::nullopt;
  image.pixels.resize(pixels * 3);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(data.data());
  const std::size_t depth = video.bits / 8U;
  const std::size_t stride = (image.width * depth + 3) & ~std::size_t{3};
  if ((video.fourcc == kYuy2 || video.fourcc == kUyvy) && data.size() >= pixels * 2) {
    from_packed(bytes, video.fourcc == kYuy2 ? 0 : 1, image);
  } else if (video.fourcc == kNv12 && image.height % 2 == 0 && data.size() >= pixels * 3 / 2) {
    from_nv12(bytes, image);
  } else if (video.fourcc == 0 && (depth == 3 || depth == 4) &&
             data.size() >= stride * image.height) {
    from_rgb(bytes, depth, stride, video.height > 0, image);
  } else {
    return std::nullopt;
  }
  return image;
}

std::string to_png(const RgbImage& image) {
  png_image out{};
  out.version = PNG_IMAGE_VERSION;
  out.width = image.width;
  out.height = image.height;
  out.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(out);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&out, bytes.data(), &size, 0, image.pixels.data(), 0, nullptr) == 0)
    throw std::runtime_error(fmt::format("no PNG can be made: {}", out.message));
  bytes.resize(size);
  return bytes;
}

}  // namespace drydock::cli
